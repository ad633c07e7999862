"""Boards and regions, mirrored, turned and shifted. Squares count from a1 = 0 to h8 = 63."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

Region = tuple[int, ...]
"""Sorted squares."""


class Transform(NamedTuple):
    """A map of the board: a numbered symmetry, then a shift to the right and up.

    `has_color_exchange` exchanges the colors of the men, `has_turn_exchange` the side to move.
    """

    symmetry: int = 0
    right: int = 0
    up: int = 0
    has_color_exchange: bool = False
    has_turn_exchange: bool = False


IDENTITY, LEFT_RIGHT, UP_DOWN = 0, 1, 2
SYMMETRIES = range(8)
"""Bit 2 mirrors along the line from a1 to h8, first; then bit 1 up and down, bit 0 left and right."""
PAWN_SYMMETRIES = (IDENTITY, LEFT_RIGHT)
"""The symmetries that keep a board with pawns the same."""


def transforms(*, flip: bool, shift: bool, flipcolor: bool) -> Iterator[Transform]:
    """Yield the transforms of CQL's `flip`, `shift` and `flipcolor`, the identity first."""
    steps = sorted(range(-7, 8), key=abs) if shift else [0]
    for color in (False, True) if flipcolor else (False,):
        for symmetry in SYMMETRIES if flip else (IDENTITY,):
            # To exchange colors, CQL reflects the board about its horizontal bisector.
            number = symmetry ^ UP_DOWN if color else symmetry
            yield from (Transform(number, right, up, color, color) for up in steps for right in steps)


@lru_cache(8)
def symmetry_table(number: int) -> bytes:
    """Return the new square of each square under the symmetry `number`."""
    table = bytearray(64)
    for square in range(64):
        rank, file = divmod(square, 8)
        if number & 4:
            rank, file = file, rank
        if number & 2:
            rank = 7 - rank
        if number & 1:
            file = 7 - file
        table[square] = 8 * rank + file
    return bytes(table)


@lru_cache(4096)
def map_region(region: Region, transform: Transform) -> Region:
    """Return the transformed region; whole ranks are not shifted sideways, nor whole files up, as in CQL."""
    table = symmetry_table(transform.symmetry)
    turned = {table[square] for square in region}
    ranks = {rank for rank in range(8) if turned.issuperset(range(8 * rank, 8 * rank + 8))}
    files = {file for file in range(8) if turned.issuperset(range(file, 64, 8))}
    found = set()
    for square in turned:
        rank, file = divmod(square, 8)
        to_rank = rank if file in files else rank + transform.up
        to_file = file if rank in ranks else file + transform.right
        if 0 <= to_rank < 8 and 0 <= to_file < 8:
            found.add(8 * to_rank + to_file)
    return tuple(sorted(found))


def map_board(squares: str, transform: Transform) -> str | None:
    """Return the 64 squares of the transformed board, or None if a man would leave it."""
    board = ["."] * 64
    table = symmetry_table(transform.symmetry)
    for square, man in enumerate(squares):
        if man == ".":
            continue
        rank, file = divmod(table[square], 8)
        rank, file = rank + transform.up, file + transform.right
        if not (0 <= rank < 8 and 0 <= file < 8):
            return None
        board[8 * rank + file] = man
    shown = "".join(board)
    return shown.swapcase() if transform.has_color_exchange else shown
