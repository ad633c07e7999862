"""Formatting of PGN: the movetext of games is laid out, and nothing else is touched."""

from collections.abc import Iterator

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.edits.layout import laid_out
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.movetext import PartKind, parts_of


def formatting(document: Document, within: Span | None = None) -> list[Edit]:
    """The edits that lay out the games of a document, or the lines of them that a span touches, in order."""
    if not document.blocks or not document.host.holds_records:
        return []
    numbers = range(len(document.blocks))
    if within:
        last = max(within.start, within.end - 1)
        numbers = range(document.block_number(within.start), document.block_number(last) + 1)
    return [edit for number in numbers for edit in game_formatting(document, number, within)]


def game_formatting(document: Document, number: int, within: Span | None = None) -> Iterator[Edit]:
    """The edits that lay out the game that a block is, or the lines of it that a span of the document touches."""
    block, shift = document.blocks[number], document.starts[number]
    start = _movetext(block)
    if start is None:
        return
    for span, text in laid_out(block.text, start, within and within.shift(-shift)):
        yield Edit(span.shift(shift), text)


def _movetext(block: Block) -> int | None:
    """Where the movetext of a block starts; None where it has none. Without tags, prose may stand there."""
    if not block.host.holds_records:
        return None
    tags = block.found.reading.tags.values()
    if tags:
        return block.text.find("]", max(tag.end for tag in tags)) + 1 or None
    kinds = {part.kind for part in parts_of(block.text)}
    return 0 if PartKind.MOVE in kinds and PartKind.WORD not in kinds else None
