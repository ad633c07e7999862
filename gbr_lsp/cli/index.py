"""`gbr-lsp index`: the studies of a collection as a GBR directory, or every code as JSON."""

import os
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

import click

from gbr_lsp.base.escapes import JSON
from gbr_lsp.cli.directory.entries import COLUMNS, NumberedStudies
from gbr_lsp.cli.listing import Files, listed_codes, with_solutions
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit, json_list, readable_name
from gbr_lsp.cli.searching.hits import Target
from gbr_lsp.cli.searching.studies import Studies
from gbr_lsp.cli.shared_options import CACHE, STDIN_FILENAME, format_option, jobs_option
from gbr_lsp.cli.shell_values import files
from gbr_lsp.hosts import host_for

_FORMATS = ("text", "markdown", "latex", "csv", "json")


@click.command(
    "index",
    epilog=manual(
        {
            0: "the index was written, or the one in --check has no differences",
            1: "the index in --check differs from the studies",
            2: "a file cannot be read, or there is nothing to compare",
        },
        {
            "The index of a collection": "gbr-lsp index collection.pgn",
            "The index of a folder, for a book": "gbr-lsp index --output-format latex .",
            "Compare a printed index with the studies": "gbr-lsp index --check manuscript.txt manuscript.txt",
            "Every code with its place, for a program": "gbr-lsp index --output-format json manuscript.md",
        },
    ),
)
@click.argument("paths", nargs=-1, required=True, shell_complete=files)
@format_option("Output format; JSON lists every code.", _FORMATS)
@click.option(
    "--check",
    "directory",
    metavar="FILE",
    shell_complete=files,
    help="Compare the index in FILE with the studies in PATHS, and print the differences.",
)
@STDIN_FILENAME
@jobs_option("Read large files of games in N processes; 0 means one for each processor.")
@CACHE
def command(
    paths: tuple[str, ...],
    output_format: str,
    directory: str | None,
    stdin_filename: str | None,
    jobs: int,
    cache: bool,
) -> int:
    """Write an index of the studies in PATHS: wins, then draws, each by class, then by kings.

    Each line ends with the number of the study, if its heading or the line of its code has one, or with its file and
    line. JSON lists every code instead, in the order of the files, with what it says and what belongs to it.

    With `--check`, print how the index in FILE differs from the studies: entries without a study, studies that are
    not listed, each with the line to add, and entries out of order. The output is text or JSON.
    """
    if directory is not None:
        from gbr_lsp.cli.directory.check import check

        return check(directory, paths, output_format, stdin_filename)
    if output_format == "json":
        listing = Files(paths, stdin_filename)
        emit(json_list(_codes(listing)), JSON)
        return 2 if listing.has_failed else 0
    collection, failed = directory_of(paths, stdin_filename, jobs=jobs, cache=cache)
    emit(import_module(f"gbr_lsp.cli.directory.{output_format}").write(collection.lines()))
    return 2 if failed else 0


def _codes(listing: Files) -> Iterator[dict[str, Any]]:
    for request in listing.requests():
        for source, document, row in listing.parts(request):
            yield from with_solutions(document, listed_codes(source, document, row))


def directory_of(
    paths: tuple[str, ...], stdin_name: str | None, *, jobs: int, cache: bool
) -> tuple[NumberedStudies, bool]:
    """Return the studies under `paths`, and whether a file could not be read.

    Games are taken from the index of `search`; all other files are read.
    """
    collection, listing = NumberedStudies(), Files(paths, stdin_name)
    games = Studies(paths, stdin_name, jobs=jobs, cache=cache)
    for request in listing.requests():
        path = request.path
        if path is None or request.trouble or not (host_for(request.name).has_records and os.path.isfile(path)):
            read = listing.read(request)
            if read:
                source, document = read
                collection.add(document, listed_codes(source, document))
            continue
        target = Target(request.name, path)
        for located in games.chunks(target, COLUMNS):
            collection.add_games(readable_name(request.name), located, partial(listing.class_text, request, located))
    return collection, listing.has_failed or games.has_failed
