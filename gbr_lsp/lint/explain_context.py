"""Data that explanations of a document need: its findings, sections and boards, computed once."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from gbr_lsp.base.text import Span
from gbr_lsp.lint.engine import DEFAULT_RULES, PlacedFinding, lint
from gbr_lsp.lint.explain_witnesses import LintFacts
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.pairing import forces_of
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study
from gbr_lsp.model.unused_boards import UnusedBoards
from gbr_lsp.notation.values import Force, Kings

if TYPE_CHECKING:
    from gbr_lsp.model.prose_solutions import PrintedSolution

_Solutions = dict[Place, "PrintedSolution | None"]

MAX_NAMED = 5
"""Maximum number of boards or codes of a kind that are named, the likeliest first."""


class _SpanIndex:
    """Index from spans to numbers, for queries by span."""

    def __init__(self, spans: Iterable[tuple[Span, int]]) -> None:
        self._spans = sorted(spans)
        self._starts = [span.start for span, _ in self._spans]
        self._ends = list(accumulate((span.end for span, _ in self._spans), max))

    def numbers_at(self, span: Span) -> Iterator[int]:
        """Yield the numbers of the spans that touch `span`."""
        at = bisect_right(self._starts, span.end) - 1
        while 0 <= at and span.start <= self._ends[at]:
            own, number = self._spans[at]
            if span.start <= own.end:
                yield number
            at -= 1


def _solutions_in(section: Section) -> "_Solutions":
    """Return the printed solutions of `section`, by the places of their codes."""
    from gbr_lsp.model.prose_solutions import printed_solutions

    return dict(zip((study.code_place for study in section.studies), printed_solutions(section), strict=True))


class ExplainedDocument:
    """Data shared by the explanations of all codes of a document."""

    def __init__(self, document: Document, selected: frozenset[str] = DEFAULT_RULES) -> None:
        self.document = document
        self._findings = lint(document, selected)
        self.lint_facts = LintFacts(document)
        self._finding_index = _SpanIndex((item.span, number) for number, item in enumerate(self._findings))
        speaking: dict[Block, list[tuple[Span, int]]] = defaultdict(list)
        for number, item in enumerate(self._findings):
            for one in item.finding.related:
                if isinstance(one.place, Place):
                    speaking[one.place.block].append((one.place.span, number))
        self._related_indexes = {block: _SpanIndex(spans) for block, spans in speaking.items()}
        self._unused_boards: dict[Block, UnusedBoards] = {}
        self._solved_section: Section | None = None
        self._solutions: _Solutions = {}

    def unused_boards(self, number: int) -> UnusedBoards:
        """Return the `UnusedBoards` of the section of block `number`.

        Codes are explained in the order of the text, so only those of the last section are cached.
        """
        block = self.document.blocks[number]
        if block not in self._unused_boards:
            section = self.document.section_around(number)
            self._unused_boards = dict.fromkeys(section.blocks, UnusedBoards(section))
        return self._unused_boards[block]

    def findings(self, span: Span, study: Study | None = None) -> list[PlacedFinding]:
        """Return the findings that touch `span`, or that name the code of `study`.

        A finding names a code if a related place touches it.
        """
        speaking = self._related_indexes.get(study.block) if study else None
        naming = speaking.numbers_at(study.occurrence.span) if speaking and study else ()
        return [self._findings[number] for number in sorted({*self._finding_index.numbers_at(span), *naming})]

    def agreeing_boards(self, study: Study, section: Section) -> tuple[list[Place], int]:
        """Return the places of at most `MAX_NAMED` agreeing boards, and the number of further ones.

        The boards are in other sections; `section` is that of `study`.
        """
        numbers, places = self._boards.get((study.code.kings, study.code.force), ([], []))
        first = self.document_section.numbers[section.blocks[0]]
        start, end = bisect_left(numbers, first), bisect_left(numbers, first + len(section.blocks))
        found = [*places[: min(start, MAX_NAMED)], *places[end : end + MAX_NAMED]][:MAX_NAMED]
        return found, start + len(places) - end - len(found)

    def solution_in(self, section: Section, study: Study) -> "PrintedSolution | None":
        """Return the solution of `study` in `section`, or None. Only those of the last section are cached."""
        if self._solved_section is not section:
            self._solved_section, self._solutions = section, _solutions_in(section)
        return self._solutions.get(study.code_place)

    @cached_property
    def document_solutions(self) -> "_Solutions":
        """The solutions of the document, read as one text."""
        return _solutions_in(self.document_section)

    @cached_property
    def document_section(self) -> Section:
        """The document as one section."""
        return self.document.as_section()

    @cached_property
    def _boards(self) -> dict[tuple[Kings | None, Force | None], tuple[list[int], list[Place]]]:
        """Return block indexes and places of the boards, by the kings and force they show."""
        found: dict[tuple[Kings | None, Force | None], tuple[list[int], list[Place]]] = defaultdict(lambda: ([], []))
        for number, block in enumerate(self.document.blocks):
            for board in block.contents.boards:
                shown = board.placement
                keys = [(shown.kings, force) for force in forces_of(shown)] if shown else []
                for numbers, places in map(found.__getitem__, keys):
                    numbers.append(number)
                    places.append(Place(block, board.span))
        return found
