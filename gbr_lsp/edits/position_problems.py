"""The reasons why a position cannot arise in a game, as the rules of the linter word them."""

from collections.abc import Iterable

from gbr_lsp.notation.checks import KINGS_ARE_ADJACENT, impossibility, pawn_problem
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.promoted_men import promotion_problem_of


def position_problems(placement: Placement, turns: Iterable[bool | None]) -> dict[str, str]:
    """Return the reasons why `placement` is impossible with any of `turns` to move, one line for each kind: `kings`, ….

    A turn of None is not known: the position must be impossible with either side to move.
    """
    checks = filter(None, (impossibility(placement, turn) for turn in turns))
    reasons = {
        "kings": KINGS_ARE_ADJACENT if placement.kings.are_adjacent else None,
        "pawns": pawn_problem(placement),
        "men": promotion_problem_of(placement),
        "check": next(checks, None),
    }
    return {kind: reason for kind, reason in reasons.items() if reason}
