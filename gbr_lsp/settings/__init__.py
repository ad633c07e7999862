"""Settings from the nearest settings file, searched upward, or from a client.

Files are `gbr.toml`, `.gbr.toml`, and `pyproject.toml` with `[tool.gbr-lsp]`. Settings become plain
values that the layers below take as arguments. Unusable settings raise BadSettings; an unknown key
or rule is a warning. Configuration from a language client is read in the same way.
"""

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from gbr_lsp.base.regular_file import with_folders
from gbr_lsp.base.settings_files import PYPROJECT, SETTINGS_NAMES
from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.model.finding import Severity
from gbr_lsp.settings.build import SettingValue, build_settings, merge_layers
from gbr_lsp.settings.kinds import Path
from gbr_lsp.settings.layers import (
    BadSettings,
    Layer,
    NotToml,
    extended_layers,
    faults,
    parse_layer,
    read_layer,
    trust_faults,
)
from gbr_lsp.settings.places import key_places
from gbr_lsp.settings.values import Settings

__all__ = [
    "BadSettings",
    "LoadedSettings",
    "SettingValue",
    "Settings",
    "SettingsProblem",
    "client_settings",
    "load_settings",
    "nearest_settings",
    "settings_file_in",
    "settings_problems",
]


class LoadedSettings(NamedTuple):
    """Settings, their file, and the warnings about it.

    `paths` are all files that were read, including extended ones; `values` maps each path to its
    value and origin.
    """

    settings: Settings = Settings()
    path: str | None = None
    warnings: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    values: Mapping[Path, SettingValue] = MappingProxyType({})


class SettingsProblem(NamedTuple):
    """A problem in a settings file; rows and columns start at 1, ends are exclusive."""

    message: str
    row: int
    column: int
    end_row: int
    end_column: int
    severity: Severity
    span: Span


def nearest_settings(folder: str, *, is_trusted: bool = True) -> LoadedSettings:
    """Return the `LoadedSettings` for the files of `folder`, or the defaults. Raises BadSettings.

    In an untrusted workspace, settings cannot make the program read from the network.
    """
    for outer in with_folders(os.path.abspath(folder)):
        path = settings_file_in(outer)
        if path is not None:
            return load_settings(path, is_trusted=is_trusted)
    return LoadedSettings()


def settings_file_in(folder: str) -> str | None:
    """Return the path of the settings file in `folder`, or None.

    Raises BadSettings if it cannot be read.
    """
    for name in SETTINGS_NAMES:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and (name != PYPROJECT or read_layer(path) is not None):
            return path
    return None


def load_settings(path: str, *, is_trusted: bool = True) -> LoadedSettings:
    """Return the `LoadedSettings` of the file at `path`. Raises BadSettings."""
    layer = read_layer(path)
    if layer is None:
        raise BadSettings(f"{path}: has no [tool.gbr-lsp]", path)
    return _load_layers(layer, path, is_trusted=is_trusted)


def client_settings(mapping: Any, folder: str, source: str, *, is_trusted: bool = True) -> LoadedSettings:
    """Return the `LoadedSettings` of `mapping`, sent by a client, validated like a file.

    Their paths are relative to `folder`, null is no value, and `source` is their name in messages.
    Raises BadSettings.
    """
    if isinstance(mapping, dict):
        mapping = {key: _drop_nulls(value) for key, value in mapping.items() if value is not None}
    return _load_layers(Layer(mapping, os.path.abspath(folder), source), None, is_trusted=is_trusted)


def settings_problems(text: str, path: str, *, is_trusted: bool = True) -> list[SettingsProblem]:
    """Return a list of the problems in `text`, a settings file, sorted by span.

    The file at `path` is not read. Nothing is raised.
    """
    try:
        layer = parse_layer(text, path)
    except NotToml as error:
        return [_problem(text, _rest_of_line(text, error.offset), str(error), Severity.ERROR)]
    if layer is None:
        return []
    places = key_places(text)
    result = [
        _problem(text, layer.span(fault.path, places, is_on_key=fault.is_on_key), fault.message, fault.severity)
        for fault in (*faults(layer), *(() if is_trusted else trust_faults(layer)))
    ]
    if all(problem.severity is not Severity.ERROR for problem in result):
        try:
            extended_layers(layer, is_trusted=is_trusted)
        except BadSettings as error:
            # The problem is in the extended file, or that file does not exist.
            message = str(error).removeprefix(f"{layer.location(('extend',))}: ")
            result.append(_problem(text, layer.span(("extend",), places, is_on_key=False), message, Severity.ERROR))
    return sorted(result, key=lambda problem: problem.span)


def _load_layers(layer: Layer, path: str | None, *, is_trusted: bool) -> LoadedSettings:
    """Return the `LoadedSettings` of `layer` and those it extends. Raises BadSettings."""
    layers = extended_layers(layer, is_trusted=is_trusted)
    warnings = [
        f"{each.location(fault.path, is_on_key=fault.is_on_key)}: {fault.message}"
        for each in layers
        for fault in (*faults(each), *(() if is_trusted else trust_faults(each)))
    ]
    values = merge_layers(layers)
    paths = tuple(each.source for each in reversed(layers) if each.text is not None)
    return LoadedSettings(build_settings(values, is_trusted=is_trusted), path, tuple(warnings), paths, values)


def _drop_nulls(value: Any) -> Any:
    """Return `value`, if a dictionary without its null items."""
    return {key: item for key, item in value.items() if item is not None} if isinstance(value, dict) else value


def _problem(text: str, span: Span, message: str, severity: Severity) -> SettingsProblem:
    """Return the `SettingsProblem` at `span` of `text`, with rows and columns."""
    lines = LineIndex(text)
    (row, column), (end_row, end_column) = lines.line_and_column(span.start), lines.line_and_column(span.end)
    return SettingsProblem(message, row + 1, column + 1, end_row + 1, end_column + 1, severity, span)


def _rest_of_line(text: str, offset: int) -> Span:
    """Return the span from `offset` to the end of its line.

    At a line end it is the span of the line, or of the last line before it with text.
    """
    lines = LineIndex(text)
    row = lines.line_at(offset)
    line = lines.line_span(row)
    if offset < line.end:
        return Span(offset, line.end)
    while line.start == line.end and 0 < row:
        row -= 1
        line = lines.line_span(row)
    return line
