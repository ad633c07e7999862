"""AsciiDoc: paragraphs, headings and whole tables are blocks; a heading opens a section.

A table stands between two lines `|===`. Its cells are one behind the other, on one line or on many, and the lines
before it or its first line tell how many are a row.
"""

import re
from functools import partial

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.paragraphs import comment_lines, headed_opens, headed_step, read
from gbr_lsp.hosts.protocol import BoardTemplate, Host, State, Table
from gbr_lsp.hosts.tables import tables_of_text

_HEADING = regex(r"={1,6}[ \t]")
_FENCE = regex(r"\|={3,}[ \t]*(?:\r\n|\n|\r|\Z)")
_TABLE = regex(
    r"(?:(?=(?P<before>\[[^\]\r\n]*\bcols=\"?))(?P=before)(?P<cols>[^\"\]\r\n]*+)[^\r\n]*+(?:\r\n|\n|\r))?"
    r"\|={3,}[ \t]*(?:\r\n|\n|\r)(?P<body>.*?)(?:(?<=[\r\n])\|={3,}|\Z)",
    re.DOTALL,
)
_CELL = regex(r"(?<!\\)\|(?P<text>(?:[^|\\]|\\.)*)", re.DOTALL)
_REPEATED = regex(r"(\d+)\*.*")
_TABLE_STATE = "table"


def step(state: State, line: str) -> tuple[bool, State]:
    """`state` is `table` within a table, else whether the line before was blank."""
    is_fence = line.startswith("|") and _FENCE.match(line) is not None
    if state == _TABLE_STATE and not _HEADING.match(line):
        return False, False if is_fence else _TABLE_STATE
    begins, behind = headed_step(state == _TABLE_STATE or state, line, _HEADING)
    return begins, _TABLE_STATE if is_fence else behind


def tables(text: str) -> list[Table]:
    """The tables between fences; lines with bars where there are none."""
    if "|===" not in text:
        return tables_of_text(text)
    return [Table(None, tuple(_rows(found))) for found in _TABLE.finditer(text)]


def _rows(table: re.Match[str]) -> list[tuple[Span, ...]]:
    start, end = table.span("body")
    cells = [_bare(cell) for cell in _CELL.finditer(table.string, start, end)]
    first = next((line for line in table["body"].splitlines() if line.strip()), "")
    width = _columns(table["cols"]) if table["cols"] else len(_CELL.findall(first))
    return [tuple(cells[at : at + width]) for at in range(0, len(cells), width)] if width else []


def _columns(cols: str) -> int:
    """How many columns `1,1,2` or `3*` tells of."""
    repeated = _REPEATED.fullmatch(cols.strip())
    return int(repeated[1]) if repeated and len(repeated[1]) < 3 else len(re.split("[,;]", cols))


def _bare(cell: re.Match[str]) -> Span:
    """The span of the text of a cell without blanks around it."""
    start, end = cell.span("text")
    written = cell["text"]
    return Span(start + len(written) - len(written.lstrip()), end - len(written) + len(written.rstrip()))


HOST = Host(
    "asciidoc",
    False,
    step,
    partial(headed_opens, heading=_HEADING),
    read,
    languages=("asciidoc", "asciidoctor"),
    endings=("adoc", "asciidoc"),
    walked=("adoc",),
    comments=comment_lines("//"),
    templates=(
        BoardTemplate("the FEN", ("`{fen}`",)),
        BoardTemplate("the board in figures", ("....", "{figures}", "....")),
    ),
    tables=tables,
)
