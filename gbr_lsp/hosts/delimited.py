"""CSV and TSV: the whole file is one block and one table; cells are cut by hand, for no library gives their places."""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import (
    CommentPlace,
    Comments,
    DataSigns,
    Host,
    Reading,
    Table,
    opens_no_section,
    step_in_one_block,
    without_urls,
)
from gbr_lsp.hosts.tables import MOST_GROUPS

_FIRST_LINE = regex(r"[^\r\n]*")
_DELIMITERS = ("\t", ";", ",", "|")
_QUOTED = regex(r'[ ]*"([^"]*+(?:""[^"]*+)*)')
_END_OF_CELL = {delimiter: regex(rf"[\r\n{delimiter}]") for delimiter in _DELIMITERS}
_ROW_END = regex(r"\r\n|\r|\n")
_NUMBERS = regex(r",[0-9]{4}\.[0-9]{2}")
_SQUARE = r"[ \"']*[wWbBsS]?[KR]?[a-h][1-8][ \"']*"
_TAB_BEHIND_SQUARE = regex(rf"(?<![^\t\r\n])({_SQUARE})\t")
_TAB_BEFORE_SQUARE = regex(rf"\t(?={_SQUARE}(?:[;\t\r\n]|\Z))")


def read(text: str) -> Reading:
    """The whole text except addresses."""
    return Reading(without_urls(text), [], shown=_shown(text))


def groups(text: str) -> list[Span]:
    """The rows, unless there are very many."""
    rows = _rows(text)
    return [Span(row[0].start, row[-1].end) for row in rows if 1 < len(row)] if len(rows) <= MOST_GROUPS else []


def _shown(text: str) -> str | None:
    """The text with semicolons where what parts two cells would not part what is in them.

    `1,0000.11` is two cells and not a number, and two squares with a tab are no misspelled pair of kings.
    """
    delimiter = _delimiter(text)
    if delimiter == "\t":
        return _TAB_BEFORE_SQUARE.sub(";", _TAB_BEHIND_SQUARE.sub(r"\1;", text))
    if delimiter != "," or _NUMBERS.search(text) is None:
        return None
    parts, done = [], 0
    for row in _rows(text):
        for cell in row[1:]:
            at = text.rfind(",", done, cell.start)
            if done <= at:
                parts += [text[done:at], ";"]
                done = at + 1
    return "".join(parts) + text[done:]


def tables(text: str) -> list[Table]:
    return [Table(None, tuple(_rows(text)))]


def _rows(text: str) -> list[tuple[Span, ...]]:
    """The cells of each row, without their quotes. A quoted cell may hold delimiters and line ends."""
    delimiter = _delimiter(text)
    if delimiter is None:
        return []
    rows: list[tuple[Span, ...]] = []
    row: list[Span] = []
    at = 0
    while at < len(text):
        cell, at = _cell(text, at, delimiter)
        row.append(cell)
        if text.startswith(delimiter, at):
            at += 1
            if at < len(text):
                continue
        end = _ROW_END.match(text, at)
        at = end.end() if end else len(text)
        rows.append(tuple(row))
        row = []
    return rows


def _delimiter(text: str) -> str | None:
    """The delimiter of the cells: the candidate that occurs most often in the first line."""
    first = _FIRST_LINE.match(text)
    head = first[0] if first else ""
    delimiter = max(_DELIMITERS, key=head.count)
    return delimiter if delimiter in head else None


def _cell(text: str, at: int, delimiter: str) -> tuple[Span, int]:
    """The cell that begins at an offset, and where it ends with its quotes."""
    quoted = _QUOTED.match(text, at)
    if quoted and quoted.end() < len(text):
        return Span(*quoted.span(1)), _cell_end(text, quoted.end() + 1, delimiter)
    end = _cell_end(text, at, delimiter)
    return Span(at, end), end


def _cell_end(text: str, at: int, delimiter: str) -> int:
    found = _END_OF_CELL[delimiter].search(text, at)
    return found.start() if found else len(text)


HOST = Host(
    "csv",
    "rows",
    step_in_one_block,
    opens_no_section,
    read,
    languages=("csv", "tsv", "csv (semicolon)", "csv (pipe)"),
    endings=("csv", "tsv", "tab"),
    walked=("csv", "tsv"),
    comments=Comments((), "", CommentPlace.NOWHERE),
    data=DataSigns((b"gbr",), columns=True),
    templates=(),
    groups=groups,
    groups_are_records=True,
    tables=tables,
)
