"""The variations that a solution in prose prints in brackets behind the moves of its main line.

Prose says in words what a line is there for, and words are not understood. So a line in brackets is taken as one of the
solution only where nothing but moves stands in it: it begins with a number, runs to its end, and the words behind it
are none, or tell of its result alone. Others may be threats, quotations, or what an author warns of.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.goals import goal_behind
from gbr_lsp.notation.values import Goal
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.line import Line, Node
from gbr_lsp.solutions.line_end import made_by
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.prose import ProseItem, closing
from gbr_lsp.solutions.spelling import readings
from gbr_lsp.solutions.strands import is_marked

_NOTHING = regex(r"(?:[\s.,!?+#†‡]|\$[1-9](?![0-9]))*")
"""Nothing but signs, which may be printed as numbers: `$2` is `?`. From `$10` on they tell what a line is worth."""
_BEHIND = ("open", "mark")
_CORE = regex(r"([KQRBN]?)[a-h]?[1-8]?x?([a-h][1-8])(?:=.)?")


class ReadProse(NamedTuple):
    """A text with its items, and what is known of the solution in it: the language of its moves, and its goal."""

    text: str
    items: Sequence[ProseItem]
    language: Language
    goal: Goal

    def without_signs(self, span: Span) -> Span:
        """Where a move stands, without `!` and `?`."""
        if self.text[span.end - 1] not in "!?":
            return span
        return Span(span.start, span.start + len(self.text[span.start : span.end].rstrip("!?")))

    def is_mistake(self, span: Span) -> bool:
        """Whether the move that stands there is marked as a mistake."""
        return is_marked(self.text, self.without_signs(span).end)


class Variation(NamedTuple):
    """A line in brackets as it is printed: the half-move of its first move, and which items its moves are.

    `variations` are those in the brackets behind its moves.
    """

    half: int
    moves: list[int]
    variations: "list[Variation]"


def variations_behind(prose: ReadProse, half: int, moves: Sequence[int]) -> list[Variation]:
    """The variations in brackets behind the moves of a line, in order. It begins with a half-move; `moves` are the
    places of its moves among the items."""
    return [
        variation
        for number, at in enumerate(moves)
        for opened, closed in brackets_behind(prose.items, at)
        for variation in _printed(prose, opened, closed, replaced(half, number))
    ]


def replaced(half: int, number: int) -> range:
    """The half-moves that a line in brackets behind a move may begin with: that of the move, or the one before it.

    The move is the one with a number, from 0, in a line that begins with a half-move.
    """
    return range(half + max(0, number - 1), half + number + 1)


def add_variations(prose: ReadProse, line: Line, variations: Iterable[Variation]) -> None:
    """Plays variations of a line, and gives those that can be played to the moves that they replace."""
    for variation in variations:
        node = line[variation.half - line[0].half]
        made = played(prose, variation, node.before) if node.before else None
        if made:
            node.variations.append(made)


def brackets_behind(items: Sequence[ProseItem], move: int) -> Iterator[tuple[int, int]]:
    """The brackets directly behind a move: where each is opened and closed."""
    at = move + 1
    while at < len(items) and items[at].kind in _BEHIND:
        if items[at].kind == "open":
            end = closing(items, at)
            if end == at:
                return
            yield at, end
            at = end
        at += 1


def lines_in(prose: ReadProse, opened: int, closed: int, halves: range) -> Iterator[tuple[int, int]]:
    """The lines in a bracket that begin with one of some half-moves: their first number, and the item behind them."""
    items, first = prose.items, opened + 1
    has_several = 0 <= prose.text.find(";", items[opened].span.end, items[closed].span.start)
    for end in (*_semicolons(prose, opened, closed), closed) if has_several else (closed,):
        if first + 1 < end and items[first].kind == "number" and items[first].half in halves:
            yield first, end
        first = end


def _printed(prose: ReadProse, opened: int, closed: int, halves: range) -> Iterator[Variation]:
    for first, end in lines_in(prose, opened, closed, halves):
        variation = _variation(prose, first, end)
        if variation:
            yield variation


def _semicolons(prose: ReadProse, opened: int, closed: int) -> Iterator[int]:
    """The first items behind the semicolons in a bracket, but for those in brackets inside it."""
    text, items, depth = prose.text, prose.items, 0
    semicolon = text.find(";", items[opened].span.end)
    for at in range(opened + 1, closed):
        kind, _, (start, end), _ = items[at]
        if semicolon < start and not depth:
            yield at
        if semicolon < end:
            semicolon = text.find(";", end)
            if semicolon < 0:
                return
        depth += (kind == "open") - (kind == "close")


def _variation(prose: ReadProse, first: int, end: int) -> Variation | None:
    """The line from a number on; None where something else than moves stands in it, or where it is not known to be a
    line of the solution. The words behind it end before an item."""
    text, items = prose.text, prose.items
    half = due = items[first].half
    moves: list[int] = []
    variations: list[Variation] = []
    tried: int | None = None
    at, last = first, items[first].span.end
    while at < end:
        kind, _, span, counted = items[at]
        between = text[items[at - 1].span.end : span.start] if first < at else ""
        if between and not between.isspace() and not _NOTHING.fullmatch(between):
            # An evaluation or a dash stands there.
            break
        if kind == "number":
            if counted != due:
                return None
        elif kind == "move":
            if tried is None and due % 2 == 0:
                if prose.is_mistake(span):
                    tried = due
                elif due == half:
                    # What White plays instead of a move of the solution may be a try that words tell of.
                    return None
            moves.append(at)
            due += 1
            last = prose.without_signs(span).end
        elif kind == "open" and moves:
            closed = closing(items, at)
            # What stands in brackets behind a try is never judged.
            halves = replaced(half, len(moves) - 1)
            variations += _printed(prose, at, closed, halves[: tried + 1 - halves[0]] if tried else halves)
            if _holds_alternatives(prose, at, closed, halves):
                last = items[closed].span.end
            at = closed
        elif kind != "mark":
            break
        at += 1
    if not moves or any(one.kind in ("number", "move", "any", "label") for one in items[at:end]):
        return None
    behind = prose.text[last : items[end].span.start].partition(";")[0]
    return Variation(half, moves, variations) if _is_plain(prose, behind, due, is_try=tried is not None) else None


def _holds_alternatives(prose: ReadProse, opened: int, closed: int, halves: range) -> bool:
    """Whether each line in a bracket begins with one of some half-moves, so that none goes on with the line before."""
    begins = (opened + 1, *_semicolons(prose, opened, closed))
    return all(prose.items[at].kind == "number" and prose.items[at].half in halves for at in begins)


def _is_plain(prose: ReadProse, words: str, due: int, *, is_try: bool) -> bool:
    """Whether the words behind a line say nothing, or the result that it is there for: a try does not reach the goal.
    The half-move that is due behind it says who moved last."""
    if _NOTHING.fullmatch(words):
        return True
    told = goal_behind(words, 0, by_white=due % 2 == 1)
    return told is not None and (told[0] is prose.goal) is not is_try


def played(prose: ReadProse, variation: Variation, position: Position) -> Line | None:
    """The moves of a variation from a position; None where one cannot be made."""
    line: Line = []
    for half, at in enumerate(variation.moves, variation.half):
        item = prose.items[at]
        made = made_by(item, prose.language, position)
        if made is None:
            return None
        line.append(Node(prose.without_signs(item.span), made[0], half, position, made[1], None, []))
        position = made[1]
    add_variations(prose, line, variation.variations)
    return line


def moves_named(items: Sequence[ProseItem], language: Language) -> set[tuple[int | None, str]]:
    """The moves that a text names anywhere, by man and square (`core_of`), with their half-moves where numbers say."""
    found: set[tuple[int | None, str]] = set()
    due: int | None = None
    open_: list[int | None] = []
    for item in items:
        if item.kind == "number":
            due = item.half
        elif item.kind == "move":
            found |= {(due, core_of(san)) for white in (True, False) for san in readings(item, language, white=white)}
            due = due and due + 1
        elif item.kind == "open":
            open_.append(due)
            due = None
        elif item.kind == "close":
            due = open_.pop() if open_ else None
        elif item.kind != "mark":
            due = None
    return found


def core_of(san: str) -> str:
    """The man and the square of a move, without what tells it from others: `Nd2` of `Nbxd2`, `d8` of `cxd8=Q`."""
    found = _CORE.fullmatch(san)
    return found[1] + found[2] if found else san
