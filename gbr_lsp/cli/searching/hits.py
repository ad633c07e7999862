"""The codes in the chunks of a file that answer to a condition.

What is surely found is known from the columns of a chunk; what only may be is judged code by code, by its moves.
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
    """A file to search: its name as given and its path, None for standard input, and why it cannot be read."""

    name: str
    path: str | None
    trouble: str | None = None


class Hit(NamedTuple):
    """A code that was found: its file, the bytes and rows of the file before its chunk, and what is known of it.

    `record` are the bytes of the record it stands in, or of its whole file.
    """

    name: str
    first_row: int
    entry: Entry
    record: Callable[[], bytes]
    encoding: str
    is_record: bool

    @property
    def row(self) -> int:
        """The row it begins in, counted from 1."""
        return self.first_row + self.entry.spot.row + 1

    @property
    def column(self) -> int:
        """The column it begins in, counted from 1 in code points."""
        return self.entry.spot.column + 1


class Sought(NamedTuple):
    """What is asked of a file: a condition, the columns of the hits, how many are enough, and how many processes may
    judge them."""

    condition: Condition
    names: Iterable[str]
    most: int | None
    jobs: int


def found_in_index(target: Target, store: Store, indexed: Indexed, asked: Sought, file: BinaryIO) -> Iterator[Hit]:
    """What is found in a file that the index knows.

    All hits are first compared with the file. Raises Stale where they differ, or the index is damaged.
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
    """What is found in a chunk that is complete; those that only may answer are judged one by one."""
    codes = located.chunk.codes
    marks = select(condition, located.chunk.columns, codes)
    surely = set(numbers_in(marks.surely, codes)) if marks.surely != marks.possibly else None
    numbers = numbers_in(marks.possibly, codes) if marks.possibly else []
    for number, hit in zip(numbers, _shown(target, located, numbers, file), strict=True):
        if surely is None or number in surely or _holds(condition, hit):
            yield hit


def columns_for(condition: Condition) -> list[str]:
    """The columns that a condition is judged by."""
    return sorted(needed(condition))


def _answering(
    condition: Condition, path: str, found: list[tuple[Located, Marks]], jobs: int
) -> Iterable[tuple[Located, list[int]]]:
    """The numbers of the codes that answer, by chunk; what has no part in it is not imported where all are sure."""
    if all(marks.surely == marks.possibly for _, marks in found):
        return ((located, numbers_in(marks.possibly, located.chunk.codes)) for located, marks in found)
    from gbr_lsp.cli.searching.judging import answering

    return answering(condition, path, found, jobs)


def _shown(target: Target, located: Located, numbers: list[int], file: BinaryIO | None) -> Iterator[Hit]:
    """Some codes of a chunk."""
    for entry in located.chunk.entries(numbers) if numbers else ():
        record = partial(lookup.record_of, file, located.start, entry.spot)
        yield Hit(target.name, located.first_row, entry, record, located.encoding, located.is_games)


def _holds(condition: Condition, hit: Hit) -> bool:
    from gbr_lsp.base.encoding import decode
    from gbr_lsp.database.play import answers

    return answers(condition, hit.entry.facts, lambda: decode(hit.record(), hit.encoding).text)
