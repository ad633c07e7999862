"""Codes that may match a condition about play: their records are replayed, many in parallel.

They are judged a few at a time, so that the first ones are written while the others are judged.
"""

import gc
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

from gbr_lsp.collection.columns import ALL_FACTS, Marks, numbers_in
from gbr_lsp.collection.conditions import Condition
from gbr_lsp.database.chunk import PLACES, IndexChunk
from gbr_lsp.database.lookup import LocatedChunk, StaleIndex, record_of
from gbr_lsp.database.store import Listing, Store, open_store

_AT_ONCE = 100
_MIN_PARALLEL_CODES = 400
"""Number of codes; fewer are judged before another process has started."""


class _Group(NamedTuple):
    """Some codes of a chunk by number, and those among them to judge."""

    located: LocatedChunk
    numbers: list[int]
    unsure: list[int]


def filter_by_play(
    condition: Condition, path: str, marked_chunks: Iterable[tuple[LocatedChunk, Marks]], jobs: int
) -> Iterator[tuple[LocatedChunk, list[int]]]:
    """Yield each chunk in `marked_chunks` with the numbers of its matching codes.

    Chunks with codes to judge come several times, with other numbers. Raises StaleIndex if the index or
    the file has changed.
    """
    groups = [group for located, marks in marked_chunks for group in _groups(located, marks)]
    judge = _Judge(condition, path)
    if jobs < 2 or sum(len(group.unsure) for group in groups) < _MIN_PARALLEL_CODES:
        results: Iterable[list[int] | None] = map(judge, groups)
        yield from _merged(groups, results)
        return
    from gbr_lsp.cli.checking.jobs import results_in_order

    with closing(results_in_order(judge, groups, jobs)) as results:
        yield from _merged(groups, results)


def _groups(located: LocatedChunk, marks: Marks) -> Iterator[_Group]:
    """Yield the codes that may match, `_AT_ONCE` at a time."""
    numbers = numbers_in(marks.possible, located.chunk.codes)
    if marks.certain == marks.possible:
        yield _Group(located, numbers, [])
        return
    surely = set(numbers_in(marks.certain, located.chunk.codes))
    for at in range(0, len(numbers), _AT_ONCE):
        some = numbers[at : at + _AT_ONCE]
        yield _Group(located, some, [number for number in some if number not in surely])


def _merged(groups: list[_Group], results: Iterable[list[int] | None]) -> Iterator[tuple[LocatedChunk, list[int]]]:
    """Yield for each group the numbers of its matching codes; raise StaleIndex for a failed one."""
    for group, held in zip(groups, results, strict=True):
        if held is None:
            raise StaleIndex
        wrong = set(group.unsure).difference(held)
        answer = [number for number in group.numbers if number not in wrong]
        if answer:
            yield group.located, answer


class _Judge:
    """Returns the matching codes of a group, None after a failure; it can be sent to another process."""

    def __init__(self, condition: Condition, path: str) -> None:
        self._condition = condition
        self._path = path
        self._store: Store | None = None
        self._chunk: tuple[Listing, IndexChunk] | None = None

    def __call__(self, group: _Group) -> list[int] | None:
        if not group.unsure:
            return []
        from gbr_lsp.base.encoding import decode
        from gbr_lsp.database.record_positions import is_met_in_play

        gc.disable()
        chunk = self._loaded(group.located.listing)
        if chunk is None:
            return None
        start, encoding = group.located.start, group.located.encoding
        try:
            with open(self._path, "rb") as file:
                return [
                    number
                    for number, entry in zip(group.unsure, chunk.entries(group.unsure), strict=True)
                    if is_met_in_play(
                        self._condition,
                        entry.facts,
                        lambda spot=entry.spot: decode(record_of(file, start, spot), encoding).text,  # type: ignore[misc]
                    )
                ]
        except (OSError, ValueError):
            return None
        finally:
            gc.enable()

    def _loaded(self, listing: Listing | None) -> IndexChunk | None:
        """Return the chunk with the columns to judge, or None; the last one is cached."""
        if listing is None:
            return None
        if self._chunk is None or self._chunk[0] != listing:
            self._store = self._store or open_store()
            chunk = self._store.load_chunk(listing, [*ALL_FACTS, PLACES]) if self._store else None
            if chunk is None:
                return None
            self._chunk = listing, chunk
        return self._chunk[1]
