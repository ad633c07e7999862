"""Variations in brackets after the moves of the main line of a solution in prose.

The purpose of a line is explained in words, and words are not understood. So a line in brackets is
part of the solution only if it has nothing but moves: it starts with a number and runs to its end,
and no words follow except its result. Other lines may be threats, quotations or warnings.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.values import Goal
from gbr_lsp.solutions.goal_outcomes import may_be_wrong
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.line import Line, Node, variations_of
from gbr_lsp.solutions.movetext import MoveToken, TokenKind, closing_bracket
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.prose_text import ProseText
from gbr_lsp.solutions.replay import LineEnd
from gbr_lsp.solutions.spelling import readings, replay_items
from gbr_lsp.solutions.stated_goal import goal_after
from gbr_lsp.solutions.strands import is_marked

_SIGNS_ONLY = regex(r"(?:[\s.,!?+#†‡]|\$[1-9](?![0-9]))*")
"""Matches text of signs only, which may be numbers: `$2` is `?`. Numbers from `$10` on evaluate a line."""
_SIGNS_OF_MARKS = "?$;{"
"""Without one of these signs, no move is marked as a mistake."""
_KINDS_AFTER_MOVE: tuple[TokenKind, ...] = ("open", "mark")
_KINDS_OF_LINES: tuple[TokenKind, ...] = ("number", "move", "any", "label")
_start = attrgetter("span.start")
_CORE = regex(r"([KQRBN]?)[a-h]?[1-8]?x?([a-h][1-8])(?:=.)?")


class SolutionProse(NamedTuple):
    """A text, the language of its moves, and its goal."""

    printed: ProseText
    language: Language
    goal: Goal

    @property
    def text(self) -> str:
        return self.printed.text

    @property
    def items(self) -> Sequence[MoveToken]:
        return self.printed.items

    def without_signs(self, span: Span) -> Span:
        """Return `span`, that of a move, without `!` and `?` at its end."""
        text = self.printed.text
        if text[span.end - 1] not in "!?":
            return span
        return Span(span.start, span.start + len(text[span.start : span.end].rstrip("!?")))

    def is_mistake(self, span: Span) -> bool:
        """Return True if the move at `span` is marked as a mistake."""
        return is_marked(self.text, self.without_signs(span).end)


def line_with_variations(prose: SolutionProse, moves: Sequence[Node]) -> Line:
    """Return the main line `moves` without `!` and `?`, and with the variations in brackets after them."""
    line: Line = []
    for move in moves:
        span, before = prose.without_signs(move.span), line[-1] if line else None
        line.append(Node(span, move.san, move.half, move.before, move.after, parent=before, item=move.item))
    add_variations(prose, line)
    return line


def add_variations(prose: SolutionProse, line: Line) -> None:
    """Add the variations in brackets after the moves of `line` to the nodes that they replace."""
    items, kinds = prose.items, prose.printed.kinds
    for number, node in enumerate(line):
        if kinds[node.item + 1] not in _KINDS_AFTER_MOVE:
            # Most moves have no bracket.
            continue
        for opened, closed in _brackets_after(items, node.item):
            _add_variations_in(prose, line, opened, closed, _first_halves(line[0].half, number))


def play_line(
    prose: SolutionProse, half: int, moves: Sequence[int], position: Position, parent: Node | None = None
) -> Line | None:
    """Return the line of the items with the indexes `moves` from `position`, or None if a move is illegal.

    `half` is the half-move of the first one, `parent` the node before it.
    """
    line: Line = []
    items = [prose.items[at] for at in moves]
    for at, item, (san, after) in zip(moves, items, replay_items(position, items, prose.language), strict=False):
        span, due = prose.without_signs(item.span), half + len(line)
        parent = Node(span, san, due, position, after, parent=parent, item=at)
        line.append(parent)
        position = after
    return line if len(line) == len(moves) else None


def _first_halves(half: int, number: int) -> range:
    """Return the range of half-moves that a line in brackets may start with.

    The bracket follows move `number`, from 0, of a line that starts with half-move `half`. The line in
    it replaces this move or the one before: `half` 4 and `number` 2 give 5 and 6.
    """
    return range(half + max(0, number - 1), half + number + 1)


def _brackets_after(items: Sequence[MoveToken], move: int) -> Iterator[tuple[int, int]]:
    """Yield `(opened, closed)`, the item indexes of each bracket directly after item `move`."""
    at = move + 1
    while at < len(items) and items[at].kind in _KINDS_AFTER_MOVE:
        if items[at].kind == "open":
            end = closing_bracket(items, at)
            if end == at:
                return
            yield at, end
            at = end
        at += 1


def _add_variations_in(prose: SolutionProse, line: Line, opened: int, closed: int, halves: range) -> None:
    """Add the variations in a bracket that start with one of `halves` to the nodes of `line`."""
    ends = (*_semicolons(prose.printed, opened, closed), closed)
    for first, end in zip((opened + 1, *ends), ends, strict=False):
        number = prose.items[first]
        if first + 1 < end and number.kind == "number" and number.half in halves:
            node = line[number.half - line[0].half]
            if variation := _variation(prose, first, end, node):
                node.add_variation(variation)


def _semicolons(prose: ProseText, opened: int, closed: int) -> Iterator[int]:
    """Yield the index of the first item after each semicolon in a bracket.

    Inner brackets are skipped.
    """
    text, items, kinds = prose.text, prose.items, prose.kinds
    last = items[closed].span.start
    semicolon = text.find(";", items[opened].span.end, last)
    while 0 <= semicolon:
        at = bisect_right(items, semicolon, opened, closed, key=_start)
        if closed <= at:
            return
        after = items[at - 1].span.end
        if after <= semicolon:
            inside = kinds[opened + 1 : at]
            if inside.count("open") == inside.count("close"):
                yield at
            after = items[at].span.end
        semicolon = text.find(";", after, last)


def _variation(prose: SolutionProse, first: int, end: int, replaced: Node) -> Line | None:
    """Return the line of the items `first:end` in place of `replaced`, or None if it is doubtful or illegal.

    It is doubtful if it has more than moves and plain results, or if it starts with a move of White
    that is not marked as a try.
    """
    text, items = prose.text, prose.items
    half = due = items[first].half
    words = text[items[first].span.start : items[end].span.start]
    may_be_marked = any(sign in words for sign in _SIGNS_OF_MARKS)
    if replaced.before is None or (half % 2 == 0 and not may_be_marked):
        return None
    moves: list[int] = []
    brackets: list[tuple[int, int, range]] = []
    tried: int | None = None
    at, last = first, items[first].span.end
    while at < end:
        kind, _, span, counted = items[at]
        between = text[items[at - 1].span.end : span.start] if first < at else ""
        if between and not between.isspace() and not _SIGNS_ONLY.fullmatch(between):
            # This is an evaluation or a dash.
            break
        if kind == "number":
            if counted != due:
                return None
        elif kind == "move":
            if tried is None and due % 2 == 0:
                if may_be_marked and prose.is_mistake(span):
                    tried = due
                elif due == half:
                    # White's alternative to a move of the solution may be a try that only words
                    # announce.
                    return None
            moves.append(at)
            due += 1
            last = prose.without_signs(span).end
        elif kind == "open" and moves:
            closed = closing_bracket(items, at)
            # Brackets after a try are never judged.
            halves = _first_halves(half, len(moves) - 1)
            brackets.append((at, closed, halves[: tried + 1 - halves[0]] if tried else halves))
            if _has_only_alternatives(prose, at, closed, halves):
                last = items[closed].span.end
            at = closed
        elif kind != "mark":
            break
        at += 1
    if not moves or any(one.kind in _KINDS_OF_LINES for one in items[at:end]):
        return None
    words_after = prose.text[last : items[end].span.start].partition(";")[0]
    if not _is_plain(prose, words_after, due, is_try=tried is not None):
        return None
    line = play_line(prose, half, moves, replaced.before, replaced.parent)
    for bracket in brackets if line else ():
        _add_variations_in(prose, line or [], *bracket)
    return line


def _has_only_alternatives(prose: SolutionProse, opened: int, closed: int, halves: range) -> bool:
    """Return True if every line in a bracket starts with one of `halves`.

    Then none is a continuation.
    """
    begins = (opened + 1, *_semicolons(prose.printed, opened, closed))
    return all(prose.items[at].kind == "number" and prose.items[at].half in halves for at in begins)


def _is_plain(prose: SolutionProse, words: str, due: int, *, is_try: bool) -> bool:
    """Return True if `words`, after a line, are empty or state the expected result.

    A try must not reach the goal. `due` is the half-move after the line.
    """
    if _SIGNS_ONLY.fullmatch(words):
        return True
    stated = goal_after(words, 0, by_white=due % 2 == 1)
    return stated is not None and (stated[0] is prose.goal) is not is_try


def named_moves(items: Sequence[MoveToken], language: Language) -> set[tuple[int | None, str]]:
    """Return the set of `(half, core)` of all moves named in `items`.

    `half` is the half-move if numbers determine it, otherwise None. `core` is as in `core_of`.
    """
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
    """Return the man and target square of `san`: `Nbxd2` → `Nd2`, `cxd8=Q` → `d8`."""
    found = _CORE.fullmatch(san)
    return found[1] + found[2] if found else san


def may_be_refuted(prose: SolutionProse, line: Line) -> bool:
    """Return True if the main line `line` or its variations may refute the goal, or a try, without tables.

    Without tables, only mate, stalemate and bare kings decide, on a goal or on a try. Few lines end like that.
    In doubt, a line may refute.
    """
    return _is_doubtful(prose, line, is_main=True) or any(
        _is_doubtful(prose, variation, is_main=False) for variation in variations_of(line)
    )


def _is_doubtful(prose: SolutionProse, line: Line, *, is_main: bool) -> bool:
    """Return True if the end of `line` may refute the goal of `prose`, or a try."""
    end = line[-1].after or line[-1].before
    # Few lines end without a legal move, and only in those it matters whether a move is marked.
    return (
        end is not None
        and may_be_wrong([LineEnd(end, is_tried=None, is_main=is_main)], prose.goal)
        and (
            may_be_wrong([LineEnd(end, is_tried=False, is_main=is_main)], prose.goal)
            or any(prose.is_mistake(move.span) for move in line if move.by_white)
        )
    )
