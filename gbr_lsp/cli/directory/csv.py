"""A table for spreadsheets and programs, with a header.

The code is written as in a caption, `g3g1 0323.12 Draw`: a spreadsheet reads a cell that begins
with a sign as a formula, and a class at its start as a number.
"""

from collections.abc import Iterable, Iterator

from gbr_lsp.cli.directory.entries import Line
from gbr_lsp.cli.output import csv_row, safe_name

_GOALS = {"+": "win", "=": "draw", "": ""}


def write(lines: Iterable[Line]) -> Iterator[str]:
    yield "force,white_king,black_king,stipulation,caption,number,file,row"
    yield from map(entry, lines)


def entry(line: Line) -> str:
    """Return the row of a study: `0323.12,g3,g1,draw,g3g1 0323.12 Draw,12,…`."""
    goal = _GOALS[line.sign]
    code = " ".join(filter(None, (line.kings, line.force, goal.capitalize())))
    return csv_row(
        (line.force, line.kings[:2], line.kings[2:], goal, code, line.number or "", safe_name(line.name), line.row)
    )
