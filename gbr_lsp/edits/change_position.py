"""The position of a study changed everywhere it is written: code, FEN, macro, control and square lists together.

All that belongs to the study is found through its boards and the codes they belong to. The new text is read again, and
nothing is changed unless every part of it then says exactly the new position, and all beside it what it said before.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import NamedTuple

from gbr_lsp.base.text import Edit
from gbr_lsp.boards import macros
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.edits.reread import BoardWriting, Refusal, edited, moved, read_alike, what_differs
from gbr_lsp.edits.rewrite_board import board_edits
from gbr_lsp.edits.rewrite_code import code_edits
from gbr_lsp.hosts.protocol import BoardSource
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.spell import code_of
from gbr_lsp.notation.values import Code, Form, Occurrence, Stipulation

_OTHERWISE = Refusal("Read again, the text would not say exactly this position")
_MOST_WAYS = 16


class ChangedCode(NamedTuple):
    """A code that is changed, in its block."""

    block: Block
    occurrence: Occurrence


class ChangedBoard(NamedTuple):
    """A board that is changed, in its block."""

    block: Block
    board: Board


class _Subject(NamedTuple):
    """All that shows one position."""

    codes: list[ChangedCode]
    boards: list[ChangedBoard]


def change_position(
    document: Document, offset: int, start: Study | ChangedBoard, placement: Placement
) -> BoardWriting | Refusal:
    """The edits that put a placement in the place of the position of a study, or of a board without one.

    The offset is that of the caret, which stays with the text around it.
    """
    new = code_of(placement, Stipulation(None, None), document.conventions.nine)
    if new is None:
        return Refusal("A side has more than eight pawns")
    subject = _subject(document, start)
    positions = {board.placement for _, board in subject.boards if board.placement}
    if 1 < len(positions):
        return Refusal("The boards of this study show different positions: mend them first")
    if not subject.boards and all(occurrence.code.pieces is None for _, occurrence in subject.codes):
        return Refusal("The text does not say where the men stand")
    if _has_unread(document, subject):
        return Refusal("A board macro beside it cannot be read for certain, so it is not changed")
    starts = document.offsets_of({block for block, _ in (*subject.codes, *subject.boards)})
    fixed: list[Edit] = []
    for block, board in subject.boards:
        edits = board_edits(block, board, placement)
        if isinstance(edits, str):
            return Refusal(edits)
        fixed += _shifted(edits, starts[block])
    ways = [
        [_shifted(way, starts[block]) for way in code_edits(block.text, code, new)] for block, code in subject.codes
    ]
    for way in islice(product(*ways), _MOST_WAYS):
        edits = sorted({*fixed, *(edit for one in way for edit in one)})
        if _holds(document, subject, edits, placement, new):
            return BoardWriting(tuple(edits), moved(offset, edits))
    return _OTHERWISE


def _shifted(edits: Iterable[Edit], by: int) -> list[Edit]:
    return [Edit(edit.span.shift(by), edit.text) for edit in edits]


def _subject(document: Document, start: Study | ChangedBoard) -> _Subject:
    """What shows the position of a study or a board: boards with the codes they belong to, and the boards of those."""
    studies = document.studies_around(_number(document, start.block))
    codes: list[ChangedCode] = []
    boards: list[ChangedBoard] = []
    if isinstance(start, Study):
        codes.append(ChangedCode(start.block, start.occurrence))
    else:
        boards.append(start)
    grows = True
    while grows:
        count = len(codes) + len(boards)
        for study in studies:
            own = ChangedCode(study.block, study.occurrence)
            its = [
                ChangedBoard(owned.block, owned.board)
                for owned in study.boards
                if owned.board.kind is not BoardKind.CODE
            ]
            spelled = [
                _code_of(owned.block, owned.board) for owned in study.boards if owned.board.kind is BoardKind.CODE
            ]
            everything: list[ChangedCode | ChangedBoard] = [own, *its, *(code for code in spelled if code)]
            if any(_is_in(one, codes) or _is_in(one, boards) for one in everything):
                codes += [one for one in everything if isinstance(one, ChangedCode) and not _is_in(one, codes)]
                boards += [one for one in its if not _is_in(one, boards)]
        grows = count < len(codes) + len(boards)
    return _Subject(codes, boards)


def _code_of(block: Block, board: Board) -> ChangedCode | None:
    """The code that spells a board out."""
    found = next((code for code in block.found.codes if code.span == board.span), None)
    return found and ChangedCode(block, found)


def _is_in(one: ChangedCode | ChangedBoard, many: Iterable[ChangedCode | ChangedBoard]) -> bool:
    return any(other[0] is one[0] and other[1] is one[1] for other in many)


def _number(document: Document, block: Block) -> int:
    return document.block_number(document.offsets_of([block])[block])


def _has_unread(document: Document, subject: _Subject) -> bool:
    """Whether a macro that cannot be read stands beside the study, which may or may not show its board."""
    if BoardSource.MACROS not in document.host.sources:
        return False
    blocks = {block for block, _ in (*subject.codes, *subject.boards)}
    near = set()
    for block in blocks:
        number = _number(document, block)
        near |= {block, *_until_code(document, number, 1), *_until_code(document, number, -1)}
    return any(macros.unread(block.text, block.found.reading.spans, block.host.letters) for block in near)


def _until_code(document: Document, number: int, step: int) -> Iterator[Block]:
    """The blocks beside one, up to the next that has a code or another section begins with."""
    blocks = document.blocks
    while 0 <= number + step < len(blocks):
        if blocks[number if step < 0 else number + step].opens_section():
            return
        number += step
        if blocks[number].found.codes:
            return
        yield blocks[number]


def _holds(document: Document, subject: _Subject, edits: list[Edit], placement: Placement, new: Code) -> bool:
    """Whether the new text says exactly the new position where it said the old one, and all else as before."""
    if not edits:
        return True
    after = edited(document, edits)
    before, now = what_differs(document, after)
    if len(before.codes) != len(now.codes) or len(before.boards) != len(now.boards):
        return False
    starts = document.offsets_of({block for block, _ in (*subject.codes, *subject.boards)})
    codes = {(starts[block] + code.span.start): code for block, code in subject.codes}
    boards = {(starts[block] + board.span.start): board for block, board in subject.boards}
    written = []
    changed = []
    for old, read in zip(before.codes, now.codes, strict=True):
        if codes.get(old.span.start) is old.code:
            if not _says(old.code, read.code, new):
                return False
            written.append(read.span)
            changed.append(ChangedCode(read.block, read.code))
    for was, shows in zip(before.boards, now.boards, strict=True):
        if boards.get(was.span.start) is was.board:
            alike = (was.board.kind, was.board.turn) == (shows.board.kind, shows.board.turn)
            if not alike or shows.board.placement != placement or _miscounts(shows.board, new):
                return False
            written.append(shows.span)
    unchanged = before._replace(
        codes=[one for one in before.codes if codes.get(one.span.start) is not one.code],
        boards=[one for one in before.boards if boards.get(one.span.start) is not one.board],
    )
    return read_alike(unchanged, now, written) and _belongs(after, changed, subject, placement)


def _miscounts(board: Board, new: Code) -> bool:
    return board.counted is not None and board.counted.control != new.control


def _says(old: Occurrence, read: Occurrence, new: Code) -> bool:
    """Whether a code says a position as far as its form does, and besides what it said before."""
    code = read.code
    if (code.force, read.form) != (new.force, old.form) or read.problems or code.stipulation != old.code.stipulation:
        return False
    if old.form is not Form.CLASS and code.kings != new.kings:
        return False
    if (code.control is None) != (old.code.control is None) and code.control is None:
        return False
    if code.control is not None and code.control != new.control:
        return False
    return code.pieces is None or (code.pieces, code.pawns) == (new.pieces, new.pawns)


def _belongs(after: Document, changed: list[ChangedCode], subject: _Subject, placement: Placement) -> bool:
    """Whether the changed codes have the new position, and no board of theirs shows another."""
    for block, occurrence in changed:
        around = after.studies_around(_number(after, block))
        study = next((one for one in around if one.block is block and one.occurrence is occurrence), None)
        if study is None or any(shown != placement for _, shown in study.placements):
            return False
        if study.position != placement and (subject.boards or study.code.pieces is not None):
            return False
        if study.code.pieces is not None and study.spelled != placement:
            return False
    return True
