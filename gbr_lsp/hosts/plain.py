"""Plain text, and every kind of document without a host of its own."""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.hosts.paragraphs import is_section_start, may_cut, read, step
from gbr_lsp.hosts.protocol import DEFAULT_SOURCES, BoardSource, CommentPlace, Comments, Host, Table
from gbr_lsp.hosts.tables import (
    BARS,
    BRACKETS,
    tables_of_labels,
    tables_of_lines,
    tables_of_lists,
    tables_of_wikis,
)

_INTERPRETER = regex(r"(?:#![^\r\n]*[\r\n]+)?")


def preamble(text: str) -> int:
    """Return the length of a first line `#!…` and its line ends, or 0."""
    first = _INTERPRETER.match(text)
    return first.end() if first else 0


def tables(text: str) -> list[Table]:
    """Return a `Table` for each table in any markup, because the language is unknown."""
    wiki = tables_of_wikis(text)
    lines = wiki or tables_of_lines(text, BARS)
    return [*lines, *tables_of_lines(text, BRACKETS), *tables_of_labels(text), *tables_of_lists(text)]


HOST = Host(
    "plain",
    False,
    step,
    is_section_start,
    read,
    languages=(),
    endings=("txt",),
    folder_endings=("txt",),
    comments=Comments((), "", CommentPlace.OWN_LINE),
    sources=(BoardSource.TEMPLATES, *DEFAULT_SOURCES),
    preamble=preamble,
    tables=tables,
    may_cut=may_cut,
)
