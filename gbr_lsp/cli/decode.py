"""`gbr-lsp decode`: what a code says."""

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import click

from gbr_lsp.base.escapes import JSON
from gbr_lsp.base.text import Span, lines_of
from gbr_lsp.boards import fen
from gbr_lsp.boards.drawing import board_svg, figures
from gbr_lsp.boards.value import Board
from gbr_lsp.cli.checking.result_files import save
from gbr_lsp.cli.files import standard_input
from gbr_lsp.cli.folder_settings import FolderSettings
from gbr_lsp.cli.manual import manual
from gbr_lsp.cli.output import emit, print_message
from gbr_lsp.cli.shared_options import format_option
from gbr_lsp.cli.shell_values import files
from gbr_lsp.cli.spellings import spelling_lines, spellings
from gbr_lsp.cli.usage import suggestion
from gbr_lsp.collection.code_json import class_of, king_names
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import judge
from gbr_lsp.model import description
from gbr_lsp.model.block import Block
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.study import Study
from gbr_lsp.notation.digits import NINE_MEANINGS
from gbr_lsp.notation.known_code import parse_codes, stray_text
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, COLOR_NAMES, PIECE_NAMES, SLOTS, WHITE, Nine
from gbr_lsp.solutions.tablebase import position_at_rest

_UNREADABLE = "digit-count"
_SQUARES_AFTER = re.compile(r"[ .,]*(?P<squares>[a-h][1-8](?:[ .]*[a-h][1-8])*)(?![^\W_])")
_GLUED = re.compile(r" *(?P<word>[a-h][1-8]\w+)")
"""A word after a class that starts with a square but gives no king: `g3x`."""
_LIKE_PART = re.compile(
    r"(?i)(?<![^\W_])(?:[a-h][1-8]|[0-9]{1,2}[/+:][0-9]{1,2}|[wb]tm|win|draw|(?:white|black) (?:to move|wins|draws))"
    r"(?![^\W_])|(?<!\S)[+=](?!\S)"
)
"""Text that looks like kings, a control or a result."""
_OPTIONS = ("--output-format", "--forms", "--svg", "--nine", "--help")


@click.command(
    "decode",
    context_settings={"ignore_unknown_options": True},
    epilog=manual(
        {
            0: "every code is correct",
            1: "a code has a problem, or there is no code",
            2: "the work could not be done, or the code has no board for --svg",
        },
        {
            "What a code says": "gbr-lsp decode '=0323.12g3g1'",
            "All spellings of a code that gives the whole position": "gbr-lsp decode --forms 'a7d3 0116.00 b2b3c6d6'",
            "Its board as a picture": "gbr-lsp decode --svg board.svg 'a7d3 0116.00 b2b3c6d6 3/3+'",
            "Codes on standard input, one a line, as JSON": "echo 1689 | gbr-lsp decode --output-format json",
        },
    ),
)
@click.argument("codes", nargs=-1, metavar="CODE...", type=click.UNPROCESSED)
@format_option("Output format: text for people, JSON for programs.")
@click.option("--forms", is_flag=True, help="Also print each code in all spellings that it has enough data for.")
@click.option(
    "--svg",
    metavar="FILE",
    shell_complete=files,
    help="Write the board to FILE as a picture; with several codes, to FILE-1, FILE-2, ... before the ending.",
)
@click.option(
    "--nine", type=click.Choice([nine.value for nine in Nine]),
    help=f"The meaning of a 9: {NINE_MEANINGS[Nine.MODERN]} (modern), or {NINE_MEANINGS[Nine.PROMOTED]} (promoted). "
    "By default, the settings of the working folder decide.",
)  # fmt: skip
def command(codes: tuple[str, ...], output_format: str, forms: bool, svg: str | None, nine: str | None) -> int:
    """Print what codes mean: the men in words, their squares and, if a code gives the whole position, the board and
    the FEN.

    Without codes, or with `-`, codes are read from standard input, one a line. A code with spaces needs no quotes; a
    code with characters that shells interpret, such as `(` and `*`, does. If the settings of the working folder name
    Syzygy tables, their result is printed too.
    """
    texts = list(_texts(codes))
    conventions = FolderSettings().of_folder("").conventions
    conventions = conventions._replace(nine=Nine(nine)) if nine else conventions
    entries = [entry for text in texts for entry in _studies(text, conventions)]
    problems = [_problems(text, study, svg) for text, study in entries]
    if output_format == "json":
        both = zip(entries, problems, strict=True)
        emit([json.dumps([_as_json(text, study, names, forms) for (text, study), names in both], indent=2)], JSON)
    else:
        for text, study in entries:
            emit(_in_words(text, study, forms, svg))
    if not texts:
        print_message("there is no code on standard input")
        return 1
    drawn = svg is None or _draw(entries, svg)
    return int(any(problems)) if drawn else 2


