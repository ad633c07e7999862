"""`gbr-lsp settings`: the settings in force for a file or a folder, and where they come from."""

import json
import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from gbr_lsp.base.escapes import JSON, escape_text
from gbr_lsp.cli.files import FileRequest
from gbr_lsp.cli.folder_settings import FolderSettings
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit
from gbr_lsp.cli.shared_options import format_option
from gbr_lsp.cli.shell_values import files
from gbr_lsp.lint.engine import rules_of
from gbr_lsp.rules import RULES
from gbr_lsp.settings import LoadedSettings, Settings
from gbr_lsp.settings.keys import KEYS, settings_schema
from gbr_lsp.settings.kinds import Path, key_text


class _Shown(NamedTuple):
    """A setting to show, with pairs of source and row; without sources it is a default."""

    path: Path
    value: Any
    origins: list[tuple[str, int | None]]

    @property
    def origin(self) -> str:
        places = [name if row is None else f"{name}:{row}" for name, row in self.origins]
        return ", ".join(places) or "default"


@click.command(
    "settings",
    epilog=manual(
        {0: "the settings were printed", 2: "a setting is wrong; standard error says which"},
        {
            "The settings of the working folder": "gbr-lsp settings",
            "Which rules run in a file, and why": "gbr-lsp settings manuscript.tex",
            "For an editor that completes TOML": "gbr-lsp settings --schema > gbr-schema.json",
        },
    ),
)
@click.argument("path", default=".", shell_complete=files)
@format_option("Output format: TOML with comments, or JSON.")
@click.option(
    "--config", metavar="FILE", shell_complete=files,
    help="Show the settings of this file instead of the one nearest to PATH.",
)  # fmt: skip
@click.option("--isolated", is_flag=True, help="Show the settings that apply without a settings file.")
@click.option("--schema", "as_schema", is_flag=True, help="Print the JSON schema of the settings instead.")
def command(path: str, output_format: str, config: str | None, isolated: bool, as_schema: bool) -> int:
    """Show the settings in force for PATH, a file or a folder, and where each comes from.

    Each setting ends with the file and row that it comes from, or with `default`.
    """
    if as_schema:
        emit([json.dumps(settings_schema(), indent=2)], JSON)
        return 0
    if path != "-" and not os.path.lexists(path):
        raise click.ClickException(f"{path}: no such file or directory")
    configuration = FolderSettings(config, isolated=isolated)
    is_folder = os.path.isdir(path)
    loaded = configuration.load(path if is_folder else os.path.dirname(path))
    settings = loaded.settings if is_folder else configuration.settings_for(FileRequest(path, path))
    if output_format == "json":
        emit([json.dumps(_as_json(path, loaded, settings), indent=2)], JSON)
    else:
        emit(_as_text(path, loaded, settings))
    return 0


def _as_text(path: str, loaded: LoadedSettings, settings: Settings) -> Iterator[str]:
    source = f"from {_relative(loaded.path)}" if loaded.path else "the defaults: there is no settings file"
    yield f"# The settings for {path}, {source}"
    for one in _shown(loaded):
        if one.value is None:
            yield f"# {key_text(one.path)} is not set"
        else:
            yield f"{_toml(key_text(one.path))} = {_toml(json.dumps(one.value, ensure_ascii=False))}  # {one.origin}"
    running = rules_of(settings)
    idle = [name for name in RULES if name not in running]
    yield f"# {len(RULES) - len(idle)} of {len(RULES)} rules run" + (f"; off: {', '.join(idle)}" if idle else "")


def _as_json(path: str, loaded: LoadedSettings, settings: Settings) -> dict[str, Any]:
    running = rules_of(settings)
    return {
        "path": path,
        "file": _relative(loaded.path) if loaded.path else None,
        "settings": [
            {
                "key": key_text(one.path),
                "value": one.value,
                "origins": [{"filename": name, "row": row} for name, row in one.origins],
            }
            for one in _shown(loaded)
        ],
        "rules": {
            rule.name: settings.severity_of(rule).value if rule.name in running else "off" for rule in RULES.values()
        },
    }


def _shown(loaded: LoadedSettings) -> Iterator[_Shown]:
    """Yield every setting in the order of the documentation; of a table, each entry."""
    for key in KEYS.values():
        held = {path: value for path, value in loaded.values.items() if path[0] == key.name}
        for path, value in held.items():
            origins = [(_relative(layer.source), layer.row(path)) for layer in reversed(value.layers)]
            yield _Shown(path, value.value, origins)
        if not held and not key.kind.is_table:
            yield _Shown((key.name,), key.default, [])


def _relative(path: str) -> str:
    """Return `path` relative to the working folder, or absolute if it is on another drive."""
    try:
        return os.path.relpath(path)
    except (OSError, ValueError):
        return path


def _toml(written: str) -> str:
    """Return the JSON text `written` as TOML, whose strings only escape more characters."""
    return escape_text(written, JSON)
