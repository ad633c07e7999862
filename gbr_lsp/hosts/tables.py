"""Tables that several hosts have: rows that are lines, and mappings of data files.

The cells of lines stand between bars (Markdown, Org, AsciiDoc, reST), `&` (LaTeX) or `], [` (Typst). A mapping of keys
to values (JSON, YAML) is a group, and a table of one row whose header is the keys. So are lines that begin with labels
(TOML, INI, the templates of wikis, fields and lists): `gbr = "0323.12"`, `- **Kings:** g3g1`. MediaWiki and the list
tables of reST have a line for each cell.
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
_HAS_KING_WORD = regex(_KING_WORD)
_KINGS = rf"{_KING_WORD}[\w .*_`\"'-]{{0,30}}[:=]"
LABEL_OF_KINGS = rf"[*_`\"']*(?:(?:white|black|w|b)[. ]?[ ]?)?{_KINGS}"
_SAYS_KINGS = regex(_KINGS)
"""The label of kings in a text in small letters, without which nothing is learned from labels."""
_FIELD = regex(r"[^\r\n|;]+")
_LABELLED = regex(
    r"[\s>*+#•%:-]*+(?:\\item[ \t]*+)?[*_`\"']*+(?P<label>[^\W\d_][\w .-]{0,24})"
    r"[*_`\"']*+[ \t]*+(?:::?|=)[*_`]*+[ \t]*+(?P<value>\S.{0,99}?)[ \t]*"
)
_ROW_OF_LIST = regex(r"[ \t]*\*[ ]-[ ]+(?P<cell>[^\r\n]*)|[ \t]+-[ ]+(?P<more>[^\r\n]*)")
_WIKI_LINE = regex(r"(?P<begin>\{\|)|(?P<row>\|-)|(?P<end>\|\})|(?P<caption>\|\+)|(?P<cells>[|!])")
_WIKI_PARTING = regex(r"\|\||!!")
_WIKI_STYLE = regex(r"[^|\[\]{}]*=[^|\[\]{}]*\|")

_BLANKS_AND_MARKS = " \t*_`:"

MOST_GROUPS = 1000
"""With more groups than this in a block, there are none: such a file is data and not a list that somebody keeps."""

_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_RULE = regex(r"[ \t>]*(?:[-+=|:]{3,}[-+=|: \t]*|\\(?:hline|toprule|midrule|bottomrule|cline\{[^}]*\})[ \t]*)[\r\n]*")
_ROW_END = regex(r"[ \t]*(?:\\\\.*|\\tabularnewline.*)?[\r\n]*\Z", re.DOTALL)


def tables_of_lines(text: str, separator: re.Pattern[str]) -> list[Table]:
    """The runs of lines that have a separator each, as tables; lines that draw rules are passed over."""
    tables: list[Table] = []
    rows: list[tuple[Span, ...]] = []
    if separator.search(text) is None:
        return tables
    at = 0
    while at < len(text):
        line = _LINE.match(text, at)
        assert line is not None
        cells = _cells(text, line, separator)
        if cells:
            rows.append(cells)
        elif rows and not _RULE.fullmatch(line[0]):
            tables.append(Table(None, tuple(rows)))
            rows = []
        at = line.end()
    return [*tables, Table(None, tuple(rows))] if rows else tables


def _cells(text: str, line: re.Match[str], separator: re.Pattern[str]) -> tuple[Span, ...]:
    """The cells of a line; none where it has no separator or only draws a rule."""
    if _RULE.fullmatch(line[0]):
        return ()
    end = _ROW_END.search(text, line.start(), line.end())
    stop = end.start() if end else line.end()
    parting = [found.span() for found in separator.finditer(text, line.start(), stop)]
    if not parting:
        return ()
    starts = [line.start(), *(behind for _, behind in parting)]
    ends = [*(before for before, _ in parting), stop]
    return tuple(Span(start, end) for start, end in zip(starts, ends, strict=True))


def tables_of_text(text: str) -> list[Table]:
    """The rows between bars, also where the first of two columns has labels, and the lines that begin with labels."""
    lines = tables_of_lines(text, BARS)
    return lines + turned(text, lines) + tables_of_labels(text)


def tables_of_labels(text: str) -> list[Table]:
    """The runs of lines with labelled values, as tables of one row; where a label comes again, another begins."""
    tables: list[Table] = []
    if _SAYS_KINGS.search(text.lower()) is None:
        return tables
    values: dict[str, Span] = {}
    for line in _LINE.finditer(text):
        labelled = [
            found
            for field in _FIELD.finditer(text, *line.span())
            if (found := _LABELLED.fullmatch(text, *field.span()))
        ]
        if not labelled or any(found["label"] in values for found in labelled):
            tables += _table_of(values)
            values = {}
        values.update((found["label"], Span(*found.span("value"))) for found in labelled)
    return tables + _table_of(values)


def turned(text: str, tables: list[Table]) -> list[Table]:
    """The tables of two columns whose first has labels, that of kings among them, as tables of one row each."""
    found: list[Table] = []
    for table in tables if tables and _HAS_KING_WORD.search(text.lower()) else ():
        values: dict[str, Span] = {}
        for row in table.rows:
            label, *rest = [cell for cell in row if text[slice(*cell)].strip()] or [Span(0, 0)]
            name = text[slice(*label)].strip(_BLANKS_AND_MARKS)
            if len(rest) != 1 or name in values:
                found += _of_kings(values)
                values = {}
            if len(rest) == 1:
                values[name] = rest[0]
        found += _of_kings(values)
    return found


def _of_kings(values: dict[str, Span]) -> list[Table]:
    return _table_of(values) if any(_HAS_KING_WORD.search(name.lower()) for name in values) else []


def _table_of(values: dict[str, Span]) -> list[Table]:
    return [Table(tuple(values), (tuple(values.values()),))] if 1 < len(values) else []


def tables_of_lists(text: str) -> list[Table]:
    """The list tables of reStructuredText: a row is an item of a list of lists."""
    rows: list[list[Span]] = []
    for line in _LINE.finditer(text) if "* -" in text else ():
        found = _ROW_OF_LIST.match(text, *line.span())
        if found and found["more"] is None:
            rows.append([])
        if found and rows:
            rows[-1].append(Span(*found.span("cell" if found["more"] is None else "more")))
    return [Table(None, tuple(map(tuple, rows)))] if rows else []


def tables_of_wikis(text: str) -> list[Table]:
    """The tables of MediaWiki: `|-` begins a row, and its cells stand on a line each or between `||`."""
    tables: list[Table] = []
    rows: list[list[Span]] = []
    for line in _LINE.finditer(text) if "{|" in text else ():
        found = _WIKI_LINE.match(text, *line.span())
        if found is None or found["caption"]:
            continue
        if found["begin"] or found["row"]:
            rows.append([])
        elif found["end"]:
            tables.append(Table(None, tuple(tuple(row) for row in rows if row)))
            rows = []
        elif rows:
            rows[-1] += _wiki_cells(text, Span(found.end(), line.end()))
    rest = tuple(tuple(row) for row in rows if row)
    return [*tables, Table(None, rest)] if rest else tables


def _wiki_cells(text: str, line: Span) -> list[Span]:
    cells = []
    start = line.start
    ends = [(found.start(), found.end()) for found in _WIKI_PARTING.finditer(text, *line)]
    for end, behind in [*ends, (line.end, line.end)]:
        style = _WIKI_STYLE.match(text, start, end)
        cells.append(Span(style.end() if style else start, end))
        start = behind
    return cells


class DataMapping(NamedTuple):
    """A mapping: its span in the block, and the spans of its keys and values."""

    span: Span
    pairs: list[tuple[Span, Span]]


def groups_of(mappings: Iterable[DataMapping]) -> list[Span]:
    """The spans of the mappings with several pairs, in order; none if there are more than `MOST_GROUPS`."""
    found = sorted(mapping.span for mapping in mappings if 1 < len(mapping.pairs))
    return found if len(found) <= MOST_GROUPS else []


def tables_of(text: str, mappings: Iterable[DataMapping]) -> list[Table]:
    """The mappings of a text with several pairs, as tables."""
    return [
        Table(tuple(text[slice(*key)] for key, _ in pairs), (tuple(value for _, value in pairs),))
        for _, pairs in mappings
        if 1 < len(pairs)
    ]
