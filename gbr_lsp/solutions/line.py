"""The tree of the moves of a text, common to PGN and prose.

A line is a list of nodes. A node is a move, or a text that should be a move, with the positions
before and after it if they are known. Unknown text is a node and never the end of a line. The
variations of a node are alternatives to its move.
"""

from collections.abc import Iterator
from itertools import chain

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.problems import MoveProblem

_NO_VARIATIONS: "list[Line]" = []
"""The list of all nodes without variations, to make fewer lists."""


class Node:
    """A move of a line, a text in its place, or the start of a line."""

    __slots__ = ("after", "before", "half", "is_aside", "item", "parent", "problem", "san", "span", "variations")

    def __init__(
        self,
        span: Span,
        san: str | None,
        half: int,
        before: Position | None,
        after: Position | None,
        problem: MoveProblem | None = None,
        *,
        parent: "Node | None" = None,
        item: int = -1,
    ) -> None:
        self.span = span
        """The span of the move with its check sign."""
        self.san = san
        """The move in English letters, without check sign; None for a text that is no move, and at a start."""
        self.half = half
        """Twice the move number, and one more for Black's moves."""
        self.before = before
        """The position before it; None if the line was lost before."""
        self.after = after
        """The position after it; None if it is not known."""
        self.problem = problem
        self.variations: list[Line] = _NO_VARIATIONS
        self.parent = parent
        """The node before it, a move or the start of its line; the parent of the start of a variation is the
        node before the move that it replaces."""
        self.item = item
        """The index of its token in the text, in prose; -1 at a start."""
        self.is_aside: bool = parent is not None and parent.is_aside
        """Whether the line leaves another one in the middle of a row, in prose; a main line never does."""

    @property
    def number(self) -> str:
        """Return the move number as written before this move: `12.` or `12...`."""
        return f"{self.half // 2}{'...' if self.half % 2 else '.'}"

    @property
    def short_number(self) -> str:
        """The move number as a player writes it before a lone move: `12.` or `12…`."""
        return f"{self.half // 2}{'…' if self.half % 2 else '.'}"

    @property
    def by_white(self) -> bool:
        """Whether it is White's by its number."""
        return self.half % 2 == 0

    @property
    def due(self) -> int:
        """The half-move that is due after it."""
        return self.half + 1

    @property
    def position(self) -> Position:
        """The position after a move that was made."""
        assert self.after is not None
        return self.after

    @property
    def path(self) -> "Line":
        """The moves from the start to this one."""
        return [one for one in self.path_back() if one.san is not None][::-1]

    def add_variation(self, line: "Line") -> None:
        """Add `line` to the variations."""
        if self.variations is _NO_VARIATIONS:
            self.variations = []
        self.variations.append(line)

    def path_back(self) -> Iterator["Node"]:
        """Yield this node and those before it, the last first."""
        one: Node | None = self
        while one is not None:
            yield one
            one = one.parent


Line = list[Node]


def nodes_of(line: Line) -> Iterator[Node]:
    """Yield all nodes of `line` and its variations; a node comes before its variations."""
    waiting = [iter(line)]
    while waiting:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
        else:
            yield node
            waiting += [iter(variation) for variation in reversed(node.variations)]


def variations_of(line: Line) -> Iterator[Line]:
    """Yield all variations in `line` and in its variations."""
    return (variation for node in nodes_of(line) for variation in node.variations)


def moves_after(line: Line, node: Node) -> list[str]:
    """Return the moves in SAN after `node` in its own line: `line` itself or one of its variations.

    Raises StopIteration if there is none.
    """
    own = next(one for one in chain([line], variations_of(line)) if node in one)
    return [other.san for other in own[own.index(node) + 1 :] if other.san]
