"""The tree of the moves of a text: one for every reader, of PGN and of prose.

A line is a list of nodes. A node is a move, or a piece of text that should be one, with the position before and after
it as far as they are known; unknown text is a node and never the end of a line. The variations of a node are
alternatives to its move.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.problems import MoveProblem


class Node(NamedTuple):
    """A move, or a text without one, of a line. Spans are code points of the text that was read, half open."""

    span: Span
    """Where it stands, a check sign included."""
    san: str | None
    """The move in English letters, without check signs; None for a text that is no move."""
    half: int
    """Twice the move number, and one more for Black's moves."""
    before: Position | None
    """The position before it; None where the line was lost before."""
    after: Position | None
    """The position behind it; None where it cannot be told."""
    problem: MoveProblem | None
    variations: "list[Line]"

    @property
    def number(self) -> str:
        """The move number as a player writes it before this move: `12.` or `12...`."""
        return f"{self.half // 2}{'...' if self.half % 2 else '.'}"


Line = list[Node]


def nodes_of(line: Line) -> Iterator[Node]:
    """All nodes of a line and its variations; a node comes before its variations."""
    waiting = [iter(line)]
    while waiting:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
        else:
            yield node
            waiting += [iter(variation) for variation in reversed(node.variations)]


def problems_of(line: Line) -> list[Node]:
    """The nodes with a problem, in order of the text."""
    return sorted((node for node in nodes_of(line) if node.problem), key=lambda node: node.span)


def line_with(line: Line, node: Node) -> Line:
    """The line, of a line and its variations, in which a node stands."""
    return next(one for one in _lines_of(line) if any(other is node for other in one))


def path_through(line: Line, node: Node) -> tuple[Line, Line]:
    """The nodes from the start of a line to one in it or in its variations, and those behind it in its own line."""
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
    waiting = [line]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += [variation for node in one for variation in node.variations]
