"""AsciiDoc: paragraphs, headings and tables are blocks; a heading opens a section.

A table is enclosed by two lines `|===`. Its cells follow each other, on one line or on many. The
line before the table or its first row states the number of cells in a row. A very long table is cut
between rows.
"""

import re
from functools import partial
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.paragraphs import comment_lines, is_heading_or_page, read, step_with_headings
from gbr_lsp.hosts.protocol import BoardTemplate, Host, State, Table
from gbr_lsp.hosts.tables import tables_of_text

_HEADING = regex(r"={1,6}[ \t]")
_FENCE = regex(r"\|={3,}[ \t]*(?:\r\n|\n|\r|\Z)")
_COLUMNS = r"(?=(?P<before>\[[^\]\r\n]{0,200}\bcols=\"?))(?P=before)(?P<cols>[^\"\]\r\n]*+)[^\r\n]*+(?:\r\n|\n|\r|\Z)"
_COLUMNS_LINE = regex(_COLUMNS)
_BODY = r"(?P<body>.*?)(?:(?<=[\r\n])\|={3,}|\Z)"
_TABLE = regex(rf"(?:{_COLUMNS})?\|={{3,}}[ \t]*(?:\r\n|\n|\r){_BODY}", re.DOTALL)
_REST_OF_TABLE = regex(r"(?P<body>.*?)(?:(?:(?<=[\r\n])|\A)\|={3,}|\Z)", re.DOTALL)
_CELL = regex(r"(?<!\\)\|(?P<text>(?:[^|\\]|\\.)*)", re.DOTALL)
_ROW_START = regex(r"[0-9.+*<>^a-z]{0,20}\|")
_REPEAT = regex(r"(\d+)\*.*")


class _StatedColumns(NamedTuple):
    """The state after a line with attributes: the next table has `number` columns."""

    number: int


class _TableState(NamedTuple):
    """The state within a table; `columns` is 0 before its first row, `cell_count` counts the last row."""

    columns: int
    cell_count: int


def step(state: State, line: str) -> tuple[bool, State]:
    """Return True if `line` begins a block, and the next state.

    `state` is a `_TableState`, a `_StatedColumns`, or else True after a blank line.
    """
    is_fence = line.startswith("|") and _FENCE.match(line) is not None
    if isinstance(state, _TableState) and not _HEADING.match(line):
        return False, False if is_fence else _state_after_line(state, line)
    columns = state.number if isinstance(state, _StatedColumns) else 0
    is_start, next_state = step_with_headings(isinstance(state, _TableState) or state is True, line, _HEADING)
    if is_fence:
        return is_start, _TableState(columns, 0)
    columns_match = _COLUMNS_LINE.match(line) if line.startswith("[") else None
    return is_start, _StatedColumns(_column_count(columns_match["cols"])) if columns_match else next_state


def _state_after_line(state: _TableState, line: str) -> _TableState:
    """Return the `_TableState` after `line`, which belongs to a table in `state`."""
    cells = len(_CELL.findall(line)) if "|" in line else 0
    columns = state.columns or cells
    return _TableState(columns, (state.cell_count + cells) % columns) if columns else state


def may_cut(state: State, line: str) -> bool:
    """Return True within a paragraph, and if `line` is a row of a table."""
    if isinstance(state, _TableState):
        return state.columns > 0 and state.cell_count == 0 and _ROW_START.match(line) is not None
    return not state


def with_columns(host: Host, state: State) -> Host:
    """Return `host` with tables that continue from `state`, if it is a `_TableState`."""
    if not isinstance(state, _TableState):
        return host
    return host._replace(tables=partial(_tables_from, columns=state.columns))


def tables(text: str) -> list[Table]:
    """Return a `Table` for each block between `|===`; without these, lines with bars are rows."""
    if "|===" not in text:
        return tables_of_text(text)
    return [Table(None, tuple(_rows(match))) for match in _TABLE.finditer(text)]


def _tables_from(text: str, columns: int) -> list[Table]:
    """Return a `Table` for the rest of a table, and one for each later table.

    The rest begins at offset 0 of `text`; its rows have `columns` cells.
    """
    rest = _REST_OF_TABLE.match(text)
    assert rest is not None
    after = [Table(None, tuple(_rows(match))) for match in _TABLE.finditer(text, rest.end())]
    return [Table(None, tuple(_rows(rest, columns))), *after]


def _rows(table: re.Match[str], columns: int = 0) -> list[tuple[Span, ...]]:
    """Return the rows of the match `table`, as spans of their cells.

    `columns` is the number of cells in a row; if 0, the header or first row states it.
    """
    start, end = table.span("body")
    cells = [_cell_content(cell) for cell in _CELL.finditer(table.string, start, end)]
    stated_columns = table.groupdict().get("cols")
    first = next((line for line in table["body"].splitlines() if line.strip()), "")
    width = columns or (_column_count(stated_columns) if stated_columns else len(_CELL.findall(first)))
    return [tuple(cells[offset : offset + width]) for offset in range(0, len(cells), width)] if width else []


def _column_count(cols: str) -> int:
    """Return the number of columns that `cols` states: `1,1,2` and `3*` → 3."""
    repeat = _REPEAT.fullmatch(cols.strip())
    return int(repeat[1]) if repeat and len(repeat[1]) < 3 else len(re.split("[,;]", cols))


def _cell_content(cell: re.Match[str]) -> Span:
    """Return the span of the text of `cell` without surrounding blanks."""
    start, end = cell.span("text")
    cell_text = cell["text"]
    return Span(start + len(cell_text) - len(cell_text.lstrip()), end - len(cell_text) + len(cell_text.rstrip()))


HOST = Host(
    "asciidoc",
    False,
    step,
    partial(is_heading_or_page, heading=_HEADING),
    read,
    languages=("asciidoc", "asciidoctor"),
    endings=("adoc", "asciidoc"),
    folder_endings=("adoc",),
    comments=comment_lines("//"),
    templates=(
        BoardTemplate("the FEN", ("`{fen}`",)),
        BoardTemplate("the board in figures", ("....", "{figures}", "....")),
    ),
    tables=tables,
    may_cut=may_cut,
    with_state=with_columns,
)
