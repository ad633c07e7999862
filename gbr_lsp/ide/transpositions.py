"""The moves that reach the same position, in their lines or in a document."""

from collections.abc import Iterator

from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.ide.support.prose_window import prose_in
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.position import Position, position_key


def moves_to_position(document: Document, position: Position) -> Iterator[Span]:
    """Yield the spans of the moves to `position`, in order. Long documents of prose are skipped."""
    if not document.host.has_records:
        found = ((tree.spans_of_moves_to(position), start) for tree, start in prose_in(document))
        yield from sorted({span.shift(start) for spans, start in found for span in spans})
        return
    # This is slow to import.
    from gbr_lsp.database.record_positions import raw_positions

    wanted = position_key(position)
    for block, start in zip(document.blocks, document.starts, strict=True):
        has_board = '[FEN "' in block.text
        if has_board and not any(position_key(one) == wanted for one in raw_positions(block.text)):
            continue
        moves = moves_at(document, start + len(block.text.rstrip()))
        if moves:
            yield from (span.shift(moves.shift) for span in moves.tree.spans_of_moves_to(position))
