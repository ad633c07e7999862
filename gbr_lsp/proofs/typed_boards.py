"""Diagrams that are typed: eight lines of eight characters in a chess font, as they stand in Word files.

Theory of operation. A line, or what stands between two tabs of it, is a row if a family of fonts knows eight squares in
it; signs of the frame may stand before and behind them. Eight rows of one font below each other are a board. The family
that reads the most boards of a font in the whole document is the font's, as on the pages of a PDF.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from gbr_lsp.proofs.chess_fonts import FAMILIES, Family
from gbr_lsp.proofs.font_boards import ONE_OF_SEVERAL, UNKNOWN, decoded, most_read, without_symbol_page
from gbr_lsp.proofs.lattices import SquareSign

_SIDE = 8
_FRAMED = 10
"""Squares with a sign of the frame on both sides."""


class TypedRow(NamedTuple):
    """A stretch of a line in one font: its number in the document, its place between the tabs of its line."""

    line: int
    column: int
    font: str
    text: str


class TypedBoard(NamedTuple):
    """A board: the rows that it is typed in, and its placement or why there is none."""

    rows: tuple[TypedRow, ...]
    fen: str | None
    problem: str | None


def typed_boards(rows: Sequence[TypedRow]) -> list[TypedBoard]:
    """The boards that are typed in a document."""
    found: list[TypedBoard] = []
    in_order = sorted(rows, key=lambda row: (row.font, row.column, row.line))
    for font, of_font in groupby(in_order, key=lambda row: row.font):
        columns = [list(column) for _, column in groupby(of_font, key=lambda row: row.column)]
        read = (
            (family, [board for column in columns for board in _boards(family, column)])
            for family in FAMILIES
            if not family.by_code
        )
        boards, is_clear = most_read(font, read, lambda board: board.fen)
        found += boards if is_clear else [board._replace(fen=None, problem=ONE_OF_SEVERAL) for board in boards]
    return sorted(found, key=lambda board: (board.rows[0].line, board.rows[0].column))


def _boards(family: Family, rows: Sequence[TypedRow]) -> Iterator[TypedBoard]:
    waiting: list[tuple[TypedRow, list[SquareSign]]] = []
    for row in rows:
        cells = _squares_of(family, row.text)
        if cells is None or (waiting and waiting[-1][0].line != row.line - 1):
            waiting = []
        if cells is not None:
            waiting.append((row, cells))
        if len(waiting) == _SIDE:
            squares = {(x, y): cell for y, (_, cells) in enumerate(waiting) for x, cell in enumerate(cells)}
            yield TypedBoard(tuple(row for row, _ in waiting), *decoded(family, squares))
            waiting = []


def _squares_of(family: Family, text: str) -> list[SquareSign] | None:
    """The eight squares of a row; None for another line."""
    chars = [char for char in map(without_symbol_page, text) if char not in family.masks]
    joined = "".join(chars)
    for first, second, man in family.halves:
        joined = joined.replace(first + second, _WHOLE[man])
    cells = [_cell(family, char) for char in joined]
    if len(cells) == _FRAMED and cells[0].man == cells[-1].man == UNKNOWN:
        cells = cells[1:-1]
    known = sum(cell.man != UNKNOWN for cell in cells)
    return cells if len(cells) == _SIDE and _SIDE // 2 <= known else None


_WHOLE = {man: chr(0xE000 + ord(man)) for family in FAMILIES for _, _, man in family.halves}
"""Signs of our own for men that are two characters."""
_MEN = {char: man for man, char in _WHOLE.items()}


def _cell(family: Family, char: str) -> SquareSign:
    man, color = (_MEN[char], "?") if char in _MEN else family.squares.get(char, (UNKNOWN, "?"))
    return SquareSign(0.0, 0.0, 1.0, man, color)
