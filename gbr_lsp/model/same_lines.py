"""Check whether an edit of prose keeps its printed lines, to reuse them.

A word typed between two solutions changes no line. The parts of lines are compared: moves, numbers and
brackets, and which of them are near each study. In doubt the result is False.
"""

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import accumulate, chain, compress, count
from operator import is_not
from typing import NamedTuple

from gbr_lsp.model.block import Block
from gbr_lsp.model.line_claims import nearest_numbers
from gbr_lsp.model.prose_text import items_of_block, readable_text
from gbr_lsp.model.start_positions import positions_of
from gbr_lsp.model.study import Study
from gbr_lsp.solutions.prose_items import MAX_IN_BRACKETS, size_of, starts_in

_LINE = ("number", "move", "any")


class _Beginnings(NamedTuple):
    """The size of a section in words and other items, and the offsets of possible lines."""

    items: int
    places: list[int]


class PrintedSection:
    """The blocks and studies of a section, in order, with the cached beginnings of lines."""

    __slots__ = ("_beginnings", "blocks", "studies")

    def __init__(self, blocks: list[Block], studies: list[Study]) -> None:
        self.blocks = blocks
        self.studies = studies
        self._beginnings: _Beginnings | None = None

    @property
    def beginnings(self) -> _Beginnings:
        if self._beginnings is None:
            each = [items_of_block(readable_text(block)) for block in self.blocks]
            items = list(chain.from_iterable(each))
            firsts = list(accumulate(map(len, each), initial=0))
            ends = list(accumulate((len(block.text) for block in self.blocks), initial=0))
            places = [ends[bisect_right(firsts, start) - 1] + items[start].span.start for start in starts_in(items)]
            self._beginnings = _Beginnings(sum(map(size_of, items)), places)
        return self._beginnings

    def take_over(self, before: "PrintedSection", changed: int, items: int) -> None:
        """Copy the beginnings of `before`. The edit of block `changed` added `items` words and no line."""
        known = before.beginnings
        end = sum([len(block.text) for block in before.blocks[: changed + 1]])
        longer = len(self.blocks[changed].text) - len(before.blocks[changed].text)
        places = [place + longer if end <= place else place for place in known.places]
        self._beginnings = _Beginnings(known.items + items, places)


def has_same_lines(before: PrintedSection, after: PrintedSection) -> bool:
    """Return True if `before` and `after` have the same lines. Only words of one block may differ."""
    if len(before.blocks) != len(after.blocks) or len(before.studies) != len(after.studies):
        return False
    changed = list(compress(count(), map(is_not, before.blocks, after.blocks)))
    if len(changed) != 1:
        return False
    old, new = (_skeleton(readable_text(section.blocks[changed[0]])) for section in (before, after))
    if old.parts is None or old.parts != new.parts:
        return False
    after.take_over(before, changed[0], new.items - old.items)
    if MAX_IN_BRACKETS <= max(before.beginnings.items, after.beginnings.items):
        # Brackets may be too long to be skipped.
        return False
    return all(map(_is_alike, before.studies, after.studies)) and _nearness(before) == _nearness(after)


class _Skeleton(NamedTuple):
    """The size of a block in words and other items, and the `(kind, text)` of its items."""

    items: int
    parts: list[tuple[str, str]] | None
    """Adjacent words are one. It is None if the block has numbers, moves, or nothing."""


@lru_cache(maxsize=16)
def _skeleton(text: str) -> _Skeleton:
    items = items_of_block(text)
    size = sum(map(size_of, items))
    if not items or any(item.kind in _LINE for item in items):
        return _Skeleton(size, None)
    parts: list[tuple[str, str]] = []
    for item in items:
        part = (item.kind, "" if item.kind == "word" else item.text)
        if item.kind != "word" or parts[-1:] != [part]:
            parts.append(part)
    return _Skeleton(size, parts)


def _is_alike(before: Study, after: Study) -> bool:
    """Return True if the lines of `before` and `after` are followed from the same positions."""
    one, other = before.occurrence, after.occurrence
    if one.has_sic != other.has_sic:
        return False
    same = (one.code, one.words, before.boards) == (other.code, other.words, after.boards)
    return same or positions_of(before) == positions_of(after)


def _nearness(section: PrintedSection) -> list[tuple[list[int], int]]:
    """Return for each study the beginnings near it, and the number of all beginnings before it."""
    places = section.beginnings.places
    ends = accumulate((len(block.text) for block in section.blocks), initial=0)
    offsets = dict(zip(section.blocks, ends, strict=False))
    starts = [offsets[study.block] for study in section.studies]
    return [(nearest_numbers(places, start), bisect_left(places, start)) for start in starts]
