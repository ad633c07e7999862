"""Values that are computed on demand and kept: a dict, and a property."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

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


class cached(Generic[Value]):  # used like `functools.cached_property`
    """A property that is computed once. If two threads compute it, both get the first value.

    `functools.cached_property` locks all objects of a class up to Python 3.11, and may give two
    threads different values from 3.12 on.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> "cached[Value]": ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> "cached[Value] | Value":
        if instance is None:
            return self
        known: dict[str, Value] = instance.__dict__
        return known.setdefault(self._name, self._compute(instance))
