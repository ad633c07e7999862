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
    next_man: Man
    missing_count: int | None
    """The number of squares still to come; None if a 9 hides it."""
    typed_span: Span
    """The typed part of the square at the caret, in offsets of the document: a file or nothing."""

    @property
    def letter(self) -> str:
        """The letter of the next man in a FEN."""
        return LETTERS[self.next_man.piece_type, self.next_man.color]

    @property
    def words(self) -> str:
        """The next man in words: `black rook 1 of 2`."""
        name = man_name(self.next_man.piece_type, self.next_man.color)
        return name if self.next_man.total == 1 else f"{name} {self.next_man.number} of {self.next_man.total}"


def draft_board(document: Document, offset: int) -> DraftBoard | None:
    """Return the `DraftBoard` at `offset`, or None if no square is due there."""
    if not document.blocks or offset < 0:
        return None
    number = document.block_number(offset)
    shift = document.starts[number]
    block, cursor = document.blocks[number], offset - shift
    span = next((span for span in block.contents.reading.spans if span.touches(cursor)), None)
    draft = draft_at(block.text, span, cursor) if span else None
    if span is None or draft is None:
        return None
    is_cut = draft.typed_span.start < draft.typed_span.end and block.text[cursor : cursor + 1].isdigit()
    full_code = code_at_cursor(draft, block.text, span, cursor + is_cut, None, document.conventions.nine)
    if full_code is None or not has_room(full_code):
        return None
    title = " ".join(block.text[draft.start : cursor].split())
    half = Span(draft.typed_span.start, cursor + is_cut).shift(shift)
    return DraftBoard(title, placement_field(_men(full_code)), full_code.man, full_code.missing_count, half)


def _men(full_code: CodeAtCursor) -> dict[int, str]:
    """Return the FEN letters of the men before the cursor, by square index."""
    draft: Draft = full_code.draft
    order: list[tuple[int, bool]] = []
    for slot, count in zip(SLOTS[: 8 if draft.pawns is not None else 10], full_code.men, strict=False):
        if count is None:
            break
        order += [slot] * count
    pawns = [slot for slot, count in zip(SLOTS[8:], full_code.men[8:], strict=True) for _ in range(count or 0)]
    standing = [
        *zip(draft.kings, ((KING, WHITE), (KING, BLACK)), strict=False),
        *zip(draft.pieces, order, strict=False),
        *zip(draft.pawns or (), pawns, strict=False),
    ]
    return {square: LETTERS[slot] for square, slot in standing if square is not None}
