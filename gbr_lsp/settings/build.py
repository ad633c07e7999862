"""Merging layers of settings into values, and building `Settings` from them."""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from gbr_lsp.base.files.globs import Globs
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.finding import Severity
from gbr_lsp.notation.values import Form, Nine
from gbr_lsp.rules import RULES
from gbr_lsp.settings.keys import ALL, KEYS, LETTERS, OFF
from gbr_lsp.settings.kinds import Path
from gbr_lsp.settings.layers import Layer, is_on_network
from gbr_lsp.settings.values import Settings
from gbr_lsp.solutions.tablebase import syzygy


class SettingValue(NamedTuple):
    """A value in force and its layers, lowest first; several if they add up."""

    value: Any
    layers: tuple[Layer, ...]

    @property
    def folder(self) -> str:
        """The base folder of paths in the value."""
        return self.layers[-1].folder


def merge_layers(layers: Iterable[Layer]) -> dict[Path, SettingValue]:
    """Return a `SettingValue` by key, or by key and entry for tables, of merged `layers`.

    A value replaces the one of a lower layer. `extend-select` adds to it, unless the layer has
    `select`.
    """
    values: dict[Path, SettingValue] = {}
    for layer in layers:
        if "select" in layer.table:
            values.pop(("extend-select",), None)
        for key, value in layer.table.items():
            if key not in KEYS:
                continue
            if KEYS[key].kind.is_table:
                values.update({(key, entry): SettingValue(item, (layer,)) for entry, item in value.items()})
            elif key == "extend-select" and (key,) in values:
                previous = values[(key,)]
                values[(key,)] = SettingValue([*previous.value, *value], (*previous.layers, layer))
            else:
                values[(key,)] = SettingValue(value, (layer,))
    return values


def build_settings(values: Mapping[Path, SettingValue], *, is_trusted: bool = True) -> Settings:
    """Return the `Settings` in `values`, which have no errors; unknown rules are dropped."""
    severities = {name: setting.value for name, setting in _entries(values, "severity") if name in RULES}
    has_select = ("select",) in values
    enabled_rules = () if has_select else tuple(name for name, severity in severities.items() if severity != OFF)
    form = _value(values, "form")
    return Settings(
        _rules(_value(values, "select")) if has_select else None,
        _rules(_value(values, "extend-select")) + enabled_rules,
        _rules(_value(values, "ignore")) + tuple(name for name, severity in severities.items() if severity == OFF),
        Conventions(
            Nine(_value(values, "nine")),
            _value(values, "bare-class") == "report",
            LETTERS.get(_value(values, "piece-letters"), _value(values, "piece-letters")),
            syzygy(tuple(_folders(values, is_trusted=is_trusted))),
            _value(values, "solution-letters"),
        ),
        tuple((name, Severity(severity)) for name, severity in severities.items() if severity != OFF),
        tuple(
            (Globs(setting.folder, (glob,)), _rules(setting.value))
            for glob, setting in _entries(values, "per-file-ignores")
        ),
        _globs(values, "include"),
        _globs(values, "exclude"),
        Form(form) if form else None,
        _value(values, "encoding"),
    )


def _value(values: Mapping[Path, SettingValue], key: str) -> Any:
    return values[(key,)].value if (key,) in values else KEYS[key].default


def _entries(values: Mapping[Path, SettingValue], key: str) -> list[tuple[str, SettingValue]]:
    """Return a list of (entry, `SettingValue`) of the table `key`."""
    return [(str(path[1]), setting) for path, setting in values.items() if path[0] == key]


def _rules(names: list[str]) -> tuple[str, ...]:
    """Return those of `names` that are rules; `all` stands for all rules."""
    return tuple(RULES) if ALL in names else tuple(name for name in names if name in RULES)


def _globs(values: Mapping[Path, SettingValue], key: str) -> Globs | None:
    """Return the `Globs` of the list `key`, or None if it is not set."""
    setting = values.get((key,))
    return Globs(setting.folder, tuple(setting.value)) if setting else None


def _folders(values: Mapping[Path, SettingValue], *, is_trusted: bool) -> Iterator[str]:
    """Yield the paths of the tablebase folders.

    They are relative to the folder of their settings file; `~` is home. In an untrusted workspace,
    network paths are left out.
    """
    setting = values.get(("syzygy",))
    for name in setting.value if setting else ():
        if setting and (is_trusted or not is_on_network(name)):
            yield os.path.normpath(os.path.join(setting.folder, os.path.expanduser(name)))
