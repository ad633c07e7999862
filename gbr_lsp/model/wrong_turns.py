"""Boards with a side to move other than the one that begins the solution."""

from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import Place
from gbr_lsp.model.study import Bond, Study
from gbr_lsp.notation.values import BLACK, WHITE

if TYPE_CHECKING:
    from gbr_lsp.model.game_solutions import Solution

_TURN = regex(r"[1-8/pnbrqkPNBRQK\\]+[ _](?P<turn>[wb])(?![^\s_])")
_BEGINNING = regex(r"(?:\s++|\{[^}]*+\})*(?P<first>[0-9]+(?P<dots>\s?(?:\.\.\.|…)|\.)\s*[^\s({]+)")


def turn_in(board: Place) -> Place | None:
    """Return the place of the side to move in the FEN at `board`, or None."""
    found = _TURN.match(board.block.text, *board.span)
    return board._replace(span=Span(*found.span("turn"))) if found else None


class WrongTurn(NamedTuple):
    """A board whose side to move, `stated_turn`, is wrong, and the solution's first move."""

    name: str
    board: Place
    stated_turn: bool
    first_move: Place
    """The first move with its number."""

    @property
    def place(self) -> Place:
        """The place of the side to move in the FEN, otherwise the whole board."""
        return turn_in(self.board) or self.board

    @property
    def correction(self) -> str | None:
        """The text to write there, `w` or `b`, or None."""
        return ("b" if self.stated_turn else "w") if self.place != self.board else None


def wrong_turn(solution: "Solution", *, clean: bool) -> WrongTurn | None:
    """Return the `WrongTurn` of the game `solution`, or None. `clean` means that its moves are legal."""
    start, board = solution.start, solution.board
    if clean or board is None or start.turn is None:
        return None
    tags = max((tag.end for tag in solution.tags.values()), default=0)
    found = _BEGINNING.match(solution.text, solution.text.find("\n", tags))
    if found is None or (found["dots"] == ".") == start.turn:
        return None
    # The modules that replay moves are slow to import.
    from gbr_lsp.solutions.replay import is_clean

    other = start._replace(turn=BLACK if start.turn else WHITE, en_passant=None)
    if not is_clean(solution.text, other):
        return None
    return WrongTurn(board.name, board.place, start.turn, solution.place(Span(*found.span("first"))))


def wrong_turns(study: Study, first: Place, *, turn: bool) -> list[WrongTurn]:
    """Return a `WrongTurn` for each FEN of `study` whose side to move is not `turn`."""
    return [
        WrongTurn(owned.board.name, owned.place, not turn, first)
        for owned in study.boards
        if owned.board.kind is BoardKind.FEN
        and owned.bond in (Bond.SURE, Bond.AGREES)
        and owned.board.turn is (not turn)
    ]
