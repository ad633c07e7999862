"""The tree of the moves of a text, common to PGN and prose.

A line is a list of nodes. A node is a move, or a text that should be a move, with the positions
before and after it if they are known. Unknown text is a node and never the end of a line. The
variations of a node are alternatives to its move.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.problems import MoveProblem


class Node(NamedTuple):
    """A move of a line, or a text in its place.

    Spans are half-open, in code points of the text read.
    """

    span: Span
    """The span of the move with its check sign."""
    san: str | None
    """The move in English letters, without check sign; None for a text that is no move."""
    half: int
    """Twice the move number, and one more for Black's moves."""
    before: Position | None
    """The position before it; None if the line was lost before."""
    after: Position | None
    """The position after it; None if it is not known."""
    problem: MoveProblem | None
    variations: "list[Line]"

    @property
    def number(self) -> str:
        """Return the move number as written before this move: `12.` or `12...`."""
        return f"{self.half // 2}{'...' if self.half % 2 else '.'}"


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


def problems_of(line: Line) -> list[Node]:
    """Return the nodes with a problem, as a list of `Node` sorted by span."""
    return sorted((node for node in nodes_of(line) if node.problem), key=lambda node: node.span)


def line_with(line: Line, node: Node) -> Line:
    """Return the line that contains `node`: `line` itself or one of its variations.

    Raises StopIteration if there is none.
    """
    return next(one for one in _lines_of(line) if any(other is node for other in one))


def path_through(line: Line, node: Node) -> tuple[Line, Line]:
    """Return the path of nodes to `node`, and the nodes after it in its own line.

    The path begins at the start of `line` and includes `node`. Both lists are empty if `node` is
    not in the tree.
    """
    waiting: list[tuple[Line, int]] = [(line, -1)]
    lines: list[tuple[Line, int, int]] = []
    while waiting:
        one, above = waiting.pop()
        for number, other in enumerate(one):
            if other is node:
                path, at = one[: number + 1], above
                while 0 <= at:
                    parent, branch, at = lines[at]
                    path = parent[:branch] + path
                return path, one[number + 1 :]
            for variation in other.variations:
                lines.append((one, number, above))
                waiting.append((variation, len(lines) - 1))
    return [], []


def _lines_of(line: Line) -> Iterator[Line]:
    """Yield `line` and all variations in it."""
    waiting = [line]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += [variation for node in one for variation in node.variations]
