"""What git ignores below a folder: the `.gitignore` of each folder on the way, the nearest with the last word."""

import os

import pathspec


class Ignored:
    """The patterns in force while a folder is walked from the top."""

    def __init__(self, top: str) -> None:
        self._specs: dict[str, pathspec.GitIgnoreSpec] = {}
        for folder in _above(os.path.abspath(top)):
            self._load(folder)

    def enter(self, folder: str) -> None:
        """Reads the `.gitignore` of a folder, if it has one."""
        self._load(os.path.abspath(folder))

    def covers(self, path: str, *, folder: bool) -> bool:
        """Whether git ignores a file or a folder."""
        path = os.path.abspath(path)
        inner = os.path.dirname(path)
        while True:
            spec = self._specs.get(inner)
            if spec:
                verdict = spec.check_file(os.path.relpath(path, inner) + ("/" if folder else "")).include
                if verdict is not None:
                    return verdict
            outer = os.path.dirname(inner)
            if outer == inner:
                return False
            inner = outer

    def _load(self, folder: str) -> None:
        if folder in self._specs:
            return
        try:
            with open(os.path.join(folder, ".gitignore"), encoding="utf-8", errors="replace") as file:
                self._specs[folder] = pathspec.GitIgnoreSpec.from_lines(file)
        except (OSError, ValueError):
            return


def _above(folder: str) -> list[str]:
    """The folders from the root of the repository down to a folder; the folder alone outside a repository."""
    folders = [folder]
    while not os.path.exists(os.path.join(folders[-1], ".git")):
        outer = os.path.dirname(folders[-1])
        if outer == folders[-1]:
            return [folder]
        folders.append(outer)
    return folders
