"""Lines of only moves, each with one thing put in: a move that gives the goal away, a try that is not refuted, another
move that reaches the goal too, or one that only wastes time."""

import random
from collections.abc import Callable
from typing import NamedTuple

import chess
import chess.pgn

from gbr_lsp.notation.values import Goal
from tests.tables.drawn import DrawnLine, behind, game_of, keeps, longer
from tests.tables.naive import Told, WasteOfTime, naively, others_of

_TRIALS = 4
_FEW = 3


class Spoiled(NamedTuple):
    """A game, and what is to be said of it."""

    game: chess.pgn.Game
    goal: Goal
    expected: Told


def sound(rng: random.Random, line: DrawnLine) -> Spoiled | None:
    """The line as it is; nothing is to be said."""
    game = game_of(line)
    assert naively(game, line.goal) == set()
    return Spoiled(game, line.goal, set())


def throwaway(rng: random.Random, line: DrawnLine) -> Spoiled | None:
    """A move that gives the goal away, at the end of the main line or as a variation."""
    for at in _whites(rng, line):
        # A line of one move alone is none in prose.
        whole = not at or rng.random() < 0.5
        game = game_of(line if whole else line._replace(moves=line.moves[:at]))
        node: chess.pgn.GameNode = [game, *game.mainline()][at]
        wrong = [move for move in node.board().legal_moves if not keeps(behind(node.board(), move), line.goal)]
        if wrong:
            node.add_variation(rng.choice(wrong))
            expected = naively(game, line.goal)
            assert [rule for rule, _ in expected] == ["throwaway"]
            return Spoiled(game, line.goal, expected)
    return None


def unrefuted_try(rng: random.Random, line: DrawnLine) -> Spoiled | None:
    """A marked try behind whose answer the goal is within reach again."""
    for at in _whites(rng, line):
        game = game_of(line)
        node: chess.pgn.GameNode = [game, *game.mainline()][at]
        board = node.board()
        moves = [move for move in board.legal_moves if move != line.moves[at]]
        for move in rng.sample(moves, len(moves)):
            after = behind(board, move)
            blunders = [answer for answer in after.legal_moves if keeps(behind(after, answer), line.goal)]
            if not blunders:
                continue
            tried = node.add_variation(move, nags=[2])
            tried.add_variation(rng.choice(blunders))
            expected = naively(game, line.goal)
            if expected:
                return Spoiled(game, line.goal, expected)
            node.remove_variation(move)
    return None


def dual(rng: random.Random, line: DrawnLine) -> Spoiled | None:
    """More moves, one of which is not the only one."""
    for _ in range(_TRIALS):
        game = game_of(longer(rng, line))
        expected = naively(game, line.goal)
        if expected:
            return Spoiled(game, line.goal, expected)
    return None


def waste_of_time(rng: random.Random, line: DrawnLine) -> Spoiled | None:
    """More moves, and beside one of them a try that reaches the goal too, but only wastes time."""
    for _ in range(_TRIALS):
        game = game_of(longer(rng, line))
        waste = WasteOfTime(game, line.goal)
        for node in [node for node in game.mainline() if not node.turn()]:
            others = others_of(node, line.goal)
            for move in rng.sample(others, min(_FEW, len(others))):
                if waste.is_forced(behind(node.parent.board(), move)):
                    node.parent.add_variation(move, nags=[2])
                    return Spoiled(game, line.goal, naively(game, line.goal))
    return None


def _whites(rng: random.Random, line: DrawnLine) -> list[int]:
    """The places of White's moves, in any order."""
    places = range(0, len(line.moves), 2)
    return rng.sample(places, len(places))


KINDS: dict[str, Callable[[random.Random, DrawnLine], Spoiled | None]] = {
    "sound": sound,
    "throwaway": throwaway,
    "unrefuted try": unrefuted_try,
    "dual": dual,
    "waste of time": waste_of_time,
}
