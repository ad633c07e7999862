"""The places of keys and values in a TOML text: a small scanner for text that a TOML parser has accepted.

Spans are half open, in code points of the text. In a text that is not TOML, the places before the error are found.
"""

import re
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.settings.kinds import Path

_BLANK = regex(r"[ \t]*")
_BETWEEN = regex(r"(?:[ \t\r\n\ufeff]|#[^\n]*)*")
_STRING = regex(
    r'"""(?:\\.|[^\\])*?""""{0,2}|' + r"'''.*?''''{0,2}|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'", re.DOTALL
)
_BARE = regex(r"[A-Za-z0-9_-]+")
_SCALAR = regex(r"\d{4}-\d\d-\d\d \d\d:[^\s,\]}#]*|[^\s,\]}#]+")


class KeyPlace(NamedTuple):
    """The span of a key, and that of the value behind it; for a table, the header or the keys that make it."""

    key: Span
    value: Span


@lru_cache(4)
def places(text: str) -> dict[Path, KeyPlace]:
    """The places of all keys and list items by path."""
    scan = _KeyScanner(text)
    with suppress(_Lost, RecursionError):
        scan.document()
    return scan.found


class _Lost(Exception):
    """The scanner cannot continue: the text is not TOML."""


class _KeyScanner:
    __slots__ = ("_arrays", "_at", "_text", "found")

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._arrays: dict[Path, int] = {}
        self.found: dict[Path, KeyPlace] = {}

    def document(self) -> None:
        table: Path = ()
        self._skip(_BETWEEN)
        while self._at < len(self._text):
            if self._sees("["):
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BETWEEN)

    def _header(self) -> Path:
        start = self._at
        is_array = self._sees("[[")
        self._at += 1 + is_array
        parts = self._keys()
        self._expect("]]" if is_array else "]")
        path: Path = ()
        for number, (part, span) in enumerate(parts, 1):
            path = (*path, part)
            place = KeyPlace(span, Span(start, self._at))
            self.found.setdefault(path, place)
            if is_array and number == len(parts):
                self._arrays[path] = self._arrays.get(path, -1) + 1
            if path in self._arrays:
                path = (*path, self._arrays[path])
                self.found.setdefault(path, place)
        return path

    def _pair(self, table: Path) -> None:
        parts = self._keys()
        self._expect("=")
        self._skip(_BLANK)
        path = table
        for part, span in parts[:-1]:
            path = (*path, part)
            self.found.setdefault(path, KeyPlace(span, Span(span.start, parts[-1][1].end)))
        last, span = parts[-1]
        path = (*path, last)
        self.found[path] = KeyPlace(span, self._value(path))

    def _keys(self) -> list[tuple[str, Span]]:
        """The parts of a dotted key."""
        parts = []
        while True:
            self._skip(_BLANK)
            start = self._at
            is_quoted = self._sees('"') or self._sees("'")
            part = _unquoted(self._take(_STRING)) if is_quoted else self._take(_BARE)
            parts.append((part, Span(start, self._at)))
            self._skip(_BLANK)
            if not self._sees("."):
                return parts
            self._at += 1

    def _value(self, path: Path) -> Span:
        start = self._at
        if self._sees("["):
            self._items(path)
        elif self._sees("{"):
            self._inline(path)
        else:
            self._take(_STRING if self._text[start : start + 1] in ("'", '"') else _SCALAR)
        return Span(start, self._at)

    def _items(self, path: Path) -> None:
        self._at += 1
        number = 0
        self._skip(_BETWEEN)
        while not self._sees("]"):
            span = self._value((*path, number))
            self.found[(*path, number)] = KeyPlace(span, span)
            number += 1
            self._skip(_BETWEEN)
            if not self._sees("]"):
                self._expect(",")
                self._skip(_BETWEEN)
        self._at += 1

    def _inline(self, path: Path) -> None:
        self._at += 1
        self._skip(_BETWEEN)
        while not self._sees("}"):
            self._pair(path)
            self._skip(_BETWEEN)
            if not self._sees("}"):
                self._expect(",")
                self._skip(_BETWEEN)
        self._at += 1

    def _sees(self, sign: str) -> bool:
        return self._text.startswith(sign, self._at)

    def _expect(self, sign: str) -> None:
        if not self._sees(sign):
            raise _Lost
        self._at += len(sign)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            raise _Lost
        self._at = found.end()
        return found[0]


def _unquoted(string: str) -> str:
    import tomllib

    try:
        value = tomllib.loads(f"key = {string}")["key"]
    except ValueError:
        raise _Lost from None
    return str(value)
