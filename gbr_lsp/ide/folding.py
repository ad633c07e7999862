"""Folding: PGN games, boards drawn over several lines, and square lists that are broken over several lines."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.text import LINE_END, Span
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.notation.values import Kind


class Folded(Enum):
    """What is folded."""

    GAME = "game"
    BOARD = "board"
    SQUARES = "squares"


class Fold(NamedTuple):
    """A stretch of a document that may be folded to its first line; it always has more than one."""

    span: Span
    what: Folded


def folds(document: Document) -> list[Fold]:
    """What may be folded, in order of offset, the longer first."""
    found = [
        Fold(fold.span.shift(start), fold.what)
        for block, start in zip(document.blocks, document.starts, strict=True)
        for fold in _in_block(block)
        if LINE_END.search(block.text, *fold.span)
    ]
    return sorted(found, key=lambda fold: (fold.span.start, -fold.span.end))


def _in_block(block: Block) -> Iterator[Fold]:
    if block.found.reading.tags:
        # Empty lines behind a game stay, to keep folded games apart.
        yield Fold(Span(0, len(block.text.rstrip())), Folded.GAME)
    for board in block.found.boards:
        yield Fold(board.span, Folded.BOARD)
    for occurrence in block.found.codes:
        if occurrence.all(Kind.PIECE, Kind.PAWN):
            yield Fold(occurrence.span_of(Kind.PIECE, Kind.PAWN), Folded.SQUARES)
