"""Regular expressions that are compiled when they are first used: compiling all of them takes half of the start-up
time.

Half of that again is for character sets with members beyond ASCII, such as the blanks and dashes of print. Where an
expression has any, ASCII text is searched by a variant without these members, which finds the same there.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, cast

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub")

_SET = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_ONE = r"\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\?."
_MEMBER = re.compile(rf"(?P<first>{_ONE})(?:-(?P<last>{_ONE}))?", re.DOTALL)
_FOLDED = "\u0130\u0131\u017f\u212a"
"""What stands for an ASCII letter where case does not count."""


class _Later:
    """A placeholder for a compiled expression; it compiles itself at its first use."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name not in _METHODS:
            raise AttributeError(name)
        narrow = for_ascii(self.pattern)
        compiled = re.compile(self.pattern, self._flags) if narrow == self.pattern else None
        variants = _Later(narrow, self._flags), _Wide(self.pattern, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method) if compiled else _chosen(method, *variants))
        return getattr(self, name)


class _Wide(_Later):
    """The variant for text that is not ASCII."""

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(self.pattern, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def _chosen(method: str, narrow: _Later, wide: _Wide) -> Callable[..., Any]:
    """A method of whichever of two variants fits the text that it is given."""
    of_narrow = of_wide = None

    def chosen(*arguments: Any) -> Any:
        nonlocal of_narrow, of_wide
        if arguments[at].isascii():
            of_narrow = of_narrow or getattr(narrow, method)
            return of_narrow(*arguments)
        of_wide = of_wide or getattr(wide, method)
        return of_wide(*arguments)

    # The text comes first, but behind what is put in its place.
    at = 1 if method == "sub" else 0
    return chosen


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression, with its pattern and the methods that search."""
    return cast("re.Pattern[str]", _Later(pattern, flags))


def for_ascii(pattern: str) -> str:
    """The pattern without those members of its character sets that are never met in ASCII text.

    A set keeps its members where nothing else would be left of it.
    """
    if pattern.isascii() and "\\u" not in pattern and "\\x" not in pattern:
        return pattern
    return _SET.sub(lambda found: _narrowed(found[0]), pattern)


@cache
def _narrowed(written: str) -> str:
    """A set without members beyond ASCII; an escaped character as it is."""
    if written[0] == "\\":
        return written
    start = 1 + (written[1] == "^")
    members = _MEMBER.finditer(written, start, len(written) - 1)
    kept = "".join(member[0] for member in members if not _is_beyond_ascii(member))
    return f"{written[:start]}{kept}]" if kept and (start == 2 or kept[0] != "^") else written


def _is_beyond_ascii(member: re.Match[str]) -> bool:
    first, last = _char(member["first"]), _char(member["last"] or member["first"])
    if first is None or last is None or first.isascii():
        return False
    return not any(first <= folded <= last for folded in _FOLDED)


def _char(written: str) -> str | None:
    """The character that a member of a set is written for; None for those with another backslash."""
    if len(written) == 1:
        return written
    return chr(int(written[2:], 16)) if written[1] in "ux" and 2 < len(written) else None
