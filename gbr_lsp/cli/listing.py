"""Codes with their places in files, as `index` and `search` list them."""

import os
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.file_parts import FileChanged
from gbr_lsp.base.files import reason_of
from gbr_lsp.base.regular_file import state_of
from gbr_lsp.base.text import Excerpts, LineIndex, Span, count_line_ends
from gbr_lsp.cli.files import FileRequest, Source, report_trouble
from gbr_lsp.cli.folder_settings import FolderSettings
from gbr_lsp.cli.output import readable_name
from gbr_lsp.cli.report.file_report import location_of
from gbr_lsp.collection.code_json import class_as_written, code_json, facts_json
from gbr_lsp.collection.study_facts import facts_of
from gbr_lsp.database.chunk import Entry
from gbr_lsp.database.lookup import LocatedChunk, record_of
from gbr_lsp.hosts import host_for
from gbr_lsp.model.attribution import attributions_of
from gbr_lsp.model.chunks import uncut_texts
from gbr_lsp.model.credit import Attribution
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role, roles
from gbr_lsp.model.study import Study

_MIN_LARGE_SIZE = 4_000_000
"""The size in bytes above which a file of games is read in parts."""
_PART_SIZE = 500_000
"""The approximate number of characters of a part."""
_GAME = "\n[Event "


class ListedCode(NamedTuple):
    """A code with its place in a file."""

    name: str
    lines: LineIndex | Excerpts
    span: Span
    study: Study
    role: Role

    @property
    def row(self) -> int:
        """The row where it starts, counted from 1."""
        return self.lines.line_and_column(self.span.start)[0] + 1

    @property
    def column(self) -> int:
        """The column where it starts, counted from 1 in code points."""
        return self.lines.line_and_column(self.span.start)[1] + 1

    @property
    def line(self) -> int:
        """The line of its text where it starts, counted from 0."""
        return self.lines.line_at(self.span.start)

    @property
    def text(self) -> str:
        """That line, without its end."""
        return self.lines.line(self.line)


class Files:
    """The documents under `paths`, read by their settings; unreadable files are reported on stderr."""

    def __init__(
        self, paths: tuple[str, ...] = (), stdin_name: str | None = None, configuration: FolderSettings | None = None
    ) -> None:
        self._paths = paths
        self._stdin_name = stdin_name
        self._configuration = configuration or FolderSettings()
        self.has_failed = False

    def __iter__(self) -> Iterator[tuple[Source, Document]]:
        for request in self.requests():
            read = self.read(request)
            if read:
                yield read

    def requests(self) -> list[FileRequest]:
        """Return the files, sorted by name, not yet read."""
        return self._configuration.requests(self._paths, self._stdin_name)

    def read(self, request: FileRequest) -> tuple[Source, Document] | None:
        """Return a file with its document, or None if it cannot be read."""
        source = self._configuration.read(request)
        if source.trouble:
            report_trouble(source)
            self.has_failed = True
            return None
        return source, self._configuration.document(source)

    def class_text(self, request: FileRequest, located: LocatedChunk, entry: Entry) -> str:
        """Return the class of a code in a file of games as written."""
        try:
            with open(request.path or "", "rb") as file:
                text = decode(record_of(file, located.start, entry.spot), located.encoding).text
        except (OSError, ValueError):
            return entry.text
        source = Source(request.name, text)
        place = entry.spot.row - entry.spot.first_row + 1, entry.spot.column + 1
        codes = listed_codes(source, self._configuration.document(source))
        return next((class_as_written(code.study) for code in codes if (code.row, code.column) == place), entry.text)

    def parts(self, request: FileRequest) -> Iterator[tuple[Source, Document, int]]:
        """Yield the document of a file, in parts if large, each with the number of lines before it."""
        if not is_large(request):
            read = self.read(request)
            if read:
                yield *read, 0
            return
        row = 0
        try:
            for text in _parts_of(request, self._configuration.settings_for(request).encoding):
                source = Source(request.name, text)
                yield source, self._configuration.document(source), row
                row += count_line_ends(text)
        except (OSError, ValueError) as error:
            report_trouble(Source(request.name, trouble=reason_of(error)))
            self.has_failed = True


