"""Layers of settings from files or a client; each overrides the one it extends."""

import os
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.regular_file import open_regular
from gbr_lsp.base.settings_files import PYPROJECT
from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.model.finding import Severity
from gbr_lsp.settings.keys import KEYS
from gbr_lsp.settings.kinds import Fault, Path, suggestion
from gbr_lsp.settings.places import KeyPlace, key_places

_MAX_SIZE = 1_000_000
"""Maximum size of a settings file, in bytes."""

_MAX_FAULTS = 100
_MAX_KEY_PARTS = 50
"""Maximum number of parts in a dotted key; parsing time grows with its square."""

_KEY_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = regex(rf"(?<![A-Za-z0-9_-]){_KEY_PART}(?:[ \t]*+\.[ \t]*+{_KEY_PART}){{{_MAX_KEY_PARTS}}}")

_EDITOR_SETTINGS = {"engine": "an engine can be set only in the editor, not in a settings file"}
"""Messages for editor settings in a file."""

UNTRUSTED_MESSAGE = "is a network path, and the workspace is not trusted"

_ERROR_PLACE = regex(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class BadSettings(ValueError):
    """Unusable settings; the message has the file and the reason, `path` the file."""

    def __init__(self, message: str, path: str | None = None) -> None:
        super().__init__(message)
        self.path = path


class NotToml(ValueError):
    """Text that is not TOML; `offset` is that of the error."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


class Layer(NamedTuple):
    """A value that should be a table of settings.

    `folder` is the absolute base of its paths, `source` its name in messages. For a file, `text` is
    its content and `root` the keys in it before those of the table.
    """

    table: Mapping[str, Any]
    folder: str
    source: str
    text: str | None = None
    root: Path = ()

    def location(self, path: Path, *, is_on_key: bool = False) -> str:
        """Return the source with row and column of the value at `path` as text: `gbr.toml:2:8`.

        With `is_on_key` they are those of its key; without a file, the source alone.
        """
        if self.text is None:
            return self.source
        lines = LineIndex(self.text)
        row, column = lines.line_and_column(self.span(path, key_places(self.text), is_on_key=is_on_key).start)
        return f"{self.source}:{row + 1}:{column + 1}"

    def row(self, path: Path) -> int | None:
        """Return the row of the key at `path`, from 1, or None without a file."""
        if self.text is None:
            return None
        return LineIndex(self.text).line_at(self.span(path, key_places(self.text), is_on_key=True).start) + 1

    def span(self, path: Path, key_places: dict[Path, KeyPlace], *, is_on_key: bool) -> Span:
        """Return the span of the value at `path`, or of its key if `is_on_key`.

        If there is none, it is that of the key of the nearest parent, or the first line.
        """
        full = self.root + path
        for end in range(len(full), 0, -1):
            place = key_places.get(full[:end])
            if place is not None:
                return place.key if is_on_key or end < len(full) else place.value
        return LineIndex(self.text or "").line_span(0)


def parse_layer(text: str, path: str) -> Layer | None:
    """Return the `Layer` in `text`, the contents of the file at `path`. Raises NotToml.

    None for a `pyproject.toml` without settings.
    """
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.basename(path) != PYPROJECT:
        return Layer(_toml(text), folder, path, text)
    if "gbr-lsp" not in text:
        # Without settings it does not matter whether the text is TOML.
        return None
    own_table: Any = _toml(text).get("tool", {})
    own_table = own_table.get("gbr-lsp") if isinstance(own_table, dict) else None
    return None if own_table is None else Layer(own_table, folder, path, text, ("tool", "gbr-lsp"))


def read_layer(path: str) -> Layer | None:
    """Return the `Layer` in the file at `path`. Raises BadSettings.

    None for a `pyproject.toml` without settings.
    """
    try:
        with open(path, "rb", opener=open_regular) as file:
            data = file.read(_MAX_SIZE + 1)
        if _MAX_SIZE < len(data):
            raise BadSettings(f"{path}: is larger than 1 MB", path)
        text = data.decode("utf-8")
    except BadSettings:
        raise
    except OSError as error:
        raise BadSettings(f"{path}: {(error.strerror or str(error)).lower()}", path) from None
    except UnicodeDecodeError:
        raise BadSettings(f"{path}: is not UTF-8", path) from None
    except ValueError as error:
        raise BadSettings(f"{path}: {error}", path) from None
    try:
        return parse_layer(text, path)
    except NotToml as error:
        row, column = LineIndex(text).line_and_column(error.offset)
        raise BadSettings(f"{path}:{row + 1}:{column + 1}: {error}", path) from None


def faults(layer: Layer) -> Iterator[Fault]:
    """Yield a `Fault` for each problem of `layer` in order, and an error after `_MAX_FAULTS`."""
    found = _faults(layer)
    yield from islice(found, _MAX_FAULTS)
    if next(found, None):
        yield Fault((), f"the settings have more than {_MAX_FAULTS} problems")


def _faults(layer: Layer) -> Iterator[Fault]:
    if not isinstance(layer.table, Mapping):
        yield Fault((), "the settings must be a table")
        return
    for key, value in layer.table.items():
        if key in KEYS:
            yield from KEYS[key].kind.faults(value, (key,))
        else:
            message = _EDITOR_SETTINGS.get(key) or f"there is no setting {key!r}{suggestion(key, KEYS)}"
            yield Fault((key,), message, Severity.WARNING, is_on_key=True)


def trust_faults(layer: Layer) -> Iterator[Fault]:
    """Yield a `Fault`, a warning, for each folder that an untrusted workspace may not open."""
    folders = layer.table.get("syzygy") if isinstance(layer.table, Mapping) else None
    for number, folder in enumerate(folders if isinstance(folders, list) else ()):
        if isinstance(folder, str) and is_on_network(folder):
            yield Fault(("syzygy", number), f"{folder} {UNTRUSTED_MESSAGE}", Severity.WARNING)


def is_on_network(path: str) -> bool:
    r"""Return True if `path` starts with a host name: `\\host\share`, `//host/share`."""
    return path[:2].replace("\\", "/") == "//"


def extended_layers(layer: Layer, *, is_trusted: bool = True) -> list[Layer]:
    """Return a list of `layer` and all layers that it extends, lowest first. Raises BadSettings.

    No layer in the result has errors. In an untrusted workspace, nothing is read from the network.
    """
    layers = [layer]
    known_paths = [os.path.realpath(layer.source)]
    while True:
        layer = layers[0]
        error = next((fault for fault in faults(layer) if fault.severity is Severity.ERROR), None)
        if error is not None:
            raise BadSettings(f"{layer.location(error.path, is_on_key=error.is_on_key)}: {error.message}", layer.source)
        if "extend" not in layer.table:
            return layers
        if not is_trusted and is_on_network(layer.table["extend"]):
            raise BadSettings(
                f"{layer.location(('extend',))}: {layer.table['extend']} {UNTRUSTED_MESSAGE}", layer.source
            )
        layers.insert(0, _base_layer(layer, known_paths))
        known_paths.append(os.path.realpath(layers[0].source))


def _base_layer(layer: Layer, known_paths: list[str]) -> Layer:
    """Return the `Layer` that `layer` extends. Raises BadSettings if it is missing or a cycle.

    `known_paths` are the real paths of the layers above it.
    """
    path = os.path.normpath(os.path.join(layer.folder, os.path.expanduser(layer.table["extend"])))
    location = layer.location(("extend",))
    if os.path.realpath(path) in known_paths:
        by_way = " by way of " + layer.source if os.path.realpath(path) != os.path.realpath(layer.source) else ""
        raise BadSettings(f"{location}: {path if by_way else layer.source} extends itself{by_way}", layer.source)
    try:
        base_layer = read_layer(path)
    except BadSettings as error:
        if os.path.isfile(path):
            raise
        raise BadSettings(f"{location}: {error}", layer.source) from None
    if base_layer is None:
        raise BadSettings(f"{location}: {path} has no [tool.gbr-lsp]", layer.source)
    return base_layer


def _toml(text: str) -> dict[str, Any]:
    """Return `text`, with or without a byte order mark, as a dictionary. Raises NotToml."""
    import tomllib

    long_key = _LONG_KEY.search(text)
    if long_key:
        raise NotToml(f"a key has more than {_MAX_KEY_PARTS} parts", long_key.start())
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise NotToml("is nested too deeply", 0) from None
    except ValueError as error:
        message = "A number has too many digits" if "integer string" in str(error) else str(error)
        place_match = _ERROR_PLACE.search(message)
        reason = message[: place_match.start()] if place_match else message
        raise NotToml(reason[:1].lower() + reason[1:], _offset(text, place_match)) from None


def _offset(text: str, place_match: re.Match[str] | None) -> int:
    """Return the offset in `text` of a parse error; lines end at LF only.

    `place_match` has its row and column, from 1. Without them it is the end of the text; without a
    match it is 0.
    """
    if place_match is None:
        return 0
    if place_match[1] is None:
        return len(text)
    lines = text.split("\n")
    row = int(place_match[1]) - 1
    start = sum(len(line) + 1 for line in lines[:row])
    return min(start + int(place_match[2]) - 1 + (row == 0 and text.startswith("\ufeff")), len(text))
