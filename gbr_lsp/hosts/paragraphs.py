"""Text in paragraphs, which plain text and the light markup languages have in common.

Blocks are paragraphs, and pages that end in a form feed. Everything is read except addresses, and an ignore comment
stands on a line of its own. A markup language adds its headings, its comments and the way in which it shows a board.
"""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import LINE_START, CommentPlace, Comments, Reading, State, is_blank, without_urls

_DIRECTIVE_LINE = regex(rf"{LINE_START}[ \t]*+(?:(?:#|//|%|;|--|\.\.|>)[ \t]*+)?gbr:[ \t]*ignore[^\r\n]*", re.MULTILINE)


def step(state: State, line: str) -> tuple[bool, State]:
    """`state` is whether the line before was blank. A paragraph or a page begins a block."""
    if "\f" in line:
        return True, False
    if is_blank(line):
        return False, True
    return bool(state), False


def may_cut(state: State, line: str) -> bool:
    """Return True within a paragraph."""
    return not state


def is_section_start(block: str) -> bool:
    """A page opens a section."""
    return "\f" in block.partition("\n")[0]


def step_with_headings(state: State, line: str, heading: re.Pattern[str]) -> tuple[bool, State]:
    """`step` of a language in which a heading is a line: it is a block of its own."""
    is_start, next_state = step(state, line)
    is_heading = heading.match(line) is not None
    return is_start or is_heading, next_state or is_heading


def is_heading_or_page(block: str, heading: re.Pattern[str]) -> bool:
    """A heading or a page opens a section."""
    return heading.match(block) is not None or is_section_start(block)


def read(text: str) -> Reading:
    """Everything except addresses; an ignore comment stands on a line of its own."""
    comments = []
    if "gbr:" in text:
        comments = [Span(*match.span()) for match in _DIRECTIVE_LINE.finditer(text)]
    return Reading(without_urls(text), comments)


def comment_lines(mark: str) -> Comments:
    """Comments that are lines which begin with a mark."""
    return Comments((f"{mark} ",), "", CommentPlace.OWN_LINE)
