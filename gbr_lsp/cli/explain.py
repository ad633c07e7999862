"""`gbr-lsp explain`: why codes are read, paired and judged as they are."""

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from gbr_lsp.base.escapes import STYLED_LINE
from gbr_lsp.base.files import reason_of
from gbr_lsp.base.text import Excerpts, LineIndex, Span
from gbr_lsp.cli.files import FileRequest, is_proof, report_trouble
from gbr_lsp.cli.folder_settings import FolderSettings
from gbr_lsp.cli.listing import is_large, part_around
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit, readable_name, safe_name
from gbr_lsp.cli.report.terminal_text import visible_text, wrapped
from gbr_lsp.cli.shell_values import files
from gbr_lsp.lint.engine import rules_of
from gbr_lsp.lint.explain import Explanation, explain, explain_all
from gbr_lsp.model.document import Document

if TYPE_CHECKING:
    from gbr_lsp.proofs.value import Proof

_PLACE = re.compile(r"(?P<name>.+?):(?P<line>[0-9]+)(?::(?P<column>[0-9]+))?:?", re.DOTALL)
_SPOT = re.compile(r"(?P<name>.+?):(?P<spot>p[0-9]+:y[0-9]+|par[0-9]+):?", re.DOTALL)
_TEXT_COLUMN = 18
"""The number of columns before the sentences."""


@click.command(
    "explain",
    epilog=manual(
        {
            0: "a code, board or move was explained",
            1: "there is nothing to explain",
            2: "the file cannot be read, or has no such line",
        },
        {
            "The codes on a line": "gbr-lsp explain manuscript.md:3",
            "All codes of a file": "gbr-lsp explain manuscript.txt",
        },
    ),
)
@click.argument("place", metavar="FILE[:LINE]", shell_complete=files)
@click.option("--stdin-filename", metavar="NAME", help="File name for standard input, if FILE is `-`.")
def command(place: str, stdin_filename: str | None) -> int:
    """Explain the codes on LINE of FILE, or all its codes: what was read, and why.

    For each code: what it says, and why it counts as a code; which boards belong to it, which do not, and why; how
    far its solution could be followed; what it was checked against, and which rules had nothing to compare. For a
    board: the code that it belongs to. For a move: the position before it, the board and the moves that led there,
    and the result by the tablebases. A place can be copied from the output of `check`: FILE:LINE:COLUMN,
    FILE:pPAGE:yPOINTS or FILE:parPARAGRAPH.
    """
    name, line, column, spot = _parse_place(place)
    configuration = FolderSettings()
    requests = configuration.requests([name], stdin_filename)
    if len(requests) != 1 or os.path.isdir(name):
        raise click.UsageError(f"{name!r} is a folder; explain reads one file.")
    if line is None and is_large(requests[0]) and (parts := _parts(requests[0], configuration)):
        return _write(requests[0].name, parts)
    encoding = configuration.settings_for(requests[0]).encoding
    near = part_around(requests[0], encoding, line - 1) if line and is_large(requests[0]) else None
    source, before = near or (configuration.read(requests[0]), 0)
    if source.trouble:
        report_trouble(source)
        return 2
    document = configuration.document(source)
    own = LineIndex(source.text)
    if line is not None and not before < line <= before + len(own.starts):
        count = len(own.starts)
        raise click.ClickException(f"{readable_name(source.name)} has {count} line{'' if count == 1 else 's'}")
    selected = rules_of(configuration.settings_for(requests[0]))
    found: Iterable[Explanation]
    if source.proof and spot:
        found = _at_spot(source.name, document, source.proof, spot, selected)
    elif line:
        found = _at(document, own.line_span(line - 1 - before), column, selected)
    else:
        found = explain_all(document, selected=selected)
    lines = Excerpts(source.text, [(0, before)]) if before else own
    return _write(source.name, ((lines, one) for one in found), source.proof)


