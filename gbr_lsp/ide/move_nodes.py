"""The moves around a cursor: its line, and the nodes of its tree for a board that steps by itself."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.cursor import target_at
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_at
from gbr_lsp.ide.support.lines import MoveTree
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.made_moves import fen_of, is_irreversible, made_move
from gbr_lsp.solutions.position import Position

MAX_NODES = 5_000


class PrintedMove(NamedTuple):
    """A move as printed, in a path with its number. `after` is its position, or None if not known."""

    text: str
    span: Span
    after: Position | None = None


class CursorMove(NamedTuple):
    """The last move before a cursor: SAN in the document's letters, words, and square names."""

    san: str
    words: str
    origin: str | None
    target: str | None
    span: Span


class CursorLine(NamedTuple):
    """The line at a cursor: the FEN of its start, its moves, its neighbors.

    `path` has the moves up to the cursor. `first` is an empty span before the first move. `choices`
    are the moves printed at the position, the line's own first. `lost_reason` is why the position is not
    known; `position` is then the last known one.
    """

    start: str | None
    move: CursorMove | None
    path: list[PrintedMove]
    previous: Span | None
    next: Span | None
    first: Span
    last: Span | None
    choices: list[PrintedMove]
    lost_reason: str | None
    position: Position | None = None


class MoveNode(NamedTuple):
    """A printed move with the position after it, or the start of a line.

    `parent` is the index of the node before it in `MoveNodes.nodes`; None for the first node. `text` and
    `number` are empty at the start. `span` is empty there. If `lost_reason` is not None, the
    position is not known, and `position` and `fen` are the last known ones. `fen` is None if a king is
    missing. `glyphs` has the numbers of the annotation glyphs.
    """

    parent: int | None
    text: str
    number: str
    span: Span
    move: CursorMove | None
    position: Position | None
    fen: str | None
    glyphs: list[int]
    lost_reason: str | None


class MoveNodes(NamedTuple):
    """The nodes of a tree, parents first; `current` is the index of the node at the cursor.

    The children of a node are in the order of `CursorLine.choices`. `lost_reason` is that of the cursor, which
    may be after words that are no node. If `has_more`, the nodes farthest from the cursor are missing.
    """

    nodes: list[MoveNode]
    current: int
    lost_reason: str | None
    has_more: bool


class _Place(NamedTuple):
    """The index of a node, the last known position, and its half-move clock and move number."""

    node: int
    position: Position | None
    clock: int
    number: int


def moves_around(document: Document, offset: int) -> MovesAt | None:
    """Return the `MovesAt` of a caret at `offset`; None outside of moves, and on a code or board."""
    return None if target_at(document, offset) else moves_at(document, offset)


def line_at(document: Document, offset: int) -> CursorLine | None:
    """Return the `CursorLine` at `offset`; None outside of moves, and on a code or board."""
    followed = moves_around(document, offset)
    if followed is None:
        return None
    lines, cursor, shift = followed

    def placed(span: Span | None) -> Span | None:
        return span and span.shift(shift)

    def move_of(step: Node, number: str = "") -> PrintedMove:
        return PrintedMove(f"{number}{_text_of(followed, step)}", step.span.shift(shift), step.after)

    choices = [move_of(step) for step in lines.choices(cursor.node)]
    path = [move_of(step, step.short_number) for step in cursor.node.path]
    following = lines.next(cursor.node)
    return CursorLine(
        start=followed.start_fen,
        move=_move_of(followed, followed.step),
        path=path,
        previous=placed(lines.previous(cursor.node)),
        next=placed(following.span if following else None),
        first=lines.first.shift(shift),
        last=placed(lines.last(cursor.node)),
        choices=choices,
        lost_reason=cursor.lost_reason,
        position=followed.position,
    )


