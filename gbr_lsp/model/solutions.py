"""The printed solutions of a section: the movetext of each game, followed from its board."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.finding import Fix, write
from gbr_lsp.model.judgement import Blamed, judgement
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.game import Game, read_game
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal import LegalMove, check_sign, meant
from gbr_lsp.solutions.line import Line, Node, line_with, path_through
from gbr_lsp.solutions.movetext import MovetextPart, has_moves, last_result
from gbr_lsp.solutions.other_boards import runs_from_another
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.repairs import repairs
from gbr_lsp.solutions.replay import INITIAL, LineEnd, Start, clean_ends, position_at

_MOST_FIXES = 3
_USUAL_VARIANT = regex(r"(?i)\s*(?:standard|chess|normal|from position|)\s*")


class NamedPlace(NamedTuple):
    """The board that a solution is followed from, and where it stands."""

    name: str
    place: Place


class Solution:
    """The moves of one game or study as printed, followed from its board.

    `offset` is where the text starts in the block. Spans of nodes count from the start of the text.
    """

    def __init__(
        self, block: Block, span: Span, tags: Mapping[str, Span], start: Start, board: NamedPlace | None
    ) -> None:
        self.block = block
        self.tags = tags
        self.start = start
        self.board = board
        self._span = span

    @property
    def text(self) -> str:
        return self.block.text[self._span.start : self._span.end]

    def place(self, span: Span) -> Place:
        """The place of a span of the text."""
        return Place(self.block, span.shift(self._span.start))

    def mentions(self, node: Node, san: str) -> bool:
        """Whether the text names a move beside those of its tree; comments are not read."""
        return False

    def written(self, node: Node) -> str:
        """The text of a node."""
        return self.text[node.span.start : node.span.end]

    def printed(self, node: Node) -> str:
        """A move as printed, with the number that a player writes before it."""
        return f"{node.number}{self.written(node)}"

    @cached_property
    def game(self) -> Game:
        """The tree of the moves."""
        return read_game(self.text, self.start)

    @cached_property
    def ends(self) -> list[LineEnd] | None:
        """The ends of the lines that are judged, for which no tree is made; None where something may be wrong."""
        return clean_ends(self.text, self.start)

    @cached_property
    def problems(self) -> list[Node]:
        """What is wrong with the moves, in order; a clean game is only replayed, and no tree is made of it."""
        return self.game.problems if self.ends is None else []

    @property
    def line(self) -> Line:
        """The main line, with its variations."""
        return self.game.line

    @property
    def language(self) -> Language:
        """The language of the letters of its moves."""
        return self.game.language

    @property
    def has_moves(self) -> bool:
        """Whether there are any moves."""
        return has_moves(self.text, max((tag.end for tag in self.tags.values()), default=0))

    @cached_property
    def result(self) -> MovetextPart | None:
        """The result that the moves end with."""
        return last_result(self.text)

    @property
    def end_of_moves(self) -> int:
        """Where the text ends, without blanks."""
        return len(self.text.rstrip())

    def meant(self, node: Node) -> list[str]:
        """The moves that an ambiguous one may mean, written as in this game."""
        if node.before is None or node.san is None:
            return []
        return [self._written(move) for move in meant(node.before, node.san)]

    def corrections(self, node: Node) -> tuple[Fix, ...]:
        """The legal moves that resemble a misprint, the best first."""
        if node.before is None:
            return ()
        if node.problem is MoveProblem.MISSING:
            return ()
        printed = node.san or self.written(node)
        line = line_with(self.game.line, node)
        rest = [other.san for other in line[line.index(node) + 1 :] if other.san]
        best = repairs(node.before, printed, rest)[:_MOST_FIXES]
        fixes = (write(self.place(node.span), self._written(repair.move), safe=False) for repair in best)
        tied = bool(best) and self._may_be_of_board(node, best[0].plies)
        return tuple(fix._replace(tied=tied) for fix in fixes)

    def _may_be_of_board(self, node: Node, plies: int) -> bool:
        """Whether the slip may as well be in the board: several moves cannot be played, or with one man wrong they can.

        `plies` is how many half-moves run behind a move that is repaired.
        """
        if self.board is None or self.start.turn is None:
            return False
        if 1 < sum(1 for _ in self.having(MoveProblem.ILLEGAL)):
            return True
        before, rest = path_through(self.game.line, node)
        moves = [one.san for one in before + rest if one.san]
        whole = sum(1 for one in before if one.san) + plies
        return runs_from_another(position_at(self.start, self.start.turn), moves, whole)

    def _written(self, move: LegalMove) -> str:
        return self.game.language.foreign(move.san, white=not move.after[3]) + check_sign(move.after)

    def having(self, problem: MoveProblem) -> Iterator[Node]:
        """The nodes with a problem."""
        return (node for node in self.problems if node.problem is problem)


def is_followed(study: Study, solutions: list[Solution]) -> bool:
    """Whether one of some solutions was followed from a board of a study."""
    boards = {owned.place for owned in study.boards}
    return any(solution.board and solution.board.place in boards and solution.has_moves for solution in solutions)


def solutions_of(section: list[Block], studies: list[Study]) -> list[Solution]:
    """The solutions of a section that can be followed."""
    found = (solution_of(block, studies) for block in section if block.found.reading.has_moves)
    # Where the board is disputed, moves that cannot be played tell of the board, and that is told already.
    return [solution for solution in found if solution and not _is_disputed(solution, studies)]


def _is_disputed(solution: Solution, studies: list[Study]) -> bool:
    """Whether the board that a game is followed from may be wrong."""
    place = solution.board and solution.board.place
    owners = (study for study in studies if any(owned.place == place for owned in study.boards))
    return any(dispute.blamed is not Blamed.CODE for study in owners for dispute in judgement(study).disputes)


def solution_of(block: Block, studies: list[Study]) -> Solution | None:
    """The movetext of a PGN game; None where it is of another kind of chess, or its board cannot be read."""
    tags = block.found.reading.tags
    if not tags or ("Variant" in tags and not _USUAL_VARIANT.fullmatch(_text(block, tags["Variant"]))):
        return None
    whole = Span(0, len(block.text))
    if "FEN" not in tags:
        return Solution(block, whole, tags, INITIAL, None)
    board = next((board for board in block.found.boards if tags["FEN"].covers(board.span)), None)
    if board is None or board.placement is None:
        return None
    return Solution(block, whole, tags, _start(block, board, board.placement, studies), _placed(block, board))


def _start(block: Block, board: Board, placement: Placement, studies: list[Study]) -> Start:
    """Where the game of a FEN tag starts; a turn that the tag does not state is that of the code."""
    fields = [*_text(block, board.span).split(), "", "", "", ""]
    turn = board.turn
    if turn is None:
        owners = (study for study in studies if any(owned.board is board for owned in study.boards))
        turn = next((study.code.stipulation.turn for study in owners), None)
    return Start(placement, turn, fields[2] or None, fields[3] or None)


def _placed(block: Block, board: Board) -> NamedPlace:
    return NamedPlace(board.name, Place(block, board.span))


def _text(block: Block, span: Span) -> str:
    return block.text[span.start : span.end]
