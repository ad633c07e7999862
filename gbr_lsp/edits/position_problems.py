"""The reasons why a position cannot arise in a game, as the rules of the linter word them."""

from collections.abc import Iterable
from enum import Enum

from gbr_lsp.notation.checks import KINGS_ARE_ADJACENT, impossibility, pawn_problem
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.promoted_men import promotion_problem_of


class PositionProblem(Enum):
    """The kinds of reasons."""

    KINGS = "adjacent kings"
    PAWNS = "pawns on the first or last rank"
    MEN = "too many men"
    CHECK = "an impossible check"


def position_problems(placement: Placement, turns: Iterable[bool | None]) -> dict[PositionProblem, str]:
    """Return the reasons why `placement` is impossible with any of `turns` to move, one line for each kind.

    A turn of None is not known: the position must be impossible with either side to move.
    """
    checks = filter(None, (impossibility(placement, turn) for turn in turns))
    reasons = {
        PositionProblem.KINGS: KINGS_ARE_ADJACENT if placement.kings.are_adjacent else None,
        PositionProblem.PAWNS: pawn_problem(placement),
        PositionProblem.MEN: promotion_problem_of(placement),
        PositionProblem.CHECK: next(checks, None),
    }
    return {kind: reason for kind, reason in reasons.items() if reason}
