"""The lines of a solution in prose: main line, alternatives and notes.

Numbers anchor the moves. The number that is due continues the line; an earlier one begins an
alternative there, also in a note far after the main line. A note `i)` belongs to the move with the
mark `/i`. A move counts only after a number, a note's label or another move, since words name moves
that nobody plays. An illegal move ends its line until the next number. If the linter has followed the
main line, its nodes are used.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice

from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.lines import Cursor, MoveTree, Stop
from gbr_lsp.solutions.followed_line import FollowedLine
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal_moves import intended_moves
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.line_tree import LineTree
from gbr_lsp.solutions.movetext import MOVE_KINDS, MoveToken, TokenKind
from gbr_lsp.solutions.position import Position, white_to_move
from gbr_lsp.solutions.reasons import reason
from gbr_lsp.solutions.spelling import english_san

_IN_ROW: tuple[TokenKind, ...] = (*MOVE_KINDS, "number")


def prose_lines(text: str, region: Span, line: FollowedLine) -> MoveTree:
    """Return the `MoveTree` of the items in `region` of `text`, with the main line `line`."""
    return _ProseWalk(line.tree, region, line.tree.root, line.moves).moves_in(text)


def typed_lines(
    text: str, items: Sequence[MoveToken], region: Span, ways: Sequence[Position], languages: Sequence[Language]
) -> MoveTree | None:
    """Return the `MoveTree` of `items`, which have no main line yet; None without `ways` or `languages`.

    Of the positions `ways` and the `languages`, those with the most legal moves count.
    """
    first = next((item.half for item in items if item.kind == "number"), 2)
    walks = []
    for position in ways:
        root = Node(Span(region.start, region.start), None, first - first % 2 - white_to_move(position), None, position)
        walks += [_ProseWalk(LineTree(items, (), language), region, root) for language in languages]
    trees = [walk.moves_in(text) for walk in walks]
    return max(zip(walks, trees, strict=True), key=lambda pair: pair[0].moves)[1] if walks else None


class _ProseWalk:
    """A walk through the items of `region`, whose first line begins at `root`.

    `main` are the moves of the first line that are known already.
    """

    def __init__(self, tree: LineTree, region: Span, root: Node, main: Sequence[Node] = ()) -> None:
        self.tree = tree
        self.items = tree.items
        self.region = region
        self.root = root
        self.main = {node.item: node for node in main}
        self.nodes = [*main]
        self.following: dict[Node, list[Node]] = {}
        """The moves after each node, the one of its own line first."""
        for node in main:
            self.following[node.parent or root] = [node]
        self.main_end = main[-1] if main else root
        self.stops = [Stop(region.start, Cursor(root))]
        self.read_end = root
        """The last move of the main line that was read."""
        self.here = Cursor(root)
        self.ready: Node | None = root
        """The node that the next move follows; None after words and after illegal moves."""
        self.is_unknown = False
        """True in a note whose move is not known."""
        self.moves = 0
        """The number of legal moves read."""
        self.lost_half = 0
        """The half-move after a move that cannot be made, until the next number; otherwise 0."""
        self.marks: dict[str, Node] = {}
        self.open: list[Cursor] = []
        self.is_after_label = False

    def moves_in(self, text: str) -> MoveTree:
        """Read all items, and return their `MoveTree`."""
        at, end = (bisect_left(self.items, offset, key=_start_of) for offset in self.region)
        while at < end:
            item = self.items[at]
            if item.kind in MOVE_KINDS or at in self.main:
                at = self._read_moves(at, end)
            else:
                self._read(item, at + 1)
                at += 1
        tree = MoveTree(text, self.root, self.nodes, self.stops, self.region, self.tree.language)
        tree.is_in_prose = True
        tree.items = self.items
        tree.next_move_cursor = Cursor(self.ready) if self.ready else None
        return tree

    def _read(self, item: MoveToken, following: int) -> None:
        """Read `item`, which is no move; `following` is the index of the next item."""
        if item.kind == "number":
            known = self.main.get(following)
            self.ready = known.parent if known else None if self.is_unknown else self._place(item.half)
        elif item.kind == "mark":
            self.marks.setdefault(item.text[1:], self.here.node)
        elif item.kind == "label":
            self._begin_note(item, self.marks.get(item.text[:-1]))
        elif item.kind == "open":
            self.open.append(self.here)
            self.ready = None
        elif item.kind == "close" and self.open:
            self.lost_half = 0
            self._stop(item.span.end, self.open.pop())
            self.ready = self.here.node
        elif item.kind == "word":
            self.ready = None
        self.is_after_label = item.kind == "label"

    def _read_moves(self, at: int, end: int) -> int:
        """Read the moves and numbers from item `at` on, as far as they run; return the index of the next item."""
        if known := self.main.get(at):
            self.ready = self.read_end = known
            self._stop(self.items[at].span.start, Cursor(known), is_move=True)
            return at + 1
        self.is_unknown = self.is_unknown or (self.ready is None and self.is_after_label)
        self.is_after_label = False
        if self.ready is None:
            return at + 1
        row_end = next((n for n in range(at, end) if n in self.main or self.items[n].kind not in _IN_ROW), end)
        run = self.tree.run(range(at, row_end), self.ready, counted=True)
        self.moves += run.plies
        for node in [*islice(run.ends[0].path_back(), run.plies)][::-1]:
            self.ready = self._made(self.ready, node)
            self._stop(node.span.start, Cursor(self.ready), is_move=True)
        failed = at + run.place
        if failed < row_end and self.items[failed].kind != "number":
            self._lose(self.items[failed], self.ready)
            failed += 1
        return failed

    def _begin_note(self, label: MoveToken, marked: Node | None) -> None:
        """Begin a note: its first unnumbered move replaces the move with its mark."""
        self.is_unknown = False
        self.lost_half = 0
        self.ready = None
        if marked:
            self._stop(label.span.start, Cursor(marked))
            self.ready = marked.parent

    def _place(self, half: int) -> Node | None:
        """Return the node before half-move `half` in the line or main line, or None.

        In brackets, earlier moves of the line come before the end of the main line.
        """
        ends = (self.here.node, self.read_end)
        lost_half, self.lost_half = self.lost_half, 0
        if half == lost_half:
            return None
        for end in ends[: 1 if self.open else 2]:
            if end.due == half or (half % 2 == 0 and end.due == half + 1 and end is self.root):
                return end
        return next((one for end in ends for one in end.path_back() if one.due == half), None)

    def _made(self, at: Node, node: Node) -> Node:
        """Return the node after `at` with the move of `node`, which is added unless it is there already."""
        following = self.following.setdefault(at, [])
        known = next((one for one in following if one.after == node.after), None)
        if known:
            return known
        following.append(node)
        self.nodes.append(node)
        node.parent = at
        if at is self.main_end:
            self.main_end = self.read_end = node
        return node

    def _lose(self, item: MoveToken, at: Node) -> None:
        """Stop at the move `item`, which cannot be made from `at`."""
        self.ready = None
        self.lost_half = at.due + 1
        san = english_san(item.text, self.tree.language)
        if san is not None:
            number = f"{at.due // 2}{'…' if at.due % 2 else '.'}{item.text}"
            is_ambiguous = 1 < len(intended_moves(at.position, san))
            why = "can be made by two men" if is_ambiguous else f"cannot be played: {reason(at.position, san)}"
            self._stop(item.span.start, Cursor(at, f"{number} {why}"), is_move=True)

    def _stop(self, offset: int, cursor: Cursor, *, is_move: bool = False) -> None:
        self.here = cursor
        self.stops.append(Stop(offset, cursor, is_move))


def _start_of(item: MoveToken) -> int:
    return item.span.start
