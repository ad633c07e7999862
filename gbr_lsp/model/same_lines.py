"""Check whether an edit of prose keeps its printed lines, to reuse them.

A word typed between two solutions changes no line. The parts of lines are compared: moves, numbers and
brackets, and which of them are near each study. In doubt the result is False.
"""

from bisect import bisect_left
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

from gbr_lsp.model.block import readable_text
from gbr_lsp.model.prose_text import LineStarts, items_of_block
from gbr_lsp.model.section import Section
from gbr_lsp.model.solution import positions_of
from gbr_lsp.model.study import Study
from gbr_lsp.solutions.movetext import MAX_IN_BRACKETS, TokenKind, size_of
from gbr_lsp.solutions.prose_text import nearest_numbers

_LINE: tuple[TokenKind, ...] = ("number", "move", "any")


def has_same_lines(before: Section, after: Section) -> bool:
    """Return True if `before` and `after` have the same lines. Only words of one block may differ."""
    if len(before.blocks) != len(after.blocks) or len(before.studies) != len(after.studies):
        return False
    changed = list(compress(count(), map(is_not, before.blocks, after.blocks)))
    if len(changed) != 1 or any(section.blocks[changed[0]].twin_marks for section in (before, after)):
        return False
    old, new = (_skeleton(readable_text(section.blocks[changed[0]])) for section in (before, after))
    if old.parts is None or old.parts != new.parts:
        return False
    known, end = before.line_starts, before.starts[changed[0] + 1]
    longer = after.starts[-1] - before.starts[-1]
    places = [place + longer if end <= place else place for place in known.places]
    after.line_starts = LineStarts(known.items + sum(new.sizes) - sum(old.sizes), places)
    if old.sizes != new.sizes and MAX_IN_BRACKETS <= max(known.items, after.line_starts.items):
        # Brackets may be too long to be skipped.
        return False
    return all(map(_is_alike, before.studies, after.studies)) and _nearness(before) == _nearness(after)


class _Skeleton(NamedTuple):
    """The sizes in words and the `(kind, text)` of the items of a block; adjacent words are one."""

    sizes: list[int]
    parts: list[tuple[str, str]] | None
    """None if the block has numbers, moves, or nothing."""


@lru_cache(maxsize=16)
def _skeleton(text: str) -> _Skeleton:
    items = items_of_block(text)
    if not items or any(item.kind in _LINE for item in items):
        return _Skeleton([*map(size_of, items)], None)
    sizes: list[int] = []
    parts: list[tuple[str, str]] = []
    for item in items:
        part = (item.kind, "" if item.kind == "word" else item.text)
        if item.kind == "word" and parts[-1:] == [part]:
            sizes[-1] += size_of(item)
        else:
            parts.append(part)
            sizes.append(size_of(item))
    return _Skeleton(sizes, parts)


def _is_alike(before: Study, after: Study) -> bool:
    """Return True if the lines of `before` and `after` are followed from the same positions."""
    one, other = before.occurrence, after.occurrence
    is_same = (one.code, one.words, before.boards) == (other.code, other.words, after.boards)
    return one.has_sic == other.has_sic and (is_same or positions_of(before) == positions_of(after))


def _nearness(section: Section) -> list[tuple[list[int], int]]:
    """Return for each study the beginnings near it, and the number of all beginnings before it."""
    places = section.line_starts.places
    starts = [section.offset(study.block) for study in section.studies]
    return [(nearest_numbers(places, start), bisect_left(places, start)) for start in starts]
