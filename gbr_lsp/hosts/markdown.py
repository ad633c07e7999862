"""Markdown: paragraphs, list items, headings and fences are blocks; a heading opens a section."""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.entities import render_entities
from gbr_lsp.hosts.protocol import (
    LINE_START,
    URL,
    URL_MARKS,
    BoardTemplate,
    CodePlace,
    CommentPlace,
    Comments,
    Host,
    MoveText,
    Reading,
    State,
    blanks_for,
    padded_char,
    spans_between,
)
from gbr_lsp.hosts.tables import LABEL_OF_KINGS, tables_of_text


class _State(NamedTuple):
    """The context of a line; `fence` is the marker of the open fence, empty outside of fences."""

    place: str
    fence: str = ""


_START = _State("start")
_FRONT = _State("front matter")
_TEXT = _State("text")
_KINGS = _State("kings")
"""In an item with kings that begins a block; the next one may have their class."""
_PAIR = _State("kings and class")
"""In both of these items; kings begin the next block."""
_PARAGRAPHS = (_TEXT, _KINGS, _PAIR)
_GAP = _State("gap")
_COMMENT = _State("comment")

_FENCE = regex(r"(?:[ \t>]|[-*+] |[0-9]+[.)] )*(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^\r\n]*)")
_HEADING = regex(r"[ \t>]{0,3}#{1,6}(?:[ \t]|$)", re.MULTILINE)
_SETEXT = regex(r"(?=[^\S\r\n]*+[^\s])[^\r\n]*+(?:\r\n|\n|\r)[ ]{0,3}(?:=+|-{2,})[ \t]*(?:[\r\n]|\Z)")
_ITEM = regex(r"[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]")
_KINGS_ITEM = regex(rf"[ \t>]*[-*+][ \t]+{LABEL_OF_KINGS}", re.IGNORECASE)
"""An item that belongs to the item before it: `- Kings: g3 g1` after `- Class: 0323.12`."""
_CLASS_ITEM = regex(r"[ \t>]*[-*+][ \t]+[*_`\"']*(?:gbr|class)[\w .*_`\"'-]{0,30}[:=]", re.IGNORECASE)
"""The same for a class after its kings, which begin the block."""
_LINE_MARKS = "#`~-*+0123456789"
"""The first characters of fences, headings and list items."""
_READ_FENCES = {
    "", "gbr", "chess", "pgn", "text", "txt", "plain", "plaintext", "fen", "chessboard",
    "chess-fen", "chess-pgn", "chess-study", "chessboard-fen", "chessboard-pgn", "chesser", "chessstudy",
}  # fmt: skip
"""The names of fences that are read, in lower case; the last row has those of plugins that draw boards."""

