"""A board in a text."""

from typing import NamedTuple

from gbr_lsp.notation.placement import Placement
from gbr_lsp.text import Span


class Board(NamedTuple):
    """A board where it stands: `placement` is None where it cannot be read, and `problem` says why."""

    kind: str
    span: Span
    placement: Placement | None
    turn: bool | None
    problem: str | None = None

    @property
    def name(self) -> str:
        """What messages call it."""
        return "FEN" if self.kind == "fen" else self.kind
