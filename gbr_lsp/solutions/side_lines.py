"""Misprints in the side lines of a solution: alternatives in brackets, notes and tries.

A side line is read from the position where it leaves the line around it. This is the position before the move that
its number counts, on the way to the last move before it. If its first move is not legal there, the same half-move of
the other lines of the solution is tried. A side line is judged less strictly than the main line: its position is
known, so four half-moves after a slip are enough. But a line that runs to its end from any position of the
solution has no misprint, and if two positions explain a slip, nothing is known.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain, takewhile
from operator import attrgetter

from gbr_lsp.base.caching import cached
from gbr_lsp.solutions.followed_line import FollowedLine
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.line_tree import RowRun, distinct_nodes
from gbr_lsp.solutions.misprints import is_branch_start, is_doubtful, misread_number
from gbr_lsp.solutions.move_rows import MoveRow, rows_of
from gbr_lsp.solutions.movetext import MOVE_KINDS, MoveToken
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.prose_items import MANY_PLIES, SECOND_MOVE
from gbr_lsp.solutions.prose_text import ProseText
from gbr_lsp.solutions.slip_explanation import Slip, SlipExplanation
from gbr_lsp.solutions.slip_search import SlipSearch
from gbr_lsp.solutions.spelling import play_item, replay_items

_MIN_PLIES_AFTER = 4
"""Minimum number of half-moves after the slip."""
_MIN_PLIES = _MIN_PLIES_AFTER + 2
"""Minimum number of half-moves of a bracket: one before the slip, and the slip itself."""
_MAX_POSITIONS = 40
"""Maximum number of positions where a side line may begin; if there are more, it is not judged."""
_MAX_GENERATIONS = 900
"""Maximum number of positions whose legal moves are generated for the side lines of one solution."""


def side_misprints(text: ProseText, line: FollowedLine, others: Sequence[FollowedLine]) -> list[SlipExplanation]:
    """Return the misprints in the side lines near the main line `line`, in the order of the text.

    A side line that runs in one of the solutions `others` may belong there.
    """
    walk = _SideWalk(text, line)
    rows = [text.rows[number] for number in line.rows_in_order]
    end_row = line.rows_in_order.stop
    end = text.rows[end_row].items[0] if end_row < len(text.rows) else len(text.items)
    first, after = (bisect_left(text.brackets, at, key=attrgetter("start")) for at in (line.start, end))
    walk.read(rows, text.brackets[first:after], None, len(text.items))
    return [wrong for wrong in walk.misprints if not any(_runs_in(other, wrong) for other in others)]


def _runs_in(line: FollowedLine, wrong: SlipExplanation) -> bool:
    """Return True if the moves around `wrong`, as printed, can be played from a position of the solution `line`."""
    moves = [token for token in wrong.tokens if token.kind == "move"]
    starts = line.tree.nodes_by_half.get(wrong.line[0].half, []) if wrong.slip is Slip.WRONG else []
    return any(len(moves) == sum(1 for _ in replay_items(one.position, moves, line.language)) for one in starts)


class _SideWalk:
    """A walk through the rows and brackets after the start of `line`."""

    def __init__(self, text: ProseText, line: FollowedLine) -> None:
        self.text = text
        self.line = line
        self.misprints: list[SlipExplanation] = []
        self._main_moves = sorted(move.item for move in line.moves)
        self._main = frozenset(self._main_moves)
        self._nodes: dict[int, list[Node]] = {}
        """The nodes of each move, by the index of its item."""
        self._nodes_by_half: dict[int, list[Node]] = {}
        """The nodes of side lines after which each half-move is due."""
        self._starts: dict[Node, Node] = {}
        """The node before the first own move of a side line, by each node of it."""
        self._waiting: list[tuple[range, int | None]] = []
        """Brackets that run, and the last move before each, until another side line needs their nodes."""
        self._generations = 0
        for node in chain.from_iterable(line.tree.nodes_by_half.values()):
            self._nodes.setdefault(node.item, []).append(node)

    def read(self, rows: Sequence[MoveRow], brackets: Sequence[range], anchor: int | None, end: int) -> None:
        """Read `rows` and `brackets`, which are in one bracket or in none.

        `anchor` is the index of the last move before them, `end` that of the item that ends them.
        """
        moves = [at for row in rows for at in row.items if self.text.kinds[at] in MOVE_KINDS]
        parts: list[tuple[int, MoveRow | range]] = [(row.items[0], row) for row in rows]
        parts += [(one.start, one) for one in brackets if self._is_long(one)]
        for start, part in sorted(parts, key=lambda one: one[0]):
            before = bisect_left(moves, start)
            last = moves[before - 1] if before else anchor
            if isinstance(part, range):
                if self._runs_after(last, part):
                    self._waiting.append((part, last))
                else:
                    self._read_bracket(part, last)
            elif part.half is not None and self._main.isdisjoint(part.items):
                items = self.text.items
                label = items[start - 1] if start and items[start - 1].kind == "label" else None
                if label:
                    last = self._marks.get(f"/{label.text[:-1]}", last)
                self._follow(part, last, end, may_continue=before > 0 and not label)

    def _runs_after(self, anchor: int | None, bracket: range) -> bool:
        """Return True if `bracket`, after the move `anchor`, has only numbers, moves that run, and such brackets."""
        items = self.text.items[bracket.start : bracket.stop]
        nodes = self._nodes.get(anchor, ()) if anchor is not None and items[0].half else ()
        before = (_before(node, items[0].half) for node in nodes)
        return any(self._plays(items, [node.position]) for node in filter(None, before))

    def _plays(self, items: Sequence[MoveToken], line: list[Position]) -> bool:
        """Return True if all `items` can be played: numbers, moves, and brackets that replace moves of `line`."""
        first, around, begins = items[0].half, list[list[Position]](), True
        for item in items:
            place = item.half - first
            if item.kind == "open":
                around.append(line)
                begins = True
            elif item.kind == "close" and around:
                line, begins = around.pop(), False
            elif begins and item.kind == "number" and 0 <= place < len(line):
                line, begins = line[: place + 1], any(map(str.isalpha, item.text))
            elif not begins and item.kind in MOVE_KINDS and (made := play_item(item, self.line.language, line[-1])):
                line.append(made.after)
            elif begins or item.kind != "number" or place != len(line) - 1 or any(map(str.isalpha, item.text)):
                return False
        return not around

    def _make_waiting(self) -> None:
        while self._waiting:
            self._read_bracket(*self._waiting.pop())

    def _read_bracket(self, bracket: range, anchor: int | None) -> None:
        """Read the lines in `bracket` after the move `anchor`."""
        rows, brackets = rows_of(self.text.text, self.text.items[bracket.start : bracket.stop])
        shifted = [row._replace(items=tuple(at + bracket.start for at in row.items)) for row in rows]
        inner = [range(one.start + bracket.start, one.stop + bracket.start) for one in brackets]
        self.read(shifted, inner, anchor, bracket.stop)

    def _is_long(self, bracket: range) -> bool:
        """Return True if `bracket` has enough moves for a line with a slip that can be judged."""
        kinds = self.text.kinds[bracket.start : bracket.stop]
        return _MIN_PLIES <= sum(map(kinds.count, MOVE_KINDS)) + kinds.count("word")

    @cached
    def _marks(self) -> dict[str, int]:
        """The item of the last move before each mark, by its text."""
        kinds, found, last = self.text.kinds, dict[str, int](), -1
        for at in range(self.line.start, len(self.text.items)):
            if kinds[at] in MOVE_KINDS:
                last = at
            elif kinds[at] == "mark":
                found.setdefault(self.text.items[at].text, last)
        return found

    def _follow(self, row: MoveRow, anchor: int | None, end: int, *, may_continue: bool) -> None:
        """Follow `row` from each position where it may leave another line, and judge it if it runs from none.

        `anchor` is the index of the last move before it, `end` that of the item after its line. If `may_continue`, it
        may continue the side line of that move.
        """
        half, is_outside = row.half or 0, end == len(self.text.items)
        if anchor not in self._nodes:
            self._make_waiting()
        last = self._nodes.get(anchor, []) if anchor is not None else []
        is_again, is_complete = half == self.line.tree.root.due, self.line.is_complete
        is_open = half < SECOND_MOVE and not (row.is_note or may_continue)
        if is_outside and not is_again and (not is_complete or is_open):
            return
        continued = [node for node in last if may_continue and node in self._starts]
        near = distinct_nodes(before for node in last if (before := _before(node, half)))
        runs = [self._run(row, node) for node in near]
        if not any(run.place == len(row.items) for run in runs):
            self._make_waiting()
            others = distinct_nodes([*near, *self._nodes_after(half)], _MAX_POSITIONS)[len(near) :]
            runs += [self._run(row, node) for node in others]
        place = max((run.place for run in runs), default=0)
        ends = list[Node]()
        for run in runs:
            if run.place == place and (run.plies or run.ends[0] in continued):
                self._add(run, is_continuation=run.nodes[0][0] in continued)
                ends.append(run.ends[0])
        gaps = (self._misprint(node, end) for node in continued if node.due < half)
        # After words, a number may be one too high: "4.Rf6+ and 5.Rxa1".
        found = [one for one in gaps if one and one.slip is Slip.UNREADABLE and not one.is_legal]
        if found or not ends or len(runs) == _MAX_POSITIONS:
            pass
        elif place == len(row.items):
            own = self._own_moves(ends[0])
            wrong = misread_number(self.text, own, self.line.language)
            found = [wrong] if wrong and _MIN_PLIES_AFTER <= len(own) - len(wrong.line) else []
        elif last or is_again:
            # Without a known move before it, the line may have begun in moves that were not read.
            found = [one for node in ends if (one := self._misprint(node, end))]
        # A line from move 1 may be a quotation, unless it repeats the main line or is marked as a try or note.
        is_certain = not is_outside or (is_complete and (row.is_note or not is_again))
        if len({one.span for one in found}) == 1 and (is_certain or MANY_PLIES <= self._common_plies(found[0])):
            self.misprints.append(found[0])

    def _common_plies(self, wrong: SlipExplanation) -> int:
        """Return the number of first half-moves that the line with `wrong`, once corrected, and the main line share."""
        main = {move.half: move.after for move in self.line.moves}
        return len([*takewhile(lambda one: main.get(one.half) == one.after, (one for one in wrong.line if one.after))])

    def _own_moves(self, node: Node) -> list[Node]:
        """Return the moves of a side line up to `node`."""
        start = self._starts[node]
        return [*takewhile(lambda one: one is not start, node.path_back())][::-1]

    def _misprint(self, node: Node, end: int) -> SlipExplanation | None:
        """Return the misprint that explains why the side line stops after `node`, or None.

        `end` is the index of the item after the line.
        """
        if _MAX_GENERATIONS <= self._generations:
            return None
        text, start = self.text, self._starts[node]
        own = self._own_moves(node)
        # The main line continues after a side line.
        end = min([end, *self._main_moves[bisect_left(self._main_moves, node.item) :][:1]])
        limit = text.items[end].span.start if end < len(text.items) else len(text.text)
        tokens = [one for one in text.tokens_after(node.item + 1, node.span.end) if one.span.start < limit]
        search = SlipSearch(text.text, [start, *own], [text.items[one.item] for one in own], tokens, self.line.language)
        found = search.find_best()
        self._generations += search.generations
        if found is None or is_branch_start(tokens, search):
            return None
        plies_after = len(found.line) - 1 - (found.half - start.due)
        return None if plies_after < _MIN_PLIES_AFTER or is_doubtful(text, own[0].item, found) else found

    def _run(self, row: MoveRow, node: Node) -> RowRun:
        return self.line.tree.run(row.items, node, counted=True)

    def _add(self, run: RowRun, *, is_continuation: bool) -> None:
        """Add the nodes of `run`, a new side line or a continuation of one."""
        start = run.nodes[0][0]
        if is_continuation:
            start = self._starts[start]
        for node in chain.from_iterable(run.nodes[1:]):
            self._starts[node] = start
            self._nodes.setdefault(node.item, []).append(node)
            self._nodes_by_half.setdefault(node.due, []).append(node)

    def _nodes_after(self, half: int) -> Iterator[Node]:
        """Yield the nodes of all lines after which `half` is due."""
        tree = self.line.tree
        first = [tree.root] if tree.root.due == half else []
        return chain(first, tree.nodes_by_half.get(half, []), self._nodes_by_half.get(half, []))


def _before(node: Node, half: int) -> Node | None:
    """Return the node on the way to `node` after which `half` is due, or None."""
    one: Node | None = node
    while one and half < one.due:
        one = one.parent
    return one if one and one.due == half else None
