"""MediaWiki: paragraphs, headings, tables and template calls are blocks; a heading opens a section.

Blank lines within a call `{{…}}` or a table `{|…|}` do not end it. A heading or a page does, and a
number of lines that no call has, so that a lost brace spoils no more than its section.
"""

import re
from functools import partial
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.entities import render_entities
from gbr_lsp.hosts.paragraphs import is_heading_or_page, step_with_headings
from gbr_lsp.hosts.protocol import (
    DEFAULT_SOURCES,
    URL,
    URL_MARKS,
    BoardSource,
    BoardTemplate,
    CommentPlace,
    Comments,
    Host,
    MoveText,
    Reading,
    State,
    Table,
    spans_between,
)
from gbr_lsp.hosts.tables import tables_of_text, tables_of_wikis

_HEADING = regex(r"={2,6}(?!=)[^\r\n]*+(?:(?<===)|(?<===[ \t])|(?<=-->))(?:[\r\n]|\Z)")
_BRACES = regex(r"\{\{|\}\}|\A[ \t:]*+\{\||\A[ \t]*+\|\}(?!\})")
_SKIPPED_TEXT = regex(
    r"<!--.*?(?:-->|\Z)|<math\b[^<>]*+>.*?(?:</math\s*+>|\Z)"
    r"|<[A-Za-z/](?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*>"
    rf"|\[\[[^\[\]{{}}|\r\n]*+\||{URL}",
    re.DOTALL | re.IGNORECASE,
)
_COMMENTS = regex(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_MAX_LINES = 1000
"""Maximum number of lines of a call or table."""


class _OpenBraces(NamedTuple):
    """The state within `depth` nested calls and tables, after `line_count` lines."""

    depth: int
    line_count: int


def step(state: State, line: str) -> tuple[bool, State]:
    """Return True if `line` begins a block, and the next state.

    `state` is an `_OpenBraces`, or else True after a blank line.
    """
    open_braces = state if isinstance(state, _OpenBraces) else _OpenBraces(0, 0)
    is_start, next_state = step_with_headings(not open_braces.depth and state is True, line, _HEADING)
    if is_start:
        open_braces = _OpenBraces(0, 0)
    depth, line_count = open_braces
    for braces in _BRACES.findall(line) if "{" in line or "}" in line else ():
        depth = depth + 1 if "{" in braces else max(0, depth - 1)
    if depth and line_count < _MAX_LINES:
        return is_start, _OpenBraces(depth, line_count + 1)
    return is_start, next_state


def may_cut(state: State, line: str) -> bool:
    """Return True within a paragraph: `state` is neither that of a call nor that after a blank line."""
    return state is False


def read(text: str) -> Reading:
    """Return a `Reading` without tags, comments, mathematics, addresses and the targets of links."""
    comments = [Span(*match.span(1)) for match in _COMMENTS.finditer(text)] if "<!--" in text else []
    return Reading(spans_between(text, _SKIPPED_TEXT, ("<", "[[", *URL_MARKS)), comments)


def tables(text: str) -> list[Table]:
    """Return a `Table` for each table, or for each run of lines with bars or labels if there is none."""
    return tables_of_wikis(text) or tables_of_text(text)


HOST = Host(
    "mediawiki",
    False,
    step,
    partial(is_heading_or_page, heading=_HEADING),
    read,
    languages=("mediawiki", "wikitext"),
    endings=("wiki", "mediawiki", "wikitext"),
    folder_endings=("wiki", "mediawiki", "wikitext"),
    comments=Comments(("<!-- ",), " -->", CommentPlace.INLINE),
    sources=(BoardSource.TEMPLATES, *DEFAULT_SOURCES),
    templates=(BoardTemplate("the FEN", ("<code>{fen}</code>",)),),
    moves=MoveText(render_entities),
    tables=tables,
    may_cut=may_cut,
)
