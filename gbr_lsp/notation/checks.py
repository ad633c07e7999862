"""Men that give check in a placement, and checks that no move can have given.

`attackers` is the only attack test of the project. Rules on positions, the fast path for databases
and the replay of solutions use it. It does not use python-chess, because importing chess takes
longer than checking a manuscript, and the test runs for every board and move of a database. The
tests compare it with python-chess.
"""

import struct

from gbr_lsp.base.caching import LazyTable
from gbr_lsp.base.text import enumeration
from gbr_lsp.notation.attacks import SQUARES_BETWEEN, THREATS
from gbr_lsp.notation.placement import LETTERS, Placement
from gbr_lsp.notation.values import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, SIDE_NAMES, SQUARE_NAMES, WHITE

Side = list[int]
"""Bitboards of a color: all men at 0, PAWN to KING at 1 to 6."""

ALL_MEN = 0
PAWN_HOMES = {WHITE: 0xFF << 8, BLACK: 0xFF << 48}
BACK_RANKS = 0xFF000000000000FF
"""The first and the last rank, where no pawn can be."""

KINGS_ARE_ADJACENT = "The kings stand next to each other"

_KINDS = [(piece_type, color) for color in (WHITE, BLACK) for piece_type in range(PAWN, KING + 1)]
_FIELD_COUNT = 1 + len(_KINDS)
_fields_of = struct.Struct(f"<{_FIELD_COUNT}Q").unpack
_EIGHT_RANKS = 0x0101010101010101
"""The lowest field of eight well-formed ranks."""
_MEN = {LETTERS[kind]: 1 << 64 * number for number, kind in enumerate(_KINDS, 1)}
_BLANKS = {str(count): count for count in range(1, 9)}


def _men_of_rank(rank: str) -> int:
    """Return the men of a FEN rank as one integer, 64 bits per kind.

    Each field of 64 bits is a bitboard of rank 1. The lowest field is 1. The result is 0 if `rank`
    does not have eight squares, or has an unknown character or adjacent digits.
    """
    men, file, is_after_digit = 1, 0, False
    for char in rank:
        man = _MEN.get(char)
        if man:
            men |= man << file
            file += 1
        elif is_after_digit:
            return 0
        else:
            file += _BLANKS.get(char, 9)
        is_after_digit = man is None
    return men if file == 8 else 0


_MEN_OF_RANK = LazyTable(_men_of_rank)


def sides_of(placement: Placement) -> tuple[Side, Side]:
    """Return White's and Black's men in `placement`, each as a `Side`."""
    sides = sides_in(placement.fen)
    assert sides
    return sides


def sides_in(fen: str) -> tuple[Side, Side] | None:
    """Return White's and Black's men in `fen`, each as a `Side`, or None.

    It is None unless `fen`, a placement field, has eight ranks of eight squares. Adjacent empty
    squares must be one digit. The number of kings is not checked.
    """
    ranks = fen.split("/")
    if len(ranks) != 8:
        return None
    men = 0
    for rank in ranks:
        men = men << 8 | _MEN_OF_RANK[rank]
    # Unpacked into names and not in a loop, because this runs for every record of a database.
    well_formed, p, n, b, r, q, k, p2, n2, b2, r2, q2, k2 = _fields_of(men.to_bytes(8 * _FIELD_COUNT, "little"))
    if well_formed != _EIGHT_RANKS:
        return None
    return [p | n | b | r | q | k, p, n, b, r, q, k], [p2 | n2 | b2 | r2 | q2 | k2, p2, n2, b2, r2, q2, k2]


def attackers(us: Side, them: Side, color: bool) -> int:
    """Return the bitboard of men in `them` that attack the king of `us`.

    `color` is the color of `us`. The king of `them` counts as an attacker.
    """
    king = us[KING]
    pawn, knight, other, straight, diagonal = THREATS[color][king]
    found = them[PAWN] & pawn | them[KNIGHT] & knight | them[KING] & other
    queens = them[QUEEN]
    lines = (them[ROOK] | queens) & straight | (them[BISHOP] | queens) & diagonal
    while lines:
        slider = lines & -lines
        if not SQUARES_BETWEEN[slider | king] & (us[ALL_MEN] | them[ALL_MEN]):
            found |= slider
        lines ^= slider
    return found


def pawn_problem(placement: Placement) -> str | None:
    """Return the reason in words why the pawns on the first or last rank are impossible, or None."""
    ends = placement.misplaced_pawns
    return f"No pawn can stand on {' or '.join(SQUARE_NAMES[square] for square in ends)}" if ends else None


def impossibility(placement: Placement, turn: bool | None) -> str | None:
    """Return the reason in words why `placement` is impossible with `turn` to move, or None.

    `Black is in check, but White is to move`. It is None if checks do not exclude the position. If
    `turn` is None, the position must be impossible with either side to move. Pawns on the first and
    last rank are not examined.
    """
    white, black = sides_of(placement)
    if turn is None:
        reasons = impossibility_with_turn(white, black, WHITE), impossibility_with_turn(black, white, BLACK)
        return reasons[0] if None not in reasons else None
    return impossibility_with_turn(white, black, turn) if turn else impossibility_with_turn(black, white, turn)


def can_capture_king(placement: Placement, turn: bool | None) -> bool:
    """Return True if the side to move could capture a king; if `turn` is None, if either side could."""
    white, black = sides_of(placement)
    by_white, by_black = attackers(black, white, BLACK), attackers(white, black, WHITE)
    return bool(by_white and by_black if turn is None else by_white if turn else by_black)


def impossibility_with_turn(us: Side, them: Side, turn: bool) -> str | None:
    """Return the reason why `us`, the side of `turn`, cannot be to move, or None."""
    if attackers(them, us, not turn):
        return f"{SIDE_NAMES[not turn]} is in check, but {SIDE_NAMES[turn]} is to move"
    checkers = attackers(us, them, turn)
    if checkers and (checker_names := _impossible_checkers(us, them, checkers, turn)):
        return f"{SIDE_NAMES[turn]} is in check from {checker_names}, and no move can give that check"
    return None


def _impossible_checkers(us: Side, them: Side, checkers: int, turn: bool) -> str | None:
    """Return the square names of `checkers` if no move can give the check, or None.

    The names are one text: `e4 and g5`. `checkers` is the bitboard of the men in `them` that attack
    the king of `us`. One man has moved. A second check must come from a rook, bishop or queen that
    this move uncovered, from another direction.
    """
    names = enumeration(_names(checkers))
    if 2 < checkers.bit_count():
        return names
    # A pawn's attack cannot be uncovered, so the pawn has moved and is not on its home square.
    unmoved_pawns = checkers & them[PAWN] & PAWN_HOMES[not turn]
    if unmoved_pawns:
        return _names(unmoved_pawns)[-1]
    if checkers.bit_count() < 2:
        return None
    sliders = checkers & (them[QUEEN] | them[ROOK] | them[BISHOP])
    # Two men attack along one line only from opposite sides of the king.
    return names if SQUARES_BETWEEN[checkers] & us[KING] or not sliders else None


def _names(squares: int) -> list[str]:
    """Return the names of the squares in the bitboard `squares`, from a1 to h8."""
    return [name for number, name in enumerate(SQUARE_NAMES) if squares >> number & 1]
