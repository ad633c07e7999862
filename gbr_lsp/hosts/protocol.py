"""The interface of a host: a kind of document, with everything that differs between kinds of documents.

A host cuts a text into blocks and sections, selects the parts of a block to read and the sources of
boards, and defines the form of comments and the places of insertions. It returns places and
templates; `edits/` makes the text to insert. To add a host: a module with a `HOST` in this folder,
an entry in the table of `hosts/__init__`, and a specification in `tests/specs/hosts`.
"""

import re
from collections.abc import Callable, Hashable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span

LINE_START = r"(?:^|(?<=\r))"
"""The start of a line under MULTILINE, which knows only LF; blanks and marks must follow it."""

State = Hashable
"""The context that a host needs of the lines before a line to cut it; equal states cut alike."""

URL_MARKS = ("://", "www.")
"""Every address contains one of these."""

URL = r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,30}+://[^\s<>\"'`)\]}]+|(?<![^\W_])www\.[^\s<>\"'`)\]}]+"
_URL = regex(URL)


class Reading(NamedTuple):
    """The parts of a block: spans with codes, comments, and the tag pairs of a PGN game.

    Offsets count code points from the start of the block. `is_enclosed` is True if the whole block
    belongs together: a fence, a PGN game.
    """

    spans: list[Span]
    comments: list[Span]
    tags: Mapping[str, Span] = MappingProxyType({})
    is_enclosed: bool = False
    code_text: str | None = None
    """The text to search for codes, with the offsets of the block, or None for the text itself."""
    has_moves: bool = False
    """True for a game of chess, with moves after its tags."""

    @property
    def code_tags(self) -> list[Span]:
        """The spans of the values of the tags `Black` and `GBR`, perhaps with a code."""
        return [self.tags[name] for name in ("Black", "GBR") if name in self.tags]


class BoardSource(Enum):
    """A source of boards; `boards/` has a module for each."""

    TAG = "the FEN tag of a PGN game"
    MACROS = "macros of LaTeX"
    FEN = "a FEN anywhere in the text that is read"
    TEMPLATES = "a template call of a wiki: {{Chess diagram|…}}"
    PICTURES = "a table of pictures: Chess kdt45.svg"
    DIAGRAM = "a diagram of a chess font"
    GRID = "eight lines of letters or figurines, as programs print a board"
    LISTS = "a list of men in words: White: Kh8, pc6; Black: Ka6, ph5"
    LINKS = "the FEN of an address or an attribute"


class CommentPlace(Enum):
    """The place of a comment."""

    BEFORE_MOVES = "on a line of its own between the tags and the moves of a game"
    OWN_LINE = "on a line of its own"
    LINE_END = "at the end of a line; it ends there"
    INLINE = "anywhere in a line"
    NOWHERE = "nowhere: there are no comments"


class Comments(NamedTuple):
    """The form of comments; edits write the first of `openings`.

    Without an opening a comment needs a line of its own, after the comment mark of the language.
    """

    openings: tuple[str, ...]
    closing: str
    place: CommentPlace


class CodePlace(Enum):
    """The place where an edit inserts the code of a board."""

    IN_TEXT = "before the board"
    BEFORE_FENCE = "before the fence with the board, else before the board"
    BEFORE_MACRO = "on a line before the outermost macro with the board"
    BEFORE_CALL = "on a line before the call with the board, else before the board"
    TAG = "in the Black tag of the game"


class Markup(Enum):
    """The markup of captions and headings."""

    NONE = "none"
    LATEX = "LaTeX"
    HTML = "HTML"
    TYPST = "Typst"
    FIELDS = "light markup with fields such as :author:"
    LIGHT = "light markup: emphasis, links and line marks"


class BoardTemplate(NamedTuple):
    """The lines of a paragraph that shows a board, and the label of the board in messages.

    The lines contain one of these words: `{fen}`, `{placement}` (the first field of a FEN),
    `{pieces}` (the list of men of diagram.sty), `{figures}` (eight lines of figures).
    """

    label: str
    lines: tuple[str, ...]


def step_in_one_block(state: State, _line: str) -> tuple[bool, State]:
    """Return False and `state`: the `step` of a host whose documents are one block."""
    return False, state


def is_start_of_records(_block: str) -> bool:
    """Return True: the `is_section_start` of a host of games or data, whose blocks are whole records."""
    return True


def _is_never_cut(state: State, line: str) -> bool:
    return False


def _no_preamble(text: str) -> int:
    return 0


class Table(NamedTuple):
    """A table in a block: the titles of its columns, or None if unknown, and the cells of each row."""

    header: tuple[str, ...] | None
    rows: tuple[tuple[Span, ...], ...]


KING_WORDS = (
    b"gbr",
    b"king",
    b"k\xc3\xb6nig",
    b"rois",
    b"koning",
    b"reyes",
    b"class",
    b"klasse",
    b"clase",
    b"code",
    b"codice",
)
"""Without one of these words, a class is believed only with its kings next to it or in a column."""


class DataSigns(NamedTuple):
    """Signs that a file of data has codes; most such files have nothing to do with chess.

    One of `words`, in lower case, or a class next to two squares; with `has_columns`, any two
    squares.
    """

    words: tuple[bytes, ...]
    has_columns: bool = False
    exclusions: tuple[bytes, ...] = ()
    """Signs of files that quote codes from other files, such as reports of this program."""


