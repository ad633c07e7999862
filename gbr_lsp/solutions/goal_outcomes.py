"""Whether White still reaches his goal in a position: by tables, or by mate, stalemate, bare kings.

Nothing is guessed: if neither the tables nor the rules of the game decide, the answer is None. The
fifty-move rule is ignored unless it is claimed.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.notation.checks import ALL_MEN
from gbr_lsp.notation.values import KING, Goal
from gbr_lsp.solutions.c_extension import MAY_END
from gbr_lsp.solutions.legal_moves import LegalMove, can_move, has_free_man, is_check, moves_from, san_of
from gbr_lsp.solutions.position import Position, PositionKey, position_key, white_to_move
from gbr_lsp.solutions.replay import LineEnd
from gbr_lsp.solutions.tablebase import Outcome, Tables

_MAX_PLIES = 4
"""Maximum number of half-moves searched for wasted time."""
_MAX_POSITIONS = 400
"""Maximum number of positions judged in that search."""


def final_outcome(position: Position) -> Outcome | None:
    """Return the `Outcome` by mate, stalemate or bare kings; None if play can continue."""
    if has_bare_kings(position):
        return Outcome.DRAW
    if can_move(position):
        return None
    if not is_check(position):
        return Outcome.DRAW
    return Outcome.LOSS if white_to_move(position) else Outcome.WIN


def has_bare_kings(position: Position) -> bool:
    """Return True if only the kings are left."""
    us, them, _, _ = position
    return us[ALL_MEN] == us[KING] and them[ALL_MEN] == them[KING]


class GoalOutcomes(NamedTuple):
    """Judgment of positions by `goal` and `tables`; `has_fifty_rule` is True if the fifty-move rule is claimed."""

    goal: Goal
    tables: Tables | None = None
    has_fifty_rule: bool = False

    def outcome(self, position: Position) -> Outcome | None:
        """Return what White reaches, `Outcome.WIN`, `DRAW` or `LOSS`; None if unknown."""
        found = self.tables.outcome(position) if self.tables else None
        if found is Outcome.LATE_WIN:
            return Outcome.DRAW if self.has_fifty_rule else Outcome.WIN
        if found is Outcome.LATE_LOSS:
            return Outcome.DRAW if self.has_fifty_rule else Outcome.LOSS
        return found or final_outcome(position)

    def is_goal_kept(self, position: Position) -> bool | None:
        """Return True if White reaches his goal or more, False if not; None if unknown."""
        outcome = self.outcome(position)
        if outcome is None:
            return None
        return outcome is Outcome.WIN or (outcome is Outcome.DRAW and self.goal is Goal.DRAW)

    def keeping_moves(self, position: Position) -> list[LegalMove]:
        """Return White's moves known to keep the goal, as `LegalMove`s. Without tables only mate wins."""
        if MAY_END and self.tables is None and not MAY_END(position):
            return []
        only_mate = self.tables is None and self.goal is Goal.WIN
        return [
            LegalMove(san_of(position, move), after)
            for move, after in moves_from(position)
            if (not only_mate or is_check(after)) and self.is_goal_kept(after)
        ]

    def is_waste_of_time(self, position: Position, main: Collection[PositionKey]) -> bool:
        """Return True if Black can force a position in `main`.

        `main` has the keys of the main line; White may play every move that keeps the goal. The
        search is limited to four half-moves and 400 positions; False if it finds nothing within
        these limits.
        """
        return _WasteSearch(self, main).is_forced(position)


def may_be_wrong(ends: Iterable[LineEnd], goal: Goal) -> bool:
    """Return True if a line in `ends` may contradict `goal` or the mark of a try.

    No tables are used. Few solutions have such a line; all others need no tree.
    """
    for position, is_tried, is_main in ends:
        _, _, _, turn = position
        by_mate, by_draw = _refutations(goal, is_tried, turn, is_main=is_main)
        if by_draw and has_bare_kings(position):
            return True
        # A free man is found fastest: then there may be mate, but no stalemate. Whether a side is in check is found
        # faster than whether it can move.
        may_be_draw = by_draw and not has_free_man(position)
        if (by_mate or may_be_draw) and (by_mate if is_check(position) else may_be_draw) and not can_move(position):
            return True
    return False


def _refutations(goal: Goal, is_tried: bool | None, turn: bool, *, is_main: bool) -> tuple[bool, bool]:
    """Return whether mate, and whether a draw, contradicts the claim of a line.

    The side to move is mated. A line claims the goal, or after a move marked as a mistake (`is_tried`)
    that it fails. Mate of White contradicts the goal, mate of Black a try; in the main line it
    contradicts the goal draw too. A draw contradicts the goal win, or a try if the goal is a draw. If
    `is_tried` is None, both results are True.
    """
    wins = goal is Goal.WIN
    by_mate = is_tried is None or turn is not is_tried or (is_main and not wins and not is_tried)
    return by_mate, is_tried is None or wins is not is_tried


class _WasteSearch:
    """One search for a position of the main line."""

    def __init__(self, outcomes: GoalOutcomes, main: Collection[PositionKey]) -> None:
        self.outcomes = outcomes
        self.main = main
        self.position_count = 0

    def is_forced(self, position: Position) -> bool:
        if position_key(position) in self.main:
            return True
        # Deepen step by step, so that the limit of positions is spent on the shortest ways first.
        leads_there = self._is_white_forced if white_to_move(position) else self._can_black_force
        return any(leads_there(position, plies) for plies in range(1, _MAX_PLIES + 1))

    def _can_black_force(self, position: Position, plies: int) -> bool:
        """Return True if a move of Black forces a position of `main` within `plies` half-moves."""
        nexts = [after for _, after in moves_from(position)]
        if any(position_key(after) in self.main for after in nexts):
            return True
        return 2 <= plies and any(self._is_white_forced(after, plies - 1) for after in nexts)

    def _is_white_forced(self, position: Position, plies: int) -> bool:
        """Return True if each move of White that keeps the goal leads to a position of `main`."""
        kept = False
        for after in self._positions_in_order(position):
            if self.position_count == _MAX_POSITIONS:
                return False
            self.position_count += 1
            if self.outcomes.is_goal_kept(after) is False:
                continue
            if position_key(after) not in self.main and not (2 <= plies and self._can_black_force(after, plies - 1)):
                return False
            kept = True
        return kept

    def _positions_in_order(self, position: Position) -> Iterator[Position]:
        """Yield the positions after White's moves, those outside the main line first.

        They are made lazily, because the first move to a bad position ends the search.
        """
        known = []
        for _, after in moves_from(position):
            if position_key(after) in self.main:
                known.append(after)
            else:
                yield after
        yield from known
