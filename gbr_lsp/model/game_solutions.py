"""Printed solutions of PGN games: the movetext, replayed from the board."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import islice, takewhile

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.pgn import end_of_tags, has_moves, results_before_text
from gbr_lsp.model.aim import is_taken_back
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.disputes import Blame, disputes_of, has_impossible_board, has_unplayable_board
from gbr_lsp.model.finding import Fix, Replacement, write
from gbr_lsp.model.solution import MAX_FIXES, SolutionOf, relocation_fix, slip_fixes
from gbr_lsp.model.study import Bond, OwnedBoard, Study
from gbr_lsp.notation.placement import Placement, with_man_moved
from gbr_lsp.notation.values import KING, Goal
from gbr_lsp.solutions.game import Game, read_game
from gbr_lsp.solutions.goal_outcomes import may_be_wrong
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal_moves import LegalMove, check_sign
from gbr_lsp.solutions.likeness import repairs
from gbr_lsp.solutions.line import Line, Node, moves_after
from gbr_lsp.solutions.movetext import MoveToken, game_parts, last_result
from gbr_lsp.solutions.position import white_to_move
from gbr_lsp.solutions.problems import MoveProblem, has_sic
from gbr_lsp.solutions.relocations import ManRelocation, find_relocations, is_legal_with_slip
from gbr_lsp.solutions.replay import INITIAL, LineEnd, Start, clean_ends, has_right_signs, is_clean, position_at
from gbr_lsp.solutions.slip_explanation import Slip
from gbr_lsp.solutions.slip_search import explain_game

_MAX_LINES = 20
"""Maximum number of illegal lines that are tried from other boards."""
_MAX_BOARDS = 40
"""Maximum number of boards with one man moved that are tried with all moves."""
_MAX_READ_LENGTH = 2_000_000
"""Maximum number of code points to read for these boards; in a long game fewer are tried."""
_MAX_LINE_PLIES = 1000
"""Maximum number of half-moves of a line that is tried from other boards."""
_MAX_CORRECTED = 100
"""Maximum number of problems of a game that get fixes."""
_MIN_SURE_PLIES = 4
"""Minimum number of half-moves after a single illegal move, so that the board may be wrong."""
_BEGINNING = regex(r"(?:\s++|\{[^}]*+\})*(?P<first>[0-9]+(?P<dots>\s?(?:\.\.\.|…)|\.)\s*[^\s({]+)")
"""The first move after the tags, with its number."""
_USUAL_VARIANT = regex(r"(?i)\s*(?:standard|chess|normal|from position|)\s*")


class GameSolution(SolutionOf):
    """The moves of the PGN game `block`, followed from its board. `studies` may have codes at its head."""

    def __init__(
        self,
        block: Block,
        tags: Mapping[str, Span],
        start: Start,
        board: OwnedBoard | None,
        studies: Sequence[Study] = (),
        offset: int = 0,
    ) -> None:
        self.owners = _owners(board.place, studies) if board else []
        """Those of `studies` that own the board."""
        super().__init__(next(iter(self.owners), None), board)
        self.block = block
        self.tags = tags
        self.start = start
        self.text = block.text
        self.offset = offset  # not 0 for another game on the line where the first one ends
        self._studies = studies

    def place(self, span: Span) -> Place:
        return Place(self.block, span)

    @cached_property
    def game(self) -> Game:
        """The `Game` of the moves, which has their tree."""
        return read_game(self.text, self.start, self.offset)

    @property
    def following(self) -> "GameSolution | None":
        """The game without tags on the line where this one ends, or None."""
        is_alone = self.ends is not None or (not self.offset and not any(results_before_text(self.text)))
        offset = None if is_alone else self.game.next_start
        return GameSolution(self.block, {}, INITIAL, None, offset=offset) if offset else None

    @cached_property
    def ends(self) -> list[LineEnd] | None:
        """The ends of the lines, without a tree. None if a move may be wrong."""
        return None if self.offset else clean_ends(self.text, self.start)

    def may_be_refuted(self, goal: Goal) -> bool:
        return self.ends is None or may_be_wrong(self.ends, goal)

    @property
    def has_right_signs(self) -> bool:
        """Whether all signs of check or mate are known to be right without a tree."""
        return not self.offset and has_right_signs(self.text, self.start)

    @cached_property
    def problems(self) -> list[Node]:
        """The nodes with problems, in order, without those marked `[sic]`. No tree is made of a clean game."""
        found = self.game.problems if self.ends is None else []
        return [node for node in found if not has_sic(self.text, node.span.end)]

    @property
    def is_read_to_end(self) -> bool:
        """Whether the text was read to its end. The rest of an excessively long game is not."""
        return self.ends is not None or self.game.is_read_to_end

    @property
    def can_be_judged(self) -> bool:
        """Whether it is read to its end, and its study can be followed."""
        study = self.study
        return bool(study and not study.occurrence.has_sic and self.is_read_to_end and not has_impossible_board(study))

    @cached_property
    def line(self) -> Line:
        return self.game.line

    @property
    def is_main(self) -> bool:
        return True

    @cached_property
    def moves(self) -> Line:
        return [node for node in takewhile(lambda node: not node.problem, self.line) if node.after and node.san]

    @cached_property
    def is_complete(self) -> bool:
        return all(node.after is not None or node.san is None for node in self.line)

    @cached_property
    def language(self) -> Language:
        return self.game.language

    @property
    def has_moves(self) -> bool:
        """Whether there are moves after the tags."""
        return has_moves(self.text, self.offset or end_of_tags(self.text, self.tags))

    @cached_property
    def result(self) -> MoveToken | None:
        """The result after the moves, or None."""
        return game_parts(self.text, self.offset).result if self.offset else last_result(self.text)

    @cached_property
    def heads(self) -> list[Study]:
        """The codes at the head of the game."""
        return [study for study in self._studies if study.block is self.block and study.is_record_head]

    @cached_property
    def goal(self) -> Goal | None:
        """The goal that the codes at the head of the game state, or None if they or a comment disagree."""
        goals = {None if is_taken_back(study) else study.code.stipulation.goal for study in self.heads}
        return goals.pop() if len(goals) == 1 else None

    def corrections(self, node: Node) -> tuple[Fix, ...]:
        """Return the fixes of `node`, the best first. If no move lets the line continue, they are similar moves."""
        if node.before is None or id(node) not in self._corrected_ids:
            return ()
        if node.problem is MoveProblem.AMBIGUOUS:
            # If other moves are illegal, the board may be wrong, and the move right.
            tied = bool(self.misplaced_men) or any(self.nodes_with(MoveProblem.ILLEGAL))
            place = self.place(node.span)
            return tuple(write(place, move, safe=False)._replace(is_tied=tied) for move in self.intended_moves(node))
        written = self.node_text(node)
        if node.problem is MoveProblem.UNREADABLE and written[-1:] == ".":
            return (write(self.place(node.span), node.number, safe=False),)
        slip = explain_game(self.text, node, self.language)
        if slip and (slip.token.span != node.span or not slip.repairs or slip.slip is Slip.MISSING):
            return slip_fixes(slip, self.place, lambda move: self.move_text(move, node, ""))
        if node.problem is MoveProblem.MISSING:
            return ()
        if slip:
            best = [(move, len(slip.line)) for move in slip.repairs]
        else:
            best = repairs(node.before, node.san or written, moves_after(self.line, node))
        moves = (self.move_text(move, node, written) for move, _ in best[:MAX_FIXES])
        fixes = [write(self.place(node.span), move, safe=False) for move in moves]
        tied = bool(best) and self._may_be_of_board(node, best[0][1])
        return (*(fix._replace(is_tied=tied) for fix in fixes), *self.moved_men)

    @cached_property
    def _corrected_ids(self) -> set[int]:
        """The `id` of each node that gets fixes: not of all, because each fix needs a search of the game."""
        return set(map(id, self.problems[:_MAX_CORRECTED]))

    @cached_property
    def failing_moves(self) -> list[Node]:
        kinds = (MoveProblem.ILLEGAL, MoveProblem.AMBIGUOUS)
        return [node for node in self.problems if node.problem in kinds and node.before and node.san]

    @cached_property
    def misplaced_men(self) -> list[tuple[ManRelocation, Placement]]:
        """Up to three men, the likeliest first, whose relocation makes all moves legal, and the boards with them."""
        is_confirmed = any(study.spelled_position == self.start.placement for study in self.owners)
        if is_confirmed or not self.failing_moves or self.board is None or self.start.turn is None:
            return []
        lines = [self._moves_through(node) for node in self.failing_moves[:_MAX_LINES]]
        if any(_MAX_LINE_PLIES < len(line) for line in lines):
            return []
        found = []
        are_kings_right = any(study.code.kings == self.start.placement.kings for study in self.owners)
        limit = max(MAX_FIXES, min(_MAX_BOARDS, _MAX_READ_LENGTH // len(self.text)))
        for man in islice(find_relocations(position_at(self.start, self.start.turn), lines), limit):
            if man.piece_type == KING and are_kings_right:
                continue
            placement = with_man_moved(self.start.placement, man.square, man.new_square)
            if _can_be_played(read_game(self.text, self.start._replace(placement=placement))):
                found.append((man, placement))
                if len(found) == MAX_FIXES:
                    break
        return found

    @cached_property
    def wrong_board(self) -> tuple[str, tuple[Fix, ...]] | None:
        """The right place of a man in words, and the fixes, if that explains several illegal moves.

        One move counts too if nothing else explains it.
        """
        illegal = sum(1 for _ in self.nodes_with(MoveProblem.ILLEGAL))
        if not illegal or not self.misplaced_men or self.board is None:
            return None
        is_line_short = len(moves_after(self.line, self.failing_moves[0])) < _MIN_SURE_PLIES
        if illegal == 1 and (is_line_short or self._is_explained_by_moves):
            return None
        is_sure = len(self.misplaced_men) == 1 and not self._is_explained_by_moves
        instead = self.misplaced_men[0][0].words if len(self.misplaced_men) == 1 else "one man on another square"
        fixes = tuple(fix._replace(is_tied=not is_sure) for fix in self.moved_men)
        return instead, fixes

    @property
    def _is_explained_by_moves(self) -> bool:
        """Whether each failing move has a similar one after which its line runs to its end."""
        for node in self.failing_moves[:_MAX_CORRECTED]:
            rest = moves_after(self.line, node)
            best = repairs(node.before, node.san, rest) if node.before and node.san else []
            if all(plies < len(rest) for _, plies in best):
                return False
        return True

    def _moves_through(self, node: Node) -> list[str]:
        """Return the moves from the start to `node`, and those after it in its own line, in SAN."""
        return [*(one.san or "" for one in node.path), *moves_after(self.line, node)]

    @cached_property
    def moved_men(self) -> tuple[Fix, ...]:
        if self.board is None:
            return ()
        place = self.board.place
        written = Span(place.span.start, place.span.start + len(place.block.text[slice(*place.span)].split()[0]))
        return tuple(
            relocation_fix(man, self.board.name, Replacement(place._replace(span=written), placement.fen))
            for man, placement in self.misplaced_men
        )

    def _may_be_of_board(self, node: Node, plies: int) -> bool:
        """Return True if the slip may be in the board. `plies` half-moves run after the correction of `node`."""
        if self.board is None or self.start.turn is None:
            return False
        if self.misplaced_men or 1 < len(self.failing_moves):
            return True
        moves = self._moves_through(node)
        return len(moves) <= _MAX_LINE_PLIES and is_legal_with_slip(
            position_at(self.start, self.start.turn), moves, len(node.path) + plies
        )

    def move_text(self, move: LegalMove, node: Node, printed: str) -> str:
        return self.game.language.from_english(move.san, white=not white_to_move(move.after)) + check_sign(move.after)

    @cached_property
    def first_move(self) -> tuple[Place, bool] | None:
        tags = max((tag.end for tag in self.tags.values()), default=0)
        found = _BEGINNING.match(self.text, self.text.find("\n", tags))
        return (self.place(Span(*found.span("first"))), found["dots"] == ".") if found else None

    @cached_property
    def wrong_turns(self) -> Sequence[OwnedBoard]:
        """The board if all moves would be legal with the other side to move."""
        if not self.problems or self.board is None or self.start.turn is None or self.first_move is None:
            return ()
        _, by_white = self.first_move
        if by_white is self.start.turn or not is_clean(self.text, self.start._replace(turn=by_white, en_passant=None)):
            return ()
        return (self.board,)


def _can_be_played(game: Game) -> bool:
    lost = {MoveProblem.ILLEGAL, MoveProblem.AMBIGUOUS, MoveProblem.MISSING}
    return lost.isdisjoint(node.problem for node in game.problems)


def is_followed(study: Study, solutions: list[GameSolution]) -> bool:
    """Return True if one of `solutions` was followed from a board of `study`."""
    boards = [owned.place for owned in study.boards]
    return any(one.board and one.board.place in boards and one.has_moves for one in solutions)


def solutions_of(section: Sequence[Block], studies: Sequence[Study]) -> list[GameSolution]:
    """Return a `GameSolution` for each game of `section` that can be followed."""
    found = list[GameSolution]()
    for block in section:
        solution = solution_of(block, studies) if block.contents.reading.has_moves else None
        while solution:
            found.append(solution)
            solution = solution.following
    return [solution for solution in found if not any(map(is_disputed, solution.owners))]


def _owners(board: Place, studies: Sequence[Study]) -> list[Study]:
    """Return those of `studies` that the board at `board` belongs to."""
    return [study for study in studies if any(owned.place == board for owned in study.boards)]


def is_disputed(study: Study) -> bool:
    """Return True if the board of `study` may be wrong or its moves cannot be judged. Other rules report that."""
    return has_unplayable_board(study) or any(one.blame is not Blame.CODE for one in disputes_of(study).as_list)


def solution_of(block: Block, studies: Sequence[Study]) -> GameSolution | None:
    """Return the `GameSolution` of the game `block`. It is None for a variant or an unreadable board."""
    reading = block.contents.reading
    tags = reading.tags
    if not reading.has_moves or ("Variant" in tags and not _USUAL_VARIANT.fullmatch(block.text, *tags["Variant"])):
        return None
    if "FEN" not in tags:
        return GameSolution(block, tags, INITIAL, None, studies)
    board = next((board for board in block.contents.boards if tags["FEN"].covers(board.span)), None)
    if board is None or board.placement is None:
        return None
    owned = OwnedBoard(block, board, Bond.SURE)
    turn = board.turn
    if turn is None:
        turn = next((study.code.stipulation.turn for study in _owners(owned.place, studies)), None)
    fields = [*block.text[slice(*board.span)].split(), "", "", "", ""]
    return GameSolution(block, tags, Start(board.placement, turn, fields[2] or None, fields[3] or None), owned, studies)
