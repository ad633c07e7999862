"""Random studies whose solutions have variations, printed as PGN."""

from random import Random
from typing import NamedTuple

import chess
import chess.pgn


class Printed(NamedTuple):
    """A study as a game of python-chess, and its PGN record."""

    game: chess.pgn.Game
    pgn: str


def random_study(random: Random, *, deep: int = 2) -> Printed:
    """Return a study with few men, at most 24 half-moves, and variations nested up to `deep` levels."""
    board = _random_board(random)
    game = chess.pgn.Game()
    game.headers["Event"] = "x"
    game.setup(board)
    _grow(random, game, random.randint(6, 24), deep)
    game.headers["White"] = "A study"
    exporter = chess.pgn.StringExporter(columns=random.choice((None, 79, 40)), comments=True)
    return Printed(game, game.accept(exporter) + "\n\n")


def _random_board(random: Random) -> chess.Board:
    while True:
        board = chess.Board(None)
        men = ["K", "k", *random.choices("QRBNPPPqrbnppp", k=random.randint(2, 7))]
        squares = random.sample(range(64), len(men))
        for man, square in zip(men, squares, strict=True):
            if man in "Pp" and not 8 <= square < 56:
                continue
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = random.random() < 0.8
        if board.is_valid() and 1 < board.legal_moves.count():
            return board


def _grow(random: Random, node: chess.pgn.GameNode, plies: int, deep: int) -> None:
    while plies:
        moves = list(node.board().legal_moves)
        if not moves:
            return
        random.shuffle(moves)
        branches = random.choice((1, 1, 1, 2, 3)) if deep else 1
        for other in moves[1:branches]:
            variation = node.add_variation(other)
            if random.random() < 0.3:
                variation.nags.add(random.choice((1, 2, 3, 5)))
            _grow(random, variation, random.randint(0, 6), deep - 1)
        main = node.add_main_variation(moves[0])
        if random.random() < 0.2:
            main.comment = random.choice(("a (good) move", "not 1.e4 at once", "i"))
        node = main
        plies -= 1
