"""Results of writing into a document, and comparison of the codes and boards before and after."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.boards.value import Board
from gbr_lsp.model.block import Block
from gbr_lsp.model.chunks import same_ends
from gbr_lsp.model.document import Document
from gbr_lsp.notation.values import Occurrence

_MAX_GROUP_GAP = 2_000
"""Code points: edits with a smaller gap are applied together."""


class BoardWriting(NamedTuple):
    """Edits of a document, and the offset of the caret in the new text."""

    edits: tuple[Edit, ...]
    caret: int


class Refusal(NamedTuple):
    """The reason for writing nothing, in one line."""

    reason: str


class DocumentCode(NamedTuple):
    """A code with its span in the document, and its block."""

    span: Span
    code: Occurrence
    block: Block


class DocumentBoard(NamedTuple):
    """A board with its span in the document."""

    span: Span
    board: Board


class Contents(NamedTuple):
    """The codes and boards in adjacent blocks of a document, sorted by offset."""

    codes: list[DocumentCode]
    boards: list[DocumentBoard]


def edit_document(document: Document, edits: Iterable[Edit]) -> Document:
    """Return the new `Document` after `edits`, which must not overlap."""
    text = document.text
    for group in reversed(_group_nearby(sorted(edits))):
        document = document.edit(_merge_edits(text, group))
    return document


def _group_nearby(edits: Iterable[Edit]) -> list[list[Edit]]:
    """Return the sorted `edits` as a list of lists of nearby ones.

    Each application reads a whole section again.
    """
    groups: list[list[Edit]] = []
    for edit in edits:
        if groups and edit.span.start - groups[-1][-1].span.end < _MAX_GROUP_GAP:
            groups[-1].append(edit)
        else:
            groups.append([edit])
    return groups


def _merge_edits(text: str, edits: Sequence[Edit]) -> Edit:
    """Return one edit of `text` with the effect of `edits`, which are sorted."""
    span = Span(edits[0].span.start, edits[-1].span.end)
    return Edit(span, apply_edits(text[slice(*span)], [edit.shift(-span.start) for edit in edits]))


def moved_offset(offset: int, edits: Iterable[Edit]) -> int:
    """Return the offset in the new text of `offset` in the old text.

    It is after text inserted there, and within a replacement.
    """
    shift = 0
    for span, text in sorted(edits):
        if span.end <= offset:
            shift += len(text) - (span.end - span.start)
        elif span.start < offset:
            offset = min(offset, span.start + len(text))
    return offset + shift


def differing_contents(before: Document, after: Document) -> tuple[Contents, Contents]:
    """Return the (old, new) `Contents` of the blocks that differ between the documents."""
    old, new = list(before.blocks), list(after.blocks)
    first, last = same_ends(old, new)
    return (
        _contents_of(old[first : len(old) - last], _block_start(before, first)),
        _contents_of(new[first : len(new) - last], _block_start(after, first)),
    )


def is_read_alike(before: Contents, after: Contents, written_spans: Iterable[Span]) -> bool:
    """Return True if the contents outside of `written_spans` are equal. The spans are offsets of `after`."""
    spans = sorted(written_spans)
    ends = list(accumulate((span.end for span in spans), max))

    def is_outside(span: Span) -> bool:
        before = bisect_right(spans, span.start, key=lambda one: one.start)
        return not before or ends[before - 1] < span.end

    codes = [_code_data(one.code) for one in after.codes if is_outside(one.span)]
    boards = [_board_data(one.board) for one in after.boards if is_outside(one.span)]
    return codes == [_code_data(one.code) for one in before.codes] and boards == [
        _board_data(one.board) for one in before.boards
    ]


def _block_start(document: Document, number: int) -> int:
    """Return the offset of block `number` in `document`, or its length after the last block."""
    return document.starts[number] if number < len(document.blocks) else document.length


def _contents_of(blocks: Iterable[Block], start: int) -> Contents:
    """Return the `Contents` of `blocks`; the first begins at `start` in the document."""
    contents = Contents([], [])
    for block in blocks:
        found = block.contents
        contents.codes.extend(DocumentCode(code.span.shift(start), code, block) for code in found.codes)
        contents.boards.extend(DocumentBoard(board.span.shift(start), board) for board in found.boards)
        start += len(block.text)
    return contents


def _code_data(code: Occurrence) -> object:
    """Return a tuple of the properties of `code` that must not change."""
    return code.code, code.form, code.evidence, code.flags, code.words, code.has_sic, len(code.problems)


def _board_data(board: Board) -> object:
    """Return a tuple of the properties of `board` that must not change."""
    return board.kind, board.placement, board.turn, board.problem is None
