"""Places of keys and values in TOML text, found by a small scanner.

A parser has accepted the text before. Spans are half-open, in code points. In text that is not
TOML, only places before the error are found.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.settings.kinds import Path

_BLANK = regex(r"[ \t]*")
_GAP = regex(r"(?:[ \t\r\n\ufeff]|#[^\n]*)*")
_STRING = regex(
    r'"""(?:\\.|[^\\])*?""""{0,2}|' + r"'''.*?''''{0,2}|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'", re.DOTALL
)
_BARE_KEY = regex(r"[A-Za-z0-9_-]+")
_SCALAR = regex(r"\d{4}-\d\d-\d\d \d\d:[^\s,\]}#]*|[^\s,\]}#]+")


class KeyPlace(NamedTuple):
    """The spans of a key and its value; for a table, its header or keys."""

    key: Span
    value: Span


@lru_cache(4)
def key_places(text: str) -> dict[Path, KeyPlace]:
    """Return a `KeyPlace` for each key and list item of `text`, by path: `("ignore", 0)`."""
    scan = _KeyScanner(text)
    with suppress(_ScanError, RecursionError):
        scan.scan()
    return scan.places


class _ScanError(Exception):
    """The text is not TOML, so the scanner cannot continue."""


class _KeyScanner:
    __slots__ = ("_arrays", "_offset", "_text", "places")

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset = 0
        self._arrays: dict[Path, int] = {}
        self.places: dict[Path, KeyPlace] = {}

    def scan(self) -> None:
        table: Path = ()
        self._skip(_GAP)
        while self._offset < len(self._text):
            if self._is_at("["):
                table = self._scan_header()
            else:
                self._scan_pair(table)
            self._skip(_GAP)

    def _scan_header(self) -> Path:
        """Scan `[table]` or `[[table]]`; return its path, with the index in an array."""
        start = self._offset
        is_array = self._is_at("[[")
        self._offset += 1 + is_array
        parts = self._scan_key()
        self._expect("]]" if is_array else "]")
        path: Path = ()
        for number, (part, span) in enumerate(parts, 1):
            path = (*path, part)
            place = KeyPlace(span, Span(start, self._offset))
            self.places.setdefault(path, place)
            if is_array and number == len(parts):
                self._arrays[path] = self._arrays.get(path, -1) + 1
            if path in self._arrays:
                path = (*path, self._arrays[path])
                self.places.setdefault(path, place)
        return path

    def _scan_pair(self, table: Path) -> None:
        parts = self._scan_key()
        self._expect("=")
        self._skip(_BLANK)
        path = table
        for part, span in parts[:-1]:
            path = (*path, part)
            self.places.setdefault(path, KeyPlace(span, Span(span.start, parts[-1][1].end)))
        last, span = parts[-1]
        path = (*path, last)
        self.places[path] = KeyPlace(span, self._scan_value(path))

    def _scan_key(self) -> list[tuple[str, Span]]:
        """Scan a dotted key; return its parts with their spans: (text without quotes, span)."""
        parts = []
        while True:
            self._skip(_BLANK)
            start = self._offset
            is_quoted = self._is_at('"') or self._is_at("'")
            part = _unquote(self._take(_STRING)) if is_quoted else self._take(_BARE_KEY)
            parts.append((part, Span(start, self._offset)))
            self._skip(_BLANK)
            if not self._is_at("."):
                return parts
            self._offset += 1

    def _scan_value(self, path: Path) -> Span:
        """Scan the value at `path`; return its span."""
        start = self._offset
        if self._is_at("["):
            for number in self._scan_items("]"):
                span = self._scan_value((*path, number))
                self.places[(*path, number)] = KeyPlace(span, span)
        elif self._is_at("{"):
            for _ in self._scan_items("}"):
                self._scan_pair(path)
        else:
            self._take(_STRING if self._text[start : start + 1] in ("'", '"') else _SCALAR)
        return Span(start, self._offset)

    def _scan_items(self, bracket: str) -> Iterator[int]:
        """Yield the index of each item at its start, for the caller to scan; `bracket` comes after the last."""
        self._offset += 1
        self._skip(_GAP)
        number = 0
        while not self._is_at(bracket):
            yield number
            number += 1
            self._skip(_GAP)
            if not self._is_at(bracket):
                self._expect(",")
                self._skip(_GAP)
        self._offset += 1

    def _is_at(self, sign: str) -> bool:
        return self._text.startswith(sign, self._offset)

    def _expect(self, sign: str) -> None:
        if not self._is_at(sign):
            raise _ScanError
        self._offset += len(sign)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self._text, self._offset)
        self._offset = match.end() if match else self._offset

    def _take(self, pattern: re.Pattern[str]) -> str:
        """Return the text of a match of `pattern` at the offset, and skip it.

        Raises _ScanError if there is no match.
        """
        match = pattern.match(self._text, self._offset)
        if match is None:
            raise _ScanError
        self._offset = match.end()
        return match[0]


def _unquote(string: str) -> str:
    r"""Return the text of a TOML string with its quotes: `"a\tb"` → a, TAB, b."""
    import tomllib

    try:
        value = tomllib.loads(f"key = {string}")["key"]
    except ValueError:
        raise _ScanError from None
    return str(value)
