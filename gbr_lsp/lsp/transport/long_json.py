"""Long results as JSON, in pieces: to write one in a single call would hold every other thread for its time."""

import json
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, NamedTuple

_MANY = 100
_AT_ONCE = 200
"""Items that are written in one call; of 200 symbols that takes a millisecond."""
_LONG = 1 << 16
"""Code points of a string that are written in one call."""


class WrittenResult(NamedTuple):
    """The result of a request as JSON, in pieces."""

    pieces: list[bytes]


def is_long(result: object) -> bool:
    """Whether a result takes longer to write than a hover should wait."""
    return _LONG < len(result) if isinstance(result, str) else _MANY < len(_items(result)[1])


def written(result: Any, unstructure: Callable[[Any], Any]) -> WrittenResult:
    """A result as JSON, unless it is already; a list that it is, or has, is emptied meanwhile."""
    if isinstance(result, WrittenResult):
        return result
    return WrittenResult(list(_pieces(result, unstructure)))


def _pieces(result: Any, unstructure: Callable[[Any], Any]) -> Iterator[bytes]:
    if not is_long(result):
        yield _dumped(unstructure(result)).encode()
    elif isinstance(result, str):
        yield b'"'
        for start in range(0, len(result), _LONG):
            yield _dumped(result[start : start + _LONG])[1:-1].encode()
        yield b'"'
    else:
        yield from _listed(result, unstructure)


def _listed(result: Any, unstructure: Callable[[Any], Any]) -> Iterator[bytes]:
    """A result that lists things, in pieces."""
    name, items = _items(result)
    before = behind = ""
    if name:
        short = copy(result)
        setattr(short, name, [])
        rest = unstructure(short)
        del rest[name]
        members = "".join(f",{json.dumps(key)}:{_dumped(value)}" for key, value in rest.items())
        before, behind = f'{{"{name}":', f"{members}}}"
    yield f"{before}[".encode()
    for start in range(0, len(items), _AT_ONCE):
        few = items[start : start + _AT_ONCE]
        text = _dumped([item if type(item) is int else unstructure(item) for item in few])
        yield f"{',' if start else ''}{text[1:-1]}".encode()
        if not name:
            # To free a very long list at once would hold every thread.
            items[start : start + _AT_ONCE] = [None] * len(few)
    yield f"]{behind}".encode()


def _items(result: object) -> tuple[str, list[Any]]:
    """The member of a result that lists things, and the list; an empty name where the result is the list."""
    for name in ("items", "data"):
        if isinstance(listed := getattr(result, name, None), list):
            return name, listed
    return "", result if isinstance(result, list) else []


def _dumped(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
