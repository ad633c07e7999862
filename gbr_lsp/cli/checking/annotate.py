"""`check --annotate FILE`: a copy of a PDF with the findings as highlights and notes."""

import click

from gbr_lsp.cli.checking.write import save
from gbr_lsp.cli.files import Asked, is_proof
from gbr_lsp.cli.output import printable
from gbr_lsp.cli.report.full import notes as more
from gbr_lsp.cli.report.located import Report, severity
from gbr_lsp.proofs.annotate_pdf import Note, annotated
from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.reader import Unreadable
from gbr_lsp.proofs.text import boxes_of
from gbr_lsp.proofs.value import Proof


def refuse(asked: list[Asked]) -> None:
    """Raises UsageError unless one PDF is to be annotated, and what writes into it is installed."""
    from importlib.util import find_spec

    if len(asked) != 1 or not is_proof(asked[0].name):
        raise click.UsageError("--annotate needs one PDF file to check.")
    if not asked[0].name.lower().endswith(".pdf"):
        raise click.UsageError(
            f"--annotate writes copies of PDF files only: print {printable(asked[0].name)} to a PDF."
        )
    if find_spec("pypdf") is None:
        raise click.UsageError("--annotate needs a writer: pip install 'gbr-lsp[pdf]'")


def annotate(asked: Asked, reports: list[Report], target: str) -> None:
    """Writes the copy. Raises ClickException."""
    notes = [note for report in reports for note in _notes(report)]
    try:
        with open(asked.path or "", "rb") as file:
            data = file.read()
        save(target, annotated(data, notes))
    except Unreadable as error:
        raise click.ClickException(f"{printable(asked.name)}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"{printable(asked.name)}: {(error.strerror or str(error)).lower()}") from None


def _notes(report: Report) -> list[Note]:
    proof = report.proof.proof if report.proof else None
    if proof is None:
        return []
    found = []
    for item in report.found:
        said = [f"{severity(item).value}: {item.finding.message}", *more(report, item.finding)]
        page, boxes = _boxes(proof, item.span.start, item.span.end)
        if boxes:
            found.append(Note(page, boxes, "\n".join([*said, item.finding.rule])))
    return found


def _boxes(proof: Proof, start: int, end: int) -> tuple[int, list[Box]]:
    """The boxes of a span on the page that it begins on; of a board, if the span is its place."""
    from gbr_lsp.proofs.where import board_at

    board = board_at(proof, start) if start == end else None
    if board is not None:
        return board.page, [board.box]
    placed = boxes_of(proof.lines, proof.lefts, proof.rights, start, end)
    page = placed[0][0] if placed else 0
    return page, [box for number, box in placed if number == page]
