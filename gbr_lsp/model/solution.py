"""The printed solution of a study, however it was read, and the positions that it may start from."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.aim import aim_of
from gbr_lsp.model.block import Place
from gbr_lsp.model.finding import Fix, Replacement, write
from gbr_lsp.model.study import GoalSentence, OwnedBoard, Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Goal, Part
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal_moves import LegalMove, intended_moves
from gbr_lsp.solutions.line import Line, Node
from gbr_lsp.solutions.position import Position, position_of
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.relocations import ManRelocation
from gbr_lsp.solutions.slip_explanation import Slip, SlipExplanation

if TYPE_CHECKING:
    from gbr_lsp.solutions.line_claims import Certainty

MAX_FIXES = 3
_EMPTY_CELL = regex(r"\|(?P<cell>[ \t]*)\|[ \t\r\n|]*\Z")
"""An empty cell of a table before a move."""
_MAX_CELL_DISTANCE = 60
_MIN_PLIES_AFTER_INSERTION = 2


class SolutionOf:
    """The printed solution of a study. Spans count in `text`.

    It is read in two ways: a `GameSolution` from a PGN game, a `ProseSolution` from any other text.
    """

    text: str

    def __init__(self, study: Study | None = None, board: OwnedBoard | None = None) -> None:
        self.study = study
        """The study, or None for a game without a code of its board."""
        self.board = board
        """The board that it is followed from; None if there is none, or only the squares of the code."""

    @property
    def problems(self) -> Sequence[Node]:
        """The moves that may be wrong, in order. Each has its `MoveProblem`."""
        return ()

    @property
    def moves(self) -> Sequence[Node]:
        """The moves of the main line that can be made."""
        return ()

    @property
    def is_complete(self) -> bool:
        """Whether `moves` are all of the main line."""
        return False

    @property
    def unfinished_from(self) -> int | None:
        """The number of the block where the line begins, if it may continue on the next page; else None."""
        return None

    @property
    def stop(self) -> Span | None:
        """The text where the next move is due and cannot be made, or None if that is not known."""
        return None

    @property
    def failed_move(self) -> Node | None:
        """The move at `stop`, or None if the text there is no move."""
        return None

    @property
    def misprint(self) -> SlipExplanation | None:
        """The one slip in prose that stops the main line, or None if uncertain."""
        return None

    @property
    def language(self) -> Language:
        """The language of the letters of the moves."""
        raise NotImplementedError

    @property
    def line(self) -> Line:
        """The main line with its variations, and with a node for the text that stops it."""
        raise NotImplementedError

    @property
    def wrong_turns(self) -> Sequence[OwnedBoard]:
        """The boards whose side to move contradicts the first move."""
        return ()

    @property
    def wrong_goal(self) -> GoalSentence | None:
        """The words after the solution that contradict the goal of the code."""
        return None

    @property
    def wrong_square(self) -> tuple[Part, list[int], Place] | None:
        """The part of a list of squares that contradicts the moves, the squares meant, and the first move."""
        return None

    @property
    def wrong_board(self) -> tuple[str, tuple[Fix, ...]] | None:
        """The right place of a man in words, and the fixes, if the board and not the moves are wrong."""
        return None

    @property
    def failing_moves(self) -> Sequence[Node]:
        """The nodes of moves that are illegal or ambiguous from the board."""
        return ()

    @property
    def moved_men(self) -> tuple[Fix, ...]:
        """The fixes that move a man of the board, or of the list of squares, so that all moves become legal."""
        return ()

    @property
    def is_main(self) -> bool:
        """Whether the line begins with move 1 and is not a note."""
        return False

    @property
    def can_be_judged(self) -> bool:
        """Whether the moves can be measured by the goal of the study."""
        return False

    @property
    def has_one_line(self) -> bool:
        """Whether all moves outside brackets, before the next line from the same number, are of this line."""
        return True

    @property
    def first_move(self) -> tuple[Place, bool] | None:
        """The place of the first move, and True if White makes it; None if that is uncertain."""
        return None

    def place(self, span: Span) -> Place:
        """Return the `Place` of `span`."""
        raise NotImplementedError

    @property
    def certainty(self) -> "Certainty | None":
        """How certain it is that a line in prose belongs to the study. A game always does: None."""
        return None

    @property
    def is_certain(self) -> bool:
        """Whether the solution certainly belongs to the study; otherwise it contradicts nothing."""
        return self.certainty is None or self.certainty.is_certain

    @property
    def plies(self) -> int:
        """The number of half-moves of the main line that can be made."""
        return len(self.moves)

    @property
    def span(self) -> Span:
        """The span of the main line."""
        return Span(self.moves[0].span.start, self.moves[-1].span.end)

    def nodes_with(self, problem: MoveProblem) -> Iterator[Node]:
        """Yield those of `problems` with `problem`."""
        return (node for node in self.problems if node.problem is problem)

    def node_text(self, node: Node) -> str:
        """Return the text of `node`."""
        return self.text[node.span.start : node.span.end]

    def printed_move(self, node: Node) -> str:
        """Return the move `node` as printed, with its number: `3.Kd5`."""
        return f"{node.number}{self.node_text(node)}"

    def intended_moves(self, node: Node) -> list[str]:
        """Return the moves that the ambiguous `node` may mean, written as in the text."""
        moves = intended_moves(node.before, node.san) if node.before and node.san else []
        return [self.move_text(move, node, self.node_text(node)) for move in moves]

    def move_text(self, move: LegalMove, node: Node, printed: str) -> str:
        """Return `move`, in place of `node`, in the letters of the text and in the form of the move `printed`."""
        raise NotImplementedError

    def reason(self, node: Node) -> str:
        """Return an explanation of the wrong move `node`; empty if it is only illegal."""
        return ""

    def corrections(self, node: Node) -> tuple[Fix, ...]:
        """Return the fixes of `node`, one of `problems`, the best first."""
        raise NotImplementedError

    @property
    def may_fail(self) -> bool:
        """Whether a line may fail the goal of the study, if this is known, as far as known without tables."""
        aim = aim_of(self.study) if self.study else None
        return aim is not None and self.may_be_refuted(aim.goal)

    def may_be_refuted(self, goal: Goal) -> bool:
        """Return True if a line may refute `goal` or a try, as far as known without tables."""
        raise NotImplementedError

    def has_mention_of(self, node: Node, san: str) -> bool:
        """Return True if the text names, or may name, the move `san` instead of `node`."""
        return False


def slip_fixes(
    slip: SlipExplanation, place: Callable[[Span], Place], move_text: Callable[[LegalMove], str]
) -> tuple[Fix, ...]:
    """Return the fixes of `slip`, the best first: a deletion, an exchange, an insertion, or another move.

    `place` returns the place of a span, `move_text` a move as this text writes it. There is no fix for two
    blocks. An insertion is only shown unless no other legal move lets the rest of the line run.
    """
    here = place(slip.span)
    text = here.block.text[slice(*here.span)]
    if slip.slip is Slip.DOUBLED:
        return (write(here, "", safe=False),)
    if slip.second:
        there = place(slip.second.span)
        other = there.block.text[slice(*there.span)]
        fix = Fix(f"Exchange {text} and {other}", (Replacement(here, other), Replacement(there, text)), is_safe=False)
        return (fix,) if there.block is here.block else ()
    moves = [move_text(move) for move in slip.repairs[:MAX_FIXES]]
    is_certain = True
    if slip.slip is Slip.MISSING:
        is_certain = len(slip.repairs) == 1 and slip.is_complete and _MIN_PLIES_AFTER_INSERTION <= len(slip.line)
        start = here.span.start
        if cell := _EMPTY_CELL.search(here.block.text, max(0, start - _MAX_CELL_DISTANCE), start):
            here, moves = here._replace(span=Span(*cell.span("cell"))), [f" {move} " for move in moves]
        else:
            moves = [f"{move} {text}" for move in moves]
    return tuple(write(here, move, safe=False)._replace(is_tied=not is_certain) for move in moves)


def relocation_fix(man: ManRelocation, source: str, edit: Replacement) -> Fix:
    """Return the fix that moves `man` in the board or list `source`."""
    return Fix(f"Put {man.words} in the {source}", (edit,), is_safe=False, is_tied=True)


def positions_of(study: Study) -> list[Position]:
    """Return the possible positions of `study`, likelier side to move first; empty without a board."""
    placement = study.position or next((one for _, one in study.placements), None)
    return [] if placement is None else positions_with(study, placement)


def positions_with(study: Study, placement: Placement) -> list[Position]:
    """Return the positions of `study` with its men as in `placement`. There are two if no code states the turn."""
    turn = study.code.stipulation.turn
    turns = (turn,) if turn is not None else _turns(study, placement)
    return [position_of(placement, one, "KQkq") for one in turns]


def _turns(study: Study, placement: Placement) -> tuple[bool, ...]:
    stated = {owned.board.turn for owned, one in study.placements if one == placement} - {None}
    return (False, True) if stated == {False} else (True, False)