def _texts(codes: tuple[str, ...]) -> Iterator[str]:
    """Yield the codes on the command line; arguments that only together are a code are joined."""
    for code in codes:
        if re.match("--[a-z]", code):
            raise click.UsageError(f"There is no option {code.partition('=')[0]!r}.{suggestion(code, _OPTIONS)}")
    words = list(codes or ("-",))
    while words:
        if words[0] == "-":
            words.pop(0)
            yield from (line.strip() for line in lines_of(standard_input()) if line.strip())
            continue
        size = next((n for n in range(min(len(words), 8), 1, -1) if _is_one_code(words[:n]) or _is_fen(words[:n])), 1)
        yield " ".join(words[:size])
        del words[:size]


def _is_one_code(words: list[str]) -> bool:
    """Return True if `words` joined are one code, from the first word to the last."""
    text = " ".join(words)
    codes = parse_codes(text)
    if len(codes) != 1:
        return False
    return codes[0].span.start < len(words[0]) and len(text) - len(words[-1]) < codes[0].span.end


def _is_fen(words: list[str]) -> bool:
    """Return True if `words` joined are one FEN."""
    text = " ".join(words)
    return (board := _board_of(text)) is not None and board.span == Span(0, len(text))


def _board_of(text: str) -> Board | None:
    """Return the board of `text` if it is a FEN without a code, or None."""
    boards = fen.find(text, Span(0, len(text)))
    return boards[0] if len(boards) == 1 and boards[0].placement and not parse_codes(text) else None


def _placement(text: str, study: Study | None) -> Placement | None:
    """Return the position that a code lists or a FEN shows, or None."""
    board = _board_of(text) if study is None else None
    return study.spelled_position if study else board.placement if board else None


def _unread(text: str, study: Study) -> tuple[str, str] | None:
    """Return a rule and a message about a part of the code that was not read, or None."""
    span = study.occurrence.span
    found = _SQUARES_AFTER.match(text, span.end)
    glued = _GLUED.match(text, span.end)
    if study.occurrence.problems:
        return None
    stray = stray_text(text, study.occurrence) if text == study.block.text else None
    if glued and found is None and study.code.kings is None:
        return "missing-king", f"{glued['word']} is not two squares, so no king was read from it"
    if found is None:
        if stray is None or not _LIKE_PART.search(text, *stray):
            return None
        rule = "missing-king" if study.code.kings is None else "missing-result"
        return rule, f"“{text[slice(*stray)].strip(' ,;:')}” was not read"
    squares = found["squares"].replace(" ", "")
    if study.code.kings is None and len(squares) == 2:
        return "missing-king", f"Only one king has a square, {squares}, so it was not read"
    men = sum(count or 0 for count in study.men or ())
    count = len(squares) // 2
    count_text = f"{count} square{'s' if count != 1 else ''} for {men} men besides the kings"
    return "square-count", f"The list {squares} has {count_text}, so it was not read"


def _studies(text: str, conventions: Conventions) -> list[tuple[str, Study | None]]:
    """Return each code of `text` with its part of the text; `[(text, None)]` without codes."""
    found = parse_codes(text)
    block = Block(host_for(""), text, False)
    if len(found) < 2:
        return [(text, Study(block, code, (), conventions)) for code in found] or [(text, None)]
    return [(text[code.span.start : code.span.end], Study(block, code, (), conventions)) for code in found]


