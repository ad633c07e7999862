"""Diagrams in tables of a Word file: eight rows of eight cells.

A cell has at most one character. Figurines have a known meaning, and so have fonts that a family
reads. Letters for men differ between languages, so a table of letters cannot be read as a board.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.notation.placement import FIGURINES, Placement, placement_problem
from gbr_lsp.proofs.docx import Paragraph

_SIDE = 8
_FRAMES = ("abcdefgh", "ABCDEFGH", "87654321")
"""Coordinates next to a board seen from White's side, rightwards and downwards."""


class Grid(NamedTuple):
    """A table that may be a diagram: the paragraphs of its 64 cells, row by row."""

    cells: tuple[tuple[Paragraph, ...], ...]

    @property
    def rows(self) -> list[str]:
        """The characters of each row; an empty cell is a blank."""
        return ["".join(_char(cell) or " " for cell in row) for row in self.cells]

    @property
    def font(self) -> str:
        """The font of all its characters, or `""` if there is none or more than one."""
        fonts = {part.font for row in self.cells for cell in row for part in cell.parts if part.text.strip()}
        return fonts.pop() if len(fonts) == 1 else ""

    @property
    def fen(self) -> str | None:
        """The FEN placement shown by figurines, or None if it has other characters or is invalid."""
        if any(char not in FIGURINES and char != " " for row in self.rows for char in row):
            return None
        fen = "/".join("".join(FIGURINES.get(char, "1") for char in row) for row in self.rows)
        return None if placement_problem(fen) else Placement(fen).fen


def grids_of(paragraphs: Iterable[Paragraph]) -> Iterator[Grid]:
    """Yield a `Grid` for each table that may be a diagram, without coordinates around it."""
    tables: dict[int, dict[tuple[int, int], Paragraph]] = defaultdict(dict)
    other_tables: set[int] = set()
    for paragraph in paragraphs:
        if paragraph.cell is not None:
            table, *place = paragraph.cell
            row, column = place
            if (row, column) in tables[table] or 1 < len(_char(paragraph)):
                other_tables.add(table)
            tables[table][row, column] = paragraph
    for table, cells in tables.items():
        rows: dict[int, list[Paragraph]] = defaultdict(list)
        for (row, _), paragraph in sorted(cells.items()):
            rows[row].append(paragraph)
        inner_rows = _without_frame(list(rows.values())) if table not in other_tables else None
        if inner_rows:
            yield Grid(inner_rows)


def _char(cell: Paragraph) -> str:
    """Return the text of `cell` without blanks and variation selectors; a character or `""`."""
    return cell.text.strip().replace("\ufe0e", "")


def _without_frame(rows: Sequence[Sequence[Paragraph]]) -> tuple[tuple[Paragraph, ...], ...] | None:
    """Return eight rows of eight cells, or None if the size differs or all are empty."""
    for _ in range(2):
        if len({len(row) for row in rows}) != 1:
            return None
        rows = [row for row in rows if "".join(map(_char, row)) not in _FRAMES]
        rows = list(zip(*rows, strict=True))
    inner_rows = tuple(map(tuple, rows))
    is_board = len(inner_rows) == _SIDE and all(len(row) == _SIDE for row in inner_rows)
    return inner_rows if is_board and any(_char(cell) for row in inner_rows for cell in row) else None
