"""Code actions: what can be done about a span of a document, as edits.

Every fix of every finding there; the code in other forms; a code beside a board and a board beside a code; glyphs,
check signs and variations among moves; the layout of a game; and ways to ignore a finding: here, in the file, or in the
settings.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.base.text import Edit, Span, enumeration
from gbr_lsp.edits.export import exported
from gbr_lsp.edits.insert import boards_beside, code_beside
from gbr_lsp.edits.layout import game_layout
from gbr_lsp.edits.rewrite import Rewriting, rewritings
from gbr_lsp.edits.suppress import ignored_here, ignored_in_file
from gbr_lsp.ide.support.action_kind import ActionKind
from gbr_lsp.ide.support.cursor import Pointed, owners_of, pointed_at
from gbr_lsp.ide.support.move_edits import move_edits
from gbr_lsp.ide.support.position_here import positions_here
from gbr_lsp.lint.apply_fixes import chosen
from gbr_lsp.lint.engine import Placed
from gbr_lsp.model.block import Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Finding, Fix, Over
from gbr_lsp.notation.values import Form
from gbr_lsp.rules import RULES

_LONGEST = 60
"""The largest number of characters of a code in a title."""
_MOST_SILENCED = 20
"""So many findings of a selection are offered to be ignored one by one; nobody chooses among more."""


class Action(NamedTuple):
    """Something to be done: edits in the offsets of the document, in order and apart from each other.

    `finding` is what it fixes or ignores. An action with a `setting` has no edits: it adds that rule to those that the
    settings ignore.
    """

    title: str
    kind: ActionKind
    edits: tuple[Edit, ...]
    finding: Finding | None = None
    preferred: bool = False
    setting: str | None = None


def actions(
    document: Document,
    span: Span,
    findings: Sequence[Placed],
    only: Collection[ActionKind] = tuple(ActionKind),
    form: Form | None = None,
    *,
    asked: bool = True,
) -> list[Action]:
    """What can be done at a span, an empty one for a cursor; `findings` are those of the whole document.

    Codes are offered in the preferred `form` first. What takes long is left out where nobody has `asked` for actions.
    """
    if not document.blocks or span.start < 0:
        return []
    pointed = pointed_at(document, span.start) if set(only) != {ActionKind.FIX_ALL} else None
    here = _touching(document, span, pointed, findings)
    found: list[Action] = []
    if ActionKind.FIX in only:
        found += _fixes(document, here)
    if ActionKind.REWRITE in only and pointed and pointed.study:
        rewritten = sorted(rewritings(pointed.study), key=lambda rewriting: rewriting.form is not form)
        found += [_rewrite(document, pointed, rewriting) for rewriting in rewritten]
    if ActionKind.REWRITE in only and not pointed:
        moves = move_edits(document, span.start, asked=asked)
        found += [Action(one.title, ActionKind.REWRITE, one.edits) for one in moves]
    if ActionKind.REWRITE in only:
        found += _of_game(document, span.start, asked=asked)
    if ActionKind.INSERT in only:
        found += _insertions(document, pointed, span.start, form)
        if asked and not pointed:
            found += _positions(document, span.start, form)
    if ActionKind.IGNORE in only:
        found += _silence(document, here)
    if ActionKind.FIX_ALL in only and (whole := fix_all(document, findings)):
        found.append(whole)
    return found


def fix_all(document: Document, findings: Sequence[Placed]) -> Action | None:
    """All safe fixes that do not overlap, as one action; None if there is none."""
    edits = chosen(document, findings).edits
    return Action("Apply all safe fixes", ActionKind.FIX_ALL, edits) if edits else None


def _touching(document: Document, span: Span, pointed: Pointed | None, findings: Sequence[Placed]) -> list[Placed]:
    """The findings at a span; on a code, those of the whole code."""
    if pointed and pointed.study:
        code = pointed.study.occurrence.span.shift(document.starts[pointed.number])
        span = Span(min(code.start, span.start), max(code.end, span.end))
    return [item for item in findings if item.span.start <= span.end and span.start <= item.span.end]


def _fixes(document: Document, here: list[Placed]) -> Iterator[Action]:
    """The fixes of findings, safe ones first."""
    starts = _Starts(document)
    found = [(fix, item.finding) for item in here for fix in item.finding.fixes]
    for fix, finding in sorted(found, key=lambda pair: not pair[0].safe):
        yield Action(fix.title, ActionKind.FIX, starts.edits(fix), finding, fix.safe)


class _Starts:
    """Where the blocks of a document start, asked for only where there is a fix."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._offsets: dict[int, int] | None = None

    def edits(self, fix: Fix) -> tuple[Edit, ...]:
        """The edits of a fix in the offsets of the document, each once."""
        if self._offsets is None:
            blocks = zip(self._document.blocks, self._document.starts, strict=True)
            self._offsets = {id(block): start for block, start in blocks}
        edits = (Edit(place.span.shift(self._offsets[id(place.block)]), text) for place, text in fix.edits)
        return tuple(sorted(set(edits)))


