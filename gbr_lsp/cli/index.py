"""`gbr-lsp index`: the studies of a collection as a GBR directory, or every code as JSON."""

import json
from importlib import import_module
from typing import Any

import click

from gbr_lsp.cli.completing import files
from gbr_lsp.cli.directory.entries import NumberedStudies
from gbr_lsp.cli.listing import Files, listed, with_solutions
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit, readable

_FORMATS = ("text", "markdown", "latex", "csv", "json")


@click.command(
    "index",
    epilog=manual(
        {
            0: "the directory is written, or agrees with the one of --check",
            1: "the one of --check differs",
            2: "a file cannot be read, or there is nothing to compare",
        },
        {
            "The directory of a collection": "gbr-lsp index collection.pgn",
            "The directory of a folder, for a book": "gbr-lsp index --output-format latex .",
            "Compare a printed index with the studies": "gbr-lsp index --check manuscript.txt manuscript.txt",
            "Every code with its place, for a program": "gbr-lsp index --output-format json manuscript.md",
        },
    ),
)
@click.argument("paths", nargs=-1, required=True, shell_complete=files)
@click.option(
    "--output-format",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="Write the directory as text, as a table of Markdown, as LaTeX or as CSV, or every code as JSON.",
)
@click.option(
    "--check",
    "directory",
    metavar="FILE",
    shell_complete=files,
    help="Compare the directory that somebody wrote in FILE with the studies of PATHS, and write what differs.",
)
@click.option(
    "--stdin-filename", metavar="NAME",
    help="The file name of the text on standard input; its ending says how it is read. Without it, plain text.",
)  # fmt: skip
def command(paths: tuple[str, ...], output_format: str, directory: str | None, stdin_filename: str | None) -> int:
    """Write the studies of PATHS as a directory: wins, then draws, each by class, then by kings.

    Each is written with its number, where a heading or the line of the code has one, or with its file and row. As JSON,
    list every code in the order of the files, with what it says and what stands beside it.

    With `--check`, write instead what differs: entries of FILE that head no study, studies that it does not list with
    the line to add, and entries out of order, as text or JSON.
    """
    if directory is not None:
        from gbr_lsp.cli.directory.check import check

        return check(directory, paths, output_format, stdin_filename)
    files = Files(paths, stdin_filename)
    collection = NumberedStudies()
    codes: list[dict[str, Any]] = []
    for source, document in files:
        if output_format == "json":
            codes += with_solutions(document, listed(source, document))
        elif document.host.holds_records:
            collection.add_games(readable(source.name), document)
        else:
            collection.add(document, listed(source, document))
    if output_format == "json":
        emit([json.dumps(codes, indent=2)])
    else:
        emit(import_module(f"gbr_lsp.cli.directory.{output_format}").write(collection.lines()))
    return 2 if files.failed else 0
