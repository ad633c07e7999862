"""Findings with rows and columns, which are counted from 1 in code points."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gbr_lsp.block import Block, Place
from gbr_lsp.finding import Remote
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

    def point(self, place: Place | Remote) -> dict[str, Any]:
        """The file, rows, columns and text of a place that a finding speaks of, in this file or in another one."""
        if isinstance(place, Remote):
            start, end = ({"row": place.row + 1, "column": column + 1} for column in (place.start, place.end))
            return {"filename": place.document, "location": start, "end_location": end, "text": place.text}
        span = self.span(place)
        ends = {"location": self.location(span.start), "end_location": self.location(span.end)}
        return {"filename": self.name, **ends, "text": self.lines.text[span.start : span.end]}

    def span(self, place: Place) -> Span:
        """The span of the document that a place of a block is."""
        return place.span.shift(self.offsets[place.block])


def in_order(reports: list[Report]) -> Iterator[tuple[Report, Placed]]:
    """All findings by file, then by place."""
    return ((report, item) for report in reports for item in report.found)
