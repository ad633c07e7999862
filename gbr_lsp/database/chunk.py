"""What the index knows of a chunk: a stretch of a file of whole games, or a whole file of another kind.

All that is known is kept by column (`collection/columns.py`). Bytes and rows count from the start of the chunk, so that
an edit before it changes nothing in it. Rows and columns count from 0, columns in code points.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple
from zlib import crc32

from gbr_lsp.collection.columns import NAMES, PLAIN, columns_of, joined, parted, places_of, select
from gbr_lsp.collection.conditions import Cell
from gbr_lsp.collection.facts import ROLE, TEXTS, WIDTHS, Facts, plain

PLACES, SHOWN, DETAILS = "places", "shown", "details"
"""The columns that only hits are read from: where codes stand, how they are written, and what else JSON has of them."""

ALL = (*NAMES, PLACES, SHOWN, DETAILS)

STUDY = Cell("signs", ROLE, "s")
"""The codes that head a study."""


class Spot(NamedTuple):
    """Where a code stands, and the record that it was found in: its first row, and its bytes with their CRC-32."""

    row: int
    column: int
    end_row: int
    end_column: int
    start: int
    length: int
    checksum: int
    first_row: int


_SPOT = len(Spot._fields)


class Entry(NamedTuple):
    """A code: what is known of it, where it stands, how it is written on one line.

    `details` is JSON for what `described` says of it; empty where the record is clean.
    """

    facts: Facts
    spot: Spot
    shown: str
    details: str


def title_of(shown: str, composer: str, event: str) -> str:
    """A code as it is written, with its composer and its event: what a study is listed by."""
    return " · ".join(filter(None, (shown, composer.strip(" ?"), event.strip(" ?"))))


class _Columns(NamedTuple):
    length: int
    lines: int
    codes: int
    columns: Mapping[str, bytes]


class IndexChunk(_Columns):
    """How many bytes, lines and codes a chunk has, and its columns.

    What is looked up often, by board or by the words of a title, is made once and kept with it.
    """

    def prepare(self) -> None:
        """Makes what is looked up often, so that the first question need not wait for it."""
        self.titles, self._plain_titles, self.studies, self._board_sums  # noqa: B018

    def showing(self, board: str) -> Iterator[int]:
        """The codes that show a board."""
        sought, squares = board.encode(), self.columns["squares"]
        for number in places_of(array("I", [crc32(sought)]).tobytes(), self._board_sums):
            if squares[64 * number : 64 * number + 64] == sought:
                yield number

    def titled(self, words: Collection[str]) -> Iterable[int]:
        """The codes that have some plain words in their titles."""
        numbers: Iterable[int] = range(self.codes)
        for word in sorted(words, key=len, reverse=True):
            titles = self._plain_titles
            numbers = [number for number in numbers if word in titles[number]]
        return numbers

    @cached_property
    def titles(self) -> list[str]:
        """What each code is listed by."""
        return list(map(title_of, *(parted(self.columns[name]) for name in (SHOWN, "composer", "event"))))

    @cached_property
    def _plain_titles(self) -> list[str]:
        """The same as it is compared."""
        columns = (
            plain(self.columns[SHOWN].decode("utf-8", "surrogatepass")).split("\n"),
            *(parted(self.columns[name]) for name in PLAIN.values()),
        )
        return [" ".join(row) for row in zip(*columns, strict=True)]

    @cached_property
    def studies(self) -> int:
        """The codes that head a study, as bits."""
        return select(STUDY, self.columns, self.codes).surely

    @cached_property
    def _board_sums(self) -> bytes:
        """The CRC-32 of each board."""
        squares = self.columns["squares"]
        return array("I", [crc32(squares[at : at + 64]) for at in range(0, len(squares), 64)]).tobytes()

    def entries(self, numbers: Iterable[int], names: Collection[str] = ALL) -> list[Entry]:
        """Some codes of the chunk, by number. Columns that are not loaded, or not named, give blanks; `places` must be
        loaded."""
        if names is not ALL:
            columns = {name: column for name, column in self.columns.items() if name == PLACES or name in names}
            return self._replace(columns=columns).entries(numbers)
        numbers = list(numbers)
        texts = {name: self._texts(name, numbers) for name in (*TEXTS, SHOWN, DETAILS)}
        found = []
        for at, (number, spot) in enumerate(zip(numbers, self.spots(numbers), strict=True)):
            facts = Facts(
                *(self._fixed(name, number, width) for name, width in WIDTHS.items()),
                *(texts[name][at] for name in TEXTS),
            )
            found.append(Entry(facts, spot, texts[SHOWN][at], texts[DETAILS][at]))
        return found

    def _fixed(self, name: str, number: int, width: int) -> str:
        column = self.columns.get(name)
        return " " * width if column is None else column[number * width : (number + 1) * width].decode("ascii")

    def _texts(self, name: str, numbers: list[int]) -> list[str]:
        column = self.columns.get(name)
        if column is None:
            return [""] * len(numbers)
        values = column.split(b"\n")
        return [values[number].decode("utf-8", "surrogatepass") for number in numbers]

    def spots(self, numbers: Iterable[int]) -> list[Spot]:
        """Where some codes stand."""
        places = memoryview(self.columns[PLACES]).cast("I")
        return [Spot(*places[_SPOT * number : _SPOT * number + _SPOT]) for number in numbers]

    @property
    def rows(self) -> "array[int]":
        """The row in which each code begins."""
        return array("I", self.columns[PLACES])[::_SPOT]

    @property
    def is_whole(self) -> bool:
        """Whether the columns that are loaded are as long as they should be; an index that is not is damaged."""
        widths = {**WIDTHS, PLACES: _SPOT * array("I").itemsize}
        return all(
            len(column) == self.codes * widths[name]
            if name in widths
            else column.count(b"\n") == max(0, self.codes - 1)
            for name, column in self.columns.items()
        )


def chunk_of(entries: list[Entry], length: int, lines: int) -> IndexChunk:
    """The chunk that some codes make."""
    places = array("I")
    for entry in entries:
        places.extend(entry.spot)
    columns = columns_of(entry.facts for entry in entries)
    columns[PLACES] = places.tobytes()
    columns[SHOWN] = joined(entry.shown for entry in entries)
    columns[DETAILS] = joined(entry.details for entry in entries)
    return IndexChunk(length, lines, len(entries), columns)