def is_large(request: FileRequest) -> bool:
    """Return True if the file is a large file of games, to be read in parts."""
    path = request.path
    if path is None or request.trouble or not host_for(request.name).has_records:
        return False
    return os.path.isfile(path) and _MIN_LARGE_SIZE < os.path.getsize(path)


def _parts_of(request: FileRequest, encoding: str) -> Iterator[str]:
    """Yield the text of a file, some games at a time; raise OSError, NotText and FileChanged."""
    from gbr_lsp.database.chunk_spans import cut_file

    path = request.path or ""
    before = state_of(path)
    with open(path, "rb") as file:
        cut = cut_file(file, before.size, encoding, b"")
        for start, end, _ in cut.spans:
            file.seek(start)
            text = decode(file.read(end - start), cut.encoding).text
            at = 0
            while at < len(text):
                part_end = text.find(_GAME, at + _PART_SIZE) + 1 or len(text)
                yield text[at:part_end]
                at = part_end
    if state_of(path) != before:
        raise FileChanged


def part_around(request: FileRequest, encoding: str, row: int) -> tuple[Source, int] | None:
    """Return the part of a large file of games for `row` (from 0), and the rows before it.

    The part is the chunk of the row and two before it, so that the one before is as in the whole
    document. None if there is no such row, or on an error; reading the whole file gives the reason.
    """
    near = deque[str](maxlen=3)
    part_end = 0
    try:
        for text in uncut_texts(host_for(request.name), _parts_of(request, encoding)):
            near.append(text)
            part_end += count_line_ends(text)
            if row < part_end:
                break
    except (OSError, ValueError):
        return None
    if part_end < row:
        return None
    part = "".join(near)
    return Source(request.name, part), part_end - count_line_ends(part)


def listed_codes(source: Source, document: Document, first_row: int = 0) -> list[ListedCode]:
    """Return the codes of `document`, in order; it starts at `first_row` of its file."""
    studies = list(document.studies())
    lines = Excerpts(source.text, [(0, first_row)]) if first_row else LineIndex(source.text)
    name = readable_name(source.name)
    offsets = document.offsets()
    return [
        ListedCode(name, lines, study.occurrence.span.shift(offsets[study.block]), study, role)
        for study, role in zip(studies, roles(document, studies), strict=True)
    ]


def as_json(code: ListedCode, attribution: Attribution) -> dict[str, Any]:
    """Return the object of a code for `index` and `search`; docs/cli.md describes it."""
    return {
        "filename": code.name,
        "location": location_of(code.lines, code.span.start),
        "end_location": location_of(code.lines, code.span.end),
        **code_json(code.study, code.role),
        **facts_json(facts_of(code.study, code.role, attribution)),
    }


def with_solutions(document: Document, codes: list[ListedCode]) -> Iterator[dict[str, Any]]:
    """Yield the objects of the codes as `index` writes them, each with its printed solution."""
    from gbr_lsp.model.assign import assign

    studies = [code.study for code in codes]
    section = document.as_section(studies)
    attributions = attributions_of(document, studies, [code.role for code in codes])
    for code, attribution, solution in zip(codes, attributions, assign(section), strict=True):
        yield as_json(code, attribution) | {
            "solution": {
                "plies": solution.plies,
                "complete": solution.is_complete,
                "location": location_of(code.lines, section.span(solution.place(solution.span)).start),
                # On a torn page the last move may be printed before the first one.
                "end_location": location_of(
                    code.lines, max(section.span(solution.place(move.span)).end for move in solution.moves)
                ),
            }
            if solution.moves
            else None
        }
