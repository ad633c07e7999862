"""Patterns of paths as `.gitignore` has them, relative to a folder; the last one that fits has the last word.

Theory of operation. Pathspec turns a pattern into a regular expression, which is tried on one entry of a folder, as git
does: what lies in a folder that is left out is never looked at. So where a pattern fits a folder on the way, that does
not count; and a slash at the end of a pattern is looked at here: the entry has to be a folder. Pathspec is imported for
the first pattern only, since most folders have none. The tests hold this to git itself, and say where the two differ.
"""

import os
import re
import warnings
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex

PATTERN = (
    r"^(?!!(?![\s\S]))!?(?:[^\u0000-\u001f\\\[]|\\[^\u0000-\u001f]|"
    r"\[(?:[!^](?:\]|{one})|\]|(?![!^]){one})(?:{one})*\])+(?![\s\S])"
).replace("{one}", r"(?:\[:[a-z]*:\]|\\[^\u0000-\u001f]|[^\u0000-\u001f\\\]])")
"""What a pattern looks like, for Python's `re` and for a JSON schema alike: every bracket and escape is complete."""

# In the expressions of pathspec: a star that another one follows in the same name, and a bracket like `[!a]`.
_STAR = regex(r"\[\^/\]\*((?:\[\^/\](?!\*)|[^/])*)(?=\[\^/\]\*)")
_NEGATED = regex(r"\[\^(?!/\])")


class Globs(NamedTuple):
    """Patterns, and the absolute folder that they are relative to."""

    folder: str
    patterns: tuple[str, ...]

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """What the last pattern that fits an entry says of it; None where none fits. The path is absolute."""
        below = _below(self.folder, path)
        return None if below is None else self._verdict(below, is_folder)

    def covers(self, path: str, *, is_folder: bool = False) -> bool:
        """Whether the patterns take in an absolute path, or a folder that it lies in."""
        below = _below(self.folder, path)
        if below is None:
            return False
        slashes = [index for index, sign in enumerate(below) if sign == "/"]
        return any(self._verdict(below[:end], True) for end in slashes) or bool(self._verdict(below, is_folder))

    def _verdict(self, below: str, is_folder: bool) -> bool | None:
        for pattern in reversed(self.patterns):
            glob = _compiled(pattern)
            if glob is not None and (is_folder or not glob.folders_only) and glob.fits(below):
                return glob.is_included
        return None


class _Glob(NamedTuple):
    expression: re.Pattern[str]
    is_included: bool
    folders_only: bool

    def fits(self, below: str) -> bool:
        """Whether it fits a path itself: pathspec's one group, `ps_d`, is the slash behind a folder that it fits."""
        match = self.expression.search(below)
        return match is not None and match.lastgroup is None


@lru_cache(4096)
def _compiled(pattern: str) -> _Glob | None:
    """A pattern as pathspec reads it, but for the slash at its end; None for one that it refuses: that fits nothing."""
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    try:
        expression, is_included = GitIgnoreSpecPattern.pattern_to_regex(pattern.removesuffix("/"))
        if expression is None or is_included is None:
            return None
        with warnings.catch_warnings():
            # Python warns of `[[`, which may mean more to it one day.
            warnings.simplefilter("ignore", FutureWarning)
            return _Glob(re.compile(_corrected(expression), re.DOTALL), is_included, pattern.endswith("/"))
    except (ValueError, re.error):
        return None


def _corrected(expression: str) -> str:
    """Pathspec's expression, quick where a name has many stars, and with no slash for `[!a]`."""
    # The first place where the signs between two stars fit is as good as any other: no need to come back.
    expression = _STAR.sub(r"(?>[^/]*?\1)", expression)
    return _NEGATED.sub("(?!/)[^", expression)


def _below(folder: str, path: str) -> str | None:
    """The path from a folder on, with slashes; None for what is not below it."""
    start = folder if folder.endswith(os.sep) else folder + os.sep
    if not path.startswith(start):
        return None
    return path[len(start) :].replace(os.sep, "/") or None
