"""The claims of studies to printed lines: how certain they are, and the misprints that they prove.

A claim must be certain before the line contradicts board or code. A line alone after its code certainly
belongs to it. A line elsewhere, as in a chapter of solutions after all studies, may run some way from a
board by chance: its study may have an unknown or a similar board.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import takewhile

from gbr_lsp.base.caching import cached
from gbr_lsp.solutions.assignment import MIN_PLIES, Assignment
from gbr_lsp.solutions.followed_line import FollowedLine, beginnings, follow
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.misprints import find_misprint
from gbr_lsp.solutions.position import Position, white_to_move
from gbr_lsp.solutions.prose_items import MANY_PLIES, SECOND_MOVE
from gbr_lsp.solutions.prose_text import ProseText
from gbr_lsp.solutions.slip_explanation import MIN_PROOF_PLIES, Slip, SlipExplanation

_MAX_FOREIGN_LINES = 3
"""Maximum number of other lines after a code that may belong to other studies."""
_MAX_NEAR = 400
"""Maximum number of boards or lines tried around each place.

The places are that of the line and, in a chapter of solutions, the corresponding one.
"""
_MAX_UNCLAIMED = 8
"""Maximum number of unclaimed lines that are tried for a study without a line."""
_MAX_EARLY_PLIES = 6
"""A misprint is early within this number of half-moves from the start of a line."""


class Certainty(Enum):
    """Why a line certainly belongs to a study, or why it may not."""

    ALONE = True, "it is the only line from move 1 after the code"
    FIRST = True, "it is the first line from move 1 after the code, and no other long one there runs to its end"
    ONLY_NEAR = True, "no other line from move 1 near it runs to its end from the same board"
    LONG = True, "it is long, with one change if need be, and no other long line near it runs from the same board"
    OTHER_LINE = False, "another line from move 1 near it runs to its end from the same board"
    OTHER_LINE_AFTER_CODE = False, "another long line after the code runs to its end from the same board"
    FOREIGN_LINES = False, "several lines after the code cannot be played from its board"
    OTHER_BOARD = False, "it can be played from the board of another study, too"

    def __init__(self, is_certain: bool, words: str) -> None:
        self.is_certain = is_certain
        self.words = words


class LineClaim:
    """The claim of study `number` of `assignment` for `line`, which runs from its board.

    It is certain if three conditions hold. The line does not run equally far from another
    board. No other line between this code and the next one is complete and long enough from this board.
    It is the first line between the two codes. If it is not, or if no code follows and the previous code
    has no line, a complete line from this board nearby makes it doubtful. After the last code, many lines
    that do not run from this board make it doubtful, too.
    """

    def __init__(self, assignment: Assignment, number: int, line: FollowedLine) -> None:
        self.assignment = assignment
        self.number = number
        self.line = line
        self.text = assignment.text
        self._offset = assignment.offsets[number]
        self._positions = assignment.positions[number]

    @property
    def is_main(self) -> bool:
        """Whether the line begins with move 1 and is not a note."""
        return self.text.is_main_start(self.line.start, self._offset)

    @property
    def first_move(self) -> Node | None:
        """The first move if the line begins with the first number 1 after its code, with the right dots, or None."""
        text, start = self.text, self.line.start
        number, first = text.items[start], self.line.moves[0]
        if number.span.start < self._offset or number.half != 2 + (not first.by_white):
            return None
        between = text.starts[bisect_left(text.places, self._offset) : bisect_left(text.starts, start)]
        if any(text.items[one].half < SECOND_MOVE for one in between) or _has_begun_before(text, start):
            return None
        return first

    @cached
    def certainty(self) -> Certainty:
        """How certain it is that the line belongs to the study. If it is not, the line contradicts nothing."""
        return self._certainty(self.line.plies, self.line.moves[-1].item, rival=MANY_PLIES)

    def certainty_of_misprint(self, wrong: SlipExplanation) -> Certainty:
        """Return how certain it is that the line with the misprint `wrong` belongs to the study.

        Another board competes only if the line runs from it past the misprint. A corrected line that
        runs far belongs here, unless another main line of at least a quarter of its length is complete
        from this board.
        """
        text, line = self.text, self.line
        failing = bisect_left(text.items, wrong.span.start, key=lambda item: item.span.start)
        if text.kinds[failing] == "number":
            # A half-move is missing before the number.
            failing += 1
        min_plies = max(line.plies + 1, MANY_PLIES) if wrong.slip is not Slip.NUMBER else line.plies
        certainty = self._certainty(min_plies, failing, rival=min_plies)
        return self._or_long(certainty, wrong.end - (line.first_row.half or 0), min_plies, failing)

    @cached
    def has_side_lines(self) -> bool:
        """Whether side lines can be judged: the line begins with move 1, and its board is certainly the right one."""
        plies = self.line.plies
        return self.is_main and self._or_long(self.certainty, plies, plies, self.line.moves[-1].item).is_certain

    @property
    def may_continue(self) -> bool:
        """Whether the line stops or is the last one of the text, so that the rest may be on the next page."""
        is_last = self.line.rows_in_order.stop == len(self.text.rows)
        is_open = not (self.line.is_complete or self.assignment.next_offset(self.number))
        return (is_last or is_open) and self.has_side_lines

    def _or_long(self, certainty: Certainty, runs: int, plies: int, item: int) -> Certainty:
        """Return `LONG` if the line, with `runs` half-moves, is too long for another board, else `certainty`.

        `plies` and `item` are as in `_has_other_board`.
        """
        if (
            certainty.is_certain
            or runs < MIN_PROOF_PLIES
            or any(self._is_solution(other, max(MIN_PLIES, runs // 4)) for other in self._starts_near())
            or self._has_other_board(plies, item)
        ):
            return certainty
        return Certainty.LONG

    def _certainty(self, plies: int, item: int, rival: int) -> Certainty:
        """Return how certain the claim is.

        `plies` and `item` are as in `_has_other_board`. Another line between the codes with at least
        `rival` half-moves makes it doubtful.
        """
        certainty = self._certainty_of_place
        if certainty.is_certain and any(self._is_complete_line(other, rival) for other in self._other_own_starts):
            return Certainty.OTHER_LINE_AFTER_CODE
        return Certainty.OTHER_BOARD if certainty.is_certain and self._has_other_board(plies, item) else certainty

    @cached
    def _certainty_of_place(self) -> Certainty:
        """Whether another line nearby competes with this line.

        The first of the main lines between this code and the next has no competitor if a code follows, or
        if it is the only one.
        """
        text, start, own = self.text, self.line.start, self.assignment.own_starts(self.number)
        is_first = own[:1] == [start]
        if is_first and len(own) == 1:
            return Certainty.ALONE
        if is_first and self.assignment.next_offset(self.number) is not None:
            return Certainty.FIRST
        is_here = is_first and self._has_line_before()
        foreign = 0
        for other in self._starts_near():
            if not text.is_main_start(other, self._offset) or text.items[other].half % 2:
                continue
            if not is_here and self._is_complete_line(other, MIN_PLIES):
                return Certainty.OTHER_LINE
            is_long = other in own and len(text.rows[text.row_numbers[other]].items) > MIN_PLIES
            foreign += is_long and not any(beginnings(text, other, self._positions))
            if _MAX_FOREIGN_LINES < foreign:
                return Certainty.FOREIGN_LINES
        return Certainty.FIRST if is_here else Certainty.ONLY_NEAR

    @property
    def _other_own_starts(self) -> Iterator[int]:
        """The starts of the other main lines between this code and the next; each may be the solution."""
        return (start for start in self.assignment.own_starts(self.number) if start != self.line.start)

    def _is_solution(self, start: int, plies: int) -> bool:
        """Return True if a complete main line of at least `plies` half-moves begins at `start`."""
        found = beginnings(self.text, start, self._positions)
        return self.text.is_main_start(start, self._offset) and any(
            one.is_complete and plies <= one.plies for one in found
        )

    def _is_complete_line(self, start: int, plies: int) -> bool:
        """Return True if a complete line of at least `plies` half-moves runs from `start`."""
        return any(plies <= line.plies and line.is_complete for line in self._lines_from(start, self._positions))

    def _has_other_board(self, plies: int, item: int) -> bool:
        """Return True if the line also runs from the board of another study.

        At least `plies` half-moves must run, with the move of item `item` among them.
        """
        return any(
            plies <= line.plies and any(made.item == item for made in line.moves)
            for positions in self._positions_near()
            if positions != self._positions
            for line in self._lines_from(self.line.start, positions)
        )

    def _lines_from(self, start: int, positions: Sequence[Position]) -> Iterator[FollowedLine]:
        """Yield the line at `start` from each of `positions` and in each language, if all of its first row runs."""
        begun = beginnings(self.text, start, positions)
        return (one.follow(self.text, None) for one in begun if one.is_complete)

    def _positions_near(self) -> Iterator[Sequence[Position]]:
        """Yield the positions of the studies near the line.

        For a line in the final chapter of solutions, those of the studies near the corresponding place
        follow.
        """
        number, chapter, offsets = self._start_number, self._chapter, self.assignment.offsets
        places = [bisect_left(offsets, self.text.places[number])]
        if number in chapter:
            places.append((number - chapter.start) * len(offsets) // len(chapter))
        return (self.assignment.positions[near] for near in _numbers_near(len(offsets), places))

    def _starts_near(self) -> Iterator[int]:
        """Yield the starts of the other lines near this line, in order.

        If it is in the final chapter of solutions, the lines near the study's corresponding
        place there are included.
        """
        number, chapter, offsets = self._start_number, self._chapter, self.assignment.offsets
        places = [number]
        if number in chapter:
            places.append(chapter.start + bisect_left(offsets, self._offset) * len(chapter) // len(offsets))
        starts = self.text.starts
        return (starts[near] for near in _numbers_near(len(starts), places) if near != number)

    @property
    def _start_number(self) -> int:
        return bisect_left(self.text.starts, self.line.start)

    @property
    def _chapter(self) -> range:
        """The range of indexes in the starts of the text of the lines after all codes."""
        places = self.text.places
        return range(bisect_left(places, self.assignment.offsets[-1]), len(places))

    def _has_line_before(self) -> bool:
        """Return True if the previous code has a line, or there is no previous code."""
        before = bisect_left(self.assignment.offsets, self._offset) - 1
        return before < 0 or bool(self.text.own_starts(self.assignment.offsets[before], self._offset))


def misprint_of(assignment: Assignment, number: int) -> SlipExplanation | None:
    """Return the misprint in the line of study `number`, or in a line that nobody claims; None if uncertain."""
    line, text = assignment.claimed_lines[number], assignment.text
    # Codes that claim a line share its misprint.
    wrong = text.compute_once(("misprint", line), lambda: find_misprint(text, line)) if line else None
    if wrong and line and LineClaim(assignment, number, line).certainty_of_misprint(wrong).is_certain:
        return wrong
    free = [start for start in text.main_starts(assignment.offsets[number]) if start not in assignment.taken_starts]
    min_plies = MANY_PLIES
    if line and text.is_main_start(line.start, assignment.offsets[number]):
        first = next(iter(assignment.own_starts(number)), line.start)
        free = [start for start in free if start < line.start or line.start < first]
        min_plies = line.plies + 1
    return _early_misprint(assignment, number, free, min_plies)


def _early_misprint(assignment: Assignment, number: int, free: list[int], min_plies: int) -> SlipExplanation | None:
    """Return the first misprint in a line at one of `free`, or None. At least `min_plies` half-moves must run."""
    text, positions = assignment.text, assignment.positions[number]
    for start in free[:_MAX_UNCLAIMED] if positions else ():
        if text.items[start].half % 2 and (white_to_move(positions[0]) or 1 < len(positions)):
            # A line from 1… is a remark, unless Black is known to begin.
            continue
        for language in text.languages:
            line = follow(text, start, positions[0], language, assignment.next_offset(number))
            wrong = find_misprint(text, line) if line.plies < MANY_PLIES else None
            first = line.first_row.half or 0
            if wrong is None or _MAX_EARLY_PLIES <= wrong.half - first or wrong.end - first < min_plies:
                continue
            if wrong.slip is Slip.MISSING and wrong.half == first and _has_begun_before(text, start):
                # The number is printed again for Black's move.
                continue
            if LineClaim(assignment, number, line).certainty_of_misprint(wrong).is_certain:
                return wrong
    return None


def _has_begun_before(text: ProseText, start: int) -> bool:
    """Return True if moves or a number 1 are before item `start` in its block."""
    items = text.items
    before = (items[at] for at in takewhile(lambda at: items[at].kind != "end", range(start - 1, -1, -1)))
    return any(item.kind == "move" or (item.kind == "number" and item.half < SECOND_MOVE) for item in before)


def _numbers_near(count: int, places: Sequence[int]) -> list[int]:
    """Return the numbers up to `count` that are near one of `places`, in order."""
    firsts = (max(0, place - _MAX_NEAR // 2) for place in places)
    return sorted({number for first in firsts for number in range(count)[first : first + _MAX_NEAR]})
