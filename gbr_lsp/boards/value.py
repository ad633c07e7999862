"""The value of a board in a text."""

from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.notation.placement import Placement, placement_problem
from gbr_lsp.notation.values import BLACK, WHITE, Control, Kings

TURNS = {"w": WHITE, "b": BLACK}
"""The side to move by the second field of a FEN."""


class BoardKind(Enum):
    """The notation of a board. The values are those of the JSON output."""

    FEN = "fen"
    DIAGRAM = "diagram"
    GRID = "grid"
    """Eight lines of letters or figurines, as programs print a board."""
    TEMPLATE = "template"
    """The 64 cells of a template call of a wiki."""
    PIECES = "pieces"
    """A list of men on squares, such as that of diagram.sty."""
    CODE = "code"
    """A code that spells out its board."""
    TWIN = "twin"
    """The announcement of a twin: its position is a change of another one."""


_NAMES = {
    BoardKind.FEN: "FEN",
    BoardKind.DIAGRAM: "diagram",
    BoardKind.GRID: "diagram",
    BoardKind.TEMPLATE: "diagram",
    BoardKind.PIECES: "list of pieces",
    BoardKind.CODE: "other code",
    BoardKind.TWIN: "announced twin",
}


class Count(NamedTuple):
    """The number of men of each side stated by a text, `(4+5)` or `[4+5]`, and its span."""

    control: Control
    span: Span


class Board(NamedTuple):
    """A board and its span; if it cannot be read, `placement` is None and `problem` states the reason."""

    kind: BoardKind
    span: Span
    placement: Placement | None
    turn: bool | None
    problem: str | None = None
    men_count: Count | None = None
    """The count written next to a list of men."""
    readings: tuple[Placement, ...] = ()
    """All placements of an ambiguous list in words, the likeliest first; empty if there is only one."""
    has_bare_squares: bool = False
    """True for a list with a square without a letter after a piece: that of a pawn, or of another such piece."""
    unread_spans: tuple[Span, ...] = ()
    """The unread words of a list; such a list has no placement, and claims nothing about men."""
    kings: Kings | None = None
    """The kings of a list with unread words."""

    @property
    def is_partial(self) -> bool:
        """True for a list in words that was not read completely."""
        return self.placement is None and self.kind is BoardKind.PIECES

    @property
    def name(self) -> str:
        """The name of the board in messages."""
        return _NAMES[self.kind]


def board_of_fields(span: Span, fields: list[str]) -> Board:
    """Return the `Board` of the first `fields` of a FEN; without a `Placement` if they have a problem."""
    placement = fields[0] if fields else ""
    problem = placement_problem(placement)
    turn = TURNS.get(fields[1]) if 1 < len(fields) else None
    return Board(BoardKind.FEN, span, None if problem else Placement(placement), turn, problem)


class PlacedBoard(NamedTuple):
    """A board found on a page of a proof, with the texts around it on the page.

    `caption` is the span of the code that is its caption by place, `men_count` the count of men
    next to it. Each is None if it is missing, or if places are unreliable.
    """

    board: Board
    caption: Span | None = None
    men_count: Count | None = None
