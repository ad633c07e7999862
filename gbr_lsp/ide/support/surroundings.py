"""The boards near a block, those without a code, and the form of codes."""

from collections.abc import Collection
from typing import NamedTuple

from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Form

_MAX_DISTANCE = 500
"""The maximum distance in blocks, to save time; boards beyond it belong to other studies."""


class NearBoard(NamedTuple):
    """A board whose position is known."""

    name: str
    placement: Placement
    turn: bool | None


def boards_near(document: Document, number: int) -> list[NearBoard]:
    """Return the distinct boards of the section of block `number`, the nearest first."""
    found: dict[Placement, NearBoard] = {}
    for other in sorted(near_blocks(document, number), key=lambda other: abs(other - number)):
        for board in document.blocks[other].contents.boards:
            if board.placement:
                found.setdefault(board.placement, NearBoard(board.name, board.placement, board.turn))
    return list(found.values())


def unowned_boards(document: Document, number: int, boards: Collection[NearBoard]) -> list[NearBoard]:
    """Return those of `boards` that belong to no code in the section of block `number`."""
    near = near_blocks(document, number)
    studies = read_section(document.blocks[near.start : near.stop], document.conventions).studies
    owned = {placement for study in studies for _, placement in study.placements}
    return [board for board in boards if board.placement not in owned]


def near_blocks(document: Document, number: int) -> range:
    """Return the numbers of the blocks of the section of block `number`, within `_MAX_DISTANCE`."""
    blocks = document.blocks
    first, end = number, number + 1
    while 0 < first and not blocks[first].is_section_start() and number - first < _MAX_DISTANCE:
        first -= 1
    while end < len(blocks) and not blocks[end].is_section_start() and end - number < _MAX_DISTANCE:
        end += 1
    return range(first, end)


def form_before(document: Document, number: int, offset: int) -> Form:
    """Return the form of the last code with kings before `offset`, or PREFIXED if none is near."""
    for other in range(number, max(-1, number - _MAX_DISTANCE), -1):
        for code in reversed(document.blocks[other].contents.codes):
            if code.code.kings and (other < number or code.span.end <= offset):
                return code.form
    return Form.PREFIXED
