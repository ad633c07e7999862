"""HTML: paragraphs, headings, list items and whole tables are blocks; a heading opens a section.

Tags are found by hand: `html.parser` gives lines and columns of tags only, and nothing of what browsers repair.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.entities import entities_shown
from gbr_lsp.hosts.protocol import (
    FILLER,
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
    blanked,
    filled,
    is_blank,
)
from gbr_lsp.hosts.tables import turned

_OPENS_BLOCK = regex(
    r"[ \t]*<(?:p|h[1-6]|li|div|section|article|main|aside|header|footer|pre|blockquote|d[tdl]|[uo]l|figure|tr|hr|body"
    r"|(?P<whole>table|script|style))\b",
    re.IGNORECASE,
)
_HEADING = regex(r"\s*<h[1-6]\b", re.IGNORECASE)
_TAG = r"<[A-Za-z/!?](?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*>"
_LEFT_ALONE = regex(
    rf"<!--.*?(?:-->|\Z)|<(?P<raw>script|style)\b.*?(?:</(?P=raw)\s*>|\Z)|{_TAG}|{URL}", re.DOTALL | re.IGNORECASE
)
_ATTRIBUTE = regex(
    r"(?<=[\s\"'])(?P<name>[A-Za-z][\w:.-]*)\s*+=\s*+"
    r"(?:\"(?P<double>[^\"<]*)\"|'(?P<single>[^'<]*)'|(?P<bare>[^\s\"'<>=`]++))"
)
_SAYS_GBR = regex(r"(?:\A|[-_:.])gbr(?:\Z|[-_:.])", re.IGNORECASE)
_SAYS_PART = regex(r"(?:\A|[-_:.])(?:gbr|kings?|[wb]k|control)(?:\Z|[-_:.])", re.IGNORECASE)
"""Names of attributes with a code, or with its kings or control beside it."""
_NAME_BREAK = regex(r"[-_:.]")
_AT_FIGURINE = regex(
    r"(?<=[♔-♟])(?:<[^<>]{1,200}>){1,3}(?=[x:×]?[a-h][1-8a-hx:×])|(?<=[18=])(?:<[^<>/]{1,200}>){1,3}(?=[♔-♟])"
)
_BEFORE_FIGURINE = regex(r"(?:<[^<>/]{1,200}>){1,3}(?=[♔-♟])")
_IMAGE_OF_MAN = regex(
    r"<img\b(?:[^<>]{0,200}?\balt\s*=\s*[\"']?(?P<letter>[A-Z♔-♟])(?=[\"'\s>]))?[^<>]{0,200}>(?=[x:×]?[a-h][1-8a-hx:×])"
)
_UNKNOWN = "Ø"
"""What no language has for a man."""
_COMMENTS = regex(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_CELL = regex(r"<(?P<tag>/?(?:table|tr)|t[dh])\b(?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*>", re.IGNORECASE)
_ROW = regex(r"\s*<tr\b", re.IGNORECASE)
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


def may_cut(state: State, line: str) -> bool:
    """Return True within a paragraph, and before a row of a table."""
    return state == "text" or (state == "table" and _ROW.match(line) is not None)


def opens(block: str) -> bool:
    return _HEADING.match(block) is not None


def read(text: str) -> Reading:
    """Text without tags, comments, addresses, scripts and styles, and what attributes say of a code: `data-gbr="…"`."""
    comments = [Span(*found.span(1)) for found in _COMMENTS.finditer(text)] if "<!--" in text else []
    spans = between(text, _LEFT_ALONE, ("<", *URL_MARKS))
    told = [value for tag in _tags_of_codes(text) for _, value in tag.attributes]
    return Reading(sorted(spans + told) if told else spans, comments)


def moves_shown(text: str) -> str:
    """The text with the characters of entities, and with fillers for what stands between a man and his square: of
    `<span>♘</span>f3` the tag, of `<img alt="N">f3` all but the letter; offset for offset."""
    shown = entities_shown(text)
    if not shown.isascii():
        shown = _AT_FIGURINE.sub(lambda found: FILLER * len(found[0]), shown)
        shown = _BEFORE_FIGURINE.sub(blanked, shown)
    return _IMAGE_OF_MAN.sub(_letter_of, shown) if "<img" in shown else shown


def _letter_of(found: re.Match[str]) -> str:
    return filled(found, found["letter"] or _UNKNOWN)


def groups(text: str) -> list[Span]:
    """The tags with a code among their attributes: a board in such a tag is that of the code."""
    return [tag.span for tag in _tags_of_codes(text)]


def tables(text: str) -> list[Table]:
    """The tables of a text; the attributes of a tag with a code are a table of one row."""
    found = [Table(None, tuple(rows)) for rows in _tables(text)]
    found += turned(text, found)
    for _, attributes in _tags_of_codes(text):
        header = tuple(_NAME_BREAK.sub(" ", name) for name, _ in attributes)
        found.append(Table(header, (tuple(value for _, value in attributes),)))
    return found


class _TagOfCode(NamedTuple):
    """A tag with a code among its attributes, and of these the names and values that say something of it."""

    span: Span
    attributes: list[tuple[str, Span]]


def _tags_of_codes(text: str) -> Iterator[_TagOfCode]:
    for tag in _LEFT_ALONE.finditer(text) if "gbr" in text or "GBR" in text else ():
        if tag["raw"] or not tag[0].startswith("<") or tag[0].startswith("<!") or "gbr" not in tag[0].lower():
            continue
        attributes = [
            (one["name"], Span(*one.span(one.lastgroup)))
            for one in _ATTRIBUTE.finditer(text, *tag.span())
            if one.lastgroup and one[one.lastgroup] and _SAYS_PART.search(one["name"])
        ]
        if any(_SAYS_GBR.search(name) for name, _ in attributes):
            yield _TagOfCode(Span(*tag.span()), attributes)


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
    data=DataSigns((b"gbr",), columns=True, never=(b"<title>gbr-lsp: ",)),  # its own report
    templates=(BoardTemplate("the FEN", ("<p>{fen}</p>",)),),
    moves=MoveText(moves_shown),
    groups=groups,
    tables=tables,
    may_cut=may_cut,
)
