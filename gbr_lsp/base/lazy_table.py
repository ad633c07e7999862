"""A dict that computes its values on demand."""

from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

_MAX_ENTRIES = 1 << 14


class LazyTable(dict[Key, Value], Generic[Key, Value]):
    """A cache that calls `compute(key)` for a missing key.

    It is cleared when it holds `_MAX_ENTRIES` values, so that unusual text cannot fill the memory.
    """

    __slots__ = ("_compute",)

    def __init__(self, compute: Callable[[Key], Value]) -> None:
        self._compute = compute

    def __missing__(self, key: Key) -> Value:
        if _MAX_ENTRIES <= len(self):
            self.clear()
        value = self[key] = self._compute(key)
        return value
