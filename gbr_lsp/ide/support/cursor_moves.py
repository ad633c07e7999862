"""The moves at an offset of a document, cached for each game until it changes."""

from bisect import bisect_left
from typing import NamedTuple

from gbr_lsp.ide.support.game_lines import game_lines
from gbr_lsp.ide.support.lines import Cursor, MoveTree
from gbr_lsp.ide.support.prose_window import prose_at
from gbr_lsp.model.block import Block
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.document import Document
from gbr_lsp.model.game_solutions import solution_of
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.made_moves import fen_of
from gbr_lsp.solutions.nags import MoveGlyph
from gbr_lsp.solutions.position import Position

_MAX_GAMES = 16
"""The maximum number of cached games of a chunk."""


class LinesCache:
    """The lines of the games requested last, by block."""

    __slots__ = ("lines_by_block",)

    def __init__(self) -> None:
        self.lines_by_block: dict[Block, MoveTree | None] = {}

    def inherit(self, other: "LinesCache") -> None:
        """Take over the entries of `other`: unchanged games, and perhaps one that was removed."""
        self.lines_by_block |= other.lines_by_block

    def keep(self, block: Block, lines: MoveTree | None) -> None:
        """Store the `lines` of a game, and delete the oldest entries."""
        while _MAX_GAMES <= len(self.lines_by_block):
            del self.lines_by_block[next(iter(self.lines_by_block))]
        self.lines_by_block[block] = lines


class MovesAt(NamedTuple):
    """The cursor at an offset of a document, and its lines, which start at `shift`."""

    lines: MoveTree
    cursor: Cursor
    shift: int

    @property
    def is_in_prose(self) -> bool:
        """True if the moves are in prose, perhaps among other words."""
        return self.lines.is_in_prose

    @property
    def is_at_start(self) -> bool:
        """True before the first move."""
        return self.step is None

    @property
    def has_moves(self) -> bool:
        """True if a printed move shows the number of the first one."""
        return bool(self.lines.moves)

    @property
    def text(self) -> str:
        """The text that the spans of the lines refer to."""
        return self.lines.text

    @property
    def start_fen(self) -> str | None:
        """The FEN of the position at the start of the line, or None."""
        return self._replace(cursor=Cursor(self.lines.root)).fen

    @property
    def position(self) -> Position | None:
        """The position at the cursor, or else the last known one."""
        return self.lines.position(self.cursor.node)

    @property
    def fen(self) -> str | None:
        """The position as a FEN of six fields; None if a king is missing."""
        position = self.position
        if position is None:
            return None
        return fen_of(position, self.lines.clock_at(self.cursor.node), self.lines.next_number(self.cursor.node))

    @property
    def glyphs(self) -> list[MoveGlyph]:
        """The glyphs of a game; empty in prose."""
        return [] if self.is_in_prose else self.lines.glyphs

    def glyphs_after(self, step: Node) -> list[MoveGlyph]:
        """Return the glyphs of a move, which follow it with only blanks between."""
        found, end = [], step.span.end
        first = bisect_left(self.glyphs, end, key=_start_of)
        for glyph in self.glyphs[first:]:
            if self.text[end : glyph.span.start].strip():
                break
            found.append(glyph)
            end = glyph.span.end
        return found

    @property
    def step(self) -> Node | None:
        """The move before the cursor, or None at the start."""
        place = self.lines.place(self.cursor.node)
        return None if place.san is None else place


def _start_of(glyph: MoveGlyph) -> int:
    return glyph.span.start


def moves_at(document: Document, offset: int) -> MovesAt | None:
    """Return the `MovesAt` of a caret at `offset`, or None outside of known lines."""
    if not document.blocks or not 0 <= offset <= document.length:
        return None
    number = document.block_number(offset)
    if not document.blocks[number].host.has_records:
        return _in_prose(document, offset)
    lines, shift = _of_game(document, number), document.starts[number]
    cursor = lines.cursor_at(offset - shift) if lines else None
    return MovesAt(lines, cursor, shift) if lines and cursor else None


def _in_prose(document: Document, offset: int) -> MovesAt | None:
    found = prose_at(document, offset)
    cursor = found[0].cursor_at(offset - found[1]) if found else None
    return MovesAt(found[0], cursor, found[1]) if found and cursor else None


def moves_before(document: Document, offset: int) -> MovesAt | None:
    """Return the `MovesAt` before a move that begins, or is typed, at `offset`, or None."""
    followed = moves_at(document, offset)
    cursor = followed and followed.lines.cursor_before(offset - followed.shift)
    return followed._replace(cursor=cursor) if followed and cursor else None


def _of_game(document: Document, number: int) -> MoveTree | None:
    """Return the cached `MoveTree` of the game in block `number`, or None."""
    block, start = document.blocks[number], document.starts[number]
    chunk, _ = document.locate(start)
    cache = document.chunks[chunk].cache_of(LinesCache)
    if block not in cache.lines_by_block:
        cache.keep(block, _read(document, block))
    return cache.lines_by_block[block]


def _read(document: Document, block: Block) -> MoveTree | None:
    tags = block.contents.reading.tags
    solution = solution_of(block, read_section([block], document.conventions).studies) if tags else None
    if solution is None:
        return None
    last_tag = max(span.end for span in tags.values())
    closed = block.text.find("]", last_tag)
    return game_lines(block.text, solution.game, last_tag if closed < 0 else closed + 1, _clock(block))


def _clock(block: Block) -> int:
    """Return the half-move clock of the FEN tag, or 0."""
    span = block.contents.reading.tags.get("FEN")
    fields = block.text[span.start : span.end].split() if span else []
    return int(fields[4]) if 4 < len(fields) and fields[4].isascii() and fields[4].isdigit() else 0
