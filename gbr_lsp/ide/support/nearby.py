"""The surroundings of a place in a document: the boards of its section, boards without a code, the form of the
codes."""

from collections.abc import Collection
from typing import NamedTuple

from gbr_lsp.model.assembly import studies_of
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Form

_FARTHEST = 500
"""The largest distance in blocks: anything further away belongs to another study, and would cost time."""


class Known(NamedTuple):
    """A board that can be read."""

    name: str
    placement: Placement
    turn: bool | None


def boards_near(document: Document, number: int) -> list[Known]:
    """The different boards of the section of a block, the nearest first."""
    found: dict[Placement, Known] = {}
    for other in sorted(reach(document, number), key=lambda other: abs(other - number)):
        for board in document.blocks[other].found.boards:
            if board.placement:
                found.setdefault(board.placement, Known(board.name, board.placement, board.turn))
    return list(found.values())


def left_over(document: Document, number: int, boards: Collection[Known]) -> list[Known]:
    """Those boards that belong to no code of the section of a block."""
    near = reach(document, number)
    studies = studies_of(document.blocks[near.start : near.stop], document.conventions)
    owned = {placement for study in studies for _, placement in study.placements}
    return [board for board in boards if board.placement not in owned]


def reach(document: Document, number: int) -> range:
    """The numbers of the blocks of a section that are not too far from one of them."""
    blocks = document.blocks
    first, behind = number, number + 1
    while 0 < first and not blocks[first].opens_section() and number - first < _FARTHEST:
        first -= 1
    while behind < len(blocks) and not blocks[behind].opens_section() and behind - number < _FARTHEST:
        behind += 1
    return range(first, behind)


def form_before(document: Document, number: int, offset: int) -> Form:
    """The form of the last code with kings before an offset in a block, if one is near; else the one of articles."""
    for other in range(number, max(-1, number - _FARTHEST), -1):
        for code in reversed(document.blocks[other].found.codes):
            if code.code.kings and (other < number or code.span.end <= offset):
                return code.form
    return Form.PREFIXED
