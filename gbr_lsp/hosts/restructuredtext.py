"""reStructuredText: paragraphs are blocks; a title, which is underlined, opens a section."""

from functools import partial

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.hosts.paragraphs import comment_lines, is_heading_or_page, read, step
from gbr_lsp.hosts.protocol import BoardTemplate, Host, Markup, State, Table
from gbr_lsp.hosts.tables import tables_of_lists, tables_of_text

_LINE_CHAR = r"[!-/:-@\[-`{-~]"
_TITLE = regex(
    rf"(?:(?P<over>{_LINE_CHAR})(?P=over){{2,}}[ \t]*(?:\r\n|\r|\n)[ \t]*)?(?=\S)[^\r\n]*+(?:\r\n|\r|\n)"
    rf"(?P<under>{_LINE_CHAR})(?P=under){{2,}}[ \t]*(?:[\r\n]|\Z)"
)
"""A line above a line of one repeated sign, and perhaps below such a line too."""
_NEXT_CELL = regex(r"[ \t]+-[ ]")


def may_cut(state: State, line: str) -> bool:
    """Return True within a paragraph, unless `line` continues the row of a list table."""
    return not state and _NEXT_CELL.match(line) is None


def tables(text: str) -> list[Table]:
    """Return a `Table` for each table of lines, and one for the list tables."""
    return tables_of_text(text) + tables_of_lists(text)


HOST = Host(
    "restructuredtext",
    False,
    step,
    partial(is_heading_or_page, heading=_TITLE),
    read,
    languages=("restructuredtext", "rst"),
    endings=("rst",),
    folder_endings=("rst",),
    comments=comment_lines(".."),
    templates=(BoardTemplate("the FEN", ("``{fen}``",)),),
    tables=tables,
    may_cut=may_cut,
    markup=Markup.FIELDS,
)
