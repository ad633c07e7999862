"""Formatting of PGN: the layout of the movetext of games; nothing else changes."""

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.edits.layout import game_layout
from gbr_lsp.model.document import Document


def format_edits(document: Document, within: Span | None = None) -> list[Edit]:
    """Return the layout edits of all games, or of the lines that `within` touches."""
    if not document.blocks or not document.host.has_records:
        return []
    numbers = range(len(document.blocks))
    if within:
        last = max(within.start, within.end - 1)
        numbers = range(document.block_number(within.start), document.block_number(last) + 1)
    return [
        edit.shift(document.starts[number])
        for number in numbers
        for edit in game_layout(document.blocks[number], within and within.shift(-document.starts[number]))
    ]
