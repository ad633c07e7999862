"""Records of several files: a position of an earlier file is a duplicate too."""

from collections.abc import Collection, Iterable
from itertools import accumulate

from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Block
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import RemotePlace
from gbr_lsp.model.records import Record, record_hash

FileRecords = tuple[tuple[Record, RemotePlace], ...]
"""The records of a file, each with its first place."""


def records_in(name: str, document: Document) -> FileRecords:
    """Return the records of `document`, each with its first place in the file `name`."""
    if not document.host.has_records:
        return ()
    rows = accumulate([block.line_ends for block in document.blocks], initial=0)
    return records_of(name, zip(document.blocks, rows, strict=False), document.conventions)


def records_of(name: str, games: Iterable[tuple[Block, int]], conventions: Conventions) -> FileRecords:
    """Return the records of `games`, pairs of a game and its first row in the file `name`."""
    from gbr_lsp.lint import fastpath

    found: dict[Record, RemotePlace] = {}
    for block, row in games:
        for placed in fastpath.records_of_game(block, conventions):
            if placed.record not in found:
                found[placed.record] = _remote(name, block, placed.place.span, row)
    return tuple(found.items())


def _remote(name: str, block: Block, span: Span, row: int) -> RemotePlace:
    """Return the place of `span` in `block`; the block starts at `row` of the file `name`."""
    line, start = block.lines.line_and_column(span.start)
    line_span = block.lines.line_span(line)
    end = min(span.end, line_span.end) - line_span.start
    return RemotePlace(name, row + line, start, end, block.lines.line(line))


class EarlierRecords:
    """The records of all files up to now, in the order of the files."""

    def __init__(self) -> None:
        self.records: dict[Record, RemotePlace] = {}

    def repeated_in(
        self, own_records: Iterable[tuple[Record, RemotePlace]], hashes: Collection[int] = ()
    ) -> dict[Record, RemotePlace]:
        """Return the records that earlier files have too, with their places there; then add `own_records`.

        If `own_records` lacks records, `hashes` has all hashes; the result may then have a record too many.
        """
        known = self.records.items() if hashes else ()
        shared = {record: remote for record, remote in known if record_hash(record) in hashes}
        for record, remote in own_records:
            first = self.records.setdefault(record, remote)
            if first is not remote:
                shared[record] = first
        return shared
