"""`gbr-lsp index`: the studies of a collection as a GBR directory, or every code as JSON."""

import json
from importlib import import_module
from typing import Any

import click

from gbr_lsp.cli.directory.entries import Collection
from gbr_lsp.cli.listing import Files, as_json, listed
from gbr_lsp.cli.output import emit

_FORMATS = ("text", "markdown", "latex", "csv", "json")


@click.command("index")
@click.argument("paths", nargs=-1, required=True)
@click.option("--output-format", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option("--check", "directory", metavar="FILE", help="Compare the directory in FILE with the studies of PATHS.")
@click.option("--stdin-filename", metavar="NAME", help="What the text of `-` is called, and by its ending what it is.")
def command(paths: tuple[str, ...], output_format: str, directory: str | None, stdin_filename: str | None) -> int:
    """Write the studies of PATHS as a directory: wins, then draws, each by class, then by kings.

    Each is written with its number, where a heading or the line of the code has one, or with its file and row. As JSON,
    list every code in the order of the files, with what it says and what stands beside it.

    With `--check`, write instead what differs: entries of FILE that head no study, studies that it does not list with
    the line to add, and entries out of order. Exits with 1 if anything does, as text or JSON.
    """
    if directory is not None:
        from gbr_lsp.cli.directory.check import check

        return check(directory, paths, output_format, stdin_filename)
    files = Files(paths, stdin_filename)
    collection = Collection()
    codes: list[dict[str, Any]] = []
    for source, document in files:
        found = listed(source, document)
        if output_format == "json":
            codes += map(as_json, found)
        else:
            collection.add(document, found)
    if output_format == "json":
        emit([json.dumps(codes, indent=2)])
    else:
        emit(import_module(f"gbr_lsp.cli.directory.{output_format}").write(collection.lines()))
    return 2 if files.failed else 0
