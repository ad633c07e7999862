"""The code or board at an offset of a document: the study of the code, or the board."""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from gbr_lsp.boards.value import Board
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Occurrence, Part

_Item = TypeVar("_Item", Board, Occurrence, Part)


class Pointed(NamedTuple):
    """What an offset points at: a code as its study, or else a board.

    `number` is the block it stands in, and `offset` counts from the start of that block.
    """

    number: int
    offset: int
    study: Study | None
    board: Board | None


def touched(items: Iterable[_Item], offset: int) -> _Item | None:
    """The item at an offset, its end included; between two that adjoin the one behind it."""
    touching = [item for item in items if item.span.touches(offset)]
    return next((item for item in touching if offset < item.span.end), touching[0] if touching else None)


def study_touched(studies: Iterable[Study], block: Block, offset: int) -> Study | None:
    """The study whose code stands at an offset from the start of a block."""
    own = [study for study in studies if study.block is block]
    occurrence = touched((study.occurrence for study in own), offset)
    return next((study for study in own if study.occurrence is occurrence), None)


def pointed_at(document: Document, offset: int) -> Pointed | None:
    """The code or board at an offset, its end included; the code where both stand there."""
    if not document.blocks:
        return None
    number = document.block_number(offset)
    start = document.starts[number]
    found = _in_block(document, number, offset - start)
    if found is None and offset == start and number:
        # The cursor behind the last character of the block before.
        found = _in_block(document, number - 1, offset - document.starts[number - 1])
    return found


def has_code_or_board_at(block: Block, offset: int) -> bool:
    """Whether a code or a board of a block stands at an offset from its start, the end included."""
    found = block.found
    return any(code.span.touches(offset) for code in found.codes) or any(
        board.span.touches(offset) for board in found.boards
    )


def study_of(document: Document, number: int, occurrence: Occurrence) -> Study:
    """The study of a code in a block, with the boards of its section; a bare class is one by itself."""
    block = document.blocks[number]
    for study in document.studies_around(number):
        if study.block is block and study.occurrence is occurrence:
            return study
    return Study(block, occurrence, (), document.conventions)


def owners_of(document: Document, number: int, board: Board) -> list[Study]:
    """The studies that a board in a block belongs to."""
    block = document.blocks[number]
    return [
        study
        for study in document.studies_around(number)
        if any(owned.block is block and owned.board is board for owned in study.boards)
    ]


def _in_block(document: Document, number: int, offset: int) -> Pointed | None:
    found = document.blocks[number].found
    occurrence = touched(found.codes, offset)
    if occurrence:
        return Pointed(number, offset, study_of(document, number, occurrence), None)
    board = touched(found.boards, offset)
    return Pointed(number, offset, None, board) if board else None


class NearStudy(NamedTuple):
    """A study near an offset, and where it stands; nothing is said of the study that the offset stands in."""

    study: Study
    note: str


def study_near(document: Document, offset: int) -> NearStudy | None:
    """The last study of the section before an offset whose position is known, or else its first."""
    number = document.block_number(offset)
    known = [study for study in document.studies_around(number) if study.position is not None]
    if not known:
        return None
    starts = document.offsets_of({study.block for study in known})
    before = [study for study in known if starts[study.block] + study.occurrence.span.start <= offset]
    if document.host.has_records:
        # A game is one study: wherever the cursor is in it, the board is its own.
        return NearStudy(before[-1] if before else known[0], "")
    if before:
        return NearStudy(before[-1], "The study before the cursor")
    return NearStudy(known[0], "The study after the cursor")
