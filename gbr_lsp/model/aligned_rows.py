"""Lines of text that are rows of a table by their columns: a code never reaches over the end of one.

Two lines directly below each other are rows if a class begins at the same column in both, or if both have a
class and begin with words of one form, such as `1.` and `12.`, or `g3g1` and `a7d3`.
"""

import re
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span

_CLASS = regex(r"\.(?<=(?<![0-9])[0-9]{4}\.)[0-9]{2}(?![0-9])")
_LINE_END = regex(r"\r\n|\r|\n")
_FIRST_WORD = regex(r"[ \t]*[^\s]+")
_LETTERS = regex(r"[^\W\d_]+")
_DIGITS = regex(r"[0-9]+")
_MAX_LENGTH = 1_000
"""Code points of a row."""


class _Line(NamedTuple):
    """A line with classes, and the columns of these."""

    span: Span
    columns: set[tuple[int, int]]


def aligned_rows(text: str) -> list[Span]:
    """Return the spans of the lines of `text` that are rows, without their line ends."""
    classes = [*_CLASS.finditer(text)]
    if len(classes) < 2:
        return []
    lines = _lines(text, classes)
    rows: list[Span] = []
    for first, second in pairwise(lines):
        end = _LINE_END.match(text, first.span.end)
        if end and end.end() == second.span.start and _are_rows(text, first, second):
            rows += [first.span, second.span] if not rows or rows[-1] != first.span else [second.span]
    return rows


def _lines(text: str, classes: list[re.Match[str]]) -> list[_Line]:
    lines: list[_Line] = []
    for one in classes:
        offset = one.start() - len("0000")
        if not lines or lines[-1].span.end <= offset:
            start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
            end = _LINE_END.search(text, offset)
            lines.append(_Line(Span(start, end.start() if end else len(text)), set()))
        start = lines[-1].span.start
        tabs = text.count("\t", start, offset)
        lines[-1].columns.add((tabs, 0 if tabs else offset - start))
    return lines


def _are_rows(text: str, first: _Line, second: _Line) -> bool:
    """Return True if two adjacent lines with classes are rows of one table."""
    if _MAX_LENGTH < max(line.span.end - line.span.start for line in (first, second)):
        return False
    if not first.columns.isdisjoint(second.columns):
        return True
    words = [_form(text, line.span) for line in (first, second)]
    return words[0] == words[1] and "0" in words[0]


def _form(text: str, line: Span) -> str:
    """Return the form of the first word of `line`: `0` for each number, `a` for each run of letters."""
    word = _FIRST_WORD.match(text, *line)
    return _DIGITS.sub("0", _LETTERS.sub("a", word[0])) if word else ""
