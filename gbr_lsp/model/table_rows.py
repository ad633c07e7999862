"""Rows of tables with the codes in them, and the titles of columns of kings."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.hosts.protocol import Table
from gbr_lsp.notation.code_search import CLASS_SIGN
from gbr_lsp.notation.separated_kings import BLACK_WORD, KING_WORD, WHITE_WORD
from gbr_lsp.notation.values import Occurrence

MIN_ROWS = 3
"""Minimum number of rows that show what a column has."""
_MIN_SHARE = 0.75
_FIRST_WORD = regex(r"[ \t]*[^\s]+")
_LETTERS = regex(r"[^\W\d_]+")
_DIGITS = regex(r"[0-9]+")
_PART_AT_END = regex(r"(?:\.[0-9]{2}|[a-h][1-8])\W*\Z")
_MAX_END_LENGTH = 24
_MAX_ROW_LENGTH = 1_000
"""Code points of a row."""
_WORD_BREAK = regex(r"_|(?<=[a-z])(?=[A-Z])")
"""Separates the words of a key: `white_king`, `whiteKing`."""
_KINGS_TITLE = regex(rf"\b(?:kk|wk[ /,&-]*bk|{KING_WORD})\b|♔|♚", re.IGNORECASE)
_WHITE_KING_TITLE = regex(
    rf"\b(?:w ?k|rb|w\. ?king|{WHITE_WORD} {KING_WORD}|{KING_WORD} {WHITE_WORD})\b|♔|(?-i:\A\W*K\W*\Z)",
    re.IGNORECASE,
)
_BLACK_KING_TITLE = regex(
    rf"\b(?:[bsz] ?k|rn|b\. ?king|{BLACK_WORD} {KING_WORD}|{KING_WORD} {BLACK_WORD})\b|♚|(?-i:\A\W*k\W*\Z)",
    re.IGNORECASE,
)
_ONE_KING_TITLE = regex(f"{_WHITE_KING_TITLE.pattern}|{_BLACK_KING_TITLE.pattern}", re.IGNORECASE)
OTHER_TITLE = regex(
    r"\b(?:moves?|zet|zetten|zug|züge|from|van|von|to|key|schlüssel\w*|1st|first|start\w*|coups?|clé|ход\w*|mossa|mosse"
    r"|chiave|jugadas?|clave|solution|solución|soluzione|lösung|oplossing|решени\w*|id|hash|sku|ref|part|color|colour"
    r"|hex|serial|version|square|castl\w*)\b",
    re.IGNORECASE,
)
"""Headers of columns with moves or with numbers of things."""


class CodeRow(NamedTuple):
    """The cells of a row, and the codes that begin in it."""

    cells: tuple[Span, ...]
    codes: list[Occurrence]


def rows_of(tables: list[Table], codes: list[Occurrence]) -> Iterator[tuple[Table, list[CodeRow]]]:
    """Yield each of `tables` with its rows and those of `codes`, which are sorted by offset."""
    starts = [code.span.start for code in codes]
    for table in tables:
        limits = [(bisect_left(starts, row[0].start), bisect_left(starts, row[-1].end)) for row in table.rows]
        yield table, [CodeRow(row, codes[first:last]) for row, (first, last) in zip(table.rows, limits, strict=True)]


def titles_and_rows(
    text: str, table: Table, rows: list[CodeRow], *, has_titles: bool
) -> tuple[Sequence[str], list[CodeRow]]:
    """Return the titles of the columns of `table`, and its `rows` without that of the titles.

    If `has_titles` and the header is unknown, the first row has the titles.
    """
    if table.header is None and rows and has_titles:
        return [text[slice(*cell)] for cell in rows[0].cells], rows[1:]
    return table.header or (), rows


def kings_columns(header: Sequence[str]) -> list[tuple[int, ...]]:
    """Return the columns of kings by their titles: `(n,)` for both kings, or `(white, black)`.

    Examples: `class`, `kings` → `[(1,)]`; `class`, `white king`, `black king` → `[(1, 2)]`.
    """
    header = [_WORD_BREAK.sub(" ", title) for title in header]
    white = [at for at, title in enumerate(header) if _WHITE_KING_TITLE.search(title)]
    black = [at for at, title in enumerate(header) if _BLACK_KING_TITLE.search(title)]
    if len(white) == len(black) == 1 and white != black:
        return [(white[0], black[0])]
    return [(at,) for at, title in enumerate(header) if _KINGS_TITLE.search(title) and not OTHER_TITLE.search(title)]


def names_one_king(title: str) -> bool:
    """Return True if `title` is that of a column with one king."""
    return _ONE_KING_TITLE.search(_WORD_BREAK.sub(" ", title)) is not None


def is_majority(count: int, rows: int, share: float = _MIN_SHARE) -> bool:
    """Return True if `count` rows of all `rows` show what a column has."""
    return max(MIN_ROWS, share * rows) <= count


def may_reach_on(text: str, row: Span) -> bool:
    """Return True if `row` ends with a class or a square, which the next line could continue."""
    return _PART_AT_END.search(text, max(row.start, row.end - _MAX_END_LENGTH), row.end) is not None


def aligned_rows(text: str) -> list[Span]:
    """Return the spans of the lines of `text` that are rows by their columns, without their line ends.

    Two lines directly below each other are rows if a class begins at the same column in both, or if both have a
    class and begin with words of one form, such as `1.` and `12.`, or `g3g1` and `a7d3`.
    """
    classes = CLASS_SIGN.finditer(text) if 1 < text.count(".") else ()
    if not any(text.count("\n", one.end(), other.start()) < 2 for one, other in pairwise(classes)):
        return []
    index = LineIndex(text)
    lines = [index.line_span(number) for number in range(len(index.starts))]
    rows: set[Span] = set()
    for (first, columns), (second, other_columns) in pairwise((line, _columns(text, line)) for line in lines):
        if columns and other_columns:
            form = _form(text, first)
            if not columns.isdisjoint(other_columns) or ("0" in form and form == _form(text, second)):
                rows |= {first, second}
    return sorted(rows)


def _columns(text: str, line: Span) -> set[tuple[int, int]]:
    """Return (tabs, column) of each class in `line`; without the column after a tab, and none of a long line."""
    if _MAX_ROW_LENGTH < line.end - line.start:
        return set()
    offsets = [sign.start() for sign in CLASS_SIGN.finditer(text, *line)]
    tabs = [text.count("\t", line.start, offset) for offset in offsets]
    return {(count, 0 if count else offset - line.start) for count, offset in zip(tabs, offsets, strict=True)}


def _form(text: str, line: Span) -> str:
    """Return the form of the first word of `line`: `0` for each number, `a` for each run of letters."""
    word = _FIRST_WORD.match(text, *line)
    return _DIGITS.sub("0", _LETTERS.sub("a", word[0])) if word else ""
