"""Whether the lines in the brackets of a solution in prose may refute its goal without tables, or uphold a try.

Without tables only mate, stalemate and bare kings tell. Few lines end so, and of those only some mean anything: mate of
Black behind a move of the solution is no news. So a first look plays the moves of a line without asking whether they
are legal, and none where the side that moves last shows that the end cannot matter. A line of which it is not sure may
refute.
"""

from collections.abc import Sequence

from gbr_lsp.model.bracketed import ReadProse, brackets_behind, lines_in, made_in, replaced
from gbr_lsp.solutions.moves import AMBIGUOUS, Position, stepped
from gbr_lsp.solutions.prose import Made, ProseItem, closing
from gbr_lsp.solutions.replay import LineEnd
from gbr_lsp.solutions.spelling import moves_in
from gbr_lsp.solutions.verdicts import may_be_wrong, may_refute


def brackets_may_refute(prose: ReadProse, half: int, made: Sequence[Made]) -> bool:
    """Whether a line in the brackets behind the moves of a line, which begins with a half-move, may refute."""
    look = _FirstLook(prose)
    positions: list[Position] = []
    for number, move in enumerate(made):
        positions.append(move.before)
        for opened, closed in brackets_behind(prose.items, move.item):
            if look.is_doubtful(opened, closed, half, positions, number):
                return True
    return False


class _FirstLook:
    """A first look at the brackets of a text."""

    def __init__(self, prose: ReadProse) -> None:
        self.prose = prose
        self.text, self.items, self.goal = prose.text, prose.items, prose.goal
        self.moves = moves_in(prose.language.name, white=False), moves_in(prose.language.name, white=True)

    def is_doubtful(self, opened: int, closed: int, half: int, positions: Sequence[Position], number: int) -> bool:
        """Whether a line in a bracket may refute: one behind the move with a number, from 0, in a line that begins with
        a half-move. `positions` are those before the moves of that line."""
        for first, end in lines_in(self.prose, opened, closed, replaced(half, number)):
            if self._may_refute(first, end, positions[self.items[first].half - half]):
                return True
        return False

    def _may_refute(self, first: int, end: int, position: Position) -> bool:
        """The same of a line from a number on, and of those in brackets in it."""
        items, moves, half = self.items, self.moves, self.items[first].half
        words = self.text[items[first].span.start : items[end].span.start]
        # Without one of these no move is marked as a mistake, behind a comment or not.
        has_marks = "?" in words or "$" in words or ";" in words or "{" in words
        by_white = half % 2 == 0
        if by_white and not has_marks:
            return False
        if "(" not in words and "[" not in words:
            may_be_tried = by_white if by_white or not has_marks else None
            if not may_refute(self.goal, may_be_tried, turn=self._due_behind(end) % 2 == 0):
                return False
        positions: list[Position] = []
        is_tried: bool | None = by_white
        at = first
        while at < end:
            item = items[at]
            kind = item.kind
            if kind == "move":
                if has_marks and position[3]:
                    if by_white and not positions and not self.prose.is_mistake(item.span):
                        return False
                    if is_tried is False and self.prose.is_mistake(item.span):
                        is_tried = None
                positions.append(position)
                move = moves[position[3]][item.text]
                after = stepped(position, move) if move else self._made(item, position)
                if after is None or after is AMBIGUOUS:
                    return True
                position = after
            elif kind == "open":
                closed = closing(items, at)
                # What stands in brackets behind a try is never judged.
                is_judged = positions and (len(positions) <= 2 or not by_white)
                if is_judged and self.is_doubtful(at, closed, half, positions, len(positions) - 1):
                    return True
                at = closed
            at += 1
        return may_be_wrong([LineEnd(position, is_tried)], self.goal)

    def _made(self, item: ProseItem, position: Position) -> Position | None:
        made = made_in(self.prose, item, position)
        return made[1] if made else None

    def _due_behind(self, end: int) -> int:
        """The half-move that is due behind a line without brackets, which has a number."""
        due, at = 0, end - 1
        while self.items[at].kind != "number":
            due += self.items[at].kind == "move"
            at -= 1
        return self.items[at].half + due
