"""A first look at lines of prose that may refute their goal without tables.

Without tables, only mate, stalemate and bare kings decide, on a goal or on a try. Few lines end
like that, and only some of these matter: mate of Black after a move of the solution is expected. So
the first look skips a line if the side that moves last shows that its end cannot matter. It plays
the others to their end. It imports nothing that judges, because most
texts need no more than this look. In doubt, a line may refute.
"""

from collections.abc import Iterable
from operator import attrgetter

from gbr_lsp.model.aim import aim_of
from gbr_lsp.model.line_claims import LineClaim
from gbr_lsp.model.study import Study
from gbr_lsp.model.variations_in_prose import first_halves, lines_in
from gbr_lsp.notation.values import Goal
from gbr_lsp.solutions.goal_outcomes import may_be_wrong, may_refute
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.prose_items import MAX_IN_BRACKETS
from gbr_lsp.solutions.replay import LineEnd
from gbr_lsp.solutions.spelling import replay_items

_KINDS_AFTER_MOVE = ("open", "mark")
_MARK_STARTS = "+#†‡{;$!?"
"""First characters of a mark of a move, and of other text that may precede a mark."""
_MAX_BLANK = 100
"""Maximum number of code points after a line that are searched for a mark."""
_start = attrgetter("span.start")


def doubtful_lines(lines: Iterable[tuple[Study, LineClaim]]) -> list[tuple[Study, LineClaim]]:
    """Return the pairs of `lines` whose goal or try may be refuted without tables.

    A pair is a study and its main line. Codes may share a line.
    """
    known: dict[tuple[int, Goal], bool] = {}
    found = []
    for study, main in lines:
        aim = aim_of(study)
        if aim:
            key = id(main.line), aim.goal
            if key not in known:
                known[key] = may_be_refuted(main, aim.goal)
            if known[key]:
                found.append((study, main))
    return found


def may_be_refuted(main: LineClaim, goal: Goal) -> bool:
    """Return True if `main` or its brackets may refute `goal`, or a try, without tables."""
    look = _FirstLook(main, goal)
    return look.is_main_doubtful() or look.is_any_doubtful()


class _FirstLook:
    """A first look at a main line and its brackets.

    Moves are indexes into `items`.
    """

    def __init__(self, main: LineClaim, goal: Goal) -> None:
        self.main = main
        self.goal = goal
        self.text, self.items, self.kinds = main.prose.text, main.prose.items, main.prose.kinds

    def is_main_doubtful(self) -> bool:
        """Return True if the end of the main line may refute its goal."""
        made = self.main.line.moves
        end = made[-1].position
        # Few lines end without a legal move, and only in those it matters whether a move is marked.
        return may_be_wrong([LineEnd(end, is_tried=None, is_main=True)], self.goal) and (
            may_be_wrong([LineEnd(end, is_tried=False, is_main=True)], self.goal)
            or any(self._may_be_mistake(move.item) for move in made if move.by_white)
        )

    def is_any_doubtful(self) -> bool:
        """Return True if a line in brackets after the main line's moves may refute."""
        kinds, made = self.kinds, self.main.line.moves
        for number, move in enumerate(made):
            at = move.item + 1
            while kinds[at] in _KINDS_AFTER_MOVE:
                if kinds[at] == "open":
                    closed = self._closing(at)
                    if closed == at:
                        break
                    for first, end in lines_in(self.main.prose, at, closed, first_halves(self.main.half, number)):
                        before = made[self.items[first].half - self.main.half].before
                        if before and self._is_doubtful(first, end, before, []):
                            return True
                    at = closed
                at += 1
        return False

    def _is_doubtful(self, first: int, end: int, position: Position, before: list[int]) -> bool:
        """Return True if the line of the items `first:end`, or its brackets, may refute.

        The moves `before` lead from `position`, of the main line, to the start of this line.
        """
        half, kinds = self.items[first].half, self.kinds
        words = self.text[_start(self.items[first]) : _start(self.items[end])]
        # Without one of these no move is marked as a mistake.
        has_marks = "?" in words or "$" in words or ";" in words or "{" in words
        by_white = half % 2 == 0
        if by_white and not (has_marks and self._may_be_mistake(first + 1)):
            return False
        if "open" in kinds[first:end]:
            moves, brackets = self._parts(first, end)
            if not moves:
                return False
            for opened, closed, number in brackets:
                for inner, inner_end in lines_in(self.main.prose, opened, closed, first_halves(half, number)):
                    begins = self.items[inner].half - half
                    # Brackets after a try are never judged.
                    is_judged = not by_white or begins == 0
                    if is_judged and self._is_doubtful(inner, inner_end, position, before + moves[:begins]):
                        return True
        else:
            moves = [at for at in range(first, end) if kinds[at] == "move"]
        is_tried: bool | None = by_white
        if has_marks and not by_white and any(map(self._may_be_mistake, moves[1::2])):
            is_tried = None
        if not may_refute(self.goal, is_tried, turn=(half + len(moves)) % 2 == 0):
            return False
        line = [self.items[at] for at in before + moves]
        made = [position, *(after for _, after in replay_items(position, line, self.main.language))]
        return len(line) < len(made) and may_be_wrong([LineEnd(made[-1], is_tried, is_main=False)], self.goal)

    def _parts(self, first: int, end: int) -> tuple[list[int], list[tuple[int, int, int]]]:
        """Return the moves of the line `first:end`, and its brackets as `(opened, closed, number)`.

        `opened` and `closed` are indexes into `items`; `number` is the index of the move before the
        bracket among the returned moves.
        """
        moves: list[int] = []
        brackets = []
        at = first
        while at < end:
            if self.kinds[at] == "move":
                moves.append(at)
            elif self.kinds[at] == "open":
                closed = self._closing(at)
                brackets.append((at, closed, len(moves) - 1))
                at = closed
            at += 1
        return moves, brackets

    def _closing(self, opened: int) -> int:
        """Return the index of the item that closes the bracket `opened`.

        If it is too far, return `opened`.
        """
        kinds, at, depth = self.kinds, opened, 0
        while True:
            try:
                closed = kinds.index("close", at + 1, opened + MAX_IN_BRACKETS)
            except ValueError:
                return opened
            depth += kinds[at + 1 : closed].count("open")
            if not depth:
                return closed
            depth -= 1
            at = closed

    def _may_be_mistake(self, move: int) -> bool:
        """Return True if the text after item `move` may mark it as a mistake."""
        following = move + 1
        while self.kinds[following] == "end":
            following += 1
        start, end = self.items[move].span.start, self.items[following].span.start if self.kinds[following] else None
        words = self.text[start:end]
        if "?" in words or "$" in words or "{" in words:
            return True
        semicolon = words.find(";")
        return 0 <= semicolon and self._may_have_mark_after(start + semicolon)

    def _may_have_mark_after(self, semicolon: int) -> bool:
        """Return True if a mark may follow the line of `semicolon`, where a comment may begin."""
        end = self.text.find("\n", semicolon)
        if end < 0 or "\r" in self.text[semicolon : end - 1]:
            return True
        return self.text[end : end + _MAX_BLANK].lstrip()[:1] in _MARK_STARTS
