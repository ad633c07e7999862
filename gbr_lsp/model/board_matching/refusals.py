"""Reasons why a board near a code does not belong to it.

To add a reason, add a member to `Reason`, and record it in the function that decides: in `pairing`,
`assembly` or `later_positions` (`without_later_boards`). Explanations then word it. The reasons of boards
that were not considered, such as `FAR`, are found by `unused_boards`.
"""

from collections.abc import Hashable, Mapping
from enum import Enum
from typing import NamedTuple

from gbr_lsp.model.block import Place

_ONE_SLIP = "differs by one slip ({apart}), "


class Reason(Enum):
    """Why a board does not belong to a code: words after its name. `{apart}` is the difference between them.

    A reason without braces is followed by the difference, if there is one.
    """

    UNREADABLE = "cannot be read: it {problem}"
    LATER = "stands after moves, or words such as “after”: a later position"
    EXCHANGED = "shows the men in exchanged colors"
    AGREES_ELSEWHERE = "agrees too, but is the board of another code"
    TAKEN = "belongs to another code"
    FAR = "differs by more than one slip: {apart}"
    HAS_BOARD = f"{_ONE_SLIP}but the code already has a board"
    RIVAL_CODE = f"{_ONE_SLIP}but another code is as close"
    RIVAL_BOARD = f"{_ONE_SLIP}but another board is as close"
    UNREAD = f"{_ONE_SLIP}but a board that cannot be read may be that of the code"
    COINCIDENCE = f"{_ONE_SLIP}which may be a coincidence among so many codes and boards"


class BoardRefusal(NamedTuple):
    """The reason, and the place of the code or board that it mentions."""

    reason: Reason
    other: Place | None = None


Refusals = Mapping[tuple[Hashable, Hashable], BoardRefusal]
"""Refusals by code and board: by their places, or by the keys of `pairing` for equal codes and boards."""
