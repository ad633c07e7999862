"""The main line of a solution in prose, followed from a board to its printed end.

It begins at a number and continues with every number that is due, with or without words between. If
a page or column was torn, it continues elsewhere at the number that is due.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.languages import AUTO, Language
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.line_tokens import tokens_after
from gbr_lsp.solutions.line_tree import Break, LineTree
from gbr_lsp.solutions.move_rows import MoveRow, rows_of
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.position import Position
from gbr_lsp.solutions.prose_items import MANY_PLIES, SECOND_MOVE, is_note, starts_in
from gbr_lsp.solutions.spelling import languages_in, may_be_made

_MIN_PLIES_ELSEWHERE = 3
"""Minimum number of half-moves that run where a line continues elsewhere."""
_MAX_ROWS_ELSEWHERE = 60
"""Maximum number of rows tried as continuations before a line, and after it."""
_MIN_PART_PLIES = 2
"""Minimum number of half-moves of a row in the main line if the next one does not run."""
_MIN_OWN_PLIES = 4
"""A line from move 1 that stops belongs to the board if this number of half-moves runs."""
_FIRST_LABELS = ("a)", "a1)", "i)")
_MAX_CACHED_STARTS = 5_000
"""Maximum number of beginnings kept; repeated requests come from codes near each other."""
_MAX_CACHED_TOKENS = 200
"""Maximum number of breaks whose tokens are kept."""
_MAX_TOKENS = 60
"""Maximum number of tokens read after a break."""
_MAX_ROWS = 400
"""Maximum number of rows followed after the beginning of a line."""
_MAX_SOLUTIONS = 12
"""Maximum number of further lines from move 1, tries included, followed after the first one."""
_kind = attrgetter("kind")
_start = attrgetter("span.start")


class PrintedLine(NamedTuple):
    """A line followed from a board.

    `is_complete` is True if it ends at prose or the end of the text, not at a failing move.
    """

    moves: tuple[Node, ...]
    is_complete: bool
    failed_item: MoveToken | None = None
    """The move that fails at the end of the line."""
    is_at_row_end: bool = True
    """Whether the line ends with the end of a row of moves, not in the middle of one."""

    @property
    def span(self) -> Span:
        return Span(self.moves[0].span.start, self.moves[-1].span.end)


class ProseText:
    """Moves of a text, read once for all boards of the text."""

    def __init__(self, text: str, items: list[MoveToken], letters: str = AUTO) -> None:
        self.text = text
        self.items = items
        self.letters = letters
        self.rows: list[MoveRow] = rows_of(text, self.items)
        self.row_numbers = {row.items[0]: number for number, row in enumerate(self.rows)}
        """The index of each row, by that of its first item."""
        self.starts = [start for start in starts_in(self.items) if start in self.row_numbers]
        self.places = [self.items[start].span.start for start in self.starts]
        self.languages: list[Language] = languages_in(self.items, letters) if self.starts else []
        self.are_letters_given = letters != AUTO
        self.cached_starts: dict[object, Beginning] = {}
        """Cache of the beginnings: a text that names a code twice requests its line twice."""
        self.named_moves: dict[str, set[tuple[int | None, str]]] = {}
        """Cache of the moves that the items name, by the name of the language."""
        self._tokens: dict[tuple[int, int], list[MoveToken]] = {}

    def part_in(self, span: Span) -> "ProseText":
        """Return the `ProseText` of the items in `span`, with offsets of the whole text."""
        first, end = (bisect_left(self.items, offset, key=_start) for offset in span)
        return ProseText(self.text, self.items[first:end], self.letters)

    def part_outside(self, spans: Sequence[Span]) -> "ProseText":
        """Return the `ProseText` of the items outside `spans`, which are sorted and do not overlap."""
        items, done = [], 0
        for span in spans:
            first, end = (bisect_left(self.items, offset, key=_start) for offset in span)
            items += self.items[done:first]
            done = end
        return ProseText(self.text, items + self.items[done:], self.letters)

    def has_start_in(self, span: Span) -> bool:
        """Return True if a line begins in `span`."""
        return bisect_left(self.places, span.start) < bisect_left(self.places, span.end)

    @cached_property
    def row_numbers_by_half(self) -> dict[int, list[int]]:
        """Return lists of row indexes, by the half-move that the rows begin with."""
        numbers: dict[int, list[int]] = {}
        for number, row in enumerate(self.rows):
            if row.half is not None:
                numbers.setdefault(row.half, []).append(number)
        return numbers

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of the items, and an empty text after the last."""
        return (*map(_kind, self.items), "")

    @cached_property
    def marks(self) -> frozenset[str]:
        """Return the texts of the marks: `!`, or `/a` after a move with a note."""
        return frozenset(item.text for item in self.items if item.kind == "mark")

    def tokens_after(self, first: int, offset: int) -> list[MoveToken]:
        """Return the tokens from item `first` on, with possible misprints between, as `MoveToken`s.

        `offset` is where the text before item `first` begins. The tokens are kept, because codes near
        each other are tried with the same lines.
        """
        if (first, offset) not in self._tokens:
            if _MAX_CACHED_TOKENS <= len(self._tokens):
                self._tokens.clear()
            self._tokens[first, offset] = tokens_after(self.text, self.items, first, offset, _MAX_TOKENS)
        return self._tokens[first, offset]


