"""Strict types of parameters: no conversion of values; only `initialize` may have unknown ones."""

from typing import Any

from pygls.protocol import LanguageServerProtocol, default_converter

_PASSES = 20
"""Maximum number of rounds that remove unknown values."""


def strict_converter() -> Any:
    """Return pygls's converter with strict types.

    By default it converts `null` to the text "None", and "3" to a number.
    """
    converter = default_converter()  # type: ignore[no-untyped-call]
    converter.register_structure_hook(str, _string)
    converter.register_structure_hook(int, _integer)
    converter.register_structure_hook(bool, _boolean)
    return converter


def _string(value: object, kind: Any) -> Any:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a string")
    # Hooks get enumerations too, which inherit from strings or numbers.
    return value if kind is str else kind(value)


def _integer(value: object, kind: Any) -> Any:
    # Some clients write every number as a float.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not an integer")
    return value if kind is int else kind(value)


def _boolean(value: object, _: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def structure_leniently(protocol: LanguageServerProtocol, data: dict[str, Any]) -> Any:
    """Return the `initialize` message as a pygls object, without unknown capabilities and options.

    Clients are newer than servers: an unknown trace or kind must not end the connection. Raises an
    exception if the rest does not fit.
    """
    for _ in range(_PASSES):
        try:
            return protocol.structure_message(data)
        except Exception as error:
            paths = list(_paths(error.__cause__, ())) if error.__cause__ else []
            pruned = [_prune(data, path) for path in reversed(paths)]
            if True not in pruned:
                raise
    return protocol.structure_message(data)


_Path = tuple[str | int, ...]


def _paths(error: BaseException, path: _Path) -> list[_Path]:
    """Return the paths of the values that do not fit.

    The notes of the converter's errors name the attributes and indexes of a path.
    """
    for note in getattr(error, "__notes__", ()):
        step = getattr(note, "name", getattr(note, "index", None))
        path += (step,) if isinstance(step, str | int) else ()
    if isinstance(error, BaseExceptionGroup):
        return [found for inner in error.exceptions for found in _paths(inner, path)]
    return [path]


def _prune(data: dict[str, Any], path: _Path) -> bool:
    """Remove the value at `path`, or the object without it; True if it was optional."""
    holder: Any = data
    parents: list[tuple[Any, Any]] = []
    for step in path:
        key = _key(holder, step)
        if key is None:
            break
        parents.append((holder, key))
        holder = holder[key]
    if len(parents) < 2 or (len(parents) == 2 and parents[-1][1] in ("processId", "rootUri", "capabilities")):
        return False
    holder, key = parents[-1]
    del holder[key]
    return True


def _key(holder: object, step: str | int) -> str | int | None:
    """Return the key of `holder` for `step`, or None: attributes are named `like_this`, members `likeThis`."""
    if isinstance(holder, list):
        return step if isinstance(step, int) and step < len(holder) else None
    if isinstance(holder, dict) and isinstance(step, str):
        wanted = step.replace("_", "").lower()
        return next((key for key in holder if key.lower() == wanted), None)
    return None
