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
from gbr_lsp.solutions.followed import Break, LineTree, Reached
from gbr_lsp.solutions.languages import AUTO, Language
from gbr_lsp.solutions.line_end import may_be_made
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.prose import MANY_PLIES, SECOND_MOVE, Made, ProseItem, is_note, starts_in
from gbr_lsp.solutions.spelling import languages_in
from gbr_lsp.solutions.stretches import MoveStretch, stretches_of
from gbr_lsp.solutions.tokens import tokens_behind

_ELSEWHERE = 3
"""Minimum number of half-moves that run where a line continues elsewhere."""
_MOST_ELSEWHERE = 60
"""Maximum number of stretches tried as continuations, before a line and after it each."""
_SHORTEST = 2
"""Minimum number of half-moves of a stretch in the main line if the next one does not run."""
_OWN = 4
"""A line from move 1 belongs to the board if this number of half-moves runs, though it stops."""
_FIRST_LABELS = ("a)", "a1)", "i)")
_MOST_KNOWN = 5_000
"""Maximum number of beginnings kept; repeated requests come from codes near each other."""
_MAX_KEPT = 200
"""Maximum number of breaks whose tokens are kept."""
_MAX_TOKENS = 60
"""Maximum number of tokens read after a break."""
_MOST_STRETCHES = 400
"""Maximum number of stretches followed after the beginning of a line."""
_MOST_SOLUTIONS = 12
"""Maximum number of further lines from move 1, tries included, followed after the first one."""
_kind = attrgetter("kind")
_start = attrgetter("span.start")


class PrintedLine(NamedTuple):
    """A line followed from a board.

    It is `complete` if it ends with prose or the text, not with a failing move.
    """

    moves: tuple[Made, ...]
    complete: bool
    behind: ProseItem | None = None
    """The move that fails at the end of the line."""
    is_whole: bool = True
    """Whether the line ends with the end of a row of moves, not in the middle of one."""

    @property
    def span(self) -> Span:
        return Span(self.moves[0].span.start, self.moves[-1].span.end)


