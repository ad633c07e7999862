"""The moves of a text, read once for all boards of the text, and the places where lines may begin near a study."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeVar

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.languages import AUTO, Language
from gbr_lsp.solutions.line_tokens import tokens_after
from gbr_lsp.solutions.move_rows import MoveRow, rows_of
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.prose_items import SECOND_MOVE, is_note, starts_in
from gbr_lsp.solutions.spelling import languages_in

MAX_DISTANCE = 12_000
"""Maximum distance in code points between the start of a solution and its code."""
_MAX_STARTS = 60
"""Maximum number of starts tried near a code, the nearest first."""
_MAX_CACHED_TOKENS = 200
"""Maximum number of breaks whose tokens are kept."""
_MAX_TOKENS = 60
"""Maximum number of tokens read after a break."""
_kind = attrgetter("kind")
_Made = TypeVar("_Made")
_start = attrgetter("span.start")


class ProseText:
    """Moves of a text, read once for all boards of the text.

    A line begins at a *start*, which is the index of its first number in `items`.
    """

    def __init__(self, text: str, items: list[MoveToken], letters: str = AUTO) -> None:
        self.text = text
        self.items = items
        self.letters = letters
        self.rows: list[MoveRow]
        self.rows, self.brackets = rows_of(text, self.items)
        self.row_numbers = {row.items[0]: number for number, row in enumerate(self.rows)}
        """The index of each row, by that of its first item."""
        self.starts = [start for start in starts_in(self.items) if start in self.row_numbers]
        self.places = [self.items[start].span.start for start in self.starts]
        """The offset of each start."""
        self.languages: list[Language] = languages_in(self.items, letters) if self.starts else []
        self.are_letters_given = letters != AUTO
        self.cached_starts: dict[object, Any] = {}
        """Cache of each `Beginning`: a text that names a code twice requests its line twice."""
        self._made: dict[Hashable, Any] = {}
        self._tokens: dict[tuple[int, int], list[MoveToken]] = {}

    def compute_once(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return `make()`, computed once for all studies of the text that request it with this `key`."""
        if key not in self._made:
            self._made[key] = make()
        made: _Made = self._made[key]
        return made

    def part_in(self, span: Span) -> "ProseText":
        """Return the `ProseText` of the items in `span`, with offsets of the whole text."""
        first, end = (bisect_left(self.items, offset, key=_start) for offset in span)
        return ProseText(self.text, self.items[first:end], self.letters)

    def part_outside(self, spans: Sequence[Span]) -> "ProseText":
        """Return the `ProseText` of the items outside `spans`, which are sorted and do not overlap."""
        items, done = [], 0
        for span in spans:
            first, end = (bisect_left(self.items, offset, key=_start) for offset in span)
            items += self.items[done:first]
            done = end
        return ProseText(self.text, items + self.items[done:], self.letters)

    def has_start_in(self, span: Span) -> bool:
        """Return True if a line begins in `span`."""
        return bisect_left(self.places, span.start) < bisect_left(self.places, span.end)

    def near_starts(self, offset: int) -> list[int]:
        """Return the starts near `offset`, nearest first."""
        return [self.starts[number] for number in nearest_numbers(self.places, offset)]

    def main_starts(self, offset: int) -> list[int]:
        """Return the starts of the main lines near `offset`: those after it, then those before it, nearest first."""
        near = [start for start in self.near_starts(offset) if self.is_main_start(start, offset)]
        return sorted(near, key=lambda start: self.items[start].span.start < offset)

    def own_starts(self, offset: int, until: int | None) -> list[int]:
        """Return the starts of main lines between the code at `offset` and the next one at `until`, in order."""
        end = len(self.text) if until is None else until
        near = (start for start in self.near_starts(offset) if offset <= self.items[start].span.start < end)
        return [start for start in near if self.is_main_start(start, offset)]

    def is_main_start(self, start: int, offset: int) -> bool:
        """Return True if `start` is move 1 of a line other than a note, for the code at `offset`.

        A line with the label `a)` is that of the diagram if no other line is between it and the code.
        """
        if SECOND_MOVE <= self.items[start].half:
            return False
        return not is_note(self.items, start, self.text) or self._is_of_diagram(start, offset)

    def _is_of_diagram(self, start: int, offset: int) -> bool:
        """Return True if the label `a)` is before `start`, and no other line is between it and `offset`."""
        label = self.items[start - 1] if start else None
        is_marked_wrong = is_note([*self.items[start : start + 2]], 0, self.text)
        if label is None or label.kind != "label" or not label.text.startswith("a") or is_marked_wrong:
            return False
        first = bisect_left(self.places, offset)
        return first < len(self.starts) and self.starts[first] == start

    @cached_property
    def row_numbers_by_half(self) -> dict[int, list[int]]:
        """Return lists of row indexes, by the half-move that the rows begin with."""
        numbers: dict[int, list[int]] = {}
        for number, row in enumerate(self.rows):
            if row.half is not None:
                numbers.setdefault(row.half, []).append(number)
        return numbers

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of the items, and an empty text after the last."""
        return (*map(_kind, self.items), "")

    @cached_property
    def marks(self) -> frozenset[str]:
        """Return the texts of the marks: `!`, or `/a` after a move with a note."""
        return frozenset(item.text for item in self.items if item.kind == "mark")

    def tokens_after(self, first: int, offset: int) -> list[MoveToken]:
        """Return the tokens from item `first` on, with possible misprints between, as `MoveToken`s.

        `offset` is where the text before item `first` begins. The tokens are kept, because codes near
        each other are tried with the same lines.
        """
        if (first, offset) not in self._tokens:
            if _MAX_CACHED_TOKENS <= len(self._tokens):
                self._tokens.clear()
            self._tokens[first, offset] = tokens_after(self.text, self.items, first, offset, _MAX_TOKENS)
        return self._tokens[first, offset]


def nearest_numbers(places: Sequence[int], offset: int) -> list[int]:
    """Return the indexes of the members of `places`, sorted offsets, near `offset`, nearest first."""
    near = range(bisect_right(places, offset - MAX_DISTANCE), bisect_left(places, offset + MAX_DISTANCE))
    return sorted(near, key=lambda number: abs(places[number] - offset))[:_MAX_STARTS]
