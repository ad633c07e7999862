"""Misprints in the solutions of a section of prose, in the form that rules need."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, Protocol

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Place, shown_text
from gbr_lsp.model.dispute_fixes import placement_edit
from gbr_lsp.model.disputes import disputes_of, has_impossible_board, has_wrong_control
from gbr_lsp.model.finding import Fix, Replacement
from gbr_lsp.model.game_solutions import MAX_FIXES, NamedPlace, WrongBoard, relocation_fix, slip_fixes
from gbr_lsp.model.line_claims import LineClaim
from gbr_lsp.model.list_corrections import WrongList
from gbr_lsp.model.prose_solutions import first_move, follow_lines, prose_by_studies
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.model.wrong_goals import WrongGoal, goal_after, is_evaluation, is_other_goal, is_paragraph_start
from gbr_lsp.model.wrong_lists import wrong_list
from gbr_lsp.model.wrong_turns import WrongTurn, wrong_turns
from gbr_lsp.notation.placement import with_man_moved
from gbr_lsp.notation.values import SQUARE_NAMES, Goal, Kind
from gbr_lsp.solutions.legal_moves import LegalMove, check_sign, intended_moves
from gbr_lsp.solutions.likeness import long_form
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.position import AMBIGUOUS, play
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.prose_items import without_blanks
from gbr_lsp.solutions.san import MOVES
from gbr_lsp.solutions.slip_explanation import Slip, SlipExplanation

_BOTH_SQUARES = regex(r"[a-h][1-8]\s?(?P<link>[-–—x:×]?)\s?[a-h][1-8]")
_PROBLEMS = {
    Slip.MISSING: MoveProblem.MISSING,
    Slip.UNREADABLE: MoveProblem.UNREADABLE,
    Slip.NUMBER: MoveProblem.NUMBER,
}
_MIN_SOLUTION_PLIES = 3
"""Minimum number of half-moves before the words, so that the line counts as a solution."""


class WrongMoves(Protocol):
    """Moves that may be wrong: those of a PGN game, a `Solution`, or one of a printed line, a `Misprint`."""

    @property
    def board(self) -> NamedPlace | None: ...
    @property
    def wrong_board(self) -> WrongBoard | None: ...
    @property
    def moved_men(self) -> tuple[Fix, ...]: ...
    def nodes_with(self, problem: MoveProblem) -> Iterator[Node]: ...
    def reason(self, node: Node) -> str: ...
    def place(self, span: Span) -> Place: ...
    def node_text(self, node: Node) -> str: ...
    def printed_move(self, node: Node) -> str: ...
    def intended_moves(self, node: Node) -> list[str]: ...
    def corrections(self, node: Node) -> tuple[Fix, ...]: ...


class Misprint(NamedTuple):
    """A wrong or missing move of a solution in prose. It has one node."""

    section: Section
    explanation: SlipExplanation
    board: NamedPlace | None
    moved_men: tuple[Fix, ...] = ()
    """Fixes that move a man of the board or the square list, so that all moves become legal."""

    @property
    def wrong_board(self) -> None:
        """Always None: in prose, a broken line is no evidence against a board."""
        return None

    def nodes_with(self, problem: MoveProblem) -> Iterator[Node]:
        """Yield the wrong move as a `Node` if its problem is `problem`, otherwise nothing."""
        wrong = self.explanation
        unplayed = MoveProblem.AMBIGUOUS if self._is_ambiguous else MoveProblem.ILLEGAL
        if problem is _PROBLEMS.get(wrong.slip, unplayed):
            yield Node(wrong.span, wrong.san or None, wrong.half, wrong.before, None, problem)

    @property
    def _is_ambiguous(self) -> bool:
        """Whether the line breaks off because two men can make the printed move."""
        wrong = self.explanation
        is_played = wrong.is_legal or wrong.slip not in (Slip.WRONG, Slip.DOUBLED)
        move = None if is_played else MOVES[wrong.before[3]][wrong.san]
        return move is not None and play(wrong.before, move) is AMBIGUOUS

    def reason(self, node: Node) -> str:
        """Return an explanation of the wrong move; empty if it is only illegal.

        Example: `After 3.Kd5 the printed Kc7 is illegal; 3.Kd5 may be the misprint`.
        """
        wrong = self.explanation
        if wrong.slip is Slip.EXCHANGED and wrong.second:
            one, other = self.printed_move(node), self._shown_text(wrong.second.span)
            first = one.removeprefix(node.number)
            return f"{one} {other} is not legal, but {node.number}{other} {first} is"
        if wrong.stop and wrong.is_legal:
            move = self.printed_move(node)
            return (
                f"After {move} the printed {self._shown_text(wrong.stop.span)} is illegal; {move} may be the misprint"
            )
        return ""

    def place(self, span: Span) -> Place:
        """Return the `Place` of `span`."""
        return self.section.place(span)

    def node_text(self, node: Node) -> str:
        """Return the text of `node`."""
        return self.section.text[slice(*node.span)]

    def printed_move(self, node: Node) -> str:
        """Return the move `node` as a reader sees it, with its number."""
        return f"{node.number}{self._shown_text(node.span)}"

    def _shown_text(self, span: Span) -> str:
        """Return the text of one word at `span` as a reader sees it."""
        block, span = self.place(span)
        return without_blanks(shown_text(block)[slice(*span)])

    def intended_moves(self, node: Node) -> list[str]:
        """Return the moves that the ambiguous `node` may mean, written as in the text."""
        return [
            self._move_text(move, self.node_text(node))
            for move in intended_moves(self.explanation.before, self.explanation.san)
        ]

    def corrections(self, node: Node) -> tuple[Fix, ...]:
        """Return a tuple of fixes with moves that make the line run, the best first."""
        wrong, text = self.explanation, self.node_text(node)
        if "<" in text:
            # The man is in a tag of its own, and a fix would break it.
            return ()
        style, sign = wrong.style, ""
        if wrong.slip is not Slip.MISSING:
            style = style if wrong.slip is Slip.UNREADABLE else text
            sign = text[len(text.rstrip("+#†‡!? ")) :].replace("+", "").replace("#", "")
        fixes = slip_fixes(wrong, self.place, lambda move: f"{self._move_text(move, style)}{sign}")
        if wrong.slip in (Slip.DOUBLED, Slip.EXCHANGED, Slip.MISSING):
            return fixes
        # Without a board, the moves start from the squares of the code, which may have the slip too.
        tied = wrong.may_be_of_board or self.board is None
        return (*(fix._replace(is_tied=tied) for fix in fixes), *self.moved_men)

    def _move_text(self, move: LegalMove, printed: str) -> str:
        """Return `move` in the letters of the text, in the form of `printed`.

        It has two squares if `printed` has two: `Kg3-g4`.
        """
        long = _BOTH_SQUARES.search(printed)
        san = move.san
        if long:
            quiet = long["link"].replace("x", "-").replace(":", "-").replace("×", "-")
            san = long_form(self.explanation.before, move, "x" if "x" in san else quiet)
        san = self.explanation.language.from_english(san, white=not move.after[3])
        place = self.place(self.explanation.span)
        moves = place.block.host.moves
        if moves and moves.spell:
            san = moves.spell(san, place.block.text[slice(*place.span)], place.block.text)
        return f"{san}{check_sign(move.after)}"


class SectionLines(NamedTuple):
    """The results for the printed lines of a section.

    `runs` has, for each study, whether its line runs. `turns` are wrong statements of the side to
    move, `main_lines` the main lines from move 1 with their studies. `goals` and `lists` are those that
    the lines contradict. `misprinted_studies` are the numbers of the studies with a misprint, reported
    or not.
    """

    runs: list[bool]
    misprints: Sequence[Misprint] = ()
    turns: Sequence[WrongTurn] = ()
    main_lines: Sequence[tuple[Study, LineClaim]] = ()
    goals: Sequence[WrongGoal] = ()
    lists: Sequence[WrongList] = ()
    misprinted_studies: Sequence[int] = ()


def section_lines(section: Section, selected: Collection[int] | None = None) -> SectionLines:
    """Return the `SectionLines` of the studies of `section`, which is prose.

    `selected` limits this to the studies with these numbers.
    """
    runs = [False] * len(section.studies)
    if not runs or section.blocks[0].host.has_records:
        return SectionLines(runs)
    misprints: list[Misprint] = []
    turns: list[WrongTurn] = []
    lists: list[WrongList] = []
    main_lines: list[tuple[Study, LineClaim]] = []
    sound: list[tuple[Study, LineClaim]] = []
    misprinted_studies: list[int] = []
    followed = [one for studies in prose_by_studies(section) for one in follow_lines(studies, selected)]
    for here, claim, wrong in sorted(followed, key=lambda one: one.study.number):
        study = section.studies[here.number]
        runs[here.number] = claim is not None
        if claim and claim.is_main:
            main_lines.append((study, claim))
            # After a misprint, the line that runs may be another one.
            sound += [] if wrong else main_lines[-1:]
        if wrong:
            misprinted_studies.append(here.number)
        elif selected is None and not (claim and claim.line.is_complete) and (found := wrong_list(here, study)):
            part, squares, begins = found
            lists.append(WrongList(study, part, squares, section.place(begins)))
        move = first_move(claim) if claim else None
        if not (move or wrong) or study.occurrence.has_sic or has_impossible_board(study):
            # Illegal moves from a board that may itself be wrong are no finding.
            continue
        if claim and move:
            study_turns = wrong_turns(study, section.place(move.span), turn=move.by_white)
            turns += study_turns if study_turns and (not claim.is_main or claim.is_sure()) else []
        if wrong and not disputes_of(study).has_any and not (has_wrong_control(study) and not study.boards):
            owned = next((owned for owned, _ in study.placements), None)
            board = NamedPlace(owned.board.name, owned.place) if owned else None
            misprints.append(Misprint(section, wrong, board, _moved_men(study, owned, wrong)))
    goals = list(_wrong_goals(section, sound))
    return SectionLines(runs, misprints, turns, main_lines, goals, lists, misprinted_studies)


def _moved_men(study: Study, owned: OwnedBoard | None, wrong: SlipExplanation) -> tuple[Fix, ...]:
    """Return a tuple of fixes that move a man of the board to another square.

    If there is no board, they move one of the square list.
    """
    shown, spelled = owned and owned.board.placement, study.spelled_position
    men = () if shown and shown == spelled else wrong.relocations[:MAX_FIXES]
    fixes = []
    for man in men:
        if owned and shown:
            edit = placement_edit(owned, with_man_moved(shown, man.square, man.new_square))
            source = owned.board.name
        else:
            listed = study.occurrence.parts_of(Kind.PIECE, Kind.PAWN)
            part = next((part for part in listed if part.square == man.square), None)
            edit = part and Replacement(study.place(part.span), SQUARE_NAMES[man.new_square])
            source = "list of squares"
        if edit:
            fixes.append(relocation_fix(man, source, edit))
    return tuple(fixes)


def _wrong_goals(section: Section, mains: Sequence[tuple[Study, LineClaim]]) -> Iterator[WrongGoal]:
    """Yield a `WrongGoal` for each of `mains` if the words after the line contradict the study.

    A line shared with a code that has this goal is skipped.
    """
    goals = {(main.start, study.code.stipulation.goal) for study, main in mains}
    for study, main in mains:
        stated = _goal_after_line(section.prose.text, main)
        if stated and is_other_goal(study, stated[0]) and (main.start, stated[0]) not in goals and main.is_sure():
            yield WrongGoal(study, stated[0], section.place(stated[1]))


def _goal_after_line(text: str, main: LineClaim) -> tuple[Goal, Span] | None:
    """Return the goal in the words after a complete line, and their span, or None."""
    first, last = main.line.moves[0], main.line.moves[-1]
    if (
        not main.line.is_complete
        or len(main.line.moves) < _MIN_SOLUTION_PLIES
        or not is_paragraph_start(text, first.span.start)
    ):
        return None
    stated = goal_after(text, last.span.end, by_white=last.by_white)
    return None if stated and is_evaluation(text, first.span.start, stated[1]) else stated
