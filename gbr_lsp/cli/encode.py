"""`gbr-lsp encode`: the code of a position."""

import os
from collections.abc import Iterator
from typing import NamedTuple

import click

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import lines_of
from gbr_lsp.cli.files import Source, standard_input
from gbr_lsp.cli.folder_settings import FolderSettings
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit, print_message
from gbr_lsp.cli.shell_values import files
from gbr_lsp.cli.spellings import spelling_lines, spellings
from gbr_lsp.hosts import host_for
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.digits import NINE_MEANINGS
from gbr_lsp.notation.grammar import GOAL_OF_RESULT
from gbr_lsp.notation.placement import Placement, placement_problem
from gbr_lsp.notation.values import BLACK, Code, Form, Goal, Nine, Stipulation

_GOALS = {"+": Goal.WIN, "win": Goal.WIN, "=": Goal.DRAW, "draw": Goal.DRAW, "none": None}
_FORMS = [*(form.value for form in Form), "all"]
_FORMS_WITHOUT_GOAL = (Form.CLASS.value, Form.DOTTED.value)
_PGN = regex(r"\ufeff?\s*\[\w+\s+\"")


class _Position(NamedTuple):
    """A FEN to encode: its source, folder, fields and the goal of its record; or the problem."""

    name: str
    folder: str
    fields: list[str]
    goal: Goal | None = None
    problem: str | None = None


@click.command(
    "encode",
    context_settings={"ignore_unknown_options": True},
    epilog=manual(
        {0: "every position has a code", 2: "a position cannot be read; the codes of the others are still written"},
        {
            "The code of a position": "gbr-lsp encode '6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1'",
            "As a caption, with the goal": "gbr-lsp encode --form caption --stipulation draw '7K/8/k1P5/7p/8/8/8/8'",
            "Of every study of a collection": "gbr-lsp encode collection.pgn",
            "Every spelling": "echo '8/K7/2nn4/8/8/1B1k4/1R6/8 w' | gbr-lsp encode --form all",
        },
    ),
)
@click.argument("positions", nargs=-1, metavar="FEN...|FILE...", shell_complete=files)
@click.option(
    "--form",
    type=click.Choice(_FORMS),
    default="prefixed",
    show_default=True,
    help="Write the code in this spelling; `all` writes each spelling on a line after its name.",
)
@click.option(
    "--stipulation",
    type=click.Choice(list(_GOALS)),
    help="Give every code this goal. By default, a PGN record has the goal of its Result, and a FEN has none.",
)
@click.option(
    "--nine", type=click.Choice([nine.value for nine in Nine]),
    help=f"The meaning of a 9: {NINE_MEANINGS[Nine.MODERN]} (modern), or {NINE_MEANINGS[Nine.PROMOTED]} (promoted). "
    "By default, the settings of the file's folder decide.",
)  # fmt: skip
def command(positions: tuple[str, ...], form: str, stipulation: str | None, nine: str | None) -> int:
    """Write the code of each position, one a line. Positions are FENs, the records of PGN files, or files with one
    FEN a line.

    Without positions, or with `-`, PGN or FENs are read from standard input. A FEN needs no quotes; the first of its
    six fields is enough.
    """
    configuration = FolderSettings()
    failed = False
    if stipulation not in (None, "none") and form in _FORMS_WITHOUT_GOAL:
        print_message(f"the form {form} does not state a goal")
    for position in _positions(positions, configuration):
        goal = _GOALS[stipulation] if stipulation is not None else position.goal
        convention = Nine(nine) if nine else configuration.of_folder(position.folder).conventions.nine
        code = position.problem or _encode(position.fields, goal, convention)
        if isinstance(code, str):
            print_message(f"{position.name}: {code}")
            failed = True
            continue
        emit(spelling_lines(spellings(code)) if form == "all" else [spell(code, Form(form)) or ""])
    return 2 if failed else 0


def _encode(fields: list[str], goal: Goal | None, nine: Nine) -> Code | str:
    """Return the code of the position, or a message that states the error."""
    placement, turn = [*fields, "", ""][:2]
    problem = placement_problem(placement)
    if problem:
        return f"the FEN {problem}"
    if turn not in ("", "w", "b"):
        return f"the FEN has “{turn}” as the side to move; it must be w or b"
    code = code_of(Placement(placement), Stipulation(goal, BLACK if turn == "b" else None), nine)
    return code or "the FEN has more than eight pawns of one color"


def _positions(words: tuple[str, ...], configuration: FolderSettings) -> Iterator[_Position]:
    """Yield the positions that the arguments `words` name."""
    for word in _joined(words or ("-",)):
        if word == "-":
            yield from _of_text(Source("-", standard_input()))
        elif os.path.isdir(word):
            yield _Position(word, "", [], problem="is a directory")
        elif "/" in word and not os.path.isfile(word) and not host_for(word).has_records:
            yield _Position(word, "", word.split())
        elif "." not in word and not os.path.lexists(word):
            yield _Position(word, "", [], problem="is neither a FEN nor a file")
        else:
            yield from _of_file(word, configuration)


def _joined(words: tuple[str, ...]) -> list[str]:
    """Return the arguments, with the separate fields of a FEN joined."""
    joined: list[str] = []
    fields = 6
    for word in words:
        placement = word.count("/") == 7 and not host_for(word).has_records
        if fields < 6 and not placement and "/" not in word:
            joined[-1] += f" {word}"
            fields += 1
        else:
            joined.append(word)
            fields = len(word.split()) if placement else 6
    return joined


def _of_file(name: str, configuration: FolderSettings) -> Iterator[_Position]:
    for source in configuration.sources([name]):
        if source.trouble:
            yield _Position(source.name, "", [], problem=source.trouble)
        else:
            yield from _of_text(source)


def _of_text(source: Source) -> Iterator[_Position]:
    """Yield the positions of a PGN file, or of a file with one FEN a line."""
    folder = os.path.dirname(source.name)
    if host_for(source.name).has_records or _PGN.match(source.text):
        yield from _of_records(source, folder)
        return
    before = "" if source.name == "-" else f"{source.name}, "
    lines = [(number, words) for number, line in enumerate(lines_of(source.text), 1) if (words := line.split())]
    if 2 * sum("/" in words[0] for _, words in lines) < len(lines):
        yield _Position(source.name, folder, [], problem="is neither PGN nor a list of FENs, one a line")
        return
    for number, words in lines:
        yield _Position(f"{before}line {number}", folder, words)


def _of_records(source: Source, folder: str) -> Iterator[_Position]:
    found = False
    for number, block in enumerate(Document.of(source.text, host_for(".pgn")).blocks, 1):
        tags = {name: block.text[span.start : span.end] for name, span in block.contents.reading.tags.items()}
        if "FEN" in tags:
            found = True
            goal = GOAL_OF_RESULT.get(tags.get("Result", ""))
            yield _Position(f"{source.name}, record {number}", folder, tags["FEN"].split(), goal)
    if not found:
        yield _Position(source.name, folder, [], problem="no record has a FEN")
