"""Edits that add a code to a board, or a board to a code, in the syntax of the host.

Each edit is tried before it is offered. The new text must contain the addition, and every other
code and board as before.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.boards import macros
from gbr_lsp.boards.drawing import figures
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.edits.ignore_edits import end_of_header, line_end_of
from gbr_lsp.edits.rewritings import fen, turn_of
from gbr_lsp.hosts.protocol import BoardTemplate, CodePlace
from gbr_lsp.model.aim import result_goal
from gbr_lsp.model.block import Block, cut
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.men import control_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, WHITE, Form, Stipulation

_EMPTY_TAG = regex(r"\s*\??\s*|\(\s*\)")
_FIRST_MOVE = regex(r"(?<![\w.])1[ \t]*(\.(?:\.\.)?|…)")
_COMMENTS = regex(r"\{[^}]*\}?|;[^\r\n]*")
_MARKER = regex(r"[^ \t>]")
_QUOTES = "\"'“”"
_MACRO = regex(r"\\[A-Za-z@]+")
_BOARD_MACRO = regex(r"\\(?:fen|fenboard|pieces|chessboard|newgame|newchessgame)(?![A-Za-z@])")
_BRACKET = regex(r"[()\[\]{}]")
_CALL = regex(r"#[A-Za-z_][\w.-]*\Z")
_FRAME = regex(r"[ \t]*XI+Y[ \t]*\Z")


class Insertion(NamedTuple):
    """A description of the insertion, and its edit in offsets of the document."""

    description: str
    edit: Edit


_KIND_OF_WORD = {
    "{fen}": BoardKind.FEN,
    "{placement}": BoardKind.FEN,
    "{pieces}": BoardKind.PIECES,
    "{figures}": BoardKind.GRID,
}
"""The kind of board that each word of a template produces."""


def code_insertion(document: Document, number: int, board: Board, form: Form | None = None) -> Insertion | None:
    """Return the `Insertion` of the code of `board` in block `number`, or None.

    It is before the board, or in the `Black` tag of a game. The code is in `form` if it can be read
    there, else in the prefixed form.
    """
    block = document.blocks[number]
    if board.placement is None:
        return None
    goal = result_goal(block) if document.host.has_records else None
    code = code_of(board.placement, Stipulation(goal, None), document.conventions.nine)
    for each in dict.fromkeys((form or Form.PREFIXED, Form.PREFIXED)):
        code_text = spell(code, each) if code else None
        found = _insertion_of(document, number, board, code_text) if code_text else None
        if found:
            return found
    return None


def _insertion_of(document: Document, number: int, board: Board, code_text: str) -> Insertion | None:
    """Return the `Insertion` of `code_text` for `board` in block `number`, or None."""
    block = document.blocks[number]
    is_enclosed = document.host.code_place is CodePlace.TAG and code_text.startswith("(")
    code_text = code_text[1:-1] if is_enclosed else code_text
    edit = _CODE_PLACES[document.host.code_place](block, board, code_text, line_end_of(document))
    if edit is None:
        return None
    edit = edit.shift(document.starts[number])
    return Insertion(f"the code {code_text}", edit) if _is_only_addition(document, edit, codes=1) else None


def board_insertions(document: Document, number: int, study: Study) -> Iterator[Insertion]:
    """Yield an `Insertion` of the position of `study` for each kind of board that it lacks."""
    position = study.position
    if position is None:
        return
    shown_kinds = {owned.board.kind for owned in study.boards}
    if document.host.code_place is CodePlace.TAG:
        insertion = None if BoardKind.FEN in shown_kinds else _tag_insertion(document, number, study, position)
        if insertion and _is_only_addition(document, insertion.edit, codes=0):
            yield insertion
        return
    for template in document.host.templates if _may_have_board_after(study) else ():
        # One board of a kind is enough.
        if shown_kinds.isdisjoint(
            kind for word, kind in _KIND_OF_WORD.items() if any(word in line for line in template.lines)
        ):
            lines = _fill_template(template, study, position)
            insertion = Insertion(template.label, _paragraph_edit(document, number, lines))
            if _is_only_addition(document, insertion.edit, codes=0):
                yield insertion


def pieces_macro(placement: Placement, letters: str) -> str:
    r"""Return `placement` as text for diagram.sty: `\pieces[3+2]{wKa4, sKb7, …}`.

    `letters` are those of the men.
    """
    control = control_of(placement.men)
    count = f"[{control.white}+{control.black}]" if control else ""
    return f"\\pieces{count}{{{macros.pieces_list(placement, letters)}}}"


def _edit_in_tag(block: Block, board: Board, code_text: str, end: str) -> Edit | None:
    """Return the edit that fills an empty `Black` tag, or inserts one before the FEN tag.

    None if the tag has a value or the board is not in a FEN tag.
    """
    tags = block.contents.reading.tags
    if "FEN" not in tags or not tags["FEN"].covers(board.span):
        return None
    black = tags.get("Black")
    if black is not None:
        is_empty = _EMPTY_TAG.fullmatch(block.text, black.start, black.end) is not None
        return Edit(black, f"({code_text})") if is_empty else None
    line = block.lines.line_span(block.lines.line_at(board.span.start))
    if not block.text[line.start : board.span.start].lstrip().startswith("[FEN"):
        return None
    return Edit(Span(line.start, line.start), f'[Black "({code_text})"]{end}')


def _edit_before_fence(block: Block, board: Board, code_text: str, end: str) -> Edit | None:
    """Return the edit that inserts the code before the fence of the board, or None.

    Outside of fences see `_edit_in_text`.
    """
    if block.contents.reading.is_enclosed:
        prefix = _prefix(block)
        if _MARKER.search(prefix):
            return None
        return Edit(Span(0, 0), f"{prefix}{code_text}{end}{prefix.rstrip()}{end}")
    return _edit_in_text(block, board, code_text, end)


def _edit_in_text(block: Block, board: Board, code_text: str, end: str) -> Edit | None:
    """Return the edit that inserts the code before the board, perhaps on its own line.

    `end` is a line end. None in a quoted string, or if text precedes a diagram on its line.
    """
    calls = (group for group in block.contents.groups if block.text.startswith("{{", group.start))
    start = min((call.start for call in calls if call.covers(board.span)), default=board.span.start)
    while start and block.text[start - 1] in "`~":
        start -= 1
    if block.text[max(0, start - 1) : start] in tuple(_QUOTES):
        return None
    number = block.lines.line_at(start)
    line = block.lines.line_span(number)
    has_own_line = not block.text[line.start : start].strip()
    if board.kind in (BoardKind.DIAGRAM, BoardKind.GRID, BoardKind.TEMPLATE):
        if not has_own_line and block.text[line.start : start].strip(" \t>"):
            return None
        if number:
            line_above = block.lines.line_span(number - 1)
            line = line_above if _FRAME.match(block.text[line_above.start : line_above.end]) else line
        return Edit(Span(line.start, line.start), code_text + end + end)
    if has_own_line and start == board.span.start:
        return Edit(Span(line.start, line.start), block.text[line.start : start] + code_text + end)
    return Edit(Span(start, start), code_text + " ")


def _edit_before_macro(block: Block, board: Board, code_text: str, end: str) -> Edit | None:
    """Return the edit that inserts the code on a line before the macro around the board.

    The outermost macro or environment counts. Without one, the code may be within a line. None if
    text precedes the macro on its line.
    """
    starts = [group.start for group in block.contents.groups if group.covers(board.span)]
    first = min([*starts, board.span.start])
    macros = (_MACRO if starts else _BOARD_MACRO).finditer(block.text, 0, board.span.start)
    start = max((found.start() for found in macros if found.start() <= first), default=first)
    line = block.lines.line_span(block.lines.line_at(start))
    has_own_line = not block.text[line.start : start].strip()
    if has_own_line:
        return Edit(Span(line.start, line.start), code_text + end)
    return None if starts else Edit(Span(start, start), code_text + " ")


def _edit_before_call(block: Block, board: Board, code_text: str, end: str) -> Edit | None:
    """Return the edit that inserts the code before the outermost call, such as `#board(…)`.

    Without a call around the board see `_edit_in_text`.
    """
    open_brackets: list[int] = []
    for bracket in _BRACKET.finditer(block.text, 0, board.span.start):
        if bracket[0] in "([{":
            open_brackets.append(bracket.start())
        elif open_brackets:
            open_brackets.pop()
    calls = (found for at in open_brackets if (found := _CALL.search(block.text, max(0, at - 80), at)))
    call = next(calls, None)
    if call is None:
        return _edit_in_text(block, board, code_text, end)
    line = block.lines.line_span(block.lines.line_at(call.start()))
    indent = block.text[line.start : call.start()]
    if indent.strip():
        return Edit(Span(call.start(), call.start()), code_text + " ")
    return Edit(Span(line.start, line.start), indent + code_text + end)


_CODE_PLACES = {
    CodePlace.TAG: _edit_in_tag,
    CodePlace.BEFORE_MACRO: _edit_before_macro,
    CodePlace.BEFORE_FENCE: _edit_before_fence,
    CodePlace.BEFORE_CALL: _edit_before_call,
    CodePlace.IN_TEXT: _edit_in_text,
}


def _may_have_board_after(study: Study) -> bool:
    """Return True if a board may follow the paragraph of `study`."""
    block, span = study.block, study.occurrence.span
    place = block.host.code_place
    if place is CodePlace.BEFORE_MACRO:
        # It is unknown which arguments of a macro may contain a board.
        return not any(group.covers(span) for group in block.contents.groups)
    in_text = place in (CodePlace.IN_TEXT, CodePlace.BEFORE_CALL)
    return not in_text or block.text[span.end : span.end + 1] not in tuple(_QUOTES)


def _fill_template(template: BoardTemplate, study: Study, position: Placement) -> list[str]:
    """Return the lines of `template` with `position` in place of words such as `{fen}`."""
    makers: dict[str, Callable[[], str]] = {
        "{fen}": lambda: fen(position, turn_of(study)),
        "{placement}": lambda: position.fen,
        "{pieces}": lambda: pieces_macro(position, study.block.host.letters),
        "{figures}": lambda: "\n".join(figures(position)),
    }
    text = "\n".join(template.lines)
    for word, make in makers.items():
        if word in text:
            text = text.replace(word, make())
    return text.split("\n")


def _tag_insertion(document: Document, number: int, study: Study, position: Placement) -> Insertion | None:
    """Return the `Insertion` of the FEN tag for a game, or None.

    The first move may show the side to move. It is None if that is unknown, if there is a FEN, or
    if the code is in no tag.
    """
    block = study.block
    reading = block.contents.reading
    turn = _turn_of_game(block) if turn_of(study) is None else turn_of(study)
    in_tag = any(value.covers(study.occurrence.span) for value in reading.tags.values())
    if turn is None or not in_tag or "FEN" in reading.tags:
        return None
    at = document.starts[number] + len(block.text[: end_of_header(block.text)].rstrip())
    end = line_end_of(document)
    setup = "" if "SetUp" in reading.tags else f'{end}[SetUp "1"]'
    return Insertion("the FEN", Edit(Span(at, at), f'{setup}{end}[FEN "{fen(position, turn)}"]'))


def _turn_of_game(block: Block) -> bool | None:
    """Return the side of the first move, or None: `1.` → WHITE, `1...` → BLACK."""
    moves = _COMMENTS.sub(" ", block.text[end_of_header(block.text) :])
    first = _FIRST_MOVE.search(moves)
    return None if first is None else WHITE if first[1] == "." else BLACK


def _paragraph_edit(document: Document, number: int, lines: list[str]) -> Edit:
    """Return the edit that adds `lines` as a paragraph after block `number`.

    They get the indentation or quotation marks of the block.
    """
    block, end = document.blocks[number], line_end_of(document)
    prefix = _MARKER.sub(" ", _prefix(block))
    at = len(block.text.rstrip(" \t\r\n")) + document.starts[number]
    return Edit(Span(at, at), end + prefix.rstrip() + "".join(end + prefix + line for line in lines))


def _prefix(block: Block) -> str:
    """Return the marks of quotations and lists before the text of `block`, or `""`."""
    found = block.host.item.match(block.text) if block.host.item else None
    return found[0] if found else ""


def _is_only_addition(document: Document, edit: Edit, *, codes: int) -> bool:
    """Return True if `edit` adds `codes` codes, a board at most if 0, and changes nothing else."""
    first, last = document.block_number(max(0, edit.span.start - 1)), document.block_number(edit.span.end)
    old, start = document.blocks[first : last + 1], document.starts[first]
    text = "".join(block.text for block in old)
    new, _ = cut(document.host, apply_edits(text, [edit.shift(-start)]), old[0].state)
    before, after = _codes(old), _codes(new)
    if len(after) != len(before) + codes or not _is_subsequence(before, after):
        return False
    old_boards, new_boards = _boards(old), _boards(new)
    return len(new_boards) <= len(old_boards) + 1 - codes and _is_subsequence(old_boards, new_boards)


def _is_subsequence(few: list[object], many: list[object]) -> bool:
    """Return True if the items of `few` occur in `many` in the same order."""
    rest = iter(many)
    return all(any(item == other for other in rest) for item in few)


def _codes(blocks: list[Block]) -> list[object]:
    """Return the codes of `blocks` as tuples without their offsets."""
    return [(code.code, code.form, code.evidence) for block in blocks for code in block.contents.codes]


def _boards(blocks: list[Block]) -> list[object]:
    """Return the boards of `blocks` as tuples without their offsets."""
    return [(board.kind, board.placement, board.turn) for block in blocks for board in block.contents.boards]
