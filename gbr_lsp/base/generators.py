"""Cooperative work: a generator that yields between steps, so that other work can run, and returns the result."""

from collections.abc import Generator, Iterator
from typing import TypeVar

_Result = TypeVar("_Result")
_Item = TypeVar("_Item")


def run_to_end(steps: Generator[object, None, _Result]) -> _Result:
    """The result of a generator, run to its end without pauses."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: _Result = end.value
            return result


def drain(items: list[_Item]) -> Iterator[_Item]:
    """The items of a list, which is emptied meanwhile: to free a very long list at once would hold every thread."""
    items.reverse()
    while items:
        yield items.pop()
