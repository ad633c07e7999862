"""Data that explanations of a document need: its findings, sections and boards, computed once."""

from bisect import bisect_left
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from gbr_lsp.base.text import Span, SpanIndex
from gbr_lsp.lint.engine import PlacedFinding, lint
from gbr_lsp.lint.explain_witnesses import LintFacts
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.board_matching.unused_boards import UnusedBoards
from gbr_lsp.model.document import Document
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.code_forms import forces_of
from gbr_lsp.notation.values import Force, Kings

if TYPE_CHECKING:
    from gbr_lsp.model.solution import SolutionOf

Words = str | tuple[str, Place]
"""A sentence of an explanation, with the place that it is about, if there is one."""

MAX_NAMED = 5
"""Maximum number of boards or codes of a kind that are named, the likeliest first."""


def quote(text: str, span: Span) -> str:
    """Return `span` of `text` with single blanks."""
    return " ".join(text[span.start : span.end].split())


class BoardsAndSolutions(UnusedBoards):
    """The boards of a section, and its solutions."""

    @cached_property
    def solutions(self) -> "dict[Place, SolutionOf]":
        """The printed solution of each study that has one, by the place of its code."""
        from gbr_lsp.model.assign import assign

        pairs = zip(self.section.study_numbers, assign(self.section), strict=True)
        return {place: solution for place, solution in pairs if solution.moves}


class ExplainedDocument:
    """Data shared by the explanations of all codes of a document, or of a part of it that begins at `offset`."""

    def __init__(self, document: Document, selected: frozenset[str], offset: int = 0) -> None:
        self.document = document
        self._offset = offset
        self.section = Section(document.blocks, document.conventions)
        """The blocks of the document, without studies."""
        self.lint_facts = LintFacts(document)
        self._last: BoardsAndSolutions | None = None
        self._findings = lint(document, selected)
        related = [
            (self.section.span(one.place), number)
            for number, item in enumerate(self._findings)
            for one in item.finding.related
            if isinstance(one.place, Place)
        ]
        self._index = SpanIndex(item.span for item in self._findings)
        self._related_index = SpanIndex(span for span, _ in related)
        self._related_numbers = [number for _, number in related]

    def span(self, place: Place) -> Span:
        """Return the span of `place` in the whole document."""
        return self.section.span(place).shift(self._offset)

    def findings(self, span: Span) -> list[PlacedFinding]:
        """Return the findings that touch `span`."""
        return [self._findings[number] for number in sorted(self._index.touching(span))]

    def findings_of(self, study: Study) -> list[PlacedFinding]:
        """Return the findings at the code of `study`, and those with a related place there."""
        span = self.section.span(study.code_place)
        related = {self._related_numbers[number] for number in self._related_index.touching(span)}
        return [self._findings[number] for number in sorted(related.union(self._index.touching(span)))]

    def section_of(self, block: Block) -> BoardsAndSolutions:
        """Return the section of `block`.

        Codes are explained in the order of the text, so only the last section is cached.
        """
        if self._last is None or block not in self._last.section.numbers:
            self._last = BoardsAndSolutions(self.document.section_around(self.section.numbers[block]))
        return self._last

    def solved_section(self, place: Place) -> BoardsAndSolutions:
        """Return the section for the solution of the code, or with the move, at `place`.

        It is the section of its block, that of an entry and its code, or in a proof the whole document.
        """
        if self.document.host.has_placed_boards and not place.block.host.has_records:
            return self.document_section
        entries = self.lint_facts.entry_sections
        entry = entries.get(place) or entries.get(place.block)
        return BoardsAndSolutions(entry) if entry else self.section_of(place.block)

    @cached_property
    def document_section(self) -> BoardsAndSolutions:
        """The document as one section."""
        return BoardsAndSolutions(self.section.with_studies(list(self.document.studies())))

    def agreeing_boards(self, study: Study) -> tuple[list[OwnedBoard], int]:
        """Return at most `MAX_NAMED` boards of other sections that agree with `study`, and the number of others."""
        boards = self._boards_by_code.get((study.code.kings, study.code.force), [])
        numbers, blocks = self.section.numbers, self.section_of(study.block).section.blocks
        ends = numbers[blocks[0]], numbers[blocks[-1]] + 1
        start, end = (bisect_left(boards, number, key=lambda owned: numbers[owned.block]) for number in ends)
        found = [*boards[: min(start, MAX_NAMED)], *boards[end : end + MAX_NAMED]][:MAX_NAMED]
        return found, start + len(boards) - end - len(found)

    @cached_property
    def _boards_by_code(self) -> dict[tuple[Kings | None, Force | None], list[OwnedBoard]]:
        """The boards that can be read, by the kings and force they show."""
        found: dict[tuple[Kings | None, Force | None], list[OwnedBoard]] = defaultdict(list)
        for owned in self.section.boards:
            if shown := owned.board.placement:
                for force in forces_of(shown):
                    found[shown.kings, force].append(owned)
        return found