def _problems(text: str, study: Study | None, svg: str | None) -> list[str]:
    """Return the names of the rules that a code breaks; none for a FEN to draw."""
    if study is None:
        return [] if svg is not None and _board_of(text) else [_UNREADABLE]
    unread = _unread(text, study)
    found = [finding.rule for finding in judge(study)]
    return list(dict.fromkeys([*found, *(unread[:1] if unread else ())]))


def _draw(entries: list[tuple[str, Study | None]], path: str) -> bool:
    """Write each board to its own file; return False after reporting an unknown board on stderr."""
    stem, ending = os.path.splitext(path)
    drawn = True
    for number, (text, study) in enumerate(entries, 1):
        placement = _placement(text, study)
        if placement is None:
            print_message(f"{text}: does not give the squares of all men, so there is no board to draw")
            drawn = False
            continue
        name = path if len(entries) == 1 else f"{stem}-{number}{ending}"
        save(name, board_svg(placement).encode())
    return drawn


def _forms(study: Study) -> dict[str, str]:
    """Return the spellings of a correct code by form, without incomplete lists of squares."""
    if study.occurrence.problems:
        return {}
    return spellings(study.code if study.spelled_position else study.code._replace(pieces=None, pawns=None))


def _as_json(text: str, study: Study | None, problems: list[str], forms: bool) -> dict[str, Any]:
    if study is None:
        unknown = dict.fromkeys(("class", "men", "kings", "stipulation", "turn", "control", "fen"))
        return {"text": text, **unknown, "problems": problems, **({"forms": {}} if forms else {})}
    code, spelled = study.code, study.spelled_position
    goal, turn = code.stipulation
    entry: dict[str, Any] = {
        "text": text,
        "class": class_of(study),
        "men": _men(study),
        "kings": king_names(code.kings),
        "stipulation": goal.value if goal else None,
        "turn": None if turn is None else COLOR_NAMES[turn],
        "control": str(code.control) if code.control else None,
        "fen": spelled.fen if spelled else None,
        "problems": problems,
    }
    entry |= {"tables": _outcomes(study)} if study.conventions.tables else {}
    return entry | ({"forms": _forms(study)} if forms else {})


def _men(study: Study) -> dict[str, dict[str, int | None]] | None:
    """Return the men by color and kind, `{"white": {"queen": 0, …}, …}`; None for a count hidden by a 9."""
    men = study.men
    if men is None:
        return None
    counts = list(zip(SLOTS, men, strict=True))
    return {
        COLOR_NAMES[color]: {PIECE_NAMES[piece]: count for (piece, side), count in counts if side is color}
        for color in (WHITE, BLACK)
    }


def _outcomes(study: Study) -> dict[str, str | None]:
    """Return the tablebase result for White by the color to move; None without an entry."""
    spelled, tables = study.spelled_position, study.conventions.tables
    outcomes = {
        color: spelled and tables and tables.outcome(position_at_rest(spelled, color)) for color in (WHITE, BLACK)
    }
    return {COLOR_NAMES[color]: outcome.value if outcome else None for color, outcome in outcomes.items()}


def _in_words(text: str, study: Study | None, forms: bool, svg: str | None) -> Iterator[str]:
    """Yield the lines of a code as text."""
    yield text
    board = _board_of(text) if study is None else None
    if board and board.placement and svg is not None:
        yield from (f"  {line}" for line in figures(board.placement))
        return
    if board:
        yield "  is a FEN, not a GBR code: `gbr-lsp encode` writes its code"
        return
    if study is None:
        yield "  is not a GBR code: a class has four digits, a point and two digits, or four digits alone"
        return
    for line in filter(
        None, (description.stipulation(study), *description.material(study), description.control(study))
    ):
        yield f"  {line}"
    spelled, turn = study.spelled_position, study.code.stipulation.turn
    if spelled:
        yield from (f"  {line}" for line in figures(spelled))
        yield f"  FEN {spelled.fen}{f' {COLOR_NAMES[turn][0]} - - 0 1' if turn is not None else ''}"
    yield from (f"  {line}" for line in description.tables(study))
    if forms:
        yield from (f"  {line}" for line in spelling_lines(_forms(study)))
    for finding in judge(study):
        yield f"  {finding.rule}: {finding.message}"
    if unread := _unread(text, study):
        yield "  {}: {}".format(*unread)
