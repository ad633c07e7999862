"""The moves at an offset of a document, cached for each game until it changes."""

from typing import NamedTuple

from gbr_lsp.hosts.pgn import end_of_tags
from gbr_lsp.ide.support.cursor import owner_of, target_at
from gbr_lsp.ide.support.game_lines import game_lines
from gbr_lsp.ide.support.lines import Cursor, MoveTree
from gbr_lsp.ide.support.prose_window import prose_at, prose_of
from gbr_lsp.model.block import Block
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.document import Document
from gbr_lsp.model.game_solutions import solution_of
from gbr_lsp.solutions.line import Node
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


class MovesAt(NamedTuple):
    """The cursor of a caret among moves.

    The text of `tree` starts at `shift` of the document, and the caret is at its offset `at`.
    """

    tree: MoveTree
    cursor: Cursor
    shift: int
    at: int

    @property
    def text(self) -> str:
        """The text that the spans of `tree` refer to."""
        return self.tree.text

    @property
    def position(self) -> Position | None:
        """The position at the cursor, or else the last known one."""
        return self.tree.known(self.cursor.node).after

    @property
    def fen(self) -> str | None:
        """The position as a FEN of six fields; None if a king is missing."""
        return self.tree.fen(self.cursor.node)

    @property
    def step(self) -> Node | None:
        """The move before the cursor, or None at the start."""
        place = self.tree.place(self.cursor.node)
        return None if place.san is None else place

    @property
    def step_at_caret(self) -> Node | None:
        """The move before the cursor if the caret touches it, or None."""
        return self.step if self.step and self.step.span.touches(self.at) else None


def moves_at(document: Document, offset: int) -> MovesAt | None:
    """Return the `MovesAt` of a caret at `offset`, or None outside of known lines."""
    if not document.blocks or not 0 <= offset <= document.length:
        return None
    number = document.block_number(offset)
    if document.blocks[number].host.has_records:
        tree, shift = _of_game(document, number), document.starts[number]
    else:
        tree, shift = prose_at(document, offset) or (None, 0)
    cursor = tree.cursor_at(offset - shift) if tree else None
    return MovesAt(tree, cursor, shift, offset - shift) if tree and cursor else None


def moves_around(document: Document, offset: int) -> MovesAt | None:
    """Return the `MovesAt` of a caret at `offset`, or None; on a code or board the start of its solution."""
    pointed = target_at(document, offset)
    if pointed is None:
        return moves_at(document, offset)
    board, block = pointed.board, document.blocks[pointed.number]
    study = owner_of(document, pointed.number, board) if board else pointed.study
    if block.host.has_records:
        tag = block.contents.reading.tags.get("FEN")
        boards = [board] if board else [owned.board for owned in study.boards] if study else []
        is_own = tag is not None and any(tag.covers(one.span) for one in boards)
        tree, shift = _of_game(document, pointed.number) if is_own else None, document.starts[pointed.number]
    else:
        tree, shift = (study and prose_of(document, offset, study)) or (None, 0)
    return MovesAt(tree, Cursor(tree.root), shift, offset - shift) if tree else None


def moves_before(document: Document, offset: int) -> MovesAt | None:
    """Return the `MovesAt` before a move that begins, or is typed, at `offset`, or None."""
    moves = moves_at(document, offset)
    cursor = moves and moves.tree.cursor_before(moves.at)
    return moves._replace(cursor=cursor) if moves and cursor else None


def _of_game(document: Document, number: int) -> MoveTree | None:
    """Return the cached `MoveTree` of the game in block `number`, or None."""
    block, known = document.blocks[number], document.chunk_of(number).cache_of(LinesCache).lines_by_block
    if block not in known:
        while _MAX_GAMES <= len(known):
            del known[next(iter(known))]
        known[block] = _read(document, block)
    return known[block]


def _read(document: Document, block: Block) -> MoveTree | None:
    reading = block.contents.reading
    solution = solution_of(block, read_section([block], document.conventions).studies) if reading.has_moves else None
    if solution is None:
        return None
    return game_lines(block.text, solution.game, end_of_tags(block.text, reading.tags), _clock(block))


def _clock(block: Block) -> int:
    """Return the half-move clock of the FEN tag, or 0."""
    span = block.contents.reading.tags.get("FEN")
    fields = block.text[span.start : span.end].split() if span else []
    return int(fields[4]) if 4 < len(fields) and fields[4].isascii() and fields[4].isdigit() else 0
