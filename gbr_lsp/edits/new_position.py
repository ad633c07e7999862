"""Insertion of a position into a document: a code, a FEN, a record, a board of LaTeX, a fence or a diagram.

It is written only if the new text is read as this position, and the text around it as before.
"""

from collections import Counter
from collections.abc import Iterator
from enum import Enum
from itertools import islice
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span, count_line_ends
from gbr_lsp.boards import diagram
from gbr_lsp.edits.edit_check import (
    BoardWriting,
    Contents,
    Refusal,
    differing_contents,
    edit_document,
    is_read_alike,
    moved_offset,
)
from gbr_lsp.edits.ignore_edits import line_end_of
from gbr_lsp.edits.position_problems import position_problems
from gbr_lsp.edits.rewritings import fen
from gbr_lsp.hosts.protocol import CodePlace
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_forms import code_of, placement_of, spell
from gbr_lsp.notation.men import recover
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, WHITE, Code, Form, Goal, Occurrence, Stipulation

_BOUNDARY_BEFORE = regex(r"(?:\A|[\s(\[{\"'“„«`|>])\Z")
_BOUNDARY_AFTER = regex(r"[\s)\]}\"'”“»`|<.,;:]|\Z")
_RESULTS = {Goal.WIN: "1-0", Goal.DRAW: "1/2-1/2", None: "*"}
_LINE_ENDS = regex(r"(?:[ \t]*[\r\n])*")
_QUOTE_PREFIX = regex(r"[ \t]*(?:>[ \t]?)*")


class PositionText(Enum):
    """The notations of a new position."""

    CODE = "code"
    FEN = "fen"
    PGN = "pgn"
    """A record with tags."""
    CHESSBOARD = "chessboard"
    """A board of LaTeX."""
    FENCE = "fence"
    """A fence of Markdown with a FEN."""
    DIAGRAM = "diagram"
    """Eight ranks for a chess font."""


_CHOICES: dict[CodePlace, tuple[PositionText, ...]] = {
    CodePlace.TAG: (PositionText.PGN, PositionText.CODE, PositionText.FEN),
    CodePlace.BEFORE_MACRO: (PositionText.CHESSBOARD, PositionText.CODE, PositionText.FEN, PositionText.DIAGRAM),
    CodePlace.BEFORE_FENCE: (
        PositionText.FENCE,
        PositionText.CODE,
        PositionText.FEN,
        PositionText.PGN,
        PositionText.DIAGRAM,
    ),
}
"""The notations in documents of a kind, the usual one first."""
_LENGTH_READ = 16_000
"""Code points of the blocks that are searched for the usual form of codes."""
_CODES_READ = 20


class NewPosition(NamedTuple):
    """A position to write: the men, the side to move, the goal, and the form of its code."""

    placement: Placement
    turn: bool = WHITE
    goal: Goal | None = None
    form: Form = Form.PREFIXED

    @property
    def fen(self) -> str:
        return fen(self.placement, self.turn)


_SAMPLE = NewPosition(Placement("7K/8/k1P5/7p/8/8/8/8"))


def usual_text(document: Document) -> PositionText:
    """Return the usual notation of a new position in `document`."""
    return _texts_of(document)[0]


def possible_texts(document: Document, offset: int, form: Form) -> list[PositionText]:
    """Return the notations that can be written at `offset`, the usual one first; the usual one if none can."""
    texts = _texts_of(document)
    position = _SAMPLE._replace(form=form)
    near, start = document.text_near(offset)
    found = [one for one in texts if isinstance(write_position(near, offset - start, position, one), BoardWriting)]
    return found or [texts[0]]


def _texts_of(document: Document) -> tuple[PositionText, ...]:
    prose = (PositionText.CODE, PositionText.FEN) + (() if document.host.data else (PositionText.DIAGRAM,))
    return _CHOICES.get(document.host.code_place, prose)


def form_near(document: Document, offset: int) -> Form:
    """Return the most frequent form with kings of the `_CODES_READ` codes around `offset`, else the usual one."""
    codes = (code for block in _blocks_near(document, offset) for code in block.contents.codes)
    with_kings = (code.form for code in codes if code.form is not Form.CLASS and code.code.kings)
    forms = Counter(islice(with_kings, _CODES_READ))
    usual = Form.COMPACT if document.host.code_place is CodePlace.TAG else Form.CAPTION
    return forms.most_common(1)[0][0] if forms else usual


def _blocks_near(document: Document, offset: int) -> Iterator[Block]:
    """Yield the block at `offset`, then the blocks around it by distance, until they have `_LENGTH_READ`."""
    blocks, length = document.blocks, 0
    before = after = document.block_number(offset)
    while blocks and length < _LENGTH_READ and (0 <= before or after < len(blocks)):
        for number in {before, after}:
            if 0 <= number < len(blocks):
                length += len(blocks[number].text)
                yield blocks[number]
        before, after = before - 1, after + 1


