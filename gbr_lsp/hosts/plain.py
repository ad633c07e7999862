"""Plain text, and every kind of document without a host of its own."""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.hosts.paragraphs import is_section_start, may_cut, read, step
from gbr_lsp.hosts.protocol import CommentPlace, Comments, Host, Markup
from gbr_lsp.hosts.tables import tables_of_any_markup

_INTERPRETER = regex(r"(?:#![^\r\n]*[\r\n]+)?")


def preamble(text: str) -> int:
    """Return the length of a first line `#!…` and its line ends, or 0."""
    first = _INTERPRETER.match(text)
    return first.end() if first else 0


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
    preamble=preamble,
    tables=tables_of_any_markup,
    may_cut=may_cut,
    markup=Markup.NONE,
)