_SKIPPED_TEXT = regex(
    rf"""<!--.*?(?:-->|\Z)
      | <[A-Za-z/!?](?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*>
      | \]\([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*(?:\s++(?:"[^"\r\n]*+"|'[^'\r\n]*+'))?\s*+\)
      | {LINE_START}[ ]{{0,3}}\[(?!\^)[^\]\r\n]+\]:[ \t]*\S++(?=[ \t]*+(?:[\r\n"'(]|\Z))
      | {URL}""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_MARKS = ("<", "](", "]:", *URL_MARKS)
_COMMENTS = regex(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_PGN_MARKUP = regex(rf"\{{[^{{}}]*\}}|{LINE_START}[ \t>]*\[[A-Za-z0-9_]+[ \t]+\"[^\r\n]*\"\]", re.MULTILINE)
_ESCAPED_CHARS = regex(r"\\(?:\.(?:\\?\.){2}|[.!()\[\]#+=-])")
"""Signs between moves that programs escape with a backslash: `1\\. Kd4\\! 1\\...`."""
_FRONT_MATTER = regex(r"---[ \t]*[\r\n]")
_PREFIX = regex(r"[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)?")


def step(state: State, line: str) -> tuple[bool, State]:
    """Return True if `line` begins a block, and the state after it.

    Blocks begin at paragraphs, headings, fences, list items, and after a heading or a fence. An
    item with the kings of the item before it, or with the class of such kings, begins none.
    """
    assert isinstance(state, _State)
    content = line.rstrip("\r\n")
    if state.fence:
        closing_marks = content.strip(" \t>")
        is_closing = len(state.fence) <= len(closing_marks) and not closing_marks.strip(state.fence[0])
        return False, _GAP if is_closing else state
    if state == _FRONT:
        return False, _GAP if content.rstrip() in ("---", "...") else _FRONT
    if state == _START and content.rstrip() == "---":
        return True, _FRONT
    if state == _COMMENT:
        return False, _TEXT if "-->" in content else _COMMENT
    first = content.lstrip(" \t>")[:1]
    if not first:
        return False, _GAP
    is_item = False
    if first in _LINE_MARKS:
        fence = _FENCE.match(content)
        if fence and not ("`" in fence["marks"] and "`" in fence["info"]):
            return True, _State("fence", fence["marks"])
        if _HEADING.match(content):
            return True, _GAP
        is_item = _ITEM.match(content) is not None
    has_kings = is_item and _KINGS_ITEM.match(content) is not None
    has_class = state == _KINGS and is_item and _CLASS_ITEM.match(content) is not None
    is_new_item = is_item and not has_class and not (has_kings and state == _TEXT)
    begins = state not in _PARAGRAPHS or is_new_item
    if content.rfind("-->") < content.rfind("<!--"):
        return begins, _COMMENT
    if begins:
        return True, _KINGS if has_kings else _TEXT
    return False, _PAIR if has_class else state


def may_cut(state: State, line: str) -> bool:
    """Return True if `state` is that of a paragraph."""
    return state in _PARAGRAPHS


def is_section_start(block: str) -> bool:
    return _HEADING.match(block) is not None or _SETEXT.match(block) is not None


def read(text: str) -> Reading:
    """Return a `Reading` with the spans of `text` without HTML tags and addresses.

    A fence is read from its second line on if its language is text or chess, otherwise not at all.
    """
    fence = _FENCE.match(text)
    if fence and not ("`" in fence["marks"] and "`" in fence["info"]):
        word = re.match(r"[{.]*([\w-]*)", fence["info"])
        if not word or word[1].lower() not in _READ_FENCES or fence["info"].startswith("{"):
            return Reading([], [], is_enclosed=True)
        return Reading([Span(fence.end(), len(text))] if fence.end() < len(text) else [], [], is_enclosed=True)
    comments = [Span(*match.span(1)) for match in _COMMENTS.finditer(text)] if "<!--" in text else []
    return Reading(spans_between(text, _SKIPPED_TEXT, _MARKS), comments)


def render_moves(text: str) -> str:
    r"""Return `text` with moves as a reader sees them; offsets stay.

    In a fence, tags and comments of PGN become blanks. Elsewhere escapes and entities are replaced:
    `1\.` → `1.` and a filler.
    """
    if _FENCE.match(text):
        return _PGN_MARKUP.sub(blanks_for, text)
    return render_entities(_ESCAPED_CHARS.sub(_unescape, text) if "\\" in text else text)


def _unescape(match: re.Match[str]) -> str:
    r"""Return the sign of an escape, with fillers to the same length: `\!` → `!`."""
    return padded_char(match, "…" if 2 < match[0].count(".") else match[0][1])


def preamble(text: str) -> int:
    """Return the length of `text` if it is front matter (a whole block), else 0."""
    return len(text) if _FRONT_MATTER.match(text) else 0


HOST = Host(
    "markdown",
    _START,
    step,
    is_section_start,
    read,
    languages=("markdown", "quarto", "rmd"),
    endings=("md", "markdown", "mdown", "mkd", "qmd", "rmd"),
    folder_endings=("md", "markdown"),
    comments=Comments(("<!-- ",), " -->", CommentPlace.INLINE),
    code_place=CodePlace.BEFORE_FENCE,
    templates=(
        BoardTemplate("the FEN", ("`{fen}`",)),
        BoardTemplate("the board in figures", ("```text", "{figures}", "```")),
    ),
    item=_PREFIX,
    preamble=preamble,
    moves=MoveText(render_moves),
    tables=tables_of_text,
    may_cut=may_cut,
)
