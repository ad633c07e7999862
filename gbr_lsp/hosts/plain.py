"""Plain text, and every kind of document that has no host of its own: paragraphs, and pages that end in a form feed."""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import LINE_START, URL, URL_MARKS, Host, Reading, State, between, is_blank

_URL = regex(URL)
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
    """Everything but addresses; a directive stands on a line of its own."""
    comments = []
    if "gbr:" in text:
        comments = [Span(*found.span()) for found in _DIRECTIVE_LINE.finditer(text)]
    return Reading(between(text, _URL, URL_MARKS), comments)


HOST = Host("plain", False, step, opens, read)
