"""Paragraphs, the common part of plain text and the light markup languages.

Blocks are paragraphs, and pages that end in a form feed. Everything is read except addresses. An
ignore comment needs a line of its own. A markup language adds its headings, comments and templates
for boards.
"""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import LINE_START, CommentPlace, Comments, Reading, State, is_blank, without_urls

_DIRECTIVE_LINE = regex(rf"{LINE_START}[ \t]*+(?:(?:#|//|%|;|--|\.\.|>)[ \t]*+)?gbr:[ \t]*ignore[^\r\n]*", re.MULTILINE)


def step(state: State, line: str) -> tuple[bool, State]:
    """Return True if `line` begins a paragraph or page, and the next state.

    The state is True after a blank line.
    """
    if "\f" in line:
        return True, False
    if is_blank(line):
        return False, True
    return bool(state), False


def may_cut(state: State, line: str) -> bool:
    """Return True within a paragraph: `state` is not that after a blank line."""
    return not state


def is_section_start(block: str) -> bool:
    """Return True for a block at the start of a page."""
    return "\f" in block.partition("\n")[0]


def step_with_headings(state: State, line: str, heading: re.Pattern[str]) -> tuple[bool, State]:
    """Return the result of `step`, if lines that match `heading` are blocks of their own."""
    is_start, next_state = step(state, line)
    is_heading = heading.match(line) is not None
    return is_start or is_heading, next_state or is_heading


def is_heading_or_page(block: str, heading: re.Pattern[str]) -> bool:
    """Return True if `block` begins with `heading` or at the start of a page."""
    return heading.match(block) is not None or is_section_start(block)


def read(text: str) -> Reading:
    """Return a `Reading` with everything except addresses.

    A comment is an ignore comment on a line of its own.
    """
    comments = [Span(*match.span()) for match in _DIRECTIVE_LINE.finditer(text)] if "gbr:" in text else []
    return Reading(without_urls(text), comments)


def comment_lines(mark: str) -> Comments:
    """Return the `Comments` of lines that start with `mark`: `//` → `// gbr: …`."""
    return Comments((f"{mark} ",), "", CommentPlace.OWN_LINE)
