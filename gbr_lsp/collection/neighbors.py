"""Positions that are near another one, found among very many without looking at each of them.

Where at most one man differs, either both kings stand where those of the other position do, or all the other men do.
So positions are kept by their material with the squares of the kings, and by the squares of all the others.
"""

from collections import defaultdict
from collections.abc import Iterable

from gbr_lsp.collection.nearness import Relation, relation, variants

_NO_KINGS = str.maketrans("Kk", "..")
_MEN = "BNPQRbnpqr"


class Neighbors:
    """Positions by number."""

    def __init__(self) -> None:
        self._squares: list[str] = []
        self._by_kings: dict[tuple[str, int, int], list[int]] = defaultdict(list)
        self._by_others: dict[str, list[int]] = defaultdict(list)

    def __len__(self) -> int:
        return len(self._squares)

    def add(self, squares: str) -> None:
        """Keeps the position of the next number; blanks are none."""
        number = len(self._squares)
        self._squares.append(squares)
        if squares[0] != " ":
            others = squares.translate(_NO_KINGS)
            self._by_kings[_material(others), squares.index("K"), squares.index("k")].append(number)
            self._by_others[others].append(number)

    def near(self, squares: str) -> list[tuple[Relation, int]]:
        """The numbers of the positions that are near one, with how they are, the nearest first."""
        found: set[int] = set()
        for variant in variants(squares):
            others = variant.squares.translate(_NO_KINGS)
            kings = variant.squares.index("K"), variant.squares.index("k")
            for material in _near(_material(others)):
                found.update(self._by_kings.get((material, *kings), ()))
            found.update(self._by_others.get(others, ()))
        related = ((relation(squares, self._squares[number]), number) for number in found)
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
