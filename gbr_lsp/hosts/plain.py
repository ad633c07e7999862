"""Plain text, and every kind of document that has no host of its own: paragraphs, and pages that end in a form feed."""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import (
    LINE_START,
    CommentPlace,
    Comments,
    Host,
    Reading,
    State,
    Table,
    is_blank,
    without_urls,
)
from gbr_lsp.hosts.tables import BARS, BRACKETS, tables_of_lines

COMMENT_MARKS = {"restructuredtext": "..", "rst": "..", "asciidoc": "//", "typst": "//", "org": "#"}
"""What begins a comment line, by language id, in the languages that are read as plain text."""

_INTERPRETER = regex(r"(?:#![^\r\n]*[\r\n]+)?")
_DIRECTIVE_LINE = regex(rf"{LINE_START}[ \t]*(?:#|//|%|;|--|\.\.|>)?[ \t]*gbr:[ \t]*ignore[^\r\n]*", re.MULTILINE)


def step(state: State, line: str) -> tuple[bool, State]:
    """`state` is whether the line before was blank. A paragraph or a page begins a block."""
    if "\f" in line:
        return True, False
    if is_blank(line):
        return False, True
    return bool(state), False


def opens(block: str) -> bool:
    return "\f" in block.partition("\n")[0]


def read(text: str) -> Reading:
    """Everything except addresses; an ignore comment stands on a line of its own."""
    comments = []
    if "gbr:" in text:
        comments = [Span(*found.span()) for found in _DIRECTIVE_LINE.finditer(text)]
    return Reading(without_urls(text), comments)


def preamble(text: str) -> int:
    """The line that names an interpreter."""
    first = _INTERPRETER.match(text)
    return first.end() if first else 0


def tables(text: str) -> list[Table]:
    """Those of Org, AsciiDoc and reST, and of Typst."""
    return tables_of_lines(text, BARS) + tables_of_lines(text, BRACKETS)


HOST = Host(
    "plain",
    False,
    step,
    opens,
    read,
    languages=(),
    endings=("txt", "rst", "adoc", "org", "typ"),
    walked=("txt", "rst", "adoc", "org", "typ"),
    comments=Comments((), "", CommentPlace.OWN_LINE),
    preamble=preamble,
    tables=tables,
)
