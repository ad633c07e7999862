"""Cooperative work: generators that yield between steps and return the result.

Other work can run at each `yield`.
"""

from collections.abc import Generator, Iterator
from typing import TypeVar

_Result = TypeVar("_Result")
_Item = TypeVar("_Item")


def run_to_end(steps: Generator[object, None, _Result]) -> _Result:
    """Exhaust `steps` without pauses and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: _Result = end.value
            return result


def drain(items: list[_Item]) -> Iterator[_Item]:
    """Yield the items of `items` in order and empty the list.

    Freeing a very long list all at once would block every thread.
    """
    items.reverse()
    while items:
        yield items.pop()
