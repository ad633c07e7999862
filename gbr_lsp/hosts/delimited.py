"""CSV and TSV: the file is one table; a long file is cut before rows that have a class.

Each block after the first gets the header of the file as its state. The parser is written by hand,
because no library returns the spans of cells.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, lines_of, split_spans
from gbr_lsp.hosts.protocol import (
    CommentPlace,
    Comments,
    DataSigns,
    Host,
    MoveText,
    Reading,
    State,
    Table,
    is_start_of_records,
    step_in_one_block,
    without_urls,
)
from gbr_lsp.hosts.records import CLASS, BlockSize, cut_offsets
from gbr_lsp.hosts.tables import MAX_GROUPS

_FIRST_LINE = regex(r"[^\r\n]*")
_DELIMITERS = ("\t", ";", ",", "|")
_QUOTED_CELL = regex(r'[ ]*"([^"]*+(?:""[^"]*+)*)')
_END_OF_CELL = {delimiter: regex(rf"[\r\n{delimiter}]") for delimiter in _DELIMITERS}
_ROW_END = regex(r"\r\n|\r|\n")
_NUMBERS = regex(r",[0-9]{4}\.[0-9]{2}")
_SQUARE = r"[ \"']*[wWbBsS]?[KR]?[a-h][1-8][ \"']*"
_TAB_AFTER_SQUARE = regex(rf"(?<![^\t\r\n])({_SQUARE})\t")
_COMMA_BEFORE_MOVE = regex(r"(?<=[0-9]),(?=1\.)")
_TAB_BEFORE_SQUARE = regex(rf"\t(?={_SQUARE}(?:[;\t\r\n]|\Z))")


_BLOCK_SIZE = BlockSize(min_length=6_000, min_records=8, max_length=12_000)
_MAX_QUOTE_LENGTH = 4_000
"""Code points: a quote that is open for longer has lost its end."""


class _Header(NamedTuple):
    """The delimiter of the cells, and the titles of the columns if the first row has no class."""

    delimiter: str | None
    titles: tuple[str, ...] | None


def starts(text: str, state: State) -> tuple[list[tuple[int, State]], State]:
    """Return a list of (offset, state) of later blocks in `text`, and the last state.

    The first block, at offset 0, is left out. Every state is the `_Header` of the file.
    """
    header = state if isinstance(state, _Header) else _header(text)
    return [(start, header) for start in cut_offsets(text, _records(text), _BLOCK_SIZE)], header


def _header(text: str) -> _Header:
    """Return the `_Header` of a file; `text` is its start."""
    first = _FIRST_LINE.match(text)
    line = first[0] if first else ""
    delimiter = _delimiter(line)
    if delimiter is None or CLASS.search(line):
        return _Header(delimiter, None)
    return _Header(delimiter, tuple(line[slice(*cell)] for cell in _rows(line, delimiter)[0]))


def _records(text: str) -> Iterator[int]:
    """Yield the offset of each row of `text` that has a class."""
    start = row = 0
    is_quoted = is_known = False
    for line in lines_of(text):
        if not is_quoted or _MAX_QUOTE_LENGTH <= start - row:
            row, is_quoted, is_known = start, False, False
        if not is_known and CLASS.search(line):
            yield row
            is_known = True
        is_quoted ^= line.count('"') % 2 == 1
        start += len(line)


def with_columns(host: Host, state: State) -> Host:
    """Return `host` with the delimiter and titles of `state`, if it is a `_Header`."""
    if not isinstance(state, _Header):
        return host
    return host._replace(
        read=partial(read, header=state), groups=partial(groups, header=state), tables=partial(tables, header=state)
    )


def read(text: str, header: _Header | None = None) -> Reading:
    """Return a `Reading` with all of `text` except addresses; without `header`, the first line has the delimiter."""
    delimiter = header.delimiter if header else _delimiter(text)
    rows = pairwise(_rows(text, delimiter))
    ends = [row[0].start for before, row in rows if CLASS.search(text, before[0].start, before[-1].end)]
    return Reading(split_spans(without_urls(text), ends), [], code_text=_code_text(text, delimiter))


def groups(text: str, header: _Header | None = None) -> list[Span]:
    """Return the span of each row with at least two cells; empty for more than `MAX_GROUPS` rows."""
    rows = _rows(text, header.delimiter if header else _delimiter(text))
    return [Span(row[0].start, row[-1].end) for row in rows if 1 < len(row)] if len(rows) <= MAX_GROUPS else []


def tables(text: str, header: _Header | None = None) -> list[Table]:
    delimiter, titles = header or (_delimiter(text), None)
    return [Table(titles, tuple(_rows(text, delimiter)))]


def _code_text(text: str, delimiter: str | None) -> str | None:
    """Return `text` with semicolons between cells that would join to one token, or None.

    `1,0000.11` is two cells and not a number; two squares with a tab are not a misspelled pair of
    kings. The result has the length of `text`.
    """
    if delimiter == "\t":
        return _TAB_BEFORE_SQUARE.sub(";", _TAB_AFTER_SQUARE.sub(r"\1;", text))
    if delimiter != "," or _NUMBERS.search(text) is None:
        return None
    parts, end = [], 0
    for row in _rows(text, delimiter):
        for cell in row[1:]:
            comma = text.rfind(",", end, cell.start)
            if end <= comma:
                parts += [text[end:comma], ";"]
                end = comma + 1
    return "".join(parts) + text[end:]


def _render_moves(text: str) -> str:
    """Return `text` with a semicolon before move 1 of the next cell.

    `0 1,1.Kg2` → `0 1;1.Kg2`.
    """
    return _COMMA_BEFORE_MOVE.sub(";", text)


@lru_cache(maxsize=2)
def _rows(text: str, delimiter: str | None) -> list[tuple[Span, ...]]:
    """Return the spans of the cells of each row, without quotes.

    Quotes may enclose delimiters and line ends. The list is empty without a `delimiter`.
    """
    if delimiter is None:
        return []
    rows: list[tuple[Span, ...]] = []
    row: list[Span] = []
    offset = 0
    while offset < len(text):
        cell, offset = _cell(text, offset, delimiter)
        row.append(cell)
        if text.startswith(delimiter, offset):
            offset += 1
            if offset < len(text):
                continue
        end = _ROW_END.match(text, offset)
        offset = end.end() if end else len(text)
        rows.append(tuple(row))
        row = []
    return rows


def _delimiter(text: str) -> str | None:
    """Return the delimiter that occurs most often in the first line of `text`, or None."""
    first = _FIRST_LINE.match(text)
    head = first[0] if first else ""
    delimiter = max(_DELIMITERS, key=head.count)
    return delimiter if delimiter in head else None


def _cell(text: str, offset: int, delimiter: str) -> tuple[Span, int]:
    """Return the span of the cell at `offset` without quotes, and its end with quotes."""
    quoted_cell = _QUOTED_CELL.match(text, offset)
    if quoted_cell and quoted_cell.end() < len(text):
        return Span(*quoted_cell.span(1)), _cell_end(text, quoted_cell.end() + 1, delimiter)
    end = _cell_end(text, offset, delimiter)
    return Span(offset, end), end


def _cell_end(text: str, offset: int, delimiter: str) -> int:
    """Return the offset of the next `delimiter`, line end or text end from `offset`."""
    match = _END_OF_CELL[delimiter].search(text, offset)
    return match.start() if match else len(text)


HOST = Host(
    "csv",
    "rows",
    step_in_one_block,
    is_start_of_records,
    read,
    languages=("csv", "tsv", "csv (semicolon)", "csv (pipe)"),
    endings=("csv", "tsv", "tab"),
    folder_endings=("csv", "tsv"),
    comments=Comments((), "", CommentPlace.NOWHERE),
    data=DataSigns((b"gbr",), has_columns=True),
    templates=(),
    groups=groups,
    has_record_groups=True,
    tables=tables,
    moves=MoveText(_render_moves),
    starts=starts,
    with_state=with_columns,
)
