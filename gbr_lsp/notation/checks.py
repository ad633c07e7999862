"""Which men give check in a placement, and which checks are impossible because no move can have given them.

`attackers` is the one attack test: rules on positions, the fast path over databases and the replay of solutions all
use it. It is our own, and not python-chess, because it runs for every board and every move of a database, and because
importing chess takes longer than checking a manuscript. The tests compare it with python-chess.
"""

from gbr_lsp.base.lazy_table import LazyTable
from gbr_lsp.notation.attacks import BETWEEN, THREATS
from gbr_lsp.notation.placement import LETTERS, Placement
from gbr_lsp.notation.values import BISHOP, BLACK, COLOR_NAMES, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARE_NAMES, WHITE

Side = list[int]
"""The bitboards of a color: at 0 all its men, at 1 to 6 its men of each type, from PAWN to KING."""

ALL = 0
PAWN_HOMES = {WHITE: 0xFF << 8, BLACK: 0xFF << 48}
BACK_RANKS = 0xFF000000000000FF
"""The first and the last rank, where no pawn can stand."""

_EMPTY_RANK = "." * 8
_KIND_OF = {letter: (piece_type, color) for (piece_type, color), letter in LETTERS.items()}


def _men_of_rank(rank: str) -> list[tuple[bool, int, int]]:
    """The men on the eight squares of a rank: the color, the type and the bit of each."""
    return [(_KIND_OF[man][1], _KIND_OF[man][0], 1 << file) for file, man in enumerate(rank) if man != "."]


_MEN_OF_RANK = LazyTable(_men_of_rank)


def sides_of(placement: Placement) -> tuple[Side, Side]:
    """The men of White and of Black."""
    squares = placement.squares
    white, black = [0] * 7, [0] * 7
    for first in range(0, 64, 8):
        rank = squares[first : first + 8]
        if rank != _EMPTY_RANK:
            for color, piece_type, bit in _MEN_OF_RANK[rank]:
                (white if color else black)[piece_type] |= bit << first
    for side in (white, black):
        side[ALL] = side[PAWN] | side[KNIGHT] | side[BISHOP] | side[ROOK] | side[QUEEN] | side[KING]
    return white, black


def attackers(us: Side, them: Side, color: bool) -> int:
    """The bitboard of the men of `them` who attack the king of `us`, who are of a color; their king is among them."""
    king = us[KING]
    pawn, knight, other, straight, diagonal = THREATS[color][king]
    found = them[PAWN] & pawn | them[KNIGHT] & knight | them[KING] & other
    queens = them[QUEEN]
    lines = (them[ROOK] | queens) & straight | (them[BISHOP] | queens) & diagonal
    while lines:
        slider = lines & -lines
        if not BETWEEN[slider | king] & (us[ALL] | them[ALL]):
            found |= slider
        lines ^= slider
    return found


def impossible(placement: Placement, turn: bool | None) -> str | None:
    """Why a placement is impossible with a side to move, in words; for None, why it is impossible with either.

    None where it can, as far as checks tell; pawns on the first and last rank are not looked at.
    """
    white, black = sides_of(placement)
    if turn is None:
        reasons = _impossible(white, black, WHITE), _impossible(black, white, BLACK)
        return reasons[0] if None not in reasons else None
    return _impossible(white, black, turn) if turn else _impossible(black, white, turn)


def _impossible(us: Side, them: Side, turn: bool) -> str | None:
    """Why a position cannot arise with `us`, who are of a color, to move."""
    mover, waiting = COLOR_NAMES[turn].capitalize(), COLOR_NAMES[not turn].capitalize()
    if attackers(them, us, not turn):
        return f"{waiting} is in check and {mover} is to move"
    giving = attackers(us, them, turn)
    if giving and (how := _no_move_gives(us, them, giving, turn)):
        return f"{mover} is in check from {how}, which no move gives"
    return None


def _no_move_gives(us: Side, them: Side, giving: int, turn: bool) -> str | None:
    """The checking men if no move can have given that check; None if a move can.

    One man has moved; a second check can only come from a rook, bishop or queen that it uncovered, from another
    direction.
    """
    names = " and ".join(_names(giving))
    if 2 < giving.bit_count():
        return names
    # A pawn's attack cannot be uncovered, so the pawn itself has moved, and it is not on its first square.
    unmoved = giving & them[PAWN] & PAWN_HOMES[not turn]
    if unmoved:
        return _names(unmoved)[-1]
    if giving.bit_count() < 2:
        return None
    sliders = giving & (them[QUEEN] | them[ROOK] | them[BISHOP])
    # Two men attack along one line only from opposite sides of the king.
    return names if BETWEEN[giving] & us[KING] or not sliders else None


def _names(squares: int) -> list[str]:
    return [name for number, name in enumerate(SQUARE_NAMES) if squares >> number & 1]
