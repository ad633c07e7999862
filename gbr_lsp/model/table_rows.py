"""Rows of tables with the codes in them."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import Table
from gbr_lsp.notation.values import Occurrence

MIN_ROWS = 3
"""Minimum number of rows that show what a column has."""
_MIN_SHARE = 0.75


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


def is_majority(count: int, rows: int, share: float = _MIN_SHARE) -> bool:
    """Return True if `count` rows of all `rows` show what a column has."""
    return max(MIN_ROWS, share * rows) <= count