def write_position(
    document: Document, offset: int, position: NewPosition, text: PositionText
) -> BoardWriting | Refusal:
    """Return the `BoardWriting` of `position` at `offset`, or on lines after it, or a refusal."""
    code = _code(document, position)
    if code is None:
        return Refusal("A side has more than eight pawns")
    for problem in position_problems(position.placement, [position.turn]).values():
        return Refusal(problem)
    if text in (PositionText.CODE, PositionText.FEN):
        return _write_in_line(document, offset, position, code, text)
    first = None
    for lines in _line_variants(document, position, code, text):
        found = _write_on_lines(document, offset, position, lines, text)
        if isinstance(found, BoardWriting):
            return found
        first = first or found
    return first or Refusal(f"{_NAMES[text]} cannot be written in this kind of document")


_NAMES = {
    PositionText.CODE: "A code",
    PositionText.FEN: "A FEN",
    PositionText.PGN: "A record",
    PositionText.CHESSBOARD: "A \\chessboard",
    PositionText.FENCE: "A fence",
    PositionText.DIAGRAM: "A diagram",
}


def _code(document: Document, position: NewPosition) -> Code | None:
    # White is to move by default.
    """Return the full code of `position`, or None if a side has more than eight pawns."""
    turn = BLACK if position.turn is BLACK else None
    return code_of(position.placement, Stipulation(position.goal, turn), document.conventions.nine)


def forms_of(document: Document, position: NewPosition) -> dict[str, str]:
    """Return the code of `position` in each form that can spell it, by the name of the form."""
    code = _code(document, position)
    return {form.value: text for form in Form if code and (text := spell(code, form))}


def _write_in_line(
    document: Document, offset: int, position: NewPosition, code: Code, text: PositionText
) -> BoardWriting | Refusal:
    """Return the `BoardWriting` of a code or FEN at `offset`, or a refusal.

    Blanks separate it from letters.
    """
    new_text = spell(code, position.form) if text is PositionText.CODE else position.fen
    if new_text is None:
        return Refusal("The code has too little data for this form")
    before, after = _text_around(document, offset)
    closing = _closing(document)
    if closing is not None and closing <= offset:
        return _write_on_lines(document, offset, position, [new_text], text)
    in_value = before.endswith('"') and document.host.code_place is CodePlace.TAG
    if in_value and text is PositionText.CODE and not new_text.startswith("("):
        new_text = f"({new_text})"
    lead = "" if _BOUNDARY_BEFORE.search(before) else " "
    trail = "" if _BOUNDARY_AFTER.match(after) else " "
    edit = Edit(Span(offset, offset), lead + new_text + trail)
    span = Span(offset + len(lead), offset + len(lead) + len(new_text))
    return _check_written(document, edit, span, position, text, span.end)


def _write_on_lines(
    document: Document, offset: int, position: NewPosition, lines: list[str], text: PositionText
) -> BoardWriting | Refusal:
    """Return the `BoardWriting` of `lines` after the line or game at `offset`, or a refusal.

    Empty lines are around them.
    """
    end = line_end_of(document)
    at, prefix = _insertion_place(document, offset)
    closing = _closing(document)
    if closing is not None and closing < at:
        at, prefix = closing, ""
    before, after = _text_around(document, at)
    blank_line = prefix.rstrip()
    lead = end * max(0, 2 - _leading_line_ends(before[::-1])) if before.strip() else ""
    trail = end * max(0, (2 if after.strip() else 1) - _leading_line_ends(after))
    if prefix:
        lead = end + blank_line + end
        trail = end + blank_line if after.strip().startswith(blank_line) else trail
    body = end.join(prefix + line if line else blank_line for line in lines)
    edit = Edit(Span(at, at), lead + body + trail)
    span = Span(at + len(lead), at + len(lead) + len(body))
    return _check_written(document, edit, span, position, text, None)


def _closing(document: Document) -> int | None:
    """Return the offset of the text that closes `document`, such as `\\end{document}`, or None."""
    find = document.host.closing
    if find is None:
        return None
    found = ((start, find(block.text)) for start, block in zip(document.starts, document.blocks, strict=False))
    return next((start + offset for start, offset in found if offset is not None), None)


def _leading_line_ends(text: str) -> int:
    """Return the number of line ends at the start of `text`, which may be reversed."""
    run = _LINE_ENDS.match(text)
    return count_line_ends(run[0].replace("\n\r", "\r\n")) if run else 0


