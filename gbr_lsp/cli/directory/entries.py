"""The lines of a directory: the code of a study, and its number or its place."""

from operator import itemgetter
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.cli.listing import Listed
from gbr_lsp.cli.output import printable
from gbr_lsp.collection.directory.order import directory_key
from gbr_lsp.collection.study_numbers import numbers_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role, roles
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Kind


class Line(NamedTuple):
    """A study as a directory lists it; `sign` is empty where its goal is not known.

    `listed` is None where no more than the line is kept of it, as of games.
    """

    listed: Listed | None
    sign: str
    force: str
    kings: str
    number: str | None
    name: str
    row: int

    @property
    def study(self) -> Listed:
        """The study, which is kept unless it stands in a game."""
        assert self.listed
        return self.listed

    @property
    def at(self) -> str:
        """The number of the study, or the file and the row."""
        return self.number or f"{self.name}:{self.row}"

    @property
    def code(self) -> str:
        """The code as a directory spells it: `= 0323.12 g3g1`."""
        return f"{self.sign} {self.force} {self.kings}".strip()


_Rank = tuple[tuple[int, str, tuple[str, ...]], str, Span]
"""Where a study stands in a directory, its file and its place there."""


class NumberedStudies:
    """The studies of several files.

    Numbers are used only if all files have them and no number repeats, so that a number identifies one study.
    """

    def __init__(self) -> None:
        self._studies: list[tuple[Listed, str | None]] = []
        self._games: list[tuple[_Rank, Line]] = []

    def add(self, document: Document, codes: list[Listed]) -> None:
        """Adds the studies among the codes of a document."""
        heads = [code for code in codes if code.role is Role.STUDY]
        self._studies += zip(heads, numbers_of(document, [head.study for head in heads]), strict=True)

    def add_games(self, name: str, document: Document) -> None:
        """Adds the studies of a document of games, of which only the lines are kept, and empties the document."""
        chunks, document.chunks = document.chunks[::-1], []
        row = start = 0
        while chunks:
            chunk = chunks.pop()
            part = Document(document.host, [chunk], document.conventions)
            rows = dict(zip(chunk.blocks, chunk.first_lines, strict=True))
            studies = list(part.studies())
            for study, role in zip(studies, roles(part, studies), strict=True):
                if role is Role.STUDY:
                    span = study.occurrence.span
                    within = rows[study.block] + study.block.lines.line_at(span.start)
                    rank = directory_key(study.code), name, span.shift(start + chunk.offsets[study.block])
                    self._games.append((rank, _line(study, None, name, row + within + 1)))
            row += chunk.lines
            start += chunk.length

    @property
    def studies(self) -> list[Listed]:
        """The studies of documents that are no games, in the order of the files."""
        return [study for study, _ in self._studies]

    def lines(self) -> list[Line]:
        """The lines of the directory: wins, then draws, then the rest, each by class, then by kings."""
        numbered = not self._games and self._is_numbered()
        ranked = self._games + [
            (
                (directory_key(listed.study.code), listed.name, listed.span),
                _line(listed.study, number if numbered else None, listed.name, listed.row)._replace(listed=listed),
            )
            for listed, number in self._studies
        ]
        return [line for _, line in sorted(ranked, key=itemgetter(0))]

    def _is_numbered(self) -> bool:
        """Whether a number alone identifies one study of one file."""
        numbers: dict[str, set[str]] = {study.name: set() for study, _ in self._studies}
        for study, number in self._studies:
            if number:
                numbers[study.name].add(number)
        files = numbers.values()
        return all(files) and len(set().union(*files)) == sum(map(len, files))


def _line(study: Study, number: str | None, name: str, row: int) -> Line:
    code = study.code
    sign = code.stipulation.goal.value if code.stipulation.goal else ""
    force = str(code.force) if code.force else study.text(study.occurrence.span_of(Kind.CLASS))
    kings = str(code.kings) if code.kings else ""
    return Line(None, sign, force, kings, number, printable(name), row)
