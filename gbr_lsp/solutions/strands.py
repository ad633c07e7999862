"""The lines of a solution, divided into what is claimed to reach the goal and what is a try.

A try is everything behind a move of White that is marked `?`, `??` or `?!`, by sign or as `$2`, `$4` or `$6`. Its first
line is meant to refute it; what stands in brackets behind the marked move is neither claimed nor meant to refute.
"""

from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.values import WHITE
from gbr_lsp.solutions.line import Line, Node
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.san import MOVES, NULL

_BEHIND = regex(r"(?:\s*+(?:[+#†‡]|\{[^}]*+\}|;[^\r\n]*+|\$[0-9]++|[!?]++))*")
_COMMENT = regex(r"\{[^}]*\}|;[^\r\n]*")
_MARK = regex(r"[!?]+|\$[0-9]+")
_MISTAKES = {"?", "??", "?!", "$2", "$4", "$6"}


class Strand(NamedTuple):
    """A line as far as it claims to be right, and the try that it ends with, if it ends with one."""

    nodes: Line
    tried: Line
    """From the marked move on; empty where no move is marked."""
    is_main: bool
    is_whole: bool
    """Whether the nodes are the whole line; not so before a try, and before a move that is passed."""


def is_marked(text: str, end: int) -> bool:
    """Whether a move that ends at an offset of a text, without its signs, is marked as a mistake."""
    behind = _BEHIND.match(text, end)
    if behind is None or not behind[0]:
        return False
    return not _MISTAKES.isdisjoint(_MARK.findall(_COMMENT.sub("", behind[0])))


def strand_of(text: str, line: Line, *, is_main: bool) -> Strand:
    """A line divided at the first move of White that is marked; it ends before a move that is passed."""
    for number, node in enumerate(line):
        if _is_null(node):
            return Strand(line[:number], [], is_main, is_whole=False)
        if node.san is not None and node.before and node.before[3] is WHITE and is_marked(text, node.span.end):
            return Strand(line[:number], line[number:], is_main, is_whole=False)
    return Strand(line, [], is_main, is_whole=True)


def last_position(line: Line) -> Position | None:
    """The position that a line ends with; None where it cannot be followed to its end, or a move is passed."""
    moves = [node for node in line if node.san is not None]
    if not moves or any(node.problem is MoveProblem.UNREADABLE for node in line) or any(map(_is_null, moves)):
        return None
    return moves[-1].after


def _is_null(node: Node) -> bool:
    move = MOVES[node.before[3]][node.san] if node.before and node.san else None
    return move is not None and move.piece_type == NULL
