"""Attack tables as bitboards: bit 0 is a1, bit 63 is h8.

The tables are filled on demand, so importing costs nothing and a short solution computes little. A
square is a bitboard with one bit, because moves are found and made without counting bits.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from gbr_lsp.base.caching import LazyTable
from gbr_lsp.notation.values import BISHOP, KING, KNIGHT, QUEEN, ROOK, SQUARE_NAMES

RANK_1, FILE_A = 0xFF, 0x0101010101010101
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_STEPS = {
    KNIGHT: _JUMPS,
    BISHOP: [(n * up, n) for up in (-1, 1) for n in range(-7, 8) if n],
    KING: [(up, right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right],
}
Threats = tuple[int, int, int, int, int]
"""Origins of attacks on a square: by pawn, knight, king, straight, diagonal."""


def square_bit(rank: int, file: int) -> int:
    """Return the bitboard of the square `rank`, `file`, 0 to 7; 0 off the board."""
    return 1 << (8 * rank + file) if 0 <= rank <= 7 and 0 <= file <= 7 else 0


def squares_in(bitboard: int) -> Iterator[int]:
    """Yield each square of `bitboard` as a bitboard with one bit, from a1 to h8."""
    while bitboard:
        square = bitboard & -bitboard
        yield square
        bitboard ^= square


def name_of(square: int) -> str:
    """Return the name of `square`, a bitboard with one bit: `1` → `a1`."""
    return SQUARE_NAMES[square.bit_length() - 1]


@cache
def reach_of(piece_type: int, square: int) -> int:
    """Return the bitboard of squares a piece (no pawn) on `square` attacks when alone."""
    rank, file = divmod(square.bit_length() - 1, 8)
    if piece_type == ROOK:
        return RANK_1 << 8 * rank ^ FILE_A << file  # the square itself is on both
    if piece_type == QUEEN:
        return reach_of(ROOK, square) | reach_of(BISHOP, square)
    return _union(rank, file, _STEPS[piece_type])


def pawn_threats(square: int, color: bool) -> int:
    """Return the bitboard of squares from which a pawn of `color` attacks `square`."""
    rank, file = divmod(square.bit_length() - 1, 8)
    backward_step = -1 if color else 1
    return _union(rank, file, [(backward_step, -1), (backward_step, 1)])


def _threats(square: int, attacker: bool) -> Threats:
    """Return the `Threats` to `square` by men of the color `attacker`."""
    # After a null move the king may have been captured; then there is no square to attack.
    if not square:
        return 0, 0, 0, 0, 0
    knight, king, straight, diagonal = (reach_of(piece_type, square) for piece_type in (KNIGHT, KING, ROOK, BISHOP))
    return pawn_threats(square, attacker), knight, king, straight, diagonal


def _squares_between(ends: int) -> int:
    """Return the bitboard of squares between two squares, the bits of `ends`; perhaps 0."""
    first_index, last_index = (ends & -ends).bit_length() - 1, ends.bit_length() - 1
    (rank, file), (end_rank, end_file) = divmod(first_index, 8), divmod(last_index, 8)
    up, right = end_rank - rank, end_file - file
    steps = max(abs(up), abs(right))
    if up and right and abs(up) != abs(right):
        return 0
    return _union(rank, file, [(up // steps * n, right // steps * n) for n in range(1, steps)])


def _union(rank: int, file: int, offsets: Iterable[tuple[int, int]]) -> int:
    """Return the bitboard of squares at `offsets`, pairs (up, right), from `rank` and `file`."""
    found = 0
    for up, right in offsets:
        found |= square_bit(rank + up, file + right)
    return found


SQUARES_BETWEEN: LazyTable[int, int] = LazyTable(_squares_between)
"""The squares between the two in the key; 0 if no line joins them."""

THREATS: tuple[LazyTable[int, Threats], LazyTable[int, Threats]] = (
    LazyTable(lambda square: _threats(square, True)),
    LazyTable(lambda square: _threats(square, False)),
)
"""`THREATS[color][square]`, where `color` is that of the attacked man on `square`."""
