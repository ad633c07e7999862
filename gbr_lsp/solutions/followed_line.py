"""The main line of a solution in prose, followed from a board to its printed end.

It begins at a number and continues with every number that is due, with or without words between. If
a page or column was torn, it continues elsewhere at the number that is due.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice, product

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.line_tree import Break, LineTree
from gbr_lsp.solutions.movetext import MOVE_KINDS, MoveToken, TokenKind, closing_bracket
from gbr_lsp.solutions.position import Position, white_to_move
from gbr_lsp.solutions.prose_items import MANY_PLIES, SECOND_MOVE, is_note
from gbr_lsp.solutions.prose_text import ProseText
from gbr_lsp.solutions.spelling import may_be_made

_MIN_PLIES_ELSEWHERE = 3
"""Minimum number of half-moves that run where a line continues elsewhere."""
_MAX_ROWS_ELSEWHERE = 60
"""Maximum number of rows tried as continuations before a line, and after it."""
_MIN_PART_PLIES = 2
"""Minimum number of half-moves of a row in the main line if the next one does not run."""
_MIN_OWN_PLIES = 4
"""A line from move 1 that stops belongs to the board if this number of half-moves runs."""
_KINDS_AFTER_GAP: tuple[TokenKind, ...] = ("number", "end")
_FIRST_LABELS = ("a)", "a1)", "i)")
_MAX_CACHED_STARTS = 5_000
"""Maximum number of beginnings kept; repeated requests come from codes near each other."""
_MAX_ROWS = 400
"""Maximum number of rows followed after the beginning of a line."""
_MAX_SOLUTIONS = 12
"""Maximum number of further lines from move 1, tries included, followed after the first one."""


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
        first = Node(Span(at, at), None, half - half % 2 - white_to_move(position), None, position)
        self._run = LineTree(text.items, text.rows, language).run(items, first, counted=False)
        self._lines: dict[int | None, FollowedLine] = {}
        last = self._run.ends[0]
        self.plies = self._run.plies
        self.is_complete = self._run.place == len(items)
        self.end = last.span.end if last.parent else text.items[start].span.end

    def follow(self, text: ProseText, until: int | None) -> "FollowedLine":
        """Return the `FollowedLine` up to the offset `until`, or up to another solution."""
        if until not in self._lines:
            tree = LineTree(text.items, text.rows, self._language)
            tree.begin(self._row_number, self._run)
            self._lines[until] = FollowedLine(text, tree, self._row_number, until)
        return self._lines[until]


class FollowedLine:
    """The main line from a position, and the tree of all lines near it.

    `until` is the offset that limits the lines, or None. The text is not kept: it keeps its lines.
    """

    moves: tuple[Node, ...]
    """The moves of the main line that can be made."""
    is_complete: bool
    """Whether the line ends at prose or the end of the text, not at a failing move."""
    failed_item: MoveToken | None = None
    """The move that fails at the end of the line."""
    is_at_row_end: bool = True
    """Whether the line ends with the end of a row of moves, not in the middle of one."""

    def __init__(self, text: ProseText, tree: LineTree, row_number: int, until: int | None) -> None:
        self.tree = tree
        self.until = until
        self.position = tree.root.position
        """The position that it starts from."""
        self.language = tree.language
        """The language of the letters of the moves."""
        self.first_row = tree.rows[row_number]
        self.start = self.first_row.items[0]
        """The index of its first move number in the items of the text."""
        self.rows_in_order = range(
            row_number, _follow_rows(text, tree, row_number + 1, until, by_black=not white_to_move(self.position))
        )
        """The indexes of the rows that were searched, in order."""
        self.rows_elsewhere: list[range] = []
        """The rows of the continuations of a torn line, which may belong to another study."""
        self._follow_elsewhere(text)
        self._find_main_line(text)

    @property
    def plies(self) -> int:
        """The number of half-moves of the main line that can be made."""
        return len(self.moves)

    @property
    def half(self) -> int:
        """Twice the first move number, plus 1 if Black moves first: `1…` → 3."""
        return self.moves[0].half

    @property
    def span(self) -> Span:
        return Span(self.moves[0].span.start, self.moves[-1].span.end)

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

    def _follow_elsewhere(self, text: ProseText) -> None:
        """Follow the continuations of a torn line."""
        tree = self.tree
        for _ in range(_MAX_ROWS):
            best = _find_row_elsewhere(text, tree, self.rows_in_order)
            if best is None:
                break
            before = tree.main_end
            tree.follow(best)
            if tree.main_end is before:
                break
            self.rows_elsewhere.append(range(best, _follow_rows(text, tree, best + 1, None, turns=False)))

    def _find_main_line(self, text: ProseText) -> None:
        """Find the longest line. If no row runs to its end, it is the part of the first row that runs."""
        tree = self.tree
        main_end = self._first_branch_end(tree.main_end, text.marks)
        first = self.rows_in_order[0]
        broken = [
            one
            for one in tree.breaks
            if one.row_number == first
            or (_MIN_PART_PLIES <= one.plies and not (main_end and one.is_aside and self._is_other_line(one)))
        ]
        if main_end and MANY_PLIES <= main_end.half - tree.root.half and self._is_from_start(main_end):
            # Another solution of the same study may begin after a complete one; if it fails, that proves
            # nothing about the first.
            broken = [one for one in broken if self._is_from_start(one.node)]
        farthest = max(broken, key=lambda one: one.node.half, default=None)
        if main_end and (farthest is None or farthest.node.half <= main_end.half):
            farthest = self._failing_break(main_end)
        if farthest and (main_end is None or main_end.half <= farthest.node.half):
            item = tree.items[tree.rows[farthest.row_number].items[farthest.place]]
            self.failed_item = item if item.kind == "move" else None
            self.is_at_row_end = main_end is not None and main_end in islice(farthest.node.path_back(), _MIN_PART_PLIES)
            self.moves, self.is_complete = tuple(farthest.node.path), False
        else:
            self.moves = tuple(main_end.path) if main_end else ()
            self.is_complete = main_end is not None and not self._has_gap_after(main_end)

    def _first_branch_end(self, end: Node | None, marks: frozenset[str]) -> Node | None:
        """Return the end of the first branch if the line divides under labels, else `end`.

        `4.exd7 and now: a) 4...Qxd7`. A label that is one of the `marks` of the text, `Kb6/a`, begins a note.
        """
        tree = self.tree
        if end is None or end.parent is None:
            return end
        later_rows = (tree.rows[number] for number in self.rows_in_order)
        branch = next((row for row in later_rows if end.item < row.items[0]), None)
        if branch is None or branch.half != end.due:
            return end
        label = tree.items[branch.items[0] - 1]
        if label.text not in _FIRST_LABELS or f"/{label.text[:-1]}" in marks:
            return end
        items = branch.items
        ends = (
            one
            for one in tree.complete_ends
            if any(back.parent is end and back.item in items for back in one.path_back())
        )
        return max(ends, key=lambda one: one.half, default=end)

    def _is_from_start(self, end: Node) -> bool:
        """Return True if the line to `end` begins with the first move, not a repetition of it."""
        first = next(iter(end.path), None)
        return first is None or first.item in self.first_row.items

    def _has_gap_after(self, end: Node) -> bool:
        """Return True if the next number of the paragraph shows that a half-move after `end` was left out."""
        items, at = self.tree.items, end.item + 1
        while at < len(items) and items[at].kind not in _KINDS_AFTER_GAP:
            at = 1 + (closing_bracket(items, at) if items[at].kind == "open" else at)
        is_number = at + 1 < len(items) and items[at].half == end.due + 1
        return is_number and items[at + 1].kind in MOVE_KINDS

    def _is_other_line(self, broken: Break) -> bool:
        """Return True if the row of `broken` is a note, or its line begins again with another first move."""
        return self.tree.rows[broken.row_number].is_note or not self._is_from_start(broken.node)

    def _failing_break(self, main_end: Node) -> Break | None:
        """Return the `Break` of the row that should continue the longest line, or None.

        The row breaks at its beginning, and cannot be followed after any other move.
        """
        tree = self.tree
        later_rows = (
            number
            for number in self.rows_in_order
            if main_end.parent and main_end.item < tree.rows[number].items[0] and tree.rows[number].half == main_end.due
        )
        following = next(later_rows, None)
        breaks = (one for one in tree.breaks if one.row_number == following and not one.is_aside)
        return next((one for one in breaks if main_end in islice(one.node.path_back(), _MIN_PART_PLIES)), None)


def follow(
    text: ProseText, start: int, position: Position, language: Language, until: int | None = None
) -> FollowedLine:
    """Return the `FollowedLine` from item `start` up to offset `until`, or up to another solution."""
    return run_from(text, start, position, language).follow(text, until)


def run_from(text: ProseText, start: int, position: Position, language: Language) -> Beginning:
    """Return the `Beginning` of the line at item `start`: its moves up to the first words."""
    us, them, en_passant, turn = position
    key = (start, language.name, *us, *them, en_passant, turn)
    if key not in text.cached_starts:
        if _MAX_CACHED_STARTS <= len(text.cached_starts):
            text.cached_starts.clear()
        text.cached_starts[key] = Beginning(text, start, position, language)
    begun: Beginning = text.cached_starts[key]
    return begun


def all_beginnings(text: ProseText, start: int, positions: Sequence[Position]) -> Iterator[Beginning]:
    """Yield the `Beginning` at item `start` for each position of `positions` and each language."""
    return (run_from(text, start, position, language) for position in positions for language in text.languages)


def beginnings(text: ProseText, start: int, positions: Sequence[Position]) -> Iterator[Beginning]:
    """Yield the `Beginning` at item `start` for each position of `positions` and each language.

    Those without a legal first move are left out.
    """
    row = text.rows[text.row_numbers[start]].items
    first = next(text.items[at] for at in row if text.items[at].kind != "number")
    for position, language in product(positions, text.languages):
        us, _, _, turn = position
        if may_be_made(first, language, us, white=turn):
            begun = run_from(text, start, position, language)
            if begun.plies:
                yield begun


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


def _find_row_elsewhere(text: ProseText, tree: LineTree, in_order: range) -> int | None:
    """Return the index of the row that continues a torn line; None if there is none.

    The rows `in_order` belong to the line already.
    """
    main_end = tree.main_end
    if main_end is None:
        return None
    numbers = text.row_numbers_by_half.get(main_end.due, [])
    before, after = bisect_left(numbers, in_order.start), bisect_left(numbers, in_order.stop)
    near = numbers[max(0, before - _MAX_ROWS_ELSEWHERE) : before] + numbers[after : after + _MAX_ROWS_ELSEWHERE]
    plies = {number: tree.run(text.rows[number].items, main_end, counted=True).plies for number in near}
    best = max(near, key=plies.__getitem__, default=None)
    return best if best is not None and _MIN_PLIES_ELSEWHERE <= plies[best] else None
