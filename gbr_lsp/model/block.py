"""Blocks, the units that a text is cut into, and places in them.

A block is also read and cached as a unit. Offsets in a block count from its start.
"""

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from gbr_lsp.base.caching import cached
from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import (
    LINE_END,
    Edit,
    LineIndex,
    Span,
    SpanIndex,
    apply_edits,
    count_line_ends,
    lines_of,
    split_spans,
)
from gbr_lsp.boards import boards_in, diagram, groups_in
from gbr_lsp.boards.signature import lone_count
from gbr_lsp.boards.value import Board, BoardKind, Count, PlacedBoard
from gbr_lsp.hosts.protocol import FILLER, Host, Reading, State, Table, blanks_for
from gbr_lsp.languages import LANGUAGES
from gbr_lsp.model.damaged_codes import may_have_table_codes, with_damaged_codes, with_table_codes
from gbr_lsp.model.split_codes import join_split_codes
from gbr_lsp.model.table_controls import with_controls
from gbr_lsp.model.table_rows import MIN_ROWS, aligned_rows, may_reach_on
from gbr_lsp.model.versions import may_have_twins, may_introduce
from gbr_lsp.notation.code_search import damaged_classes, find
from gbr_lsp.notation.lone_classes import lone_classes_in
from gbr_lsp.notation.sentences import goal_sentences
from gbr_lsp.notation.values import Evidence, Kind, Occurrence

if TYPE_CHECKING:
    from gbr_lsp.model.twin_marks import TwinMark
    from gbr_lsp.solutions.replay import Start


class BlockContents(NamedTuple):
    """The contents of a block: codes (bare classes too), boards, and its `Reading`.

    `groups` are spans whose codes and boards belong together. `unread_lists` are lists of men that show
    no board, because a part of them was not read. `uncertain` are codes with kings that a board or another
    code must confirm; their classes alone are in `codes`.
    """

    codes: list[Occurrence]
    boards: list[Board]
    groups: list[Span]
    reading: Reading
    unread_lists: list[Board]
    uncertain: list[Occurrence]


