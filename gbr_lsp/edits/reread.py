"""What is written into a document, and what is read of the new text."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.boards.value import Board
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.notation.values import Occurrence

_NEAR = 2_000
"""Edits with fewer characters between them are made together."""


class BoardWriting(NamedTuple):
    """Edits of a document, and where the caret belongs in the new text."""

    edits: tuple[Edit, ...]
    caret: int


class Refusal(NamedTuple):
    """Why nothing is written, in one line."""

    why: str


class StandingCode(NamedTuple):
    """A code with its place in a document, and its block."""

    span: Span
    code: Occurrence
    block: Block


class StandingBoard(NamedTuple):
    """A board with its place in a document."""

    span: Span
    board: Board


class Standing(NamedTuple):
    """The codes and boards of a stretch of a document, in order of offset."""

    codes: list[StandingCode]
    boards: list[StandingBoard]


def edited(document: Document, edits: Iterable[Edit]) -> Document:
    """The document after edits, which do not overlap."""
    text = document.text
    for group in reversed(_near_ones(sorted(edits))):
        document = document.edit(_as_one(text, group))
    return document


def _near_ones(edits: Iterable[Edit]) -> list[list[Edit]]:
    """Edits in order, those together that are near each other: whatever is edited, its section is read again."""
    groups: list[list[Edit]] = []
    for edit in edits:
        if groups and edit.span.start - groups[-1][-1].span.end < _NEAR:
            groups[-1].append(edit)
        else:
            groups.append([edit])
    return groups


def _as_one(text: str, edits: Sequence[Edit]) -> Edit:
    """Edits in order as one, of a text."""
    span = Span(edits[0].span.start, edits[-1].span.end)
    ends = [*(edit.span.start for edit in edits[1:]), span.end]
    parts = (edit.text + text[edit.span.end : end] for edit, end in zip(edits, ends, strict=True))
    return Edit(span, "".join(parts))


def moved(offset: int, edits: Iterable[Edit]) -> int:
    """Where a place of a document is after edits: behind a text that is inserted there, within one that is replaced."""
    shift = 0
    for span, text in sorted(edits):
        if span.end <= offset:
            shift += len(text) - (span.end - span.start)
        elif span.start < offset:
            offset = min(offset, span.start + len(text))
    return offset + shift


def what_differs(before: Document, after: Document) -> tuple[Standing, Standing]:
    """What stands in the blocks in which two states of a document differ, before and after."""
    old, new = list(before.blocks), list(after.blocks)
    first = 0
    while first < min(len(old), len(new)) and old[first] is new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] is new[-1 - last]:
        last += 1
    return (
        _standing(old[first : len(old) - last], _start(before, first)),
        _standing(new[first : len(new) - last], _start(after, first)),
    )


def read_alike(before: Standing, after: Standing, written: Iterable[Span]) -> bool:
    """Whether all that stands outside of what was written is read as before."""
    spans = sorted(written)
    ends = list(accumulate((span.end for span in spans), max))

    def outside(span: Span) -> bool:
        before = bisect_right(spans, span.start, key=lambda one: one.start)
        return not before or ends[before - 1] < span.end

    codes = [_said(one.code) for one in after.codes if outside(one.span)]
    boards = [_shown(one.board) for one in after.boards if outside(one.span)]
    return codes == [_said(one.code) for one in before.codes] and boards == [_shown(one.board) for one in before.boards]


def _start(document: Document, number: int) -> int:
    return document.starts[number] if number < len(document.blocks) else document.length


def _standing(blocks: Iterable[Block], start: int) -> Standing:
    standing = Standing([], [])
    for block in blocks:
        found = block.found
        standing.codes.extend(StandingCode(code.span.shift(start), code, block) for code in found.codes)
        standing.boards.extend(StandingBoard(board.span.shift(start), board) for board in found.boards)
        start += len(block.text)
    return standing


def _said(code: Occurrence) -> object:
    return code.code, code.form, code.evidence, code.flags, code.words, code.sic, len(code.problems)


def _shown(board: Board) -> object:
    return board.kind, board.placement, board.turn, board.problem is None
