"""Positions that are near another one, found among very many without looking at each of them.

Where at most one man differs, either both kings stand where those of the other position do, or all the other men do.
So positions are kept by their material with the squares of the kings, and by the squares of all the others.
"""

from collections.abc import Callable, Iterable

from gbr_lsp.collection.nearness import Relation, relation, variants
from gbr_lsp.collection.numbers_by_hash import NumbersByHash

_NO_KINGS = str.maketrans("Kk", "..")
_MEN = "BNPQRbnpqr"


class Neighbors:
    """Positions by number; `position` gives the squares of one.

    There may be very many, so that they are found by hashes; what is found by chance is not near.
    """

    def __init__(self, position: Callable[[int], str]) -> None:
        self._position = position
        self._by_kings = NumbersByHash()
        self._by_others = NumbersByHash()

    def add(self, number: int, squares: str) -> None:
        """Keeps the position of a number."""
        others = squares.translate(_NO_KINGS)
        self._by_kings.add(hash((_material(others), squares.index("K"), squares.index("k"))), number)
        self._by_others.add(hash(others), number)

    def near(self, squares: str) -> list[tuple[Relation, int]]:
        """The numbers of the positions that are near one, with how they are, the nearest first."""
        found: set[int] = set()
        for variant in variants(squares):
            others = variant.squares.translate(_NO_KINGS)
            kings = variant.squares.index("K"), variant.squares.index("k")
            for material in _near(_material(others)):
                found.update(self._by_kings.having(hash((material, *kings))))
            found.update(self._by_others.having(hash(others)))
        related = ((relation(squares, self._position(number)), number) for number in found)
        return sorted((how, number) for how, number in related if how is not None)


def _material(others: str) -> str:
    return "".join(sorted(others.replace(".", "")))


def _near(material: str) -> Iterable[str]:
    """The same material, and with one man more or less."""
    yield material
    for man in dict.fromkeys(material):
        yield material.replace(man, "", 1)
    for man in _MEN:
        yield "".join(sorted(material + man))