class Beginning:
    """First row of a line, as it runs from a position.

    `plies` counts the half-moves that run, `is_complete` is True if those are all, `end` is the offset
    after them.
    """

    def __init__(self, text: ProseText, start: int, position: Position, language: Language) -> None:
        self._language = language
        self._row_number = text.row_numbers[start]
        items = text.rows[self._row_number].items
        half = text.items[start].half
        at = text.items[start].span.start
        first = Node(Span(at, at), None, half - half % 2 - position[3], None, position)
        self._run = LineTree(text.items, text.rows, language).run(items, first, counted=False)
        self._lines: dict[int | None, FollowedLines] = {}
        last = self._run.ends[0]
        self.plies = self._run.plies
        self.is_complete = self._run.place == len(items)
        self.end = last.span.end if last.parent else text.items[start].span.end

    def follow(self, text: ProseText, until: int | None) -> "FollowedLines":
        """Return the `FollowedLines` up to the offset `until`, or up to another solution."""
        if until not in self._lines:
            tree = LineTree(text.items, text.rows, self._language)
            tree.begin(self._row_number, self._run)
            self._lines[until] = _follow_lines(text, tree, self._row_number, until)
        return self._lines[until]


class FollowedLines:
    """Lines followed from the position `start`: their tree and the rows that were searched.

    `rows_in_order` has the indexes of the rows in order, `rows_elsewhere` those of the continuations of a torn
    line, which may belong to another study. `marks` are those of the whole text. `until` is the offset that limits
    the lines, or None.
    """

    def __init__(
        self, tree: LineTree, marks: frozenset[str], in_order: range, elsewhere: list[range], until: int | None
    ) -> None:
        self.start = tree.root.position
        self.tree = tree
        self.marks = marks
        self.first_row: MoveRow = tree.rows[in_order.start]
        self.rows_in_order = in_order
        self.rows_elsewhere = elsewhere
        self.until = until

    def rows_around(self, broken: Break) -> range | None:
        """Return the range of rows searched together with that of `broken`, or None.

        None if it may belong to another study: in a continuation elsewhere, `MANY_PLIES` half-moves
        must run before the break.
        """
        if broken.row_number in self.rows_in_order:
            return self.rows_in_order
        part = next((part for part in self.rows_elsewhere if broken.row_number in part), None)
        first = part and self.tree.rows[part[0]].half
        return part if first and first + MANY_PLIES <= broken.node.due else None

    @cached_property
    def main_line(self) -> PrintedLine:
        """Return the main line as a `PrintedLine`."""
        return main_line(self)


def can_begin(text: ProseText, start: int, position: Position, language: Language) -> bool:
    """Return False if no man can make the first move at `start` in `position`.

    `start` is the index of the item that begins the line.
    """
    row = text.rows[text.row_numbers[start]].items
    first = next(at for at in row if text.items[at].kind != "number")
    return may_be_made(text.items[first], language, position[0], white=position[3])


def run_from(text: ProseText, start: int, position: Position, language: Language) -> Beginning:
    """Return the `Beginning` of the line at item `start`: its moves up to the first words."""
    us, them, en_passant, turn = position
    key = (start, language.name, *us, *them, en_passant, turn)
    if key not in text.cached_starts:
        if _MAX_CACHED_STARTS <= len(text.cached_starts):
            text.cached_starts.clear()
        text.cached_starts[key] = Beginning(text, start, position, language)
    return text.cached_starts[key]


def follow(
    text: ProseText, start: int, position: Position, language: Language, until: int | None = None
) -> FollowedLines:
    """Return the `FollowedLines` from item `start` up to offset `until`, or up to another solution."""
    return run_from(text, start, position, language).follow(text, until)


def _follow_lines(text: ProseText, tree: LineTree, first: int, until: int | None) -> FollowedLines:
    """Return the `FollowedLines` of a tree whose first row has the index `first`."""
    end = _follow_rows(text, tree, first + 1, until, by_black=not tree.root.position[3])
    rows_elsewhere: list[range] = []
    for _ in range(_MAX_ROWS):
        best = _find_row_elsewhere(text, tree, first, end)
        if best is None:
            break
        before = tree.main_end
        tree.follow(best)
        if tree.main_end is before:
            break
        rows_elsewhere.append(range(best, _follow_rows(text, tree, best + 1, None, turns=False)))
    return FollowedLines(tree, text.marks, range(first, end), rows_elsewhere, until)


