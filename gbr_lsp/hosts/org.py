"""Org: paragraphs and headings are blocks; a heading opens a section."""

from functools import partial

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.hosts.paragraphs import comment_lines, headed_opens, headed_step, may_cut, read
from gbr_lsp.hosts.protocol import BoardTemplate, Host
from gbr_lsp.hosts.tables import tables_of_text

_HEADING = regex(r"\*+[ \t]")

HOST = Host(
    "org",
    False,
    partial(headed_step, heading=_HEADING),
    partial(headed_opens, heading=_HEADING),
    read,
    languages=("org",),
    endings=("org",),
    walked=("org",),
    comments=comment_lines("#"),
    templates=(
        BoardTemplate("the FEN", ("~{fen}~",)),
        BoardTemplate("the board in figures", ("#+begin_example", "{figures}", "#+end_example")),
    ),
    tables=tables_of_text,
    may_cut=may_cut,
)
