"""The spelling of moves, and what a spelling requires of any position.

The spellings are those of python-chess: signs of capture and check are ignored, and `Ka1-b2`,
`e2e4`, `0-0`, `h8Q`, `h8(Q)` and `h8/Q` are understood.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from gbr_lsp.base.caching import LazyTable
from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.attacks import FILE_A, RANK_1, pawn_threats, reach_of, square_bit
from gbr_lsp.notation.values import BLACK, KING, PAWN, PIECE_TYPES, ROOK, SQUARES, WHITE

NULL, CASTLING, FROM_TO = -1, -2, -3
"""In place of the piece type: a null move, castling, and a man named only by his square."""

LETTER_OF = {piece_type: letter for letter, piece_type in PIECE_TYPES.items()}

_PROMOTION = r"(?:=[QRBNqrbn]|(?<=[18])(?:[QRBNqrbn]|\([QRBN]\)|/[QRBN]))"
MOVE = rf"""(?:
    (?: [KQRBN](?:x?[a-h][1-8] | [a-h]?[1-8]?[-x]?[a-h][1-8])
      | (?:[a-h][1-8]?[-x]?)?[a-h][1-8]{_PROMOTION}? )
    (?: (?!\w|-[a-h]) | (?=e\.?p\b) )
  | (?:O-O(?:-O)?|0-0(?:-0)?)(?![\w-])
  | --(?!-) | Z0(?!\w) | 0000(?!\w) | @@@@(?!\w)
)"""
"""A move in the text, for a verbose pattern."""

_MOVE = regex(MOVE, re.VERBOSE)
_PARTS = regex(
    r"(?P<letter>[KQRBN]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)[-x]?(?P<to>[a-h][1-8])(?:[=(/]?(?P<promotion>[QRBNqrbn])\)?)?"
)
_CASTLES = {"O-O": False, "0-0": False, "O-O-O": True, "0-0-0": True}
_BACK_RANKS, _RANK_4, _RANK_5, _BOARD = RANK_1 | RANK_1 << 56, RANK_1 << 24, RANK_1 << 32, (1 << 64) - 1
_NULLS = ("--", "Z0", "0000", "@@@@")


class Spelling(NamedTuple):
    """Parts of a move as written: named file and rank of the origin, target and promotion."""

    piece_type: int
    file: str
    rank: str
    to: str
    promotion: int
    """0 for none."""


class Move:
    """A move as spelled: a man on one of the squares `origin` goes to `to`.

    Squares are bitboards. In castling, `to` is the corner of White's rook. A pawn either captures
    or moves straight ahead. The class is no tuple, because its fields are read one by one, for
    every move of a database.
    """

    __slots__ = ("is_capture", "origin", "piece_type", "promotion", "to")

    def __init__(
        self, piece_type: int, to: int = 0, origin: int = 0, promotion: int = 0, *, is_capture: bool = False
    ) -> None:
        self.piece_type = piece_type
        self.to = to
        self.origin = origin
        self.promotion = promotion
        self.is_capture = is_capture

    def with_man(self, piece_type: int, origin: int, *, is_capture: bool = False) -> "Move":
        """Return the same `Move` by another man, of `piece_type` on `origin`."""
        return Move(piece_type, self.to, origin, self.promotion, is_capture=is_capture)


def moves_to(piece_type: int, squares: Iterable[str]) -> str:
    """Return a pattern of all spellings by which a man of `piece_type` reaches any of `squares`.

    It may match other text too.
    """
    ends = "|".join(squares)
    if piece_type == PAWN:
        return ends
    letter = LETTER_OF[piece_type]
    castles = "|O-O|0-0|e[18][-x]?[acgh][18]" if piece_type in (KING, ROOK) else ""
    return rf"(?:{letter}[a-h]?[1-8]?|[a-h][1-8])[-x]?(?:{ends})|(?:{ends})[=(/]?[{letter}{letter.lower()}]{castles}"


def is_move(san: str) -> bool:
    """Return True if `san` is the spelling of a move and nothing else."""
    return _MOVE.fullmatch(san) is not None


def spelling(san: str) -> Spelling | None:
    """Return the `Spelling` of `san`; None for castling, null moves and texts that are no move."""
    found = _PARTS.fullmatch(san)
    if not found:
        return None
    letter, file, rank, to, promotion = found.groups(default="")
    piece_type = PIECE_TYPES[letter] if letter else FROM_TO if file and rank else PAWN
    return Spelling(piece_type, file, rank, to, PIECE_TYPES[promotion.upper()] if promotion else 0)


def as_pawn_move(move: Move, color: bool) -> Move:
    """Return `move` as that of a pawn of `color`; `origin` is 0 if it is impossible.

    It is impossible if it promotes off the last rank, or reaches that rank without promotion.
    """
    to = move.to
    if bool(to & _BACK_RANKS) != bool(move.promotion):
        origin = 0
    elif move.is_capture:
        origin = pawn_threats(to, color)
    elif color:
        origin = to >> 8 | (to & _RANK_4) >> 16
    else:
        origin = (to << 8 | (to & _RANK_5) << 16) & _BOARD
    return move.with_man(PAWN, origin & move.origin, is_capture=move.is_capture)


def as_piece_move(move: Move, piece_type: int) -> Move:
    """Return `move` as a piece's; `origin` is 0 if it promotes."""
    origin = 0 if move.promotion else reach_of(piece_type, move.to)
    return move.with_man(piece_type, origin & move.origin)


def _parse(san: str, color: bool) -> Move | None:
    """Return the `Move` that `san` spells for `color`; None for other texts."""
    if san in _CASTLES:
        return Move(CASTLING, square_bit(0, 0 if _CASTLES[san] else 7))
    if san in _NULLS:
        return Move(NULL)
    spelt = spelling(san)
    if spelt is None:
        return None
    captures = spelt.file not in ("", spelt.to[0])
    move = Move(spelt.piece_type, 1 << SQUARES[spelt.to], named_squares(spelt), spelt.promotion, is_capture=captures)
    if spelt.piece_type == FROM_TO:
        return move
    return as_pawn_move(move, color) if spelt.piece_type == PAWN else as_piece_move(move, spelt.piece_type)


def named_squares(spelt: Spelling) -> int:
    """Return the squares, as a bitboard, that have the file and rank written in `spelt`."""
    file = FILE_A << ord(spelt.file) - ord("a") if spelt.file else _BOARD
    rank = RANK_1 << 8 * int(spelt.rank) - 8 if spelt.rank else _BOARD
    return file & rank


MOVES: tuple[LazyTable[str, Move | None], LazyTable[str, Move | None]] = (
    LazyTable(lambda san: _parse(san, BLACK)),
    LazyTable(lambda san: _parse(san, WHITE)),
)
"""By the color that moves: the `Move` of a spelling; None for a text that is no move."""
