"""Promotion and demotion of variations in the text of a game, as in python-chess.

The variations of a move are a list with the move itself first. Promotion swaps with the previous
one, demotion with the next. A swap with the first makes the rest of the line a variation. Comments
and glyphs stay with their moves.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.ide.support.lines import MoveTree, PlayedLine
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.movetext import MoveToken, parts_of

_BY_LINES = regex(r"\{[^}]*+\}|(?P<line>;|(?<![^\r\n])%)")
_LAST_WORD = regex(r"[^\s(){}.…]*\Z")


class BranchEdit(NamedTuple):
    """A title, and an edit in offsets of the text of a game."""

    title: str
    edit: Edit


def branch_edits(tree: MoveTree, number: int, offset: int) -> Iterator[BranchEdit]:
    """Yield a `BranchEdit` per promotion or demotion of line `number` or the move at `offset`.

    Yields nothing if a comment ends with its line, since lines would end at other places.
    """
    if any(found["line"] for found in _BY_LINES.finditer(tree.text, tree.span.start)):
        return
    game = _Branches(tree)
    line = tree.lines[number]
    first = game.first(number)
    if line.parent and first:
        siblings = game.variations(line.parent.line, line.parent.move_count)
        place = siblings.index(number)
        if place:
            yield BranchEdit(f"Promote the variation {first}", game.exchanged(siblings[place - 1], number))
        elif promoted := game.in_place(number):
            yield BranchEdit(f"Promote the variation {first}", promoted)
        if place + 1 < len(siblings):
            yield BranchEdit(f"Demote the variation {first}", game.exchanged(number, siblings[place + 1]))
    for made, step in enumerate(line.steps):
        others = game.variations(number, made) if step.span.touches(offset) else []
        if others and (demoted := game.in_place(others[0])):
            yield BranchEdit(f"Demote {step.short_number}{game.move_text(step)} to a variation", demoted)


class _Branches:
    """The text of a game with its parts, variations and numbers."""

    def __init__(self, tree: MoveTree) -> None:
        self.tree = tree
        self.text = tree.text
        self.parts = [part for part in parts_of(self.text) if tree.span.start <= part.span.start]
        self.numbers = {next_part.span.start: part for part, next_part in pairwise(self.parts)}
        numbers = [part.span.end for part in self.parts if part.kind == "number"]
        self.gap = " " if len(numbers) < 2 * sum(self.text[end : end + 1] == " " for end in numbers) else ""

    def move_text(self, step: Node) -> str:
        return self.text[slice(*step.span)]

    def first(self, number: int) -> str | None:
        """Return the first move of a line: `12.Kd4`; None if empty or not closed."""
        line = self.tree.lines[number]
        if line.closing is None or not line.steps:
            return None
        return f"{line.steps[0].short_number}{self.move_text(line.steps[0])}"

    def variations(self, line: int, made: int) -> list[int]:
        """Return the numbers of the variations of move `made`, in order; empty ones are skipped."""
        found = [
            number
            for number, one in enumerate(self.tree.lines)
            if one.parent and one.parent[:2] == (line, made) and self.first(number)
        ]
        return sorted(found, key=lambda number: self.tree.lines[number].opening.start)

    def bracket(self, number: int) -> Span:
        line = self.tree.lines[number]
        return Span(line.opening.start - 1, line.closing or line.opening.start)

    def exchanged(self, one: int, other: int) -> Edit:
        """Return the `Edit` that swaps two variations of a move; the text between them stays."""
        first, second = self.bracket(one), self.bracket(other)
        between = self.text[first.end : second.start]
        text = self.text[slice(*second)] + between + self.text[slice(*first)]
        return Edit(Span(first.start, second.end), text)

    def in_place(self, number: int) -> Edit | None:
        """Return the `Edit` that swaps a line with its parent line, or None."""
        line = self.tree.lines[number]
        parent = line.parent and self.tree.lines[line.parent.line]
        if line.parent is None or parent is None or len(parent.steps) <= line.parent.move_count:
            return None
        made, (_, *others) = line.parent.move_count, self.variations(*line.parent[:2])
        step, bracket = parent.steps[made], self.bracket(number)
        span = Span(self.start(step), self.end(parent))
        between, done = [], bracket.end
        for other in map(self.bracket, others):
            between.append(self.text[done : other.start])
            done = other.end

        move = self.counted("(", step, Span(span.start, bracket.start))
        before = _joined([f"({move}", *between])
        after = Span(done, span.end)
        is_more = made + 1 < len(parent.steps)
        rest = self.counted(before, parent.steps[made + 1], after) if is_more else self.text[slice(*after)]
        head, own, tail = self.taken_apart(number)
        first = self.counted(self.text[: span.start], line.steps[0], head, like=step)
        brackets = [self.text[slice(*self.bracket(other))] for other in others]
        text = _joined([first, _joined([before, rest]) + ")", self.text[slice(*own)], *brackets])
        if 1 < len(line.steps):
            text = _joined([text, self.counted(text, line.steps[1], tail)])
        return Edit(span, text)

    def taken_apart(self, number: int) -> tuple[Span, Span, Span]:
        """Return three spans: the first move with comments, its variations, the rest."""
        line = self.tree.lines[number]
        end = self.bracket(number).end - 1
        rest = self.start(line.steps[1]) if 1 < len(line.steps) else end
        own = min([rest, *(self.bracket(one).start for one in self.variations(number, 0))])
        return Span(line.opening.start, own), Span(own, rest), Span(rest, end)

    def start(self, step: Node) -> int:
        """Return the offset of a move, its number included."""
        number = self.number(step)
        return number.span.start if number else step.span.start

    def number(self, step: Node) -> MoveToken | None:
        """Return the `MoveToken` of the number before a move with only blanks between, or None."""
        part = self.numbers.get(step.span.start)
        is_number = part is not None and part.kind == "number"
        return part if part and is_number and not self.text[part.span.end : step.span.start].strip() else None

    def end(self, line: PlayedLine) -> int:
        """Return the end of a line, before its bracket or the result."""
        end = len(self.text) if line.closing is None else line.closing - 1
        last = self.parts[-1] if self.parts else None
        if line.closing is None and last and last.kind == "result":
            end = last.span.start
        return len(self.text[:end].rstrip())

    def counted(self, before: str, step: Node, span: Span, like: Node | None = None) -> str:
        """Return the text of `span`, whose first move is `step`, with or without its number.

        After the text `before`, Black's move needs one unless directly after White's. `like` is the
        move that it replaces.
        """
        start = self.start(step)
        lead, number, text = (
            self.text[slice(*part)]
            for part in ((span.start, start), (start, step.span.start), (step.span.start, span.end))
        )
        is_white = step.half % 2 == 0
        last = _LAST_WORD.search((before + lead).rstrip())
        has_number_before = bool(last and last[0] and "$" not in last[0])
        if is_white or not has_number_before:
            number = number or f"{step.half // 2}{'.' if is_white else '...'}{self.gap}"
        elif not (like and self.number(like)):
            number = ""
        return lead + number + text


def _joined(texts: list[str]) -> str:
    return " ".join(text for text in map(str.strip, texts) if text)
