"""Whether White still reaches his goal in a position: by tables, and without them by mate, stalemate and bare kings.

Nothing is guessed: where neither the tables nor the rules of the game know, the answer is None. Studies ignore the
fifty-move rule unless they claim it.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.notation.checks import ALL_MEN
from gbr_lsp.notation.values import KING, WHITE, Goal
from gbr_lsp.solutions.legal import LegalMove, can_move, checks, has_free_man, moves_from, san_of
from gbr_lsp.solutions.moves import Position, PositionKey, position_key
from gbr_lsp.solutions.replay import LineEnd
from gbr_lsp.solutions.tablebase import Outcome, Tables

_MOST_PLIES = 4
_MOST_ASKED = 400
"""The bounds of the search for whether a move only wastes time: half-moves, and positions that are judged."""


def ended(position: Position) -> Outcome | None:
    """How a game has ended that cannot go on: by mate, by stalemate, or with bare kings; None where it can."""
    turn = position[3]
    if has_bare_kings(position):
        return Outcome.DRAW
    if can_move(position):
        return None
    if not checks(position):
        return Outcome.DRAW
    return Outcome.LOSS if turn is WHITE else Outcome.WIN


def has_bare_kings(position: Position) -> bool:
    """Whether no man but the kings is left."""
    us, them, _, _ = position
    return us[ALL_MEN] == us[KING] and them[ALL_MEN] == them[KING]


class Verdicts(NamedTuple):
    """What is known of positions, measured by a goal. `fifty` is whether the fifty-move rule is claimed."""

    goal: Goal
    tables: Tables | None = None
    fifty: bool = False

    def outcome(self, position: Position) -> Outcome | None:
        """What White reaches: a win, a draw or a loss; None where that is not known."""
        found = self.tables.outcome(position) if self.tables else None
        if found is Outcome.LATE_WIN:
            return Outcome.DRAW if self.fifty else Outcome.WIN
        if found is Outcome.LATE_LOSS:
            return Outcome.DRAW if self.fifty else Outcome.LOSS
        return found or ended(position)

    def keeps(self, position: Position) -> bool | None:
        """Whether White reaches his goal or more; None where that is not known."""
        outcome = self.outcome(position)
        if outcome is None:
            return None
        return outcome is Outcome.WIN or (outcome is Outcome.DRAW and self.goal is Goal.DRAW)

    def keeping(self, position: Position) -> list[LegalMove]:
        """White's moves that are known to keep the goal. Without tables only mate is known to win."""
        only_mate = self.tables is None and self.goal is Goal.WIN
        return [
            LegalMove(san_of(position, move), after)
            for move, after in moves_from(position)
            if (not only_mate or checks(after)) and self.keeps(after)
        ]

    def wastes_time(self, position: Position, main: Collection[PositionKey]) -> bool:
        """Whether Black forces a position of the main line, whatever move White keeps the goal with.

        The search goes four half-moves deep, with either side to move, and judges 400 positions at most; False where
        it finds nothing within these bounds.
        """
        return _WasteSearch(self, main).is_forced(position)


def may_be_wrong(ends: Iterable[LineEnd], goal: Goal) -> bool:
    """Return whether a line may end against the goal or refute no try, as far as that is seen without tables.

    Few solutions have such a line, and for all others no tree need be made.
    """
    for position, is_tried, is_main in ends:
        by_mate, by_draw = _refuting(goal, is_tried, position[3], is_main=is_main)
        if by_draw and has_bare_kings(position):
            return True
        # That a man can move who shields nothing is seen soonest: there may be mate then, and no stalemate. Whether a
        # side is in check is seen sooner than whether it can move.
        may_be_draw = by_draw and not has_free_man(position)
        if (by_mate or may_be_draw) and (by_mate if checks(position) else may_be_draw) and not can_move(position):
            return True
    return False


def may_refute(goal: Goal, is_tried: bool | None, *, turn: bool) -> bool:
    """Return whether a variation that ends with `turn` to move, who cannot move, may refute the goal or a try."""
    return any(_refuting(goal, is_tried, turn, is_main=False))


def _refuting(goal: Goal, is_tried: bool | None, turn: bool, *, is_main: bool) -> tuple[bool, bool]:
    """Return whether the end of a line refutes a goal or a try if the side to move is mated, and if it is a draw.

    Mate refutes the side that is to move. In the main line, mate of Black refutes a draw too. Stalemate and bare kings
    refute a win, and do not refute a draw.
    """
    wins = goal is Goal.WIN
    by_mate = is_tried is None or turn is not is_tried or (is_main and not wins and not is_tried)
    return by_mate, is_tried is None or wins is not is_tried


class _WasteSearch:
    """One search for a position of the main line."""

    def __init__(self, verdicts: Verdicts, main: Collection[PositionKey]) -> None:
        self.verdicts = verdicts
        self.main = main
        self.asked = 0

    def is_forced(self, position: Position) -> bool:
        if position_key(position) in self.main:
            return True
        # Deeper and deeper, so that the bound of positions is spent on the shortest ways first.
        leads_there = self._by_white if position[3] is WHITE else self._by_black
        return any(leads_there(position, plies) for plies in range(1, _MOST_PLIES + 1))

    def _by_black(self, position: Position, plies: int) -> bool:
        """Whether some move of Black forces it within so many half-moves."""
        nexts = [after for _, after in moves_from(position)]
        if any(position_key(after) in self.main for after in nexts):
            return True
        return 2 <= plies and any(self._by_white(after, plies - 1) for after in nexts)

    def _by_white(self, position: Position, plies: int) -> bool:
        """Whether each move of White that keeps the goal leads there."""
        kept = False
        for after in self._others_first(position):
            if self.asked == _MOST_ASKED:
                return False
            self.asked += 1
            if self.verdicts.keeps(after) is False:
                continue
            if position_key(after) not in self.main and not (2 <= plies and self._by_black(after, plies - 1)):
                return False
            kept = True
        return kept

    def _others_first(self, position: Position) -> Iterator[Position]:
        """The positions behind White's moves, made one by one, for the first that leads elsewhere ends the search."""
        known = []
        for _, after in moves_from(position):
            if position_key(after) in self.main:
                known.append(after)
            else:
                yield after
        yield from known
