"""The moves, numbers, brackets and words of blocks of prose."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.hosts.protocol import FILLER, blanks_for
from gbr_lsp.model.block import Block, shown_text
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.notation.values import Kind
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.prose_items import items_of, last_bare_number, shifted_items, size_of, starts_in
from gbr_lsp.solutions.prose_text import ProseText

_MARKUP = regex(rf"[^{FILLER}]+(?!{FILLER})|[^{FILLER}]+(?=[^{FILLER}])")
"""The text between the fillers of a gap, without the letter before each filler."""


def prose_of(blocks: Iterable[Block], conventions: Conventions) -> ProseText:
    """Return the `ProseText` of `blocks`. Offsets count from the first one.

    No row of moves crosses the end of a block.
    """
    items: list[MoveToken] = []
    texts = [readable_text(block) for block in blocks]
    read = [items_of_block(text) for text in texts]
    if bare := max(map(_last_bare_number, texts), default=0):
        # A paragraph with one move is read like those around it; the next number may be its own.
        read = [items_of_block(text, bare + 1) for text in texts]
    start = 0
    for text, found in zip(texts, read, strict=True):
        items += shifted_items(found, start)
        start += len(text)
        items.append(MoveToken("end", "", Span(start, start)))
    return ProseText("".join(texts), items, conventions.solution_letters)


class LineStarts(NamedTuple):
    """The size of a text in words and other items, and the offsets of possible lines."""

    items: int
    places: list[int]


def line_starts_in(blocks: Sequence[Block]) -> LineStarts:
    """Return the `LineStarts` of `blocks`, without following rows of moves."""
    each = [items_of_block(readable_text(block)) for block in blocks]
    items = list(chain.from_iterable(each))
    firsts = list(accumulate(map(len, each), initial=0))
    offsets = list(accumulate((len(block.text) for block in blocks), initial=0))
    places = [offsets[bisect_right(firsts, start) - 1] + items[start].span.start for start in starts_in(items)]
    return LineStarts(sum(map(size_of, items)), places)


@lru_cache(maxsize=256)
def items_of_block(text: str, bare: int = 0) -> list[MoveToken]:
    """Return the list of `MoveToken`s in `text`, cached. Numbers up to `bare` count moves even without points."""
    return items_of(text, bare)


@lru_cache(maxsize=256)
def _last_bare_number(text: str) -> int:
    return last_bare_number(items_of_block(text))


def readable_text(block: Block) -> str:
    """Return the readable text of `block`, offset for offset, with blanks for the rest.

    Moves are as a reader sees them, with figurines for men that are in tags. Next to moves,
    the kings of codes are blanks, too: they look like a move.
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
    parts.append(" " * (len(text) - done))
    readable = "".join(parts)
    if not block.has_moves:
        return readable
    kings = [part.span for code in block.contents.codes for part in code.parts if part.kind is Kind.KING]
    return apply_edits(readable, [Edit(span, " " * (span.end - span.start)) for span in kings]) if kings else readable
