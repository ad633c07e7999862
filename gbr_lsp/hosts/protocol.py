"""What a host is: a kind of document, with all that differs between kinds of documents.

A host says how a text is cut into blocks and sections, which parts of a block are read, which boards may stand in it,
how a comment is written, and where a code or a board is inserted. It gives places and templates; the text that is
inserted is made in `edits/`. To add a host: a module with a `HOST` beside this one, a name in the table of
`hosts/__init__`, and a specification in `tests/specs/hosts`.
"""

import re
from collections.abc import Callable, Hashable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span

LINE_START = r"(?:^|(?<=\r))"
"""The start of a line under MULTILINE, which by itself knows only LF; blanks and marks must follow it."""

State = Hashable
"""What a host must know of the lines before a line to cut it; equal states cut alike."""

URL_MARKS = ("://", "www.")
"""One of them is in every address."""

URL = r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,30}+://[^\s<>\"'`)\]}]+|(?<![^\W_])www\.[^\s<>\"'`)\]}]+"
_URL = regex(URL)


class Reading(NamedTuple):
    """The parts of a block, in code points from its start: text with codes, comments, the tag pairs of a PGN game.

    `is_enclosed` is True where everything in the block belongs together: a fence, a PGN game.
    """

    spans: list[Span]
    comments: list[Span]
    tags: Mapping[str, Span] = MappingProxyType({})
    is_enclosed: bool = False
    code_text: str | None = None
    """The text in which codes are found, offset for offset, where it is not the text itself."""
    has_moves: bool = False
    """Whether it is a game of chess, with moves behind its tags."""

    @property
    def code_tags(self) -> list[Span]:
        """The values of the tags of a game that may hold its code."""
        return [self.tags[name] for name in ("Black", "GBR") if name in self.tags]


class BoardSource(Enum):
    """Where boards are looked for; `boards/` has a module for each."""

    TAG = "the FEN tag of a PGN game"
    MACROS = "macros of LaTeX"
    FEN = "a FEN anywhere in the text that is read"
    DIAGRAM = "a diagram of a chess font"
    GRID = "eight lines of letters or figurines, as programs print a board"
    LISTS = "a list of men in words: White: Kh8, pc6; Black: Ka6, ph5"
    LINKS = "the FEN of an address or an attribute"


class CommentPlace(Enum):
    """Where a comment may stand."""

    BEFORE_MOVES = "on a line of its own between the tags and the moves of a game"
    OWN_LINE = "on a line of its own"
    LINE_END = "at the end of a line; it ends there"
    INLINE = "anywhere in a line"
    NOWHERE = "nowhere: there are no comments"


class Comments(NamedTuple):
    """How comments are written. Of several openings the first is the one to write.

    Without an opening a comment is a line of its own, which begins with the comment mark of the language, if any.
    """

    openings: tuple[str, ...]
    closing: str
    place: CommentPlace


class CodePlace(Enum):
    """Where the code of a board is inserted."""

    IN_TEXT = "before the board"
    BEFORE_FENCE = "before the fence that the board stands in, else before the board"
    BEFORE_MACRO = "on a line before the outermost macro that the board stands in"
    BEFORE_CALL = "on a line before the call that the board stands in, else before the board"
    TAG = "in the Black tag of the game"


class BoardTemplate(NamedTuple):
    """The lines of a paragraph that shows a board, and what messages call it.

    One of these words stands in one of the lines: `{fen}`, `{placement}` (the first field of a FEN), `{pieces}` (the
    list of pieces of diagram.sty), `{figures}` (eight lines of figures).
    """

    label: str
    lines: tuple[str, ...]


def step_in_one_block(state: State, _line: str) -> tuple[bool, State]:
    """The `step` of a host whose whole documents are one block."""
    return False, state


def is_start_of_records(_block: str) -> bool:
    """The `is_section_start` of a host of data: each block has whole records."""
    return True


def _is_never_cut(state: State, line: str) -> bool:
    return False


def _no_preamble(text: str) -> int:
    return 0


class Table(NamedTuple):
    """A table in a block: the titles of its columns, if it says which they are, and the cells of each row."""

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
"""The words without which a class is believed only if its kings stand beside it, or in a column."""


class DataSigns(NamedTuple):
    """What files with codes have, of a kind of files that mostly have nothing to do with chess.

    Either one of some words, in lower case, or two squares beside a class; in `has_columns` two squares anywhere.
    """

    words: tuple[bytes, ...]
    has_columns: bool = False
    exclusions: tuple[bytes, ...] = ()
    """What only files have that quote codes from other files, such as reports of this program."""


