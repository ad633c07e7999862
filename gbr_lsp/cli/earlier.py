"""Records of several files: a position that stands in an earlier file is a duplicate too."""

from collections.abc import Iterable

from gbr_lsp.document import Document
from gbr_lsp.finding import Remote
from gbr_lsp.records import Record, records
from gbr_lsp.text import LineIndex

Gathered = tuple[tuple[Record, Remote], ...]
"""The records of a file, each where it stands first."""


def gathered(name: str, document: Document) -> Gathered:
    """The records of a document."""
    if document.host.name != "pgn":
        return ()
    lines = LineIndex(document.text)
    offsets = document.offsets()
    found: dict[Record, Remote] = {}
    for record, study in records(document.studies()):
        if record in found:
            continue
        span = study.occurrence.span.shift(offsets[study.block])
        row, start = lines.column(span.start)
        line = lines.line_span(row)
        end = min(span.end, line.end) - line.start
        found[record] = Remote(name, row, start, end, lines.text[line.start : line.end])
    return tuple(found.items())


class Earlier:
    """The records of all files so far, in the order of the files."""

    def __init__(self) -> None:
        self.records: dict[Record, Remote] = {}

    def among(self, own: Iterable[tuple[Record, Remote]]) -> dict[Record, Remote]:
        """The records of a file that stand in earlier ones; from then on it is one of those."""
        shared = {}
        for record, remote in own:
            first = self.records.setdefault(record, remote)
            if first is not remote:
                shared[record] = first
        return shared
