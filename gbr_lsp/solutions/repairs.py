"""Legal moves that resemble a misprint, best first."""

from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.solutions.languages import ENGLISH
from gbr_lsp.solutions.legal_moves import LegalMove, legal_moves
from gbr_lsp.solutions.likeness import bare_san, slip_cost
from gbr_lsp.solutions.position import AMBIGUOUS, Position, play
from gbr_lsp.solutions.san import MOVES


class Repair(NamedTuple):
    """A possible intended move, the cost of the slip, and the half-moves that run after it."""

    move: LegalMove
    cost: float
    plies: int = 0


def repairs(position: Position, printed: str, rest: Sequence[str]) -> list[Repair]:
    """Return a `Repair` for each legal move that resembles `printed`, best first.

    The best ones let more of `rest` run: the moves, in SAN, that are printed after it.
    """
    found = []
    for move in legal_moves(position):
        cost = slip_cost(bare_san(printed, ENGLISH), position, move)
        if cost is not None:
            found.append(Repair(move, cost, count_playable(move.after, rest)))
    return sorted(found, key=lambda repair: (-min(repair.plies, len(rest)), repair.cost, repair.move.san))


def count_playable(position: Position, moves: Sequence[str]) -> int:
    """Return the number of `moves`, in SAN, that are legal one after the other."""
    for number, san in enumerate(moves):
        move = MOVES[position[3]][san]
        after = None if move is None else play(position, move)
        if after is None or after is AMBIGUOUS:
            return number
        position = after
    return len(moves)
