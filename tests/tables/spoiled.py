"""Lines of only moves, each with one flaw: a throwaway, an unrefuted try, a dual or a waste of time."""

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
    """A game and the findings expected in it."""

    game: chess.pgn.Game
    goal: Goal
    expected: Told


def sound(rng: random.Random, line: DrawnLine) -> Spoiled | None:
    """Return `line` unchanged, with no finding expected."""
    game = game_of(line)
    assert naively(game, line.goal) == set()
    return Spoiled(game, line.goal, set())


def throwaway(rng: random.Random, line: DrawnLine) -> Spoiled | None:
    """Add a move to `line` that gives the goal away, at its end or as a variation."""
    for at in _whites(rng, line):
        # In prose a single move is no line.
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
    """Add a try marked `?` to `line`, with an answer that lets White reach the goal again."""
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
    """Extend `line` until it has a dual: a second move that reaches the goal."""
    for _ in range(_TRIALS):
        game = game_of(longer(rng, line))
        expected = naively(game, line.goal)
        if expected:
            return Spoiled(game, line.goal, expected)
    return None


def waste_of_time(rng: random.Random, line: DrawnLine) -> Spoiled | None:
    """Add moves to `line`, and a try that reaches the goal too but only wastes time."""
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
    """Return the indices of White's moves in random order."""
    places = range(0, len(line.moves), 2)
    return rng.sample(places, len(places))


KINDS: dict[str, Callable[[random.Random, DrawnLine], Spoiled | None]] = {
    "sound": sound,
    "throwaway": throwaway,
    "unrefuted try": unrefuted_try,
    "dual": dual,
    "waste of time": waste_of_time,
}
