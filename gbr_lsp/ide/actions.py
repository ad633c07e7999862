"""Code actions: the edits that are offered at a span of a document.

They are fixes of findings, other forms of a code, boards for codes and codes for boards, rewritten
moves, the layout of a game, and ways to ignore a finding.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from gbr_lsp.base.text import Edit, Span, enumeration
from gbr_lsp.edits.game_export import export_edit
from gbr_lsp.edits.ignore_edits import ignore_here, ignore_in_file
from gbr_lsp.edits.insertions import board_insertions, code_insertion
from gbr_lsp.edits.layout import game_layout
from gbr_lsp.edits.rewritings import Rewriting, rewritings
from gbr_lsp.ide.support.action_kind import ActionKind
from gbr_lsp.ide.support.cursor import CursorTarget, owners_of, target_at
from gbr_lsp.ide.support.move_edits import move_edits
from gbr_lsp.ide.support.position_insertions import position_insertions
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.lint.fixes import choose_fixes
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, RuleScope
from gbr_lsp.notation.values import Form
from gbr_lsp.rules import RULES

_MAX_CODE_LENGTH = 60
"""The maximum length of a code in a title, in code points."""
_MAX_IGNORED = 20
"""The maximum number of findings of a selection that can be ignored one by one."""


class Action(NamedTuple):
    """An action: edits in offsets of the document, sorted and disjoint.

    `finding` is fixed or ignored by it. With a `setting`, it has no edits and adds that rule to the
    ignored ones.
    """

    title: str
    kind: ActionKind
    edits: tuple[Edit, ...]
    finding: Finding | None = None
    is_preferred: bool = False
    setting: str | None = None


FailureHandler: TypeAlias = Callable[[str, Exception], None]
"""Called with the name of a provider and its error."""


class ActionContext(NamedTuple):
    """The input of a provider of actions."""

    document: Document
    span: Span
    target: CursorTarget | None
    """The code or board at the start of `span`."""
    span_findings: list[PlacedFinding]
    """The findings at `span`."""
    findings: Sequence[PlacedFinding]
    """The findings of the whole document."""
    form: Form | None
    """The preferred form of codes."""
    is_requested: bool
    """True if a user requested the actions, so that they may take longer."""


def actions(
    document: Document,
    span: Span,
    findings: Sequence[PlacedFinding],
    kinds: Collection[ActionKind] = tuple(ActionKind),
    form: Form | None = None,
    *,
    is_requested: bool = True,
    on_failure: FailureHandler | None = None,
) -> list[Action]:
    """Return the `Action`s at `span`, in the order of `PROVIDERS`.

    `span` is empty for a cursor; `findings` are those of the whole document. Slow actions are left
    out unless `is_requested`. If a provider raises, `on_failure` is called and the other actions are returned;
    without `on_failure` the error is raised.
    """
    if not document.blocks or span.start < 0:
        return []
    pointed = target_at(document, span.start) if set(kinds) != {ActionKind.FIX_ALL} else None
    here = _touching(document, span, pointed, findings)
    context = ActionContext(document, span, pointed, here, findings, form, is_requested)
    found: list[Action] = []
    for kind, provider in PROVIDERS:
        if kind not in kinds:
            continue
        try:
            # One at a time, so that actions before an error are kept.
            for action in provider(context):
                found.append(action)
        except Exception as error:
            if on_failure is None:
                raise
            on_failure(provider.__name__, error)
    return found


def fix_all(document: Document, findings: Sequence[PlacedFinding]) -> Action | None:
    """Return one `Action` with all safe, disjoint fixes of `findings`, or None."""
    edits = choose_fixes(document, findings).edits
    return Action("Apply all safe fixes", ActionKind.FIX_ALL, edits) if edits else None


def _touching(
    document: Document, span: Span, pointed: CursorTarget | None, findings: Sequence[PlacedFinding]
) -> list[PlacedFinding]:
    """Return the findings that touch `span`; with a code at `pointed`, those at the whole code."""
    if pointed and pointed.study:
        code = pointed.study.occurrence.span.shift(document.starts[pointed.number])
        span = Span(min(code.start, span.start), max(code.end, span.end))
    return [item for item in findings if item.span.start <= span.end and span.start <= item.span.end]


def fixes(context: ActionContext) -> Iterator[Action]:
    """Yield an `Action` for each fix of the findings, safe ones first."""
    found = [(fix, item.finding) for item in context.span_findings for fix in item.finding.fixes]
    offsets = context.document.offsets() if found else {}
    for fix, finding in sorted(found, key=lambda pair: not pair[0].is_safe):
        edits = {Edit(place.span.shift(offsets[place.block]), text) for place, text in fix.edits}
        yield Action(fix.title, ActionKind.FIX, tuple(sorted(edits)), finding, fix.is_safe)


def other_forms(context: ActionContext) -> Iterator[Action]:
    """Yield an `Action` for each other form of the code, the preferred one first."""
    if context.target and context.target.study:
        for rewriting in sorted(rewritings(context.target.study), key=lambda one: one.form is not context.form):
            yield _rewrite(context.document, context.target, rewriting)


def _rewrite(document: Document, pointed: CursorTarget, rewriting: Rewriting) -> Action:
    text = rewriting.text if len(rewriting.text) <= _MAX_CODE_LENGTH else rewriting.text[: _MAX_CODE_LENGTH - 1] + "…"
    more = " with the squares of the board" if rewriting.has_board_squares else ""
    more += f", without {enumeration(rewriting.omissions)}" if rewriting.omissions else ""
    span = rewriting.span.shift(document.starts[pointed.number])
    title = f"Rewrite as {rewriting.form.value} code{more}: {text}"
    return Action(title, ActionKind.REWRITE, (Edit(span, rewriting.text),))


def other_moves(context: ActionContext) -> Iterator[Action]:
    """Yield an `Action` for each `MoveEdit` at the cursor, except on a code or board."""
    if not context.target:
        for edit in move_edits(context.document, context.span.start, is_requested=context.is_requested):
            yield Action(edit.title, ActionKind.REWRITE, edit.edits)


def game_format(context: ActionContext) -> Iterator[Action]:
    """Yield the `Action` that formats the game at the cursor, if anything changes."""
    block, shift = _block_at(context)
    layout = [Edit(span.shift(shift), text) for span, text in game_layout(block)]
    if layout:
        yield Action("Format this game", ActionKind.REWRITE, tuple(layout))


def export_format(context: ActionContext) -> Iterator[Action]:
    """Yield the `Action` that rewrites the game at the cursor in PGN export format."""
    block, shift = _block_at(context)
    holds_game = context.is_requested and block.host.has_records
    export = export_edit(block, context.document.conventions) if holds_game else None
    if export:
        edit = Edit(export.span.shift(shift), export.text)
        yield Action("Rewrite this game in PGN export format", ActionKind.REWRITE, (edit,))


def _block_at(context: ActionContext) -> tuple[Block, int]:
    """Return the block at the start of the span, and its offset."""
    number = context.document.block_number(context.span.start)
    return context.document.blocks[number], context.document.starts[number]


def insertions(context: ActionContext) -> Iterator[Action]:
    """Yield `Action`s that insert boards for a code, or a code for a lone board."""
    document, pointed, offset = context.document, context.target, context.span.start
    if pointed and pointed.study:
        for what, edit in board_insertions(document, pointed.number, pointed.study):
            yield Action(f"Insert {what}", ActionKind.INSERT, (edit,))
        return
    number = pointed.number if pointed else document.block_number(offset)
    block = document.blocks[number]
    board = pointed.board if pointed else None
    tag = block.contents.reading.tags.get("Black")
    if board is None and tag and tag.touches(offset - document.starts[number]):
        fen = block.contents.reading.tags.get("FEN")
        board = next((one for one in block.contents.boards if fen and fen.covers(one.span)), None)
    if board is None or owners_of(document, number, board):
        return
    insertion = code_insertion(document, number, board, context.form)
    if insertion:
        yield Action(f"Insert {insertion.description}", ActionKind.INSERT, (insertion.edit,))


def positions(context: ActionContext) -> Iterator[Action]:
    """Yield `Action`s that insert the position after the move as a board, FEN or code."""
    if context.is_requested and not context.target:
        for what, edits in position_insertions(context.document, context.span.start, context.form):
            yield Action(f"Insert {what} of the position after this move", ActionKind.INSERT, edits)


def ignores(context: ActionContext) -> Iterator[Action]:
    """Yield up to three `Action`s to ignore each finding; none for findings about ignore comments."""
    document = context.document
    seen_rules: set[str] = set()
    spoken = [placed for placed in context.span_findings if RuleScope.IGNORES not in RULES[placed.finding.rule].judges]
    for number, (span, finding) in enumerate(spoken):
        # Each attempt reads the paragraph again with its comment.
        tried = number < _MAX_IGNORED
        edits = ignore_here(document, span, finding.rule, needs_neighbors=_adjoins(finding)) if tried else None
        if edits:
            yield Action(f"Ignore {finding.rule} here", ActionKind.IGNORE, edits, finding)
        if finding.rule in seen_rules:
            continue
        seen_rules.add(finding.rule)
        edits = ignore_in_file(document, finding.rule)
        if edits:
            yield Action(f"Ignore {finding.rule} in this file", ActionKind.IGNORE, edits, finding)
        yield Action(f"Ignore {finding.rule} in the settings", ActionKind.IGNORE, (), finding, setting=finding.rule)


def all_fixes(context: ActionContext) -> Iterator[Action]:
    """Yield the `Action` with all safe fixes, if there are any."""
    action = fix_all(context.document, context.findings)
    if action:
        yield action


def _adjoins(finding: Finding) -> bool:
    """Return True if `finding` may depend on an adjacent line or on a whole index."""
    block, span = finding.place
    line = block.lines.line_at(span.start)
    neighbors = (
        abs(block.lines.line_at(place.span.start) - line) == 1
        for _, place in finding.related
        if isinstance(place, Place) and place.block is block
    )
    return RuleScope.STUDY not in RULES[finding.rule].judges or any(neighbors)


PROVIDERS: Sequence[tuple[ActionKind, Callable[[ActionContext], Iterator[Action]]]] = (
    (ActionKind.FIX, fixes),
    (ActionKind.REWRITE, other_forms),
    (ActionKind.REWRITE, other_moves),
    (ActionKind.REWRITE, game_format),
    (ActionKind.REWRITE, export_format),
    (ActionKind.INSERT, insertions),
    (ActionKind.INSERT, positions),
    (ActionKind.IGNORE, ignores),
    (ActionKind.FIX_ALL, all_fixes),
)
"""The kind and function of each provider, in the order of the answers."""
