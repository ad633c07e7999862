"""Random parameters of any request of the protocol, made from its types; and damaged JSON."""

import json
import random
import typing
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

import attrs
from lsprotocol import types

from tests.random.commands import arguments

JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    7,
    1 << 40,
    0.5,
    "",
    "x",
    "\ud800",
    [],
    [[]],
    {},
    {"uri": 5},
    "textDocument",
)


def requests() -> list[str]:
    """Return the methods of requests that a client may send, except `initialize` and `shutdown`."""
    return [
        method
        for method, known in types.METHOD_TO_TYPES.items()
        if known[1] is not None
        and types.message_direction(method) in ("clientToServer", "both")
        and method not in (types.INITIALIZE, types.SHUTDOWN)
    ]


def advertised(capabilities: dict[str, Any]) -> set[str]:
    """Return the methods of the requests that `capabilities` announces."""
    names = {key.removesuffix("Provider") for key, value in capabilities.items() if key.endswith("Provider") and value}
    found = set()
    for method in requests():
        scope, _, name = method.partition("/")
        name = name.split("/")[0]
        named = name if scope == "textDocument" else scope + name[:1].upper() + name[1:]
        full = scope in ("textDocument", "workspace") and (named in names or name == "executeCommand" in names)
        if full and (method.count("/") < 2 or _has_part(capabilities[f"{name}Provider"], method.split("/")[2:])):
            found.add(method)
    return found


def _has_part(options: Any, parts: list[str]) -> bool:
    for part in parts:
        options = isinstance(options, dict) and options.get(part)
    return bool(options)


class Maker:
    """Makes parameters; `uri` and `position` return values for them, `words` are the possible strings."""

    def __init__(
        self,
        random_: random.Random,
        uri: Callable[[], str],
        position: Callable[[], dict[str, int]],
        words: Iterable[str],
    ) -> None:
        self._random = random_
        self._uri = uri
        self._position = position
        self._words = tuple(words)
        self.commands: list[str] = []

    def params(self, method: str) -> Any:
        """Return valid parameters of a request or notification."""
        made = self._make(types.METHOD_TO_TYPES[method][2], "params")
        if method == types.WORKSPACE_EXECUTE_COMMAND:
            command = made["command"] = self._random.choice(self.commands or ["x"])
            uri, position = self._uri(), self._position()
            fitting = arguments(command, self._random, uri, position) if self.commands else []
            made["arguments"] = self._random.choice((fitting, fitting, [], [uri], [uri, position, "squares"], [5]))
        return made

    def _make(self, kind: Any, name: str) -> Any:
        origin = typing.get_origin(kind)
        if kind is types.Position:
            return self._position()
        if kind is types.Range:
            start, end = sorted((self._position(), self._position()), key=lambda at: (at["line"], at["character"]))
            return {"start": start, "end": end}
        if name in ("uri", "target_uri"):
            return self._uri()
        if origin is typing.Union:
            return self._make(self._random.choice(typing.get_args(kind)), name)
        if origin is not None and kind is not typing.Any:
            made = [self._make(typing.get_args(kind)[0], name) for _ in range(self._random.choice((0, 1, 2)))]
            return made if origin is not dict and "Mapping" not in str(origin) else {}
        if isinstance(kind, type) and attrs.has(kind):
            return self._object(kind)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self._random.choice(list(kind)).value
        plain = {
            str: self._random.choice(self._words),
            int: self._random.randrange(4),
            bool: self._random.random() < 0.5,
        }
        return plain.get(kind)

    def _object(self, kind: type) -> dict[str, Any]:
        hints = typing.get_type_hints(kind)
        made = {}
        for field in attrs.fields(kind):
            if field.default is attrs.NOTHING or self._random.random() < 0.3:
                first, *others = field.name.rstrip("_").split("_")
                value = self._make(hints[field.name], field.name)
                if value is not None or field.default is attrs.NOTHING:
                    made[first + "".join(other.title() for other in others)] = value
        return made


def spoiled(message: dict[str, Any], random_: random.Random) -> Any:
    """Return a copy of `message` with one random value deleted or replaced by junk."""
    copy = json.loads(json.dumps(message))
    places = list(_places(copy))
    holder, key = random_.choice(places)
    if isinstance(holder, dict) and random_.random() < 0.3:
        del holder[key]
    else:
        holder[key] = random_.choice(JUNK)
    return copy


def _places(value: Any) -> Iterable[tuple[Any, Any]]:
    keys: Iterable[Any] = (
        list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield value, key
        yield from _places(value[key])
