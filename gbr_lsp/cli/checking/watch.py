"""`check --watch`: check again when the modification time, size or permissions of a file change."""

import os
import sys
from collections.abc import Iterable, Iterator
from threading import Event

import click

from gbr_lsp.base.regular_file import FileState, state_if_any
from gbr_lsp.base.settings_files import SETTINGS_NAMES
from gbr_lsp.cli.checking.check_run import check
from gbr_lsp.cli.checking.options import CheckOptions
from gbr_lsp.cli.checking.schedule import CachedResults
from gbr_lsp.cli.files import FileRequest
from gbr_lsp.cli.folder_settings import FolderSettings
from gbr_lsp.cli.output import print_message

_PAUSE = 0.5

_States = dict[str, FileState | None]
"""The state of each path, None for a missing file."""


def watch(options: CheckOptions) -> int:
    """Check, and check again after each change, until Ctrl-C."""
    watched = _Watched(options)
    while True:
        watched.check()
        Event().wait(_PAUSE)


class _Watched:
    """The files of a check, with the state of each at the last check."""

    def __init__(self, options: CheckOptions) -> None:
        self._options = options
        self._configuration: FolderSettings | None = None
        self._settings: _States = {}
        self._files: _States | None = None
        self._remembered: CachedResults = {}
        self._said = ""

    def check(self) -> None:
        """Check again after a change; print an error once, for the next change may correct it."""
        try:
            self._check_if_changed()
        except click.ClickException as error:
            self._files = None
            if error.format_message() != self._said:
                self._said = error.format_message()
                print_message(self._said)
                self._wait()

    def _check_if_changed(self) -> None:
        options = self._options
        if self._configuration is None or self._settings != _states(self._settings):
            self._configuration, self._files, self._settings = None, None, {}
            self._remembered.clear()
            self._configuration = FolderSettings(options.config, isolated=options.isolated)
        requests = self._configuration.requests(options.paths or (".",), force_exclude=options.force_exclude)
        files = _states([one.path or one.name for one in requests] + [path for path in (options.baseline,) if path])
        if files == self._files:
            return
        self._settings = _states(_settings(self._configuration, requests))
        if sys.stdout.isatty() and options.output_file is None:
            click.clear()
        check(options, self._configuration, self._remembered)
        self._files, self._said = files, ""
        self._wait()

    def _wait(self) -> None:
        print_message("waiting for changes; press Ctrl-C to stop")


def _settings(configuration: FolderSettings, requests: Iterable[FileRequest]) -> Iterator[str]:
    """Yield the settings and ignore files in force, and the paths of possible new ones."""
    seen = set()
    for folder in {os.path.dirname(one.path or one.name) for one in requests} | {""}:
        yield from configuration.load(folder).paths
        above = os.path.abspath(folder)
        while above not in seen:
            seen.add(above)
            yield from (os.path.join(above, name) for name in SETTINGS_NAMES)
            above = os.path.dirname(above)


def _states(paths: Iterable[str]) -> _States:
    return {path: state_if_any(path) for path in paths}
