"""Spans, edits, lines, and columns in the three position encodings.

Below the edges, a position is an offset in code points from the start of a text. Lines end at CRLF,
LF and CR only: a form feed, VT, NEL, U+2028 or U+2029 is a character within a line. Lines and
columns count from 0.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from gbr_lsp.base.lazy_regex import regex

Encoding = Literal["utf-8", "utf-16", "utf-32"]

LINE_END = regex(r"\r\n|\r|\n")
_COLUMN_STEP = 256
"""Distance in code points of the cached columns of a long line."""


class Span(NamedTuple):
    """A half-open range of a text, in code points."""

    start: int
    end: int

    def shift(self, distance: int) -> "Span":
        return Span(self.start + distance, self.end + distance)

    def covers(self, other: "Span") -> bool:
        return self.start <= other.start and other.end <= self.end

    def touches(self, offset: int) -> bool:
        """Return True if `offset` is in the span or at its end, where a cursor may be."""
        return self.start <= offset <= self.end


class SpanIndex:
    """Index of spans, with the farthest end up to each of them in order of start."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._order = sorted((span, number) for number, span in enumerate(spans))
        self._starts = [span.start for span, _ in self._order]
        self._reaches = list(accumulate((span.end for span, _ in self._order), max))

    def has_overlap(self, span: Span) -> bool:
        """Return True if any of the spans overlaps `span`."""
        before = bisect_left(self._starts, span.end)
        return 0 < before and span.start < self._reaches[before - 1]

    def touching(self, span: Span) -> Iterator[int]:
        """Yield the number of each span that overlaps `span` or ends or begins next to it."""
        at = bisect_right(self._starts, span.end) - 1
        while 0 <= at and span.start <= self._reaches[at]:
            own, number = self._order[at]
            if span.start <= own.end:
                yield number
            at -= 1


