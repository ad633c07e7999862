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
from gbr_lsp.notation.values import BLACK, WHITE, Goal
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.line import Line, Node
from gbr_lsp.solutions.moves import AMBIGUOUS, Position, play
from gbr_lsp.solutions.prose import ProseItem, closing
from gbr_lsp.solutions.replay import LineEnd
from gbr_lsp.solutions.san import MOVES
from gbr_lsp.solutions.spelling import readings
from gbr_lsp.solutions.strands import is_marked
from gbr_lsp.solutions.verdicts import may_refute

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

    def is_mistake(self, span: Span) -> bool:
        """Whether the move that stands there is marked as a mistake."""
        return is_marked(self.text, self.without_signs(span).end)


class Variation(NamedTuple):
    """A line in brackets as it is printed: the half-move of its first move, and which items its moves are.

    `variations` are those in the brackets behind its moves. `is_tried` is whether its first move is White's, marked as
    a mistake; None where a later one is.
    """

    half: int
    moves: list[int]
    variations: "list[Variation]"
    is_tried: bool | None

    @property
    def is_ended_by_white(self) -> bool:
        """Whether its last move is White's."""
        return (self.half + len(self.moves)) % 2 == 1


def variations_behind(prose: ReadProse, half: int, moves: Sequence[int]) -> list[Variation]:
    """The variations in brackets behind the moves of a line, in order. It begins with a half-move; `moves` are the
    places of its moves among the items."""
    return [
        variation
        for before, at in enumerate(moves, half)
        for opened, closed in _brackets(prose.items, at + 1)
        for variation in _printed(prose, opened, closed, range(max(half, before - 1), before + 1))
    ]


def add_variations(prose: ReadProse, line: Line, variations: Iterable[Variation]) -> None:
    """Plays variations of a line, and gives those that can be played to the moves that they replace."""
    for variation in variations:
        node = line[variation.half - line[0].half]
        played = _played(prose, variation, node.before) if node.before else None
        if played:
            node.variations.append(played)


def ends_of(
    prose: ReadProse, half: int, positions: Sequence[Position], variations: Iterable[Variation]
) -> Iterator[LineEnd]:
    """The ends of variations that may refute the goal, or a try, by the rules of the game alone; no tree is made.

    `positions` are those of the line that they leave, the first one before a half-move.
    """
    for variation in variations:
        if not _is_asked(prose, variation):
            continue
        reached = [positions[variation.half - half]]
        for at in variation.moves:
            made = _made(prose, prose.items[at], reached[-1])
            if made is None:
                break
            reached.append(made[1])
        else:
            yield LineEnd(reached[-1], variation.is_tried)
            yield from ends_of(prose, variation.half, reached, variation.variations)


def _is_asked(prose: ReadProse, variation: Variation) -> bool:
    """Whether the end of a variation, or of one behind its moves, may refute something."""
    turn = BLACK if variation.is_ended_by_white else WHITE
    return may_refute(prose.goal, variation.is_tried, turn=turn) or any(
        _is_asked(prose, one) for one in variation.variations
    )


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


def _printed(prose: ReadProse, opened: int, closed: int, halves: range) -> Iterator[Variation]:
    """The lines in a bracket that begin with one of some half-moves."""
    items = prose.items
    ends = [*_semicolons(prose, opened, closed), closed]
    for first, end in zip([opened, *(at - 1 for at in ends[:-1])], ends, strict=True):
        at = first + 1
        if at + 1 < end and items[at].kind == "number" and items[at].half in halves:
            variation = _variation(prose, at, end)
            if variation:
                yield variation


def _semicolons(prose: ReadProse, opened: int, closed: int) -> Iterator[int]:
    """The first items behind the semicolons in a bracket, but for those in brackets inside it."""
    items, depth = prose.items, 0
    if ";" not in prose.text[items[opened].span.end : items[closed].span.start]:
        return
    for at in range(opened + 1, closed):
        if not depth and ";" in prose.text[items[at - 1].span.end : items[at].span.start]:
            yield at
        depth += (items[at].kind == "open") - (items[at].kind == "close")


def _variation(prose: ReadProse, first: int, end: int) -> Variation | None:
    """The line from a number on; None where something else than moves stands in it, or where it is not known to be a
    line of the solution. The words behind it end before an item."""
    text, items = prose.text, prose.items
    half = due = items[first].half
    moves: list[int] = []
    variations: list[Variation] = []
    tried: int | None = None
    at = first
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
        elif kind == "open" and moves:
            closed = closing(items, at)
            # What stands in brackets behind a try is never judged.
            variations += _printed(prose, at, closed, range(max(half, due - 2), min(due, (tried or due) + 1)))
            at = closed
        elif kind != "mark":
            break
        at += 1
    if not moves or any(one.kind in ("number", "move", "any", "label") for one in items[at:end]):
        return None
    is_tried = tried is not None and (True if tried == half else None)
    variation = Variation(half, moves, variations, is_tried)
    return variation if _is_of_solution(prose, variation, items[end]) else None


def _is_of_solution(prose: ReadProse, variation: Variation, behind: ProseItem) -> bool:
    """Whether what stands behind a line and before an item does not say otherwise: nothing, or its result."""
    last = prose.without_signs(prose.items[variation.moves[-1]].span).end
    words = prose.text[last : behind.span.start].partition(";")[0]
    if _NOTHING.fullmatch(words):
        return True
    told = goal_behind(words, 0, by_white=variation.is_ended_by_white)
    return told is not None and (told[0] is prose.goal) is (variation.half % 2 == 1)


def _played(prose: ReadProse, variation: Variation, position: Position) -> Line | None:
    """The moves of a variation from a position; None where one cannot be made."""
    line: Line = []
    for half, at in enumerate(variation.moves, variation.half):
        item = prose.items[at]
        made = _made(prose, item, position)
        if made is None:
            return None
        line.append(Node(prose.without_signs(item.span), made[0], half, position, made[1], None, []))
        position = made[1]
    add_variations(prose, line, variation.variations)
    return line


def _made(prose: ReadProse, item: ProseItem, position: Position) -> tuple[str, Position] | None:
    for san in readings(item, prose.language, white=position[3]):
        move = MOVES[position[3]][san]
        after = play(position, move) if move else None
        if after is not None and after is not AMBIGUOUS:
            return san, after
    return None


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