class Block:
    """Consecutive lines that are cut, read and cached together.

    `state` is the state of the cut before them. If the host cuts within lines, a block may begin or end
    within a line. `proof_boards` are the boards that a reader of proofs saw next to the text.
    """

    # What every block has is in slots, because a document may have very many blocks.
    __slots__ = ("__dict__", "_is_section_start", "_traits", "host", "proof_boards", "state", "text")

    def __init__(self, host: Host, text: str, state: State, proof_boards: tuple[PlacedBoard, ...] = ()) -> None:
        self.host = host
        self.text = text
        self.state = state
        self.proof_boards = proof_boards
        self._is_section_start: bool | None = None
        self._traits: int | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Block):
            return NotImplemented
        mine, others = (self.host, self.text, self.state), (other.host, other.text, other.state)
        return mine == others and self.proof_boards == other.proof_boards

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Block({self.text!r}, {self.state!r})"

    @cached
    def contents(self) -> BlockContents:
        """The codes and boards of the block.

        They are compared by identity, so every access in any thread returns the same objects.
        """
        host = self._host_here
        reading = host.read(self.text)
        found = boards_in(self.text, host, reading)
        unread = [board for board in found if board.is_partial]
        boards = [board for board in found if not board.is_partial]
        if self.proof_boards:
            boards = sorted([*boards, *(one.board for one in self.proof_boards)], key=lambda board: board.span)
        groups = groups_in(self.text, host, reading) if boards else []
        codes = find(reading.code_text or self.text, reading.spans)
        rows = aligned_rows(self.text) if codes else []
        if ends := [row.end for row in rows if may_reach_on(self.text, row)]:
            codes = find(reading.code_text or self.text, split_spans(reading.spans, ends))
        damaged = [] if host.has_records else damaged_classes(self.text, reading.spans, codes)
        codes = sorted([*codes, *damaged], key=attrgetter("span")) if damaged else codes
        tables = self.tables if codes or MIN_ROWS <= len(boards) or may_have_table_codes(self.text) else []
        codes, uncertain = join_split_codes(self.text, codes, tables, rows)
        if tables:
            codes = with_table_codes(self.text, codes, tables, boards)
            is_part = host.has_record_groups and self.state != self.host.start
            codes = with_controls(self.text, codes, tables, is_part=is_part)
        if not host.has_records:
            codes = with_damaged_codes(self.text, reading.spans, boards, codes, tables)
        if uncertain:
            certain = SpanIndex(code.span for code in codes if code.code.kings)
            uncertain = [code for code in uncertain if not certain.has_overlap(code.span_of(Kind.CLASS))]
        return BlockContents(codes, boards, groups, reading, unread, uncertain)

    @property
    def _host_here(self) -> Host:
        """The host with the state of the block, such as the titles of its columns."""
        return self.host.with_state(self.host, self.state) if self.host.with_state else self.host

    @cached
    def tables(self) -> list[Table]:
        """The tables in the block that have rows."""
        host = self._host_here
        return [table for table in host.tables(self.text) if table.rows] if host.tables else []

    @cached
    def board_spans(self) -> SpanIndex:
        """The spans of the boards and of the unread lists."""
        return SpanIndex(board.span for board in (*self.contents.boards, *self.contents.unread_lists))

    @cached
    def lone_classes(self) -> list[Occurrence]:
        """The classes without two kings that a board may confirm, always the same objects."""
        found = self.contents
        board_spans = [board.span for board in found.boards]
        return list(lone_classes_in(self.text, self.lines, found.codes, found.reading.spans, board_spans))

    @cached
    def lines(self) -> LineIndex:
        """The `LineIndex` of the block."""
        return LineIndex(self.text)

    @property
    def is_read(self) -> bool:
        """Whether `is_relevant` is known already."""
        return "is_relevant" in self.__dict__

    @cached
    def is_relevant(self) -> bool:
        """Whether the block has something for rules: codes, boards (even unreadable), moves, remarks."""
        found = self.contents
        return bool(
            found.codes
            or found.boards
            or found.unread_lists
            or found.reading.has_moves
            or self.has_moves
            or self.has_remarks
            or any(diagram.count_damaged(self.text, span) for span in found.reading.spans)
        )

    @property
    def has_remarks(self) -> bool:
        """Whether the text announces a twin or version, states a goal, or is only a count of men.

        Always False in hosts with records.
        """
        if self.host.has_records:
            return False
        text = self.text
        if (")" in text or _has_twin_word(text)) and TWIN.search(text):
            return True
        if may_introduce(text) or next(goal_sentences(text), None) is not None or self.lone_count is not None:
            return True
        return bool(self.twin_marks)

    @cached
    def twin_marks(self) -> "list[TwinMark]":
        """The labels and words that announce twins or begin their lines."""
        # The expressions of all languages are slow to compile.
        if self.host.has_records or not may_have_twins(self.text):
            return []
        from gbr_lsp.model.twin_marks import marks_in

        found = self.contents
        filled = {one.span: " " for one in found.boards if one.kind is not BoardKind.PIECES}
        # A code ends an announcement.
        filled |= {one.span: ";" for one in found.codes if one.evidence is not Evidence.NONE}
        edits = [Edit(span, sign * (span.end - span.start)) for span, sign in filled.items()]
        return marks_in(apply_edits(readable_text(self), edits))

    @property
    def lone_count(self) -> Count | None:
        """The count of men if the block has nothing else, otherwise None."""
        return lone_count(self.text, self.contents.reading.spans)

    @cached
    def has_moves(self) -> bool:
        """Whether the prose of the block may have numbered moves."""
        return not self.host.has_records and self.first_move is not None

    @property
    def first_move(self) -> int | None:
        """The offset of the first text that may be a numbered move, or None."""
        found = _NUMBERED_MOVE.search(shown_text(self))
        return found.start() if found else None

    @cached
    def runs_by_start(self) -> "dict[Start, bool | None]":
        """A cache for `disputes`: whether the moves of the game are legal from a start.

        Many codes of one game may differ from its board, and all need the same starts.
        """
        return {}

    @cached
    def has_solutions_heading(self) -> bool:
        """Whether the block begins with a heading like *Solutions*; without markup, it begins with this word."""
        first = self.text.lstrip().partition("\n")[0][:_MAX_HEADING].lower()
        if not any(stem in first for stem in _SOLUTION_STEMS):
            return False
        words = _WORD.findall(first)
        if self.is_section_start() and "\f" not in self.text:
            return any(word.startswith(_SOLUTION_STEMS) for word in words[:_MAX_HEADING_WORDS])
        is_short = len(words) <= _MAX_PLAIN_WORDS and not first.rstrip().endswith(".")
        return is_short and words[0].startswith(_SOLUTION_STEMS) and not any(map(str.isdigit, first))

    @property
    def line_ends(self) -> int:
        """The number of lines that end in the block."""
        traits = self._traits
        return (self._count_traits() if traits is None else traits) >> 1

    @property
    def has_directives(self) -> bool:
        """Whether the block may have a comment to the linter."""
        traits = self._traits
        return (self._count_traits() if traits is None else traits) & 1 == 1

    def _count_traits(self) -> int:
        """Return and cache `2 * line_ends`, plus 1 if the block may have directives."""
        self._traits = traits = count_line_ends(self.text) << 1 | ("gbr:" in self.text)
        return traits

    @property
    def is_continuation(self) -> bool:
        """Whether the block is a later part of a paragraph or table that was cut."""
        end = LINE_END.search(self.text)
        first = self.text[: end.start() if end else None]
        return self.host.may_cut(self.state, first) and not self.host.step(self.state, first)[0]

    def is_section_start(self) -> bool:
        """Return True if a section begins with the block."""
        if self._is_section_start is None:
            self._is_section_start = self.host.is_section_start(self.text)
        return self._is_section_start


