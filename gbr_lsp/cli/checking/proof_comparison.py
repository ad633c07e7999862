"""`check --against FILE`: the studies of the proof that the checked files are compared with."""

from functools import lru_cache

import click

from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.files import FileRequest, read
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.finding import RemotePlace
from gbr_lsp.model.proof_comparison import ComparedStudy, comparable_studies
from gbr_lsp.model.study import Study


def proof_studies(name: str, conventions: Conventions, seconds: float | None) -> list[ComparedStudy]:
    """Return a `ComparedStudy` for each code in the file `name`, read in at most `seconds`; raise ClickException."""
    source = read(FileRequest(name, name), proof_seconds=seconds)
    if source.trouble:
        raise click.ClickException(f"{name}: {source.trouble}")
    document = source.document(conventions)
    lines, offsets = LineIndex(document.text), document.offsets()

    @lru_cache(maxsize=1)
    def line_text(row: int) -> str:
        return lines.line(row).strip("\f\r\n")

    def place(study: Study) -> RemotePlace:
        span = study.occurrence.span.shift(offsets[study.block])
        row, column = lines.line_and_column(span.start)
        line = lines.line_span(row)
        spot = None
        if source.proof is not None:
            from gbr_lsp.proofs import places

            spot = places.spot_of(source.proof, *span)
        return RemotePlace(name, row, column, min(span.end, line.end) - line.start, line_text(row), spot)

    found = comparable_studies(document, list(document.studies()), place)
    if not any(study.code.kings for study in found):
        raise click.ClickException(f"{name}: has no codes to compare with")
    return found
