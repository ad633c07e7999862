"""Moves as chess engines write them: the squares that a man leaves and reaches, and what a pawn becomes (`e7e8q`)."""

from gbr_lsp.notation.attacks import name_of
from gbr_lsp.notation.values import BISHOP, KING, KNIGHT, QUEEN, ROOK
from gbr_lsp.solutions.legal import LegalMove, moves_from, san_of
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.san import CASTLING, Move

_LETTERS = {QUEEN: "q", ROOK: "r", BISHOP: "b", KNIGHT: "n"}


def uci_of(position: Position, move: Move) -> str:
    """A legal move of one man; castling is a move of the king by two files."""
    origin, to = move.origin, move.to
    if move.piece_type == CASTLING:
        home = position[0][KING]
        origin, to = home, home << 2 if move.to == 1 << 7 else home >> 2
    promotion = _LETTERS[move.promotion] if move.promotion else ""
    return f"{name_of(origin)}{name_of(to)}{promotion}"


def legal_move(position: Position, uci: str) -> LegalMove | None:
    """The legal move of a spelling such as `e7e8q`; None where no legal move has it."""
    for move, after in moves_from(position):
        if uci_of(position, move) == uci:
            return LegalMove(san_of(position, move), after)
    return None
