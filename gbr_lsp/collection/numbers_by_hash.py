"""Numbers by hash, for very many of them: a dictionary would take eight times the memory."""

from array import array
from collections.abc import Iterator

_LISTS = 1 << 18


class NumbersByHash:
    """Lists of numbers that are linked in arrays. A hash has 64 bits with a sign, a number 32 without."""

    def __init__(self) -> None:
        self._lasts = array("I", bytes(array("I").itemsize * _LISTS))
        """The last entry of each list, counted from 1; 0 for none."""
        self._befores, self._keys, self._numbers = array("I"), array("q"), array("I")
        """Of each entry the one before it in its list, its hash and its number."""

    def add(self, key: int, number: int) -> None:
        """Adds a number that has a hash."""
        self._befores.append(self._lasts[key % _LISTS])
        self._keys.append(key)
        self._numbers.append(number)
        self._lasts[key % _LISTS] = len(self._keys)

    def last(self, key: int) -> int | None:
        """The number with a hash that was added last."""
        entry = self._lasts[key % _LISTS]
        while entry:
            if self._keys[entry - 1] == key:
                return self._numbers[entry - 1]
            entry = self._befores[entry - 1]
        return None

    def having(self, key: int) -> Iterator[int]:
        """The numbers that have a hash, the last first."""
        entry = self._lasts[key % _LISTS]
        while entry:
            if self._keys[entry - 1] == key:
                yield self._numbers[entry - 1]
            entry = self._befores[entry - 1]
