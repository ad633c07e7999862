"""Lines of a solution, divided into the part that claims to reach the goal and the try.

A try is everything from a move of White that is marked `?`, `??`, `?!`, `$2`, `$4` or `$6`. Its
first line should refute it; brackets after the marked move neither claim nor refute anything.
"""

from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.solutions.line import Line, Node
from gbr_lsp.solutions.position import Position, white_to_move
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.san import MOVES, NULL

_SIGNS_AFTER_MOVE = regex(r"(?:\s*+(?:[+#†‡]|\{[^}]*+\}|;[^\r\n]*+|\$[0-9]++|[!?‼⁉⁇⁈]++))*")
_COMMENT = regex(r"\{[^}]*\}|;[^\r\n]*")
_MARK = regex(r"[!?]+|[⁇⁈]|\$[0-9]+")
_MISTAKES = {"?", "??", "?!", "⁇", "⁈", "$2", "$4", "$6"}


class Strand(NamedTuple):
    """The part of a line that claims to be right, and the try at its end."""

    nodes: Line
    try_line: Line
    """The nodes from the marked move on; empty if no move is marked."""
    is_main: bool
    is_complete: bool
    """Whether the nodes are the whole line; False before a try and before a null move."""


def is_marked(text: str, end: int) -> bool:
    """Return True if the move that ends at `end` is marked as a mistake.

    `end` is the offset before its marks, `!?`.
    """
    signs = _SIGNS_AFTER_MOVE.match(text, end)
    if signs is None or not signs[0]:
        return False
    return not _MISTAKES.isdisjoint(_MARK.findall(_COMMENT.sub("", signs[0])))


def strand_of(text: str, line: Line, *, is_main: bool) -> Strand:
    """Return the `Strand` of `line`, divided at the first marked move of White or null move."""
    for number, node in enumerate(line):
        if _is_null(node):
            return Strand(line[:number], [], is_main, is_complete=False)
        if node.san is not None and node.before and white_to_move(node.before) and is_marked(text, node.span.end):
            return Strand(line[:number], line[number:], is_main, is_complete=False)
    return Strand(line, [], is_main, is_complete=True)


def last_position(line: Line) -> Position | None:
    """Return the position at the end of `line`, or None.

    None if the line cannot be followed or has a null move.
    """
    moves = [node for node in line if node.san is not None]
    if not moves or any(node.problem is MoveProblem.UNREADABLE for node in line) or any(map(_is_null, moves)):
        return None
    return moves[-1].after


def _is_null(node: Node) -> bool:
    move = MOVES[white_to_move(node.before)][node.san] if node.before and node.san else None
    return move is not None and move.piece_type == NULL
