"""Sections: consecutive blocks within which a board can belong to a code, with their studies."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from gbr_lsp.base.caching import cached
from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.board_matching.refusals import Refusals
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.study import Bond, OwnedBoard, Study

if TYPE_CHECKING:
    from gbr_lsp.model.prose_text import LineStarts
    from gbr_lsp.solutions.prose_text import ProseText


_Made = TypeVar("_Made")
_SMALL = ("starts", "numbers", "line_starts")
_OF_BLOCKS = (*_SMALL, "text", "prose")
"""Cached values that do not depend on studies."""


class Section:
    """Consecutive blocks within which a board can belong to a code: a game, or from heading to heading.

    A section never changes. `studies` are in order of offset. Offsets count in the text of all blocks.
    `refused` has the reasons why boards do not belong to codes.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        conventions: Conventions,
        studies: Sequence[Study] = (),
        refused: Refusals = MappingProxyType({}),
    ) -> None:
        self.blocks = blocks
        self.conventions = conventions
        self.studies = studies
        self.refused = refused
        self._made: dict[Callable[..., Any], Any] = {}

    def with_studies(self, studies: Sequence[Study], refused: Refusals = MappingProxyType({})) -> "Section":
        """Return the section with other `studies`, and with the further refusals of `refused`."""
        other = Section(self.blocks, self.conventions, studies, {**self.refused, **refused})
        vars(other).update({name: known for name, known in vars(self).items() if name in _OF_BLOCKS})
        return other

    def without_texts(self) -> "Section":
        """Return the section without its cached text and prose, which are large."""
        other = Section(self.blocks, self.conventions, self.studies)
        vars(other).update({name: known for name, known in vars(self).items() if name in _SMALL})
        return other

    @cached
    def text(self) -> str:
        return "".join([block.text for block in self.blocks])

    @cached
    def starts(self) -> list[int]:
        """The offset of each block, then the length of the text."""
        return list(accumulate([len(block.text) for block in self.blocks], initial=0))

    @cached
    def numbers(self) -> dict[Block, int]:
        """The number of each block."""
        return {block: number for number, block in enumerate(self.blocks)}

    @cached
    def prose(self) -> "ProseText":
        """The moves, numbers and words of the text."""
        # The modules that read moves are slow to import.
        from gbr_lsp.model.prose_text import prose_of

        return prose_of(self.blocks, self.conventions)

    def compute_once(self, make: "Callable[[Section], _Made]") -> "_Made":
        """Return `make(self)`, computed once."""
        if make not in self._made:
            self._made[make] = make(self)
        made: _Made = self._made[make]
        return made

    @cached
    def line_starts(self) -> "LineStarts":
        """The offsets of possible lines of moves. After an edit, they may be taken from before it."""
        from gbr_lsp.model.prose_text import line_starts_in

        return line_starts_in(self.blocks)

    @cached
    def study_numbers(self) -> dict[Place, int]:
        """The number of each study, by the place of its code."""
        return {study.code_place: number for number, study in enumerate(self.studies)}

    def offset(self, block: Block) -> int:
        """Return the offset of `block`."""
        return self.starts[self.numbers[block]]

    def span(self, place: Place) -> Span:
        """Return the span of `place`."""
        return place.span.shift(self.offset(place.block))

    def place(self, span: Span) -> Place:
        """Return the place of `span` in the block where it starts."""
        number = bisect_right(self.starts, span.start, hi=len(self.blocks)) - 1
        return Place(self.blocks[number], span.shift(-self.starts[number]))

    @property
    def boards(self) -> Iterator[OwnedBoard]:
        """The boards of all blocks, in order, each as a close one of no code in particular."""
        return (OwnedBoard(block, board, Bond.CLOSE) for block in self.blocks for board in block.contents.boards)
