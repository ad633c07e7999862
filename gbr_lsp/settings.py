"""Settings from files: the nearest `gbr.toml`, `.gbr.toml` or `[tool.gbr-lsp]` of a `pyproject.toml`, upwards.

Settings only build the plain values that the layers below are passed. A file that cannot be read raises BadSettings; a
key that is none is a warning.
"""

import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from gbr_lsp.notation.values import Nine
from gbr_lsp.tablebase import Tables, syzygy
from gbr_lsp.terms import Terms


class Settings(NamedTuple):
    """What is in force: the rules that run, and how texts are read."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    terms: Terms = Terms()


class Loaded(NamedTuple):
    """Settings, the file they come from, and what is odd about it."""

    settings: Settings = Settings()
    path: str | None = None
    warnings: tuple[str, ...] = ()


class BadSettings(ValueError):
    """A settings file that cannot be used; the message names it and says why."""


_KEYS = {"select", "extend-select", "ignore", "nine", "bare-class", "piece-letters", "syzygy"}
_BARE = {"ignore": False, "report": True}
_LETTERS = {
    "english": "KQRBNP",
    "french": "RDTFCP",
    "german": "KDTLSB",
    "italian": "RDTACP",
    "spanish": "RDTACP",
}
"""Letters of king, queen, rook, bishop, knight and pawn by language."""


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
        Terms(
            Nine(_one_of(path, table, "nine", [nine.value for nine in Nine], Nine.MODERN.value)),
            _BARE[_one_of(path, table, "bare-class", _BARE, "ignore")],
            _letters(path, table),
            _tables(path, table),
        ),
    )
    return Loaded(settings, path, warnings)


def _names(path: str, table: dict[str, Any], key: str, what: str = "names of rules") -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise BadSettings(f"{path}: {key} is a list of {what}")
    return tuple(value)


def _letters(path: str, table: dict[str, Any]) -> str:
    """The letters of the men, given by the name of a language or as six different letters."""
    value = table.get("piece-letters", "german")
    if isinstance(value, str) and value.lower() in _LETTERS:
        return _LETTERS[value.lower()]
    if isinstance(value, str) and value.isalpha() and len(value) == 6 == len(set(value)):
        return value
    languages = ", ".join(map(repr, _LETTERS))
    raise BadSettings(
        f"{path}: piece-letters is {languages}, or six letters, of king, queen, rook, bishop, knight, pawn"
    )


def _tables(path: str, table: dict[str, Any]) -> Tables | None:
    """The tables in the folders that are named, from the file's own folder on; `~` is the user's."""
    own = os.path.dirname(path)
    folders = _names(path, table, "syzygy", "folders")
    return syzygy(tuple(os.path.normpath(os.path.join(own, os.path.expanduser(folder))) for folder in folders))


def _one_of(path: str, table: dict[str, Any], key: str, known: Iterable[str], default: str) -> str:
    value = table.get(key, default)
    if not isinstance(value, str) or value not in known:
        raise BadSettings(f"{path}: {key} is {' or '.join(map(repr, known))}")
    return value


def _suggestion(key: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key, _KEYS, n=1)
    return f": is {near[0]!r} meant?" if near else ""
