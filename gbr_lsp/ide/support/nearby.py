"""The boards near a block, those without a code, and the form of codes."""

from collections.abc import Collection
from typing import NamedTuple

from gbr_lsp.model.assembly import studies_of
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Form

_FARTHEST = 500
"""The maximum distance in blocks, to save time; boards beyond it belong to other studies."""


class Known(NamedTuple):
    """A board whose position is known."""

    name: str
    placement: Placement
    turn: bool | None


def boards_near(document: Document, number: int) -> list[Known]:
    """Return the distinct boards of the section of block `number`, the nearest first."""
    found: dict[Placement, Known] = {}
    for other in sorted(reach(document, number), key=lambda other: abs(other - number)):
        for board in document.blocks[other].found.boards:
            if board.placement:
                found.setdefault(board.placement, Known(board.name, board.placement, board.turn))
    return list(found.values())


def left_over(document: Document, number: int, boards: Collection[Known]) -> list[Known]:
    """Return those of `boards` that belong to no code in the section of block `number`."""
    near = reach(document, number)
    studies = studies_of(document.blocks[near.start : near.stop], document.conventions)
    owned = {placement for study in studies for _, placement in study.placements}
    return [board for board in boards if board.placement not in owned]


def reach(document: Document, number: int) -> range:
    """Return the numbers of the blocks of the section of block `number`, within `_FARTHEST`."""
    blocks = document.blocks
    first, behind = number, number + 1
    while 0 < first and not blocks[first].opens_section() and number - first < _FARTHEST:
        first -= 1
    while behind < len(blocks) and not blocks[behind].opens_section() and behind - number < _FARTHEST:
        behind += 1
    return range(first, behind)


def form_before(document: Document, number: int, offset: int) -> Form:
    """Return the form of the last code with kings before `offset`, or PREFIXED if none is near."""
    for other in range(number, max(-1, number - _FARTHEST), -1):
        for code in reversed(document.blocks[other].found.codes):
            if code.code.kings and (other < number or code.span.end <= offset):
                return code.form
    return Form.PREFIXED
