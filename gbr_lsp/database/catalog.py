"""The studies of many documents, in memory and by column, for questions about all of them.

Texts are not kept: a `TextSource` reads that of a study again, from the disk or the editor, when it is shown.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple, Protocol

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.regular_file import open_regular
from gbr_lsp.base.text import LineIndex, lines_of
from gbr_lsp.collection.columns import Marks, bits_of, numbers_in, places_of, select
from gbr_lsp.collection.conditions import Condition
from gbr_lsp.collection.facts import GOAL, ROLE, WIDTHS
from gbr_lsp.collection.same_boards import mirrors_of
from gbr_lsp.database.chunk import Entry, IndexChunk, Spot, title_of
from gbr_lsp.database.lookup import record_of
from gbr_lsp.database.play import answers
from gbr_lsp.model.finding import Remote
from gbr_lsp.model.roles import Role

_ROLES = {role.value[0]: role for role in Role}


class TextSource(Protocol):
    """Reads the text of a chunk. Both methods may raise Stale and OSError, for files change."""

    def record(self, spot: Spot) -> str:
        """The record that a code was found in, or the whole text where that is no collection of games."""

    def line(self, spot: Spot) -> str:
        """The line that a code begins in."""


class GamesInText(NamedTuple):
    """The games of a text, which is sliced by code points; `beyond` are its bytes that begin no character, in order."""

    text: Callable[[int, int], str]
    beyond: "array[int]"

    def record(self, spot: Spot) -> str:
        start, end = (at - bisect_left(self.beyond, at) for at in (spot.start, spot.start + spot.length))
        return self.text(start, end)

    def line(self, spot: Spot) -> str:
        return _line(self.record(spot), spot.row - spot.first_row)


class GamesInFile(NamedTuple):
    """The games of a file, of a chunk that starts at a byte."""

    path: str
    start: int
    encoding: str

    def record(self, spot: Spot) -> str:
        with open(self.path, "rb", opener=open_regular) as file:
            return decode(record_of(file, self.start, spot), self.encoding).text

    def line(self, spot: Spot) -> str:
        return _line(self.record(spot), spot.row - spot.first_row)


def _line(text: str, number: int) -> str:
    return (lines_of(text) if "\r" in text else text.split("\n"))[number]


class WholeText:
    """A text that is read as a whole."""

    def __init__(self, text: Callable[[Spot], str]) -> None:
        self._read = text
        self._lines: LineIndex | None = None

    def record(self, spot: Spot) -> str:
        if self._lines is None:
            self._lines = LineIndex(self._read(spot))
        return self._lines.text

    def line(self, spot: Spot) -> str:
        self.record(spot)
        assert self._lines
        return self._lines.line(spot.row)


class CatalogPart(NamedTuple):
    """What is known of a stretch of a document, the lines before it, and where its text is."""

    chunk: IndexChunk
    first_row: int
    source: TextSource

    def place(self, name: str, spot: Spot) -> Remote:
        """Where a code stands in a document; of a code on several lines the first. Raises Stale and OSError."""
        line = self.source.line(spot).rstrip("\r\n")
        end = spot.end_column if spot.end_row == spot.row else len(line)
        return Remote(name, self.first_row + spot.row, spot.column, end, line)


class CatalogEntry(NamedTuple):
    """A code of a document."""

    name: str
    part: CatalogPart
    entry: Entry

    @property
    def row(self) -> int:
        """The row it begins in, counted from 0."""
        return self.part.first_row + self.entry.spot.row

    @property
    def place(self) -> Remote:
        """Where it stands; of a code on several lines the first. Raises Stale and OSError."""
        return self.part.place(self.name, self.entry.spot)

    @property
    def title(self) -> str:
        """The code with its composer and its event: what a study is searched and listed by."""
        return title_of(self.entry.shown, self.entry.facts.composer, self.entry.facts.event)

    @property
    def role(self) -> Role:
        """What it is there for."""
        return _ROLES[self.entry.facts.signs[ROLE]]


class Catalog:
    """Documents by name."""

    def __init__(self) -> None:
        self._documents: dict[str, list[CatalogPart]] = {}

    def __len__(self) -> int:
        """How many codes there are."""
        return sum(part.chunk.codes for parts in self._documents.values() for part in parts)

    @property
    def names(self) -> list[str]:
        """The documents, also those without a code."""
        return sorted(self._documents)

    def put(self, name: str, parts: list[CatalogPart]) -> None:
        """Replaces what is known of a document."""
        self._documents[name] = parts

    def drop(self, name: str) -> None:
        """Removes a document."""
        self._documents.pop(name, None)

    def counts(self) -> Counter[str]:
        """How many studies have each class."""
        counts: Counter[str] = Counter()
        for _, part in self._parts():
            forces = part.chunk.columns["force"].decode("ascii")
            studies = numbers_in(part.chunk.studies, part.chunk.codes)
            width = WIDTHS["force"]
            counts.update(forces[at * width : at * width + width] for at in studies)
        return counts

    def alike(self, force: str, kings: str | None, squares: str | None) -> list[CatalogEntry]:
        """The codes with a class and kings, and those that show a board or its mirror, by place.

        All are as facts have them. Of a class alone, all codes that have it.
        """
        boards = set(mirrors_of(squares)) if squares and kings is not None else ()
        found = []
        for name, part in self._parts():
            columns = part.chunk.columns
            numbers = set(places_of(force.encode(), columns["force"]))
            if kings is not None and numbers:
                numbers &= set(places_of(kings.encode(), columns["kings"]))
            for board in boards:
                numbers.update(part.chunk.showing(board))
            found += _entries(name, part, sorted(numbers))
        return found

    def of_class(self, force: str) -> list[CatalogEntry]:
        """The studies of a class."""
        return [found for found in self.alike(force, None, None) if found.role is Role.STUDY]

    def listed(self, name: str | None = None) -> Iterator[tuple[str, str, str, str, int]]:
        """The goal, class and kings of each study of a document, or of all, as facts have them, and where it stands."""
        for document, part in self._parts(name):
            columns = part.chunk.columns
            force, kings, signs = (columns[column].decode("ascii") for column in ("force", "kings", "signs"))
            rows = part.chunk.rows
            for at in numbers_in(part.chunk.studies, part.chunk.codes):
                row = part.first_row + rows[at]
                yield signs[6 * at + GOAL], force[7 * at : 7 * at + 7], kings[2 * at : 2 * at + 2], document, row

    def studies(self, name: str | None = None) -> Iterator[CatalogEntry]:
        """The studies of a document, or of all of them."""
        for document, part in self._parts(name):
            yield from _entries(document, part, numbers_in(part.chunk.studies, part.chunk.codes))

    def found(self, condition: Condition) -> Iterator[CatalogEntry]:
        """The codes that answer to a condition, by document, each in order; solutions are replayed where it asks."""
        for document, part in self._parts():
            yield from _judged(condition, select(condition, part.chunk.columns, part.chunk.codes), document, part)

    def titled(
        self, words: list[str] | None, condition: Condition | None, most: int, award: Condition | None = None
    ) -> list[tuple[str, Remote]]:
        """The titles and places of so many of the studies that have some plain words in their titles, and an award, or
        answer to a condition."""
        return list(islice(self._titled(words, condition, award), most))

    def _titled(
        self, words: list[str] | None, condition: Condition | None, award: Condition | None
    ) -> Iterator[tuple[str, Remote]]:
        for name, part in self._parts():
            chunk = part.chunk
            bits = 0 if words is None else bits_of(chunk.titled(words), chunk.codes)
            if award and bits:
                bits &= select(award, chunk.columns, chunk.codes).surely
            marks = Marks(bits, bits)
            if condition is not None:
                asked = select(condition, chunk.columns, chunk.codes)
                marks = Marks(bits | asked.surely, bits | asked.possibly)
            surely, possibly = (found & chunk.studies for found in marks)
            if not possibly:
                continue
            if surely == possibly:
                numbers = numbers_in(surely, chunk.codes)
                for number, spot in zip(numbers, chunk.spots(numbers), strict=True):
                    yield chunk.titles[number], part.place(name, spot)
            else:
                for found in _judged(condition, Marks(surely, possibly), name, part):
                    yield found.title, found.place

    def _parts(self, name: str | None = None) -> Iterator[tuple[str, CatalogPart]]:
        for document in sorted(self._documents) if name is None else [name]:
            for part in self._documents.get(document, ()):
                if part.chunk.codes:
                    yield document, part


def _judged(condition: Condition | None, marks: Marks, name: str, part: CatalogPart) -> Iterator[CatalogEntry]:
    """The codes that are marked; those that only may answer are judged one by one."""
    numbers = numbers_in(marks.possibly, part.chunk.codes) if marks.possibly else []
    surely = None if marks.surely == marks.possibly else set(numbers_in(marks.surely, part.chunk.codes))
    for number, found in zip(numbers, _entries(name, part, numbers), strict=True):
        record = partial(part.source.record, found.entry.spot)
        if surely is None or condition is None or number in surely or answers(condition, found.entry.facts, record):
            yield found


def _entries(name: str, part: CatalogPart, numbers: list[int]) -> list[CatalogEntry]:
    return [CatalogEntry(name, part, entry) for entry in part.chunk.entries(numbers)] if numbers else []
