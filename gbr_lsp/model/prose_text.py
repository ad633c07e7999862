"""The moves, numbers, brackets and words of blocks of prose."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Block, readable_text
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.solutions.movetext import MOVE_KINDS, MoveToken, size_of
from gbr_lsp.solutions.prose_items import items_of, last_bare_number, shifted_items, starts_in
from gbr_lsp.solutions.prose_text import ProseText


def prose_of(blocks: Iterable[Block], conventions: Conventions) -> ProseText:
    """Return the `ProseText` of `blocks`. Offsets count from the first one.

    No row of moves crosses the end of a block, except between two pages.
    """
    texts = [readable_text(block) for block in blocks]
    starts = [*accumulate(map(len, texts), initial=0)]
    # A paragraph with one move is read like those around it; the next number may be its own.
    pairs = zip(texts, starts, strict=False)
    bare = max((_known_items(text, 0).last_bare_number(start) for text, start in pairs), default=0)
    items: list[MoveToken] = []
    joined = "".join(texts)
    for text, start, end in zip(texts, starts, starts[1:], strict=False):
        more = items_of_block(text, bare and bare + 1, start)
        ends = [one for one in (*items[-2:-1], *more[:1]) if one.kind in MOVE_KINDS]
        if len(ends) == 2 and "\f" in joined[ends[0].span.end : ends[1].span.start]:
            items.pop()
        items += more
        items.append(MoveToken("end", "", Span(end, end)))
    return ProseText(joined, items, conventions.solution_letters)


class LineStarts(NamedTuple):
    """The size of a text in words and other items, and the offsets of possible lines."""

    items: int
    places: list[int]


def line_starts_in(blocks: Sequence[Block]) -> LineStarts:
    """Return the `LineStarts` of `blocks`, without following rows of moves."""
    texts = [readable_text(block) for block in blocks]
    starts = accumulate(map(len, texts), initial=0)
    items = [item for text, start in zip(texts, starts, strict=False) for item in items_of_block(text, 0, start)]
    return LineStarts(sum(map(size_of, items)), [items[start].span.start for start in starts_in(items)])


def items_of_block(text: str, bare: int = 0, start: int = 0) -> list[MoveToken]:
    """Return the items of `text` as `items_of` does, cached."""
    items, first = _known_items(text, bare).at(start)
    return items if first == start else [*shifted_items(items, start - first)]


class _KnownItems:
    """The items of `text`, read when they are first requested, with spans as requested then."""

    def __init__(self, text: str, bare: int) -> None:
        self._text = text
        self._bare = bare
        self._known: tuple[list[MoveToken], int] | None = None
        self._last_bare_number: int | None = None

    def at(self, start: int) -> tuple[list[MoveToken], int]:
        """Return the items, and the offset that their spans count from: `start` if this is the first request."""
        if self._known is None:
            self._known = items_of(self._text, self._bare, start), start
        return self._known

    def last_bare_number(self, start: int) -> int:
        """Return the highest move number if one is printed without a point, else 0. `start` is as in `at`."""
        if self._last_bare_number is None:
            self._last_bare_number = last_bare_number(self.at(start)[0])
        return self._last_bare_number


_known_items = lru_cache(maxsize=256)(_KnownItems)
