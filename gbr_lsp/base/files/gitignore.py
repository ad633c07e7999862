"""Git's ignore rules: the `.gitignore` of each folder, the nearest first, then `info/exclude`.

Ignore files of the user's git configuration are not read, so that a check has the same result on
every machine.
"""

import os

from gbr_lsp.base.files.globs import Globs
from gbr_lsp.base.regular_file import open_regular

_MAX_CHARS = 1_000_000
"""Maximum length of a file of patterns. Every path is compared with each pattern."""


class IgnoreRules:
    """The patterns in force in a folder, those with precedence first; folders are absolute."""

    __slots__ = ("_globs",)

    def __init__(self, globs: tuple[Globs, ...] = ()) -> None:
        self._globs = globs

    @classmethod
    def from_parents(cls, top: str) -> "IgnoreRules":
        """Return the `IgnoreRules` of the folders above `top` in its repository, empty without one.

        Raises ValueError as `for_entries` does.
        """
        folders = [top]
        while not os.path.lexists(os.path.join(folders[-1], ".git")):
            parent = os.path.dirname(folders[-1])
            if parent == folders[-1]:
                return cls()
            folders.append(parent)
        rules = cls()
        for folder in reversed(folders[1:]):
            rules = rules.for_entries(folder)
        return rules

    def for_entries(self, folder: str) -> "IgnoreRules":
        """Return the `IgnoreRules` for the entries of `folder`, given those of its parent.

        A repository inside another one uses only its own patterns. Raises ValueError if a file of
        patterns is too large.
        """
        own_patterns = _patterns(os.path.join(folder, ".gitignore"), folder)
        if not os.path.lexists(os.path.join(folder, ".git")):
            return IgnoreRules(own_patterns + self._globs) if own_patterns else self
        return IgnoreRules(own_patterns + _patterns(_exclude_file(os.path.join(folder, ".git")), folder))

    def is_ignored(self, path: str, *, is_folder: bool) -> bool:
        """Return True if git ignores `path`, an entry of the folder."""
        for globs in self._globs:
            is_included = globs.decision(path, is_folder=is_folder)
            if is_included is not None:
                return is_included
        return False


def _patterns(path: str, folder: str) -> tuple[Globs, ...]:
    """Return the `Globs` of the file `path` in `folder` as a tuple, empty without patterns.

    Raises ValueError if the file is too large.
    """
    text = _text(path)
    if _MAX_CHARS < len(text):
        raise ValueError(f"{os.path.basename(path)} has more than {_MAX_CHARS:,} characters")
    patterns = tuple(filter(None, (_pattern(line) for line in text.removeprefix("\ufeff").split("\n"))))
    return (Globs(folder, patterns),) if patterns else ()


def _pattern(line: str) -> str:
    """Return the pattern of `line` without unescaped trailing blanks; empty for a comment."""
    line = line.removesuffix("\r")
    if line.startswith("#"):
        return ""
    stripped = line.rstrip(" ")
    is_escaped = (len(stripped) - len(stripped.rstrip("\\"))) % 2 == 1
    return line[: len(stripped) + 1] if is_escaped else stripped


def _exclude_file(git: str) -> str:
    """Return the path of `info/exclude` for `git`, a `.git` folder or a file that names it."""
    text = _text(git)
    if text.startswith("gitdir:"):
        git = os.path.join(os.path.dirname(git), text[7:].strip())
        git = os.path.join(git, _text(os.path.join(git, "commondir")).strip())
    return os.path.join(git, "info", "exclude")


def _text(path: str) -> str:
    """Return the text of the file `path`, `""` if it is not a readable regular file."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", newline="", opener=open_regular) as file:
            return file.read(_MAX_CHARS + 1)
    except (OSError, ValueError):
        return ""
