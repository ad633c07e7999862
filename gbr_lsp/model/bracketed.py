"""The variations that a solution in prose prints in brackets behind the moves of its main line.

Prose says in words what a line is there for, and words are not understood. So a line in brackets is taken as one of the
solution only where nothing but moves stands in it: it begins with a number, runs to its end, and the words behind it
are none, or tell of its result alone. Others may be threats, quotations, or what an author warns of.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.goals import goal_behind
from gbr_lsp.notation.values import WHITE, Goal
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.line import Line, Node
from gbr_lsp.solutions.moves import AMBIGUOUS, Position, play
from gbr_lsp.solutions.prose import ProseItem, closing
from gbr_lsp.solutions.san import MOVES
from gbr_lsp.solutions.spelling import readings
from gbr_lsp.solutions.strands import is_marked

_NOTHING = regex(r"[\s.,!?+#†‡]*")
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


def add_variations(prose: ReadProse, line: Line, places: Sequence[int]) -> None:
    """Gives the moves of a main line the variations that are printed behind them; the moves are the items at some
    places."""
    for number, at in enumerate(places):
        for opened, closed in _brackets(prose.items, at + 1):
            _read(prose, opened, closed, line, number)


def _brackets(items: Sequence[ProseItem], at: int) -> Iterator[tuple[int, int]]:
    """The brackets directly behind a move: where each is opened and closed."""
    while at < len(items) and items[at].kind in ("mark", "open"):
        if items[at].kind == "open":
            end = closing(items, at)
            if end == at:
                return
            yield at, end
            at = end
        at += 1


def _read(prose: ReadProse, opened: int, closed: int, line: Line, number: int) -> None:
    """Reads what a bracket behind a move of a line has: lines in the place of that move, or of the one before it."""
    items = prose.items
    ends = [*_semicolons(prose, opened, closed), closed]
    for first, end in zip([opened, *(at - 1 for at in ends[:-1])], ends, strict=True):
        at = first + 1
        if end <= at + 1 or items[at].kind != "number":
            continue
        leaves = number - (line[number].half - items[at].half)
        if leaves not in (number - 1, number) or leaves < 0:
            continue
        start = line[leaves].before
        variation = _followed(prose, at, end, start) if start else None
        if variation and _is_of_solution(prose, variation, items[end]):
            line[leaves].variations.append(variation)


def _semicolons(prose: ReadProse, opened: int, closed: int) -> Iterator[int]:
    """The first items behind the semicolons in a bracket, but for those in brackets inside it."""
    items, depth = prose.items, 0
    if ";" not in prose.text[items[opened].span.end : items[closed].span.start]:
        return
    for at in range(opened + 1, closed):
        if not depth and ";" in prose.text[items[at - 1].span.end : items[at].span.start]:
            yield at
        depth += (items[at].kind == "open") - (items[at].kind == "close")


def _followed(prose: ReadProse, at: int, end: int, start: Position) -> Line | None:
    """The moves from a number on; None where something else than moves stands among them, or one cannot be made."""
    items, position, due = prose.items, start, prose.items[at].half
    line: Line = []
    first = at
    if due % 2 == position[3]:
        return None
    while at < end:
        item = items[at]
        between = prose.text[items[at - 1].span.end : item.span.start] if first < at else ""
        if between and not between.isspace() and not _NOTHING.fullmatch(between):
            # An evaluation or a dash stands there.
            break
        if item.kind == "number":
            if item.half != due:
                return None
        elif item.kind == "move":
            made = _made(prose, item, position)
            if made is None:
                return None
            san, after = made
            line.append(Node(prose.without_signs(item.span), san, due, position, after, None, []))
            position, due = after, due + 1
        elif item.kind == "open" and line:
            closed = closing(items, at)
            _read(prose, at, closed, line, len(line) - 1)
            at = closed
        elif item.kind != "mark":
            break
        at += 1
    return None if any(one.kind in ("number", "move", "any", "label") for one in items[at:end]) else line


def _made(prose: ReadProse, item: ProseItem, position: Position) -> tuple[str, Position] | None:
    for san in readings(item, prose.language, white=position[3]):
        move = MOVES[position[3]][san]
        after = play(position, move) if move else None
        if after is not None and after is not AMBIGUOUS:
            return san, after
    return None


def _is_of_solution(prose: ReadProse, line: Line, behind: ProseItem) -> bool:
    """Whether a line claims to be right, or is a marked try that claims to fail. Its words end before an item.

    What White plays instead of a move of the solution, without a mark, may be a try that words tell of.
    """
    if not line:
        return False
    is_try = _by_white(line[0])
    if is_try and not is_marked(prose.text, line[0]):
        return False
    end = line[-1].span.end
    words = prose.text[end : behind.span.start].partition(";")[0]
    if _NOTHING.fullmatch(words):
        return True
    told = goal_behind(words, 0, by_white=_by_white(line[-1]))
    return told is not None and (told[0] is prose.goal) is not is_try


def _by_white(node: Node) -> bool:
    return node.before is not None and node.before[3] is WHITE


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
