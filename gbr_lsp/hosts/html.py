"""HTML: paragraphs, headings, list items and whole tables are blocks; a heading opens a section.

Tags are found by regular expressions: `html.parser` reports lines and columns of tags only, and
repairs no damage.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.entities import render_entities
from gbr_lsp.hosts.protocol import (
    FILLER,
    URL,
    URL_MARKS,
    BoardTemplate,
    CommentPlace,
    Comments,
    DataSigns,
    Host,
    Markup,
    MoveText,
    Reading,
    State,
    Table,
    blanks_for,
    is_blank,
    padded_char,
    spans_between,
)
from gbr_lsp.hosts.tables import transposed_tables

_BLOCK_TAG = regex(
    r"[ \t]*<(?:p|h[1-6]|li|div|section|article|main|aside|header|footer|pre|blockquote|d[tdl]|[uo]l|figure|tr|hr|body"
    r"|(?P<whole>table|script|style))\b",
    re.IGNORECASE,
)
_HEADING = regex(r"\s*<h[1-6]\b", re.IGNORECASE)
_TAG = r"<[A-Za-z/!?](?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*>"
_SKIPPED_TEXT = regex(
    rf"<!--.*?(?:-->|\Z)|<(?P<raw>script|style)\b.*?(?:</(?P=raw)\s*>|\Z)|{_TAG}|{URL}", re.DOTALL | re.IGNORECASE
)
_ATTRIBUTE = regex(
    r"(?<=[\s\"'])(?P<name>[A-Za-z][\w:.-]*)\s*+=\s*+"
    r"(?:\"(?P<double>[^\"<]*)\"|'(?P<single>[^'<]*)'|(?P<bare>[^\s\"'<>=`]++))"
)
_GBR_ATTRIBUTE = regex(r"(?:\A|[-_:.])gbr(?:\Z|[-_:.])", re.IGNORECASE)
_CODE_ATTRIBUTE = regex(r"(?:\A|[-_:.])(?:gbr|kings?|[wb]k|control)(?:\Z|[-_:.])", re.IGNORECASE)
"""Names of attributes with a code, its kings or its control: `data-gbr`, `data-kings`."""
_NAME_BREAK = regex(r"[-_:.]")
_TAGS_AFTER_FIGURINE = regex(
    r"(?<=[♔-♟])(?:<[^<>]{1,200}>){1,3}(?=[x:×]?[a-h][1-8a-hx:×])|(?<=[18=])(?:<[^<>/]{1,200}>){1,3}(?=[♔-♟])"
)
_TAGS_BEFORE_FIGURINE = regex(r"(?:<[^<>/]{1,200}>){1,3}(?=[♔-♟])")
_IMAGE_OF_MAN = regex(
    r"<img\b(?:[^<>]{0,200}?\balt\s*=\s*[\"']?(?P<letter>[A-Z♔-♟])(?=[\"'\s>]))?[^<>]{0,200}>(?=[x:×]?[a-h][1-8a-hx:×])"
)
_UNKNOWN_LETTER = "Ø"
"""A letter that no language uses for a man, for an image without `alt`."""
_CLOSING = regex(
    r"<!--.*?(?:-->|\Z)|(?P<tag>(?:(?<![^\r\n])[ \t]*)?</(?:body|html)[ \t\r\n]*>)", re.DOTALL | re.IGNORECASE
)
_COMMENTS = regex(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_CELL = regex(r"<(?P<tag>/?(?:table|tr)|t[dh])\b(?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*>", re.IGNORECASE)
_ROW = regex(r"\s*<tr\b", re.IGNORECASE)
_CELL_END = regex(r"</?t(?:d|h|r|able)\b|\Z", re.IGNORECASE)
_CELL_LEAD = regex(r"(?:\s|<[^<>]{0,100}>)*")


def step(state: State, line: str) -> tuple[bool, State]:
    """Return True if `line` begins a block, and the next state.

    The state is an element, `gap` or `text`.
    """
    if state not in ("gap", "text"):
        return False, "gap" if f"</{state}" in line.lower() else state
    if is_blank(line):
        return False, "gap"
    block = _BLOCK_TAG.match(line)
    if block and block["whole"] and f"</{block['whole'].lower()}" not in line.lower():
        return True, block["whole"].lower()
    return state == "gap" or block is not None, "text"


def may_cut(state: State, line: str) -> bool:
    """Return True within a paragraph, and if `line` begins a row of a table."""
    return state == "text" or (state == "table" and _ROW.match(line) is not None)


def is_section_start(block: str) -> bool:
    return _HEADING.match(block) is not None


def read(text: str) -> Reading:
    """Return a `Reading` with the spans between tags, addresses and scripts, and code attributes.

    Comments are separate. An attribute is read if it is like `data-gbr="…"`.
    """
    comments = [Span(*match.span(1)) for match in _COMMENTS.finditer(text)] if "<!--" in text else []
    spans = spans_between(text, _SKIPPED_TEXT, ("<", *URL_MARKS))
    values = [value for tag in _tags_of_codes(text) for _, value in tag.attributes]
    return Reading(sorted(spans + values) if values else spans, comments)


def render_moves(text: str) -> str:
    """Return `text` with entities replaced and tags between a man and his square padded.

    Offsets stay. In `<span>♘</span>f3` the tags are padded, in `<img alt="N">f3` everything but the
    `N`.
    """
    result = render_entities(text)
    if not result.isascii():
        result = _TAGS_AFTER_FIGURINE.sub(lambda match: FILLER * len(match[0]), result)
        result = _TAGS_BEFORE_FIGURINE.sub(blanks_for, result)
    if "<img" in result:
        result = _IMAGE_OF_MAN.sub(lambda match: padded_char(match, match["letter"] or _UNKNOWN_LETTER), result)
    return result


def groups(text: str) -> list[Span]:
    """Return the spans of tags with a code in an attribute.

    A board in the tag belongs to it.
    """
    return [tag.span for tag in _tags_of_codes(text)]


def tables(text: str) -> list[Table]:
    """Return a `Table` for each table, and one for each tag with a code.

    The latter has one row; its header is the names of the attributes.
    """
    found = [Table(None, tuple(rows)) for rows in _tables(text)]
    found += transposed_tables(text, found)
    for _, attributes in _tags_of_codes(text):
        header = tuple(_NAME_BREAK.sub(" ", name) for name, _ in attributes)
        found.append(Table(header, (tuple(value for _, value in attributes),)))
    return found


class _TagOfCode(NamedTuple):
    """A tag with a code in an attribute, and the names and values of its attributes about the code."""

    span: Span
    attributes: list[tuple[str, Span]]


def _tags_of_codes(text: str) -> Iterator[_TagOfCode]:
    """Yield a `_TagOfCode` for each tag of `text` with a code in an attribute."""
    for tag in _SKIPPED_TEXT.finditer(text) if "gbr" in text or "GBR" in text else ():
        if tag["raw"] or not tag[0].startswith("<") or tag[0].startswith("<!") or "gbr" not in tag[0].lower():
            continue
        attributes = [
            (one["name"], Span(*one.span(one.lastgroup)))
            for one in _ATTRIBUTE.finditer(text, *tag.span())
            if one.lastgroup and one[one.lastgroup] and _CODE_ATTRIBUTE.search(one["name"])
        ]
        if any(_GBR_ATTRIBUTE.search(name) for name, _ in attributes):
            yield _TagOfCode(Span(*tag.span()), attributes)


def _tables(text: str) -> Iterator[list[tuple[Span, ...]]]:
    """Yield the rows of each table, as spans of cells without surrounding tags and blanks."""
    rows: list[tuple[Span, ...]] = []
    row: list[Span] = []
    for match in (*_CELL.finditer(text), None):
        tag = match["tag"].lower() if match else "/table"
        if match and tag in ("td", "th"):
            row.append(_cell_content(text, match.end()))
            continue
        if row:
            rows.append(tuple(row))
        row = []
        if tag in ("/table", "table") and rows:
            yield rows
            rows = []


def _cell_content(text: str, offset: int) -> Span:
    """Return the span of the cell from `offset` to the next tag, without leading tags."""
    end = _CELL_END.search(text, offset)
    stop = end.start() if end else len(text)
    lead = _CELL_LEAD.match(text, offset, stop)
    start = lead.end() if lead else offset
    tag_start = text.find("<", start, stop)
    return Span(start, stop if tag_start < 0 else tag_start)


def closing(text: str) -> int | None:
    """Return the offset of the end tag of the body or page outside comments, or None."""
    return next((one.start() for one in _CLOSING.finditer(text) if one["tag"]), None) if "</" in text else None


HOST = Host(
    "html",
    "gap",
    step,
    is_section_start,
    read,
    languages=("html", "xhtml", "htm"),
    endings=("html", "htm", "xhtml"),
    folder_endings=("html", "htm", "xhtml"),
    comments=Comments(("<!-- ",), " -->", CommentPlace.INLINE),
    data=DataSigns((b"gbr",), has_columns=True, exclusions=(b"<title>gbr-lsp: ",)),  # its own report
    templates=(BoardTemplate("the FEN", ("<p>{fen}</p>",)),),
    moves=MoveText(render_moves),
    groups=groups,
    closing=closing,
    tables=tables,
    may_cut=may_cut,
    markup=Markup.HTML,
)
