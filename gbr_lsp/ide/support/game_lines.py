"""The lines of a PGN game, with a cursor for every place of the movetext."""

from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.lines import Cursor, MoveTree, PlayedLine, Stop
from gbr_lsp.solutions.game import Game, read_parts
from gbr_lsp.solutions.line import Node, nodes_of
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.reasons import reason

_MOVES = ("move", "word")


def game_lines(text: str, game: Game, first: Position, start: int, clock: int) -> MoveTree:
    """Return the `MoveTree` of a game with movetext from `start` on and position `first` there."""
    reader = _Walk(text, game, first, start)
    return MoveTree(text, reader.lines, reader.stops, Span(start, len(text)), game.language, clock)


class _Walk:
    """A walk through the parts of a text, with the nodes of its tree."""

    def __init__(self, text: str, game: Game, first: Position, start: int) -> None:
        self.text = text
        self.nodes = {node.span.start: node for node in nodes_of(game.line) if not _is_between(node)}
        parts = [part for part in read_parts(text) if start <= part.span.start]
        # A caret at the start of the first number is before its move; directly at a move it would be after it.
        opening = max(start, min((part.span.start - (part.kind in _MOVES) for part in parts), default=start))
        main = next(iter(game.line), None)
        self.lines = [PlayedLine(None, first, main.half if main else 2 if first[3] else 3, Span(opening, opening))]
        self.now = Cursor(0, 0)
        self.open: list[Cursor] = []
        self.stops = [Stop(start, self.now)]
        done = start
        for part in parts:
            if part.kind in ("open", "close"):
                self._bracket(part)
            elif part.kind in _MOVES and done <= part.span.start:
                node = self.nodes.get(part.span.start)
                if node:
                    done = node.span.end
                    self._node(node)

    def _node(self, node: Node) -> None:
        if node.san is None:
            move_text = self.text[node.span.start : node.span.end]
            self._stop(node.span.start, self.now._replace(lost_reason=f"“{move_text}” is not a move"), is_move=True)
            return
        line = self.lines[self.now.line]
        if not line.steps:
            line.half = node.half
        line.steps.append(node)
        lost = None if node.after else self._reason(node)
        self._stop(node.span.start, Cursor(self.now.line, len(line.steps), lost), is_move=True)

    def _reason(self, node: Node) -> str:
        """Return the reason why the position after a move is not known."""
        if node.before is None:
            return self.now.lost_reason or "a move before this one is missing"
        move_text = f"{node.number}{self.text[node.span.start : node.span.end]}"
        if node.problem is MoveProblem.AMBIGUOUS:
            return f"{move_text} can be made by two men"
        if node.problem is None:
            return f"{move_text} cannot be followed"
        return f"{move_text} cannot be played: {reason(node.before, node.san or '')}"

    def _bracket(self, part: MoveToken) -> None:
        if part.kind == "open":
            here = self.lines[self.now.line]
            parent = self.now._replace(move_count=max(0, self.now.move_count - 1))
            before = here.steps[parent.move_count] if here.steps else None
            # A position lost by the move itself is known before it.
            parent = parent._replace(lost_reason=None if before and before.before else self.now.lost_reason)
            half = before.half if before else here.half
            start = before.before if before else None
            self.open.append(self.now)
            self.lines.append(PlayedLine(parent, start, half, Span(part.span.end, part.span.end)))
            self._stop(part.span.end, Cursor(len(self.lines) - 1, 0, parent.lost_reason))
        elif self.open:
            self.lines[self.now.line].closing = part.span.end
            self._stop(part.span.end, self.open.pop())

    def _stop(self, offset: int, cursor: Cursor, *, is_move: bool = False) -> None:
        self.now = cursor
        self.stops.append(Stop(offset, cursor, is_move))


def _is_between(node: Node) -> bool:
    """Return True if a node reports a number or a bracket and has no move."""
    return node.san is None and node.problem not in (None, MoveProblem.UNREADABLE)
