"""A board in a text."""

from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Control, Kings


class BoardKind(Enum):
    """How a board is written. The values are those of the JSON output."""

    FEN = "fen"
    DIAGRAM = "diagram"
    GRID = "grid"
    """Eight lines of letters or figurines, as programs print a board."""
    PIECES = "pieces"
    """A list of men on squares, such as that of diagram.sty."""
    CODE = "code"
    """A code that spells its board out."""


_NAMES = {
    BoardKind.FEN: "FEN",
    BoardKind.DIAGRAM: "diagram",
    BoardKind.GRID: "diagram",
    BoardKind.PIECES: "list of pieces",
    BoardKind.CODE: "other code",
}


class Count(NamedTuple):
    """The men of each side as a text counts them, `(4+5)` or `[4+5]`, and where it does."""

    control: Control
    span: Span


class Board(NamedTuple):
    """A board where it stands: `placement` is None where it cannot be read, and `problem` says why."""

    kind: BoardKind
    span: Span
    placement: Placement | None
    turn: bool | None
    problem: str | None = None
    men_count: Count | None = None
    """The count that is written beside a list of pieces."""
    readings: tuple[Placement, ...] = ()
    """All that a list in words may show, where it can be read in several ways; `placement` is the likeliest."""
    unread_spans: tuple[Span, ...] = ()
    """What was not read of a list in words: such a list has no placement, and claims nothing about men."""
    kings: Kings | None = None
    """The kings of a list that was not read whole."""

    @property
    def is_partial(self) -> bool:
        """Whether it is a list in words that was not read whole."""
        return self.placement is None and self.kind is BoardKind.PIECES

    @property
    def name(self) -> str:
        """What messages call it."""
        return _NAMES[self.kind]


class PlacedBoard(NamedTuple):
    """A board that a reader of proofs saw beside the text, with what stands around it on the page.

    `caption` is the span of the code that is its caption by place, `men_count` the count of men beside it;
    both are None where there is none, or where places cannot be trusted.
    """

    board: Board
    caption: Span | None = None
    men_count: Count | None = None
