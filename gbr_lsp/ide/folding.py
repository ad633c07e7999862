"""Folding of PGN games, their tags, variations and comments, of boards, and of square lists."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LINE_END, Span
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.notation.values import Kind


class FoldKind(Enum):
    """The kind of a folded text."""

    GAME = "game"
    BOARD = "board"
    SQUARES = "squares"
    TAGS = "tags"
    VARIATION = "variation"
    COMMENT = "comment"


class Fold(NamedTuple):
    """A span of a document with at least two lines, which folds to the first."""

    span: Span
    kind: FoldKind


_BRACKETS = regex(r"\{[^}]*+\}?|;[^\r\n]*+|(?<![^\r\n])%[^\r\n]*+|[()]")


def folds(document: Document) -> list[Fold]:
    """Return the `Fold`s of `document`, sorted by offset, the longer first."""
    found = [
        Fold(fold.span.shift(start), fold.kind)
        for block, start in zip(document.blocks, document.starts, strict=True)
        for fold in _in_block(block)
        if LINE_END.search(block.text, *fold.span)
    ]
    return sorted(found, key=lambda fold: (fold.span.start, -fold.span.end))


def _in_movetext(block: Block) -> Iterator[Fold]:
    """Yield the `Fold`s of the tags, variations and comments of a game, in block offsets."""
    tags = block.contents.reading.tags.values()
    last = block.text.find("]", max(tag.end for tag in tags)) + 1
    first = block.text.find("[")
    if not last:
        return
    yield Fold(Span(first, last), FoldKind.TAGS)
    open_: list[int] = []
    for found in _BRACKETS.finditer(block.text, last):
        if found[0] == "(":
            open_.append(found.start())
        elif found[0] == ")" and open_:
            yield Fold(Span(open_.pop(), found.end()), FoldKind.VARIATION)
        elif found[0][0] == "{":
            yield Fold(Span(*found.span()), FoldKind.COMMENT)


def _in_block(block: Block) -> Iterator[Fold]:
    if block.contents.reading.tags:
        # Empty lines after a game stay, to keep folded games apart.
        yield Fold(Span(0, len(block.text.rstrip())), FoldKind.GAME)
        yield from _in_movetext(block)
    for board in block.contents.boards:
        yield Fold(board.span, FoldKind.BOARD)
    for occurrence in block.contents.codes:
        if occurrence.parts_of(Kind.PIECE, Kind.PAWN):
            yield Fold(occurrence.span_of(Kind.PIECE, Kind.PAWN), FoldKind.SQUARES)
