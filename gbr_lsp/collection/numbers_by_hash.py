"""Numbers by hash in an eighth of the memory of a dictionary."""

from array import array
from collections.abc import Iterator

_LISTS = 1 << 18


class NumbersByHash:
    """Lists of numbers, linked in arrays. A hash has 64 bits, signed; a number 32, unsigned."""

    def __init__(self) -> None:
        self._lasts = array("I", bytes(array("I").itemsize * _LISTS))
        """The last entry of each list, counted from 1; 0 for an empty list."""
        self._befores, self._keys, self._numbers = array("I"), array("q"), array("I")
        """For each entry the previous one of its list, its hash and its number."""

    def add(self, key: int, number: int) -> None:
        """Add `number` under the hash `key`."""
        self._befores.append(self._lasts[key % _LISTS])
        self._keys.append(key)
        self._numbers.append(number)
        self._lasts[key % _LISTS] = len(self._keys)

    def last_of(self, key: int) -> int | None:
        """Return the number last added under `key`, or None."""
        return next(self.numbers_of(key), None)

    def numbers_of(self, key: int) -> Iterator[int]:
        """Yield the numbers under `key`, the last first."""
        entry = self._lasts[key % _LISTS]
        while entry:
            if self._keys[entry - 1] == key:
                yield self._numbers[entry - 1]
            entry = self._befores[entry - 1]
