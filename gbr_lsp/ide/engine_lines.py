"""What an engine is asked at a place of a document, how its lines are written there, and the edit that inserts one."""

from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.base.text import Edit
from gbr_lsp.ide.support.followed import moves_at
from gbr_lsp.ide.support.written_moves import STANDARD, CannotWrite, MoveStyle, style_of, written
from gbr_lsp.model.document import Document

__all__ = ["CannotWrite", "Writing", "inserted_line", "writing_at"]


class Writing(NamedTuple):
    """How lines from a position are written: as the text writes moves, from the half-move that is due."""

    style: MoveStyle
    half: int

    def line(self, moves: Sequence[str]) -> str:
        """A line of moves in English letters, numbered and in the letters of the text."""
        return self.style.line(moves, self.half)


def writing_at(document: Document, offset: int, fen: str) -> Writing:
    """How lines are written from the position with a FEN of six fields, which an offset belongs to."""
    moves = moves_at(document, offset)
    _, turn, *_, number = fen.split()
    half = 2 * int(number) + (turn == "b")
    return Writing(style_of(moves) if moves and moves.fen == fen else STANDARD, half)


def inserted_line(document: Document, offset: int, fen: str, moves: Sequence[str]) -> Edit:
    """The edit that writes an engine's moves where an offset stands among moves. Raises CannotWrite."""
    return written(document, offset, fen, moves)
