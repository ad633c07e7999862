"""Long results as JSON in pieces, because one long call would hold all other threads."""

import json
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, NamedTuple

_MANY = 100
"""Maximum number of items of a short result."""
_AT_ONCE = 200
"""Items per call; 200 symbols take a millisecond."""
_LONG = 1 << 16
"""Code points of a string per call."""


class WrittenResult(NamedTuple):
    """The result of a request as JSON, in pieces of UTF-8."""

    pieces: list[bytes]


def is_long(result: object) -> bool:
    """Return True if `result` takes longer to write than a hover should wait."""
    return _LONG < len(result) if isinstance(result, str) else _MANY < len(_items(result)[1])


def written_json(value: object) -> WrittenResult:
    """Return a plain `value` as JSON in one piece."""
    return WrittenResult([_dumped(value).encode()])


def write_result(result: Any, unstructure: Callable[[Any], Any]) -> WrittenResult:
    """Return `result` as a `WrittenResult`; a long list is emptied meanwhile.

    `unstructure` converts the protocol's objects to plain values.
    """
    if isinstance(result, WrittenResult):
        return result
    return WrittenResult(list(_pieces(result, unstructure)))


def _pieces(result: Any, unstructure: Callable[[Any], Any]) -> Iterator[bytes]:
    """Yield the JSON of `result` in pieces."""
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
    """Yield the JSON of a long list, or of an object with one, in pieces."""
    name, items = _items(result)
    before = after = ""
    if name:
        short = copy(result)
        setattr(short, name, [])
        rest = unstructure(short)
        del rest[name]
        members = "".join(f",{json.dumps(key)}:{_dumped(value)}" for key, value in rest.items())
        before, after = f'{{"{name}":', f"{members}}}"
    yield f"{before}[".encode()
    for start in range(0, len(items), _AT_ONCE):
        few = items[start : start + _AT_ONCE]
        text = _dumped([item if type(item) is int else unstructure(item) for item in few])
        yield f"{',' if start else ''}{text[1:-1]}".encode()
        if not name:
            # Freeing a very long list at once would hold all threads.
            items[start : start + _AT_ONCE] = [None] * len(few)
    yield f"]{after}".encode()


def _items(result: object) -> tuple[str, list[Any]]:
    """Return the name of the member of `result` that is a list, and the list.

    The name is empty if `result` itself is the list; without a list, both are empty.
    """
    for name in ("items", "data"):
        if isinstance(listed := getattr(result, name, None), list):
            return name, listed
    return "", result if isinstance(result, list) else []


def _dumped(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
