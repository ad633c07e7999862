"""The printed solutions of a section: the movetext of each game, followed from its board."""

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
"""Of more lines that cannot be played these are tried from other boards."""
_MOST_BOARDS = 40
"""Of more boards with one man on another square these are tried with all moves."""
_MOST_READ = 2_000_000
"""Code points; of a long game fewer such boards are tried."""
_LONGEST_LINE = 1000
"""Half-moves; of a longer line no other boards are tried."""
_MOST_CORRECTED = 100
"""So many problems of a game get fixes."""
_SURE = 4
"""So many half-moves behind one that cannot be played are no accident."""
_USUAL_VARIANT = regex(r"(?i)\s*(?:standard|chess|normal|from position|)\s*")


class NamedPlace(NamedTuple):
    """The board that a solution is followed from, and where it stands."""

    name: str
    place: Place


class WrongBoard(NamedTuple):
    """A board with a man on a wrong square: where the man belongs, the moves that are not legal, and the fixes."""

    board: NamedPlace
    instead: str
    lost: list[Node]
    fixes: tuple[Fix, ...]


class MisplacedMan(NamedTuple):
    """A man of the board on another square than the moves need: how it is said, and the board as it is then."""

    words: str
    placement: Placement


class Confirmed(Enum):
    """What of a board a code says too."""

    NOTHING = "no code stands with it"
    KINGS = "the squares of the kings"
    ALL = "all squares"


class Solution:
    """The moves of one game or study as printed, followed from its board.

    `offset` is where the text starts in the block. Spans of nodes count from the start of the text.
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

    def why(self, node: Node) -> str:
        """What is said of a wrong move, where it is more than that it is not legal; otherwise nothing."""
        return ""

    @cached_property
    def game(self) -> Game:
        """The tree of the moves."""
        return read_game(self.text, self.start)

    @cached_property
    def ends(self) -> list[LineEnd] | None:
        """The ends of the lines that are judged, for which no tree is made; None where something may be wrong."""
        return clean_ends(self.text, self.start)

    def may_be_refuted(self, goal: Goal) -> bool:
        """Whether a line may end in such a way that a goal or a try is refuted without tables."""
        return self.ends is None or may_be_wrong(self.ends, goal)

    @property
    def has_right_signs(self) -> bool:
        """Whether it is known without a tree that every sign of check or mate is right."""
        return has_right_signs(self.text, self.start)

    @cached_property
    def problems(self) -> list[Node]:
        """The problems of the moves, in order, without moves marked `[sic]`; no tree is made of a clean game."""
        found = self.game.problems if self.ends is None else []
        return [node for node in found if not has_sic(self.text, node.span.end)]

    @property
    def is_read_to_end(self) -> bool:
        """Whether it was read to its end: of a game without measure the rest is not read."""
        return self.ends is not None or self.game.is_whole

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

    @cached_property
    def goal(self) -> Goal | None:
        """The goal that the code of the game states; None without one, or where codes or a comment tell another."""
        heads = [study for study in self._studies if study.block is self.block and heads_record(study)]
        goals = {None if is_taken_back(study) else study.code.stipulation.goal for study in heads}
        return goals.pop() if len(goals) == 1 else None

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
        """What lets the line run on, or else the legal moves that resemble a misprint, the best first."""
        if node.before is None or id(node) not in self._corrected:
            return ()
        if node.problem is MoveProblem.AMBIGUOUS:
            # Where other moves cannot be played, the board may be wrong, and the move right.
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
        """The fixes of a slip that is another one than that of the move at which the line breaks."""
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
        """The identities of the nodes that get fixes, each of which is a look at the whole game."""
        return set(map(id, self.problems[:_MOST_CORRECTED]))

    @cached_property
    def lost(self) -> list[Node]:
        """The moves that the board does not allow, or allows to several men."""
        kinds = (MoveProblem.ILLEGAL, MoveProblem.AMBIGUOUS)
        return [node for node in self.problems if node.problem in kinds and node.before and node.san]

    @cached_property
    def misplaced(self) -> list[MisplacedMan]:
        """The men of the board that may stand on a wrong square, the likeliest first: with one of them on another
        square all moves can be played. Of many some are left out."""
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
        """The board, if its man on a wrong square is why moves cannot be played: several are illegal, or nothing else
        makes the line run on."""
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
        """Whether for each move that cannot be played another one, which resembles it, lets its line run to its end."""
        for node in self.lost[:_MOST_CORRECTED]:
            rest = self._behind(node)
            best = repairs(node.before, node.san, rest) if node.before and node.san else []
            if all(repair.plies < len(rest) for repair in best):
                return False
        return True

    def _behind(self, node: Node) -> list[str]:
        """The moves behind one in its line."""
        line = line_with(self.line, node)
        return [other.san for other in line[line.index(node) + 1 :] if other.san]

    @property
    def moved_men(self) -> tuple[Fix, ...]:
        """The fixes that put a man of the board where it makes all moves legal."""
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
        """Whether the slip may as well be in the board: several moves cannot be played, or with one man wrong they can.

        `plies` is how many half-moves run behind a move that is repaired.
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
    """Whether one of some solutions was followed from a board of a study."""
    boards = {owned.place for owned in study.boards}
    return any(solution.board and solution.board.place in boards and solution.has_moves for solution in solutions)


def solutions_of(section: list[Block], studies: list[Study]) -> list[Solution]:
    """The solutions of a section that can be followed."""
    found = (solution_of(block, studies) for block in section if block.found.reading.has_moves)
    # Where the board is disputed, moves that cannot be played tell of the board, and that is told already.
    return [solution for solution in found if solution and not _is_disputed(solution, studies)]


def _is_disputed(solution: Solution, studies: list[Study]) -> bool:
    """Whether the board that a game is followed from may be wrong, or is impossible: that is told already."""
    place = solution.board and solution.board.place
    owners = (study for study in studies if any(owned.place == place for owned in study.boards))
    return any(
        shows_impossible(study) or any(dispute.blamed is not Blamed.CODE for dispute in judgement(study).disputes)
        for study in owners
    )


def solution_of(block: Block, studies: list[Study]) -> Solution | None:
    """The movetext of a PGN game; None where it is of another kind of chess, or its board cannot be read."""
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
    """Where the game of a FEN tag starts; a turn that the tag does not state is that of the code."""
    fields = [*_text(block, board.span).split(), "", "", "", ""]
    turn = board.turn
    if turn is None:
        owners = (study for study in studies if any(owned.board is board for owned in study.boards))
        turn = next((study.code.stipulation.turn for study in owners), None)
    return Start(placement, turn, fields[2] or None, fields[3] or None)


def _text(block: Block, span: Span) -> str:
    return block.text[span.start : span.end]
