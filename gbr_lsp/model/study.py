"""A study: a code with the boards that belong to it."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.notation.code_forms import is_match, placement_of
from gbr_lsp.notation.grammar import FLAG
from gbr_lsp.notation.men import Men, force_of, stated_men
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import (
    BLACK,
    KING,
    PAWN_SLOTS,
    PIECE_SLOTS,
    WHITE,
    Code,
    Control,
    Goal,
    Kind,
    Kings,
    Occurrence,
    Part,
)

_NO_WORDS = regex(
    r"(?:<!--.*?-->|(?<!\\)%.*|\\[A-Za-z]+\*?|[(\[]sic!?[)\]]"
    rf"|(?<!\w){FLAG}(?!\w)"
    r"|^\s*\d{1,4}[.)]|[\W_])*",
    re.IGNORECASE,
)
"""Text on the line of a code that is alone there: comments, macros, `[sic]`, flags, a list number."""

_TURN = regex(r"[1-8/pnbrqkPNBRQK\\]+[ _](?P<turn>[wb])(?![^\s_])")
_MAX_WORDLESS_LENGTH = 5_000
"""Maximum length of the line of a code that is alone there, in code points: each of its codes reads it."""


class GoalSentence(NamedTuple):
    """A sentence that states the goal of a study: *White to play and win.*"""

    place: Place
    goal: Goal


class Bond(Enum):
    """How certain it is that a board belongs to a code, the most certain first."""

    SURE = "is in the same game, fence or macro"
    AGREES = "has the kings and the force of the code"
    PLACED = "is above or below the code on the page, like most boards of the document"
    CLOSE = "is the only board close to the code, which is the only code close to it"
    SHARED = "belongs to another code of the same game, fence or macro, and is a close match for this one too"


class OwnedBoard(NamedTuple):
    """A board that belongs to a code. It may be in another block of the section."""

    block: Block
    board: Board
    bond: Bond

    @property
    def name(self) -> str:
        return self.board.name

    @property
    def place(self) -> Place:
        return Place(self.block, self.board.span)

    @property
    def placement_place(self) -> Place | None:
        """The place of the placement in a FEN; None for other boards and unusual spellings."""
        shown, start = self.board.placement, self.board.span.start
        if shown is None or self.board.kind is not BoardKind.FEN:
            return None
        place = Place(self.block, Span(start, start + len(shown.fen)))
        return place if self.block.text[slice(*place.span)] == shown.fen else None

    @property
    def turn_place(self) -> Place | None:
        """The place of the side to move in a FEN, or None."""
        found = _TURN.match(self.block.text, *self.board.span)
        return Place(self.block, Span(*found.span("turn"))) if found else None


class AnnouncedTwin(NamedTuple):
    """A twin announced at `place`, or a version, whose `letter` is empty.

    `boards` are its possible positions, none if the announcement is not understood.
    """

    letter: str
    place: Place
    boards: tuple[OwnedBoard, ...]

    @property
    def name(self) -> str:
        """Its name in messages: `twin b)`."""
        return f"twin {self.letter})" if self.letter else "version"

    @property
    def board(self) -> OwnedBoard | None:
        """Its board if only one position is possible, otherwise None."""
        return self.boards[0] if len(self.boards) == 1 else None


class Study(NamedTuple):
    """A code and the boards that belong to it."""

    block: Block
    occurrence: Occurrence
    boards: tuple[OwnedBoard, ...]
    conventions: Conventions
    is_reported_elsewhere: bool = False
    """Whether an equal code reports the contradiction to its board."""
    proved_position: Placement | None = None
    """The position that the solution proves if neither code nor board can be blamed (see `votes`)."""

    men_count: tuple[Place, Control] | None = None
    """The count of men on a line of its own, in its paragraph or above or below its board."""
    remark: tuple[Place, Kings] | None = None
    """The remark with the squares of both kings next to it."""
    partial_list: OwnedBoard | None = None
    """An incomplete list of men next to it; only the kings count."""

    goal_sentence: GoalSentence | None = None
    """The sentence next to it that states a goal."""
    twins: tuple[AnnouncedTwin, ...] = ()

    @property
    def is_alone_on_line(self) -> bool:
        """Whether the code has two kings, and no words but comments and a list number are on its line."""
        lines, span = self.block.lines, self.occurrence.span
        first, last = lines.line_span(lines.line_at(span.start)), lines.line_span(lines.line_at(span.end))
        if self.code.kings is None or _MAX_WORDLESS_LENGTH < last.end - first.start:
            return False
        rest = f"{lines.text[first.start : span.start]} {lines.text[span.end : last.end]}"
        return _NO_WORDS.fullmatch(rest) is not None

    @property
    def is_record_head(self) -> bool:
        """Whether the code is in the `Black` tag of a game or has the game's board."""
        if not self.block.host.has_records:
            return False
        in_tag = any(tag.covers(self.occurrence.span) for tag in self.block.contents.reading.code_tags)
        return in_tag or any(owned.bond is Bond.SURE for owned in self.boards)

    @property
    def blocks(self) -> list[Block]:
        """The blocks of its code, of its boards, of the statements next to it, and of its twins' announcements."""
        places = [
            self.men_count and self.men_count[0],
            self.remark and self.remark[0],
            self.goal_sentence and self.goal_sentence.place,
        ]
        places += (twin.place for twin in self.twins)
        return [self.block, *(one.block for one in (*self.boards, self.partial_list, *places) if one)]

    @property
    def code(self) -> Code:
        return self.occurrence.code

    @property
    def code_place(self) -> Place:
        """The place of the code. No other study has it."""
        return Place(self.block, self.occurrence.span)

    def text(self, span: Span) -> str:
        return self.block.text[span.start : span.end]

    def place(self, span: Span) -> Place:
        return Place(self.block, span)

    @property
    def placements(self) -> Iterator[tuple[OwnedBoard, Placement]]:
        """The boards that can be read, as `(owned, placement)`."""
        return ((owned, owned.board.placement) for owned in self.boards if owned.board.placement)

    @property
    def men(self) -> Men | None:
        """The men of each kind, counted by the code or an agreeing board, or None."""
        men = stated_men(self.occurrence, self.conventions.nine)
        if men is not None and None in men:
            for _, placement in self.placements:
                if force_of(placement.men, self.conventions.nine) == self.code.force:
                    return placement.men
        return men

    @property
    def placed_parts(self) -> list[tuple[Part, tuple[int, bool] | None]]:
        """The parts with squares, each with its man, `(type, color)`, or None if uncertain."""
        occurrence, men = self.occurrence, self.men
        placed: list[tuple[Part, tuple[int, bool] | None]] = [
            (part, (KING, color)) for part, color in zip(occurrence.king_parts(), (WHITE, BLACK), strict=False)
        ]
        for kind, slots, counts in (
            (Kind.PIECE, PIECE_SLOTS, men and men[:8]),
            (Kind.PAWN, PAWN_SLOTS, men and men[8:]),
        ):
            parts = occurrence.parts_of(kind)
            order = [slot for slot, count in zip(slots, counts or (), strict=False) for _ in range(count or 0)]
            is_complete = counts is not None and None not in counts and len(order) == len(parts)
            placed += zip(parts, order if is_complete else [None] * len(parts), strict=True)
        return placed

    @property
    def position(self) -> Placement | None:
        """The placement that the code spells, or that of an agreeing board, or None."""
        agreeing = (placement for _, placement in self.placements if is_match(self.code, placement))
        return self.spelled_position or next(agreeing, None)

    @property
    def spelled_position(self) -> Placement | None:
        """The placement that the code itself spells out completely, or None."""
        men = stated_men(self.occurrence, self.conventions.nine)
        if men is None or self.code.pieces is None:
            return None
        known = tuple(count for count in men if count is not None)
        return placement_of(self.code, known) if len(known) == len(men) else None
