"""Lines of an engine at a place of a document: their style and insertion."""

from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.base.text import Edit
from gbr_lsp.ide.support.followed import moves_at
from gbr_lsp.ide.support.written_moves import STANDARD, CannotWrite, MoveStyle, style_of, written
from gbr_lsp.model.document import Document

__all__ = ["CannotWrite", "Writing", "inserted_line", "writing_at"]


class Writing(NamedTuple):
    """The style of lines from a position, and the half-move that is due there."""

    style: MoveStyle
    half: int

    def line(self, moves: Sequence[str]) -> str:
        """Return `moves`, SAN in English letters, as a numbered line in the text's letters."""
        return self.style.line(moves, self.half)


def writing_at(document: Document, offset: int, fen: str) -> Writing:
    """Return the `Writing` for lines from `fen`, which has six fields and belongs to `offset`."""
    moves = moves_at(document, offset)
    _, turn, *_, number = fen.split()
    half = 2 * int(number) + (turn == "b")
    return Writing(style_of(moves) if moves and moves.fen == fen else STANDARD, half)


def inserted_line(document: Document, offset: int, fen: str, moves: Sequence[str]) -> Edit:
    """Return the `Edit` that writes an engine's `moves` (`e7e8q`) at `offset`. Raises CannotWrite."""
    return written(document, offset, fen, moves)
