"""The files of a workspace: its folders, walked as by `check`, except the user's home, a root and `.git`."""

import os
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet

from gbr_lsp.base.files import VisitedFolder, is_found, may_be_scanned, may_hold_codes, walk
from gbr_lsp.base.regular_file import FileState, open_regular, state_if_any
from gbr_lsp.hosts import ENDINGS, host_for
from gbr_lsp.lsp.state.generated_index import is_generated_text
from gbr_lsp.lsp.uris import is_in
from gbr_lsp.settings import Settings

MAX_FILES = 5_000
_HEAD = 4_000
"""Bytes that suffice to recognize a generated index."""


class WorkspaceTree:
    """The folders of a workspace; `settings` returns those of the files in a folder."""

    def __init__(self, settings: Callable[[str], Settings]) -> None:
        self.folders: list[str] = []
        self._settings = settings

    def visits(self, folder: str) -> Iterator[VisitedFolder]:
        """Yield the folders below `folder` with their files."""
        return walk(folder, ENDINGS, self._settings, MAX_FILES + 1, _may_be_read)

    def shown_path(self, name: str) -> str:
        """Return the path of `name` relative to its workspace folder, or `name` outside of one."""
        top = next((folder for folder in self.folders if (name + os.sep).startswith(folder + os.sep)), None)
        return os.path.relpath(name, top) if top else name

    def path_of_shown(self, path: str) -> str | None:
        """Return the file that a generated index names as `path`, or None."""
        paths = [os.path.join(folder, path) for folder in self.folders] if not os.path.isabs(path) else [path]
        return next((one for one in paths if os.path.isfile(one)), None)

    def found_at(self, paths: AbstractSet[str]) -> dict[str, FileState | None]:
        """Return the state of each file at or below `paths` that a scan would find."""
        found: dict[str, FileState | None] = {}
        for path in paths:
            if is_in(os.path.dirname(path), paths):
                continue
            if self._is_found(path) and not os.path.isdir(path):
                found[path] = state_if_any(path)
                continue
            below = [folder for folder in self.folders if is_in(folder, {path}) and may_be_scanned(folder)]
            for top in [path] if self._is_found(path) else below:
                for visited in self.visits(top):
                    found |= {file: state_if_any(file) for file in visited.files}
        return found

    def _is_found(self, path: str) -> bool:
        """Return True if a scan would find the file, or enter the folder, `path`."""
        return any(
            is_found(folder, path, ENDINGS, self._settings, _may_be_read)
            for folder in self.folders
            if path.startswith(folder + os.sep) and may_be_scanned(folder)
        )


def holds_generated(path: str) -> bool:
    """Return True if the file is a generated index."""
    if host_for(path).has_records:
        return False
    with open(path, "rb", opener=open_regular) as file:
        return is_generated_text(file.read(_HEAD).decode("utf-8", "replace"))


def _may_be_read(path: str) -> bool:
    """Return True unless the file has a format of data without hints of codes."""
    data = host_for(path).data
    return data is None or may_hold_codes(path, data.words, data.exclusions, has_columns=data.has_columns)
