"""`check --against FILE`: the studies of the proof that the checked files are compared with."""

from functools import lru_cache

import click

from gbr_lsp.base.text import LineIndex
from gbr_lsp.cli.files import Asked, read
from gbr_lsp.model.comparison import ComparedStudy, compared
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.finding import Remote
from gbr_lsp.model.study import Study


def proof_studies(name: str, conventions: Conventions, seconds: float | None) -> list[ComparedStudy]:
    """Return a `ComparedStudy` for each code in the file `name`, read in at most `seconds`; raise ClickException."""
    source = read(Asked(name, name), proof_seconds=seconds)
    if source.trouble:
        raise click.ClickException(f"{name}: {source.trouble}")
    document = source.document(conventions)
    lines, offsets = LineIndex(document.text), document.offsets()

    @lru_cache(maxsize=1)
    def said(row: int) -> str:
        return lines.line(row).strip("\f\r\n")

    def place(study: Study) -> Remote:
        span = study.occurrence.span.shift(offsets[study.block])
        row, column = lines.line_and_column(span.start)
        line = lines.line_span(row)
        spot = None
        if source.proof is not None:
            from gbr_lsp.proofs import places

            spot = places.spot_of(source.proof, *span)
        return Remote(name, row, column, min(span.end, line.end) - line.start, said(row), spot)

    found = compared(document, list(document.studies()), place)
    if not any(study.code.kings for study in found):
        raise click.ClickException(f"{name}: has no codes to compare with")
    return found
