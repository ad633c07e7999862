"""The code or board at an offset of a document."""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Occurrence, Part

_Item = TypeVar("_Item", Board, Occurrence, Part)


class CursorTarget(NamedTuple):
    """A code, as its study, or else a board, at an offset.

    `number` is that of the block, and `offset` counts from its start.
    """

    number: int
    offset: int
    study: Study | None
    board: Board | None


def item_at(items: Iterable[_Item], offset: int) -> _Item | None:
    """Return the item at `offset`, its end included, or None; of adjacent ones the later."""
    touching = [item for item in items if item.span.touches(offset)]
    return next((item for item in touching if offset < item.span.end), touching[0] if touching else None)


def study_at(studies: Iterable[Study], block: Block, offset: int) -> Study | None:
    """Return the study whose code is at `offset` from the start of `block`, or None."""
    own = [study for study in studies if study.block is block]
    occurrence = item_at((study.occurrence for study in own), offset)
    return next((study for study in own if study.occurrence is occurrence), None)


def target_at(document: Document, offset: int) -> CursorTarget | None:
    """Return the `CursorTarget` code, or else board, at `offset`, its end included, or None."""
    if not document.blocks:
        return None
    number = document.block_number(offset)
    start = document.starts[number]
    found = _in_block(document, number, offset - start)
    if found is None and offset == start and number:
        # The cursor is at the end of the previous block.
        found = _in_block(document, number - 1, offset - document.starts[number - 1])
    return found


def has_code_or_board_at(block: Block, offset: int) -> bool:
    """Return True if a code or board of `block` is at `offset`, its end included."""
    found = block.contents
    return any(code.span.touches(offset) for code in found.codes) or any(
        board.span.touches(offset) for board in found.boards
    )


def owners_of(document: Document, number: int, board: Board) -> list[Study]:
    """Return the studies that `board` in block `number` belongs to."""
    block = document.blocks[number]
    return [
        study
        for study in document.section_around(number).studies
        if any(owned.block is block and owned.board is board for owned in study.boards)
    ]


def owner_of(document: Document, number: int, board: Board) -> Study | None:
    """Return the first study that `board` in block `number` belongs to, one that it agrees with if possible."""
    owners = owners_of(document, number, board)
    return next((study for study in owners if study.position == board.placement), owners[0] if owners else None)


def _in_block(document: Document, number: int, offset: int) -> CursorTarget | None:
    block = document.blocks[number]
    found = block.contents
    occurrence = item_at(found.codes, offset)
    if occurrence:
        studies = document.section_around(number).studies
        own = (study for study in studies if study.block is block and study.occurrence is occurrence)
        # A bare class has no boards.
        study = next(own, None) or Study(block, occurrence, (), document.conventions)
        return CursorTarget(number, offset, study, None)
    board = item_at(found.boards, offset) or _announced_at(document, number, offset)
    return CursorTarget(number, offset, None, board) if board else None


def _announced_at(document: Document, number: int, offset: int) -> Board | None:
    """Return the position of the twin that is announced at `offset` of block `number`, or None if it is not known."""
    block = document.blocks[number]
    if not any(mark.span.touches(offset) for mark in block.twin_marks):
        return None
    twins = (twin for study in document.section_around(number).studies for twin in study.twins)
    boards = (twin.board.board for twin in twins if twin.board and twin.board.block is block)
    return next((board for board in boards if board.kind is BoardKind.TWIN and board.span.touches(offset)), None)


def study_near(document: Document, offset: int) -> tuple[Study, str] | None:
    """Return the last study with a position or board before `offset`, else the section's first, or None.

    The second value is a note with its place, empty in its game.
    """
    number = document.block_number(offset)
    studies = document.section_around(number).studies
    known = [study for study in studies if study.position is not None or any(study.placements)]
    if not known:
        return None
    starts = document.offsets_of({study.block for study in known})
    before = [study for study in known if starts[study.block] + study.occurrence.span.start <= offset]
    if document.host.has_records:
        # A game is one study: wherever the cursor is in it, the board is its own.
        return before[-1] if before else known[0], ""
    if before:
        return before[-1], "The study before the cursor"
    return known[0], "The study after the cursor"