_SOLUTION_STEMS = tuple(name[:-2] for language in LANGUAGES for name in language.solution.split("|") if name)
"""The beginning of *Lösung* and *Lösungen*, of *soluzione* and *soluzioni*."""
_WORD = regex(r"[^\W_]+")
_MAX_HEADING = 120
"""Maximum number of code points of a heading that are read."""
_MAX_HEADING_WORDS = 8
_MAX_PLAIN_WORDS = 4

TWIN = regex(
    r"(?:^|(?<=[\s(;,.]))\(?(?:[b-h]|II|III|IV)\)\s|(?<![^\W_])(?i:twins?|zwillinge?|jumeaux?|gemell[io]|близнец)(?![^\W_])"
)
"""Announces another position of the same study: "b) wKb6 to c5"."""


def _has_twin_word(text: str) -> bool:
    """Return False if `text` has no word for a twin that `TWIN` finds."""
    lower = text.lower()
    return any(word in lower for word in ("twin", "zwilling", "jumeau", "gemell", "близнец"))


_NUMBERED_MOVE = regex(
    r"(?::\s{0,3}(?:\[\s*|\n\s*-\s+)[\"']?|[1-9](?:(?<![^\W_][1-9])|(?<=[a-h][1-8][1-9])|(?<=(?<![^\W_])0[1-9]))"
    r"(?<![/+$][1-9])(?<![0-9][-–.,:][1-9])(?:[ ]?[0-9]){0,2}"
    r"(?:\s{0,2}[.…]\s*+[\W_]{0,12}|[ ]?[,)\]:–-][\W_]{0,12}|[ ]{0,9}\|[ ]{0,9}|(?:[ ]{1,60}+|\s{1,2})[*_]{0,3}))"
    r"(?:[KК][pрPР]|[^\W\d_]|[♔-♟])?[\ufe0e\u2060]*+(?:[ ]?[~∼]|[0O]?[-–][0O]"
    r"|[ ]?[x:×]?[ ]?[a-hасе]?[1-8]?[-–x:×]?\u2060*[ ]?[a-hасе][ (]?[1-8a-h])"
)
"""Matches at least everything that `items_of` takes for a number, or the start of an array, with a move after it."""


