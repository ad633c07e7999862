"""Certainty that a printed line belongs to a study, needed before it contradicts board or code.

A line alone after its code surely belongs to it. A line elsewhere, as in a chapter of solutions
after all studies, may run some way from a board by chance: its study may have an unknown or a
similar board.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from gbr_lsp.model.line_claims import is_main_start, next_study, own_starts
from gbr_lsp.solutions.main_line import Beginning, FollowedLines, PrintedLine, ProseText, can_begin, run_from
from gbr_lsp.solutions.misprints import LineMisprint
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.prose_items import MANY_PLIES

_T = TypeVar("_T")
_MIN_PLIES = 3
"""Minimum number of half-moves of a solution."""
_MIN_PROOF_PLIES = 10
"""A line with one misprint belongs to the board if this many half-moves run otherwise."""
_MAX_FOREIGN_LINES = 3
"""Maximum number of other lines after a code that may belong to other studies."""
_MAX_NEAR = 400
"""Maximum number of boards or lines tried around each place.

The places are that of the line and, in a chapter of solutions, the corresponding one.
"""


class LineBond(NamedTuple):
    """A study that may own lines of a text.

    `offset` is that of its code, `positions` are its possible positions. `studies` are the sorted
    `(offset, positions)` of all studies of the text.

    A line surely belongs to the study if three conditions hold. It does not run equally far from
    another board. No other line between this code and the next one is complete and long enough from
    this board. It is the first line between the two codes. If it is not, or if no code follows and the
    previous code has no line, a complete line from this board nearby makes it doubtful. After the last
    code, many lines that do not run from this board make it doubtful, too.
    """

    text: ProseText
    offset: int
    positions: list[Position]
    studies: Sequence[tuple[int, list[Position]]]

    def is_sure_of(self, line: PrintedLine, start: int) -> bool:
        """Return True if `line`, which begins at item `start`, surely belongs to the study."""
        return self._is_sure(start, len(line.moves), line.moves[-1].item, rival=MANY_PLIES)

    def is_sure_of_misprint(self, wrong: LineMisprint, lines: FollowedLines) -> bool:
        """Return True if the line with the misprint `wrong` surely belongs to the study.

        Another board competes only if the line runs from it past the misprint. A corrected line that
        runs far belongs here, unless another main line of at least a quarter of its length is complete
        from this board.
        """
        text = self.text
        failing = bisect_left(text.items, wrong.span.start, key=lambda item: item.span.start)
        if text.kinds[failing] == "number":
            # A half-move is missing before the number.
            failing += 1
        min_plies = max(len(lines.main_line.moves) + 1, MANY_PLIES)
        start = text.rows[lines.first_row].items[0]
        if self._is_sure(start, min_plies, failing, rival=min_plies):
            return True
        runs = wrong.end - (text.rows[lines.first_row].half or 0)
        rival = max(_MIN_PLIES, runs // 4)
        return (
            _MIN_PROOF_PLIES <= runs
            and not any(self._is_solution(other, rival) for other in self._starts_near(start) if other != start)
            and not self._has_other_board(start, min_plies, failing)
        )

    def _is_solution(self, start: int, plies: int) -> bool:
        """Return True if a complete main line of at least `plies` half-moves begins at `start`."""
        found = _beginnings(self.text, start, self.positions)
        return is_main_start(self.text, start) and any(one.is_complete and plies <= one.plies for one in found)

    def _is_sure(self, start: int, plies: int, item: int, rival: int) -> bool:
        """Return True if the line at `start` surely belongs to the study.

        `plies` and `item` are as in `_has_other_board`. Another line between the codes with at least
        `rival` half-moves makes it doubtful.
        """
        own = own_starts(self.text, self.offset, next_study(self.studies, self.offset))
        return (
            self._is_own(own, start)
            and not any(self._is_complete_line(other, rival) for other in own if other != start)
            and not self._has_other_board(start, plies, item)
        )

    def _is_complete_line(self, start: int, plies: int) -> bool:
        """Return True if a complete line of at least `plies` half-moves runs from `start`."""
        found = _beginnings(self.text, start, self.positions)
        lines = (begun.follow(self.text, None).main_line for begun in found if begun.is_complete)
        return any(plies <= len(line.moves) and line.is_complete for line in lines)

    def _has_other_board(self, start: int, plies: int, item: int) -> bool:
        """Return True if the line at `start` also runs from the board of another study.

        At least `plies` half-moves must run, with the move of item `item` among them.
        """
        return any(
            plies <= len(line.moves) and any(made.item == item for made in line.moves)
            for _, others in self._studies_near(start)
            if others != self.positions
            for begun in _beginnings(self.text, start, others)
            if begun.is_complete
            for line in [begun.follow(self.text, None).main_line]
        )

    def _is_own(self, own: Sequence[int], start: int) -> bool:
        """Return True if no other line nearby competes with the line at `start`.

        `own` are the starts of the main lines between this code and the next. The first of them has
        no competitor if a code follows, or if it is the only one.
        """
        text = self.text
        is_first = own[:1] == [start]
        if is_first and (next_study(self.studies, self.offset) is not None or len(own) == 1):
            return True
        is_here = is_first and self._has_line_before()
        foreign = 0
        for other in self._starts_near(start):
            if other == start or not is_main_start(text, other) or text.items[other].half % 2:
                continue
            if not is_here and self._is_complete_line(other, _MIN_PLIES):
                return False
            is_long = other in own and len(text.rows[text.row_number_at(other)].items) > _MIN_PLIES
            foreign += is_long and not any(_beginnings(text, other, self.positions))
            if _MAX_FOREIGN_LINES < foreign:
                return False
        return True

    def _studies_near(self, start: int) -> Iterator[tuple[int, list[Position]]]:
        """Yield the studies near the line at `start`, each as its offset and positions.

        For a line in the final chapter of solutions, the studies near the corresponding place
        follow.
        """
        number, chapter = self._number(start), self._chapter()
        places = [bisect_left(self.studies, self.text.places[number], key=_offset)]
        if number in chapter:
            places.append((number - chapter.start) * len(self.studies) // len(chapter))
        return _members_near(self.studies, places)

    def _starts_near(self, start: int) -> Iterator[int]:
        """Yield the item indexes of the starts of lines near `start`, in order.

        If `start` is in the final chapter of solutions, the lines near the study's corresponding
        place there are included.
        """
        number, chapter = self._number(start), self._chapter()
        places = [number]
        if number in chapter:
            own = bisect_left(self.studies, self.offset, key=_offset)
            places.append(chapter.start + own * len(chapter) // len(self.studies))
        return _members_near(self.text.starts, places)

    def _number(self, start: int) -> int:
        """Return the index of `start` in `text.starts`."""
        return bisect_left(self.text.places, self.text.items[start].span.start)

    def _chapter(self) -> range:
        """Return the range of indexes in `text.starts` of the lines after all codes."""
        return range(bisect_left(self.text.places, self.studies[-1][0]), len(self.text.places))

    def _has_line_before(self) -> bool:
        """Return True if the previous code has a line, or there is no previous code."""
        before = bisect_left(self.studies, self.offset, key=_offset) - 1
        return before < 0 or bool(own_starts(self.text, self.studies[before][0], self.offset))


def _members_near(some: Sequence[_T], places: Sequence[int]) -> Iterator[_T]:
    """Yield the members of `some` with indexes near `places`, in order and each once."""
    firsts = (max(0, place - _MAX_NEAR // 2) for place in places)
    numbers = {number for first in firsts for number in range(len(some))[first : first + _MAX_NEAR]}
    return (some[number] for number in sorted(numbers))


def _offset(study: tuple[int, list[Position]]) -> int:
    return study[0]


def _beginnings(text: ProseText, start: int, positions: Sequence[Position]) -> Iterator[Beginning]:
    """Yield the `Beginning` at item `start` for each position of `positions` and each language.

    Those without a legal first move are left out.
    """
    for position in positions:
        for language in text.languages:
            if can_begin(text, start, position, language):
                begun = run_from(text, start, position, language)
                if begun.plies:
                    yield begun
