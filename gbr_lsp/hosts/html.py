"""HTML: paragraphs, headings, list items and whole tables are blocks; a heading opens a section.

Tags are found by hand: `html.parser` gives lines and columns of tags only, and nothing of what browsers repair.
"""

import re
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.entities import entities_shown
from gbr_lsp.hosts.protocol import (
    URL,
    URL_MARKS,
    BoardTemplate,
    CommentPlace,
    Comments,
    DataSigns,
    Host,
    MoveText,
    Reading,
    State,
    Table,
    between,
    is_blank,
)

_OPENS_BLOCK = regex(
    r"[ \t]*<(?:p|h[1-6]|li|div|section|article|main|aside|header|footer|pre|blockquote|d[tdl]|[uo]l|figure|tr|hr|body"
    r"|(?P<whole>table|script|style))\b",
    re.IGNORECASE,
)
_HEADING = regex(r"\s*<h[1-6]\b", re.IGNORECASE)
_TAG = r"<[A-Za-z/!?](?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*+>"
_LEFT_ALONE = regex(
    rf"<!--.*?(?:-->|\Z)|<(?P<raw>script|style)\b.*?(?:</(?P=raw)\s*>|\Z)|{_TAG}|{URL}", re.DOTALL | re.IGNORECASE
)
_COMMENTS = regex(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_CELL = regex(r"<(?P<tag>/?(?:table|tr)|t[dh])\b(?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*+>", re.IGNORECASE)
_CELL_END = regex(r"</?t(?:d|h|r|able)\b|\Z", re.IGNORECASE)
_BEFORE = regex(r"(?:\s|<[^<>]{0,100}>)*")


def step(state: State, line: str) -> tuple[bool, State]:
    """`state` is the table, script or style that a line stands in, `gap` behind a blank line, else `text`."""
    if state not in ("gap", "text"):
        return False, "gap" if f"</{state}" in line.lower() else state
    if is_blank(line):
        return False, "gap"
    block = _OPENS_BLOCK.match(line)
    if block and block["whole"] and f"</{block['whole'].lower()}" not in line.lower():
        return True, block["whole"].lower()
    return state == "gap" or block is not None, "text"


def opens(block: str) -> bool:
    return _HEADING.match(block) is not None


def read(text: str) -> Reading:
    """Text without tags, comments, addresses, scripts and styles."""
    comments = [Span(*found.span(1)) for found in _COMMENTS.finditer(text)] if "<!--" in text else []
    return Reading(between(text, _LEFT_ALONE, ("<", *URL_MARKS)), comments)


def tables(text: str) -> list[Table]:
    return [Table(None, tuple(rows)) for rows in _tables(text)]


def _tables(text: str) -> Iterator[list[tuple[Span, ...]]]:
    """The cells of each row of each table, without the tags and blanks around their text."""
    rows: list[tuple[Span, ...]] = []
    row: list[Span] = []
    for found in _CELL.finditer(text):
        tag = found["tag"].lower()
        if tag in ("td", "th"):
            row.append(_content(text, found.end()))
            continue
        if row:
            rows.append(tuple(row))
        row = []
        if tag in ("/table", "table") and rows:
            yield rows
            rows = []
    if row:
        rows.append(tuple(row))
    if rows:
        yield rows


def _content(text: str, at: int) -> Span:
    end = _CELL_END.search(text, at)
    stop = end.start() if end else len(text)
    before = _BEFORE.match(text, at, stop)
    start = before.end() if before else at
    behind = text.find("<", start, stop)
    return Span(start, stop if behind < 0 else behind)


HOST = Host(
    "html",
    "gap",
    step,
    opens,
    read,
    languages=("html", "xhtml", "htm"),
    endings=("html", "htm", "xhtml"),
    walked=("html", "htm", "xhtml"),
    comments=Comments(("<!-- ",), " -->", CommentPlace.INLINE),
    data=DataSigns((b"gbr",), columns=True),
    templates=(BoardTemplate("the FEN", ("<p>{fen}</p>",)),),
    moves=MoveText(entities_shown),
    tables=tables,
)
