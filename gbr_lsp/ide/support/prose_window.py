"""The solutions in prose around an offset: the sections that a study may need, cached."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import compress, count
from operator import is_, is_not

from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.lines import MoveTree
from gbr_lsp.ide.support.prose_lines import prose_lines
from gbr_lsp.model.assign import prose_solutions, records_of, twin_solutions
from gbr_lsp.model.document import Document
from gbr_lsp.model.same_lines import has_same_lines
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study
from gbr_lsp.solutions.followed_line import FollowedLine, follow
from gbr_lsp.solutions.prose_text import MAX_DISTANCE, ProseText

_MAX_DOCUMENT = 40_000
"""Code points; a document up to this length is read as a whole."""
_LENGTH_AFTER = 6_000
"""Code points; notes of a solution are read up to this distance after its main line."""
_MAX_TEXTS = 4
"""Maximum number of versions of a window that its solutions keep."""
_OF_A_TWIN = -1
_PlacedLine = tuple[int, ProseText, FollowedLine, int]
"""The index of a study in a window, its text and line, and the distance from their offsets to those of the window.

The index of a line of a twin is negative.
"""


class LineInWindow:
    """The `line` of a study in a window, and its `region`, which has its notes too.

    The region counts from the start of the window. Offsets of `prose`, the line and the tree are `shift` less,
    if the text before them has changed since they were read.
    """

    def __init__(self, placed: _PlacedLine, study: Study | None, region: Span) -> None:
        self.number, self.prose, self.line, self.shift = placed
        self.study = study
        self.region = region

    @cached_property
    def starts(self) -> list[int]:
        """The offsets of the moves of the main line, sorted. A torn line is not printed in order."""
        return sorted(move.span.start for move in self.line.moves)

    def nearest_start(self, offset: int) -> int:
        """Return where the last move of the main line before `offset` begins, at least the start of the region."""
        found = bisect_right(self.starts, offset - self.shift)
        return max(self.region.start, self.starts[found - 1] + self.shift) if found else self.region.start

    @cached_property
    def tree(self) -> MoveTree:
        """Its moves."""
        return prose_lines(self.prose.text, self.region.shift(-self.shift), self.line)


class ProseCache:
    """The solutions of the last window, the window, and the span of its record."""

    __slots__ = ("record", "solutions", "window")

    def __init__(self) -> None:
        self.window: Section | None = None
        self.solutions: list[LineInWindow] = []
        self.record: Span | None = None

    def inherit(self, other: "ProseCache") -> None:
        """Take over the entries of `other`, which are compared block by block before use."""
        self.window, self.solutions, self.record = other.window, other.solutions, other.record


def prose_at(document: Document, offset: int) -> tuple[MoveTree, int] | None:
    """Return the `MoveTree` at `offset` and the offset of its window, or None."""
    solution, start = solution_at(document, offset)
    return (solution.tree, start + solution.shift) if solution else None


def prose_of(document: Document, offset: int, study: Study) -> tuple[MoveTree, int] | None:
    """Return the `MoveTree` of `study`, which is near `offset`, and the offset of its window, or None."""
    solutions, start = _solutions_around(document, offset)
    found = next((one for one in solutions if one.study and one.study.code_place == study.code_place), None)
    return (found.tree, start + found.shift) if found else None


def solution_at(document: Document, offset: int) -> tuple[LineInWindow | None, int]:
    """Return the `LineInWindow` at `offset` or None, and the offset of its window."""
    solutions, start = _solutions_around(document, offset)
    here = (one for one in solutions if one.region.touches(offset - start))
    return max(here, key=lambda one: one.nearest_start(offset - start), default=None), start


def prose_in(document: Document) -> Iterator[tuple[MoveTree, int]]:
    """Yield the `MoveTree` and window offset of each solution. Long documents are skipped."""
    number, end = 0, len(document.blocks) if document.length <= _MAX_DOCUMENT else 0
    while number < end:
        first, number = window_around(document, number)
        solutions = _solutions_in(document, first, number)
        yield from ((one.tree, document.starts[first] + one.shift) for one in solutions)


def _solutions_around(document: Document, offset: int) -> tuple[list[LineInWindow], int]:
    """Return the `LineInWindow`s of the window around `offset`, and its offset."""
    first, end = window_around(document, document.block_number(offset))
    start = document.starts[first]
    return _solutions_in(document, first, end, offset - start), start


def _solutions_in(document: Document, first: int, end: int, at: int | None = None) -> list[LineInWindow]:
    """Return the `LineInWindow`s of blocks `first` up to `end`.

    Of records, only that at offset `at` of the window is read, if `at` is given.
    """
    blocks = document.blocks[first:end]
    cache = document.chunk_of(first).cache_of(ProseCache)
    before = cache.window
    known = before is not None and len(before.blocks) == len(blocks) and all(map(is_, before.blocks, blocks))
    if document.host.has_record_groups:
        known = known and at is not None and cache.record is not None and cache.record.touches(at)
    if known:
        return cache.solutions
    window = Section(blocks, document.conventions)
    cache.record = None
    if not any(block.has_moves for block in blocks):
        cache.solutions = []
    else:
        window = Document.of_blocks(blocks, document.host, document.conventions).as_section()
        if document.host.has_record_groups:
            cache.solutions, cache.record = _of_record(window, at)
        elif before and len({id(one.prose) for one in cache.solutions}) < _MAX_TEXTS and has_same_lines(before, window):
            cache.solutions = _moved(cache.solutions, before, window)
        else:
            cache.solutions = _solutions(window, _lines(window))
    cache.window = window
    return cache.solutions


def window_around(document: Document, number: int) -> tuple[int, int]:
    """Return the half-open range of blocks, `(first, end)`, of the window around block `number`.

    A window has whole sections, with those that may have the code or the notes of a solution. A
    record has both in it.
    """
    blocks, starts = document.blocks, document.starts
    before, after = (0, 0) if document.host.has_record_groups else (MAX_DISTANCE, _LENGTH_AFTER)
    if after and document.length <= _MAX_DOCUMENT:
        return 0, len(blocks)
    first, end = number, number + 1
    while 0 < first and (not document.is_section_start(first) or starts[number] - starts[first] < before):
        first -= 1
    while end < len(blocks) and (not document.is_section_start(end) or starts[end] - starts[number] < after):
        end += 1
    return first, end


def _of_record(window: Section, at: int | None) -> tuple[list[LineInWindow], Span | None]:
    """Return the `LineInWindow`s of the record at `at`, and its span or None."""
    records, record = records_of(window), None
    if at is not None:
        record = next((span for span in records.values() if span.touches(at)), None)
        window = window.with_studies([one for n, one in enumerate(window.studies) if records.get(n) == record])
    return _solutions(window, _lines(window), record), record


def _lines(window: Section) -> list[_PlacedLine]:
    """Return the `_PlacedLine` of each study of `window` that has a line."""
    found = [(one.number, one.claim) for one in prose_solutions(window)]
    found += [(_OF_A_TWIN - number, one.claim) for number, one in enumerate(twin_solutions(window))]
    return [(number, claim.text, claim.line, 0) for number, claim in found if claim]


def _solutions(window: Section, lines: Sequence[_PlacedLine], record: Span | None = None) -> list[LineInWindow]:
    """Return a `LineInWindow` for each of `lines`.

    It begins with the number of its line, and ends before the next line or code, or with `record`.
    """
    codes = [window.span(study.code_place).start for study in window.studies]
    begins = {(line.span.start + shift, -1) for _, _, line, shift in lines}
    ends = sorted([*zip(codes, count(), strict=False), *begins])
    solutions = []
    for placed in lines:
        number, prose, line, shift = placed
        span = Span(prose.items[line.start].span.start, _end_of(line)).shift(shift)
        next_ends = ends[(first := bisect_right(ends, (span.end, len(codes)))) : first + 2]
        end = next((place for place, other in next_ends if other != number), window.starts[-1])
        end = min(end, record.end if record else end, span.end + _LENGTH_AFTER)
        study = window.studies[number] if 0 <= number else None
        solutions.append(LineInWindow(placed, study, Span(span.start, end)))
    return solutions


def _end_of(line: FollowedLine) -> int:
    """Return the end of the last move of `line` that is printed after the moves before it."""
    end = 0
    for move in line.moves:
        if move.span.end < end:
            break
        end = move.span.end
    return end


def _moved(solutions: Sequence[LineInWindow], before: Section, window: Section) -> list[LineInWindow]:
    """Return `solutions` of the window `before` for `window`, which differs in the words of one block.

    Only the lines with this block in their region are followed again.
    """
    block = next(compress(count(), map(is_not, before.blocks, window.blocks)))
    changed = Span(before.starts[block], before.starts[block + 1])
    longer = window.starts[-1] - before.starts[-1]
    lines: list[_PlacedLine] = []
    for one in solutions:
        by = longer if changed.end <= one.region.start else 0
        if by or one.region.end <= changed.start:
            lines.append((one.number, one.prose, one.line, one.shift + by))
        else:
            lines.append((one.number, window.prose, _followed_again(one, window.prose, changed.end, longer), 0))
    found = _solutions(window, lines)
    for number, (old, new) in enumerate(zip(solutions, found, strict=True)):
        if new.line is old.line and new.region.shift(-new.shift) == old.region.shift(-old.shift):
            found[number] = copy(old)
            found[number].study, found[number].region, found[number].shift = new.study, new.region, new.shift
    return found


def _followed_again(one: LineInWindow, prose: ProseText, end: int, longer: int) -> FollowedLine:
    """Return the line of `one`, followed in `prose`, whose text after the offset `end` has moved by `longer`."""

    def moved(offset: int) -> int:
        offset += one.shift
        return offset + longer if end <= offset else offset

    line, until = one.line, one.line.until
    start = prose.starts[bisect_left(prose.places, moved(one.prose.items[line.start].span.start))]
    return follow(prose, start, line.position, line.language, None if until is None else moved(until))