def _insertion_place(document: Document, offset: int) -> tuple[int, str]:
    """Return (offset, prefix) for lines inserted at `offset`; the prefix is `> ` in a quotation."""
    if not document.blocks:
        return 0, ""
    number = document.block_number(offset)
    block, start = document.blocks[number], document.starts[number]
    if document.host.has_records:
        return (start + len(block.text.rstrip()) if block.text.strip() else offset), ""
    line = block.lines.line_span(block.lines.line_at(offset - start))
    text = block.text[line.start : line.end]
    quote = _QUOTE_PREFIX.match(text)
    prefix = quote[0] if quote and ">" in quote[0] else ""
    if not text.strip():
        return start + line.start, ""
    return start + line.end, prefix


def _text_around(document: Document, offset: int) -> tuple[str, str]:
    """Return (before, after), each at most 80 characters, at `offset`."""
    if not document.blocks:
        return "", ""
    number = document.block_number(offset)
    first, last = max(0, number - 1), min(len(document.blocks), number + 2)
    text = "".join(block.text for block in document.blocks[first:last])
    at = offset - document.starts[first]
    return text[max(0, at - 80) : at], text[at : at + 80]


def _line_variants(document: Document, position: NewPosition, code: Code, text: PositionText) -> list[list[str]]:
    """Return the ways to write a position on its own lines, the usual one first.

    Each is a list of lines. It is empty if the host has no such notation.
    """
    fences = document.host.code_place is CodePlace.BEFORE_FENCE
    if text is PositionText.CHESSBOARD:
        if document.host.code_place is not CodePlace.BEFORE_MACRO:
            return []
        turn = "" if position.turn is WHITE else ",mover=b"
        return [[rf"\chessboard[setfen={position.placement.fen}{turn}]"]]
    if text is PositionText.FENCE:
        return [["```fen", position.fen, "```"]] if fences else []
    if text is PositionText.DIAGRAM:
        ranks = diagram.diagram_lines(position.placement)
        return [["```text", *ranks, "```"]] if fences else [] if document.host.has_records else [ranks]
    record = _record(position, code)
    return [["```pgn", *record, "```"]] if fences else [record]


def _record(position: NewPosition, code: Code) -> list[str]:
    """Return the lines of a PGN game without moves: the tags, an empty line, the result."""
    code_text = spell(code, position.form) or spell(code, Form.PREFIXED) or ""
    code_text = code_text if code_text.startswith("(") else f"({code_text})"
    result = _RESULTS[position.goal]
    return [
        '[Event "?"]',
        '[Site "?"]',
        '[Date "????.??.??"]',
        '[Round "?"]',
        '[White "?"]',
        f'[Black "{code_text}"]',
        f'[Result "{result}"]',
        '[SetUp "1"]',
        f'[FEN "{position.fen}"]',
        "",
        result,
    ]


def _check_written(
    document: Document, edit: Edit, written_span: Span, position: NewPosition, text: PositionText, caret: int | None
) -> BoardWriting | Refusal:
    """Return the `BoardWriting` of `edit` if the new text is read as intended, else a refusal.

    `written_span` and `caret` are offsets of the new text. Without `caret` it is the start of the
    code or board.
    """
    after = edit_document(document, [edit])
    contents_before, contents_after = differing_contents(document, after)
    if not is_read_alike(contents_before, contents_after, [written_span]):
        return Refusal("Written here, it would change how the text next to it is read")
    written_contents = Contents(
        [one for one in contents_after.codes if written_span.covers(one.span)],
        [one for one in contents_after.boards if written_span.covers(one.span)],
    )
    codes, boards = (text in (PositionText.CODE, PositionText.PGN)), text is not PositionText.CODE
    if len(written_contents.codes) != codes or len(written_contents.boards) != boards:
        return Refusal(f"{_NAMES[text]} is not read at this place in the document")
    if any(not _has_position(document, one.code, position) for one in written_contents.codes):
        return Refusal("Written here in this form, the code would not give the position")
    if any(one.board.placement != position.placement for one in written_contents.boards):
        return Refusal("Written here, the board would be read as a different position")
    found = written_contents.codes[0].span.start if written_contents.codes else written_contents.boards[0].span.start
    return BoardWriting((edit,), found if caret is None else min(caret, moved_offset(edit.span.end, [edit])))


def _has_position(document: Document, code: Occurrence, position: NewPosition) -> bool:
    """Return True if `code` states as much of `position` as its form can."""
    full_code = _code(document, position)
    read_code = code.code
    if full_code is None or read_code.force != full_code.force or code.problems:
        return False
    if position.form is Form.CLASS:
        return True
    if read_code.kings != position.placement.kings:
        return False
    if read_code.pieces is None or read_code.force is None:
        return position.form in (Form.PREFIXED, Form.CAPTION)
    men = recover(read_code.force, document.conventions.nine, read_code.control, code.words)
    counts = tuple(count for count in men if count is not None)
    return len(counts) == len(men) and placement_of(read_code, counts) == position.placement
