"""Chunks of the index, cut again at the boundaries of an open document.

The document shows the same file. Both are cut where games start, so no record is split.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.collection.facts import WIDTHS
from gbr_lsp.database.chunk import ALL_COLUMNS, PLACES, IndexChunk, Spot
from gbr_lsp.database.lookup import LocatedChunk

_SPOT = len(Spot._fields)
_START = Spot._fields.index("start")
_ROWS = tuple(Spot._fields.index(name) for name in ("row", "end_row", "first_row"))


class DocumentPart(NamedTuple):
    """The bytes of a file for a chunk, half open, and numbers of lines.

    `first_row` is the number of lines before the chunk, `lines` the number in it.
    """

    start: int
    end: int
    first_row: int
    lines: int


def align_chunks(chunks: Iterable[LocatedChunk], document_parts: Iterable[DocumentPart]) -> Iterator[IndexChunk]:
    """Yield an `IndexChunk` for each of `document_parts`, in order.

    `chunks` are all chunks of the file, with all their columns.
    """
    rows = [_Rows(located) for located in chunks]
    for document_part in document_parts:
        parts = [part for one in rows if (part := one.within(document_part))]
        columns = {name: (b"" if name in WIDTHS or name == PLACES else b"\n").join(part[name] for part in parts)
                   for name in ALL_COLUMNS}  # fmt: skip
        codes = len(columns[PLACES]) // (_SPOT * array("I").itemsize)
        yield IndexChunk(document_part.end - document_part.start, document_part.lines, codes, columns)


class _Rows:
    """The columns of a chunk, split at line ends once."""

    def __init__(self, located: LocatedChunk) -> None:
        self._located = located
        self._places = array("I", located.chunk.columns[PLACES])
        self._starts = self._places[_START::_SPOT]
        self._texts = {
            name: column.split(b"\n")
            for name, column in located.chunk.columns.items()
            if name not in WIDTHS and name != PLACES
        }

    def within(self, document_part: DocumentPart) -> dict[str, bytes] | None:
        """Return the columns of the codes with records that start in `document_part`, or None.

        Their places count from the start of `document_part`.
        """
        located = self._located
        first, last = (
            bisect_left(self._starts, edge - located.start) for edge in (document_part.start, document_part.end)
        )
        if first == last:
            return None
        columns = {name: located.chunk.columns[name][first * width : last * width] for name, width in WIDTHS.items()}
        columns |= {name: b"\n".join(texts[first:last]) for name, texts in self._texts.items()}
        places = self._places[first * _SPOT : last * _SPOT]
        shifts = dict.fromkeys(_ROWS, located.first_row - document_part.first_row)
        for at, shift in {**shifts, _START: located.start - document_part.start}.items():
            places[at::_SPOT] = array("I", [number + shift for number in places[at::_SPOT]])
        return columns | {PLACES: places.tobytes()}
