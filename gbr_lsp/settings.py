"""Settings from files: the nearest `gbr.toml`, `.gbr.toml` or `[tool.gbr-lsp]` of a `pyproject.toml`, upwards.

Settings only build the plain values that the layers below are passed. A file that cannot be read raises BadSettings; a
key that is none is a warning.
"""

import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from gbr_lsp.notation.values import Nine


class Settings(NamedTuple):
    """What is in force: the rules that run, what a 9 means, and whether classes without evidence are codes."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    nine: Nine = Nine.MODERN
    bare: bool = False


class Loaded(NamedTuple):
    """Settings, the file they come from, and what is odd about it."""

    settings: Settings = Settings()
    path: str | None = None
    warnings: tuple[str, ...] = ()


class BadSettings(ValueError):
    """A settings file that cannot be used; the message names it and says why."""


_KEYS = {"select", "extend-select", "ignore", "nine", "bare-class"}
_BARE = {"ignore": False, "report": True}


def nearest(folder: str) -> Loaded:
    """The settings for the files of a folder; the defaults where no file says anything."""
    folder = os.path.abspath(folder)
    while True:
        for name in ("gbr.toml", ".gbr.toml", "pyproject.toml"):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                table = _table(path)
                if table is not None:
                    return _loaded(path, table)
        outer = os.path.dirname(folder)
        if outer == folder:
            return Loaded()
        folder = outer


def load(path: str) -> Loaded:
    """The settings of a file that is named."""
    return _loaded(path, _table(path) or {})


def _table(path: str) -> dict[str, Any] | None:
    """The settings in a file; None for a `pyproject.toml` that has none."""
    import tomllib

    try:
        with open(path, "rb") as file:
            table = tomllib.load(file)
    except OSError as error:
        raise BadSettings(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: {str(error)[:1].lower()}{str(error)[1:]}") from None
    if os.path.basename(path) != "pyproject.toml":
        return table
    tool = table.get("tool", {})
    own = tool.get("gbr-lsp") if isinstance(tool, dict) else None
    return own if isinstance(own, dict) else None


def _loaded(path: str, table: dict[str, Any]) -> Loaded:
    warnings = tuple(f"{path}: there is no setting {key!r}{_suggestion(key)}" for key in table if key not in _KEYS)
    settings = Settings(
        _names(path, table, "select") if "select" in table else None,
        _names(path, table, "extend-select"),
        _names(path, table, "ignore"),
        Nine(_one_of(path, table, "nine", [nine.value for nine in Nine], Nine.MODERN.value)),
        _BARE[_one_of(path, table, "bare-class", _BARE, "ignore")],
    )
    return Loaded(settings, path, warnings)


def _names(path: str, table: dict[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise BadSettings(f"{path}: {key} is a list of names of rules")
    return tuple(value)


def _one_of(path: str, table: dict[str, Any], key: str, known: Iterable[str], default: str) -> str:
    value = table.get(key, default)
    if not isinstance(value, str) or value not in known:
        raise BadSettings(f"{path}: {key} is {' or '.join(map(repr, known))}")
    return value


def _suggestion(key: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key, _KEYS, n=1)
    return f": is {near[0]!r} meant?" if near else ""
