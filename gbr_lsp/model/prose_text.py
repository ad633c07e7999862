"""The moves, numbers, brackets and words of blocks of prose."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import FILLER, blanks_for
from gbr_lsp.model.block import Block, shown_text
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.start_positions import positions_of
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Evidence
from gbr_lsp.solutions.main_line import ProseText
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.prose_items import ProseItem, items_of, last_bare_number, shifted_items

_MARKUP = regex(rf"[^{FILLER}]+(?!{FILLER})|[^{FILLER}]+(?=[^{FILLER}])")
"""The text between the fillers of a gap, without the letter before each filler."""


def prose_of(blocks: Iterable[Block], conventions: Conventions) -> ProseText:
    """Return the `ProseText` of `blocks`. Offsets count from the first one.

    No row of moves crosses the end of a block.
    """
    items: list[ProseItem] = []
    texts = [readable_text(block) for block in blocks]
    read = [items_of_block(text) for text in texts]
    if bare := max(map(_last_bare_number, texts), default=0):
        # A paragraph with one move is read like those around it; the next number may be its own.
        read = [items_of_block(text, bare + 1) for text in texts]
    start = 0
    for text, found in zip(texts, read, strict=True):
        items += shifted_items(found, start)
        start += len(text)
        items.append(ProseItem("end", "", Span(start, start)))
    return ProseText("".join(texts), items, conventions.solution_letters)


class StudyProse(NamedTuple):
    """The text for some studies: their numbers, and the offset and positions of each."""

    text: ProseText
    numbers: Sequence[int]
    studies: Sequence[tuple[int, list[Position]]]


def prose_by_studies(text: ProseText, studies: Sequence[Study], offsets: Mapping[Block, int]) -> list[StudyProse]:
    """Return a list of `StudyProse` that together have each of `studies` once.

    `studies` are in order; `offsets` are those of their blocks in `text`. If the record of a study has
    moves, the study is read within it. All others are read outside of these records.
    """
    ways = [*map(positions_of, studies)]
    records = records_of(text, studies, offsets)
    found = [
        StudyProse(text.part_in(record), [number], [(record.start, ways[number])]) for number, record in records.items()
    ]
    rest = [number for number in range(len(studies)) if number not in records]
    if not rest:
        return found
    outside = text.part_outside(sorted(records.values())) if records else text
    return [*found, StudyProse(outside, rest, [(offsets[studies[number].block], ways[number]) for number in rest])]


def records_of(text: ProseText, studies: Sequence[Study], offsets: Mapping[Block, int]) -> dict[int, Span]:
    """Return the span in `text` of each record with moves, by the index of its study.

    A record is the largest group with one code.
    """
    records: dict[int, Span] = {}
    for block, its in groupby(enumerate(studies), lambda study: study[1].block):
        groups = block.contents.groups if block.host.has_record_groups else []
        if not groups:
            continue
        numbers = {study.occurrence.span.start: number for number, study in its}
        believed = (code.span.start for code in block.contents.codes if code.evidence is not Evidence.NONE)
        codes = sorted({*numbers, *believed})
        for group in groups:
            first, end = (bisect_left(codes, offset) for offset in group)
            record = group.shift(offsets[block])
            if end == first + 1 and codes[first] in numbers and text.has_start_in(record):
                records.setdefault(numbers[codes[first]], record)
    return records


@lru_cache(maxsize=256)
def items_of_block(text: str, bare: int = 0) -> list[ProseItem]:
    """Return the list of `ProseItem`s in `text`, cached. Numbers up to `bare` count moves even without points."""
    return items_of(text, bare)


@lru_cache(maxsize=256)
def _last_bare_number(text: str) -> int:
    return last_bare_number(items_of_block(text))


def readable_text(block: Block) -> str:
    """Return the readable text of `block`, offset for offset, with blanks for the rest.

    Moves are as a reader sees them, with figurines for men that are in tags.
    """
    parts, done = [], 0
    text = shown_text(block)
    has_fillers = not text.isascii() and FILLER in text
    for span in block.contents.reading.spans:
        gap = text[done : span.start] if has_fillers else ""
        parts += [
            _MARKUP.sub(blanks_for, gap) if FILLER in gap else " " * (span.start - done),
            text[span.start : span.end],
        ]
        done = span.end
    return "".join(parts) + " " * (len(text) - done)
