"""Solutions in prose: the lines that `assign` gives to studies, in the form that rules need."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.aim import aim_of, is_other_goal
from gbr_lsp.model.block import TWIN, Place, shown_text
from gbr_lsp.model.disputes import disputes_of, has_impossible_board, has_wrong_control
from gbr_lsp.model.finding import Fix, Replacement
from gbr_lsp.model.list_corrections import positions_a_slip_away
from gbr_lsp.model.section import Section
from gbr_lsp.model.solution import MAX_FIXES, SolutionOf, positions_with, relocation_fix, slip_fixes
from gbr_lsp.model.study import Bond, GoalSentence, OwnedBoard, Study
from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.placement import Placement, with_man_moved
from gbr_lsp.notation.values import SQUARE_NAMES, WHITE, Goal, Kind, Part
from gbr_lsp.solutions.assignment import Assignment
from gbr_lsp.solutions.followed_line import FollowedLine, beginnings
from gbr_lsp.solutions.languages import ENGLISH, Language
from gbr_lsp.solutions.legal_moves import LegalMove, check_sign
from gbr_lsp.solutions.likeness import long_form
from gbr_lsp.solutions.line import Line, Node, nodes_of
from gbr_lsp.solutions.line_claims import Certainty, LineClaim, misprint_of
from gbr_lsp.solutions.line_tokens import stopping_span
from gbr_lsp.solutions.movetext import MOVE_KINDS
from gbr_lsp.solutions.position import white_to_move
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.prose_items import MANY_PLIES, without_blanks
from gbr_lsp.solutions.slip_explanation import Slip, SlipExplanation
from gbr_lsp.solutions.spelling import english_san
from gbr_lsp.solutions.stated_goal import goal_after_line
from gbr_lsp.solutions.variations_in_prose import (
    SolutionProse,
    add_variations,
    core_of,
    line_with_variations,
    may_be_refuted,
    named_moves,
    play_line,
)

_BOTH_SQUARES = regex(r"[a-h][1-8]\s?(?P<link>[-–—x:×]?)\s?[a-h][1-8]")
_ENGLISH_WORD = regex(r"\b(?:wins?|draws?|white|black|the|with)\b", re.IGNORECASE)
_Made = TypeVar("_Made")
_MAX_MEN = 16
"""Maximum number of men of a list of squares that is compared with a line."""
_MAX_SQUARES = 3
"""Maximum number of squares to offer; if a man may be on more, nothing is known."""


class ProseSolution(SolutionOf):
    """The solution of study `number` of `section`, which is study `index` of `assignment`.

    `numbers` are those of all studies of the assignment. Spans count in the section.
    """

    study: Study

    def __init__(
        self,
        section: Section,
        assignment: Assignment,
        numbers: Sequence[int],
        index: int,
        line: FollowedLine | None = None,
    ) -> None:
        self.number = numbers[index]
        study = section.studies[self.number]
        super().__init__(study, next((owned for owned, _ in study.placements), None))
        self.assignment = assignment
        line = line or assignment.lines[index]
        self.claim = LineClaim(assignment, index, line) if line else None
        """The claim of the study to its line, or None."""
        self.text = assignment.text.text
        self._section = section
        self._numbers = numbers
        self._index = index

    @property
    def or_first_line(self) -> "ProseSolution":
        """The solution, or, if there is none, the first line from move 1 after the code."""
        first = None if self.claim else self.assignment.first_line(self._index)
        return ProseSolution(self._section, self.assignment, self._numbers, self._index, first) if first else self

    @property
    def certainty(self) -> Certainty | None:
        return self.claim.certainty if self.claim else None

    @property
    def moves(self) -> Sequence[Node]:
        return self.claim.line.moves if self.claim else ()

    @property
    def is_complete(self) -> bool:
        return self.claim is not None and self.claim.line.is_complete

    @property
    def unfinished_from(self) -> int | None:
        if self.claim is None or self.misprint or not self.claim.may_continue:
            return None
        return bisect_right(self._section.starts, self.moves[0].span.start) - 1

    @cached_property
    def is_main(self) -> bool:
        return self.claim is not None and self.claim.is_main

    @property
    def language(self) -> Language:
        assert self.claim
        return self.claim.line.language

    def place(self, span: Span) -> Place:
        return self._section.place(span)

    @cached_property
    def stop(self) -> Span | None:
        if self.claim is None:
            return None
        failed, last = self.claim.line.failed_item, self.moves[-1]
        return failed.span if failed else stopping_span(self.text, self.assignment.text.items, last.item, last.due)

    @cached_property
    def failed_move(self) -> Node | None:
        item = self.claim and self.claim.line.failed_item
        san = english_san(item.text, self.language) if item else None
        return Node(item.span, san, self.moves[-1].due, self.moves[-1].position, None) if item and san else None

    # A wrong or missing move. In prose, a broken line is no evidence against a board.

    @cached_property
    def misprint(self) -> SlipExplanation | None:
        return misprint_of(self.assignment, self._index)

    @cached_property
    def problems(self) -> Sequence[Node]:
        """The misprint as a node, or nothing if code or board may be wrong instead."""
        study = self.study
        if not self._misprints or not self._has_sound_board or (has_wrong_control(study) and not study.boards):
            return ()
        found = self._misprints.values()
        return [one.node for one in found if not self._has_disputes or self._proves_board(one)]

    def _proves_board(self, wrong: SlipExplanation) -> bool:
        """Return True if the line with the misprint `wrong` is long, and stops earlier if the code is right."""
        disputes, text = disputes_of(self.study).as_list, self.assignment.text
        if not wrong.proves_position or not all(dispute.possible_boards for dispute in disputes):
            return False
        start = text.starts[bisect_right(text.places, wrong.line[0].span.start) - 1]
        boards = (board for dispute in disputes for board in dispute.possible_boards)
        lines = (one for board in boards for one in beginnings(text, start, positions_with(self.study, board)))
        return all(one.follow(text, None).plies < wrong.depth - 1 for one in lines)

    @cached_property
    def _misprints(self) -> dict[Span, SlipExplanation]:
        """The misprint of the main line and those of side lines, by their spans."""
        found = [self.misprint] if self.misprint else []
        if self.claim and self.claim.has_side_lines:
            from gbr_lsp.solutions.side_lines import side_misprints

            text, line = self.assignment.text, self.claim.line
            others = [one for one in self.assignment.lines if one and one.start != line.start]
            found += text.compute_once(("side lines", line), lambda: side_misprints(text, line, others))
        return {one.span: one for one in found}

    @cached_property
    def _has_sound_board(self) -> bool:
        """Whether moves from the board can be judged: illegal moves from one that may be wrong are no finding."""
        return not self.study.occurrence.has_sic and not has_impossible_board(self.study)

    @cached_property
    def _has_disputes(self) -> bool:
        return disputes_of(self.study).has_any

    @cached_property
    def moved_men(self) -> tuple[Fix, ...]:
        owned, study, wrong, fixes = self.board, self.study, self.misprint, list[Fix]()
        shown, spelled = owned and owned.board.placement, study.spelled_position
        for man in wrong.relocations[:MAX_FIXES] if wrong and not (shown and shown == spelled) else ():
            if owned and shown:
                place, wanted = owned.placement_place, with_man_moved(shown, man.square, man.new_square)
                edit = place and Replacement(place, wanted.fen)
                source = owned.name
            else:
                listed = study.occurrence.parts_of(Kind.PIECE, Kind.PAWN)
                part = next((part for part in listed if part.square == man.square), None)
                edit = part and Replacement(study.place(part.span), SQUARE_NAMES[man.new_square])
                source = "list of squares"
            if edit:
                fixes.append(relocation_fix(man, source, edit))
        return tuple(fixes)

    def reason(self, node: Node) -> str:
        """Return an explanation of the wrong move; empty if it is only illegal.

        Example: `After 3.Kd5 the printed Kc7 is illegal; 3.Kd5 may be the misprint`.
        """
        wrong = self._misprints.get(node.span)
        if wrong and wrong.slip is Slip.EXCHANGED and wrong.second:
            one, other = self.printed_move(node), self._shown_text(wrong.second.span)
            return f"{one} {other} is not legal, but {node.number}{other} {one.removeprefix(node.number)} is"
        if wrong and wrong.stop and wrong.is_legal:
            move, stop = self.printed_move(node), self._shown_text(wrong.stop.span)
            return f"After {move} the printed {stop} is illegal; {move} may be the misprint"
        return ""

    def node_text(self, node: Node) -> str:
        """Return the text of `node` with its markup."""
        return self._section.text[slice(*node.span)]

    def printed_move(self, node: Node) -> str:
        return f"{node.number}{self._shown_text(node.span)}"

    def _shown_text(self, span: Span) -> str:
        """Return the text of one word at `span` as a reader sees it."""
        block, span = self.place(span)
        return without_blanks(shown_text(block)[slice(*span)])

    def corrections(self, node: Node) -> tuple[Fix, ...]:
        wrong, text = self._misprints.get(node.span), self.node_text(node)
        if wrong is None or "<" in text:
            # The man is in a tag of its own, and a fix would break it.
            return ()
        style, sign = wrong.style, ""
        if wrong.slip is not Slip.MISSING:
            style = style if wrong.slip is Slip.UNREADABLE else text
            sign = text[len(text.rstrip("+#†‡!? ")) :].replace("+", "").replace("#", "")
        fixes = slip_fixes(wrong, self.place, lambda move: f"{self.move_text(move, node, style)}{sign}")
        if wrong.slip in (Slip.DOUBLED, Slip.EXCHANGED, Slip.MISSING):
            return fixes
        # Without a board, the moves start from the squares of the code, which may have the slip too.
        tied = wrong.may_be_of_board or self.board is None
        men = self.moved_men if wrong is self.misprint else ()
        return (*(fix._replace(is_tied=tied) for fix in fixes), *men)

    def move_text(self, move: LegalMove, node: Node, printed: str) -> str:
        """Return `move` in the letters of the text. It has two squares if `printed` has two: `Kg3-g4`."""
        wrong, san = self._misprints[node.span], move.san
        long = _BOTH_SQUARES.search(printed)
        if long:
            quiet = long["link"].replace("x", "-").replace(":", "-").replace("×", "-")
            san = long_form(wrong.before, move, "x" if "x" in san else quiet)
        san = wrong.language.from_english(san, white=not white_to_move(move.after))
        place = self.place(wrong.span)
        moves = place.block.host.moves
        if moves and moves.spell:
            san = moves.spell(san, place.block.text[slice(*place.span)], place.block.text)
        return f"{san}{check_sign(move.after)}"

    # What a line that runs contradicts.

    @cached_property
    def first_move(self) -> tuple[Place, bool] | None:
        move = self.claim.first_move if self.claim else None
        return (self.place(move.span), move.by_white) if move else None

    @cached_property
    def wrong_turns(self) -> Sequence[OwnedBoard]:
        if not self.first_move:
            return ()
        _, by_white = self.first_move
        boards = [
            owned
            for owned in self.study.boards
            if owned.board.kind is BoardKind.FEN
            and owned.bond in (Bond.SURE, Bond.AGREES)
            and owned.board.turn is (not by_white)
        ]
        return boards if boards and self._has_sound_board and (not self.is_main or self.is_certain) else ()

    @cached_property
    def wrong_goal(self) -> GoalSentence | None:
        """The words after the line that contradict the goal; None if a code of the same line has their goal."""
        line = self.claim.line if self.claim and self.is_main and not self.misprint else None
        stated = goal_after_line(self.text, line.moves) if line and line.is_complete else None
        if not line or not stated or not is_other_goal(self.study, stated[0]):
            return None
        goal, words = stated
        for index in self.assignment.numbers_by_start[line.start]:
            other_goal = self._section.studies[self._numbers[index]].code.stipulation.goal
            if other_goal is goal and not misprint_of(self.assignment, index):
                return None
        return GoalSentence(self.place(words), goal) if self.is_certain else None

    @cached_property
    def wrong_square(self) -> tuple[Part, list[int], Place] | None:
        """The part of the list with the only wrong square: the solution runs if this man is elsewhere.

        The table of slips contains the squares to try. The solution is the line that begins after the code;
        that of a twin, with a man elsewhere, proves nothing.
        """
        study, spelled = self.study, self.study.spelled_position
        listed = study.occurrence.parts_of(Kind.PIECE, Kind.PAWN)
        if spelled is None or study.boards or study.occurrence.has_sic or not 0 < len(listed) <= _MAX_MEN:
            return None
        if self.misprint or self.is_complete:
            return None
        text, until = self.assignment.text, self.assignment.next_offset(self._index)
        code_end = self._section.span(study.code_place).end
        start = min(text.own_starts(code_end, until), default=None)
        if start is None or TWIN.search(self.text, code_end, text.items[start].span.start):
            return None
        if self._is_complete_from(spelled, start, until):
            return None
        found: dict[Part, list[int]] = {}
        for part, square, placement in positions_a_slip_away(study, listed):
            if not impossibility(placement, WHITE) and self._is_complete_from(placement, start, until):
                found.setdefault(part, []).append(square)
        if len(found) != 1:
            return None
        ((part, squares),) = found.items()
        return (part, squares, self.place(text.items[start].span)) if len(squares) <= _MAX_SQUARES else None

    def _is_complete_from(self, placement: Placement, start: int, until: int | None) -> bool:
        """Return True if the line at `start` runs from `placement` to its end, at least `MANY_PLIES` half-moves."""
        text = self.assignment.text
        for begun in beginnings(text, start, positions_with(self.study, placement)):
            if MANY_PLIES <= begun.plies:
                line = begun.follow(text, until)
                if line.is_complete and line.is_at_row_end:
                    return True
        return False

    # The line measured by the goal of the study.

    @cached_property
    def can_be_judged(self) -> bool:
        """Whether it is a main line that can be measured by the goal: code, board and letters are not in doubt."""
        has_sic = self.study.occurrence.has_sic
        return self.is_main and not has_sic and not self._has_disputes and not self._has_doubtful_letters

    @cached_property
    def _prose(self) -> SolutionProse:
        aim = aim_of(self.study)
        return SolutionProse(self.assignment.text, self.language, aim.goal if aim else Goal.WIN)

    @cached_property
    def line(self) -> Line:
        return self._shared("line", self._prose.goal, self._read_line)

    def _read_line(self) -> Line:
        nodes = line_with_variations(self._prose, self.moves)
        if self.claim and not self.is_complete:
            last, failed = self.moves[-1], self.claim.line.failed_item
            span = failed.span if failed else Span(last.span.end, last.span.end)
            nodes.append(Node(span, None, last.due, last.after, None, MoveProblem.UNREADABLE, parent=nodes[-1]))
        return nodes

    def _shared(self, name: str, goal: Goal, make: Callable[[], _Made]) -> _Made:
        """Return `make()`, computed once for all codes that share the line and have this `goal`."""
        return self.assignment.text.compute_once((name, self.claim and self.claim.line, goal), make)

    @cached_property
    def _has_doubtful_letters(self) -> bool:
        """Whether another language of the text reads all of the main line, with other moves.

        `a8=B` makes a bishop in English and a rook in Hungarian. A text with English words is
        English if its letters fit.
        """
        if self.language is ENGLISH and _ENGLISH_WORD.search(self.text):
            return False
        others = [one for one in self.assignment.text.languages if one.name != self.language.name]
        meant = {node.span: node.san for node in nodes_of(self.line)} if others else {}
        read = (node for language in others for node in nodes_of(self._line_in(language)))
        return any(meant.get(node.span, node.san) != node.san for node in read)

    def _line_in(self, language: Language) -> Line:
        """Return the moves with variations in letters of `language`, or an empty line."""
        first, prose = self.moves[0], self._prose._replace(language=language)
        assert first.before
        line = play_line(prose, first.half, [move.item for move in self.moves], first.before) or []
        add_variations(prose, line)
        return line

    def may_be_refuted(self, goal: Goal) -> bool:
        prose = self._prose._replace(goal=goal)
        return self._shared("may be refuted", goal, lambda: may_be_refuted(prose, self.line))

    @cached_property
    def has_one_line(self) -> bool:
        assert self.claim
        text, start, made = self.assignment.text, self.claim.line.start, {move.item for move in self.moves}
        later_starts = text.starts[bisect_right(text.starts, max(made)) :]
        end = next((at for at in later_starts if text.items[at].half == text.items[start].half), len(text.items))
        depth = 0
        for at in range(start, end):
            depth += {"open": 1, "close": -1}.get(text.kinds[at], 0)
            if depth <= 0 and text.kinds[at] in MOVE_KINDS and at not in made:
                return False
        return True

    def has_mention_of(self, node: Node, san: str) -> bool:
        text, language = self.assignment.text, self.language
        named = text.compute_once(("named moves", language.name), lambda: named_moves(text.items, language))
        return not {(node.half, core_of(san)), (None, core_of(san))}.isdisjoint(named)
