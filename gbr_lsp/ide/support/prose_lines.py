"""The lines of a solution in prose: main line, alternatives and notes.

Numbers anchor the moves. The number that is due continues the line; an earlier one begins an
alternative there, also in a note far after the main line. A note `i)` belongs to the move with the
mark `/i`. A move counts only after a number, a note's label or another move, since words name moves
that nobody plays. An illegal move ends its line until the next number.
"""

from collections.abc import Sequence

from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.lines import Cursor, MoveTree, PlayedLine, Step, Stop
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.position import AMBIGUOUS, Position, play
from gbr_lsp.solutions.reasons import reason
from gbr_lsp.solutions.san import MOVES
from gbr_lsp.solutions.spelling import english_san

_MAIN = 0


def prose_lines(
    text: str,
    items: Sequence[MoveToken],
    region: Span,
    ways: Sequence[Position],
    languages: Sequence[Language],
    min_moves: int = 1,
) -> MoveTree | None:
    """Return the `MoveTree` of the `items`, or None with fewer than `min_moves` legal moves.

    The main line begins at the start of `region`. Of the positions `ways` and the `languages`,
    those with the most legal moves count.
    """
    best: _ProseWalk | None = None
    for position in ways:
        for language in languages:
            walk = _ProseWalk(items, position, language, region.start)
            if best is None or best.moves < walk.moves:
                best = walk
    if best is None or best.moves < min_moves:
        return None
    tree = MoveTree(text, best.lines, best.stops, region, best.language)
    tree.is_in_prose = True
    tree.next_move_cursor = best.ready and best.ready._replace(lost_reason=None)
    return tree


class _ProseWalk:
    """A walk through the items of a region, with a given position and language."""

    def __init__(self, items: Sequence[MoveToken], position: Position, language: Language, start: int) -> None:
        self.language = language
        self.position = position
        first = next((item.half for item in items if item.kind == "number"), 2)
        half = first - first % 2 + (not position[3])
        self.lines = [PlayedLine(None, position, half, Span(start, start))]
        self.stops = [Stop(start, Cursor(_MAIN, 0))]
        self.moves = 0
        self.here = Cursor(_MAIN, 0)
        self.ready: Cursor | None = Cursor(_MAIN, 0)
        """The cursor for the next move; None after words and after illegal moves."""
        self.is_unknown = False
        """True in a note whose move is not known."""
        marks: dict[str, Cursor] = {}
        open_: list[Cursor] = []
        labelled = False
        for item in items:
            if item.kind == "number":
                self.ready = None if self.is_unknown else self._place(item.half)
            elif item.kind == "move":
                self.is_unknown = self.is_unknown or (self.ready is None and labelled)
                self._move(item)
            elif item.kind == "mark":
                marks.setdefault(item.text[1:], self.here)
            elif item.kind == "label":
                self._note(item, marks.get(item.text[:-1]))
            elif item.kind == "open":
                open_.append(self.here)
                self.ready = None
            elif item.kind == "close" and open_:
                self._stop(item.span.end, open_.pop())
                self.ready = self.here
            elif item.kind == "word":
                self.ready = None
            labelled = item.kind == "label"

    def _note(self, label: MoveToken, marked: Cursor | None) -> None:
        """Begin a note: its first unnumbered move replaces the move with its mark."""
        self.is_unknown = False
        self.ready = None
        if marked:
            self._stop(label.span.start, marked)
            if marked.move_count:
                self.ready = marked._replace(move_count=marked.move_count - 1, lost_reason=None)

    def _place(self, half: int) -> Cursor | None:
        """Return the cursor for half-move `half` in the line or main line, or None."""
        main = Cursor(_MAIN, len(self.lines[_MAIN].steps))
        for end in (self.here, main):
            due = self.lines[end.line].next_half(end.move_count)
            if due == half or (half % 2 == 0 and due == half + 1 and not end.move_count):
                return end
        for end in (self.here, main):
            at: Cursor | None = end
            while at:
                back = self.lines[at.line].next_half(at.move_count) - half
                if 0 <= back <= at.move_count:
                    return at._replace(move_count=at.move_count - back, lost_reason=None)
                at = self.lines[at.line].parent
        return None

    def _move(self, item: MoveToken) -> None:
        at = self.ready
        san = english_san(item.text, self.language)
        if at is None or san is None:
            return
        position, half = self._position(at), self.lines[at.line].next_half(at.move_count)
        move = MOVES[position[3]][san]
        after = play(position, move) if move else None
        if after is None or after is AMBIGUOUS:
            number = f"{half // 2}{'…' if half % 2 else '.'}{item.text}"
            why = "can be made by two men" if after is AMBIGUOUS else f"cannot be played: {reason(position, san)}"
            self._stop(item.span.start, at._replace(lost_reason=f"{number} {why}"), is_move=True)
            self.ready = None
            return
        made = self._made(at, Step(item.span, san, half, position, after))
        self.moves += 1
        self._stop(item.span.start, made, is_move=True)
        self.ready = made

    def _made(self, at: Cursor, step: Step) -> Cursor:
        """Return the cursor after `step`, which is added unless it is there already."""
        steps = self.lines[at.line].steps
        if at.move_count == len(steps):
            steps.append(step)
            return Cursor(at.line, len(steps))
        if steps[at.move_count].after == step.after:
            return Cursor(at.line, at.move_count + 1)
        for number, line in enumerate(self.lines):
            leaves = line.parent is not None and line.parent[:2] == at[:2]
            if leaves and line.steps and line.steps[0].after == step.after:
                return Cursor(number, 1)
        line = PlayedLine(at, step.before, step.half, Span(step.span.start, step.span.start))
        line.steps.append(step)
        self.lines.append(line)
        return Cursor(len(self.lines) - 1, 1)

    def _position(self, cursor: Cursor) -> Position:
        """Return the position at a cursor; all moves of these lines are legal."""
        line = self.lines[cursor.line]
        after = line.steps[cursor.move_count - 1].after if cursor.move_count else line.start
        return after or self.position

    def _stop(self, offset: int, cursor: Cursor, *, is_move: bool = False) -> None:
        self.here = cursor
        self.stops.append(Stop(offset, cursor, is_move))