class ProseText:
    """Moves of a text, read once for all boards of the text."""

    def __init__(self, text: str, items: list[ProseItem], letters: str = AUTO) -> None:
        self.text = text
        self.items = items
        self.letters = letters
        self.stretches: list[MoveStretch] = stretches_of(text, self.items)
        self._numbers = {stretch.items[0]: number for number, stretch in enumerate(self.stretches)}
        self.starts = [start for start in starts_in(self.items) if start in self._numbers]
        self.places = [self.items[start].span.start for start in self.starts]
        self.languages: list[Language] = languages_in(self.items, letters) if self.starts else []
        self.are_letters_said = letters != AUTO
        self.known: dict[object, Beginning] = {}
        """Cache of the beginnings: a text that names a code twice requests its line twice."""
        self._tokens: dict[tuple[int, int], list[ProseItem]] = {}

    def within(self, span: Span) -> "ProseText":
        """Return the `ProseText` of the items in `span`, with offsets of the whole text."""
        first, behind = (bisect_left(self.items, offset, key=_start) for offset in span)
        return ProseText(self.text, self.items[first:behind], self.letters)

    def outside(self, spans: Sequence[Span]) -> "ProseText":
        """Return the `ProseText` of the items outside `spans`, which are sorted and do not overlap."""
        items, done = [], 0
        for span in spans:
            first, behind = (bisect_left(self.items, offset, key=_start) for offset in span)
            items += self.items[done:first]
            done = behind
        return ProseText(self.text, items + self.items[done:], self.letters)

    def has_start_in(self, span: Span) -> bool:
        """Return True if a line begins in `span`."""
        return bisect_left(self.places, span.start) < bisect_left(self.places, span.end)

    @cached_property
    def stretches_from(self) -> dict[int, list[int]]:
        """Return lists of stretch indexes, by the half-move that the stretches begin with."""
        numbers: dict[int, list[int]] = {}
        for number, stretch in enumerate(self.stretches):
            if stretch.half is not None:
                numbers.setdefault(stretch.half, []).append(number)
        return numbers

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of the items, and an empty text after the last."""
        return (*map(_kind, self.items), "")

    @cached_property
    def marks(self) -> frozenset[str]:
        """Return the texts of the marks: `!`, or `/a` after a move with a note."""
        return frozenset(item.text for item in self.items if item.kind == "mark")

    def tokens_after(self, first: int, offset: int) -> list[ProseItem]:
        """Return the tokens from item `first` on, with possible misprints between, as `ProseItem`s.

        `offset` is where the text before item `first` begins. The tokens are kept, because codes
        near each other are tried with the same lines.
        """
        if (first, offset) not in self._tokens:
            if _MAX_KEPT <= len(self._tokens):
                self._tokens.clear()
            self._tokens[first, offset] = tokens_behind(self.text, self.items, first, offset, _MAX_TOKENS)
        return self._tokens[first, offset]

    def stretch_at(self, start: int) -> int:
        """Return the index of the stretch that begins with item `start`, a number."""
        return self._numbers[start]


class Beginning:
    """First row of a line, as it runs from a position.

    `plies` counts the half-moves that run, `is_whole` is True if those are all, `end` is the offset
    after them.
    """

    def __init__(self, text: ProseText, start: int, position: Position, language: Language) -> None:
        self._position = position
        self._language = language
        self._stretch = text.stretch_at(start)
        items = text.stretches[self._stretch].items
        half = text.items[start].half
        first = Reached(half - half % 2 + (not position[3]), position)
        self._row = LineTree(text.items, text.stretches, language).run(items, first, counted=False)
        self._lines: dict[int | None, Lines] = {}
        made = self._row.ends[0].made
        self.plies = self._row.plies
        self.is_whole = self._row.place == len(items)
        self.end = made.span.end if made else text.items[start].span.end

    def followed(self, text: ProseText, until: int | None) -> "Lines":
        """Return the `Lines` up to the offset `until`, or up to another solution."""
        lines = self._lines.get(until)
        if lines is None:
            tree = LineTree(text.items, text.stretches, self._language)
            tree.begin(self._stretch, self._row)
            lines = self._lines[until] = _lines(text, tree, self._stretch, self._position, until)
        return lines


class Lines:
    """Lines followed from one beginning: their tree and the stretches that were searched.

    `first` is the index of the first stretch. `followed` has the indexes of the stretches in order,
    `elsewhere` those of the continuations of a torn line, which may belong to another study.
    `marks` are those of the whole text.
    """

    def __init__(
        self,
        start: Position,
        tree: LineTree,
        marks: frozenset[str],
        first: int,
        followed: range,
        elsewhere: tuple[range, ...],
    ) -> None:
        self.start = start
        self.tree = tree
        self.marks = marks
        self.first = first
        self.followed = followed
        self.elsewhere = elsewhere

    def part_with(self, broken: Break) -> range | None:
        """Return the range of stretches searched together with that of `broken`, or None.

        None if it may belong to another study: in a continuation elsewhere, `MANY_PLIES` half-moves
        must run before the break.
        """
        if broken.stretch in self.followed:
            return self.followed
        part = next((part for part in self.elsewhere if broken.stretch in part), None)
        first = part and self.tree.stretches[part[0]].half
        return part if first and first + MANY_PLIES <= broken.reached.half else None

    @cached_property
    def main(self) -> PrintedLine:
        """Return the main line as a `PrintedLine`."""
        return main_line(self)


def can_begin(text: ProseText, start: int, position: Position, language: Language) -> bool:
    """Return False if no man can make the first move at `start` in `position`.

    `start` is the index of the item that begins the line.
    """
    row = text.stretches[text.stretch_at(start)].items
    first = next(at for at in row if text.items[at].kind != "number")
    return may_be_made(text.items[first], language, position[0], white=position[3])


def run_from(text: ProseText, start: int, position: Position, language: Language) -> Beginning:
    """Return the `Beginning` of the line at item `start`: its moves up to the first words."""
    us, them, en_passant, turn = position
    asked = (start, language.name, *us, *them, en_passant, turn)
    begun = text.known.get(asked)
    if begun is None:
        if _MOST_KNOWN <= len(text.known):
            text.known.clear()
        begun = text.known[asked] = Beginning(text, start, position, language)
    return begun


def follow(text: ProseText, start: int, position: Position, language: Language, until: int | None = None) -> Lines:
    """Return the `Lines` from item `start` up to offset `until`, or up to another solution."""
    return run_from(text, start, position, language).followed(text, until)


def _lines(text: ProseText, tree: LineTree, first: int, position: Position, until: int | None) -> Lines:
    """Return the `Lines` of a tree whose first stretch has the index `first`."""
    end = _followed(text, tree, first + 1, until, by_black=not position[3])
    elsewhere: list[range] = []
    for _ in range(_MOST_STRETCHES):
        best = _elsewhere(text, tree, first, end)
        if best is None:
            break
        before = tree.longest
        tree.follow(best)
        if tree.longest is before:
            break
        elsewhere.append(range(best, _followed(text, tree, best + 1, None, turns=False)))
    return Lines(position, tree, text.marks, first, range(first, end), tuple(elsewhere))


def _followed(
    text: ProseText, tree: LineTree, number: int, until: int | None, *, turns: bool = True, by_black: bool = False
) -> int:
    """Follow stretches from index `number` up to another solution; return the index after them.

    Another solution is a line from move 1 that does not run. `turns` allows further lines from move
    1; `by_black` is True if the line begins with a move of Black.
    """
    solutions = 0
    for at in range(number, min(len(text.stretches), number + _MOST_STRETCHES)):
        stretch = text.stretches[at]
        offset = text.items[stretch.items[0]].span.start
        if until is not None and until <= offset:
            return at
        if stretch.half is not None and stretch.half < SECOND_MOVE:
            if not turns or solutions == _MOST_SOLUTIONS:
                return at
            before = len(tree.breaks)
            made = tree.follow(at)
            runs = made and len(tree.breaks) == before
            solutions += 1
            # Black's move 1 is an alternative if the line begins with White's move.
            is_other = stretch.half % 2 == 0 or by_black
            if is_other and not runs and made < _OWN and not is_note(text.items, stretch.items[0], text.text):
                return at
        else:
            tree.follow(at)
    return min(len(text.stretches), number + _MOST_STRETCHES)


def _elsewhere(text: ProseText, tree: LineTree, first: int, end: int) -> int | None:
    """Return the index of the stretch that continues a torn line; None if there is none.

    The stretches from `first` to `end` belong to the line already.
    """
    longest = tree.longest
    if longest is None:
        return None
    numbers = text.stretches_from.get(longest.half, [])
    before, behind = bisect_left(numbers, first), bisect_left(numbers, end)
    near = numbers[max(0, before - _MOST_ELSEWHERE) : before] + numbers[behind : behind + _MOST_ELSEWHERE]
    best, most = None, _ELSEWHERE - 1
    for number in near:
        plies = tree.run(text.stretches[number].items, longest, counted=True).plies
        if most < plies:
            best, most = number, plies
    return best


def main_line(lines: Lines) -> PrintedLine:
    """Return the longest of `lines` as a `PrintedLine`.

    If no stretch runs to its end, it is the part of the first stretch that runs.
    """
    tree = lines.tree
    longest = _forked(lines, tree.longest)
    broken = [one for one in tree.breaks if _SHORTEST <= one.plies or one.stretch == lines.first]
    if longest and MANY_PLIES <= longest.depth and _begins(longest, lines):
        # Another solution of the same study may begin after a complete one; its failure proves nothing about this one.
        broken = [one for one in broken if _begins(one.reached, lines)]
    farthest = max(broken, key=lambda one: one.reached.half, default=None)
    if longest and (farthest is None or farthest.reached.half <= longest.half):
        farthest = _failing(lines, longest)
    if farthest and (longest is None or longest.half <= farthest.reached.half):
        behind = tree.items[tree.stretches[farthest.stretch].items[farthest.place]]
        failing = behind if behind.kind == "move" else None
        is_whole = longest is not None and longest in islice(farthest.reached.back(), _SHORTEST)
        return PrintedLine(tuple(farthest.reached.line), complete=False, behind=failing, is_whole=is_whole)
    return PrintedLine(tuple(longest.line), complete=True) if longest else PrintedLine((), complete=False)


def _forked(lines: Lines, end: Reached | None) -> Reached | None:
    """Return the end of the first branch if the line divides under labels, else `end`.

    `4.exd7 and now: a) 4...Qxd7`. A label that is a mark in the text, `Kb6/a`, begins a note.
    """
    tree = lines.tree
    if end is None or end.made is None:
        return end
    behind = (tree.stretches[number] for number in lines.followed)
    branch = next((stretch for stretch in behind if end.made.item < stretch.items[0]), None)
    if branch is None or branch.half != end.half:
        return end
    label = tree.items[branch.items[0] - 1]
    if label.text not in _FIRST_LABELS or f"/{label.text[:-1]}" in lines.marks:
        return end
    ends = (one for one in tree.whole if any(back.parent is end and _is_in(back, branch) for back in one.back()))
    return max(ends, key=lambda one: one.half, default=end)


def _is_in(reached: Reached, stretch: MoveStretch) -> bool:
    return reached.made is not None and reached.made.item in stretch.items


def _begins(end: Reached, lines: Lines) -> bool:
    """Return True if the line to `end` begins with the first move, not a repetition of it."""
    first = next(iter(end.line), None)
    return first is None or first.item in lines.tree.stretches[lines.first].items


def _failing(lines: Lines, longest: Reached) -> Break | None:
    """Return the `Break` of the row that should continue the longest line, or None.

    The row breaks at its beginning, and after every other move too.
    """
    tree, made = lines.tree, longest.made
    behind = (
        number
        for number in lines.followed
        if made and made.item < tree.stretches[number].items[0] and tree.stretches[number].half == longest.half
    )
    following = next(behind, None)
    return next(
        (
            one
            for one in tree.breaks
            if one.stretch == following and not one.is_aside and longest in islice(one.reached.back(), _SHORTEST)
        ),
        None,
    )
