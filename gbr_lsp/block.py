"""Blocks: the unit in which a text is cut, read and kept, and places in them.

Offsets of whatever is found in a block count from the start of that block.
"""

from typing import NamedTuple

from gbr_lsp.board import Board
from gbr_lsp.boards import boards_in, groups_in
from gbr_lsp.host import Host, Reading, State
from gbr_lsp.notation.find import find
from gbr_lsp.notation.values import Occurrence
from gbr_lsp.text import LineIndex, Span, lines_of


class Found(NamedTuple):
    """What stands in a block: codes (bare classes too), boards, and how its host reads it.

    `groups` are the stretches in which all that stands belongs together.
    """

    codes: list[Occurrence]
    boards: list[Board]
    groups: list[Span]
    reading: Reading


class Block:
    """Whole lines that are cut, read and kept together, with the state of the cut before them.

    `memo` is for those who judge blocks: what they found, with all that it depends on.
    """

    __slots__ = ("_found", "_lines", "_opens", "host", "memo", "state", "text")

    def __init__(self, host: Host, text: str, state: State) -> None:
        self.host = host
        self.text = text
        self.state = state
        self.memo: object = None
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
            boards = boards_in(self.text, self.host, reading)
            groups = groups_in(self.text, self.host, reading) if boards else []
            self._found = Found(find(self.text, reading.spans), boards, groups, reading)
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


def cut(host: Host, text: str, state: State) -> tuple[list[Block], State]:
    """The blocks of a text from a state on, none empty, and the state behind them."""
    starts, behind = host.starts(text, state) if host.starts else _starts(host, text, state)
    if text and (not starts or starts[0][0]):
        starts.insert(0, (0, state))
    ends = [*(start for start, _ in starts[1:]), len(text)]
    return [Block(host, text[start:end], before) for (start, before), end in zip(starts, ends, strict=False)], behind


def _starts(host: Host, text: str, state: State) -> tuple[list[tuple[int, State]], State]:
    """Where blocks begin, each with the state before it, and the state behind all: a fold over the lines."""
    starts: list[tuple[int, State]] = []
    start = 0
    for line in lines_of(text):
        begins, after = host.step(state, line)
        if begins:
            starts.append((start, state))
        start += len(line)
        state = after
    return starts, state
