"""Typed diagrams in the lines of a Word file, and its text without them."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from gbr_lsp.proofs.docx import Paragraph, text_of
from gbr_lsp.proofs.typed_boards import TypedBoard, TypedRow, typed_boards
from gbr_lsp.proofs.typed_tables import Grid, grids_of

_MIN_LENGTH, _MAX_LENGTH = 8, 100
"""Limits of the length of a line with a row of one or more diagrams."""


class _ParagraphSpan(NamedTuple):
    """A span in the text of the paragraph with number `paragraph`."""

    paragraph: int
    start: int
    end: int


def _full_span(paragraph: Paragraph) -> _ParagraphSpan:
    return _ParagraphSpan(paragraph.number, 0, len(paragraph.text))


class TypedDiagrams:
    """The typed diagrams of a document; `boards` has them by the number of their first paragraph.

    `unread_tables` are the first paragraphs of tables that may be diagrams and cannot be read.
    """

    def __init__(self, paragraphs: Sequence[Paragraph]) -> None:
        places: dict[TypedRow, list[_ParagraphSpan]] = {}
        line = 0
        for paragraph in paragraphs:
            for number, row, start in _rows(paragraph, line):
                places[row] = [_ParagraphSpan(paragraph.number, start, start + len(row.text))]
                line = number
            line += 1
        self.boards: dict[int, list[TypedBoard]] = defaultdict(list)
        self._spans: dict[int, list[_ParagraphSpan]] = defaultdict(list)
        grids: dict[int, Grid] = {}
        for grid in grids_of(paragraphs):
            first = grid.cells[0][0].number
            if grid.fen:
                self.boards[first].append(TypedBoard((), grid.fen, None))
                self._leave_out(span for cells in grid.cells for span in map(_full_span, cells))
                continue
            grids[first] = grid
            for text, cells in zip(grid.rows, grid.cells, strict=True):
                if grid.font:
                    places[TypedRow(line, 0, grid.font, text)] = list(map(_full_span, cells))
                line += 1
            line += 1
        for board in typed_boards(list(places)):
            self.boards[places[board.rows[0]][0].paragraph].append(board)
            for row in board.rows:
                self._leave_out(places[row])
        self.unread_tables = frozenset(grids) - self.boards.keys()

    def _leave_out(self, spans: Iterable["_ParagraphSpan"]) -> None:
        for span in spans:
            self._spans[span.paragraph].append(span)

    def text_without_rows(self, paragraph: Paragraph) -> str:
        """Return the text of `paragraph` with blanks in place of typed diagrams."""
        text, at = paragraph.text, 0
        pieces: list[str] = []
        for _, start, end in sorted(self._spans.get(paragraph.number, ())):
            pieces += text[at:start], " " * (end - start)
            at = end
        return "".join([*pieces, text[at:]])


def _rows(paragraph: Paragraph, first: int) -> Iterator[tuple[int, TypedRow, int]]:
    """Yield `(line, TypedRow, offset)` for each part of a line of `paragraph` in one font.

    Lines are numbered from `first`.
    """
    start = 0
    part_ends = list(accumulate(len(text_of(part)) for part in paragraph.parts))
    for line, text in enumerate(paragraph.text.split("\n"), first):
        if _MIN_LENGTH <= len(text) <= _MAX_LENGTH:
            for column, cell_text in enumerate(text.split("\t")):
                end = start + len(cell_text)
                parts = paragraph.parts[bisect_right(part_ends, start) : bisect_left(part_ends, end) + 1]
                fonts = {part.font for part in parts} if _MIN_LENGTH <= len(cell_text) else set()
                if len(fonts) == 1 and (font := fonts.pop()):
                    yield line, TypedRow(line, column, font, cell_text), start
                start += len(cell_text) + 1
        else:
            start += len(text) + 1
