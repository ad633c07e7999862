"""The indexes of a document: their entries, and the studies that these may name.

Codes are compared as written: six digits and two kings, whatever a 9 means.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.text import LINE_END, LineIndex, Span
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.roles import Role, numbers_on_line
from gbr_lsp.model.study import Study
from gbr_lsp.model.subjects import CollectionContext
from gbr_lsp.notation.values import Code, Force, Goal, Kind, Kings


class ClassAndKings(NamedTuple):
    """The part of a code that an index has."""

    force: Force
    kings: Kings

    def __str__(self) -> str:
        return f"{self.force} {self.kings}"


class DirectoryEntry(NamedTuple):
    """A code in an index, with its line in the document and the number of its section.

    A section ends at a line without entries, such as a heading.
    """

    study: Study
    line: int
    section: int


Run = list[DirectoryEntry]
"""The entries of one index, in order of the text."""


class Directory(NamedTuple):
    """The indexes of a document, the studies that they may name, and all other codes as mentions."""

    lines: LineIndex
    starts: dict[Block, int]
    runs: list[Run]
    heads: list[Study]
    mentions: list[Study]

    def line_text(self, number: int) -> str:
        """Return the text of the line `number`, without its end."""
        span = self.lines.line_span(number)
        return self.lines.text[span.start : span.end]

    def text_around(self, study: Study) -> tuple[str, str]:
        """Return the text before and after a code on its line."""
        start, end = study.occurrence.span.shift(self.start_of(study))
        line = self.lines.line_span(self.lines.line_at(start))
        return self.lines.text[line.start : start], self.lines.text[end : max(end, line.end)]

    def numbers_of(self, run: Run) -> list[list[str]]:
        """Return for each entry of `run` the numbers on its line; each line is read once."""
        codes: dict[int, list[Span]] = {}
        for entry in run:
            codes.setdefault(entry.line, []).append(entry.study.occurrence.span.shift(self.start_of(entry.study)))
        numbers = {line: numbers_on_line(self.lines, line, spans) for line, spans in codes.items()}
        return [numbers[entry.line] for entry in run]

    def is_blank(self, number: int) -> bool:
        """Return True if the line `number` is blank or after the last one."""
        return len(self.lines.starts) <= number or not self.line_text(number).strip()

    def line_end_at(self, number: int) -> str:
        """Return the line end used near the line `number`."""
        starts = self.lines.starts
        end = starts[number + 1] if number + 1 < len(starts) else starts[number]
        found = LINE_END.search(self.lines.text, max(0, end - 2), end)
        return found[0] if found else "\n"

    def place(self, study: Study, span: Span) -> Place:
        """Return `span` of the document as a place in the block of the study `study`."""
        return Place(study.block, span.shift(-self.start_of(study)))

    def goals(self) -> dict[ClassAndKings, Goal | None]:
        """Return the goals of the studies, because an index may have goals only in its headings."""
        return {key: study.code.stipulation.goal for study in self.heads if (key := key_of(study.code))}

    def heads_by_key(self) -> dict[ClassAndKings, list[Study]]:
        """Return the studies with a complete class and kings, by these."""
        heads: dict[ClassAndKings, list[Study]] = defaultdict(list)
        for study in self.heads:
            if key := key_of(study.code):
                heads[key].append(study)
        return heads

    def start_of(self, study: Study) -> int:
        """Return the offset in the document of the block of `study`."""
        return self.starts[study.block]


def key_of(code: Code) -> ClassAndKings | None:
    """Return the class and kings of `code`; None if its class or a king is incomplete."""
    if code.force is None or code.kings is None or None in code.kings:
        return None
    return ClassAndKings(code.force, code.kings)


def place_of(study: Study) -> Place:
    """Return the place of the class and kings of a code."""
    return study.place(study.occurrence.span_of(Kind.CLASS, Kind.KING))


def directory_of(context: CollectionContext) -> Directory:
    """Return the indexes of a document with its studies; all empty if it has no index."""
    if Role.INDEX not in context.roles:
        return Directory(LineIndex(""), {}, [], [], [])
    lines, runs, of_studies = context.indexes
    place_of = {
        line: (number, section)
        for number, run in enumerate(runs)
        for line, section in zip(run, _sections(lines, run), strict=True)
    }
    directory = Directory(lines, context.document.offsets(), [[] for _ in runs], [], [])
    for study, role, line in zip(context.studies, context.roles, of_studies, strict=True):
        if role is Role.INDEX:
            number, section = place_of[line]
            directory.runs[number].append(DirectoryEntry(study, line, section))
        else:
            (directory.heads if role is Role.STUDY else directory.mentions).append(study)
    return directory


def is_sound(study: Study) -> bool:
    """Return True if a code is complete, undamaged, and not marked with `[sic]`."""
    return key_of(study.code) is not None and not study.occurrence.problems and not study.occurrence.has_sic


def _sections(lines: LineIndex, run: list[int]) -> Iterator[int]:
    section = 0
    yield section
    for before, line in pairwise(run):
        between = lines.text[lines.line_span(before).end : lines.starts[line]]
        section += bool(between.strip())
        yield section
