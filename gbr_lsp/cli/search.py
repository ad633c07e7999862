"""`gbr-lsp search`: the studies that match plain words or a pattern."""

import os

import click

from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import print_message
from gbr_lsp.cli.searching.hit_output import FORMATS, KEYS, SearchOutput, write
from gbr_lsp.cli.searching.studies import Studies, query_of
from gbr_lsp.cli.shared_options import CACHE, JOBS, STDIN_FILENAME, format_option, minimum
from gbr_lsp.cli.shell_values import files, pattern
from gbr_lsp.collection.search import BadQuery, Options, is_term


class _Search(click.Command):
    """The command; its error message knows that a pattern may begin like an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            term = next((arg for arg in given if arg.startswith("-") and is_term(arg)), None)
            if term is None:
                raise
            message = f"A PATTERN that begins with - goes after --, and options before it: gbr-lsp search -- '{term}'"
            raise click.UsageError(f"{error.format_message()} {message}") from None


@click.command(
    "search",
    cls=_Search,
    epilog=manual(
        {0: "matches", 1: "no match", 2: "PATTERN or a file cannot be read"},
        {
            "Rook against pawn, either side White": "gbr-lsp search 'rook against pawn' .",
            "By composer and year": "gbr-lsp search 'Kubbel 1925' collection.pgn",
            "By award, years and goal": "gbr-lsp search '1st prize 1950-1960 draw' collection.pgn",
            "A black rook, any pawns": "gbr-lsp search '0300.*' .",
            "By material, whichever side has it": "gbr-lsp search --either-color KRvKP collection.pgn",
            "Won studies with a king on d6": "gbr-lsp search 'win d6' collection.pgn",
            "How many are drawn, in each file": "gbr-lsp search --count draw .",
            "All studies of a composer by year, as a table":
                "gbr-lsp search --sort year --output-format csv 'composer:kubbel' .",
            "Draws or miniatures, but not by him": "gbr-lsp search '(draw | men:<=7) -composer:kubbel' .",
            "Each position once, as a new collection": "gbr-lsp search --unique --output-format pgn '*' .",
            "Men on squares, also mirrored": "gbr-lsp search --flip 'board:\"Kd6 [Pp]a-h2\"' .",
        },
    ),
)  # fmt: skip
@click.argument("pattern", shell_complete=pattern)
@click.argument("paths", nargs=-1, required=True, shell_complete=files)
@click.option("--either-color", is_flag=True, help="Also match with White and Black exchanged.")
@click.option("--flip", is_flag=True, help="Also match boards that are rotated or mirrored, as in CQL.")
@click.option("--shift", is_flag=True, help="Also match boards with all men shifted, as in CQL.")
@click.option(
    "--flipcolor", is_flag=True,
    help="Also match boards turned upside down, with colors, side to move and goal exchanged, as in CQL.",
)  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Search all codes, also those in an index or in running text.")
@click.option("-c", "--count", is_flag=True, help="Print only the number of matches in each file that has any.")
@click.option("-l", "--files-with-matches", "names", is_flag=True, help="Print only the names of the files.")
@format_option(
    "Write a line for each study, as grep does; a list of objects, as `index` does; a table; or PGN records.", FORMATS
)
@click.option(
    "--unique", is_flag=True,
    help="List each position once, mirrored or not; twins and anticipated studies (flags TW, AN) are always listed.",
)  # fmt: skip
@click.option("--limit", type=minimum(1), metavar="N", help="Stop after N matches.")
@click.option("--sort", type=click.Choice(tuple(KEYS)), help="Sort the matches by this, then by place.")
@click.option(
    "--statistics",
    type=click.Choice(("class", "composer", "year", "award")),
    help="Print only the number of matches for each value, the most frequent first.",
)
@JOBS
@CACHE
@STDIN_FILENAME
def command(
    pattern: str,
    paths: tuple[str, ...],
    either_color: bool,
    flip: bool,
    shift: bool,
    flipcolor: bool,
    every: bool,
    count: bool,
    names: bool,
    output_format: str,
    unique: bool,
    limit: int | None,
    sort: str | None,
    statistics: str | None,
    jobs: int,
    cache: bool,
    stdin_filename: str | None,
) -> int:
    """Find the studies in PATHS that match PATTERN; `-` is standard input.

    PATTERN is in plain words, such as `rook against pawn`, `Kubbel 1925` or `1st prize 1950-1960 draw`, or in the query
    language. Plain words are translated to it, and a line on standard error shows the query:
    `read as: composer:kubbel year:1925`.

    A study must match all terms of a query. A term is a class (`0323.12`, `0x00.yz`, `0[14]00.??`, `0400.*`),
    material (`KRPvKR`), kings (`g3g1`, or `g3` for either king), a goal (`+` or `win`, `=` or `draw`), a side to move
    (`wtm`, `btm`; the board decides if the code does not), or a field: `composer:` `event:` `title:` `award:` (`1.p`,
    `hm`), `year:1920..1930`, `men:` `pawns:` `promoted:` (`<=7`), `flag:`, `rule:` with the name of a rule that reports
    something at the study, `fen:"…"`, `board:"Ra1 kh8 P[a-h]7"`, `like:` with a FEN, a full code or FILE:LINE for
    similar positions, `during:"…"` for men anywhere in the solution, `during:mate` or `during:stalemate`, `twin:any`,
    or `twin:"…"` for men or a FEN in the position of a twin.

    A `-` before a term means not, `|` means or, parentheses group terms, and `*` alone finds every study. Put PATTERN
    in single quotes, because shells interpret some of these characters.
    """
    output = SearchOutput(
        output_format,
        has_counts=count,
        has_names=names,
        limit=limit,
        sort=sort,
        statistics=statistics,
        is_unique=unique,
    )
    output.refuse()
    studies = Studies(paths, stdin_filename, jobs=jobs, cache=cache)
    try:
        query, reading = query_of(pattern, studies, Options(either_color, flip, shift, flipcolor), every=every)
    except BadQuery as error:
        swapped = os.path.lexists(pattern)
        advice = f"{pattern!r} is a file or folder: put the pattern before it, as in '*' {pattern}"
        raise click.UsageError(advice if swapped else str(error)) from None
    _refuse_terms(pattern, paths)
    if reading != pattern:
        print_message(f"read as: {reading}")
    found = write(studies, query.condition, query.model_squares, output)
    if not found and not studies.has_failed:
        print_message(
            f"no study matches {pattern!r}{'' if every else '; --all also searches indexes and running text'}"
        )
    return 2 if studies.has_failed else int(not found)


def _refuse_terms(pattern: str, paths: tuple[str, ...]) -> None:
    """Raise UsageError if one of `paths` is a part of the pattern outside the quotes."""
    for path in paths:
        if path != "-" and not os.path.lexists(path) and is_term(path):
            together = f"'{pattern} {path}'"
            raise click.UsageError(
                f"There is no file {path}, but it looks like part of the pattern: put it inside the quotes: {together}"
            )
