"""The printed line of each study: a study claims the best line near it that runs from its board."""

from bisect import bisect_right
from collections.abc import Sequence

from gbr_lsp.base.caching import cached
from gbr_lsp.base.text import Span
from gbr_lsp.solutions.followed_line import FollowedLine, all_beginnings, beginnings
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.prose_items import MANY_PLIES, SECOND_MOVE, is_note
from gbr_lsp.solutions.prose_text import ProseText

MIN_PLIES = 3
"""Minimum number of half-moves of a solution."""


class Assignment:
    """The lines of `text` that belong to its studies.

    Study `n` begins at `offsets[n]`, and `positions[n]` are its possible positions. The offsets are sorted. In the
    line of a study, at least `plies` half-moves must run, or a complete line of at least `MIN_PLIES` after the code.
    """

    def __init__(
        self, text: ProseText, offsets: Sequence[int], positions: Sequence[Sequence[Position]], plies: int = MANY_PLIES
    ) -> None:
        self.text = text
        self.offsets = offsets
        self.positions = positions
        self._plies = plies
        self._own_starts: dict[int, list[int]] = {}

    def next_offset(self, number: int) -> int | None:
        """Return the offset of the first study after study `number`, or None."""
        following = bisect_right(self.offsets, self.offsets[number])
        return self.offsets[following] if following < len(self.offsets) else None

    def own_starts(self, number: int) -> list[int]:
        """Return the starts of the main lines between study `number` and the next one, in order."""
        if number not in self._own_starts:
            self._own_starts[number] = self.text.own_starts(self.offsets[number], self.next_offset(number))
        return self._own_starts[number]

    @cached
    def claimed_lines(self) -> list[FollowedLine | None]:
        """The line that each study claims, even if another study has a better claim."""
        return [self._best_line(number) for number in range(len(self.offsets))]

    @cached
    def lines(self) -> list[FollowedLine | None]:
        """The line of each study. Of the studies that claim a line, those from whose boards most of it runs have it."""
        longest: dict[int, int] = {}
        for line in filter(None, self.claimed_lines):
            longest[line.start] = max(longest.get(line.start, 0), line.plies)
        return [line if line and line.plies == longest[line.start] else None for line in self.claimed_lines]

    @cached
    def numbers_by_start(self) -> dict[int, list[int]]:
        """The numbers of the studies that have the same line, by its start."""
        found: dict[int, list[int]] = {}
        for number, line in enumerate(self.lines):
            if line:
                found.setdefault(line.start, []).append(number)
        return found

    def first_line(self, number: int) -> FollowedLine | None:
        """Return the longest line at the first start between study `number` and the next one, or None."""
        starts = self.own_starts(number)[:1]
        begun = (one for start in starts for one in all_beginnings(self.text, start, self.positions[number]))
        lines = (one.follow(self.text, None) for one in begun)
        line = max(lines, key=lambda line: line.plies, default=None)
        return line if line and line.moves else None

    def is_complete_from(self, start: int, positions: Sequence[Position], number: int) -> bool | None:
        """Return True if the line at `start` runs from one of `positions` to its end, at least `MANY_PLIES` half-moves.

        Return False if it stops at a move, and None if unsure. It ends before the study after study `number`.
        """
        until = self.next_offset(number)
        lines = [begun.follow(self.text, until) for begun in all_beginnings(self.text, start, positions)]
        if complete := [line for line in lines if line.is_complete]:
            return any(line.is_at_row_end and MANY_PLIES <= line.plies for line in complete) or None
        return False if any(line.failed_item for line in lines) else None

    def nearest_beginning(self, number: int) -> tuple[Span, int] | None:
        """Return the span and half-moves of the longest line near study `number`, or None; the span is what runs."""
        text = self.text
        near = [
            (start, begun)
            for start in text.near_starts(self.offsets[number])
            for begun in all_beginnings(text, start, self.positions[number])
        ]
        start, best = max(near, key=lambda pair: pair[1].plies, default=(0, None))
        return (Span(text.items[start].span.start, best.end), best.plies) if best else None

    @cached
    def taken_starts(self) -> set[int]:
        """The starts of all claimed lines."""
        return {line.start for line in self.claimed_lines if line}

    def _best_line(self, number: int) -> FollowedLine | None:
        """Return the best line near study `number`, or None.

        Main lines from move 1 come before all others.
        """
        best: tuple[tuple[bool, bool, bool, bool, int, bool], FollowedLine] | None = None
        text, items, offset = self.text, self.text.items, self.offsets[number]
        next_offset = self.next_offset(number)
        for start in text.near_starts(offset):
            place, half = items[start].span.start, items[start].half
            is_first, is_after = half < SECOND_MOVE, offset <= place
            is_here = is_after and (next_offset is None or place < next_offset)
            for begun in beginnings(text, start, self.positions[number]):
                if begun.plies < MIN_PLIES and not (is_here and begun.is_complete and is_first):
                    continue
                line = begun.follow(text, next_offset if is_here else None)
                if line.plies < (MIN_PLIES if line.is_at_row_end and is_after else self._plies):
                    continue
                rank = (
                    is_first,
                    not is_note(items, start, text.text) or text.is_main_start(start, offset),
                    half % 2 == 0 or not is_first,
                    is_here and MANY_PLIES <= line.plies,
                    line.plies,
                    is_after,
                )
                if best is None or best[0] < rank:
                    best = rank, line
                if is_first and rank[1] and is_after and line.is_at_row_end and MANY_PLIES < line.plies:
                    # The nearest main line after the code, followed to its end, is better than any
                    # that is farther away.
                    return best[1]
        return best[1] if best else None
