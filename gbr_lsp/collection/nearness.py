"""How near two positions are: the same up to mirrors, colors and shifts, or with one man more, less or elsewhere.

With pawns a board is mirrored left and right; without any it has the eight symmetries of a square. Where colors are
exchanged, a board with pawns is turned upside down. Shifted are all men together. Who moves is not asked.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.collection.squares import SYMMETRIES, UP_DOWN, WITH_PAWNS, Transform, mapped_board

_EMPTY = " " * 64


class Relation(NamedTuple):
    """How a position differs from another; those that compare as less are nearer.

    `men` is 0 where the men are the same, and 1 where one is elsewhere, 2 where there is one more, 3 one less.
    """

    men: int
    shifted: bool
    exchanged: bool
    mirrored: bool

    @property
    def words(self) -> str:
        """In words: `identical`, `mirrored, colors exchanged`, `one man more, shifted`."""
        said = [
            *([_MEN[self.men]] if self.men else []),
            *(["mirrored"] if self.mirrored else []),
            *(["colors exchanged"] if self.exchanged else []),
            *(["shifted"] if self.shifted else []),
        ]
        return ", ".join(said) or "identical"


_MEN = ("", "one man elsewhere", "one man more", "one man less")


class Variant(NamedTuple):
    """A position that is the same as another, as pairs of man and square, and how it is."""

    squares: str
    men: frozenset[tuple[int, str]]
    shifted: bool
    exchanged: bool
    mirrored: bool


@lru_cache(8)
def variants(squares: str) -> tuple[Variant, ...]:
    """The positions that are the same as one up to mirrors, colors and shifts, the nearest first, each once."""
    has_pawns = "P" in squares or "p" in squares
    found: dict[str, Variant] = {}
    for exchanges in (False, True):
        base = UP_DOWN if exchanges and has_pawns else 0
        for symmetry in WITH_PAWNS if has_pawns else SYMMETRIES:
            turned = mapped_board(squares, Transform(symmetry ^ base, exchanges=exchanges)) or ""
            for right, up in _shifts(turned, has_pawns=has_pawns):
                board = mapped_board(turned, Transform(0, right, up)) or ""
                shifted = (right, up) != (0, 0)
                variant = Variant(board, men_on(board), shifted, exchanges, symmetry != 0)
                known = found.get(board)
                if known is None or variant[2:] < known[2:]:
                    found[board] = variant
    return tuple(sorted(found.values(), key=lambda variant: variant[2:]))


def relation(squares: str, other: str) -> Relation | None:
    """How a position is near another, seen from the first; None if it is not."""
    if _EMPTY in (squares, other):
        return None
    there = men_on(other)
    near = (found for variant in variants(squares) if (found := _relation(variant, there)))
    return min(near, default=None)


def is_near(squares: str, other: str) -> bool:
    """Whether a position is near another."""
    return relation(squares, other) is not None


@lru_cache(4096)
def men_on(squares: str) -> frozenset[tuple[int, str]]:
    """The men of a board with their squares."""
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
    return None if men is None else Relation(men, variant.shifted, variant.exchanged, variant.mirrored)


def _shifts(squares: str, *, has_pawns: bool) -> Iterator[tuple[int, int]]:
    """By how much all men of a board can be shifted; pawns stay between the second and the seventh rank."""
    on = [square for square, man in enumerate(squares) if man != "."]
    files, ranks = [square % 8 for square in on], [square // 8 for square in on]
    low, high = -min(ranks), 7 - max(ranks)
    if has_pawns:
        pawns = [square // 8 for square, man in enumerate(squares) if man in "Pp"]
        low, high = max(low, 1 - min(pawns)), min(high, 6 - max(pawns))
    # A board with a pawn on the last rank is none that can be shifted, but it is itself.
    for up in sorted({0, *range(low, high + 1)}, key=abs):
        for right in sorted(range(-min(files), 8 - max(files)), key=abs):
            yield right, up
