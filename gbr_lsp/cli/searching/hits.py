"""The codes in the chunks of a file that match a condition.

The columns of a chunk decide most codes; the others are judged one by one, by their moves.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import BinaryIO, NamedTuple

from gbr_lsp.collection.columns import Marks, needed, numbers_in, select
from gbr_lsp.collection.conditions import Condition
from gbr_lsp.database import lookup
from gbr_lsp.database.chunk import PLACES, Entry
from gbr_lsp.database.lookup import Located, Stale
from gbr_lsp.database.store import Indexed, Store


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


class Sought(NamedTuple):
    """The search of a file: condition, columns of the hits, maximum number of hits, and number of processes."""

    condition: Condition
    names: Iterable[str]
    most: int | None
    jobs: int


def found_in_index(target: Target, store: Store, indexed: Indexed, asked: Sought, file: BinaryIO) -> Iterator[Hit]:
    """Yield the hits in a file that the index knows, after comparing them with the file.

    Raises Stale if they differ, or if the index is damaged.
    """
    condition, names, most, jobs = asked
    found: list[tuple[Located, Marks]] = []
    count = 0
    for located in lookup.loaded(store, indexed, columns_for(condition)):
        marks = select(condition, located.chunk.columns, located.chunk.codes)
        if marks.possibly:
            found.append((located._replace(chunk=located.chunk._replace(columns={})), marks))
            numbers = numbers_in(marks.possibly, located.chunk.codes)
            places = store.chunk(located.listing, [PLACES]) if located.listing else None
            if places is None:
                raise Stale
            lookup.verify(file, located.start, places, numbers)
            count += marks.surely.bit_count()
            if most is not None and most <= count:
                break
    chunk, last = None, None
    for located, numbers in _answering(condition, target.path or "", found, jobs):
        if located is not last:
            chunk, last = store.chunk(located.listing, names) if located.listing else None, located
        if chunk is None:
            raise Stale
        yield from _shown(target, located._replace(chunk=chunk), numbers, file)


def hits_in(target: Target, located: Located, condition: Condition, file: BinaryIO | None) -> Iterator[Hit]:
    """Yield the hits in a complete chunk; codes that may match are judged one by one."""
    codes = located.chunk.codes
    marks = select(condition, located.chunk.columns, codes)
    surely = set(numbers_in(marks.surely, codes)) if marks.surely != marks.possibly else None
    numbers = numbers_in(marks.possibly, codes) if marks.possibly else []
    for number, hit in zip(numbers, _shown(target, located, numbers, file), strict=True):
        if surely is None or number in surely or _holds(condition, hit):
            yield hit


def columns_for(condition: Condition) -> list[str]:
    """Return the columns that decide `condition`, sorted."""
    return sorted(needed(condition))


def _answering(
    condition: Condition, path: str, found: list[tuple[Located, Marks]], jobs: int
) -> Iterable[tuple[Located, list[int]]]:
    """Yield the chunks with the numbers of their matching codes; import `judging` only if needed."""
    if all(marks.surely == marks.possibly for _, marks in found):
        return ((located, numbers_in(marks.possibly, located.chunk.codes)) for located, marks in found)
    from gbr_lsp.cli.searching.judging import answering

    return answering(condition, path, found, jobs)


def _shown(target: Target, located: Located, numbers: list[int], file: BinaryIO | None) -> Iterator[Hit]:
    """Yield the codes with `numbers` in a chunk as hits."""
    for entry in located.chunk.entries(numbers) if numbers else ():
        record = partial(lookup.record_of, file, located.start, entry.spot)
        yield Hit(target.name, located.first_row, entry, record, located.encoding, located.is_games)


def _holds(condition: Condition, hit: Hit) -> bool:
    from gbr_lsp.base.encoding import decode
    from gbr_lsp.database.play import answers

    return answers(condition, hit.entry.facts, lambda: decode(hit.record(), hit.encoding).text)
