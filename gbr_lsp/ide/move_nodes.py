"""The nodes of the moves around a cursor, for a board that steps by itself."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.cursor_moves import MovesAt
from gbr_lsp.ide.support.lines import MoveTree
from gbr_lsp.ide.support.prose_comments import Comments, prose_comments
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.made_moves import MoveDescription
from gbr_lsp.solutions.nags import MoveGlyph, comments_of
from gbr_lsp.solutions.position import Position

MAX_NODES = 5_000


class MoveNode(NamedTuple):
    """A printed move with the position after it, or the start of a line.

    `parent` is the index of the node before it in `MoveNodes.nodes`; None for the first node. `text` and
    `number` are empty at the start. `span` is empty there. If `lost_reason` is not None, the
    position is not known, and `position` and `fen` are the last known ones. `fen` is None if a king is
    missing. `glyphs` are the annotation glyphs. `comment` is the text of the comments after the move or start,
    `before` that of the comments at the beginning of a variation; None without comments. In prose, they are
    the words between the moves.
    """

    parent: int | None
    text: str
    number: str
    span: Span
    move: MoveDescription | None
    position: Position | None
    fen: str | None
    glyphs: list[MoveGlyph]
    before: str | None
    comment: str | None
    lost_reason: str | None


class MoveNodes(NamedTuple):
    """The nodes of a tree, parents first; `current` is the index of the node at the cursor.

    The children of a node are in the order of `MoveTree.choices`. `lost_reason` is that of the cursor, which
    may be after words that are no node. If `has_more`, the nodes farthest from the cursor are missing.
    """

    nodes: list[MoveNode]
    current: int
    lost_reason: str | None
    has_more: bool


def move_nodes(moves: MovesAt, document: Document) -> MoveNodes:
    """Return the `MoveNodes` of the tree at `moves` in `document`, at most `MAX_NODES`."""
    tree = moves.tree
    current = tree.place(moves.cursor.node)
    is_long = MAX_NODES <= len(tree.moves)
    first, chosen = _nearest(tree, current) if is_long else (tree.root, None)
    comments = prose_comments(tree, document, moves.shift) if tree.is_in_prose else _comments(tree)
    numbers, nodes = {first: 0}, [_node(moves, None, first, comments)]
    for parent, node in _in_order(tree, first, lambda one: chosen is None or one in chosen):
        numbers[node] = len(nodes)
        nodes.append(_node(moves, numbers[parent], node, comments))
    return MoveNodes(nodes, numbers[current], moves.cursor.lost_reason, is_long)


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


def _comments(tree: MoveTree) -> Comments:
    """Return the `Comments` of a game.

    The start of a variation without moves has none: its comments follow the move before the bracket.
    """
    owners: dict[Node, Node] = {}
    for start in tree.starts:
        cursor = None if tree.next(start) else tree.cursor_at(start.span.start - 1)
        owners[start] = owners.get(cursor.node, cursor.node) if cursor else start
    found: dict[Node, list[str]] = {}
    for offset, words in comments_of(tree.text, tree.span.start):
        if cursor := tree.cursor_at(offset):
            found.setdefault(owners.get(cursor.node, cursor.node), []).append(words)
    firsts = [one for one in tree.moves if one.parent in found and one.parent is not tree.place(one.parent)]
    return {one: found[one.parent] for one in firsts if one.parent}, found


def _node(moves: MovesAt, parent: int | None, node: Node, comments: Comments) -> MoveNode:
    """Return the `MoveNode` of `node`."""
    tree, is_move = moves.tree, node.san is not None
    found = tree.cursor_at(node.span.start) if is_move else None
    return MoveNode(
        parent=parent,
        text=tree.text_of(node) if is_move else "",
        number=node.short_number if is_move else "",
        span=(node.span if is_move else tree.first).shift(moves.shift),
        move=tree.made(node),
        position=tree.known(node).after,
        fen=tree.fen(node),
        glyphs=tree.glyphs_after(node) if is_move else [],
        before=" ".join(comments[0].get(node, ())) or None,
        comment=" ".join(comments[1].get(node, ())) or None,
        lost_reason=found and found.lost_reason,
    )
