"""A document: its blocks, what is found in them, and the studies that its codes and boards make.

Offsets of a document count from its start, those of whatever is found in a block from the start of that block. A
document is a value: an edit makes another one, which shares the blocks that the edit does not touch.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.board import Board
from gbr_lsp.boards import fen
from gbr_lsp.host import Host, Reading, State
from gbr_lsp.notation.find import find
from gbr_lsp.notation.men import Men, force_of, men_said
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.spell import placement_of
from gbr_lsp.notation.values import (
    BLACK,
    KING,
    PAWN_SLOTS,
    PIECE_SLOTS,
    WHITE,
    Code,
    Evidence,
    Kind,
    Nine,
    Occurrence,
    Part,
)
from gbr_lsp.pairing import agrees, pair
from gbr_lsp.text import Edit, LineIndex, Span, lines_of


class Found(NamedTuple):
    """What stands in a block: codes (bare classes too), boards, and how its host reads it."""

    codes: list[Occurrence]
    boards: list[Board]
    reading: Reading


class Block:
    """Whole lines that are cut, read and kept together, with the state of the cut before them."""

    __slots__ = ("_found", "_lines", "_opens", "host", "state", "text")

    def __init__(self, host: Host, text: str, state: State) -> None:
        self.host = host
        self.text = text
        self.state = state
        self._found: Found | None = None
        self._lines: LineIndex | None = None
        self._opens: bool | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Block):
            return NotImplemented
        return (self.host, self.text, self.state) == (other.host, other.text, other.state)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Block({self.text!r}, {self.state!r})"

    @property
    def found(self) -> Found:
        """The codes and boards of the block, found once."""
        if self._found is None:
            reading = self.host.read(self.text)
            boards = [fen.tag_value(self.text, reading.tags["FEN"])] if "FEN" in reading.tags else []
            for span in reading.spans:
                boards += fen.find(self.text, span)
            self._found = Found(find(self.text, reading.spans), boards, reading)
        return self._found

    @property
    def lines(self) -> LineIndex:
        """The lines of the block."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines

    def opens_section(self) -> bool:
        """Whether a section begins with the block."""
        if self._opens is None:
            self._opens = self.host.opens(self.text)
        return self._opens


class Place(NamedTuple):
    """A span of a block."""

    block: Block
    span: Span


class OwnedBoard(NamedTuple):
    """A board that belongs to a code, in whichever block of the section it stands."""

    block: Block
    board: Board

    @property
    def place(self) -> Place:
        return Place(self.block, self.board.span)


class Study(NamedTuple):
    """A code and the boards that belong to it."""

    block: Block
    occurrence: Occurrence
    boards: tuple[OwnedBoard, ...]
    nine: Nine

    @property
    def code(self) -> Code:
        return self.occurrence.code

    def text(self, span: Span) -> str:
        return self.block.text[span.start : span.end]

    def place(self, span: Span) -> Place:
        return Place(self.block, span)

    @property
    def placements(self) -> Iterator[tuple[OwnedBoard, Placement]]:
        """The boards that can be read."""
        return ((owned, owned.board.placement) for owned in self.boards if owned.board.placement)

    @property
    def men(self) -> Men | None:
        """How many men of each kind the study has, as far as its code and an agreeing board tell."""
        men = men_said(self.occurrence, self.nine)
        if men is not None and None in men:
            for _, placement in self.placements:
                if force_of(placement.men, self.nine) == self.code.force:
                    return placement.men
        return men

    @property
    def standing(self) -> list[tuple[Part, tuple[int, bool] | None]]:
        """The parts that place a man, each with its kind and color; None where the list does not tell which."""
        occurrence, men = self.occurrence, self.men
        kings = occurrence.all(Kind.KING)
        placed: list[tuple[Part, tuple[int, bool] | None]] = [
            (part, (KING, color)) for part, color in zip(kings, (WHITE, BLACK), strict=False)
        ]
        for kind, slots, counts in (
            (Kind.PIECE, PIECE_SLOTS, men and men[:8]),
            (Kind.PAWN, PAWN_SLOTS, men and men[8:]),
        ):
            parts = occurrence.all(kind)
            order = [slot for slot, count in zip(slots, counts or (), strict=False) for _ in range(count or 0)]
            whole = counts is not None and None not in counts and len(order) == len(parts)
            placed += zip(parts, order if whole else [None] * len(parts), strict=True)
        return placed

    @property
    def position(self) -> Placement | None:
        """The placement that the code spells, or that of a board with its kings and force."""
        agreeing = (placement for _, placement in self.placements if agrees(self.code, placement))
        return self.spelled or next(agreeing, None)

    @property
    def spelled(self) -> Placement | None:
        """The placement that the code itself spells out completely."""
        men = men_said(self.occurrence, self.nine)
        if men is None or self.code.pieces is None:
            return None
        known = tuple(count for count in men if count is not None)
        return placement_of(self.code, known) if len(known) == len(men) else None


