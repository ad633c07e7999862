"""The positions that a study may start from."""

from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.position import Position, position_of


def positions_of(study: Study) -> list[Position]:
    """Return the possible positions of `study`, likelier side to move first; empty without a board."""
    placement = study.position or next((one for _, one in study.placements), None)
    return [] if placement is None else positions_with(study, placement)


def positions_with(study: Study, placement: Placement) -> list[Position]:
    """Return the positions of `study` with its men as in `placement`. There are two if no code states the turn."""
    turn = study.code.stipulation.turn
    turns = (turn,) if turn is not None else _turns(study, placement)
    return [position_of(placement, one, "KQkq") for one in turns]


def _turns(study: Study, placement: Placement) -> tuple[bool, ...]:
    stated = {owned.board.turn for owned, one in study.placements if one == placement} - {None}
    return (False, True) if stated == {False} else (True, False)