def _rewrite(document: Document, pointed: Pointed, rewriting: Rewriting) -> Action:
    text = rewriting.text if len(rewriting.text) <= _LONGEST else rewriting.text[: _LONGEST - 1] + "…"
    more = "".join(
        (
            " with the squares of the board" if rewriting.is_filled else "",
            f", without {enumeration(rewriting.left_out)}" if rewriting.left_out else "",
        )
    )
    span = rewriting.span.shift(document.starts[pointed.number])
    title = f"Rewrite as {rewriting.form.value} code{more}: {text}"
    return Action(title, ActionKind.REWRITE, (Edit(span, rewriting.text),))


def _of_game(document: Document, offset: int, *, asked: bool) -> Iterator[Action]:
    """What can be done to the whole game at an offset."""
    number = document.block_number(offset)
    block, shift = document.blocks[number], document.starts[number]
    layout = [Edit(span.shift(shift), text) for span, text in game_layout(block)]
    if layout:
        yield Action("Format this game", ActionKind.REWRITE, tuple(layout))
    export = exported(block, document.conventions) if asked and block.host.holds_records else None
    if export:
        edit = Edit(export.span.shift(shift), export.text)
        yield Action("Rewrite this game in PGN export format", ActionKind.REWRITE, (edit,))


def _insertions(document: Document, pointed: Pointed | None, offset: int, form: Form | None) -> Iterator[Action]:
    """A board beside a code; a code beside a board that no code owns."""
    if pointed and pointed.study:
        for what, edit in boards_beside(document, pointed.number, pointed.study):
            yield Action(f"Insert {what}", ActionKind.INSERT, (edit,))
        return
    number = pointed.number if pointed else document.block_number(offset)
    block = document.blocks[number]
    board = pointed.board if pointed else None
    tag = block.found.reading.tags.get("Black")
    if board is None and tag and tag.touches(offset - document.starts[number]):
        fen = block.found.reading.tags.get("FEN")
        board = next((one for one in block.found.boards if fen and fen.covers(one.span)), None)
    if board is None or owners_of(document, number, board):
        return
    insertion = code_beside(document, number, board, form)
    if insertion:
        yield Action(f"Insert {insertion.what}", ActionKind.INSERT, (insertion.edit,))


def _positions(document: Document, offset: int, form: Form | None) -> Iterator[Action]:
    for what, edits in positions_here(document, offset, form):
        yield Action(f"Insert {what} of the position after this move", ActionKind.INSERT, edits)


def _silence(document: Document, here: list[Placed]) -> Iterator[Action]:
    """Three ways to ignore a finding; there is none for findings about ignore comments."""
    told: set[str] = set()
    spoken = [placed for placed in here if RULES[placed.finding.rule].over is not Over.IGNORES]
    for number, (span, finding) in enumerate(spoken):
        # For each the paragraph is read again with its comment.
        tried = number < _MOST_SILENCED
        edits = ignored_here(document, span, finding.rule, adjoins=_adjoins(finding)) if tried else None
        if edits:
            yield Action(f"Ignore {finding.rule} here", ActionKind.IGNORE, edits, finding)
        if finding.rule in told:
            continue
        told.add(finding.rule)
        edits = ignored_in_file(document, finding.rule)
        if edits:
            yield Action(f"Ignore {finding.rule} in this file", ActionKind.IGNORE, edits, finding)
        yield Action(f"Ignore {finding.rule} in the settings", ActionKind.IGNORE, (), finding, setting=finding.rule)


def _adjoins(finding: Finding) -> bool:
    """Whether a finding may depend on the lines beside it: it refers to one of them, or to a whole index."""
    block, span = finding.place
    line = block.lines.line_at(span.start)
    beside = (
        abs(block.lines.line_at(place.span.start) - line) == 1
        for _, place in finding.related
        if isinstance(place, Place) and place.block is block
    )
    return RULES[finding.rule].over is not Over.STUDY or any(beside)
