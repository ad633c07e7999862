"""A slip in a printed line, and the moves that were meant: the result of `slip_search`."""

from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal_moves import LegalMove
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.position import AMBIGUOUS, Position, play, white_to_move
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.relocations import ManRelocation
from gbr_lsp.solutions.san import MOVES
from gbr_lsp.solutions.spelling import english_san


class Slip(Enum):
    """Kind of a slip in a line."""

    WRONG = "another move was meant"
    UNREADABLE = "a move was meant in which another sign stands"
    DOUBLED = "the move stands there twice"
    EXCHANGED = "two moves have changed places"
    MISSING = "a half-move was left out before a number"
    NUMBER = "a letter stands for a digit of a number"


MIN_PROOF_PLIES = 10
"""A line with one misprint belongs to a board if this number of half-moves runs otherwise."""
_PROBLEMS = {
    Slip.MISSING: MoveProblem.MISSING,
    Slip.UNREADABLE: MoveProblem.UNREADABLE,
    Slip.NUMBER: MoveProblem.NUMBER,
}


class SlipExplanation(NamedTuple):
    """A slip that makes a line run: its token, half-move, the position before it, and the corrections.

    `depth` counts the half-moves that run in all, `end` is the half-move due after them, and
    `is_complete` is True if that is the printed end. `line` has the moves after the slip, as far as they
    run; in the result of a search, it has the moves before the slip and the wrong one too.
    """

    slip: Slip
    token: MoveToken
    half: int
    before: Position
    repairs: tuple[LegalMove, ...]
    language: Language
    cost: float = 0.0
    depth: int = 0
    end: int = 0
    is_complete: bool = False
    is_legal: bool = False
    """Whether the printed move is legal, and only the moves after it are not."""
    line: tuple[Node, ...] = ()
    second: MoveToken | None = None
    """The other one of two exchanged moves."""
    tokens: tuple[MoveToken, ...] = ()
    """The printed moves of the result of a search, one for each of `line`."""
    stop: MoveToken | None = None
    """The token at which the line breaks."""
    relocations: tuple[ManRelocation, ...] = ()
    """The men, without kings, whose relocation makes the whole main line legal; all are equally far."""
    may_be_of_board: bool = False
    """Whether the line would also run from a board with one man wrong."""

    @property
    def span(self) -> Span:
        """The span of the wrong move; that of the number after a missing one."""
        return self.token.span

    @property
    def proves_position(self) -> bool:
        """Whether the main line is long enough to show that the board is right, whatever the code states."""
        return MIN_PROOF_PLIES <= self.depth and not self.may_be_of_board

    @property
    def san(self) -> str:
        """The printed move in English letters; a wrong number; empty for other text."""
        if self.slip is Slip.NUMBER:
            return self.token.text
        return (self.token.kind == "move" and english_san(self.token.text, self.language)) or ""

    @property
    def node(self) -> Node:
        """The wrong or missing move with its problem."""
        unplayed = MoveProblem.AMBIGUOUS if self._can_two_men_move else MoveProblem.ILLEGAL
        problem = _PROBLEMS.get(self.slip, unplayed)
        return Node(self.span, self.san or None, self.half, self.before, None, problem)

    @property
    def _can_two_men_move(self) -> bool:
        """Whether the line breaks off because two men can make the printed move."""
        is_played = self.is_legal or self.slip not in (Slip.WRONG, Slip.DOUBLED)
        move = None if is_played else MOVES[white_to_move(self.before)][self.san]
        return move is not None and play(self.before, move) is AMBIGUOUS

    @property
    def path(self) -> tuple[str, ...]:
        """The moves from the board to the position before the slip, as printed."""
        moves = zip(self.line, self.tokens, strict=True)
        return tuple(token.text for move, token in moves if move.half < self.half)

    @property
    def style(self) -> str:
        """A move of the line as printed; an empty text if it has none."""
        return next((token.text for token in self.tokens if token.kind == "move"), "")
