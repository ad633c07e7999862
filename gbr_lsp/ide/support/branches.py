"""Promotion and demotion of variations in the text of a game, as in python-chess.

The variations of a move are a list with the move itself first. Promotion swaps with the previous
one, demotion with the next. A swap with the first makes the rest of the line a variation. Comments
and glyphs stay with their moves.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.ide.support.lines import MoveTree, bracket_of, start_of_line
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.movetext import MoveToken, parts_of

_BY_LINES = regex(r"\{[^}]*+\}|(?P<line>;|(?<![^\r\n])%)")
_LAST_WORD = regex(r"[^\s(){}.…]*\Z")


class MoveEdit(NamedTuple):
    """A title, and edits in order."""

    title: str
    edits: tuple[Edit, ...]


def branch_edits(tree: MoveTree, start: Node, offset: int) -> Iterator[MoveEdit]:
    """Yield a `MoveEdit` of one edit per promotion or demotion of the line from `start` or the move at `offset`.

    Yields nothing if a comment ends with its line, since lines would end at other places.
    """
    if any(found["line"] for found in _BY_LINES.finditer(tree.text, tree.span.start)):
        return
    game = _Branches(tree)
    first = game.first(start)
    if start.parent and first:
        siblings = game.variations(start.parent)
        place = siblings.index(start)
        if place:
            yield MoveEdit(f"Promote the variation {first}", (game.exchanged(siblings[place - 1], start),))
        elif promoted := game.in_place(start):
            yield MoveEdit(f"Promote the variation {first}", (promoted,))
        if place + 1 < len(siblings):
            yield MoveEdit(f"Demote the variation {first}", (game.exchanged(start, siblings[place + 1]),))
    for step in tree.rest(start):
        others = game.variations(step.parent) if step.parent and step.span.touches(offset) else []
        if others and (demoted := game.in_place(others[0])):
            yield MoveEdit(f"Demote {tree.numbered(step)} to a variation", (demoted,))


class _Branches:
    """The text of a game with its parts, variations and numbers. A line is given by its start."""

    def __init__(self, tree: MoveTree) -> None:
        self.tree = tree
        self.text = tree.text
        self.parts = [part for part in parts_of(self.text) if tree.span.start <= part.span.start]
        self.numbers = {next_part.span.start: part for part, next_part in pairwise(self.parts)}
        numbers = [part.span.end for part in self.parts if part.kind == "number"]
        self.gap = " " if len(numbers) < 2 * sum(self.text[end : end + 1] == " " for end in numbers) else ""

    def first(self, line: Node) -> str | None:
        """Return the first move of a variation: `12.Kd4`; None if empty or not closed."""
        step = self.tree.next(line)
        return None if line.problem or step is None else self.tree.numbered(step)

    def variations(self, before: Node) -> list[Node]:
        """Return the variations of the move after `before`, in order; empty ones are skipped."""
        return [one for one in self.tree.starts if one.parent is before and self.first(one)]

    def bracket(self, line: Node) -> Span:
        """Return the span of a closed variation with its brackets."""
        bracket = bracket_of(line)
        assert bracket is not None
        return bracket

    def exchanged(self, one: Node, other: Node) -> Edit:
        """Return the `Edit` that swaps two variations of a move; the text between them stays."""
        first, second = self.bracket(one), self.bracket(other)
        between = self.text[first.end : second.start]
        text = self.text[slice(*second)] + between + self.text[slice(*first)]
        return Edit(Span(first.start, second.end), text)

    def in_place(self, line: Node) -> Edit | None:
        """Return the `Edit` that swaps a variation with the line that it leaves, or None."""
        step = line.parent and self.tree.next(line.parent)
        if line.parent is None or step is None:
            return None
        _, *others = self.variations(line.parent)
        bracket = self.bracket(line)
        span = Span(self.start(step), self.end(start_of_line(step)))
        between, done = [], bracket.end
        for other in map(self.bracket, others):
            between.append(self.text[done : other.start])
            done = other.end

        move = self.counted("(", step, Span(span.start, bracket.start))
        before = _joined([f"({move}", *between])
        after = Span(done, span.end)
        following = self.tree.next(step)
        rest = self.counted(before, following, after) if following else self.text[slice(*after)]
        own_step, *own_rest = self.tree.rest(line)
        head, own, tail = self.taken_apart(line, own_step, own_rest)
        first = self.counted(self.text[: span.start], own_step, head, like=step)
        brackets = [self.text[slice(*self.bracket(other))] for other in others]
        text = _joined([first, _joined([before, rest]) + ")", self.text[slice(*own)], *brackets])
        if own_rest:
            text = _joined([text, self.counted(text, own_rest[0], tail)])
        return Edit(span, text)

    def taken_apart(self, line: Node, step: Node, rest: Sequence[Node]) -> tuple[Span, Span, Span]:
        """Return three spans: the first move `step` with comments, its variations, the moves `rest`."""
        end = line.span.end
        after = self.start(rest[0]) if rest else end
        own = min([after, *(self.bracket(one).start for one in self.variations(line))])
        return Span(line.span.start, own), Span(own, after), Span(after, end)

    def start(self, step: Node) -> int:
        """Return the offset of a move, its number included."""
        number = self.number(step)
        return number.span.start if number else step.span.start

    def number(self, step: Node) -> MoveToken | None:
        """Return the `MoveToken` of the number before a move with only blanks between, or None."""
        part = self.numbers.get(step.span.start)
        is_number = part is not None and part.kind == "number"
        return part if part and is_number and not self.text[part.span.end : step.span.start].strip() else None

    def end(self, line: Node) -> int:
        """Return the end of a line, before its bracket or the result."""
        last = self.parts[-1] if self.parts else None
        end = last.span.start if last and last.kind == "result" else len(self.text)
        return len(self.text[: line.span.end if bracket_of(line) else end].rstrip())

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
        last = _LAST_WORD.search((before + lead).rstrip())
        has_number_before = bool(last and last[0] and "$" not in last[0])
        if step.by_white or not has_number_before:
            number = number or f"{step.number}{self.gap}"
        elif not (like and self.number(like)):
            number = ""
        return lead + number + text


def _joined(texts: list[str]) -> str:
    return " ".join(text for text in map(str.strip, texts) if text)
