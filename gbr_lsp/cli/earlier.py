"""The records of the files that were checked before: the same position in another file is a duplicate too."""

from gbr_lsp.cli.files import Source
from gbr_lsp.document import Document
from gbr_lsp.finding import Remote
from gbr_lsp.records import Record, records
from gbr_lsp.text import LineIndex


class Earlier:
    """Records by position. A document's are gathered only when another one follows, for most checks read one."""

    def __init__(self) -> None:
        self._records: dict[Record, Remote] = {}
        self._last: tuple[Source, Document] | None = None

    def before(self, source: Source, document: Document) -> dict[Record, Remote]:
        """The records of all documents before this one, which is then the last."""
        if document.host.name != "pgn":
            return {}
        if self._last is not None:
            self._gather(*self._last)
        self._last = source, document
        return self._records

    def _gather(self, source: Source, document: Document) -> None:
        lines = LineIndex(source.text)
        offsets = document.offsets()
        for record, study in records(document.studies()):
            if record in self._records:
                continue
            span = study.occurrence.span.shift(offsets[study.block])
            row, start = lines.column(span.start)
            line = lines.line_span(row)
            end = min(span.end, line.end) - line.start
            self._records[record] = Remote(source.name, row, start, end, lines.text[line.start : line.end])
