"""The main line of a study in prose, as the rules that measure solutions by their goal take it."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.printed import MainLine, readable
from gbr_lsp.solutions.line import Line, Node
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.replay import LineEnd


class ProseSection:
    """The text of a section, as its moves are shown, for all the main lines in it."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.text = "".join(map(readable, blocks))
        self._blocks = blocks
        self._starts = list(accumulate((len(block.text) for block in blocks), initial=0))

    def place(self, span: Span) -> Place:
        """The place of a span of the section."""
        number = bisect_right(self._starts, span.start) - 1
        return Place(self._blocks[number], span.shift(-self._starts[number]))


class ProseMoves:
    """A main line without its variations. Spans count from the start of the section."""

    has_variations = False
    """What stands in brackets is not known."""

    def __init__(self, section: ProseSection, followed: MainLine) -> None:
        self._followed = followed
        self.text = section.text
        self.place = section.place
        self.language = followed.language

    @property
    def line(self) -> Line:
        """The moves, and behind them the one that fails, if one does."""
        made, behind = self._followed.line.moves, self._followed.line.behind
        half = self._followed.half
        nodes = [
            Node(self._without_signs(move.span), move.san, half + number, move.before, move.after, None, [])
            for number, move in enumerate(made)
        ]
        if not self._followed.line.complete:
            span = behind.span if behind else Span(made[-1].span.end, made[-1].span.end)
            nodes.append(Node(span, None, half + len(made), made[-1].after, None, MoveProblem.UNREADABLE, []))
        return nodes

    @property
    def ends(self) -> list[LineEnd]:
        """The end of the line, as if its moves were marked and as if they were not."""
        return [LineEnd(self._followed.line.moves[-1].after, is_tried=is_tried) for is_tried in (False, True)]

    def _without_signs(self, span: Span) -> Span:
        return Span(span.start, span.start + len(self.text[span.start : span.end].rstrip("!?")))