FILLER = "\u2060"
"""A character without width, for what is passed over inside of a move."""


_NO_FIGURINES: Mapping[str, str] = {}
"""A host is sent between processes, which a read-only view of a mapping cannot be."""


class MoveText(NamedTuple):
    """How moves are spelled in documents of a host.

    `code_text` is the text of a block as one reads its moves, offset for offset: figurines for their macros or
    entities,
    each followed by fillers, and blanks for what is only layout. `figurines` says how such a figurine is written.
    """

    render: Callable[[str], str]
    figurines: Mapping[str, str] = _NO_FIGURINES


def blanks_for(match: re.Match[str]) -> str:
    """Blanks as long as a match."""
    return " " * len(match[0])


def padded_char(match: re.Match[str], char: str) -> str:
    """A character, with fillers behind it, as long as a match."""
    return char + FILLER * (len(match[0]) - 1)


class Host(NamedTuple):
    """A kind of document.

    `step` is a line automaton: from the state before a line and the line with its end to whether a block begins
    there
    and the state behind it. `is_section_start` says of a block whether a section begins with it. `read` finds the
    parts of a block
    and never rewrites: its spans are those of the block's text.
    """

    name: str
    start: State
    step: Callable[[State, str], tuple[bool, State]]
    is_section_start: Callable[[str], bool]
    read: Callable[[str], Reading]
    languages: tuple[str, ...]
    """The language ids of the protocol."""
    endings: tuple[str, ...]
    """The endings of its file names, in lower case without the point."""
    folder_endings: tuple[str, ...]
    """Those of its endings that are checked in folders, unless a setting names others."""
    comments: Comments
    has_records: bool = False
    """Whether each block is the record of a game, with tags and moves; elsewhere codes stand in running text."""
    has_placed_boards: bool = False
    """Whether a reader gives the boards, with their places, beside the text."""
    data: DataSigns | None = None
    """For kinds of files that are mostly no chess: in folders they are read only if a code is in them."""
    sources: tuple[BoardSource, ...] = (
        BoardSource.FEN,
        BoardSource.DIAGRAM,
        BoardSource.GRID,
        BoardSource.LISTS,
        BoardSource.LINKS,
    )
    """Where boards are looked for. A board within one of an earlier source is not a second one."""
    letters: str = "KDTLSB"
    """The letters of king, queen, rook, bishop, knight and pawn in lists of pieces."""
    code_place: CodePlace = CodePlace.IN_TEXT
    templates: tuple[BoardTemplate, ...] = (BoardTemplate("the FEN", ("{fen}",)),)
    """How a board is inserted behind the paragraph of a code, the usual way first."""
    item: re.Pattern[str] | None = None
    """What may stand before the text of a paragraph, as the mark of a list; its other lines are indented as far."""
    preamble: Callable[[str], int] = _no_preamble
    """The length of what must come before a comment on the whole document: front matter, `#!`."""
    groups: Callable[[str], list[Span]] | None = None
    """Stretches of a block that belong together, such as the rows of a CSV file, in order of offset."""
    has_record_groups: bool = False
    """Whether the moves in a group are those of its code: an object, a row."""
    tables: Callable[[str], list[Table]] | None = None
    """The tables in a block, with spans of the block's text."""
    moves: MoveText | None = None
    """How moves are spelled, if not just as text."""
    may_cut: Callable[[State, str], bool] = _is_never_cut
    """Return True if a very long paragraph or table may be cut between the lines before, which lead to the state, and
    the given line."""
    starts: Callable[[str, State], tuple[list[tuple[int, State]], State]] | None = None
    """The result of `step` over the lines of a text, but faster: where blocks begin, with the state before each, and
    the state behind all."""
    with_state: "Callable[[Host, State], Host] | None" = None
    """The host as it reads a block before which a state is known, if that matters."""
    is_cut_within_lines: bool = False
    """Whether a block may begin within a line, where `starts` says so; elsewhere blocks are whole lines."""
    next_boundary: Callable[[str, int], tuple[int, State] | None] | None = None
    """The first line from an offset on where a block and a section begin whatever stands before, with the state before
    it; None where there is none."""


def spans_between(text: str, gaps: re.Pattern[str], marks: tuple[str, ...]) -> list[Span]:
    """The spans of a text that the pattern leaves, in order, none empty. It finds nothing where none of `marks` is."""
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
    """The spans of a text between its addresses."""
    return spans_between(text, _URL, URL_MARKS)


def is_blank(line: str) -> bool:
    """Whether nothing but blanks stands on a line. A form feed ends a page, so it is not blank."""
    return not line.strip(" \t\u00a0\r\n")
