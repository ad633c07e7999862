"""The lines of a directory: the code of a study, and its number or its place."""

from typing import NamedTuple

from gbr_lsp.cli.listing import Listed
from gbr_lsp.cli.output import printable
from gbr_lsp.collection.directory.order import directory_key
from gbr_lsp.collection.study_numbers import numbers_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role
from gbr_lsp.notation.values import Kind


class Line(NamedTuple):
    """A study as a directory lists it; `sign` is empty where its goal is not known."""

    study: Listed
    sign: str
    force: str
    kings: str
    number: str | None
    name: str
    row: int

    @property
    def at(self) -> str:
        """The number of the study, or the file and the row."""
        return self.number or f"{self.name}:{self.row}"

    @property
    def code(self) -> str:
        """The code as a directory spells it: `= 0323.12 g3g1`."""
        return f"{self.sign} {self.force} {self.kings}".strip()


class NumberedStudies:
    """The studies of several files.

    Numbers are used only if all files have them and no number repeats, so that a number identifies one study.
    """

    def __init__(self) -> None:
        self._studies: list[tuple[Listed, str | None]] = []

    def add(self, document: Document, codes: list[Listed]) -> None:
        """Adds the studies among the codes of a document."""
        heads = [code for code in codes if code.role is Role.STUDY]
        self._studies += zip(heads, numbers_of(document, [head.study for head in heads]), strict=True)

    @property
    def studies(self) -> list[Listed]:
        """The studies, in the order of the files."""
        return [study for study, _ in self._studies]

    def lines(self) -> list[Line]:
        """The lines of the directory: wins, then draws, then the rest, each by class, then by kings."""
        numbered = self._is_numbered()
        lines = [_line(study, number if numbered else None) for study, number in self._studies]
        return sorted(lines, key=lambda line: (directory_key(line.study.study.code), line.name, line.study.span))

    def _is_numbered(self) -> bool:
        """Whether a number alone identifies one study of one file."""
        numbers: dict[str, set[str]] = {study.name: set() for study, _ in self._studies}
        for study, number in self._studies:
            if number:
                numbers[study.name].add(number)
        files = numbers.values()
        return all(files) and len(set().union(*files)) == sum(map(len, files))


def _line(listed: Listed, number: str | None) -> Line:
    study, code = listed.study, listed.study.code
    sign = code.stipulation.goal.value if code.stipulation.goal else ""
    force = str(code.force) if code.force else study.text(study.occurrence.span_of(Kind.CLASS))
    kings = str(code.kings) if code.kings else ""
    return Line(listed, sign, force, kings, number, printable(listed.name), listed.row)