class Edit(NamedTuple):
    """A replacement of `span` by `text`."""

    span: Span
    text: str

    def shift(self, distance: int) -> "Edit":
        return Edit(self.span.shift(distance), self.text)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` after all `edits`. Their spans refer to `text` and do not overlap."""
    parts, end = [], 0
    for span, replacement in sorted(edits):
        parts += [text[end : span.start], replacement]
        end = span.end
    parts.append(text[end:])
    return "".join(parts)


def split_spans(spans: Iterable[Span], places: Sequence[int]) -> list[Span]:
    """Return `spans` divided at each of `places` in them; both are in order."""
    found: list[Span] = []
    for start, end in spans:
        inner = places[bisect_right(places, start) : bisect_left(places, end)]
        found += map(Span, [start, *inner], [*inner, end])
    return found


def lines_of(text: str) -> list[str]:
    r"""Return the lines of `text` with their line ends: `"a\nb"` → `["a\n", "b"]`.

    Joined they are `text`; none is empty.
    """
    lines, start = [], 0
    for end in LINE_END.finditer(text):
        lines.append(text[start : end.end()])
        start = end.end()
    if start < len(text):
        lines.append(text[start:])
    return lines


def count_line_ends(text: str, start: int = 0, end: int | None = None) -> int:
    """Return the number of line ends in `text[start:end]`. CRLF counts once."""
    feeds = text.count("\n", start, end)
    if text.find("\r", start, end) == -1:
        return feeds
    return feeds + text.count("\r", start, end) - text.count("\r\n", start, end)


class LineIndex:
    """The start of each line of `text`; converts offsets to lines and columns and back."""

    __slots__ = ("_columns", "_last_line", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = _line_starts(text)
        self._columns: dict[tuple[int, Encoding], list[int]] = {}
        self._last_line: tuple[int, str] | None = None

    def line_at(self, offset: int) -> int:
        """Return the number of the line at `offset`, from 0.

        Between CR and LF it is the line that they end.
        """
        return bisect_right(self.starts, offset) - 1

    def line_span(self, line: int) -> Span:
        """Return the span of `line` without its line end."""
        start = self.starts[line]
        if line + 1 < len(self.starts):
            end = self.starts[line + 1]
            ending = 2 if self.text[end - 2 : end] == "\r\n" else 1
            return Span(start, end - ending)
        return Span(start, len(self.text))

    def line(self, line: int) -> str:
        """Return the text of `line` without its line end; repeated calls share one object."""
        cached = self._last_line
        if cached is None or cached[0] != line:
            start, end = self.line_span(line)
            cached = self._last_line = (line, self.text[start:end])
        return cached[1]

    def line_and_column(self, offset: int, encoding: Encoding = "utf-32") -> tuple[int, int]:
        """Return (line, column in units of `encoding`) of `offset` in 0…`len(text)`."""
        line = self.line_at(offset)
        start = self.starts[line]
        if encoding == "utf-32" or self.text.isascii():
            return line, offset - start
        step = (offset - start) // _COLUMN_STEP
        units_before = self._columns_of(line, encoding)[step] if step else 0
        return line, units_before + count_units(self.text[start + step * _COLUMN_STEP : offset], encoding)

    def offset(self, line: int, column: int, encoding: Encoding = "utf-32") -> int:
        """Return the offset of `column`, in units of `encoding`, in `line`.

        It is clamped to the text and the line. A column inside a character gives the start of it.
        """
        if line < 0:
            return 0
        if len(self.starts) <= line:
            return len(self.text)
        start, end = self.line_span(line)
        if self.text.isascii():
            return min(start + max(0, column), end)
        if end - start <= _COLUMN_STEP or column < _COLUMN_STEP:
            return start + to_code_points(self.text[start : min(end, start + _COLUMN_STEP)], column, encoding)
        columns = self._columns_of(line, encoding)
        step = min(bisect_right(columns, column) - 1, (end - start) // _COLUMN_STEP)
        start += step * _COLUMN_STEP
        return start + to_code_points(
            self.text[start : min(end, start + _COLUMN_STEP)], column - columns[step], encoding
        )

    def _columns_of(self, line: int, encoding: Encoding) -> list[int]:
        """Return the column of every `_COLUMN_STEP`-th code point of `line`, as a list.

        Columns are in units of `encoding`. They are cached for long lines.
        """
        columns = self._columns.get((line, encoding))
        if columns is None:
            start, end = [*self.starts[line : line + 2], len(self.text)][:2]
            parts = (self.text[offset : offset + _COLUMN_STEP] for offset in range(start, end, _COLUMN_STEP))
            columns = [*accumulate((count_units(part, encoding) for part in parts), initial=0)]
            self._columns[line, encoding] = columns
        return columns


def _line_starts(text: str) -> list[int]:
    r"""Return the offset of each line of `text`: `"a\nb"` → `[0, 2]`."""
    if "\r" in text:
        return [0, *(end.end() for end in LINE_END.finditer(text))]
    *full_lines, _ = text.split("\n")
    return [*accumulate((len(line) + 1 for line in full_lines), initial=0)]


class Excerpts(LineIndex):
    """The lines of an excerpt; `line_and_column` returns their numbers in the full text.

    All other methods count lines in the excerpt.
    `rows` are pairs of a line of the excerpt and its line in the full text, in ascending order. The
    first line must be among them; lines between two pairs are consecutive in both texts.
    """

    __slots__ = ("_own_lines", "_rows")

    def __init__(self, text: str, rows: Sequence[tuple[int, int]]) -> None:
        super().__init__(text)
        self._own_lines = [line for line, _ in rows]
        self._rows = [row for _, row in rows]

    def line_and_column(self, offset: int, encoding: Encoding = "utf-32") -> tuple[int, int]:
        """Return (line in the full text, column) of `offset`, an offset in the excerpt."""
        line, column = super().line_and_column(offset, encoding)
        part = bisect_right(self._own_lines, line) - 1
        return self._rows[part] + line - self._own_lines[part], column


def count_units(text: str, encoding: Encoding) -> int:
    """Return the length of `text` in units of `encoding`.

    A lone surrogate counts 1 in utf-16, 3 in utf-8.
    """
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-16":
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text.encode("utf-8", "surrogatepass"))


def to_code_points(line: str, column: int, encoding: Encoding) -> int:
    """Return the number of code points at the start of `line` that fit into `column` units."""
    if encoding == "utf-32" or line.isascii():
        return max(0, min(column, len(line)))
    used_units = 0
    for count, char in enumerate(line):
        used_units += count_units(char, encoding)
        if column < used_units:
            return count
    return len(line)


def capitalized(words: str) -> str:
    """Return `words` with a capital first letter: `the FEN agrees` → `The FEN agrees`."""
    return words[:1].upper() + words[1:]


def enumeration(names: Iterable[str]) -> str:
    """Return `names`, each once, joined for a sentence: `the FEN, the Result and the solution`."""
    *others, last = dict.fromkeys(names) or [""]
    return f"{', '.join(others)} and {last}" if others else last
