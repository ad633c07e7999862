"""Claims of studies to printed lines of prose: each claims the best line nearby from its board.

A claim must be sure before the line contradicts board or code. A line alone after its code surely
belongs to it. A line elsewhere, as in a chapter of solutions after all studies, may run some way from a
board by chance: its study may have an unknown or a similar board.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from gbr_lsp.model.line_starts import ProseStudy, beginnings, is_main_start, near_starts, offset_of, own_starts
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.main_line import FollowedLines, PrintedLine, ProseText
from gbr_lsp.solutions.prose_items import MANY_PLIES, SECOND_MOVE, is_note
from gbr_lsp.solutions.slip_explanation import SlipExplanation

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


class LineClaim(NamedTuple):
    """A line that runs from the board of a study.

    It surely belongs to the study if three conditions hold. It does not run equally far from another
    board. No other line between this code and the next one is complete and long enough from this board.
    It is the first line between the two codes. If it is not, or if no code follows and the previous code
    has no line, a complete line from this board nearby makes it doubtful. After the last code, many lines
    that do not run from this board make it doubtful, too.
    """

    study: ProseStudy
    lines: FollowedLines

    @property
    def prose(self) -> ProseText:
        """The text that was read."""
        return self.study.prose

    @property
    def start(self) -> int:
        """The index of its first move number in the items of the text."""
        return self.lines.first_row.items[0]

    @property
    def line(self) -> PrintedLine:
        """The moves of the main line."""
        return self.lines.main_line

    @property
    def language(self) -> Language:
        """The language of the letters of the moves."""
        return self.lines.tree.language

    @property
    def half(self) -> int:
        """Twice the first move number, plus 1 if Black moves first: `1…` → 3."""
        return self.line.moves[0].half

    @property
    def is_main(self) -> bool:
        """Whether the line begins with move 1 and is not a note."""
        return is_main_start(self.prose, self.start, self.study.offset)

    def is_sure(self) -> bool:
        """Return True if the line surely belongs to this study; otherwise it contradicts nothing."""
        moves = self.line.moves
        return self._is_sure(len(moves), moves[-1].item, rival=MANY_PLIES)

    def is_sure_of_misprint(self, wrong: SlipExplanation) -> bool:
        """Return True if the line with the misprint `wrong` surely belongs to the study.

        Another board competes only if the line runs from it past the misprint. A corrected line that
        runs far belongs here, unless another main line of at least a quarter of its length is complete
        from this board.
        """
        text, lines, start = self.prose, self.lines, self.start
        failing = bisect_left(text.items, wrong.span.start, key=lambda item: item.span.start)
        if text.kinds[failing] == "number":
            # A half-move is missing before the number.
            failing += 1
        min_plies = max(len(lines.main_line.moves) + 1, MANY_PLIES)
        if self._is_sure(min_plies, failing, rival=min_plies):
            return True
        runs = wrong.end - (lines.first_row.half or 0)
        rival = max(_MIN_PLIES, runs // 4)
        return (
            _MIN_PROOF_PLIES <= runs
            and not any(self._is_solution(other, rival) for other in self._starts_near() if other != start)
            and not self._has_other_board(min_plies, failing)
        )

    def _is_solution(self, start: int, plies: int) -> bool:
        """Return True if a complete main line of at least `plies` half-moves begins at `start`."""
        found = beginnings(self.prose, start, self.study.positions)
        return is_main_start(self.prose, start, self.study.offset) and any(
            one.is_complete and plies <= one.plies for one in found
        )

    def _is_sure(self, plies: int, item: int, rival: int) -> bool:
        """Return True if the line surely belongs to the study.

        `plies` and `item` are as in `_has_other_board`. Another line between the codes with at least
        `rival` half-moves makes it doubtful.
        """
        own = self.study.own_starts
        return (
            self._is_own(own)
            and not any(self._is_complete_line(other, rival) for other in own if other != self.start)
            and not self._has_other_board(plies, item)
        )

    def _is_complete_line(self, start: int, plies: int) -> bool:
        """Return True if a complete line of at least `plies` half-moves runs from `start`."""
        found = beginnings(self.prose, start, self.study.positions)
        lines = (begun.follow(self.prose, None).main_line for begun in found if begun.is_complete)
        return any(plies <= len(line.moves) and line.is_complete for line in lines)

    def _has_other_board(self, plies: int, item: int) -> bool:
        """Return True if the line also runs from the board of another study.

        At least `plies` half-moves must run, with the move of item `item` among them.
        """
        return any(
            plies <= len(line.moves) and any(made.item == item for made in line.moves)
            for other in self._studies_near()
            if other.positions != self.study.positions
            for begun in beginnings(self.prose, self.start, other.positions)
            if begun.is_complete
            for line in [begun.follow(self.prose, None).main_line]
        )

    def _is_own(self, own: Sequence[int]) -> bool:
        """Return True if no other line nearby competes with this line.

        `own` are the starts of the main lines between this code and the next. The first of them has
        no competitor if a code follows, or if it is the only one.
        """
        text, start = self.prose, self.start
        is_first = own[:1] == [start]
        if is_first and (self.study.next_offset is not None or len(own) == 1):
            return True
        is_here = is_first and self._has_line_before()
        foreign = 0
        for other in self._starts_near():
            if other == start or not is_main_start(text, other, self.study.offset) or text.items[other].half % 2:
                continue
            if not is_here and self._is_complete_line(other, _MIN_PLIES):
                return False
            is_long = other in own and len(text.rows[text.row_numbers[other]].items) > _MIN_PLIES
            foreign += is_long and not any(beginnings(text, other, self.study.positions))
            if _MAX_FOREIGN_LINES < foreign:
                return False
        return True

    def _studies_near(self) -> Iterator[ProseStudy]:
        """Yield the studies near the line.

        For a line in the final chapter of solutions, the studies near the corresponding place
        follow.
        """
        number, chapter, studies = self._number, self._chapter, self.study.studies
        places = [bisect_left(studies, self.prose.places[number], key=offset_of)]
        if number in chapter:
            places.append((number - chapter.start) * len(studies) // len(chapter))
        return _members_near(studies, places)

    def _starts_near(self) -> Iterator[int]:
        """Yield the item indexes of the starts of lines near this line, in order.

        If it is in the final chapter of solutions, the lines near the study's corresponding
        place there are included.
        """
        number, chapter = self._number, self._chapter
        places = [number]
        if number in chapter:
            own = bisect_left(self.study.studies, self.study.offset, key=offset_of)
            places.append(chapter.start + own * len(chapter) // len(self.study.studies))
        return _members_near(self.prose.starts, places)

    @property
    def _number(self) -> int:
        """The index of the line in `prose.starts`."""
        return bisect_left(self.prose.starts, self.start)

    @property
    def _chapter(self) -> range:
        """The range of indexes in `prose.starts` of the lines after all codes."""
        return range(bisect_left(self.prose.places, self.study.studies[-1].offset), len(self.prose.places))

    def _has_line_before(self) -> bool:
        """Return True if the previous code has a line, or there is no previous code."""
        studies, offset = self.study.studies, self.study.offset
        before = bisect_left(studies, offset, key=offset_of) - 1
        return before < 0 or bool(own_starts(self.prose, studies[before].offset, offset))


def line_claims(studies: Sequence[ProseStudy], plies: int = MANY_PLIES) -> list[LineClaim | None]:
    """Return a `LineClaim` or None for each of `studies`.

    At least `plies` half-moves must run, or a complete line of at least `_MIN_PLIES` after the code.
    """
    return [_claim(study, plies) for study in studies]


def _claim(study: ProseStudy, plies: int) -> LineClaim | None:
    """Return the `LineClaim` of the best line near `study`, or None.

    Main lines from move 1 come before all others.
    """
    best: tuple[tuple[bool, bool, bool, bool, int, bool], LineClaim] | None = None
    text, offset, next_offset = study.prose, study.offset, study.next_offset
    items = text.items
    for start in near_starts(text, offset):
        is_first = items[start].half < SECOND_MOVE
        is_after = offset <= items[start].span.start
        is_here = is_after and (next_offset is None or items[start].span.start < next_offset)
        for begun in beginnings(text, start, study.positions):
            if begun.plies < _MIN_PLIES and not (is_here and begun.is_complete and is_first):
                continue
            claim = LineClaim(study, begun.follow(text, next_offset if is_here else None))
            line = claim.line
            enough = _MIN_PLIES if line.is_at_row_end and is_after else plies
            if len(line.moves) < enough:
                continue
            rank = (
                is_first,
                not is_note(items, start, text.text) or is_main_start(text, start, offset),
                items[start].half % 2 == 0 or not is_first,
                is_here and MANY_PLIES <= len(line.moves),
                len(line.moves),
                is_after,
            )
            if best is None or best[0] < rank:
                best = rank, claim
            if is_first and rank[1] and is_after and line.is_at_row_end and MANY_PLIES < len(line.moves):
                # The nearest main line after the code, followed to its end, is better than any
                # that is farther away.
                return best[1]
    return best[1] if best else None


def _members_near(some: Sequence[_T], places: Sequence[int]) -> Iterator[_T]:
    """Yield the members of `some` with indexes near `places`, in order and each once."""
    firsts = (max(0, place - _MAX_NEAR // 2) for place in places)
    numbers = {number for first in firsts for number in range(len(some))[first : first + _MAX_NEAR]}
    return (some[number] for number in sorted(numbers))
