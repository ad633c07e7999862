"""The board of an unfinished code: its placed men, and the next man."""

from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.model.document import Document
from gbr_lsp.notation.men import man_name
from gbr_lsp.notation.partial.code import CodeAtCursor, code_at_cursor, has_room
from gbr_lsp.notation.partial.draft import Draft, Man, draft_at
from gbr_lsp.notation.placement import LETTERS, placement_field
from gbr_lsp.notation.values import BLACK, KING, SLOTS, WHITE


class DraftBoard(NamedTuple):
    """The board of an unfinished code. `placement`, the first field of a FEN, may lack kings."""

    title: str
    """The typed part of the code."""
    placement: str
    waits: Man
    lacking: int | None
    """The number of squares still to come; None if a 9 hides it."""
    half: Span
    """The typed part of the square at the caret, in offsets of the document: a file or nothing."""

    @property
    def letter(self) -> str:
        """The letter of the next man in a FEN."""
        return LETTERS[self.waits.piece_type, self.waits.color]

    @property
    def words(self) -> str:
        """The next man in words: `black rook 1 of 2`."""
        name = man_name(self.waits.piece_type, self.waits.color)
        return name if self.waits.total == 1 else f"{name} {self.waits.number} of {self.waits.total}"


def draft_board(document: Document, offset: int) -> DraftBoard | None:
    """Return the `DraftBoard` at `offset`, or None if no square is due there."""
    if not document.blocks or offset < 0:
        return None
    number = document.block_number(offset)
    shift = document.starts[number]
    block, cursor = document.blocks[number], offset - shift
    span = next((span for span in block.found.reading.spans if span.touches(cursor)), None)
    draft = draft_at(block.text, span, cursor) if span else None
    if span is None or draft is None:
        return None
    is_cut = draft.typed_span.start < draft.typed_span.end and block.text[cursor : cursor + 1].isdigit()
    whole = code_at_cursor(draft, block.text, span, cursor + is_cut, None, document.conventions.nine)
    if whole is None or not has_room(whole):
        return None
    title = " ".join(block.text[draft.start : cursor].split())
    half = Span(draft.typed_span.start, cursor + is_cut).shift(shift)
    return DraftBoard(title, placement_field(_men(whole)), whole.man, whole.missing_count, half)


def _men(whole: CodeAtCursor) -> dict[int, str]:
    """Return the FEN letters of the men before the cursor, by square index."""
    draft: Draft = whole.draft
    order: list[tuple[int, bool]] = []
    for slot, count in zip(SLOTS[: 8 if draft.pawns is not None else 10], whole.men, strict=False):
        if count is None:
            break
        order += [slot] * count
    pawns = [slot for slot, count in zip(SLOTS[8:], whole.men[8:], strict=True) for _ in range(count or 0)]
    standing = [
        *zip(draft.kings, ((KING, WHITE), (KING, BLACK)), strict=False),
        *zip(draft.pieces, order, strict=False),
        *zip(draft.pawns or (), pawns, strict=False),
    ]
    return {square: LETTERS[slot] for square, slot in standing if square is not None}
