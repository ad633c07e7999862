"""Codes with their places in the files, as `index` and `search` list them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.cli.configured import FolderSettings
from gbr_lsp.cli.files import Source, complain
from gbr_lsp.cli.output import printable, readable
from gbr_lsp.cli.report.located import location
from gbr_lsp.collection.described import described, described_facts
from gbr_lsp.collection.reading import facts_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role, roles
from gbr_lsp.model.study import Study


class Listed(NamedTuple):
    """A code with its place in a file."""

    name: str
    lines: LineIndex
    span: Span
    study: Study
    role: Role

    @property
    def row(self) -> int:
        """The row in which it begins, counted from 1."""
        return self.lines.line_at(self.span.start) + 1

    @property
    def column(self) -> int:
        """The column in which it begins, counted from 1 in code points."""
        return self.lines.column(self.span.start)[1] + 1

    @property
    def place(self) -> str:
        """The file and the row: the reference to a study without a number."""
        return f"{printable(self.name)}:{self.row}"


class Files:
    """The documents under some paths, each read as its settings say; files that cannot be read are reported on
    stderr."""

    def __init__(self, paths: tuple[str, ...], stdin_name: str | None = None) -> None:
        self._paths = paths
        self._stdin_name = stdin_name
        self._configuration = FolderSettings()
        self.failed = False

    def __iter__(self) -> Iterator[tuple[Source, Document]]:
        for source in self._configuration.sources(self._paths, self._stdin_name):
            if source.trouble:
                complain(source)
                self.failed = True
            else:
                yield source, self._configuration.document(source)


def listed(source: Source, document: Document) -> list[Listed]:
    """The codes of a document, in order."""
    studies = list(document.studies())
    lines = LineIndex(source.text)
    name = readable(source.name)
    offsets = document.offsets()
    return [
        Listed(name, lines, study.occurrence.span.shift(offsets[study.block]), study, role)
        for study, role in zip(studies, roles(document, studies), strict=True)
    ]


def as_json(code: Listed) -> dict[str, Any]:
    """A code as `index` and `search` write it; docs/cli.md describes the shape."""
    return {
        "filename": code.name,
        "location": location(code.lines, code.span.start),
        "end_location": location(code.lines, code.span.end),
        **described(code.study, code.role),
        **described_facts(facts_of(code.study, code.role)),
    }


def with_solutions(document: Document, codes: list[Listed]) -> Iterator[dict[str, Any]]:
    """The codes of a document as `index` writes them, each with the solution that is printed for it."""
    from gbr_lsp.model.printed import printed_solutions

    for code, solution in zip(codes, printed_solutions(document, [code.study for code in codes]), strict=True):
        yield as_json(code) | {
            "solution": solution
            and {
                "plies": solution.plies,
                "complete": solution.complete,
                "location": location(code.lines, solution.span.start),
                "end_location": location(code.lines, solution.span.end),
            }
        }
