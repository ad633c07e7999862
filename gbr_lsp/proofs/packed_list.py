"""A list with compressed values: the pages of a long book would not fit into memory."""

import pickle
import zlib
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_UNPACKED_COUNT = 64
"""Number of values that are not compressed: most documents are short, and compressing is slow."""
_COMPRESSION_LEVEL = 1


class PackedList(Generic[T]):
    """A list that grows at its end; its values must be picklable.

    The first 64 are kept as they are, the others as compressed bytes. The last one decompressed is
    cached.
    """

    def __init__(self) -> None:
        self._unpacked: list[T] = []
        self._packed: list[bytes] = []
        self._last: tuple[int, Any] = (-1, None)

    def add(self, value: T) -> None:
        if len(self._unpacked) < _UNPACKED_COUNT:
            self._unpacked.append(value)
        else:
            self._packed.append(zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), _COMPRESSION_LEVEL))

    def __getitem__(self, number: int) -> T:
        if number < _UNPACKED_COUNT:
            return self._unpacked[number]
        if self._last[0] != number:
            self._last = (-1, None)
            self._last = number, pickle.loads(zlib.decompress(self._packed[number - _UNPACKED_COUNT]))
        value: T = self._last[1]
        return value

    def __iter__(self) -> Iterator[T]:
        return (self[number] for number in range(len(self._unpacked) + len(self._packed)))
