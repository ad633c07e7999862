"""The data of a chunk: whole games of a file, or a whole other file.

They are kept by column (`collection/columns.py`). Bytes and rows count from the start of the chunk,
so that an edit before it changes nothing. Rows and columns count from 0, columns in code points.
"""

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple
from zlib import crc32

from gbr_lsp.collection.columns import (
    COLUMN_NAMES,
    PLAIN_COLUMNS,
    columns_of,
    join_texts,
    places_of,
    select,
    split_texts,
)
from gbr_lsp.collection.conditions import Cell
from gbr_lsp.collection.facts import ROLE, TEXTS, WIDTHS, Facts, plain_text

PLACES, CODE_TEXT, DETAILS = "places", "shown", "details"
"""Columns read only for hits: the places of codes, codes as written, and further data as JSON."""

FINDINGS = "findings"
"""The column of the findings at each code, which is never in the index."""

UNCOMPARED = "uncompared"
"""In that column, the severity given to a study that has no board and no solution to compare its code with."""

ALL_COLUMNS = (*COLUMN_NAMES, PLACES, CODE_TEXT, DETAILS)

STUDY_CONDITION = Cell("signs", ROLE, "s")
"""Condition for codes that head a study."""


class Spot(NamedTuple):
    """The place of a code, and its record: first row, and bytes with their CRC-32.

    All count from the start of the chunk.
    """

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
    """A code: its facts, its place, and its text on one line.

    `details` is JSON; empty for a clean record.
    """

    facts: Facts
    spot: Spot
    text: str
    details: str


def title_of(text: str, composer: str, event: str) -> str:
    """Return the title of a study: `+0323.12g3g1 · Réti · Event`, without unknown parts."""
    return " · ".join(filter(None, (text, composer.strip(" ?"), event.strip(" ?"))))


class _Columns(NamedTuple):
    """Numbers of bytes, lines and codes of a chunk, and its columns by name."""

    length: int
    lines: int
    codes: int
    columns: dict[str, bytes]


class IndexChunk(_Columns):
    """The numbers of bytes, lines and codes of a chunk, and its columns.

    Values that are looked up often, by board or by words of a title, are computed once.
    """

    def prepare(self) -> None:
        """Compute the cached values, so that the first query need not wait."""
        self.titles, self._plain_titles, self.study_bits, self._board_sums  # noqa: B018

    def last_matches(self, question: object, find: Callable[[], list[int]]) -> list[int]:
        """Return `find()`, or its last result if `question` is the last one: solutions are slow to replay."""
        if self._last[0] != question:
            self._last[:] = question, find()
        numbers: list[int] = self._last[1]
        return numbers

    @cached_property
    def _last(self) -> list[Any]:
        """The last question about solutions, and the numbers of its codes."""
        return [None, []]

    def put_findings(self, column: bytes) -> None:
        """Add or replace the column of findings, the only one that changes."""
        self.columns[FINDINGS] = column

    def codes_with_board(self, board: str) -> Iterator[int]:
        """Yield the numbers of the codes with the squares `board`, 64 characters."""
        sought, squares = board.encode(), self.columns["squares"]
        for number in places_of(array("I", [crc32(sought)]).tobytes(), self._board_sums):
            if squares[64 * number : 64 * number + 64] == sought:
                yield number

    def codes_with_words(self, words: Collection[str]) -> Iterable[int]:
        """Return the numbers of the codes whose titles contain all of `words`, which are plain."""
        numbers: Iterable[int] = range(self.codes)
        for word in sorted(words, key=len, reverse=True):
            titles = self._plain_titles
            numbers = [number for number in numbers if word in titles[number]]
        return numbers

    @cached_property
    def titles(self) -> list[str]:
        """The title of each code."""
        return list(map(title_of, *(split_texts(self.columns[name]) for name in (CODE_TEXT, "composer", "event"))))

    @cached_property
    def _plain_titles(self) -> list[str]:
        """The title of each code in plain letters, for comparison."""
        columns = (
            plain_text(self.columns[CODE_TEXT].decode("utf-8", "surrogatepass")).split("\n"),
            *(split_texts(self.columns[name]) for name in PLAIN_COLUMNS.values()),
        )
        return [" ".join(row) for row in zip(*columns, strict=True)]

    @cached_property
    def study_bits(self) -> int:
        """Bits of the codes that head a study: bit n for code n."""
        return select(STUDY_CONDITION, self.columns, self.codes).certain

    @cached_property
    def _board_sums(self) -> bytes:
        """The CRC-32 of each board, four bytes each."""
        squares = self.columns["squares"]
        return array("I", [crc32(squares[at : at + 64]) for at in range(0, len(squares), 64)]).tobytes()

    def entries(self, numbers: Iterable[int], names: Collection[str] = ALL_COLUMNS) -> list[Entry]:
        """Return the `Entry` of each code in `numbers`.

        Columns that are not loaded, or not in `names`, give blanks; `places` must be loaded.
        """
        if names is not ALL_COLUMNS:
            columns = {name: column for name, column in self.columns.items() if name == PLACES or name in names}
            return self._replace(columns=columns).entries(numbers)
        numbers = list(numbers)
        texts = {name: self._texts(name, numbers) for name in (*TEXTS, CODE_TEXT, DETAILS, FINDINGS)}
        found = []
        for at, (number, spot) in enumerate(zip(numbers, self.spots(numbers), strict=True)):
            facts = Facts(
                *(self._fixed(name, number, width) for name, width in WIDTHS.items()),
                *(texts[name][at] for name in (*TEXTS, FINDINGS)),
            )
            found.append(Entry(facts, spot, texts[CODE_TEXT][at], texts[DETAILS][at]))
        return found

    def _fixed(self, name: str, number: int, width: int) -> str:
        """Return the cell of a column with cells of `width` characters; blanks if not loaded."""
        column = self.columns.get(name)
        return " " * width if column is None else column[number * width : (number + 1) * width].decode("ascii")

    def _texts(self, name: str, numbers: list[int]) -> list[str]:
        """Return the texts of the codes `numbers` in a column; empty ones if not loaded."""
        column = self.columns.get(name)
        if column is None:
            return [""] * len(numbers)
        values = column.split(b"\n")
        return [values[number].decode("utf-8", "surrogatepass") for number in numbers]

    def spots(self, numbers: Iterable[int]) -> list[Spot]:
        """Return the `Spot` of each code in `numbers`."""
        places = memoryview(self.columns[PLACES]).cast("I")
        return [Spot(*places[_SPOT * number : _SPOT * number + _SPOT]) for number in numbers]

    @property
    def rows(self) -> "array[int]":
        """The first row of each code."""
        return array("I", self.columns[PLACES])[::_SPOT]

    @property
    def is_complete(self) -> bool:
        """True if the loaded columns have the expected lengths; otherwise the index is damaged."""
        widths = {**WIDTHS, PLACES: _SPOT * array("I").itemsize}
        return all(
            len(column) == self.codes * widths[name]
            if name in widths
            else column.count(b"\n") == max(0, self.codes - 1)
            for name, column in self.columns.items()
        )


def chunk_of(entries: list[Entry], length: int, lines: int) -> IndexChunk:
    """Return the `IndexChunk` of `entries`, `length` bytes and `lines` lines."""
    places = array("I", [number for entry in entries for number in entry.spot])
    columns = columns_of(entry.facts for entry in entries)
    columns[PLACES] = places.tobytes()
    columns[CODE_TEXT] = join_texts(entry.text for entry in entries)
    columns[DETAILS] = join_texts(entry.details for entry in entries)
    return IndexChunk(length, lines, len(entries), columns)
