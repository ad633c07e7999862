"""Findings with rows and columns, which are counted from 1 in code points."""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.document import Block, Place
from gbr_lsp.lint import Placed
from gbr_lsp.text import LineIndex, Span


def location(lines: LineIndex, offset: int) -> dict[str, int]:
    """The row and column of an offset, counted from 1 in code points."""
    line, column = lines.column(offset)
    return {"row": line + 1, "column": column + 1}


class Report(NamedTuple):
    """The findings of a file, with its lines and where its blocks start."""

    name: str
    lines: LineIndex
    offsets: dict[Block, int]
    found: list[Placed]

    def location(self, offset: int) -> dict[str, int]:
        """The row and column of an offset."""
        return location(self.lines, offset)

    def span(self, place: Place) -> Span:
        """The span of the document that a place of a block is."""
        return place.span.shift(self.offsets[place.block])


def in_order(reports: list[Report]) -> Iterator[tuple[Report, Placed]]:
    """All findings by file, then by place."""
    return ((report, item) for report in reports for item in report.found)