def _parse_place(place: str) -> tuple[str, int | None, int | None, str | None]:
    """Return file, line, column and spot (`p112:y364`, or None) of `place`; a file may be called `a:3`."""
    if os.path.exists(place):
        return place, None, None, None
    if (found := _SPOT.fullmatch(place)) and is_proof(found["name"]):
        return found["name"], None, None, found["spot"]
    if found := _PLACE.fullmatch(place):
        return found["name"], int(found["line"]), int(found["column"]) if found["column"] else None, None
    return place, None, None, None


def _at(document: Document, line: Span, column: int | None, selected: frozenset[str]) -> list[Explanation]:
    """Return the explanations at `column` of `line`, or else of the whole line."""
    at = line.start + column - 1 if column else line.end + 1
    found = explain(document, Span(at, at), selected) if line.start <= at <= line.end else []
    return found if any(one.is_read for one in found) else explain(document, line, selected)


def _at_spot(name: str, document: Document, proof: "Proof", spot: str, selected: frozenset[str]) -> list[Explanation]:
    """Return the explanations at `spot` of a proof; raise ClickException if no line starts there."""
    from gbr_lsp.proofs.places import offsets_at

    lines = LineIndex(proof.text)
    rows = sorted({lines.line_at(offset) for offset in offsets_at(proof, spot)})
    if not rows:
        raise click.ClickException(f"{readable_name(name)} has neither a line nor a board at {spot}")
    found = [one for row in rows for one in explain(document, lines.line_span(row), selected)]
    return [one for one in found if one.is_read] or found


_Lines = LineIndex | Excerpts


def _parts(request: FileRequest, configuration: FolderSettings) -> Iterator[tuple[_Lines, Explanation]] | None:
    """Yield the codes of a large file of games; None if it must be read as a whole."""
    from gbr_lsp.cli.checking.check_file import Task
    from gbr_lsp.cli.checking.large_pgn import RepeatingPart, check_piece, checked_pieces

    settings = configuration.settings_for(request)
    task = Task(request, None, frozenset(), settings.conventions, settings.encoding)
    checked = checked_pieces(task, lambda pieces: list(map(check_piece, pieces)))
    if checked is None:
        return None

    def parts() -> Iterator[tuple[RepeatingPart, _Lines]]:
        try:
            yield from ((part, part.lines) for part in checked.parts(task))
        except (OSError, ValueError) as error:
            raise click.ClickException(f"{readable_name(request.name)}: {reason_of(error)}") from error

    return (
        (lines, one)
        for part, lines in parts()
        for one in explain_all(part.document, part.own_games, rules_of(settings))
    )


def _write(name: str, found: Iterable[tuple[_Lines, Explanation]], proof: "Proof | None" = None) -> int:
    """Write each explanation with its lines as soon as it is made; return the exit status."""
    status = 1

    def written() -> Iterator[str]:
        nonlocal status
        shown, nothing = visible_text(safe_name(readable_name(name))), True
        for lines, one in found:
            if not nothing:
                yield ""
            nothing, status = False, 0 if one.is_read else status
            yield f"{click.style(f'{shown}:{_spot(lines, one.span, proof)}', bold=True)}: {visible_text(one.head)}"
            for heading, text in one.sections:
                for row, line in enumerate(text):
                    spot = f"  [{_spot(lines, line.span, proof)}]" if line.span else ""
                    yield f"  {'' if row else heading:<{_TEXT_COLUMN - 3}} {visible_text(line.text)}{spot}"
        if nothing:
            yield f"{shown}: no code was found"

    emit(wrapped(written(), _TEXT_COLUMN), STYLED_LINE)
    return status


def _spot(lines: _Lines, span: Span, proof: "Proof | None") -> str:
    """Return the place of `span` as `check` prints it: `3:7`, in a proof `p112:y364`."""
    if proof is not None:
        from gbr_lsp.proofs.places import spot_of

        return spot_of(proof, span.start, span.end)
    line, column = lines.line_and_column(span.start)
    return f"{line + 1}:{column + 1}"
