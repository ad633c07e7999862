"""Whether an edit of a section of prose leaves its printed lines as they were, so that they need not be followed again.

Somebody who types a word between two solutions changes no line. What following lines depends on is compared: the moves,
numbers and brackets, and which of them are near to each study. In doubt the answer is no.
"""

from bisect import bisect_left, bisect_right
from itertools import accumulate, chain
from typing import NamedTuple

from gbr_lsp.model.block import Block
from gbr_lsp.model.printed import items_of_block, nearest, positions_of, readable
from gbr_lsp.model.study import Study
from gbr_lsp.solutions.prose import MOST_IN_BRACKETS, size_of, starts_in

_LINE = ("number", "move", "any")


class PrintedSection(NamedTuple):
    """The blocks of a section and its studies, in order."""

    blocks: list[Block]
    studies: list[Study]


def has_same_lines(before: PrintedSection, after: PrintedSection) -> bool:
    """Whether the lines of both are the same: they differ in one block, and in it only in words."""
    pairs = list(zip(before.blocks, after.blocks, strict=False))
    changed = [(old, new) for old, new in pairs if old is not new]
    if len(before.blocks) != len(after.blocks) or len(changed) != 1:
        return False
    old, new = (_skeleton(readable(block)) for block in changed[0])
    return old is not None and old == new and _nearness(before) == _nearness(after)


def _skeleton(text: str) -> list[tuple[str, str]] | None:
    """The items of a block, words side by side as one; None where it has numbers or moves, or nothing at all."""
    items = items_of_block(text)
    if not items or any(item.kind in _LINE for item in items):
        return None
    skeleton: list[tuple[str, str]] = []
    for item in items:
        part = (item.kind, "" if item.kind == "word" else item.text)
        if item.kind != "word" or skeleton[-1:] != [part]:
            skeleton.append(part)
    return skeleton


def _nearness(section: PrintedSection) -> object:
    """Of each study, the positions that lines are followed from, and the beginnings near it; never the same for long
    sections, in which brackets may be too long to be passed over."""
    each = [items_of_block(readable(block)) for block in section.blocks]
    items = list(chain.from_iterable(each))
    if MOST_IN_BRACKETS <= sum(map(size_of, items)):
        return object()
    firsts = list(accumulate(map(len, each), initial=0))
    ends = list(accumulate((len(block.text) for block in section.blocks), initial=0))
    places = [ends[bisect_right(firsts, start) - 1] + items[start].span.start for start in starts_in(items)]
    offsets = dict(zip(section.blocks, ends, strict=False))
    return [
        (
            positions_of(study),
            study.occurrence.sic,
            nearest(places, offsets[study.block]),
            bisect_left(places, offsets[study.block]),
        )
        for study in section.studies
    ]
