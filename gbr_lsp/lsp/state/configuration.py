"""The settings of each document: those of the nearest file, else those of the client.

After an error in a file, the last valid settings remain. The problems of a file have places in that
file.
"""

import logging
import os
import time
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from gbr_lsp.base.regular_file import open_regular, state_if_any, with_folders
from gbr_lsp.base.settings_files import SETTINGS_NAMES
from gbr_lsp.lsp.uris import is_in, path_of, uri_of
from gbr_lsp.settings import BadSettings, LoadedSettings, Settings, SettingsProblem, client_settings, nearest_settings
from gbr_lsp.settings import settings_problems as problems_in

log = logging.getLogger(__name__)

_MAX_FILE_SIZE = 1_000_000
"""Maximum number of code points read of a settings file."""
_PAUSE = 2.0
"""Seconds between two checks of the files, if the client does not watch them."""


class DocumentSettings:
    """The settings of the client, and the settings files as last read."""

    def __init__(self) -> None:
        self.client: Mapping[str, Any] = {}
        self.folder = _working_folder()
        """The folder of documents without one: the workspace's, else the working folder."""
        self.trusted = False
        """True if the client states that the workspace is trusted; else its settings may name no network paths."""
        self._files: set[str] = set()
        self._stamps: dict[str, object] = {}
        self._checked = 0.0
        self._warned: set[str] = set()

    def settings(self, uri: str, before: Settings) -> Settings:
        """Return the `Settings` of the document `uri`, or `before` if they cannot be read."""
        path = path_of(uri)
        folder = os.path.dirname(path) if path else self.folder
        self._watch(os.path.join(one, name) for one in with_folders(folder or os.curdir) for name in SETTINGS_NAMES)
        try:
            loaded = nearest_settings(folder, is_trusted=self.trusted)
            if loaded.path is None and self.client:
                loaded = self._of_client()
        except BadSettings as error:
            self._warn(str(error))
            if error.path:
                self._files.add(error.path)
            return before
        except (OSError, UnicodeError) as error:
            log.warning("the client sent no settings for %s: %s", uri, error)
            return before
        for warning in loaded.warnings:
            self._warn(warning)
        self._files.update(loaded.paths)
        self._watch(loaded.paths)
        return loaded.settings.for_file(path) if path else loaded.settings

    def _of_client(self) -> LoadedSettings:
        """Return the settings of the client. Raises BadSettings, OSError and UnicodeError."""
        return client_settings(self.client, self.folder, "the settings of the editor", is_trusted=self.trusted)

    def client_problems(self) -> list[str]:
        """Return messages about the settings of the client, such as misspelt ones; they are also logged."""
        try:
            return list(self._of_client().warnings) if self.client else []
        except (BadSettings, OSError, UnicodeError) as error:
            return [str(error)]

    def forget_warnings(self) -> None:
        """Let all warnings be logged again, since the settings have changed."""
        self._warned.clear()

    def problems(self) -> dict[str, tuple[str, list[SettingsProblem]]]:
        """Return text and problems of every settings file that was read, by URI.

        Files without problems have an empty list.
        """
        found = {}
        for path in sorted(self._files):
            try:
                with open(path, encoding="utf-8", newline="", opener=open_regular) as file:
                    text = file.read(_MAX_FILE_SIZE)
            except (OSError, UnicodeDecodeError):
                text = ""
            found[uri_of(path)] = (text, problems_in(text, path, is_trusted=self.trusted) if text else [])
        return found

    def has_changed(self) -> bool:
        """Return True if a settings file was created, deleted or changed.

        It checks only every `_PAUSE` seconds.
        """
        now = time.monotonic()
        if now < self._checked + _PAUSE:
            return False
        self._checked = now
        # Other threads may add files meanwhile.
        known = self._stamps.copy()
        stamps = {path: state_if_any(path) for path in known}
        self._stamps.update(stamps)
        return stamps != known

    def may_change_by(self, paths: AbstractSet[str]) -> bool:
        """Return True if changes at `paths` may change settings.

        This holds for settings files, and for folders that contain a changed one.
        """
        known = ((path, stamp) for path, stamp in self._stamps.copy().items() if is_in(path, paths))
        changed = {path: now for path, stamp in known if (now := state_if_any(path)) != stamp}
        self._stamps.update(changed)
        return bool(changed) or any(os.path.basename(path) in SETTINGS_NAMES for path in paths)

    def _warn(self, message: str) -> None:
        """Log `message` once until the settings change; every file of a folder repeats it."""
        if message not in self._warned:
            self._warned.add(message)
            log.warning("%s", message)

    def _watch(self, paths: Iterable[str]) -> None:
        """Note the present states of the possible settings files `paths`, if they are new."""
        self._stamps.update((path, state_if_any(path)) for path in paths if path not in self._stamps)


def _working_folder() -> str:
    """Return the working folder, or the root if it was deleted."""
    try:
        return os.getcwd()
    except OSError:
        return os.path.abspath(os.sep)  # It was deleted.
