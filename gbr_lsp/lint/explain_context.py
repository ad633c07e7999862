"""Data that explanations of a document need: its findings, sections and boards, computed once."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate

from gbr_lsp.base.text import Span
from gbr_lsp.boards import diagram
from gbr_lsp.lint.engine import DEFAULT_RULES, PlacedFinding, lint
from gbr_lsp.lint.explain_solution import SolutionText
from gbr_lsp.lint.explain_witnesses import LintFacts
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.pairing import forces_of
from gbr_lsp.model.study import Study
from gbr_lsp.model.unused_boards import SectionBoards
from gbr_lsp.model.votes import SectionOrder
from gbr_lsp.notation.values import Force, Kings

MAX_NAMED = 5
"""Maximum number of boards or codes of a kind that are named, the likeliest first."""


class ExplainedSection:
    """Data shared by the explanations of all codes of a section."""

    def __init__(self, document: Document, number: int) -> None:
        self.blocks = document.section_around(number)
        self.studies = document.studies_around(number)
        self.numbers = {(one.block, one.occurrence.span): number for number, one in enumerate(self.studies)}
        self.order = SectionOrder(self.blocks)
        self.boards = SectionBoards(self.blocks, self.studies)
        self.solutions = SolutionText(document, self.blocks, self.studies)

    @cached_property
    def torn_diagrams(self) -> list[tuple[Block, diagram.BrokenDiagram]]:
        """Return the diagrams that cannot be read, each with its block."""
        found = ((block, diagram.broken_diagram(block.text, block.contents.reading.spans)) for block in self.blocks)
        return [(block, torn) for block, torn in found if torn]


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
        self._sections: dict[Block, ExplainedSection] = {}

    def section(self, number: int) -> ExplainedSection:
        """Return the section of block `number`.

        Codes are explained in the order of the text, so only the last section is cached.
        """
        block = self.document.blocks[number]
        if block not in self._sections:
            section = ExplainedSection(self.document, number)
            self._sections = dict.fromkeys(section.blocks, section)
        return self._sections[block]

    def findings(self, span: Span, study: Study | None = None) -> list[PlacedFinding]:
        """Return the findings that touch `span`, or that name the code of `study`.

        A finding names a code if a related place touches it.
        """
        speaking = self._related_indexes.get(study.block) if study else None
        naming = speaking.numbers_at(study.occurrence.span) if speaking and study else ()
        return [self._findings[number] for number in sorted({*self._finding_index.numbers_at(span), *naming})]

    def agreeing_boards(self, study: Study, section: list[Block]) -> tuple[list[Place], int]:
        """Return the places of at most `MAX_NAMED` agreeing boards, and the number of further ones.

        The boards are in other sections; `section` has the blocks of the section of `study`.
        """
        numbers, places = self._boards.get((study.code.kings, study.code.force), ([], []))
        first = self._numbers[section[0]]
        start, end = bisect_left(numbers, first), bisect_left(numbers, first + len(section))
        found = [*places[: min(start, MAX_NAMED)], *places[end : end + MAX_NAMED]][:MAX_NAMED]
        return found, start + len(places) - end - len(found)

    @cached_property
    def solutions(self) -> SolutionText:
        """Return the solutions of the document, read as one text."""
        return SolutionText(self.document, list(self.document.blocks), list(self.document.studies()))

    @cached_property
    def _numbers(self) -> dict[Block, int]:
        return {block: number for number, block in enumerate(self.document.blocks)}

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
