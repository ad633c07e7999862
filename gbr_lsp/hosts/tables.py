"""Tables that several hosts have: rows that are lines, and mappings of data files.

The cells of lines stand between bars (Markdown, Org, AsciiDoc, reST), `&` (LaTeX) or `], [` (Typst). A mapping of keys
to values (JSON, YAML) is a group, and a table of one row whose header is the keys.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import Table

BARS = regex(r"(?<!\\)\|")
AMPERSANDS = regex(r"(?<!\\)&")
BRACKETS = regex(r"\][ \t]*,[ \t]*\[")

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
