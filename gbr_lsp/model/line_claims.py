"""Claims of studies to printed lines of prose: each claims the best line nearby from its board."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.main_line import FollowedLines, PrintedLine, ProseText, can_begin, run_from
from gbr_lsp.solutions.position import Position, position_of
from gbr_lsp.solutions.prose_items import MANY_PLIES, SECOND_MOVE, is_note

MAX_DISTANCE = 12_000
"""Maximum distance in code points between the start of a solution and its code."""
_MAX_STARTS = 60
"""Maximum number of starts tried near a code, the nearest first."""
_MIN_PLIES = 3
"""A line with fewer half-moves proves nothing."""


class LineClaim(NamedTuple):
    """A line that runs from the board of a study.

    `start` is the index of the item of its first move number.
    """

    start: int
    line: PrintedLine
    lines: FollowedLines
    language: Language

    def is_main(self, text: ProseText) -> bool:
        """Return True if the line begins with move 1 and is not a note."""
        return is_main_start(text, self.start)


def line_claims(
    text: ProseText, studies: Sequence[tuple[int, list[Position]]], plies: int = MANY_PLIES
) -> list[LineClaim | None]:
    """Return a `LineClaim` or None for each of `studies`.

    Each study is an offset and its possible positions. At least `plies` half-moves must run, or a
    complete line of at least `_MIN_PLIES` after the code.
    """
    return [_claim(text, ways, offset, next_study(studies, offset), plies) for offset, ways in studies]


def next_study(studies: Sequence[tuple[int, list[Position]]], offset: int) -> int | None:
    """Return the offset of the first study after `offset`, or None."""
    number = bisect_right(studies, offset, key=lambda study: study[0])
    return studies[number][0] if number < len(studies) else None


def _claim(
    text: ProseText, positions: list[Position], offset: int, next_code: int | None, plies: int
) -> LineClaim | None:
    """Return the `LineClaim` of the best line near `offset`, or None.

    Main lines from move 1 come before all others. `positions` are the possible positions of the study;
    `next_code` is the offset of the next one.
    """
    best: tuple[tuple[bool, bool, bool, bool, int, bool], LineClaim] | None = None
    items = text.items
    for start in near_starts(text, offset):
        is_after = offset <= items[start].span.start
        is_here = is_after and (next_code is None or items[start].span.start < next_code)
        until = next_code if is_here else None
        for position in positions:
            for language in text.languages:
                if not can_begin(text, start, position, language):
                    continue
                begun = run_from(text, start, position, language)
                if begun.plies < _MIN_PLIES and not (is_here and begun.is_complete and items[start].half < SECOND_MOVE):
                    continue
                lines = begun.follow(text, until)
                line = lines.main_line
                enough = _MIN_PLIES if line.is_at_row_end and is_after else plies
                if len(line.moves) < enough:
                    continue
                is_first = items[start].half < SECOND_MOVE
                own = is_here and MANY_PLIES <= len(line.moves)
                rank = (
                    is_first,
                    not is_note(items, start, text.text),
                    items[start].half % 2 == 0 or not is_first,
                    own,
                    len(line.moves),
                    is_after,
                )
                if best is None or best[0] < rank:
                    best = rank, LineClaim(start, line, lines, language)
                if is_first and rank[1] and is_after and line.is_at_row_end and MANY_PLIES < len(line.moves):
                    # The nearest main line after the code, followed to its end, is better than any
                    # that is farther away.
                    return best[1]
    return best[1] if best else None


def own_starts(text: ProseText, offset: int, until: int | None) -> list[int]:
    """Return the item indexes of main lines between `offset` and `until`, in order.

    `offset` is that of a code, `until` that of the next code or None.
    """
    items = text.items
    return [
        start
        for start in main_starts_near(text, offset)
        if offset <= items[start].span.start and (until is None or items[start].span.start < until)
    ]


def main_starts_near(text: ProseText, offset: int) -> list[int]:
    """Return the item indexes of the main lines that start near `offset`.

    Those after it come first, then those before it, each nearest first.
    """
    near = [start for start in near_starts(text, offset) if is_main_start(text, start)]
    return sorted(near, key=lambda start: text.items[start].span.start < offset)


def is_main_start(text: ProseText, start: int) -> bool:
    """Return True if item `start` is move 1 of a line other than a note."""
    return text.items[start].half < SECOND_MOVE and not is_note(text.items, start, text.text)


def near_starts(text: ProseText, offset: int) -> list[int]:
    """Return the starts near `offset` as indexes into `text.items`, nearest first."""
    return [text.starts[number] for number in nearest_numbers(text.places, offset)]


def nearest_numbers(places: list[int], offset: int) -> list[int]:
    """Return the indexes of the members of `places` near `offset`, nearest first.

    `places` are sorted offsets. At most `_MAX_STARTS` are returned.
    """
    near = range(bisect_right(places, offset - MAX_DISTANCE), bisect_left(places, offset + MAX_DISTANCE))
    return sorted(near, key=lambda number: abs(places[number] - offset))[:_MAX_STARTS]


def positions_of(study: Study) -> list[Position]:
    """Return the possible positions of `study`, likelier side to move first; empty without a board."""
    placement = study.position or next((one for _, one in study.placements), None)
    if placement is None:
        return []
    return positions_with(study, placement)


def positions_with(study: Study, placement: Placement) -> list[Position]:
    """Return the positions of `study` with its men as in `placement`. There are two if no code states the turn."""
    turn = study.code.stipulation.turn
    turns = (turn,) if turn is not None else _turns(study, placement)
    return [position_of(placement, one, "KQkq") for one in turns]


def _turns(study: Study, placement: Placement) -> tuple[bool, ...]:
    stated = {owned.board.turn for owned, one in study.placements if one == placement} - {None}
    return (False, True) if stated == {False} else (True, False)
