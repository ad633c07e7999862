"""Sheets: the blocks of a document in portions, so that an edit makes no pass over all of them.

A sheet holds whole sections. Sums over blocks, of code points and of lines, are kept for each sheet and run over the
sheets; what layers above find in a sheet is kept with it too, and is as good as long as the sheet stands.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, overload

from gbr_lsp.block import Block

ENOUGH = 256
"""How many blocks a sheet has; more only where its last section has more."""


class Sheet:
    """Consecutive blocks, at least one. `starts` are their offsets in the sheet, and `length` is that of its text.

    `first_lines` tell how many lines end before each block, and `lines` how many end in all. `memo` is for those who
    look at sheets: what they have found, under a key of theirs.
    """

    __slots__ = ("__dict__", "blocks", "count", "first_lines", "length", "lines", "memo", "starts")

    def __init__(self, blocks: list[Block]) -> None:
        self.blocks = blocks
        self.count = len(blocks)
        *self.starts, self.length = accumulate([len(block.text) for block in blocks], initial=0)
        *self.first_lines, self.lines = accumulate([block.line_ends for block in blocks], initial=0)
        self.memo: dict[Hashable, Any] = {}

    @cached_property
    def offsets(self) -> dict[Block, int]:
        """Where each block starts in the sheet."""
        return dict(zip(self.blocks, self.starts, strict=True))

    def sections(self) -> Iterator[list[Block]]:
        """The blocks of each section, in order."""
        section: list[Block] = []
        for block in self.blocks:
            if section and block.opens_section():
                yield section
                section = []
            section.append(block)
        yield section


def sheets_of(blocks: list[Block]) -> list[Sheet]:
    """The sheets of blocks of which the first begins a section, or the document."""
    sheets = []
    first = 0
    for number, block in enumerate(blocks):
        if ENOUGH <= number - first and block.opens_section():
            sheets.append(Sheet(blocks[first:number]))
            first = number
    if blocks:
        sheets.append(Sheet(blocks[first:]))
    return sheets


class Blocks(Sequence[Block]):
    """The blocks of all sheets; `firsts` are the numbers of the first one of each sheet and, at last, of all."""

    __slots__ = ("firsts", "sheets")

    def __init__(self, sheets: list[Sheet], firsts: list[int]) -> None:
        self.sheets = sheets
        self.firsts = firsts

    def __len__(self) -> int:
        return self.firsts[-1]

    def __iter__(self) -> Iterator[Block]:
        return (block for sheet in self.sheets for block in sheet.blocks)

    @overload
    def __getitem__(self, number: int) -> Block: ...

    @overload
    def __getitem__(self, number: slice) -> list[Block]: ...

    def __getitem__(self, number: int | slice) -> Block | list[Block]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        sheet, within = located(self.firsts, number)
        return self.sheets[sheet].blocks[within]


class Starts(Sequence[int]):
    """Where each block starts; `offsets` are those of the sheets."""

    __slots__ = ("firsts", "offsets", "sheets")

    def __init__(self, sheets: list[Sheet], firsts: list[int], offsets: list[int]) -> None:
        self.sheets = sheets
        self.firsts = firsts
        self.offsets = offsets

    def __len__(self) -> int:
        return self.firsts[-1]

    def __iter__(self) -> Iterator[int]:
        return (
            offset + start for offset, sheet in zip(self.offsets, self.sheets, strict=False) for start in sheet.starts
        )

    @overload
    def __getitem__(self, number: int) -> int: ...

    @overload
    def __getitem__(self, number: slice) -> list[int]: ...

    def __getitem__(self, number: int | slice) -> int | list[int]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        sheet, within = located(self.firsts, number)
        return self.offsets[sheet] + self.sheets[sheet].starts[within]


def sums_of(sheets: list[Sheet], count: Callable[[Sheet], int]) -> list[int]:
    """What is counted in the sheets before each, and at last in all."""
    return list(accumulate(map(count, sheets), initial=0))


def located(sums: list[int], number: int) -> tuple[int, int]:
    """The sheet that something counted over all sheets is in, and its number there. Raises IndexError beyond them."""
    if number < 0:
        number += sums[-1]
    if not 0 <= number < sums[-1]:
        raise IndexError(number)
    sheet = bisect_right(sums, number) - 1
    return sheet, number - sums[sheet]
