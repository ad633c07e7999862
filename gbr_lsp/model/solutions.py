"""Printed solutions of PGN games: the movetext, replayed from the board."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.finding import Fix, Replacement, write
from gbr_lsp.model.judgement import Blamed, judgement, shows_impossible
from gbr_lsp.model.records import heads_record, is_taken_back
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement, with_man_moved
from gbr_lsp.notation.values import COLOR_NAMES, KING, PIECE_NAMES, SQUARE_NAMES, Goal
from gbr_lsp.solutions.game import Game, read_game
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal import LegalMove, check_sign, meant
from gbr_lsp.solutions.line import Line, Node, line_with, path_through
from gbr_lsp.solutions.movetext import MovetextPart, has_moves, last_result
from gbr_lsp.solutions.other_boards import misplaced, runs_from_another
from gbr_lsp.solutions.problems import MoveProblem, has_sic
from gbr_lsp.solutions.repairs import repairs
from gbr_lsp.solutions.replay import INITIAL, LineEnd, Start, clean_ends, has_right_signs, position_at
from gbr_lsp.solutions.slip_search import Explained, Slip, explain_game
from gbr_lsp.solutions.verdicts import may_be_wrong

_MOST_FIXES = 3
_MOST_LINES = 20
"""Maximum number of illegal lines that are tried from other boards."""
_MOST_BOARDS = 40
"""Maximum number of boards with one man moved that are tried with all moves."""
_MOST_READ = 2_000_000
"""Maximum number of code points to read for these boards; in a long game fewer are tried."""
_LONGEST_LINE = 1000
"""Maximum number of half-moves of a line that is tried from other boards."""
_MOST_CORRECTED = 100
"""Maximum number of problems of a game that get fixes."""
_SURE = 4
"""Minimum number of half-moves after an illegal one that are no accident."""
_USUAL_VARIANT = regex(r"(?i)\s*(?:standard|chess|normal|from position|)\s*")


class NamedPlace(NamedTuple):
    """The name and place of the board that a solution is followed from."""

    name: str
    place: Place


class WrongBoard(NamedTuple):
    """A board with a man on a wrong square. `instead` names the right one in words."""

    board: NamedPlace
    instead: str
    lost: list[Node]
    fixes: tuple[Fix, ...]


class MisplacedMan(NamedTuple):
    """A man on the square that the moves need, in words, and the board with it there."""

    words: str
    placement: Placement


class Confirmed(Enum):
    """The part of a board that a code confirms."""

    NOTHING = "no code stands with it"
    KINGS = "the squares of the kings"
    ALL = "all squares"


class Solution:
    """The moves of a PGN game, followed from its board.

    `span` is their text in `block`. Spans of nodes count from the start of this text.
    """

    has_one_line = True

    def __init__(
        self,
        block: Block,
        span: Span,
        tags: Mapping[str, Span],
        start: Start,
        board: NamedPlace | None,
        confirmed: Confirmed = Confirmed.NOTHING,
        studies: Sequence[Study] = (),
    ) -> None:
        self.block = block
        self.tags = tags
        self.start = start
        self.board = board
        self._span = span
        self._confirmed = confirmed
        self._studies = studies

    @property
    def text(self) -> str:
        return self.block.text[self._span.start : self._span.end]

    def place(self, span: Span) -> Place:
        """Return the `Place` in the block of `span`, which counts in the text."""
        return Place(self.block, span.shift(self._span.start))

    def mentions(self, node: Node, san: str) -> bool:
        """Return False: comments are not searched for `san` as another move than `node`."""
        return False

    def written(self, node: Node) -> str:
        """Return the text of `node`."""
        return self.text[node.span.start : node.span.end]

    def printed(self, node: Node) -> str:
        """Return the move `node` as printed, with its number: `3.Kd5`."""
        return f"{node.number}{self.written(node)}"

    def why(self, node: Node) -> str:
        """Return an empty string: a wrong move of a game needs no explanation."""
        return ""

    @cached_property
    def game(self) -> Game:
        """The `Game` of the moves, which has their tree."""
        return read_game(self.text, self.start)

    @cached_property
    def ends(self) -> list[LineEnd] | None:
        """The ends of the lines, without a tree. None if a move may be wrong."""
        return clean_ends(self.text, self.start)

    def may_be_refuted(self, goal: Goal) -> bool:
        """Return True if a line may end in a refutation of `goal` or a try. No tables are needed for it."""
        return self.ends is None or may_be_wrong(self.ends, goal)

    @property
    def has_right_signs(self) -> bool:
        """Whether all signs of check or mate are known to be right without a tree."""
        return has_right_signs(self.text, self.start)

    @cached_property
    def problems(self) -> list[Node]:
        """The nodes with problems, in order, without those marked `[sic]`. No tree is made of a clean game."""
        found = self.game.problems if self.ends is None else []
        return [node for node in found if not has_sic(self.text, node.span.end)]

    @property
    def is_read_to_end(self) -> bool:
        """Whether the text was read to its end. The rest of an excessively long game is not."""
        return self.ends is not None or self.game.is_whole

    @property
    def line(self) -> Line:
        """The main line, with its variations."""
        return self.game.line

    @property
    def language(self) -> Language:
        """The language of the letters of the moves."""
        return self.game.language

    @property
    def has_moves(self) -> bool:
        """Whether there are moves after the tags."""
        return has_moves(self.text, max((tag.end for tag in self.tags.values()), default=0))

    @cached_property
    def result(self) -> MovetextPart | None:
        """The result after the moves, or None."""
        return last_result(self.text)

    @cached_property
    def goal(self) -> Goal | None:
        """The goal that the code of the game states, or None. Other codes and comments must agree."""
        heads = [study for study in self._studies if study.block is self.block and heads_record(study)]
        goals = {None if is_taken_back(study) else study.code.stipulation.goal for study in heads}
        return goals.pop() if len(goals) == 1 else None

    @property
    def end_of_moves(self) -> int:
        """The offset of the end of the text without trailing blanks."""
        return len(self.text.rstrip())

    def meant(self, node: Node) -> list[str]:
        """Return the moves that the ambiguous `node` may mean, written as in this game."""
        if node.before is None or node.san is None:
            return []
        return [self._written(move) for move in meant(node.before, node.san)]

    def corrections(self, node: Node) -> tuple[Fix, ...]:
        """Return the fixes of `node`, best first. If no move lets the line continue, they are similar moves."""
        if node.before is None or id(node) not in self._corrected:
            return ()
        if node.problem is MoveProblem.AMBIGUOUS:
            # If other moves are illegal, the board may be wrong, and the move right.
            tied = bool(self.misplaced) or any(self.having(MoveProblem.ILLEGAL))
            place = self.place(node.span)
            return tuple(write(place, move, safe=False)._replace(tied=tied) for move in self.meant(node))
        written = self.written(node)
        if node.problem is MoveProblem.UNREADABLE and written[-1:] == ".":
            return (write(self.place(node.span), node.number, safe=False),)
        slip = explain_game(self.text, self.line, node, self.language)
        if slip and (slip.token.span != node.span or not slip.repairs or slip.slip is Slip.MISSING):
            return self._mended(slip)
        if node.problem is MoveProblem.MISSING:
            return ()
        best = slip.repairs[:_MOST_FIXES] if slip else ()
        if not best:
            best = tuple(repairs(node.before, node.san or written, self._behind(node))[:_MOST_FIXES])
        fixes = [write(self.place(node.span), self._written(repair.move), safe=False) for repair in best]
        tied = bool(best) and self._may_be_of_board(node, len(slip.line) if slip else best[0].plies)
        return (*(fix._replace(tied=tied) for fix in fixes), *self.moved_men)

    def _mended(self, slip: Explained) -> tuple[Fix, ...]:
        """Return the fixes of `slip`, which is not in the move where the line breaks."""
        place, text = self.place(slip.token.span), self.text[slip.token.span.start : slip.token.span.end]
        if slip.slip is Slip.DOUBLED:
            return (write(place, "", safe=False),)
        if slip.second:
            other = self.text[slip.second.span.start : slip.second.span.end]
            edits = (Replacement(place, other), Replacement(self.place(slip.second.span), text))
            return (Fix(f"Exchange {text} and {other}", edits, safe=False),)
        behind = f" {text}" if slip.slip is Slip.MISSING else ""
        moves = [self._written(repair.move) for repair in slip.repairs[:_MOST_FIXES]]
        return tuple(write(place, f"{move}{behind}", safe=False) for move in moves)

    @cached_property
    def _corrected(self) -> set[int]:
        """The `id` of each node that gets fixes; each of these searches the whole game."""
        return set(map(id, self.problems[:_MOST_CORRECTED]))

    @cached_property
    def lost(self) -> list[Node]:
        """The nodes of moves that are illegal or ambiguous from the board."""
        kinds = (MoveProblem.ILLEGAL, MoveProblem.AMBIGUOUS)
        return [node for node in self.problems if node.problem in kinds and node.before and node.san]

    @cached_property
    def misplaced(self) -> list[MisplacedMan]:
        """Up to three men, the likeliest first, whose relocation makes all moves legal."""
        if not self.lost or self.board is None or self.start.turn is None or self._confirmed is Confirmed.ALL:
            return []
        lines = [
            [one.san for part in path_through(self.line, node) for one in part if one.san]
            for node in self.lost[:_MOST_LINES]
        ]
        if any(_LONGEST_LINE < len(line) for line in lines):
            return []
        found = []
        most = max(_MOST_FIXES, min(_MOST_BOARDS, _MOST_READ // len(self.text)))
        for man in islice(misplaced(position_at(self.start, self.start.turn), lines), most):
            if man.piece_type == KING and self._confirmed is Confirmed.KINGS:
                continue
            placement = with_man_moved(self.start.placement, man.square, man.instead)
            if _can_be_played(read_game(self.text, self.start._replace(placement=placement))):
                name = f"the {COLOR_NAMES[man.color]} {PIECE_NAMES[man.piece_type]}"
                found.append(MisplacedMan(f"{name} on {SQUARE_NAMES[man.instead]}", placement))
                if len(found) == _MOST_FIXES:
                    break
        return found

    @cached_property
    def wrong_board(self) -> WrongBoard | None:
        """The wrong board if it explains several illegal moves, or one without a better explanation."""
        illegal = sum(1 for _ in self.having(MoveProblem.ILLEGAL))
        if not illegal or not self.misplaced or self.board is None:
            return None
        if illegal == 1 and (len(self._behind(self.lost[0])) < _SURE or self._is_explained_by_moves):
            return None
        is_sure = len(self.misplaced) == 1 and not self._is_explained_by_moves
        instead = self.misplaced[0].words if len(self.misplaced) == 1 else "one man on another square"
        fixes = tuple(fix._replace(tied=not is_sure) for fix in self.moved_men)
        return WrongBoard(self.board, instead, self.lost, fixes)

    @property
    def _is_explained_by_moves(self) -> bool:
        """Whether each illegal move has a similar one that lets its line run on completely."""
        for node in self.lost[:_MOST_CORRECTED]:
            rest = self._behind(node)
            best = repairs(node.before, node.san, rest) if node.before and node.san else []
            if all(repair.plies < len(rest) for repair in best):
                return False
        return True

    def _behind(self, node: Node) -> list[str]:
        """Return the moves after `node` in its line."""
        line = line_with(self.line, node)
        return [other.san for other in line[line.index(node) + 1 :] if other.san]

    @property
    def moved_men(self) -> tuple[Fix, ...]:
        """The fixes that move a man of the board so that all moves become legal."""
        if self.board is None:
            return ()
        place = self.board.place
        text = place.block.text[place.span.start : place.span.end]
        written = Span(place.span.start, place.span.start + len(text.split()[0]))
        return tuple(
            Fix(
                f"Put {man.words} in the {self.board.name}",
                (Replacement(place._replace(span=written), man.placement.fen),),
                safe=False,
                tied=True,
            )
            for man in self.misplaced
        )

    def _may_be_of_board(self, node: Node, plies: int) -> bool:
        """Return True if the slip may as well be in the board as in `node`.

        Then several moves are illegal, or with one man moved they are legal. `plies` half-moves run
        after the correction of `node`.
        """
        if self.board is None or self.start.turn is None:
            return False
        if self.misplaced or 1 < len(self.lost):
            return True
        before, rest = path_through(self.game.line, node)
        moves = [one.san for one in before + rest if one.san]
        whole = sum(1 for one in before if one.san) + plies
        return len(moves) <= _LONGEST_LINE and runs_from_another(position_at(self.start, self.start.turn), moves, whole)

    def _written(self, move: LegalMove) -> str:
        return self.game.language.foreign(move.san, white=not move.after[3]) + check_sign(move.after)

    def having(self, problem: MoveProblem) -> Iterator[Node]:
        return (node for node in self.problems if node.problem is problem)


def _can_be_played(game: Game) -> bool:
    lost = (MoveProblem.ILLEGAL, MoveProblem.AMBIGUOUS, MoveProblem.MISSING)
    return not any(node.problem in lost for node in game.problems)


def is_followed(study: Study, solutions: list[Solution]) -> bool:
    """Return True if one of `solutions` was followed from a board of `study`."""
    boards = {owned.place for owned in study.boards}
    return any(solution.board and solution.board.place in boards and solution.has_moves for solution in solutions)


def solutions_of(section: list[Block], studies: list[Study]) -> list[Solution]:
    """Return a `Solution` for each game of `section` that can be followed."""
    found = (solution_of(block, studies) for block in section if block.found.reading.has_moves)
    # Illegal moves from a disputed board are no finding: the dispute is reported.
    return [solution for solution in found if solution and not _is_disputed(solution, studies)]


def _is_disputed(solution: Solution, studies: list[Study]) -> bool:
    """Return True if the board of `solution` may be wrong or is impossible. Other rules report that."""
    place = solution.board and solution.board.place
    owners = (study for study in studies if any(owned.place == place for owned in study.boards))
    return any(
        shows_impossible(study) or any(dispute.blamed is not Blamed.CODE for dispute in judgement(study).disputes)
        for study in owners
    )


def solution_of(block: Block, studies: list[Study]) -> Solution | None:
    """Return the `Solution` of the game `block`. It is None for a variant or an unreadable board."""
    tags = block.found.reading.tags
    if not tags or ("Variant" in tags and not _USUAL_VARIANT.fullmatch(_text(block, tags["Variant"]))):
        return None
    whole = Span(0, len(block.text))
    if "FEN" not in tags:
        return Solution(block, whole, tags, INITIAL, None, studies=studies)
    board = next((board for board in block.found.boards if tags["FEN"].covers(board.span)), None)
    if board is None or board.placement is None:
        return None
    start = _start(block, board, board.placement, studies)
    named = NamedPlace(board.name, Place(block, board.span))
    return Solution(block, whole, tags, start, named, _confirmed(board, board.placement, studies), studies)


def _confirmed(board: Board, placement: Placement, studies: list[Study]) -> Confirmed:
    codes = [study for study in studies if any(owned.board is board for owned in study.boards)]
    if any(study.spelled == placement for study in codes):
        return Confirmed.ALL
    return Confirmed.KINGS if any(study.code.kings == placement.kings for study in codes) else Confirmed.NOTHING


def _start(block: Block, board: Board, placement: Placement, studies: list[Study]) -> Start:
    """Return the `Start` of the game. A side to move that `board` does not state is that of the code."""
    fields = [*_text(block, board.span).split(), "", "", "", ""]
    turn = board.turn
    if turn is None:
        owners = (study for study in studies if any(owned.board is board for owned in study.boards))
        turn = next((study.code.stipulation.turn for study in owners), None)
    return Start(placement, turn, fields[2] or None, fields[3] or None)


def _text(block: Block, span: Span) -> str:
    return block.text[span.start : span.end]
