"""A dict that computes its values on demand."""

from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

_MAX_ENTRIES = 1 << 14


class LazyTable(dict[Key, Value], Generic[Key, Value]):
    """A cache of `compute(key)`, cleared when full: unusual text cannot fill the memory."""

    __slots__ = ("_compute",)

    def __init__(self, compute: Callable[[Key], Value]) -> None:
        self._compute = compute

    def __missing__(self, key: Key) -> Value:
        if _MAX_ENTRIES <= len(self):
            self.clear()
        value = self[key] = self._compute(key)
        return value
