"""MediaWiki: paragraphs, headings, tables and template calls are blocks; a heading opens a section.

Blank lines within a call `{{…}}`, a table `{|…|}` or a comment do not end it. A heading or a page does, and a
number of lines that no call has, so that a lost brace spoils no more than its section.
"""

import re
from functools import partial

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.entities import render_entities
from gbr_lsp.hosts.paragraphs import is_heading_or_page, may_cut, step_with_headings
from gbr_lsp.hosts.protocol import (
    URL,
    URL_MARKS,
    BoardTemplate,
    CommentPlace,
    Comments,
    Host,
    MoveText,
    Reading,
    State,
    spans_between,
)
from gbr_lsp.hosts.tables import tables_of_any_markup

_HEADING = regex(r"={2,6}(?!=)[^\r\n]*+(?:(?<===)|(?<===[ \t])|(?<=-->))(?:[\r\n]|\Z)")
_MARKS = regex(r"<!--|-->|\{\{|\}\}|\A[ \t:]*+\{\||\A[ \t]*+\|\}(?!\})")
_SKIPPED_TEXT = regex(
    r"<!--.*?(?:-->|\Z)|<math\b[^<>]*+>.*?(?:</math\s*+>|\Z)"
    r"|<[A-Za-z/](?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*>"
    rf"|\[\[[^\[\]{{}}|\r\n]*+\||{URL}",
    re.DOTALL | re.IGNORECASE,
)
_COMMENTS = regex(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_MAX_LINES = 1000
"""Maximum number of lines of a call, table or comment."""


def step(state: State, line: str) -> tuple[bool, State]:
    """Return True if `line` begins a block, and the next state.

    Within nested calls, tables and comments, `state` is their depth and the number of lines since
    the outermost began. Elsewhere it is True after a blank line.
    """
    is_start, next_state = step_with_headings(state is True, line, _HEADING)
    depth, line_count = state if isinstance(state, tuple) and not is_start else (0, 0)
    for mark in _MARKS.findall(line) if "{" in line or "}" in line or "--" in line else ():
        depth = depth + 1 if "{" in mark or "<" in mark else max(0, depth - 1)
    return is_start, (depth, line_count + 1) if depth and line_count < _MAX_LINES else next_state


def read(text: str) -> Reading:
    """Return a `Reading` without tags, comments, mathematics, addresses and the targets of links."""
    comments = [Span(*match.span(1)) for match in _COMMENTS.finditer(text)] if "<!--" in text else []
    return Reading(spans_between(text, _SKIPPED_TEXT, ("<", "[[", *URL_MARKS)), comments)


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
    templates=(BoardTemplate("the FEN", ("<code>{fen}</code>",)),),
    moves=MoveText(render_entities),
    tables=tables_of_any_markup,
    may_cut=may_cut,
)
