"""The lines of a solution in prose, followed from a board: the main line and its alternatives.

Every row of moves is tried after each earlier move that makes its number due. So a line that branches
off in the middle of another one finds its position. The moves that are legal form a tree, and its
longest line is the main line. Words play no part.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, takewhile
from typing import NamedTuple

from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal_moves import legal_moves
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.move_rows import MoveRow
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.position import AMBIGUOUS, Position, play
from gbr_lsp.solutions.prose_items import MANY_PLIES
from gbr_lsp.solutions.san import MOVES
from gbr_lsp.solutions.spelling import readings

_MAX_POSITIONS = 8
"""Maximum number of different positions after which a row is tried."""
_MAX_BREAKS = 3
"""Maximum number of breaks, or of positions to continue from, kept for one row."""


class Break(NamedTuple):
    """Place where a row cannot be followed.

    `row_number` is its index, `place` the index of the failing item in it, `node` the last position
    before that. `plies` counts the half-moves of the row that run. `is_aside` is True if the
    row cannot belong to the main line.
    """

    row_number: int
    place: int
    node: Node
    plies: int
    is_aside: bool


class RowRun(NamedTuple):
    """Result of following a row of items from a position.

    `nodes[n]` lists the positions after n half-moves; `nodes[0]` is the start. `place` is the index of
    the first item that fails, or the length of the row.
    """

    nodes: list[list[Node]]
    place: int

    @property
    def ends(self) -> list[Node]:
        """Return the list of `Node` after the last half-move that runs."""
        return self.nodes[-1]

    @property
    def plies(self) -> int:
        """Return the number of half-moves that run."""
        return len(self.nodes) - 1


class LineTree:
    """Tree of the lines that rows of moves make from a position.

    Rows are added in the order of the text.
    """

    def __init__(self, items: Sequence[MoveToken], rows: Sequence[MoveRow], language: Language) -> None:
        self.items = items
        self.rows = rows
        self.language = language
        self.nodes_by_half: dict[int, list[Node]] = {}
        """The positions reached, by the half-move due there."""
        self.complete_ends: list[Node] = []
        """The ends of the rows that run to their last item."""
        self.breaks: list[Break] = []
        self._last: list[Node] = []
        self._ends: set[int] = set()
        self._beginning: list[str] | None = []

    def begin(self, row_number: int, run: RowRun) -> None:
        """Add the first row, by its index; `run` is its run from the board."""
        self.root = run.nodes[0][0]
        for reached in run.nodes:
            self._keep(reached)
        self._beginning = _beginning(run.ends[0]) or []
        self._end_row(row_number, run, run.plies)

    def follow(self, row_number: int) -> int:
        """Follow the row with index `row_number`; return the most half-moves that run.

        It is tried from each position where its number is due. Return 0 if nothing runs. A row
        without a number continues the row before it; it must run completely and have at least
        two half-moves.
        """
        half, items, _, is_note = self.rows[row_number]
        before = self._last if half is None else self._distinct_nodes(self.nodes_by_half.get(half, []))
        tried = [(one, self.run(items, one, counted=half is not None)) for one in before]
        farthest = max((run.place for _, run in tried), default=0)
        made = max((run.plies for _, run in tried if run.place == farthest), default=0)
        if not made or (half is None and (made < 2 or farthest < len(items))):
            if half is not None:
                for one, run in tried[:_MAX_BREAKS]:
                    is_aside = self._is_aside(one, run.ends[0], is_note=is_note)
                    self.breaks.append(Break(row_number, run.place, run.ends[0], run.plies, is_aside))
            return 0
        for one, run in [each for each in tried if each[1].place == farthest][:_MAX_BREAKS]:
            if self._is_aside(one, run.ends[0], is_note=is_note):
                for reached in chain.from_iterable(run.nodes[1:]):
                    reached.is_aside = True
            for end in run.ends:
                self._keep([reached for reached in end.path_back() if one.half < reached.half][::-1])
            self._end_row(row_number, run, made)
        return made

    def run(self, items: Sequence[int], start: Node, *, counted: bool) -> RowRun:
        """Return the `RowRun` of `items`, indexes of items in the text, from `start`.

        If `counted`, the first number must be the due one.
        """
        reached = [[start]]
        for place, at in enumerate(items):
            item = self.items[at]
            if item.kind == "number":
                if counted and item.half != reached[-1][0].due:
                    return RowRun(reached, place)
                counted = True
            else:
                more = [new for one in reached[-1] for new in self._nodes_after(one, at, item)]
                if not more:
                    return RowRun(reached, place)
                reached.append(more)
        return RowRun(reached, len(items))

    @property
    def main_end(self) -> Node | None:
        """Return the end of the main line as a `Node`, or None if no row runs completely.

        It is the longest line, the first one of equals. A line that interrupts a longer one is
        passed over, see `_is_inside`.
        """
        ends = [end for end in self.complete_ends if not end.is_aside]
        best = max(ends, key=lambda end: end.half, default=None)
        while best is not None:
            around = [end for end in ends if self._is_inside(best, end)]
            if not around:
                break
            best = max(around, key=lambda end: end.half)
        return best

    def _is_inside(self, aside: Node, line: Node) -> bool:
        """Return True if the own moves of `aside` are printed between two own moves of `line`.

        `4.Kc6 Kd8, not 4...Kb8 5.Kb6 Ka8 6.Qb7. 5.Kd6`. Both are ends of lines. The second of the
        two moves must be in the same block as `aside`, or begin the next one, as in a Markdown
        list.
        """
        if not (aside.parent and line.parent and aside.item < line.item):
            return False
        theirs, before = (set(map(id, one.path_back())) for one in (aside, line))
        own = [one.item for one in takewhile(lambda one: id(one) not in theirs, line.path_back()) if one.parent]
        first = min((one.item for one in aside.path_back() if one.parent and id(one) not in before), default=0)
        later_items = [item for item in own if first < item]
        last = aside.item
        if not first or len(later_items) == len(own) or not all(last < item for item in later_items):
            return False
        between = [item.kind for item in self.items[last : later_items[-1]]]
        return "end" not in between or between[-2:] == ["end", "number"]

    def _nodes_after(self, before: Node, at: int, item: MoveToken) -> list[Node]:
        """Return a list of `Node`, one for each legal reading of `item` after `before`.

        `at` is the index of `item`.
        """
        position, half = before.position, before.half + 1
        _, _, _, turn = position
        made = list[tuple[str, Position]]()
        for san in readings(item, self.language, white=turn):
            if item.kind == "any":
                made += ((legal.san, legal.after) for legal in legal_moves(position) if legal.san.startswith(san))
            elif (move := MOVES[turn][san]) and (after := play(position, move)) and after is not AMBIGUOUS:
                made.append((san, after))
        return [Node(item.span, san, half, position, after, parent=before, item=at) for san, after in made]

    def _keep(self, reached: list[Node]) -> None:
        for one in reached:
            self.nodes_by_half.setdefault(one.due, []).append(one)

    def _end_row(self, row_number: int, run: RowRun, plies: int) -> None:
        ends = self._last = run.ends
        if run.place < len(self.rows[row_number].items):
            self.breaks.append(Break(row_number, run.place, ends[0], plies, ends[0].is_aside))
        else:
            self._ends |= {id(end) for end in ends}
            self.complete_ends += ends

    def _distinct_nodes(self, reached: list[Node]) -> list[Node]:
        """Return those of `reached` that differ in position, at most `_MAX_POSITIONS`, the last first.

        Ends of the main line precede the others.
        """
        newest = [*reversed(reached)]
        return distinct_nodes((*filter(self._is_line_end, newest), *newest))

    def _is_aside(self, one: Node, end: Node, *, is_note: bool) -> bool:
        """Return True if a row from `one` to `end` cannot belong to the main line.

        It can if `one` is the end of a row of the main line, or if the row repeats that line from its
        beginning.
        """
        if is_note or not self._is_line_end(one):
            return not (one.parent is None and _beginning(end) == self._beginning)
        return False

    def _is_line_end(self, one: Node) -> bool:
        """Return True if `one` ends a row that may be part of the main line."""
        return not one.is_aside and id(one) in self._ends


def distinct_nodes(nodes: Iterable[Node], limit: int = _MAX_POSITIONS) -> list[Node]:
    """Return those of `nodes` that differ in position, at most `limit`."""
    found: list[Node] = []
    for node in nodes:
        if all(node.position != other.position for other in found):
            found.append(node)
            if len(found) == limit:
                break
    return found


def _beginning(end: Node) -> list[str] | None:
    """Return the first `MANY_PLIES` moves of the line to `end`, in SAN; None if it is shorter."""
    line = end.path[:MANY_PLIES]
    return [made.san or "" for made in line] if len(line) == MANY_PLIES else None
