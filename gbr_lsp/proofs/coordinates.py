"""From which side a board is seen, by the numbers of the ranks beside it."""

from gbr_lsp.proofs.page import Box, Page

_AWAY = 1.5
"""In squares: how far from the board the numbers may stand."""
_ENOUGH = 6
"""So many of the eight have to be there."""


def is_from_black(page: Page, board: Box) -> bool:
    """Whether the numbers of the ranks beside a board run from 1 at its top to 8."""
    square = board.height / 8
    ranks: set[tuple[int, int]] = set()
    for glyph in page.glyphs:
        x, y = glyph.x + glyph.width / 2, glyph.y - 0.3 * glyph.size
        if glyph.text not in "12345678" or len(glyph.text) != 1 or not board.top < y < board.bottom:
            continue
        if board.left - _AWAY * square < x < board.left or board.right < x < board.right + _AWAY * square:
            ranks.add((int((y - board.top) / square) + 1, int(glyph.text)))
    return _ENOUGH <= len(ranks) and all(row == rank for row, rank in ranks)