FILLER = "\u2060"
"""A character without width that pads moves."""


class MoveText(NamedTuple):
    """The spelling of moves in documents of a host.

    `render` returns the text of a block as a reader sees its moves, with the same offsets: a
    figurine and fillers for a macro or an entity, blanks for layout. `spell` returns a move with
    figurines in the spelling of a printed move, the second argument, or of its block, the third:
    (`♘f3`, `\\symrook f3`, …) → `\\symknight f3`.
    """

    render: Callable[[str], str]
    spell: Callable[[str, str, str], str] | None = None


def blanks_for(match: re.Match[str]) -> str:
    """Return as many blanks as `match` has characters."""
    return " " * len(match[0])


def padded_char(match: re.Match[str], char: str) -> str:
    """Return `char` and fillers, together as long as `match`."""
    return char + FILLER * (len(match[0]) - 1)


class Host(NamedTuple):
    """A kind of document.

    `step` is a line automaton. It maps the state before a line and the line with its end to True if
    a block begins there, and the state after the line. `is_section_start` returns True if a section
    begins with the block. `read` finds the parts of a block and never rewrites: its spans are those
    of the block's text.
    """

    name: str
    start: State
    step: Callable[[State, str], tuple[bool, State]]
    is_section_start: Callable[[str], bool]
    read: Callable[[str], Reading]
    languages: tuple[str, ...]
    """Language ids of the protocol."""
    endings: tuple[str, ...]
    """Endings of file names, in lower case without the point."""
    folder_endings: tuple[str, ...]
    """The endings to check in folders, unless a setting names others."""
    comments: Comments
    has_records: bool = False
    """True if each block is the record of a game, with tags and moves; otherwise codes are in prose."""
    has_placed_boards: bool = False
    """True if a reader supplies the boards, with their places, along with the text."""
    data: DataSigns | None = None
    """Set for kinds of files that are rarely about chess: in folders they are read only if they contain a code."""
    sources: tuple[BoardSource, ...] = (
        BoardSource.FEN,
        BoardSource.TEMPLATES,
        BoardSource.PICTURES,
        BoardSource.DIAGRAM,
        BoardSource.GRID,
        BoardSource.LISTS,
        BoardSource.LINKS,
    )
    """Sources of boards, in order of priority: a board within a board of an earlier source is dropped."""
    letters: str = "KDTLSB"
    """The letters of king, queen, rook, bishop, knight and pawn in lists of men."""
    code_place: CodePlace = CodePlace.IN_TEXT
    markup: Markup = Markup.LIGHT
    templates: tuple[BoardTemplate, ...] = (BoardTemplate("the FEN", ("{fen}",)),)
    """Boards to insert after the paragraph of a code, the usual one first."""
    item: re.Pattern[str] | None = None
    """Marks before the text of a paragraph, as in a list; its other lines are indented by the same width."""
    preamble: Callable[[str], int] = _no_preamble
    """The length of the text that must precede a comment on the whole document: front matter, `#!`."""
    closing: Callable[[str], int | None] | None = None
    """Return the offset in a block of the text that closes the document, `\\end{document}`, or None: nothing is
    written after it."""
    groups: Callable[[str], list[Span]] | None = None
    """Spans of a block whose contents belong together, in order of offset: the rows of a CSV file."""
    has_record_groups: bool = False
    """True if the moves in a group belong to its code: an object, a row."""
    tables: Callable[[str], list[Table]] | None = None
    """The tables in a block, with spans of its text."""
    moves: MoveText | None = None
    """The spelling of moves, or None for plain text."""
    may_cut: Callable[[State, str], bool] = _is_never_cut
    """Return True if a very long paragraph or table may be cut before the given line, which has the given state."""
    starts: Callable[[str, State], tuple[list[tuple[int, State]], State]] | None = None
    """A faster `step` over all lines of a text: block starts with the state before each, and the last state."""
    with_state: "Callable[[Host, State], Host] | None" = None
    """Return the host for a block with the given state, if the state changes how a block is read."""
    is_cut_within_lines: bool = False
    """True if `starts` may begin a block within a line; otherwise blocks are whole lines."""
    next_boundary: Callable[[str, int], tuple[int, State] | None] | None = None
    """Return the offset of the next line that begins a block in any state, with the state before it; or None."""


def spans_between(text: str, gaps: re.Pattern[str], marks: tuple[str, ...]) -> list[Span]:
    """Return the non-empty spans of `text` between matches of `gaps`.

    `gaps` cannot match without one of `marks`.
    """
    spans = []
    start = 0
    for gap in gaps.finditer(text) if any(mark in text for mark in marks) else ():
        if start < gap.start():
            spans.append(Span(start, gap.start()))
        start = gap.end()
    if start < len(text):
        spans.append(Span(start, len(text)))
    return spans


def without_urls(text: str) -> list[Span]:
    """Return the spans of `text` between its addresses."""
    return spans_between(text, _URL, URL_MARKS)


def is_blank(line: str) -> bool:
    """Return True if `line` has only blanks.

    A form feed ends a page, so it is not blank.
    """
    return not line.strip(" \t\u00a0\r\n")
