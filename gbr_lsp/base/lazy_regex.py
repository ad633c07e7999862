"""Regular expressions that are compiled at their first use.

Compiling all of them would take half of the start-up time, and half of that is for character sets
with members beyond ASCII, such as the blanks and dashes of print. An expression with such members
has a variant without them. ASCII text is searched by the variant, with the same result.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, cast

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub")

_SET = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
BEYOND_ASCII = "(?#~)"
"""A comment before and after the last alternatives of a group that never match ASCII text."""
_CHAR = r"\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\?."
_MEMBER = re.compile(rf"(?P<first>{_CHAR})(?:-(?P<last>{_CHAR}))?", re.DOTALL)
_FOLDED_CHARS = "\u0130\u0131\u017f\u212a"
"""Characters beyond ASCII that match an ASCII letter under `re.IGNORECASE`."""


class _LazyPattern:
    """A placeholder for a compiled expression, which compiles itself at its first use."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name not in _METHODS:
            raise AttributeError(name)
        ascii_source = ascii_pattern(self.pattern)
        compiled = re.compile(self.pattern, self._flags) if ascii_source == self.pattern else None
        variants = _LazyPattern(ascii_source, self._flags), _WidePattern(self.pattern, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method) if compiled else _variant_method(method, *variants))
        return getattr(self, name)


class _WidePattern(_LazyPattern):
    """The variant for text that is not ASCII."""

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(self.pattern, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def _variant_method(method: str, ascii_variant: _LazyPattern, wide_variant: _WidePattern) -> Callable[..., Any]:
    """Return a function that calls `method` of the variant that fits its text argument."""
    ascii_method = wide_method = None

    def call(*arguments: Any) -> Any:
        nonlocal ascii_method, wide_method
        if arguments[text_index].isascii():
            ascii_method = ascii_method or getattr(ascii_variant, method)
            return ascii_method(*arguments)
        wide_method = wide_method or getattr(wide_variant, method)
        return wide_method(*arguments)

    # `sub` takes the replacement before the text.
    text_index = 1 if method == "sub" else 0
    return call


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return `pattern` compiled at its first use, with the search methods of `re.Pattern`."""
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))


def ascii_pattern(pattern: str) -> str:
    """Return `pattern` without the set members and alternatives that never match ASCII text; `[-–]` → `[-]`.

    A set that would become empty is kept.
    """
    if pattern.isascii() and "\\u" not in pattern and "\\x" not in pattern:
        return pattern
    return _SET.sub(lambda match: _ascii_set(match[0]), "".join(pattern.split(BEYOND_ASCII)[::2]))


@cache
def _ascii_set(source: str) -> str:
    """Return the set `source` without members beyond ASCII: `[-–]` → `[-]`; an escape unchanged."""
    if source[0] == "\\":
        return source
    start = 1 + (source[1] == "^")
    members = _MEMBER.finditer(source, start, len(source) - 1)
    ascii_members = "".join(member[0] for member in members if not _is_beyond_ascii(member))
    return f"{source[:start]}{ascii_members}]" if ascii_members and (start == 2 or ascii_members[0] != "^") else source


def _is_beyond_ascii(member: re.Match[str]) -> bool:
    first, last = _char(member["first"]), _char(member["last"] or member["first"])
    if first is None or last is None or first.isascii():
        return False
    return not any(first <= folded <= last for folded in _FOLDED_CHARS)


def _char(source: str) -> str | None:
    r"""Return the character that a set member denotes, such as `\u2013`; None for `\d` etc."""
    if len(source) == 1:
        return source
    return chr(int(source[2:], 16)) if source[1] in "ux" and 2 < len(source) else None