def shown_text(block: "Block") -> str:
    """Return the text of `block` as a reader sees its moves, with the same offsets."""
    return block.host.moves.render(block.text) if block.host.moves else block.text


_MARKUP = regex(rf"[^{FILLER}]+(?!{FILLER})|[^{FILLER}]+(?=[^{FILLER}])")
"""The text between the fillers of a gap, without the letter before each filler."""


def readable_text(block: "Block") -> str:
    """Return the readable text of `block`, offset for offset, with blanks for the rest.

    Moves are as a reader sees them, with figurines for men that are in tags. Next to moves,
    the kings of codes are blanks, too: they look like a move.
    """
    parts, done = [], 0
    text = shown_text(block)
    has_fillers = not text.isascii() and FILLER in text
    for span in block.contents.reading.spans:
        gap = text[done : span.start] if has_fillers else ""
        blanks = _MARKUP.sub(blanks_for, gap) if FILLER in gap else " " * (span.start - done)
        parts += [blanks, text[span.start : span.end]]
        done = span.end
    parts.append(" " * (len(text) - done))
    readable = "".join(parts)
    if not block.has_moves:
        return readable
    kings = [part.span for code in block.contents.codes for part in code.parts if part.kind is Kind.KING]
    return apply_edits(readable, [Edit(span, " " * (span.end - span.start)) for span in kings]) if kings else readable


_LONG_PARAGRAPH = 8_000
"""Code points. From this length, a paragraph is cut at one caption in four.

From twice this length it is cut at any caption, from four times at any line.
"""
_CAPTION = regex(r"[\W_]*+[0-9]{1,5}[.)][ \t]|[^\r\n]*?(?<![0-9])[0-9]{4}[.,][0-9]{2}(?![0-9])")


class Place(NamedTuple):
    """A span of a block."""

    block: Block
    span: Span


def cut(host: Host, text: str, state: State) -> tuple[list[Block], State]:
    """Return the blocks of `text`, none empty, and the state after them.

    `state` is the state before `text`.
    """
    starts, after = host.starts(text, state) if host.starts else _starts(host, text, state)
    if text and (not starts or starts[0][0]):
        starts.insert(0, (0, state))
    ends = [*(start for start, _ in starts[1:]), len(text)]
    return [Block(host, text[start:end], before) for (start, before), end in zip(starts, ends, strict=False)], after


def begins_block(host: Host, state: State, line: str, length: int) -> tuple[bool, State]:
    """Return whether a block begins with `line`, and the state after the line.

    `length` is the number of code points since the start of the last block. A very long paragraph
    or table is cut before a line that looks like the caption of a study.
    """
    begins, after = host.step(state, line)
    if not begins and _LONG_PARAGRAPH <= length and host.may_cut(state, line):
        is_caption = _CAPTION.match(line) is not None
        is_one_in_four = crc32(line.encode("utf-8", "surrogatepass")) % 4 == 0
        begins = length >= (1 if is_caption and is_one_in_four else 2 if is_caption else 4) * _LONG_PARAGRAPH
    return begins, after


def _starts(host: Host, text: str, state: State) -> tuple[list[tuple[int, State]], State]:
    """Return `(offset, state)` for each block that begins, and the state after all lines.

    The state of a pair is the one before its line.
    """
    starts: list[tuple[int, State]] = []
    start = last = 0
    for line in lines_of(text):
        begins, after = begins_block(host, state, line, start - last)
        if begins:
            starts.append((start, state))
            last = start
        start += len(line)
        state = after
    return starts, state
