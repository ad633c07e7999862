"""Nearness of positions: equal up to mirrors, colors and shifts, or with one man changed.

With pawns a board is mirrored left and right, without pawns it has the eight symmetries of a
square. To exchange colors, a board with pawns is turned upside down. The side to move is ignored.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.collection.squares import PAWN_SYMMETRIES, SYMMETRIES, UP_DOWN, Transform, map_board

_EMPTY = " " * 64


class Relation(NamedTuple):
    """The difference of a position from another; a smaller one is nearer.

    `men` is 0 for the same men, 1 for a moved man, 2 for an additional man, 3 for a missing man.
    """

    men: int
    is_shifted: bool
    is_exchanged: bool
    is_mirrored: bool

    @property
    def words(self) -> str:
        """The relation in words: `identical`, `mirrored, colors exchanged`, `one man more, shifted`."""
        parts = [
            *([_MEN[self.men]] if self.men else []),
            *(["mirrored"] if self.is_mirrored else []),
            *(["colors exchanged"] if self.is_exchanged else []),
            *(["shifted"] if self.is_shifted else []),
        ]
        return ", ".join(parts) or "identical"


_MEN = ("", "one man elsewhere", "one man more", "one man less")


class Variant(NamedTuple):
    """A position equal to another up to a transformation, with pairs of square and man."""

    squares: str
    men: frozenset[tuple[int, str]]
    is_shifted: bool
    is_exchanged: bool
    is_mirrored: bool


@lru_cache(8)
def variants_of(squares: str) -> tuple[Variant, ...]:
    """Return the `Variant`s of a position, the nearest first, each board once."""
    has_pawns = "P" in squares or "p" in squares
    found: dict[str, Variant] = {}
    for exchanges in (False, True):
        base = UP_DOWN if exchanges and has_pawns else 0
        for symmetry in PAWN_SYMMETRIES if has_pawns else SYMMETRIES:
            turned = map_board(squares, Transform(symmetry ^ base, has_color_exchange=exchanges)) or ""
            for right, up in _shifts(turned, has_pawns=has_pawns):
                board = map_board(turned, Transform(0, right, up)) or ""
                shifted = (right, up) != (0, 0)
                variant = Variant(board, men_on(board), shifted, exchanges, symmetry != 0)
                known = found.get(board)
                if known is None or variant[2:] < known[2:]:
                    found[board] = variant
    return tuple(sorted(found.values(), key=lambda variant: variant[2:]))


def relation_of(squares: str, other: str) -> Relation | None:
    """Return how `other` is near `squares`, or None if it is not."""
    if _EMPTY in (squares, other):
        return None
    there = men_on(other)
    near = (found for variant in variants_of(squares) if (found := _relation(variant, there)))
    return min(near, default=None)


def is_near(squares: str, other: str) -> bool:
    return relation_of(squares, other) is not None


@lru_cache(4096)
def men_on(squares: str) -> frozenset[tuple[int, str]]:
    """Return the pairs of square and man of a board."""
    return frozenset((square, man) for square, man in enumerate(squares) if man not in ". ")


def _relation(variant: Variant, there: frozenset[tuple[int, str]]) -> Relation | None:
    gone, new = variant.men - there, there - variant.men
    if 1 < len(gone) or 1 < len(new):
        return None
    if gone and new:
        ((_, left),), ((_, came),) = gone, new
        men = 1 if left == came else None
    else:
        men = 2 if new else 3 if gone else 0
    return None if men is None else Relation(men, variant.is_shifted, variant.is_exchanged, variant.is_mirrored)


def _shifts(squares: str, *, has_pawns: bool) -> Iterator[tuple[int, int]]:
    """Yield the shifts (right, up) that keep men on the board and pawns on ranks 2 to 7."""
    on = [square for square, man in enumerate(squares) if man != "."]
    files, ranks = [square % 8 for square in on], [square // 8 for square in on]
    low, high = -min(ranks), 7 - max(ranks)
    if has_pawns:
        pawns = [square // 8 for square, man in enumerate(squares) if man in "Pp"]
        low, high = max(low, 1 - min(pawns)), min(high, 6 - max(pawns))
    # A board with a pawn on the last rank cannot be shifted up or down, but equals itself.
    for up in sorted({0, *range(low, high + 1)}, key=abs):
        for right in sorted(range(-min(files), 8 - max(files)), key=abs):
            yield right, up
