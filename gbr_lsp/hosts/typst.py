"""Typst: paragraphs and headings are blocks; a heading opens a section."""

from functools import partial

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.hosts.paragraphs import comment_lines, headed_opens, headed_step, read
from gbr_lsp.hosts.protocol import BoardTemplate, CodePlace, Host
from gbr_lsp.hosts.tables import BRACKETS, tables_of_lines

_HEADING = regex(r"[ \t]*=+[ \t]")

HOST = Host(
    "typst",
    False,
    partial(headed_step, heading=_HEADING),
    partial(headed_opens, heading=_HEADING),
    read,
    languages=("typst", "typ"),
    endings=("typ",),
    walked=("typ",),
    comments=comment_lines("//"),
    code_place=CodePlace.BEFORE_CALL,
    templates=(
        BoardTemplate("the FEN", ("`{fen}`",)),
        BoardTemplate("the FEN in a board", ('#board(fen("{fen}"))',)),
        BoardTemplate("the board in figures", ("```text", "{figures}", "```")),
    ),
    tables=partial(tables_of_lines, separator=BRACKETS),
)
