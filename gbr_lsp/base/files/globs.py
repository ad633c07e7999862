"""Path patterns as in a `.gitignore`, relative to a folder; the last match decides.

Theory of operation. Pathspec turns a pattern into a regular expression, which is matched against
one entry of a folder. As in git, the entries of an excluded folder are never tested, so a match
with a parent folder does not count here. A slash at the end of a pattern requires a folder; it is
handled here, too. Pathspec is imported with the first pattern, since most folders have none. The
tests compare the results with git and list the differences.
"""

import os
import re
import warnings
from functools import cached_property, lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex

PATTERN = (
    r"^(?!!(?![\s\S]))!?(?:[^\u0000-\u001f\\\[]|\\[^\u0000-\u001f]|"
    r"\[(?:[!^](?:\]|{one})|\]|(?![!^]){one})(?:{one})*\])+(?![\s\S])"
).replace("{one}", r"(?:\[:[a-z]*:\]|\\[^\u0000-\u001f]|[^\u0000-\u001f\\\]])")
"""Syntax of a pattern, for Python's `re` and for a JSON schema: brackets and escapes are complete."""

# Parts of pathspec's expressions: a star before another star in a name, and brackets such as
# `[!a]`.
_STAR_BEFORE_STAR = regex(r"\[\^/\]\*((?:\[\^/\](?!\*)|[^/])*)(?=\[\^/\]\*)")
_PLAIN_START = regex(r"[^\[\\]*")
_WILDCARDS = regex(r"[*?/]|^!")
_NEGATED_BRACKET = regex(r"\[\^(?!/\])")


class _Patterns(NamedTuple):
    folder: str
    patterns: tuple[str, ...]


class Globs(_Patterns):
    """Patterns, and the absolute folder that they are relative to."""

    @cached_property
    def _reversed_patterns(self) -> list[tuple[str, str]]:
        """Pairs (substring of all paths that match, pattern), from the last pattern on."""
        return [(_fixed_part(pattern), pattern) for pattern in reversed(self.patterns)]

    def decision(self, path: str, *, is_folder: bool) -> bool | None:
        """Return True if the last match includes `path`, False if it excludes it, else None.

        `path` is absolute. None means that no pattern matches.
        """
        relative_path = _relative_path(self.folder, path)
        return None if relative_path is None else self._decision(relative_path, is_folder)

    def has_match(self, path: str, *, is_folder: bool = False) -> bool:
        """Return True if the patterns match `path`, an absolute path, or a folder above it."""
        relative_path = _relative_path(self.folder, path)
        if relative_path is None:
            return False
        slashes = [index for index, char in enumerate(relative_path) if char == "/"]
        return any(self._decision(relative_path[:end], True) for end in slashes) or bool(
            self._decision(relative_path, is_folder)
        )

    def _decision(self, relative_path: str, is_folder: bool) -> bool | None:
        """Return True if the last match includes `relative_path`, False if it excludes it.

        None if no pattern matches.
        """
        for part, pattern in self._reversed_patterns:
            glob = _compile(pattern) if part in relative_path else None
            if glob is not None and (is_folder or not glob.is_for_folders) and glob.is_match(relative_path):
                return glob.is_included
        return None


def _fixed_part(pattern: str) -> str:
    """Return the longest literal part of `pattern` before brackets and escapes: `*.pgn` → `.pgn`."""
    return max(map(str.strip, _WILDCARDS.split(_PLAIN_START.match(pattern.lstrip())[0])), key=len)  # type: ignore[index]


class _Glob(NamedTuple):
    expression: re.Pattern[str]
    is_included: bool
    is_for_folders: bool

    def is_match(self, relative_path: str) -> bool:
        """Return True if `relative_path` itself matches; a folder above it matches in a named group."""
        match = self.expression.search(relative_path)
        return match is not None and match.lastgroup is None


@lru_cache(4096)
def _compile(pattern: str) -> _Glob | None:
    """Return `pattern` as a `_Glob`, compiled with pathspec; None if pathspec rejects it.

    The expression has no final slash.
    """
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    try:
        expression, is_included = GitIgnoreSpecPattern.pattern_to_regex(pattern.removesuffix("/"))
        if expression is None or is_included is None:
            return None
        with warnings.catch_warnings():
            # Python warns about `[[`, which may change its meaning in a later version.
            warnings.simplefilter("ignore", FutureWarning)
            return _Glob(re.compile(_correct(expression), re.DOTALL), is_included, pattern.endswith("/"))
    except (ValueError, re.error):
        return None


def _correct(expression: str) -> str:
    """Return pathspec's `expression`, made fast for many stars and without slashes in `[!a]`."""
    # Between two stars the first match is as good as any later one, so no backtracking is needed.
    expression = _STAR_BEFORE_STAR.sub(r"(?:(?!\1)[^/])*\1", expression)
    return _NEGATED_BRACKET.sub("(?!/)[^", expression)


def _relative_path(folder: str, path: str) -> str | None:
    """Return `path` relative to `folder`, with slashes; None if it is not below the folder."""
    start = folder if folder.endswith(os.sep) else folder + os.sep
    if not path.startswith(start):
        return None
    return path[len(start) :].replace(os.sep, "/") or None
