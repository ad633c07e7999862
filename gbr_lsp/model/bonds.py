"""Whether a printed line is surely that of a study, so that its moves and its end may be judged by board and code.

A line that stands alone behind its code is. Elsewhere, as in a chapter of solutions behind all studies, a line that
runs some way from a board may be that of a study whose board is not known, or is like this one.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from gbr_lsp.model.line_claims import begins_main_line, next_study, own_starts
from gbr_lsp.solutions.main_line import Beginning, Lines, PrintedLine, ProseText, can_begin, run_from
from gbr_lsp.solutions.misprints import Misprinted
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.prose import MANY_PLIES

_T = TypeVar("_T")
_FEWEST = 3
"""A line of fewer half-moves is no solution."""
_PROVED = 10
"""A line with one misprint that runs so far otherwise belongs to the board."""
_MOST_FOREIGN = 3
"""So many other lines behind a code may be those of other studies."""
_MOST_NEAR = 400
"""So many boards are tried, and so many lines: those nearest to a line, and those that its place in a chapter of
solutions leads to."""


class LineBond(NamedTuple):
    """A study that may own lines of a text: its offset and positions, and those of all studies of the text, in order.

    A line is surely its own if it runs as far from no other board, no other line between the code and the next runs
    whole and far enough from the board, and it is the first of them. Elsewhere, and behind the last code where the code
    before it has no line, another line that runs whole from the board makes that doubtful; so do, behind the last code,
    many lines that do not begin on it.
    """

    text: ProseText
    offset: int
    ways: list[Position]
    studies: Sequence[tuple[int, list[Position]]]

    def has_surely(self, line: PrintedLine, start: int) -> bool:
        """Whether a line that begins at a number is surely that of the study."""
        return self._is_sure(start, len(line.moves), line.moves[-1].item, rival=MANY_PLIES)

    def has_surely_with(self, wrong: Misprinted, lines: Lines) -> bool:
        """The same for a line with a misprint: other boards from which it runs are those from which it runs past it.

        A line that runs far if it is mended proves by itself where it belongs, unless another one is printed that runs
        whole from the board, and is a quarter as long.
        """
        text = self.text
        failing = bisect_left(text.items, wrong.span.start, key=lambda item: item.span.start)
        if text.kinds[failing] == "number":
            # A half-move is missing before it.
            failing += 1
        fewest = max(len(lines.main.moves) + 1, MANY_PLIES)
        start = text.stretches[lines.first].items[0]
        if self._is_sure(start, fewest, failing, rival=fewest):
            return True
        runs = wrong.end - (text.stretches[lines.first].half or 0)
        rival = max(_FEWEST, runs // 4)
        return (
            _PROVED <= runs
            and not any(self._is_solution(other, rival) for other in self._starts_near(start) if other != start)
            and not self._fits_another(start, fewest, failing)
        )

    def _is_solution(self, start: int, plies: int) -> bool:
        """Whether a line is printed in a row of so many half-moves at least that runs whole from the board."""
        found = _beginnings(self.text, start, self.ways)
        return begins_main_line(self.text, start) and any(one.is_whole and plies <= one.plies for one in found)

    def _is_sure(self, start: int, plies: int, item: int, rival: int) -> bool:
        """`rival` are the half-moves of another line between the codes that make it doubtful."""
        own = own_starts(self.text, self.offset, next_study(self.studies, self.offset))
        return (
            self._is_own(own, start)
            and not any(self._runs_whole(other, rival) for other in own if other != start)
            and not self._fits_another(start, plies, item)
        )

    def _runs_whole(self, start: int, plies: int) -> bool:
        """Whether a line of so many half-moves at least, which is no note, runs whole from the board of the study."""
        found = _beginnings(self.text, start, self.ways)
        lines = (begun.followed(self.text, None).main for begun in found if begun.is_whole)
        return any(plies <= len(line.moves) and line.complete for line in lines)

    def _fits_another(self, start: int, plies: int, item: int) -> bool:
        """Whether so many half-moves of a line run from another board, with the move that an item is."""
        return any(
            plies <= len(line.moves) and any(made.item == item for made in line.moves)
            for _, others in self._studies_near(start)
            if others != self.ways
            for begun in _beginnings(self.text, start, others)
            if begun.is_whole
            for line in [begun.followed(self.text, None).main]
        )

    def _is_own(self, own: Sequence[int], start: int) -> bool:
        text = self.text
        is_first = own[:1] == [start]
        if is_first and (next_study(self.studies, self.offset) is not None or len(own) == 1):
            return True
        stands_here = is_first and self._has_line_before()
        foreign = 0
        for other in self._starts_near(start):
            if other == start or not begins_main_line(text, other) or text.items[other].half % 2:
                continue
            if not stands_here and self._runs_whole(other, _FEWEST):
                return False
            is_long = other in own and len(text.stretches[text.stretch_at(other)].items) > _FEWEST
            foreign += is_long and not any(_beginnings(text, other, self.ways))
            if _MOST_FOREIGN < foreign:
                return False
        return True

    def _studies_near(self, start: int) -> Iterator[tuple[int, list[Position]]]:
        """The studies that stand near a line, and those that have its place among the studies if it is in a chapter of
        solutions behind all of them."""
        number, chapter = self._number(start), self._chapter()
        places = [bisect_left(self.studies, self.text.places[number], key=_offset)]
        if number in chapter:
            places.append((number - chapter.start) * len(self.studies) // len(chapter))
        return _around(self.studies, places)

    def _starts_near(self, start: int) -> Iterator[int]:
        """The beginnings of lines near another, and those that have the study's place in a chapter of solutions."""
        number, chapter = self._number(start), self._chapter()
        places = [number]
        if number in chapter:
            own = bisect_left(self.studies, self.offset, key=_offset)
            places.append(chapter.start + own * len(chapter) // len(self.studies))
        return _around(self.text.starts, places)

    def _number(self, start: int) -> int:
        """Which of all beginnings one is."""
        return bisect_left(self.text.places, self.text.items[start].span.start)

    def _chapter(self) -> range:
        """The numbers of the beginnings behind all codes."""
        return range(bisect_left(self.text.places, self.studies[-1][0]), len(self.text.places))

    def _has_line_before(self) -> bool:
        """Whether the code before has a line behind it, or there is none."""
        before = bisect_left(self.studies, self.offset, key=_offset) - 1
        return before < 0 or bool(own_starts(self.text, self.studies[before][0], self.offset))


def _around(some: Sequence[_T], places: Sequence[int]) -> Iterator[_T]:
    """The members of a sequence that are near some places in it, in order and each once."""
    firsts = (max(0, place - _MOST_NEAR // 2) for place in places)
    numbers = {number for first in firsts for number in range(len(some))[first : first + _MOST_NEAR]}
    return (some[number] for number in sorted(numbers))


def _offset(study: tuple[int, list[Position]]) -> int:
    return study[0]


def _beginnings(text: ProseText, start: int, ways: Sequence[Position]) -> Iterator[Beginning]:
    """What runs from a beginning, by each position and language from which its first move can be made."""
    for position in ways:
        for language in text.languages:
            if can_begin(text, start, position, language):
                begun = run_from(text, start, position, language)
                if begun.plies:
                    yield begun
