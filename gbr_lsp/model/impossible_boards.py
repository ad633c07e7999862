"""Studies whose position cannot arise in a game."""

from gbr_lsp.model.study import Study
from gbr_lsp.notation.checks import can_capture_king, impossibility
from gbr_lsp.notation.grammar import ANY_POSITION_FLAG
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.promoted_men import has_too_many_promoted


def has_impossible_board(study: Study) -> bool:
    """Return True if a board or the code of `study` shows an impossible position.

    Then a goal proves nothing, and no move in prose is judged.
    """
    return any(
        impossibility(placement, turn) or placement.misplaced_pawns or has_too_many_promoted(placement)
        for placement, turn in _shown_positions(study)
    )


def has_unplayable_board(study: Study) -> bool:
    """Return True if a board or the code of `study` shows a position in which moves cannot be judged.

    A king could be captured, or a pawn is on the first or last rank. Other impossible positions only have no past.
    """
    return any(
        can_capture_king(placement, turn) or placement.misplaced_pawns for placement, turn in _shown_positions(study)
    )


def _shown_positions(study: Study) -> list[tuple[Placement, bool | None]]:
    """Return the positions of the boards and the code of `study`, each with the side to move or None.

    The list is empty if the code is known to show an illegal position.
    """
    if ANY_POSITION_FLAG in study.occurrence.flags:
        return []
    stated = study.code.stipulation.turn
    shown = [
        (placement, stated if owned.board.turn is None else owned.board.turn) for owned, placement in study.placements
    ]
    if spelled := study.spelled_position:
        shown.append((spelled, stated))
    return shown
