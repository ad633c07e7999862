"""The moves, numbers, brackets and words of blocks of prose."""

from collections.abc import Iterable
from functools import lru_cache

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import FILLER, blanked
from gbr_lsp.model.block import Block, shown
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.solutions.main_line import ProseText
from gbr_lsp.solutions.prose import ProseItem, items_of, last_bare, moved

_MARKUP = regex(rf"[^{FILLER}]+(?!{FILLER})|[^{FILLER}]+(?=[^{FILLER}])")
"""What stands between the fillers of a gap, but for the letter that they fill up."""


def prose_of(blocks: Iterable[Block], conventions: Conventions) -> ProseText:
    """What is read of some blocks, with offsets from the start of the first one; no row of moves goes on in the next.

    Blocks that were met before are not read again.
    """
    items: list[ProseItem] = []
    texts = [readable(block) for block in blocks]
    read = [items_of_block(text) for text in texts]
    if bare := max(map(_last_bare, texts), default=0):
        # A paragraph with one move is read as those around it are printed; the next number may be its own.
        read = [items_of_block(text, bare + 1) for text in texts]
    start = 0
    for text, found in zip(texts, read, strict=True):
        items += moved(found, start)
        start += len(text)
        items.append(ProseItem("end", "", Span(start, start)))
    return ProseText("".join(texts), items, conventions.solution_letters)


@lru_cache(maxsize=256)
def items_of_block(text: str, bare: int = 0) -> list[ProseItem]:
    """The items of a block; where somebody types, few blocks of a section are new."""
    return items_of(text, bare)


@lru_cache(maxsize=256)
def _last_bare(text: str) -> int:
    return last_bare(items_of_block(text))


def readable(block: Block) -> str:
    """The text of a block that is read, as its moves are shown, offset for offset; all else is blank, but for what is
    shown for a man that stands in a tag."""
    parts, done = [], 0
    text = shown(block)
    has_fillers = not text.isascii() and FILLER in text
    for span in block.found.reading.spans:
        gap = text[done : span.start] if has_fillers else ""
        parts += [
            _MARKUP.sub(blanked, gap) if FILLER in gap else " " * (span.start - done),
            text[span.start : span.end],
        ]
        done = span.end
    return "".join(parts) + " " * (len(text) - done)
