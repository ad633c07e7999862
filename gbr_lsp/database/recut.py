"""Chunks of the index, cut again at the boundaries of an open document.

The document shows the same file. Both are cut where games start, so no record is split.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gbr_lsp.collection.facts import WIDTHS
from gbr_lsp.database.chunk import ALL, PLACES, IndexChunk, Spot
from gbr_lsp.database.lookup import Located

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


def recut(chunks: Iterable[Located], stretches: Iterable[DocumentPart]) -> Iterator[IndexChunk]:
    """Yield an `IndexChunk` for each of `stretches`, in order.

    `chunks` are all chunks of the file, with all their columns.
    """
    rows = [_Rows(located) for located in chunks]
    for stretch in stretches:
        parts = [part for one in rows if (part := one.within(stretch))]
        columns = {name: (b"" if name in WIDTHS or name == PLACES else b"\n").join(part[name] for part in parts)
                   for name in ALL}  # fmt: skip
        codes = len(columns[PLACES]) // (_SPOT * array("I").itemsize)
        yield IndexChunk(stretch.end - stretch.start, stretch.lines, codes, columns)


class _Rows:
    """The columns of a chunk, split at line ends once."""

    def __init__(self, located: Located) -> None:
        self._located = located
        self._places = array("I", located.chunk.columns[PLACES])
        self._starts = self._places[_START::_SPOT]
        self._texts = {
            name: column.split(b"\n")
            for name, column in located.chunk.columns.items()
            if name not in WIDTHS and name != PLACES
        }

    def within(self, stretch: DocumentPart) -> dict[str, bytes] | None:
        """Return the columns of the codes with records that start in `stretch`, or None.

        Their places count from the start of `stretch`.
        """
        located = self._located
        first, last = (bisect_left(self._starts, edge - located.start) for edge in (stretch.start, stretch.end))
        if first == last:
            return None
        columns = {name: located.chunk.columns[name][first * width : last * width] for name, width in WIDTHS.items()}
        columns |= {name: b"\n".join(texts[first:last]) for name, texts in self._texts.items()}
        places = self._places[first * _SPOT : last * _SPOT]
        shifts = dict.fromkeys(_ROWS, located.first_row - stretch.first_row)
        for at, shift in {**shifts, _START: located.start - stretch.start}.items():
            places[at::_SPOT] = array("I", [number + shift for number in places[at::_SPOT]])
        return columns | {PLACES: places.tobytes()}
