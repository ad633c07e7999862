"""Boards whose side to move the printed solution contradicts: it begins with the other side's move, and runs so."""

from typing import TYPE_CHECKING, NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import Place
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import BLACK, WHITE

if TYPE_CHECKING:
    from gbr_lsp.model.solutions import Solution

_TURN = regex(r"[1-8/pnbrqkPNBRQK\\]+[ _](?P<turn>[wb])(?![^\s_])")
_BEGINNING = regex(r"(?:\s++|\{[^}]*+\})*(?P<first>[0-9]+(?P<dots>\s?(?:\.\.\.|…)|\.)\s*[^\s({]+)")


def turn_in(board: Place) -> Place | None:
    """Where the FEN at a place says which side moves."""
    found = _TURN.match(board.block.text, *board.span)
    return board._replace(span=Span(*found.span("turn"))) if found else None


class WrongTurn(NamedTuple):
    """A board that says that one side moves, and a solution that begins with a move of the other."""

    name: str
    board: Place
    says: bool
    first: Place
    """The first move with its number."""

    @property
    def place(self) -> Place:
        """Where a FEN says which side moves; the whole board where that is not to be found."""
        return turn_in(self.board) or self.board

    @property
    def instead(self) -> str | None:
        """What to write there."""
        return ("b" if self.says else "w") if self.place != self.board else None


def wrong_turn(solution: "Solution", *, clean: bool) -> WrongTurn | None:
    """The wrong side to move of the board of a game; `clean` is whether its moves can be played as they are."""
    start, board = solution.start, solution.board
    if clean or board is None or start.turn is None:
        return None
    tags = max((tag.end for tag in solution.tags.values()), default=0)
    found = _BEGINNING.match(solution.text, solution.text.find("\n", tags))
    if found is None or (found["dots"] == ".") == start.turn:
        return None
    # What replays moves takes a while to import.
    from gbr_lsp.solutions.replay import is_clean

    other = start._replace(turn=BLACK if start.turn else WHITE, en_passant=None)
    if not is_clean(solution.text, other):
        return None
    return WrongTurn(board.name, board.place, start.turn, solution.place(Span(*found.span("first"))))


def wrong_turns(study: Study, first: Place, *, turn: bool) -> list[WrongTurn]:
    """The FENs of a study in prose that say another side to move than the one that makes the first move."""
    return [
        WrongTurn(owned.board.name, owned.place, not turn, first)
        for owned in study.boards
        if owned.board.kind is BoardKind.FEN
        and owned.bond in (Bond.SURE, Bond.AGREES)
        and owned.board.turn is (not turn)
    ]
