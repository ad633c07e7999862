"""The lines of a text of moves: the position at each offset, and its neighbors.

There is a main line with variations, each a list of steps. Every place of the text belongs to a
cursor: a line, and how many of its moves have been made. A stop changes the cursor; a caret has the
cursor of the last stop before it. So a caret that touches a move is after that move, and in blanks,
comments and signs it stays after the last move.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.made_moves import is_irreversible
from gbr_lsp.solutions.nags import MoveGlyph, glyphs_of
from gbr_lsp.solutions.position import Position, position_key


class Cursor(NamedTuple):
    """A place after `move_count` moves of `line`; `lost_reason` is why the position is not known."""

    line: int
    move_count: int
    lost_reason: str | None = None


class PlayedLine:
    """A main line or variation. `parent` is its place in its parent line, or None."""

    __slots__ = ("closing", "half", "opening", "parent", "start", "steps")

    def __init__(self, parent: Cursor | None, start: Position | None, half: int, opening: Span) -> None:
        self.parent = parent
        self.start = start
        self.half = half
        """The half-move that is due at its start."""
        self.opening = opening
        """An empty span, for the caret before its first move."""
        self.steps: list[Node] = []
        self.closing: int | None = None
        """The end of the bracket of a variation; None for a main line, an open variation, and in prose."""

    def next_half(self, move_count: int) -> int:
        """Return the half-move that is due after `move_count` moves."""
        return self.steps[move_count - 1].half + 1 if move_count else self.half


class Stop(NamedTuple):
    """An offset at which `cursor` becomes valid."""

    offset: int
    cursor: Cursor
    is_move: bool = False
    """True if a move, or a word in place of a move, begins there."""


class MoveTree:
    """The lines of a game or solution; offsets count from the start of `text`.

    `span` contains the moves; outside it there is no cursor. `clock` is the half-move clock of the
    FEN at the start.
    """

    def __init__(
        self, text: str, lines: list[PlayedLine], stops: list[Stop], span: Span, language: Language, clock: int = 0
    ) -> None:
        self.text = text
        self.lines = lines
        self.span = span
        self.is_in_prose = False
        self.next_move_cursor: Cursor | None = None
        """In prose, the cursor for a move after the last item; None after words and after an illegal move."""
        self.language = language
        self.clock = clock
        stops = sorted(stops, key=lambda stop: stop.offset)
        self._offsets = [stop.offset for stop in stops]
        self._stops = stops

    def cursor_at(self, offset: int) -> Cursor | None:
        """Return the cursor of a caret, or None outside the moves."""
        found = bisect_right(self._offsets, offset)
        return self._stops[found - 1].cursor if found and self.span.touches(offset) else None

    def cursor_before(self, offset: int) -> Cursor | None:
        """Return the cursor before a move that begins or is typed at `offset`, or None."""
        found = bisect_right(self._offsets, offset)
        while found and self._stops[found - 1].offset == offset and self._stops[found - 1].is_move:
            found -= 1
        return self._stops[found - 1].cursor if found and self.span.touches(offset) else None

    def origin(self, cursor: Cursor) -> Cursor:
        """Return the start of the main line that leads to `cursor`."""
        return Cursor(self._root(cursor), 0)

    def step_at(self, cursor: Cursor) -> Node | None:
        """Return the node before `cursor`, perhaps in a parent line; None at the start."""
        resolved = self.resolve(cursor)
        return self.lines[resolved.line].steps[resolved.move_count - 1] if resolved.move_count else None

    def resolve(self, cursor: Cursor) -> Cursor:
        """Return `cursor`, at the start of a variation its place in the parent line."""
        while not cursor.move_count and (parent := self.lines[cursor.line].parent):
            cursor = parent._replace(lost_reason=cursor.lost_reason)
        return cursor

    def position(self, cursor: Cursor) -> Position | None:
        """Return the last known position up to `cursor`, or None."""
        for step in self.moves_back(cursor):
            if step.after is not None:
                return step.after
        return self.lines[self._root(cursor)].start

    def next_number(self, cursor: Cursor) -> int:
        """Return the move number due in the last known position up to `cursor`."""
        half = next((step.half + 1 for step in self.moves_back(cursor) if step.after is not None), None)
        return (self.lines[self._root(cursor)].half if half is None else half) // 2

    def next_half_at(self, cursor: Cursor) -> int:
        """Return the half-move that is due at `cursor`."""
        return self.lines[cursor.line].next_half(cursor.move_count)

    def moves_back(self, cursor: Cursor) -> Iterator[Node]:
        """Yield the nodes that lead to `cursor`, the last one first."""
        here: Cursor | None = cursor
        while here:
            line = self.lines[here.line]
            yield from reversed(line.steps[: here.move_count])
            here = line.parent

    def path(self, cursor: Cursor) -> list[Node]:
        """Return the nodes that lead to `cursor`, the first one first."""
        return list(self.moves_back(cursor))[::-1]

    def clock_at(self, cursor: Cursor) -> int:
        """Return the number of half-moves since the last capture or pawn move."""
        count = 0
        for step in self.moves_back(cursor):
            if step.before is None or step.after is None:
                continue
            if is_irreversible(step.before, step.after):
                return count
            count += 1
        return self.clock + count

    def previous(self, cursor: Cursor) -> Span | None:
        """Return the span one move before `cursor`, a move or the start, or None."""
        here = self.resolve(cursor)
        if not here.move_count:
            return None
        before = self.step_at(here._replace(move_count=here.move_count - 1))
        return before.span if before else self.lines[self._root(cursor)].opening

    def next(self, cursor: Cursor) -> Span | None:
        """Return the span of the next move of the line, or None at its end."""
        steps = self.lines[cursor.line].steps
        return steps[cursor.move_count].span if cursor.move_count < len(steps) else None

    def first(self, cursor: Cursor) -> Span:
        """Return the empty span before the first move of the main line."""
        return self.lines[self._root(cursor)].opening

    def last(self, cursor: Cursor) -> Span | None:
        """Return the span of the last move of the line, or None without moves."""
        steps = self.lines[cursor.line].steps
        return steps[-1].span if steps else None

    def choices(self, cursor: Cursor) -> list[Node]:
        """Return the nodes printed at the position of `cursor`, the line's own first."""
        return [
            self.lines[next_cursor.line].steps[next_cursor.move_count - 1] for next_cursor in self._next_cursors(cursor)
        ]

    def continuations(self, cursor: Cursor) -> list[tuple[Cursor, Position | None]]:
        """Return the cursors after the `choices` at `cursor`, with their positions."""
        return [
            (next_cursor, self.lines[next_cursor.line].steps[next_cursor.move_count - 1].after)
            for next_cursor in self._next_cursors(cursor)
        ]

    def _next_cursors(self, cursor: Cursor) -> list[Cursor]:
        here = self.resolve(cursor)
        starts = [here, *(Cursor(number, 0) for number in self._leaving.get((here.line, here.move_count), ()))]
        return [
            Cursor(one.line, one.move_count + 1) for one in starts if one.move_count < len(self.lines[one.line].steps)
        ]

    def spans_of_moves_to(self, position: Position) -> list[Span]:
        """Return the spans of the moves that reach `position`, sorted."""
        wanted = position_key(position)
        steps = (step for line in self.lines for step in line.steps)
        return sorted({step.span for step in steps if step.after and position_key(step.after) == wanted})

    @cached_property
    def glyphs(self) -> list[MoveGlyph]:
        """The annotation glyphs among the moves, in order."""
        return list(glyphs_of(self.text, self.span.start))

    @cached_property
    def _leaving(self) -> dict[tuple[int, int], list[int]]:
        """The numbers of the variations that leave a line after a number of moves."""
        found: dict[tuple[int, int], list[int]] = {}
        for number, line in enumerate(self.lines):
            if line.parent:
                parent = self.resolve(line.parent)
                found.setdefault((parent.line, parent.move_count), []).append(number)
        return found

    def _root(self, cursor: Cursor) -> int:
        number = cursor.line
        while parent := self.lines[number].parent:
            number = parent.line
        return number
