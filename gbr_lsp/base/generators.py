"""Cooperative work: generators that yield between steps and return the result."""

from collections.abc import Generator, Iterator
from typing import TypeVar

_Result = TypeVar("_Result")
_Item = TypeVar("_Item")


def run_to_end(steps: Generator[object, None, _Result]) -> _Result:
    """Exhaust `steps` without pauses; return the value that the generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: _Result = end.value
            return result


def drain(items: list[_Item]) -> Iterator[_Item]:
    """Yield each of `items` from the first and remove it.

    Freeing a very long list at once blocks all threads.
    """
    items.reverse()
    while items:
        yield items.pop()
