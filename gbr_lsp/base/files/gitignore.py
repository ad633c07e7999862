"""What git ignores: the `.gitignore` of each folder on the way, of which the nearest decides, then `info/exclude`.

Ignore files of the user's own git configuration are not read, so that a check has the same result on every machine.
"""

import os

from gbr_lsp.base.files.globs import Globs
from gbr_lsp.base.regular_file import regular

_LARGEST = 1_000_000
"""Characters of a file of patterns, each of which is compared with every path."""


class Ignored:
    """The patterns in force in a folder, those that decide first; folders are absolute."""

    __slots__ = ("_globs",)

    def __init__(self, globs: tuple[Globs, ...] = ()) -> None:
        self._globs = globs

    @classmethod
    def above(cls, top: str) -> "Ignored":
        """The patterns from the folders above, up to the root of the repository; none outside of a repository. Raises
        ValueError as `within` does."""
        folders = [top]
        while not os.path.lexists(os.path.join(folders[-1], ".git")):
            outer = os.path.dirname(folders[-1])
            if outer == folders[-1]:
                return cls()
            folders.append(outer)
        ignored = cls()
        for folder in reversed(folders[1:]):
            ignored = ignored.within(folder)
        return ignored

    def within(self, folder: str) -> "Ignored":
        """The patterns for the entries of a folder. A repository inside another one uses only its own patterns.

        Raises ValueError for a file of patterns that is too large.
        """
        own = _patterns(os.path.join(folder, ".gitignore"), folder)
        if not os.path.lexists(os.path.join(folder, ".git")):
            return Ignored(own + self._globs) if own else self
        return Ignored(own + _patterns(_exclude(os.path.join(folder, ".git")), folder))

    def covers(self, path: str, *, is_folder: bool) -> bool:
        """Whether git ignores an entry of the folder."""
        for globs in self._globs:
            verdict = globs.verdict(path, is_folder=is_folder)
            if verdict is not None:
                return verdict
        return False


def _patterns(path: str, folder: str) -> tuple[Globs, ...]:
    text = _text(path)
    if _LARGEST < len(text):
        raise ValueError(f"{os.path.basename(path)} has more than {_LARGEST:,} characters")
    patterns = tuple(filter(None, (_pattern(line) for line in text.removeprefix("\ufeff").split("\n"))))
    return (Globs(folder, patterns),) if patterns else ()


def _pattern(line: str) -> str:
    """The pattern of a line, empty for a comment.

    Blanks at the end are removed unless a backslash stands before them.
    """
    line = line.removesuffix("\r")
    if line.startswith("#"):
        return ""
    short = line.rstrip(" ")
    is_escaped = (len(short) - len(short.rstrip("\\"))) % 2 == 1
    return line[: len(short) + 1] if is_escaped else short


def _exclude(git: str) -> str:
    """The file `info/exclude` of a repository; its `.git` may be a file that names the folder."""
    text = _text(git)
    if text.startswith("gitdir:"):
        git = os.path.join(os.path.dirname(git), text[7:].strip())
        git = os.path.join(git, _text(os.path.join(git, "commondir")).strip())
    return os.path.join(git, "info", "exclude")


def _text(path: str) -> str:
    """The text of a file; empty if there is none, or if it is not a regular file."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", newline="", opener=regular) as file:
            return file.read(_LARGEST + 1)
    except (OSError, ValueError):
        return ""
