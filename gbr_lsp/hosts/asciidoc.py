"""AsciiDoc: paragraphs, headings and tables are blocks; a heading opens a section.

A table is enclosed by two lines `|===`. Its cells follow each other, on one line or on many. The line before the table
or its first line states how many cells are a row. A very long table is cut between rows.
"""

import re
from functools import partial
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.paragraphs import comment_lines, headed_opens, headed_step, read
from gbr_lsp.hosts.protocol import BoardTemplate, Host, State, Table
from gbr_lsp.hosts.tables import tables_of_text

_HEADING = regex(r"={1,6}[ \t]")
_FENCE = regex(r"\|={3,}[ \t]*(?:\r\n|\n|\r|\Z)")
_COLUMNS = r"(?=(?P<before>\[[^\]\r\n]{0,200}\bcols=\"?))(?P=before)(?P<cols>[^\"\]\r\n]*+)[^\r\n]*+(?:\r\n|\n|\r|\Z)"
_HAS_COLUMNS = regex(_COLUMNS)
_BODY = r"(?P<body>.*?)(?:(?<=[\r\n])\|={3,}|\Z)"
_TABLE = regex(rf"(?:{_COLUMNS})?\|={{3,}}[ \t]*(?:\r\n|\n|\r){_BODY}", re.DOTALL)
_REST_OF_TABLE = regex(r"(?P<body>.*?)(?:(?:(?<=[\r\n])|\A)\|={3,}|\Z)", re.DOTALL)
_CELL = regex(r"(?<!\\)\|(?P<text>(?:[^|\\]|\\.)*)", re.DOTALL)
_REPEATED = regex(r"(\d+)\*.*")


class _StatedColumns(NamedTuple):
    """The state after a line with attributes that states how many columns the table after it has."""

    number: int


class _InTable(NamedTuple):
    """The state within a table of `columns`, or 0 before its first row; the last row has `filled` cells so far."""

    columns: int
    filled: int


def step(state: State, line: str) -> tuple[bool, State]:
    """`state` is `_InTable`, `_StatedColumns`, or else whether the line before was blank."""
    is_fence = line.startswith("|") and _FENCE.match(line) is not None
    if isinstance(state, _InTable) and not _HEADING.match(line):
        return False, False if is_fence else _with_cells(state, line)
    columns = state.number if isinstance(state, _StatedColumns) else 0
    begins, after = headed_step(isinstance(state, _InTable) or state is True, line, _HEADING)
    if is_fence:
        return begins, _InTable(columns, 0)
    stated = _HAS_COLUMNS.match(line) if line.startswith("[") else None
    return begins, _StatedColumns(_columns(stated["cols"])) if stated else after


def _with_cells(state: _InTable, line: str) -> _InTable:
    """Return the state after another line of a table."""
    cells = len(_CELL.findall(line)) if "|" in line else 0
    columns = state.columns or cells
    return _InTable(columns, (state.filled + cells) % columns) if columns else state


def may_cut(state: State, line: str) -> bool:
    """Return True within a paragraph, and before a row of a table."""
    if isinstance(state, _InTable):
        return state.columns > 0 and state.filled == 0 and line.startswith("|")
    return not state


def with_columns(host: Host, state: State) -> Host:
    """Return `host` as it reads a block that begins within a table."""
    if not isinstance(state, _InTable):
        return host
    return host._replace(tables=partial(_tables_from, columns=state.columns))


def tables(text: str) -> list[Table]:
    """Return the tables between fences; if there are none, lines with bars are rows."""
    if "|===" not in text:
        return tables_of_text(text)
    return [Table(None, tuple(_rows(found))) for found in _TABLE.finditer(text)]


def _tables_from(text: str, columns: int) -> list[Table]:
    """Return the rest of a table of `columns` that begins before `text`, and the tables after it."""
    rest = _REST_OF_TABLE.match(text)
    assert rest is not None
    after = [Table(None, tuple(_rows(found))) for found in _TABLE.finditer(text, rest.end())]
    return [Table(None, tuple(_rows(rest, columns))), *after]


def _rows(table: re.Match[str], columns: int = 0) -> list[tuple[Span, ...]]:
    start, end = table.span("body")
    cells = [_bare(cell) for cell in _CELL.finditer(table.string, start, end)]
    stated = table.groupdict().get("cols")
    first = next((line for line in table["body"].splitlines() if line.strip()), "")
    width = columns or (_columns(stated) if stated else len(_CELL.findall(first)))
    return [tuple(cells[at : at + width]) for at in range(0, len(cells), width)] if width else []


def _columns(cols: str) -> int:
    """Return 3 for `1,1,2` and for `3*`."""
    repeated = _REPEATED.fullmatch(cols.strip())
    return int(repeated[1]) if repeated and len(repeated[1]) < 3 else len(re.split("[,;]", cols))


def _bare(cell: re.Match[str]) -> Span:
    """Return the span of the text of `cell` without the blanks around it."""
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
    may_cut=may_cut,
    with_state=with_columns,
)
