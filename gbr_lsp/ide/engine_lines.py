"""Lines of an engine at a place of a document: their style and insertion."""

from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.base.text import Edit
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.ide.support.written_moves import STANDARD_STYLE, CannotWrite, MoveStyle, moves_edit, style_of
from gbr_lsp.model.document import Document

__all__ = ["CannotWrite", "LineWriter", "line_edit", "line_writer_at"]


class LineWriter(NamedTuple):
    """The style of lines from a position, and the half-move that is due there."""

    style: MoveStyle
    half: int

    def line(self, moves: Sequence[str]) -> str:
        """Return `moves`, SAN in English letters, as a numbered line in the text's letters."""
        return self.style.line(moves, self.half)


def line_writer_at(document: Document, offset: int, fen: str) -> LineWriter:
    """Return the `LineWriter` for lines from `fen`, which has six fields and belongs to `offset`."""
    moves = moves_at(document, offset)
    _, turn, *_, number = fen.split()
    half = 2 * int(number) + (turn == "b")
    return LineWriter(style_of(moves) if moves and moves.fen == fen else STANDARD_STYLE, half)


def line_edit(document: Document, offset: int, fen: str, moves: Sequence[str]) -> Edit:
    """Return the `Edit` that writes an engine's `moves` (`e7e8q`) at `offset`. Raises CannotWrite."""
    return moves_edit(document, offset, fen, moves)
