"""`gbr-lsp index`: the studies of a collection as a GBR directory, or every code as JSON."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from gbr_lsp.cli.configured import Configuration
from gbr_lsp.cli.files import Source, complain, sources
from gbr_lsp.cli.output import emit
from gbr_lsp.cli.report.located import location
from gbr_lsp.document import Document
from gbr_lsp.entries.order import directory_key
from gbr_lsp.notation.values import COLOR_NAMES, SQUARE_NAMES, Kind, Kings
from gbr_lsp.roles import Role, roles
from gbr_lsp.study import Study
from gbr_lsp.text import LineIndex, Span


class _Entry(NamedTuple):
    """A code with its place in the files."""

    source: Source
    lines: LineIndex
    span: Span
    study: Study
    role: Role


@click.command("index")
@click.argument("paths", nargs=-1, required=True)
@click.option("--output-format", type=click.Choice(("text", "json")), default="text", show_default=True)
@click.option("--stdin-filename", metavar="NAME", help="What the text of `-` is called, and by its ending what it is.")
def command(paths: tuple[str, ...], output_format: str, stdin_filename: str | None) -> int:
    """Write the studies of PATHS as a directory: wins, then draws, each by class, then by kings.

    As JSON, list every code in the order of the files, with what it says and what stands beside it.
    """
    entries: list[_Entry] = []
    failed = False
    configuration = Configuration()
    for source in sources(paths, stdin_filename):
        if source.trouble:
            complain(source)
            failed = True
        else:
            entries += _entries(source, configuration.document(source))
    if output_format == "json":
        emit([json.dumps([_as_json(entry) for entry in entries], indent=2)])
    else:
        emit(_directory([entry for entry in entries if entry.role is Role.STUDY]))
    return 2 if failed else 0


def _entries(source: Source, document: Document) -> Iterator[_Entry]:
    studies = list(document.studies())
    lines = LineIndex(source.text)
    offsets = document.offsets()
    for study, role in zip(studies, roles(document, studies), strict=True):
        yield _Entry(source, lines, study.occurrence.span.shift(offsets[study.block]), study, role)


def _directory(entries: list[_Entry]) -> Iterator[str]:
    """A line an entry, such as `= 0323.12 g3g1  kubbel.md:12`, which is read back as an index."""
    for entry in sorted(entries, key=lambda entry: (directory_key(entry.study.code), entry.source.name, entry.span)):
        code = entry.study.code
        sign = code.stipulation.goal.value if code.stipulation.goal else " "
        digits = str(code.force) if code.force else entry.study.text(entry.study.occurrence.span_of(Kind.CLASS))
        kings = king_names(code.kings)
        row = entry.lines.line_at(entry.span.start) + 1
        yield f"{sign} {digits} {''.join(name or '??' for name in kings or ()):4}  {entry.source.name}:{row}"


def _as_json(entry: _Entry) -> dict[str, Any]:
    study, code = entry.study, entry.study.code
    goal, turn = code.stipulation
    spelled = study.spelled
    board = next(study.placements, None)
    return {
        "filename": entry.source.name,
        "location": location(entry.lines, entry.span.start),
        "end_location": location(entry.lines, entry.span.end),
        "text": study.text(study.occurrence.span),
        "form": study.occurrence.form.value,
        "class": class_of(study),
        "kings": king_names(code.kings),
        "stipulation": goal.value if goal else None,
        "turn": None if turn is None else COLOR_NAMES[turn],
        "control": str(code.control) if code.control else None,
        "fen": spelled.fen if spelled else None,
        "board": board[0].board.kind if board else None,
        "board_fen": board[1].fen if board else None,
        "role": entry.role.value,
    }


def class_of(study: Study) -> str | None:
    """The class as it is written, a damaged one as it would be mended; None where nobody can tell."""
    if study.occurrence.problems:
        return str(study.code.force) if study.code.force else None
    return study.text(study.occurrence.span_of(Kind.CLASS))


def king_names(kings: Kings | None) -> list[str | None] | None:
    """The squares of the kings by name, as JSON has them."""
    return None if kings is None else [None if square is None else SQUARE_NAMES[square] for square in kings]
