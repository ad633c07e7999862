"""`gbr-lsp encode`: the code of a position."""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from gbr_lsp.cli.files import Source, complain, sources
from gbr_lsp.cli.output import emit
from gbr_lsp.notation.placement import Placement, wrong_with
from gbr_lsp.notation.spell import code_of, spell
from gbr_lsp.notation.values import BLACK, Form, Goal, Nine, Stipulation

_GOALS = {"+": Goal.WIN, "win": Goal.WIN, "=": Goal.DRAW, "draw": Goal.DRAW, "none": None}
_RESULTS = {"1-0": Goal.WIN, "1/2-1/2": Goal.DRAW}


class _Position(NamedTuple):
    """A FEN to encode: where it comes from, its fields, and the goal its record claims."""

    name: str
    fields: list[str]
    goal: Goal | None = None


@click.command("encode", context_settings={"ignore_unknown_options": True})
@click.argument("positions", nargs=-1, metavar="FEN...|FILE.pgn...")
@click.option("--form", type=click.Choice([form.value for form in Form]), default="prefixed", show_default=True)
@click.option("--stipulation", type=click.Choice(list(_GOALS)), help="The goal; a PGN record claims its Result.")
@click.option("--nine", type=click.Choice([nine.value for nine in Nine]), default="modern", show_default=True)
def command(positions: tuple[str, ...], form: str, stipulation: str | None, nine: str) -> int:
    """Write the code of each position, one a line: of FENs, of the records of PGN files, of standard input.

    Exits with 2 if a position cannot be read; the others are written all the same.
    """
    failed = False
    given = stipulation is not None
    for position in _positions(positions):
        goal = _GOALS[stipulation] if stipulation is not None else position.goal
        written = _encode(position, Form(form), goal if given or position.goal else None, Nine(nine))
        if written is None:
            failed = True
        else:
            emit([written])
    return 2 if failed else 0


def _encode(position: _Position, form: Form, goal: Goal | None, nine: Nine) -> str | None:
    """The code, or None after saying on stderr why there is none."""
    field = position.fields[0] if position.fields else ""
    problem = wrong_with(field)
    turn = BLACK if position.fields[1:2] == ["b"] else None
    code = None if problem else code_of(Placement(field), Stipulation(goal, turn), nine)
    if code is None:
        problem = problem or "has more than eight pawns of one color"
        click.echo(f"gbr-lsp: {position.name}: the FEN {problem}", err=True)
        return None
    return spell(code, form)


def _positions(words: tuple[str, ...]) -> Iterator[_Position]:
    if not words:
        words = ("-",)
    for word in _joined(words):
        if word == "-":
            yield from _of_lines(line.strip() for line in sys.stdin)
        elif os.path.isdir(word):
            raise click.ClickException(f"{word}: is a directory")
        elif "/" in word and not os.path.isfile(word) and not word.lower().endswith(".pgn"):
            yield _Position(word, word.split())
        else:
            yield from _of_file(word)


def _joined(words: tuple[str, ...]) -> list[str]:
    """The arguments with the fields of a FEN that was given as several words put together."""
    joined: list[str] = []
    fields = 6
    for word in words:
        placement = word.count("/") == 7 and not word.lower().endswith(".pgn")
        if fields < 6 and not placement and "/" not in word:
            joined[-1] += f" {word}"
            fields += 1
        else:
            joined.append(word)
            fields = len(word.split()) if placement else 6
    return joined


def _of_lines(lines: Iterable[str]) -> Iterator[_Position]:
    return (_Position(f"line {number}", line.split()) for number, line in enumerate(lines, 1) if line)


def _of_file(name: str) -> Iterator[_Position]:
    for source in sources([name]):
        if source.trouble:
            complain(source)
            raise SystemExit(2)
        yield from _of_records(source) if name.lower().endswith(".pgn") else _of_lines(source.text.splitlines())


def _of_records(source: Source) -> Iterator[_Position]:
    for number, block in enumerate(source.document().blocks, 1):
        tags = {name: block.text[span.start : span.end] for name, span in block.found.reading.tags.items()}
        if "FEN" in tags:
            goal = _RESULTS.get(tags.get("Result", ""))
            yield _Position(f"{source.name}, record {number}", tags["FEN"].split(), goal)
