"""`check --annotate FILE`: a copy of a PDF with the findings as highlights and notes, of a Word file with comments."""

from bisect import bisect_right
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from gbr_lsp.base.installation import install_command
from gbr_lsp.base.text import Span
from gbr_lsp.cli.checking.result_files import save
from gbr_lsp.cli.files import FileRequest
from gbr_lsp.cli.report.file_report import Report, severity_of
from gbr_lsp.cli.report.full import notes as more
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.proofs.kinds import KINDS, ending_of
from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.places import board_at
from gbr_lsp.proofs.reader import UnreadableProof
from gbr_lsp.proofs.text import boxes_of
from gbr_lsp.proofs.value import Proof

if TYPE_CHECKING:
    from gbr_lsp.proofs.annotate_docx import WordPlace

_WRITERS = {"pdf": "pypdf", "docx": "docx"}


def refuse(requests: list[FileRequest], target: str) -> None:
    """Raise UsageError unless there is one PDF or Word file to annotate, and the package for it is installed."""
    ending = ending_of(requests[0].name) if len(requests) == 1 else ""
    if ending not in KINDS:
        raise click.UsageError("--annotate needs one PDF or Word file (.docx) to check.")
    if ending_of(target) in KINDS and ending_of(target) != ending:
        raise click.UsageError(f"--annotate writes a copy of {requests[0].name}: name it with .{ending}.")
    if not can_annotate(requests[0].name):
        raise click.UsageError(f"--annotate needs an additional package: {install_command(ending)}")


def can_annotate(name: str) -> bool:
    """Return True if `name` is that of a PDF or Word file, and the package to annotate it is installed."""
    return ending_of(name) in KINDS and find_spec(_WRITERS[ending_of(name)]) is not None


def annotate_copy(request: FileRequest, reports: list[Report], target: str) -> None:
    """Write a copy of the checked file with the findings of `reports` to `target`; raise ClickException."""
    try:
        save(target, annotate(request.path or "", reports))
    except UnreadableProof as error:
        raise click.ClickException(f"{request.name}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"{request.name}: {(error.strerror or str(error)).lower()}") from None


def annotate(path: str, reports: list[Report]) -> bytes:
    """Return the file at `path` with the findings of `reports`. Raises UnreadableProof and OSError."""
    found = [(report, item) for report in reports for item in report.findings]
    return _pdf(path, found) if ending_of(path) == "pdf" else _docx(path, found)


def _text(report: Report, item: PlacedFinding) -> str:
    message = f"{severity_of(item).value}: {item.finding.message}"
    return "\n".join([message, *more(report, item.finding), item.finding.rule])


def _pdf(path: str, found: list[tuple[Report, PlacedFinding]]) -> bytes:
    """Return the PDF `path` with highlights and notes."""
    from gbr_lsp.proofs.annotate_pdf import Note, annotate

    notes = []
    for report, item in found:
        page, boxes = _boxes(report.proof.proof, item.span) if report.proof else (0, [])
        if boxes:
            notes.append(Note(page, boxes, _text(report, item)))
    with open(path, "rb") as file:
        return annotate(file.read(), notes)


def _boxes(proof: Proof, span: Span) -> tuple[int, list[Box]]:
    """Return the page where `span` starts and its boxes there; an empty span at a board is the board."""
    board = board_at(proof, span.start) if span.start == span.end else None
    if board is not None:
        return board.page, [board.box]
    placed = boxes_of(proof.lines, proof.lefts, proof.rights, span.start, span.end)
    page = placed[0][0] if placed else 0
    return page, [box for number, box in placed if number == page]


def _docx(path: str, found: list[tuple[Report, PlacedFinding]]) -> bytes:
    """Return the Word file `path` with comments."""
    from gbr_lsp.proofs.annotate_docx import WordNote, annotate

    notes = []
    for report, item in found:
        if report.proof is not None:
            start, end = (_word_place(report.proof.proof, offset) for offset in item.span)
            notes.append(WordNote(start, end, _text(report, item)))
    return annotate(path, notes)


def _word_place(proof: Proof, offset: int) -> "WordPlace":
    """Return the paragraph of `offset`, with the offset in its text."""
    from gbr_lsp.proofs.annotate_docx import WordPlace

    line = proof.lines[max(0, bisect_right(proof.lines, offset, key=lambda line: line.start) - 1)]
    return WordPlace(line.page, offset - line.start)
