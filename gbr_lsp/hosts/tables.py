"""Tables that several hosts share: rows that are lines, and mappings of data files.

The cells of a line are separated by bars (Markdown, Org, AsciiDoc, reST), `&` (LaTeX) or `], [`
(Typst). A mapping of keys to values (JSON, YAML) is a group, and a table of one row whose header is
the keys. So are lines that begin with labels (TOML, INI, the templates of wikis, fields and lists):
`gbr = "0323.12"`, `- **Kings:** g3g1`. MediaWiki and the list tables of reST have a line for each
cell.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import Table

BARS = regex(r"(?<!\\)\|")
AMPERSANDS = regex(r"(?<!\\)&")
TABS = regex(r"\t")
BRACKETS = regex(r"\][ \t]*,[ \t]*\[")

_KING_WORD = r"(?:king|k(?:ö|oe)nig|rois|koning|reyes|короли|\b[wsbz]k\b)"
_KING_NAME = regex(_KING_WORD)
_KINGS = rf"{_KING_WORD}[\w .*_`\"'-]{{0,30}}[:=]"
LABEL_OF_KINGS = rf"[*_`\"']*(?:(?:white|black|w|b)[. ]?[ ]?)?{_KINGS}"
_KINGS_LABEL = regex(_KINGS)
"""The label of kings in a text in lower case; without it, labels are not read."""
_FIELD = regex(r"[^\r\n|;]+")
_LABELED_VALUE = regex(
    r"[\s>*+#•%:-]*+(?:\\item[ \t]*+)?[*_`\"']*+(?P<label>[^\W\d_][\w .-]{0,24})"
    r"[*_`\"']*+[ \t]*+(?:::?|=)[*_`]*+[ \t]*+(?P<value>\S.{0,99}?)[ \t]*"
)
_ROW_OF_LIST = regex(r"[ \t]*\*[ ]-[ ]+(?P<cell>[^\r\n]*)|[ \t]+-[ ]+(?P<more>[^\r\n]*)")
_WIKI_LINE = regex(r"(?P<begin>\{\|)|(?P<row>\|-)|(?P<end>\|\})|(?P<caption>\|\+)|(?P<cells>[|!])")
_WIKI_SEPARATOR = regex(r"\|\||!!")
_WIKI_STYLE = regex(r"[^|\[\]{}]*=[^|\[\]{}]*\|")

_BLANKS_AND_MARKS = " \t*_`:"

MAX_GROUPS = 1000
"""Maximum number of groups in a block. A larger file is data and not a list that a person maintains."""

_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_RULE = regex(r"[ \t>]*(?:[-+=|:]{3,}[-+=|: \t]*|\\(?:hline|toprule|midrule|bottomrule|cline\{[^}]*\})[ \t]*)[\r\n]*")
_ROW_END = regex(r"[ \t]*(?:\\\\.*|\\tabularnewline.*)?[\r\n]*\Z", re.DOTALL)


def tables_of_lines(text: str, separator: re.Pattern[str]) -> list[Table]:
    """Return a `Table` for each run of lines with `separator`, one row a line.

    Lines that only draw rules are skipped.
    """
    tables: list[Table] = []
    rows: list[tuple[Span, ...]] = []
    if separator.search(text) is None:
        return tables
    # The last match is empty, and so ends the last table.
    for line in _LINE.finditer(text):
        cells = _cells(text, line, separator)
        if cells:
            rows.append(cells)
        elif rows and not _RULE.fullmatch(line[0]):
            tables.append(Table(None, tuple(rows)))
            rows = []
    return tables


def _cells(text: str, line: re.Match[str], separator: re.Pattern[str]) -> tuple[Span, ...]:
    """Return the spans of the cells of `line`; empty for a rule or without `separator`."""
    if _RULE.fullmatch(line[0]):
        return ()
    end = _ROW_END.search(text, line.start(), line.end())
    stop = end.start() if end else line.end()
    separators = [match.span() for match in separator.finditer(text, line.start(), stop)]
    if not separators:
        return ()
    starts = [line.start(), *(cell_start for _, cell_start in separators)]
    ends = [*(cell_end for cell_end, _ in separators), stop]
    return tuple(Span(start, end) for start, end in zip(starts, ends, strict=True))


def tables_of_text(text: str) -> list[Table]:
    """Return a `Table` for each run of rows between bars or of lines with labels.

    Two-column tables with labels of kings are repeated as one row.
    """
    lines = tables_of_lines(text, BARS)
    return lines + transposed_tables(text, lines) + tables_of_labels(text)


def tables_of_labels(text: str) -> list[Table]:
    """Return a one-row `Table` for each run of lines with labeled values.

    `Kings: g3g1` and `Class: 0323.12` → header `("Kings", "Class")`. A repeated label begins a new
    table.
    """
    tables: list[Table] = []
    if _KINGS_LABEL.search(text.lower()) is None:
        return tables
    values: dict[str, Span] = {}
    for line in _LINE.finditer(text):
        labeled_values = [
            found
            for field in _FIELD.finditer(text, *line.span())
            if (found := _LABELED_VALUE.fullmatch(text, *field.span()))
        ]
        if not labeled_values or any(found["label"] in values for found in labeled_values):
            tables += _tables_of_values(values)
            values = {}
        values.update((found["label"], Span(*found.span("value"))) for found in labeled_values)
    return tables + _tables_of_values(values)


def transposed_tables(text: str, tables: list[Table]) -> list[Table]:
    """Return a one-row `Table` for each two-column run of `tables` with labels of kings."""
    found: list[Table] = []
    for table in tables if tables and _KING_NAME.search(text.lower()) else ():
        values: dict[str, Span] = {}
        for row in table.rows:
            label, *rest = [cell for cell in row if text[slice(*cell)].strip()] or [Span(0, 0)]
            name = text[slice(*label)].strip(_BLANKS_AND_MARKS)
            if len(rest) != 1 or name in values:
                found += _tables_of_kings(values)
                values = {}
            if len(rest) == 1:
                values[name] = rest[0]
        found += _tables_of_kings(values)
    return found


def _tables_of_kings(values: dict[str, Span]) -> list[Table]:
    """Return a one-row `Table` of `values`, in a list, if a label names a king."""
    return _tables_of_values(values) if any(_KING_NAME.search(name.lower()) for name in values) else []


def _tables_of_values(values: dict[str, Span]) -> list[Table]:
    """Return a one-row `Table` of `values` by label, in a list; empty for one value."""
    return [Table(tuple(values), (tuple(values.values()),))] if 1 < len(values) else []


def tables_of_lists(text: str) -> list[Table]:
    """Return one `Table` for the list tables of reStructuredText, in a list; perhaps empty.

    A row is an item of a list of lists.
    """
    rows: list[list[Span]] = []
    for line in _LINE.finditer(text) if "* -" in text else ():
        match = _ROW_OF_LIST.match(text, *line.span())
        if match and match["more"] is None:
            rows.append([])
        if match and rows:
            rows[-1].append(Span(*match.span("cell" if match["more"] is None else "more")))
    return [Table(None, tuple(map(tuple, rows)))] if rows else []


def tables_of_wikis(text: str) -> list[Table]:
    """Return a `Table` for each table of MediaWiki.

    `|-` begins a row, a cell has a line or follows `||`.
    """
    tables: list[Table] = []
    rows: list[list[Span]] = []
    for line in _LINE.finditer(text) if "{|" in text else ():
        match = _WIKI_LINE.match(text, *line.span())
        if match is None or match["caption"]:
            continue
        if match["begin"] or match["row"]:
            rows.append([])
        elif match["end"]:
            tables.append(Table(None, tuple(tuple(row) for row in rows if row)))
            rows = []
        elif rows:
            rows[-1] += _wiki_cells(text, Span(match.end(), line.end()))
    rest = tuple(tuple(row) for row in rows if row)
    return [*tables, Table(None, rest)] if rest else tables


def _wiki_cells(text: str, line: Span) -> list[Span]:
    """Return the spans of the cells in `line`, without their styles."""
    cells = []
    start = line.start
    ends = [(match.start(), match.end()) for match in _WIKI_SEPARATOR.finditer(text, *line)]
    for end, next_start in [*ends, (line.end, line.end)]:
        style = _WIKI_STYLE.match(text, start, end)
        cells.append(Span(style.end() if style else start, end))
        start = next_start
    return cells


def tables_of_any_markup(text: str) -> list[Table]:
    """Return a `Table` for each table in any markup, because the language is unknown."""
    lines = tables_of_wikis(text) or tables_of_lines(text, BARS)
    return [*lines, *tables_of_lines(text, BRACKETS), *tables_of_labels(text), *tables_of_lists(text)]


class DataMapping(NamedTuple):
    """A mapping: its span in the block, and the spans of its keys and values."""

    span: Span
    pairs: list[tuple[Span, Span]]


def groups_of(mappings: Iterable[DataMapping]) -> list[Span]:
    """Return the spans of `mappings` with at least two pairs, in order; empty beyond `MAX_GROUPS`."""
    found = sorted(mapping.span for mapping in mappings if 1 < len(mapping.pairs))
    return found if len(found) <= MAX_GROUPS else []


def tables_of_mappings(text: str, mappings: Iterable[DataMapping]) -> list[Table]:
    """Return a one-row `Table` for each of `mappings` with at least two pairs."""
    return [
        Table(tuple(text[slice(*key)] for key, _ in pairs), (tuple(value for _, value in pairs),))
        for _, pairs in mappings
        if 1 < len(pairs)
    ]
