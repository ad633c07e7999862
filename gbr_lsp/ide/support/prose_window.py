"""The solutions in prose around an offset: the sections that a study may need, cached."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from operator import attrgetter, is_

from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.lines import MoveTree
from gbr_lsp.ide.support.prose_lines import prose_lines
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.line_claims import LineClaim
from gbr_lsp.model.prose_solutions import main_lines, records_of
from gbr_lsp.model.study import Study

MAX_DISTANCE = 12_000
"""Code points; the maximum distance between the start of a solution and its code."""
_MAX_DOCUMENT = 40_000
"""Code points; a document up to this length is read as a whole."""
_LENGTH_AFTER = 6_000
"""Code points; notes of a solution are read up to this distance after its main line."""


class ProseSolution:
    """A solution in a window. Offsets count from the start of the window."""

    def __init__(self, study: Study, claim: LineClaim, region: Span) -> None:
        self.study = study
        self.claim = claim
        self.region = region

    @cached_property
    def tree(self) -> MoveTree:
        """Its lines."""
        return prose_lines(self.claim.prose.text, self.region, self.claim.lines)


class ProseCache:
    """The solutions of the last window, by its blocks and the span of its record."""

    __slots__ = ("blocks", "record", "solutions")

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.solutions: list[ProseSolution] = []
        self.record: Span | None = None

    def inherit(self, other: "ProseCache") -> None:
        """Take over the entries of `other`, which are compared block by block before use."""
        self.blocks, self.solutions, self.record = other.blocks, other.solutions, other.record


def prose_at(document: Document, offset: int) -> tuple[MoveTree, int] | None:
    """Return the `MoveTree` at `offset` and the offset of its window, or None."""
    solution, start = solution_at(document, offset)
    return (solution.tree, start) if solution else None


def solution_at(document: Document, offset: int) -> tuple[ProseSolution | None, int]:
    """Return the `ProseSolution` at `offset` or None, and the offset of its window."""
    solutions, start = _solutions_around(document, offset)
    here = (one for one in solutions if one.region.touches(offset - start))
    return max(here, key=lambda one: one.region.start, default=None), start


def prose_in(document: Document) -> Iterator[tuple[MoveTree, int]]:
    """Yield the `MoveTree` and window offset of each solution. Long documents are skipped."""
    number, end = 0, len(document.blocks) if document.length <= _MAX_DOCUMENT else 0
    while number < end:
        first, number = window_around(document, number)
        yield from ((one.tree, document.starts[first]) for one in _solutions_in(document, first, number))


def _solutions_around(document: Document, offset: int) -> tuple[list[ProseSolution], int]:
    """Return the `ProseSolution`s of the window around `offset`, and its offset."""
    first, end = window_around(document, document.block_number(offset))
    start = document.starts[first]
    return _solutions_in(document, first, end, offset - start), start


def _solutions_in(document: Document, first: int, end: int, at: int | None = None) -> list[ProseSolution]:
    """Return the `ProseSolution`s of blocks `first` up to `end`.

    Of records, only that at offset `at` of the window is read, if `at` is given.
    """
    blocks = document.blocks[first:end]
    cache = document.chunk_of(first).cache_of(ProseCache)
    known = len(cache.blocks) == len(blocks) and all(map(is_, cache.blocks, blocks))
    if document.host.has_record_groups:
        known = known and at is not None and cache.record is not None and cache.record.touches(at)
    if not known:
        has_moves = any(block.has_moves for block in blocks)
        cache.solutions, cache.record = _read(document, blocks, at) if has_moves else ([], None)
        cache.blocks = blocks
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


def _read(document: Document, blocks: list[Block], at: int | None) -> tuple[list[ProseSolution], Span | None]:
    """Return the `ProseSolution`s of `blocks`. With a record at `at`, read only that and return its span."""
    window = Document.of_blocks(blocks, document.host, document.conventions).as_section()
    prose = window.prose
    text, items = prose.text, prose.items
    record = None
    if at is not None and document.host.has_record_groups:
        records = records_of(window)
        record = next((span for span in records.values() if span.touches(at)), None)
        window = window.with_studies([one for n, one in enumerate(window.studies) if records.get(n) == record])
    claims = main_lines(window)
    numbers = [item.span for item in items if item.kind == "number"]
    others = [window.span(study.code_place).start for study in window.studies]
    begins = {(claim.line.span.start, -1) for claim in claims if claim}
    ends = sorted([*zip(others, count(), strict=False), *begins])
    found = []
    for number, (study, claim) in enumerate(zip(window.studies, claims, strict=True)):
        if claim is None:
            continue
        line = claim.line.span
        before = bisect_right(numbers, line.start, key=attrgetter("end"))
        begin = numbers[before - 1].start if before else line.start
        next_ends = ends[(first := bisect_right(ends, (line.end, len(window.studies)))) : first + 2]
        end = next((place for place, other in next_ends if other != number), len(text))
        region = Span(begin, min(end, record.end if record else len(text), line.end + _LENGTH_AFTER))
        found.append(ProseSolution(study, claim, region))
    return found, record
