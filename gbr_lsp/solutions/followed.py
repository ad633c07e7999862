"""The lines of a solution in prose, followed from a board: the main line and its alternatives.

Every stretch of moves is tried after each earlier move that makes its number due, so that a line
that branches off in the middle of another one finds its position. The moves that are legal form a
tree, and its longest line is the main line. Words play no part.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal import legal_moves
from gbr_lsp.solutions.moves import AMBIGUOUS, Position, play
from gbr_lsp.solutions.prose import MANY_PLIES, Made, ProseItem
from gbr_lsp.solutions.san import MOVES
from gbr_lsp.solutions.spelling import readings
from gbr_lsp.solutions.stretches import MoveStretch

_MOST_POSITIONS = 8
"""Maximum number of different positions after which a stretch is tried, the nearest first."""
_MOST_BREAKS = 3
"""Maximum number of breaks, or of positions to continue from, kept for one stretch."""


class Reached:
    """Position reached in a text, in a tree.

    `half` is the half-move due there, `made` the move to it, `parent` the position before.
    """

    __slots__ = ("depth", "half", "made", "parent", "position", "side")

    def __init__(
        self, half: int, position: Position, made: Made | None = None, parent: "Reached | None" = None
    ) -> None:
        self.half = half
        self.position = position
        self.made = made
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent else 0
        self.side: bool = parent.side if parent else False
        """Whether the line leaves another one in the middle of a stretch; a main line never
        does."""

    @property
    def line(self) -> list[Made]:
        """Return the moves from the board to this position, as a list of `Made`."""
        found = []
        one: Reached | None = self
        while one is not None:
            if one.made:
                found.append(one.made)
            one = one.parent
        return found[::-1]

    def back(self) -> Iterator["Reached"]:
        """Yield this position and those before it, the last first."""
        one: Reached | None = self
        while one is not None:
            yield one
            one = one.parent


class Break(NamedTuple):
    """Place where a stretch cannot be followed.

    `stretch` is its index, `place` the index of the failing item in it, `reached` the last position
    before that. `plies` counts the half-moves of the stretch that run. `is_aside` is True if the
    stretch cannot belong to the main line.
    """

    stretch: int
    place: int
    reached: Reached
    plies: int
    is_aside: bool


class RowRun(NamedTuple):
    """Result of following a row of items from a position.

    `reached[n]` lists the positions after n half-moves; `reached[0]` is the start. `place` is the
    index of the first item that fails, or the length of the row.
    """

    reached: list[list[Reached]]
    place: int

    @property
    def ends(self) -> list[Reached]:
        """Return the list of `Reached` after the last half-move that runs."""
        return self.reached[-1]

    @property
    def plies(self) -> int:
        """Return the number of half-moves that run."""
        return len(self.reached) - 1


class LineTree:
    """Tree of the lines that some stretches make from a position.

    Stretches are added in the order of the text.
    """

    def __init__(self, items: Sequence[ProseItem], stretches: Sequence[MoveStretch], language: Language) -> None:
        self.items = items
        self.stretches = stretches
        self.language = language
        self.at: dict[int, list[Reached]] = {}
        """The positions reached, by the half-move due there."""
        self.whole: list[Reached] = []
        """The ends of the stretches that run to their last item."""
        self.breaks: list[Break] = []
        self._last: list[Reached] = []
        self._ends: set[int] = set()
        self._beginning: list[str] | None = []

    def begin(self, stretch: int, row: RowRun) -> None:
        """Add the first stretch, by its index; `row` is its run from the board."""
        for reached in row.reached:
            self._keep(reached)
        self._beginning = _beginning(row.ends[0]) or []
        self._ended(stretch, row, row.plies)

    def follow(self, stretch: int) -> int:
        """Follow the stretch with index `stretch`; return the most half-moves that run.

        It is tried from each position where its number is due. Return 0 if nothing runs. A stretch
        without a number continues the stretch before it; it must run completely and have at least
        two half-moves.
        """
        half, items, _, is_note = self.stretches[stretch]
        before = self._last if half is None else self._different(self.at.get(half, []))
        tried = [(one, self.run(items, one, counted=half is not None)) for one in before]
        farthest = max((row.place for _, row in tried), default=0)
        made = max((row.plies for _, row in tried if row.place == farthest), default=0)
        if not made or (half is None and (made < 2 or farthest < len(items))):
            if half is not None:
                self.breaks += [
                    Break(stretch, row.place, row.ends[0], row.plies, self._is_aside(one, row.ends[0], is_note=is_note))
                    for one, row in tried[:_MOST_BREAKS]
                ]
            return 0
        for one, row in [each for each in tried if each[1].place == farthest][:_MOST_BREAKS]:
            if self._is_aside(one, row.ends[0], is_note=is_note):
                for end in row.ends:
                    for reached in end.back():
                        if reached is one:
                            break
                        reached.side = True
            for end in row.ends:
                self._keep([reached for reached in end.back() if one.depth < reached.depth][::-1])
            self._ended(stretch, row, made)
        return made

    def run(self, items: Sequence[int], start: Reached, *, counted: bool) -> RowRun:
        """Return the `RowRun` of `items`, indexes of items in the text, from `start`.

        If `counted`, the first number must be the due one.
        """
        reached = [[start]]
        for place, at in enumerate(items):
            item = self.items[at]
            if item.kind == "number":
                if counted and item.half != reached[-1][0].half:
                    return RowRun(reached, place)
                counted = True
            else:
                more = [new for one in reached[-1] for new in self._made(one, at, item)]
                if not more:
                    return RowRun(reached, place)
                reached.append(more)
        return RowRun(reached, len(items))

    def go_on(self, items: Sequence[int], start: Reached) -> bool:
        """Follow `items` from `start`, not a position of the text; return True if all run."""
        row = self.run(items, start, counted=True)
        for reached in row.reached:
            self._keep(reached)
        self._last = row.ends
        self.whole += row.ends
        if row.place < len(items):
            return False
        self._ends |= {id(end) for end in row.ends}
        return True

    @property
    def longest(self) -> Reached | None:
        """Return the end of the main line as a `Reached`, or None if no stretch runs completely.

        It is the longest line, the first one of equals. A line that interrupts a longer one is
        passed over, see `_goes_on_behind`.
        """
        ends = [end for end in self.whole if not end.side]
        best = max(ends, key=lambda end: end.half, default=None)
        while best is not None:
            around = [end for end in ends if self._goes_on_behind(best, end)]
            if not around:
                break
            best = max(around, key=lambda end: end.half)
        return best

    def _goes_on_behind(self, aside: Reached, line: Reached) -> bool:
        """Return True if the own moves of `aside` are printed between two own moves of `line`.

        `4.Kc6 Kd8, not 4...Kb8 5.Kb6 Ka8 6.Qb7. 5.Kd6`. Both are ends of lines. The second of the
        two moves must be in the same block as `aside`, or begin the next one, as in a Markdown
        list.
        """
        if not (aside.made and line.made and aside.made.item < line.made.item):
            return False
        theirs = {id(one) for one in aside.back()}
        own: list[int] = []
        for one in line.back():
            if id(one) in theirs:
                break
            if one.made:
                own.append(one.made.item)
        before = {id(one) for one in line.back()}
        first = min((one.made.item for one in aside.back() if one.made and id(one) not in before), default=0)
        behind = [item for item in own if first < item]
        last = aside.made.item
        if not first or len(behind) == len(own) or not all(last < item for item in behind):
            return False
        between = [item.kind for item in self.items[last : behind[-1]]]
        return "end" not in between or between[-2:] == ["end", "number"]

    def _made(self, before: Reached, at: int, item: ProseItem) -> list[Reached]:
        """Return a list of `Reached`, one for each legal reading of `item` after `before`.

        `at` is the index of `item`.
        """
        found = []
        position, half = before.position, before.half + 1
        us_to_move = position[3]
        for san in readings(item, self.language, white=us_to_move):
            if item.kind == "any":
                for legal in legal_moves(position):
                    if legal.san.startswith(san):
                        made = Made(at, legal.san, item.span, position, legal.after)
                        found.append(Reached(half, legal.after, made, before))
                continue
            move = MOVES[us_to_move][san]
            after = None if move is None else play(position, move)
            if after is not None and after is not AMBIGUOUS:
                found.append(Reached(half, after, Made(at, san, item.span, position, after), before))
        return found

    def _keep(self, reached: list[Reached]) -> None:
        for one in reached:
            self.at.setdefault(one.half, []).append(one)

    def _ended(self, stretch: int, row: RowRun, plies: int) -> None:
        ends = self._last = row.ends
        if row.place < len(self.stretches[stretch].items):
            self.breaks.append(Break(stretch, row.place, ends[0], plies, ends[0].side))
        else:
            self._ends |= {id(end) for end in ends}
            self.whole += ends

    def _different(self, reached: list[Reached]) -> list[Reached]:
        """Return those of `reached` that differ in position, at most `_MOST_POSITIONS`, the last first.

        Ends of the main line precede the others.
        """
        found: list[Reached] = []
        newest = [*reversed(reached)]
        for one in (*filter(self._goes_on, newest), *newest):
            if all(one.position != other.position for other in found):
                found.append(one)
                if len(found) == _MOST_POSITIONS:
                    break
        return found

    def _is_aside(self, one: Reached, end: Reached, *, is_note: bool) -> bool:
        """Return True if a stretch from `one` to `end` cannot belong to the main line.

        It can if it continues from the end of a stretch of the main line, or if it repeats that
        line from its beginning.
        """
        if is_note or not self._goes_on(one):
            return not (one.parent is None and _beginning(end) == self._beginning)
        return False

    def _goes_on(self, one: Reached) -> bool:
        """Return True if `one` ends a stretch that may be part of the main line."""
        return not one.side and id(one) in self._ends


def _beginning(end: Reached) -> list[str] | None:
    """Return the first `MANY_PLIES` moves of the line to `end`, in SAN; None if it is shorter."""
    line = end.line[:MANY_PLIES]
    return [made.san for made in line] if len(line) == MANY_PLIES else None