class Document:
    """The blocks of a text, in order; their texts joined are the text."""

    __slots__ = ("bare", "blocks", "host", "nine", "starts")

    def __init__(self, host: Host, blocks: list[Block], nine: Nine = Nine.MODERN, *, bare: bool = False) -> None:
        self.host = host
        self.blocks = blocks
        self.nine = nine
        self.bare = bare
        self.starts: list[int] = []
        start = 0
        for block in blocks:
            self.starts.append(start)
            start += len(block.text)

    @classmethod
    def of(cls, text: str, host: Host, nine: Nine = Nine.MODERN, *, bare: bool = False) -> "Document":
        """The document of a text. `bare` is whether classes without evidence are codes too."""
        return cls(host, cut(host, text, host.start)[0], nine, bare=bare)

    @property
    def text(self) -> str:
        return "".join(block.text for block in self.blocks)

    def block_number(self, offset: int) -> int:
        """The number of the block an offset stands in; the last one for the end of the text."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def offsets(self) -> dict[Block, int]:
        """Where each block starts."""
        return dict(zip(self.blocks, self.starts, strict=True))

    def edit(self, edit: Edit) -> "Document":
        """The document after an edit, equal to the document of the edited text.

        It is cut again from the block before the edit until a new boundary falls on an old one with the same state,
        where the next block would still begin.
        """
        if not self.blocks:
            return self._with(cut(self.host, edit.text, self.host.start)[0])
        first = max(0, self.block_number(edit.span.start) - 1)
        behind = self.block_number(edit.span.end) + 1
        shift = self.starts[first]
        text = "".join(block.text for block in self.blocks[first:behind])
        text = text[: edit.span.start - shift] + edit.text + text[edit.span.end - shift :]
        new, state = cut(self.host, text, self.blocks[first].state)
        while behind < len(self.blocks) and not self._continues(new, state, self.blocks[behind]):
            last = new.pop() if new else Block(self.host, "", self.blocks[first].state)
            more, state = cut(self.host, last.text + self.blocks[behind].text, last.state)
            new += more
            behind += 1
        return self._with(self.blocks[:first] + new + self.blocks[behind:])

    def sections(self) -> Iterator[list[Block]]:
        """The blocks of each section, in order: the unit within which a board may belong to a code."""
        section: list[Block] = []
        for block in self.blocks:
            if section and block.opens_section():
                yield section
                section = []
            section.append(block)
        if section:
            yield section

    def studies_around(self, number: int) -> list[Study]:
        """The studies of the section that a block stands in."""
        first = number
        while 0 < first and not self.blocks[first].opens_section():
            first -= 1
        last = number + 1
        while last < len(self.blocks) and not self.blocks[last].opens_section():
            last += 1
        return studies_of(self.blocks[first:last], self.nine, bare=self.bare)

    def studies(self) -> Iterator[Study]:
        """Every code that is believed to be one, with its boards, in order of offset."""
        for section in self.sections():
            yield from studies_of(section, self.nine, bare=self.bare)

    def _with(self, blocks: list[Block]) -> "Document":
        return Document(self.host, blocks, self.nine, bare=self.bare)

    def _continues(self, new: list[Block], state: State, block: Block) -> bool:
        """Whether an old block may follow the new ones as it is."""
        end = new[-1].text if new else ""
        if new and not end.endswith(("\n", "\r")):
            return False
        if end.endswith("\r") and block.text.startswith("\n"):
            return False
        return state == block.state and (not new or self.host.step(state, lines_of(block.text)[0])[0])


def cut(host: Host, text: str, state: State) -> tuple[list[Block], State]:
    """The blocks of a text from a state on, none empty, and the state behind them."""
    blocks: list[Block] = []
    lines: list[str] = []
    before = state
    for line in lines_of(text):
        begins, after = host.step(state, line)
        if begins and lines:
            blocks.append(Block(host, "".join(lines), before))
            lines, before = [], state
        lines.append(line)
        state = after
    if lines:
        blocks.append(Block(host, "".join(lines), before))
    return blocks, state


def studies_of(section: list[Block], nine: Nine, *, bare: bool) -> list[Study]:
    """The studies of a section."""
    studies: list[Study] = []
    unsettled: list[int] = []
    pool: list[OwnedBoard] = []
    settled: set[int] = set()
    for block in section:
        codes = [code for code in block.found.codes if bare or code.evidence is not Evidence.NONE]
        boards = [OwnedBoard(block, board) for board in block.found.boards]
        owner = _sure_owner(block, codes) if boards else None
        for number, code in enumerate(codes):
            sure = number == owner
            studies.append(Study(block, code, tuple(boards[:1]) if sure else (), nine))
            if not sure:
                unsettled.append(len(studies) - 1)
        if owner is not None:
            settled.add(len(pool))
        pool += boards
    readable = [number for number, owned in enumerate(pool) if owned.board.placement]
    if not readable or not unsettled:
        return studies
    placements = [owned.board.placement for owned in pool if owned.board.placement]
    taken = {number for number, board in enumerate(readable) if board in settled}
    owned = pair([studies[number].code for number in unsettled], placements, taken)
    for number, numbers in zip(unsettled, owned, strict=True):
        studies[number] = studies[number]._replace(boards=tuple(pool[readable[n]] for n in numbers))
    return studies


def _sure_owner(block: Block, codes: list[Occurrence]) -> int | None:
    """The code that the first board of a block surely belongs to, None if that is not sure.

    In a PGN game it is the code of the `Black` tag, or the only one if it fills its tag or comment; elsewhere the only
    code beside the only board of a fence, or of a paragraph if that board cannot be read.
    """
    reading, boards = block.found.reading, block.found.boards
    if "FEN" in reading.tags:
        tag = reading.tags.get("Black")
        tagged = [number for number, code in enumerate(codes) if tag and tag.covers(code.span)]
        if len(tagged) == 1:
            return tagged[0]
        return 0 if len(codes) == 1 and _fills_its_span(block, codes[0].span) else None
    only = len(codes) == 1 and len(boards) == 1
    return 0 if only and (reading.enclosed or boards[0].placement is None) else None


def _fills_its_span(block: Block, code: Span) -> bool:
    """Whether nothing but punctuation stands beside a code in its tag or comment: annotations cite other studies."""
    for span in block.found.reading.spans:
        if span.covers(code):
            return not re.search(r"\w", block.text[span.start : code.start] + block.text[code.end : span.end])
    return False
