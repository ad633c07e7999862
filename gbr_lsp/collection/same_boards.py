"""A number that boards share if they are equal up to mirrors, colors and shifts.

It is that of the least image of the board under the symmetries of `nearness.py`, pushed into the
corner a1. Rare collisions are possible, so check `nearness.relation_of`.
"""

from collections.abc import Iterator
from functools import lru_cache

from gbr_lsp.collection.squares import PAWN_SYMMETRIES, SYMMETRIES, UP_DOWN, Transform, map_board, symmetry_table

_MEN = "KQRBNPkqrbnp"
_MASK = (1 << 64) - 1
_BLACK_MOVES = 0x5851F42D4C957F2D


def board_number(squares: str, *, white_moves: bool) -> int:
    """Return the 64-bit number of a board with the side to move, which changes with the colors."""
    men = [(man, square) for square, man in enumerate(squares) if man != "."]
    has_pawns = "P" in squares or "p" in squares
    return min(_images(men, has_pawns=has_pawns, white_moves=white_moves))


def mirrors_of(squares: str) -> list[str]:
    """Return a board and its mirrors, each once: left and right with pawns, else the eight symmetries."""
    has_pawns = "P" in squares or "p" in squares
    boards = (map_board(squares, Transform(symmetry)) for symmetry in (PAWN_SYMMETRIES if has_pawns else SYMMETRIES))
    return list(dict.fromkeys(board for board in boards if board))


def _images(men: list[tuple[str, int]], *, has_pawns: bool, white_moves: bool) -> Iterator[int]:
    """Yield the numbers of the images of a board."""
    on = [square for _, square in men]
    ranks, files = [square >> 3 for square in on], [square & 7 for square in on]
    box = min(ranks), max(ranks), min(files), max(files)
    for exchanges in (False, True):
        base = UP_DOWN if exchanges and has_pawns else 0
        turn = 0 if white_moves is not exchanges else _BLACK_MOVES
        for symmetry in PAWN_SYMMETRIES if has_pawns else SYMMETRIES:
            number = symmetry ^ base
            table, corner = (_OTHER if exchanges else _OWN), _corner(number, *box)
            moved = symmetry_table(number)
            yield (sum([table[man][moved[square] - corner] for man, square in men]) + turn) & _MASK


@lru_cache(1 << 16)
def _corner(symmetry: int, low: int, high: int, left: int, right: int) -> int:
    """Return the lower left square of a box of ranks and files that has been mirrored."""
    table = symmetry_table(symmetry)
    ends = [table[8 * rank + file] for rank in (low, high) for file in (left, right)]
    return 8 * min(end >> 3 for end in ends) + min(end & 7 for end in ends)


def _mixed(number: int) -> int:
    """Return a pseudo-random number of 64 bits, the same in every process (splitmix64)."""
    number = (number + 1) * 0x9E3779B97F4A7C15 & _MASK
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31


_OWN = {man: [_mixed(64 * number + square) for square in range(64)] for number, man in enumerate(_MEN)}
_OTHER = {man: _OWN[man.swapcase()] for man in _MEN}
"""Random numbers for each man by square; `_OTHER` has those of the man of the other color."""
