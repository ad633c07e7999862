"""The studies of many documents, in memory and by column, for queries.

Texts are not kept: a `TextSource` reads the text of a study again, from disk or the editor, when it
is shown.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
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
from gbr_lsp.database.record_positions import is_met_in_play
from gbr_lsp.model.finding import RemotePlace
from gbr_lsp.model.roles import Role

_ROLES = {role.value[0]: role for role in Role}


class TextSource(Protocol):
    """Reads the text of a chunk. Both methods may raise StaleIndex and OSError, since files change."""

    def record(self, spot: Spot) -> str:
        """Return the record of a code, or the whole text of other documents."""

    def line(self, spot: Spot) -> str:
        """Return the first line of a code."""


class GamesInText(NamedTuple):
    """The games of a text, sliced by code points.

    `extra_bytes` has the sorted offsets of its bytes that start no character.
    """

    text: Callable[[int, int], str]
    extra_bytes: "array[int]"

    def record(self, spot: Spot) -> str:
        start, end = (at - bisect_left(self.extra_bytes, at) for at in (spot.start, spot.start + spot.length))
        return self.text(start, end)

    def line(self, spot: Spot) -> str:
        return _line(self.record(spot), spot.row - spot.first_row)


class GamesInFile(NamedTuple):
    """The games of a chunk in a file; `start` is its first byte."""

    path: str
    start: int
    encoding: str

    def record(self, spot: Spot) -> str:
        with open(self.path, "rb", opener=open_regular) as file:
            return decode(record_of(file, self.start, spot), self.encoding).text

    def line(self, spot: Spot) -> str:
        return _line(self.record(spot), spot.row - spot.first_row)


def _line(text: str, number: int) -> str:
    """Return the line of `text` with the number `number`, from 0."""
    return (lines_of(text) if "\r" in text else text.split("\n"))[number]


class FullText:
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
    """The data of a part of a document, its first row, and its text."""

    chunk: IndexChunk
    first_row: int
    source: TextSource

    def place(self, name: str, spot: Spot) -> RemotePlace:
        """Return the place of a code in the document `name`, in the code's first line.

        Raises StaleIndex and OSError.
        """
        line = self.source.line(spot).rstrip("\r\n")
        end = spot.end_column if spot.end_row == spot.row else len(line)
        return RemotePlace(name, self.first_row + spot.row, spot.column, end, line)


class CatalogEntry(NamedTuple):
    """A code of a document."""

    name: str
    part: CatalogPart
    entry: Entry

    @property
    def row(self) -> int:
        """The first row of the code, from 0."""
        return self.part.first_row + self.entry.spot.row

    @property
    def place(self) -> RemotePlace:
        """The place of the code, in its first line. Raises StaleIndex and OSError."""
        return self.part.place(self.name, self.entry.spot)

    @property
    def title(self) -> str:
        """The code with its composer and event, for searches and lists."""
        return title_of(self.entry.text, self.entry.facts.composer, self.entry.facts.event)

    @property
    def role(self) -> Role:
        """The purpose of the code."""
        return _ROLES[self.entry.facts.signs[ROLE]]


class Catalog:
    """The parts of documents by name."""

    def __init__(self) -> None:
        self._documents: dict[str, list[CatalogPart]] = {}

    def __len__(self) -> int:
        """Return the number of codes."""
        return sum(part.chunk.codes for parts in self._documents.values() for part in parts)

    def __contains__(self, name: str) -> bool:
        return name in self._documents

    @property
    def names(self) -> list[str]:
        """The sorted names of the documents, also those without a code."""
        return sorted(self._documents)

    def put(self, name: str, parts: list[CatalogPart]) -> None:
        """Replace the parts of the document `name`."""
        self._documents[name] = parts

    def drop(self, name: str) -> None:
        """Remove a document."""
        self._documents.pop(name, None)

    def without(self, names: AbstractSet[str]) -> "Catalog":
        """Return the catalog without the documents `names`."""
        if names.isdisjoint(self._documents):
            return self
        rest = Catalog()
        rest._documents = {name: parts for name, parts in self._documents.items() if name not in names}
        return rest

    def class_counts(self) -> Counter[str]:
        """Return the number of studies for each class."""
        counts: Counter[str] = Counter()
        for _, part in self.parts():
            forces = part.chunk.columns["force"].decode("ascii")
            studies = numbers_in(part.chunk.study_bits, part.chunk.codes)
            width = WIDTHS["force"]
            counts.update(forces[at * width : at * width + width] for at in studies)
        return counts

    def similar_codes(self, force: str, kings: str | None, squares: str | None) -> list[CatalogEntry]:
        """Return the codes with a class and kings, or with a board or its mirror.

        They are sorted by place. The parameters are the strings of facts. Without `kings`, all
        codes of the class.
        """
        boards = set(mirrors_of(squares)) if squares and kings is not None else ()
        found = []
        for name, part in self.parts():
            columns = part.chunk.columns
            numbers = set(places_of(force.encode(), columns["force"]))
            if kings is not None and numbers:
                numbers &= set(places_of(kings.encode(), columns["kings"]))
            for board in boards:
                numbers.update(part.chunk.codes_with_board(board))
            found += _entries(name, part, sorted(numbers))
        return found

    def studies_of_class(self, force: str) -> list[CatalogEntry]:
        """Return the studies of the class `force`."""
        return [found for found in self.similar_codes(force, None, None) if found.role is Role.STUDY]

    def study_rows(self, name: str | None = None) -> Iterator[tuple[str, str, str, str, int]]:
        """Yield goal, class, kings, document and row of studies, of all documents or `name`.

        The first three are the strings of facts; rows count from 0.
        """
        for document, part in self.parts(name):
            columns = part.chunk.columns
            force, kings, signs = (columns[column].decode("ascii") for column in ("force", "kings", "signs"))
            rows = part.chunk.rows
            for at in numbers_in(part.chunk.study_bits, part.chunk.codes):
                row = part.first_row + rows[at]
                yield signs[6 * at + GOAL], force[7 * at : 7 * at + 7], kings[2 * at : 2 * at + 2], document, row

    def code_at(self, name: str, row: int, column: int) -> CatalogEntry | None:
        """Return the code of the document `name` that starts at a row and column from 0, or None."""
        for _, part in self.parts(name):
            if part.first_row <= row <= part.first_row + part.chunk.lines:
                for number, spot in enumerate(part.chunk.spots(range(part.chunk.codes))):
                    if (part.first_row + spot.row, spot.column) == (row, column):
                        return _entries(name, part, [number])[0]
        return None

    def matches(self, condition: Condition) -> Iterator[CatalogEntry]:
        """Yield the codes that satisfy `condition`, by document and place.

        Solutions are replayed if `condition` requires it.
        """
        for document, part in self.parts():
            marks = select(condition, part.chunk.columns, part.chunk.codes)
            yield from _entries(document, part, _matching(condition, marks, document, part))

    def matching_numbers(self, condition: Condition) -> Iterator[tuple[str, CatalogPart, list[int]]]:
        """Yield each part with studies that satisfy `condition`: its document, the part, and their numbers."""
        for document, part in self.parts():
            found = select(condition, part.chunk.columns, part.chunk.codes)
            bits = part.chunk.study_bits
            numbers = _matching(condition, Marks(found.certain & bits, found.possible & bits), document, part)
            if numbers:
                yield document, part, numbers

    def search_titles(
        self, words: list[str] | None, condition: Condition | None, max_count: int, award: Condition | None = None
    ) -> list[tuple[str, RemotePlace]]:
        """Return titles and places of at most `max_count` studies that match words or `condition`.

        `words` are plain words that the title must contain, together with `award` if given.
        """
        return list(islice(self._titled(words, condition, award), max_count))

    def _titled(
        self, words: list[str] | None, condition: Condition | None, award: Condition | None
    ) -> Iterator[tuple[str, RemotePlace]]:
        """Yield titles and places as `search_titles` does, without a limit."""
        for name, part in self.parts():
            chunk = part.chunk
            bits = 0 if words is None else bits_of(chunk.codes_with_words(words), chunk.codes)
            if award and bits:
                bits &= select(award, chunk.columns, chunk.codes).certain
            marks = Marks(bits, bits)
            if condition is not None:
                matches = select(condition, chunk.columns, chunk.codes)
                marks = Marks(bits | matches.certain, bits | matches.possible)
            surely, possibly = (found & chunk.study_bits for found in marks)
            if not possibly:
                continue
            if surely == possibly:
                numbers = numbers_in(surely, chunk.codes)
                for number, spot in zip(numbers, chunk.spots(numbers), strict=True):
                    yield chunk.titles[number], part.place(name, spot)
            else:
                for found in _entries(name, part, _matching(condition, Marks(surely, possibly), name, part)):
                    yield found.title, found.place

    def parts(self, name: str | None = None) -> Iterator[tuple[str, CatalogPart]]:
        """Yield the parts with codes, each with its document, of all documents or of `name`."""
        for document in sorted(self._documents) if name is None else [name]:
            for part in self._documents.get(document, ()):
                if part.chunk.codes:
                    yield document, part


def _matching(condition: Condition | None, marks: Marks, name: str, part: CatalogPart) -> list[int]:
    """Return the numbers of the marked codes of `part`; test those that only possibly satisfy `condition`."""
    numbers = numbers_in(marks.possible, part.chunk.codes) if marks.possible else []
    if condition is None or marks.certain == marks.possible:
        return numbers
    surely = set(numbers_in(marks.certain, part.chunk.codes))

    def replay() -> list[int]:
        return [
            number
            for number, found in zip(numbers, _entries(name, part, numbers), strict=True)
            if number in surely
            or is_met_in_play(condition, found.entry.facts, partial(part.source.record, found.entry.spot))
        ]

    return part.chunk.last_matches((condition, marks), replay)


def _entries(name: str, part: CatalogPart, numbers: list[int]) -> list[CatalogEntry]:
    return [CatalogEntry(name, part, entry) for entry in part.chunk.entries(numbers)] if numbers else []
