"""The codes in the chunks of a file that match a condition.

The columns of a chunk decide most codes; the others are judged one by one, by their moves.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import BinaryIO, NamedTuple

from gbr_lsp.collection.columns import Marks, needed_columns, numbers_in, select
from gbr_lsp.collection.conditions import Condition
from gbr_lsp.database import lookup
from gbr_lsp.database.chunk import PLACES, Entry
from gbr_lsp.database.lookup import LocatedChunk, StaleIndex
from gbr_lsp.database.store import IndexedFile, Store


class Target(NamedTuple):
    """A file to search: its name as given and its path, None for stdin, or its `trouble`."""

    name: str
    path: str | None
    trouble: str | None = None


class Hit(NamedTuple):
    """A matching code, with its file, the rows before its chunk, and its entry.

    `record` returns the bytes of its record or whole file.
    """

    name: str
    first_row: int
    entry: Entry
    record: Callable[[], bytes]
    encoding: str
    is_record: bool

    @property
    def row(self) -> int:
        """The row where it starts, counted from 1."""
        return self.first_row + self.entry.spot.row + 1

    @property
    def column(self) -> int:
        """The column where it starts, counted from 1 in code points."""
        return self.entry.spot.column + 1


class FileQuery(NamedTuple):
    """The search of a file: condition, columns of the hits, maximum number of hits, and number of processes."""

    condition: Condition
    names: Iterable[str]
    max_hits: int | None
    jobs: int


def hits_in_index(
    target: Target, store: Store, indexed: IndexedFile, query: FileQuery, file: BinaryIO
) -> Iterator[Hit]:
    """Yield the hits in a file that the index knows, after comparing them with the file.

    Raises StaleIndex if they differ, or if the index is damaged.
    """
    condition, names, max_hits, jobs = query
    found: list[tuple[LocatedChunk, Marks]] = []
    count = 0
    for located in lookup.load_chunks(store, indexed, columns_for(condition)):
        marks = select(condition, located.chunk.columns, located.chunk.codes)
        if marks.possible:
            found.append((located._replace(chunk=located.chunk._replace(columns={})), marks))
            numbers = numbers_in(marks.possible, located.chunk.codes)
            places = store.load_chunk(located.listing, [PLACES]) if located.listing else None
            if places is None:
                raise StaleIndex
            lookup.verify(file, located.start, places, numbers)
            count += marks.certain.bit_count()
            if max_hits is not None and max_hits <= count:
                break
    chunk, last = None, None
    for located, numbers in _answering(condition, target.path or "", found, jobs):
        if located is not last:
            chunk, last = store.load_chunk(located.listing, names) if located.listing else None, located
        if chunk is None:
            raise StaleIndex
        yield from _shown(target, located._replace(chunk=chunk), numbers, file)


def hits_in(target: Target, located: LocatedChunk, condition: Condition, file: BinaryIO | None) -> Iterator[Hit]:
    """Yield the hits in a complete chunk; codes that may match are judged one by one."""
    codes = located.chunk.codes
    marks = select(condition, located.chunk.columns, codes)
    surely = set(numbers_in(marks.certain, codes)) if marks.certain != marks.possible else None
    numbers = numbers_in(marks.possible, codes) if marks.possible else []
    for number, hit in zip(numbers, _shown(target, located, numbers, file), strict=True):
        if surely is None or number in surely or _holds(condition, hit):
            yield hit


def columns_for(condition: Condition) -> list[str]:
    """Return the columns that decide `condition`, sorted."""
    return sorted(needed_columns(condition))


def _answering(
    condition: Condition, path: str, found: list[tuple[LocatedChunk, Marks]], jobs: int
) -> Iterable[tuple[LocatedChunk, list[int]]]:
    """Yield the chunks with the numbers of their matching codes; import `play_filter` only if needed."""
    if all(marks.certain == marks.possible for _, marks in found):
        return ((located, numbers_in(marks.possible, located.chunk.codes)) for located, marks in found)
    from gbr_lsp.cli.searching.play_filter import filter_by_play

    return filter_by_play(condition, path, found, jobs)


def _shown(target: Target, located: LocatedChunk, numbers: list[int], file: BinaryIO | None) -> Iterator[Hit]:
    """Yield the codes with `numbers` in a chunk as hits."""
    for entry in located.chunk.entries(numbers) if numbers else ():
        record = partial(lookup.record_of, file, located.start, entry.spot)
        yield Hit(target.name, located.first_row, entry, record, located.encoding, located.is_games)


def _holds(condition: Condition, hit: Hit) -> bool:
    from gbr_lsp.base.encoding import decode
    from gbr_lsp.database.record_positions import is_met_in_play

    return is_met_in_play(condition, hit.entry.facts, lambda: decode(hit.record(), hit.encoding).text)
