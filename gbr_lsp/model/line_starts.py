"""Places in a text where lines may begin near a study, and the positions that they may run from."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.main_line import Beginning, ProseText, can_begin, run_from
from gbr_lsp.solutions.position import Position, position_of
from gbr_lsp.solutions.prose_items import SECOND_MOVE, is_note

MAX_DISTANCE = 12_000
"""Maximum distance in code points between the start of a solution and its code."""
_MAX_STARTS = 60
"""Maximum number of starts tried near a code, the nearest first."""


class ProseStudy(NamedTuple):
    """A study that may own lines of `prose`.

    `number` is its index in the section, `offset` where its block starts, `positions` are its possible
    positions. `studies` are all studies of `prose`, sorted by offset, without their own `studies`.
    """

    prose: ProseText
    number: int
    offset: int
    positions: list[Position]
    studies: "Sequence[ProseStudy]" = ()

    @property
    def next_offset(self) -> int | None:
        """The offset of the first study after this one, or None."""
        following = bisect_right(self.studies, self.offset, key=offset_of)
        return self.studies[following].offset if following < len(self.studies) else None

    @property
    def own_starts(self) -> list[int]:
        """The item indexes of the main lines between this study and the next one, in order."""
        return own_starts(self.prose, self.offset, self.next_offset)


offset_of = attrgetter("offset")


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
    near = [start for start in near_starts(text, offset) if is_main_start(text, start, offset)]
    return sorted(near, key=lambda start: text.items[start].span.start < offset)


def is_main_start(text: ProseText, start: int, offset: int) -> bool:
    """Return True if item `start` is move 1 of a line other than a note, for the code at `offset`.

    A line with the label `a)` is that of the diagram if no other line is between it and the code.
    """
    if SECOND_MOVE <= text.items[start].half:
        return False
    return not is_note(text.items, start, text.text) or _is_of_diagram(text, start, offset)


def _is_of_diagram(text: ProseText, start: int, offset: int) -> bool:
    """Return True if the label `a)` is before item `start`, and no other line is between it and `offset`."""
    label = text.items[start - 1] if start else None
    is_marked_wrong = is_note([*text.items[start : start + 2]], 0, text.text)
    if label is None or label.kind != "label" or not label.text.startswith("a") or is_marked_wrong:
        return False
    first = bisect_left(text.places, offset)
    return first < len(text.starts) and text.starts[first] == start


def near_starts(text: ProseText, offset: int) -> list[int]:
    """Return the starts near `offset` as indexes into `text.items`, nearest first."""
    return [text.starts[number] for number in nearest_numbers(text.places, offset)]


def nearest_numbers(places: list[int], offset: int) -> list[int]:
    """Return the indexes of the members of `places` near `offset`, nearest first.

    `places` are sorted offsets. At most `_MAX_STARTS` are returned.
    """
    near = range(bisect_right(places, offset - MAX_DISTANCE), bisect_left(places, offset + MAX_DISTANCE))
    return sorted(near, key=lambda number: abs(places[number] - offset))[:_MAX_STARTS]


def all_beginnings(text: ProseText, start: int, positions: Sequence[Position]) -> Iterator[Beginning]:
    """Yield the `Beginning` at item `start` for each position of `positions` and each language."""
    return (run_from(text, start, position, language) for position in positions for language in text.languages)


def beginnings(text: ProseText, start: int, positions: Sequence[Position]) -> Iterator[Beginning]:
    """Yield the `Beginning` at item `start` for each position of `positions` and each language.

    Those without a legal first move are left out.
    """
    for position, language in product(positions, text.languages):
        if can_begin(text, start, position, language) and (begun := run_from(text, start, position, language)).plies:
            yield begun


def positions_of(study: Study) -> list[Position]:
    """Return the possible positions of `study`, likelier side to move first; empty without a board."""
    placement = study.position or next((one for _, one in study.placements), None)
    return [] if placement is None else positions_with(study, placement)


def positions_with(study: Study, placement: Placement) -> list[Position]:
    """Return the positions of `study` with its men as in `placement`. There are two if no code states the turn."""
    turn = study.code.stipulation.turn
    turns = (turn,) if turn is not None else _turns(study, placement)
    return [position_of(placement, one, "KQkq") for one in turns]


def _turns(study: Study, placement: Placement) -> tuple[bool, ...]:
    stated = {owned.board.turn for owned, one in study.placements if one == placement} - {None}
    return (False, True) if stated == {False} else (True, False)
