"""A table whose values are computed when they are first asked for."""

from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

_MAX_ENTRIES = 1 << 14


class LazyTable(dict[Key, Value], Generic[Key, Value]):
    """Values that are computed when they are first asked for; strange text cannot make it grow without end."""

    __slots__ = ("_compute",)

    def __init__(self, compute: Callable[[Key], Value]) -> None:
        self._compute = compute

    def __missing__(self, key: Key) -> Value:
        if _MAX_ENTRIES <= len(self):
            self.clear()
        value = self[key] = self._compute(key)
        return value
