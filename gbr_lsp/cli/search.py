"""`gbr-lsp search`: the studies that match a pattern."""

import json
from collections.abc import Iterator
from typing import Any

import click

from gbr_lsp.cli.completing import files
from gbr_lsp.cli.files import printable
from gbr_lsp.cli.listing import Files, Listed, as_json, listed
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit
from gbr_lsp.collection.reading import facts_of
from gbr_lsp.collection.search import BadQuery, Options, read_query
from gbr_lsp.model.roles import Role


@click.command(
    "search",
    epilog=manual(
        {0: "something is found", 1: "nothing is found", 2: "PATTERN or a file cannot be read"},
        {
            "Rook against pawns": "gbr-lsp search '0300.*' .",
            "By material, whichever side has it": "gbr-lsp search --either-color KRvKP collection.pgn",
            "Won studies with a king on d6": "gbr-lsp search 'win d6' collection.pgn",
            "How many are drawn, in each file": "gbr-lsp search --count draw .",
        },
    ),
)
@click.argument("pattern")
@click.argument("paths", nargs=-1, required=True, shell_complete=files)
@click.option("--either-color", is_flag=True, help="Also find what matches PATTERN with White and Black exchanged.")
@click.option("--all", "every", is_flag=True, help="Search all codes, also those in an index or in running text.")
@click.option("-c", "--count", is_flag=True, help="Write only the number of matches in each file that has any.")
@click.option("-l", "--files-with-matches", "names", is_flag=True, help="Write only the names of the files.")
@click.option(
    "--output-format",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="Write a line for each code, as grep does, or a list of objects as `index` does.",
)
@click.option(
    "--stdin-filename", metavar="NAME",
    help="The file name of the text on standard input; its ending says how it is read. Without it, plain text.",
)  # fmt: skip
def command(
    pattern: str,
    paths: tuple[str, ...],
    either_color: bool,
    every: bool,
    count: bool,
    names: bool,
    output_format: str,
    stdin_filename: str | None,
) -> int:
    """Find the studies in PATHS that match PATTERN; `-` is standard input.

    All words of PATTERN must hold. They are a class (`0323.12`, `0x00.yz`, `0[14]00.??`, `0400.*`), material
    (`KRPvKR`), kings (`g3g1`, or `g3` for either of them), a goal (`+` or `win`, `=` or `draw`) and a side to move
    (`wtm`, `btm`), which is the board's where the code names none. Put PATTERN in quotes: some of these characters are
    special to shells.
    """
    if output_format == "json" and (count or names):
        raise click.UsageError("--count and --files-with-matches write text, not JSON.")
    try:
        query = read_query(pattern, Options(either=either_color))
    except BadQuery as error:
        raise click.UsageError(str(error)) from None
    files = Files(paths, stdin_filename)
    found = 0
    entries: list[dict[str, Any]] = []
    for source, document in files:
        codes = listed(source, document)
        hits = [code for code in codes if (every or code.role is Role.STUDY) and query.matches(facts_of(code.study))]
        found += len(hits)
        if output_format == "json":
            entries += map(as_json, hits)
        elif hits and (count or names):
            name = printable(source.name)
            emit([name if names else f"{name}:{len(hits)}"])
        else:
            emit(_lines(hits))
    if output_format == "json":
        emit([json.dumps(entries, indent=2)])
    return 2 if files.failed else int(not found)


def _lines(hits: list[Listed]) -> Iterator[str]:
    """One line for each code, such as `hhdb.pgn:7:9: +0016.32d4g7  Rusz=A`, with the composer if the game names one."""
    for hit in hits:
        text = " ".join(hit.study.text(hit.study.occurrence.span).split())
        composer = _composer(hit)
        yield f"{hit.place}:{hit.column}: {text}{f'  {composer}' if composer else ''}"


def _composer(hit: Listed) -> str:
    tag = hit.study.block.found.reading.tags.get("White")
    return " ".join(hit.study.text(tag).split()) if tag else ""
