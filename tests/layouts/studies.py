"""Random studies for the layouts: a legal position, its code, a line of legal moves, and names around them."""

import random
from collections.abc import Sequence
from typing import NamedTuple

import chess

from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement

_AUTHORS = [
    "Kubbel",
    "Troitzky",
    "Rinck",
    "Liburkin",
    "Gurgenidze",
    "Kasparyan",
    "Bron",
    "Réti",
    "Mitrofanov",
    "Nadareishvili",
]
_MEN = [
    "P",
    "PP",
    "Pp",
    "RPp",
    "Rr",
    "RPr",
    "BPn",
    "NPb",
    "BNp",
    "Qrp",
    "RBrn",
    "NNp",
    "QPq",
    "BBn",
    "RNrp",
    "PPpp",
    "Bpp",
    "RPbp",
]


class DrawnStudy(NamedTuple):
    """A position with White to move, and a line of legal moves from it."""

    number: int
    author: str
    year: int
    board: chess.Board
    goal: str
    moves: tuple[chess.Move, ...]

    @property
    def force(self) -> str:
        """The class, `0323.12`."""
        return str(force_of(Placement(self.board.board_fen()).men))

    @property
    def kings(self) -> str:
        return "".join(map(self.king, (True, False)))

    def king(self, color: bool) -> str:
        square = self.board.king(color)
        assert square is not None
        return chess.square_name(square)

    @property
    def control(self) -> str:
        """The numbers of men, `4/5`."""
        return "/".join(str(self.board.occupied_co[color].bit_count()) for color in (True, False))

    @property
    def fen(self) -> str:
        return self.board.fen()

    def line(self, letters: Sequence[str] = "NBRQK") -> str:
        """Return the moves with numbers and the letters of a language for knight, bishop, rook, queen and king."""
        board, words = self.board.copy(), []
        for move in self.moves:
            if board.turn:
                words.append(f"{board.fullmove_number}.")
            san = board.san(move)
            words.append("".join(letters["NBRQK".index(sign)] if sign in "NBRQK" else sign for sign in san))
            board.push(move)
        return " ".join(words).replace(". ", ".")


def draw_studies(rng: random.Random, count: int, plies: int = 8) -> list[DrawnStudy]:
    """Return `count` studies with lines of `plies` half-moves."""
    found: list[DrawnStudy] = []
    while len(found) < count:
        board = _position(rng)
        moves = _line(rng, board, plies)
        if len(moves) == plies:
            goal = rng.choice(("Win", "Draw"))
            found.append(DrawnStudy(len(found) + 1, rng.choice(_AUTHORS), rng.randint(1901, 2020), board, goal, moves))
    return found


def _position(rng: random.Random) -> chess.Board:
    while True:
        board = chess.Board(None)
        men = ["K", "k", *rng.choice(_MEN)]
        for man, square in zip(men, rng.sample(range(64), len(men)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        kings = [board.king(color) for color in (True, False)]
        if board.is_valid() and None not in kings and not board.is_check():
            return board


def _line(rng: random.Random, board: chess.Board, plies: int) -> tuple[chess.Move, ...]:
    board, moves = board.copy(), list[chess.Move]()
    while len(moves) < plies and (legal := [*board.legal_moves]):
        moves.append(rng.choice(legal))
        board.push(moves[-1])
    return tuple(moves)