def _follow_rows(
    text: ProseText, tree: LineTree, number: int, until: int | None, *, turns: bool = True, by_black: bool = False
) -> int:
    """Follow rows from index `number` up to another solution; return the index after them.

    Another solution is a line from move 1 that does not run. `turns` allows further lines from move
    1; `by_black` is True if the line begins with a move of Black.
    """
    solutions = 0
    for at in range(number, min(len(text.rows), number + _MAX_ROWS)):
        row = text.rows[at]
        offset = text.items[row.items[0]].span.start
        if until is not None and until <= offset:
            return at
        if row.half is not None and row.half < SECOND_MOVE:
            if not turns or solutions == _MAX_SOLUTIONS:
                return at
            before = len(tree.breaks)
            made = tree.follow(at)
            runs = made and len(tree.breaks) == before
            solutions += 1
            # Black's move 1 is an alternative if the line begins with White's move.
            is_other = row.half % 2 == 0 or by_black
            if is_other and not runs and made < _MIN_OWN_PLIES and not is_note(text.items, row.items[0], text.text):
                return at
        else:
            tree.follow(at)
    return min(len(text.rows), number + _MAX_ROWS)


def _find_row_elsewhere(text: ProseText, tree: LineTree, first: int, end: int) -> int | None:
    """Return the index of the row that continues a torn line; None if there is none.

    The rows from `first` to `end` belong to the line already.
    """
    main_end = tree.main_end
    if main_end is None:
        return None
    numbers = text.row_numbers_by_half.get(main_end.due, [])
    before, after = bisect_left(numbers, first), bisect_left(numbers, end)
    near = numbers[max(0, before - _MAX_ROWS_ELSEWHERE) : before] + numbers[after : after + _MAX_ROWS_ELSEWHERE]
    best, best_plies = None, _MIN_PLIES_ELSEWHERE - 1
    for number in near:
        plies = tree.run(text.rows[number].items, main_end, counted=True).plies
        if best_plies < plies:
            best, best_plies = number, plies
    return best


def main_line(lines: FollowedLines) -> PrintedLine:
    """Return the longest of `lines` as a `PrintedLine`.

    If no row runs to its end, it is the part of the first row that runs.
    """
    tree = lines.tree
    main_end = _first_branch_end(lines, tree.main_end)
    broken = [one for one in tree.breaks if _MIN_PART_PLIES <= one.plies or one.row_number == lines.rows_in_order.start]
    if main_end and MANY_PLIES <= main_end.half - tree.root.half and _is_from_start(main_end, lines):
        # Another solution of the same study may begin after a complete one; if it fails, that proves
        # nothing about the first.
        broken = [one for one in broken if _is_from_start(one.node, lines)]
    farthest = max(broken, key=lambda one: one.node.half, default=None)
    if main_end and (farthest is None or farthest.node.half <= main_end.half):
        farthest = _failing_break(lines, main_end)
    if farthest and (main_end is None or main_end.half <= farthest.node.half):
        item = tree.items[tree.rows[farthest.row_number].items[farthest.place]]
        failing = item if item.kind == "move" else None
        is_at_row_end = main_end is not None and main_end in islice(farthest.node.path_back(), _MIN_PART_PLIES)
        return PrintedLine(
            tuple(farthest.node.path), is_complete=False, failed_item=failing, is_at_row_end=is_at_row_end
        )
    return PrintedLine(tuple(main_end.path), is_complete=True) if main_end else PrintedLine((), is_complete=False)


def _first_branch_end(lines: FollowedLines, end: Node | None) -> Node | None:
    """Return the end of the first branch if the line divides under labels, else `end`.

    `4.exd7 and now: a) 4...Qxd7`. A label that is a mark in the text, `Kb6/a`, begins a note.
    """
    tree = lines.tree
    if end is None or end.parent is None:
        return end
    later_rows = (tree.rows[number] for number in lines.rows_in_order)
    branch = next((row for row in later_rows if end.item < row.items[0]), None)
    if branch is None or branch.half != end.due:
        return end
    label = tree.items[branch.items[0] - 1]
    if label.text not in _FIRST_LABELS or f"/{label.text[:-1]}" in lines.marks:
        return end
    items = branch.items
    ends = (
        one for one in tree.complete_ends if any(back.parent is end and back.item in items for back in one.path_back())
    )
    return max(ends, key=lambda one: one.half, default=end)


def _is_from_start(end: Node, lines: FollowedLines) -> bool:
    """Return True if the line to `end` begins with the first move, not a repetition of it."""
    first = next(iter(end.path), None)
    return first is None or first.item in lines.first_row.items


def _failing_break(lines: FollowedLines, main_end: Node) -> Break | None:
    """Return the `Break` of the row that should continue the longest line, or None.

    The row breaks at its beginning, and cannot be followed after any other move.
    """
    tree = lines.tree
    later_rows = (
        number
        for number in lines.rows_in_order
        if main_end.parent and main_end.item < tree.rows[number].items[0] and tree.rows[number].half == main_end.due
    )
    following = next(later_rows, None)
    breaks = (one for one in tree.breaks if one.row_number == following and not one.is_aside)
    return next((one for one in breaks if main_end in islice(one.node.path_back(), _MIN_PART_PLIES)), None)
