"""Positions near another one, found among a large number without comparing each.

If at most one man differs, both kings or all other men have the same squares. So positions are
stored by material with the squares of the kings, and by the squares of the other men.
"""

from collections.abc import Callable, Iterable

from gbr_lsp.collection.nearness import Relation, relation_of, variants_of
from gbr_lsp.collection.numbers_by_hash import NumbersByHash

_NO_KINGS = str.maketrans("Kk", "..")
_MEN = "BNPQRbnpqr"


class Neighbors:
    """Positions by number; `squares_of` returns the squares of a number.

    To save memory they are found by hashes; a position found by a collision is not near.
    """

    def __init__(self, squares_of: Callable[[int], str]) -> None:
        self._position = squares_of
        self._by_kings = NumbersByHash()
        self._by_others = NumbersByHash()

    def add(self, number: int, squares: str) -> None:
        """Store the position `squares` under `number`."""
        others = squares.translate(_NO_KINGS)
        self._by_kings.add(hash((_material(others), squares.index("K"), squares.index("k"))), number)
        self._by_others.add(hash(others), number)

    def neighbors_of(self, squares: str) -> list[tuple[Relation, int]]:
        """Return pairs of relation and number for the positions near `squares`, the nearest first."""
        found: set[int] = set()
        for variant in variants_of(squares):
            others = variant.squares.translate(_NO_KINGS)
            kings = variant.squares.index("K"), variant.squares.index("k")
            for material in _near(_material(others)):
                found.update(self._by_kings.numbers_of(hash((material, *kings))))
            found.update(self._by_others.numbers_of(hash(others)))
        related = ((relation_of(squares, self._position(number)), number) for number in found)
        return sorted((how, number) for how, number in related if how is not None)


def _material(others: str) -> str:
    return "".join(sorted(others.replace(".", "")))


def _near(material: str) -> Iterable[str]:
    """Yield `material`, and with one man less or more."""
    yield material
    for man in dict.fromkeys(material):
        yield material.replace(man, "", 1)
    for man in _MEN:
        yield "".join(sorted(material + man))
