"""Org: paragraphs and headings are blocks; a heading opens a section."""

from functools import partial

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.hosts.paragraphs import comment_lines, is_heading_or_page, may_cut, read, step_with_headings
from gbr_lsp.hosts.protocol import BoardTemplate, Host
from gbr_lsp.hosts.tables import tables_of_text

_HEADING = regex(r"\*+[ \t]")

HOST = Host(
    "org",
    False,
    partial(step_with_headings, heading=_HEADING),
    partial(is_heading_or_page, heading=_HEADING),
    read,
    languages=("org",),
    endings=("org",),
    folder_endings=("org",),
    comments=comment_lines("#"),
    templates=(
        BoardTemplate("the FEN", ("~{fen}~",)),
        BoardTemplate("the board in figures", ("#+begin_example", "{figures}", "#+end_example")),
    ),
    tables=tables_of_text,
    may_cut=may_cut,
)