def move_nodes(followed: MovesAt) -> MoveNodes:
    """Return the `MoveNodes` of the tree at `followed`, at most `MAX_NODES`."""
    tree = followed.lines
    current = tree.place(followed.cursor.node)
    is_long = MAX_NODES <= len(tree.moves)
    first, chosen = _nearest(tree, current) if is_long else (tree.root, None)
    place = _Place(0, tree.position(first), tree.clock_at(first), tree.next_number(first))
    places = {first: place}
    nodes = [_node(followed, None, first, place)]
    for parent, node in _in_order(tree, first, lambda one: chosen is None or one in chosen):
        places[node] = place = _place_after(places[parent], len(nodes), node)
        nodes.append(_node(followed, places[parent].node, node, place))
    return MoveNodes(nodes, places[current].node, followed.cursor.lost_reason, is_long)


def _nearest(tree: MoveTree, current: Node) -> tuple[Node, set[Node]]:
    """Return `MAX_NODES` nodes, those near `current`, and the first of them.

    They are the path to `current`, at most half of them, then its continuations, then those of its
    parent, and so on.
    """
    path = [current]
    while path[-1].parent and len(path) < MAX_NODES // 2:
        path.append(tree.place(path[-1].parent))
    chosen = set(path)
    for place in path:
        for _, node in _in_order(tree, place, lambda one: one not in chosen):
            if len(chosen) == MAX_NODES:
                return path[-1], chosen
            chosen.add(node)
        if place is path[-1] and place.parent and len(chosen) < MAX_NODES:
            path.append(tree.place(place.parent))
            chosen.add(path[-1])
    return path[-1], chosen


def _in_order(tree: MoveTree, start: Node, is_included: Callable[[Node], bool]) -> Iterator[tuple[Node, Node]]:
    """Yield the nodes after `start` in the order of the text, each after its parent: `(parent, node)`.

    A node that is not included is left out together with all after it.
    """
    waiting: list[tuple[Node, Node | None]] = [(start, None)]
    """Nodes whose continuations are due. One with a parent is yielded first."""
    while waiting:
        node, parent = waiting.pop()
        if parent:
            yield parent, node
        following = [one for one in tree.choices(node) if is_included(one)]
        if following:
            yield node, following[0]
            waiting.append((following[0], None))
            waiting += [(other, node) for other in reversed(following[1:])]


def _place_after(place: _Place, number: int, node: Node) -> _Place:
    """Return the `_Place` of `node`, which has the index `number`; with an unknown position, that of `place`."""
    if node.after is None:
        return place._replace(node=number)
    clock = place.clock
    if node.before is not None:
        clock = 0 if is_irreversible(node.before, node.after) else clock + 1
    return _Place(number, node.after, clock, node.due // 2)


def _node(followed: MovesAt, parent: int | None, node: Node, place: _Place) -> MoveNode:
    """Return the `MoveNode` of `node`."""
    tree, is_move = followed.lines, node.san is not None
    found = tree.cursor_at(node.span.start) if is_move else None
    return MoveNode(
        parent=parent,
        text=_text_of(followed, node) if is_move else "",
        number=node.short_number if is_move else "",
        span=(node.span if is_move else tree.first).shift(followed.shift),
        move=_move_of(followed, node),
        position=place.position,
        fen=fen_of(place.position, place.clock, place.number) if place.position else None,
        glyphs=[glyph.number for glyph in followed.glyphs_after(node)] if is_move else [],
        lost_reason=found and found.lost_reason,
    )


def _text_of(followed: MovesAt, step: Node) -> str:
    return followed.text[step.span.start : step.span.end]


def _move_of(followed: MovesAt, step: Node | None) -> CursorMove | None:
    """Return the `CursorMove` of `step`; None at the start and for an illegal move."""
    if step is None or step.before is None or step.after is None:
        return None
    made = made_move(step.before, step.after)
    san = followed.lines.language.from_english(made.san, white=step.half % 2 == 0)
    return CursorMove(san, made.words, made.origin, made.to, step.span.shift(followed.shift))
