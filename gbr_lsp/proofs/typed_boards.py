"""Typed diagrams in Word files: eight lines of eight characters in a chess font.

Theory of operation. A line, or the text between two tabs in it, is a row if a family of fonts knows
eight squares in it. Characters of the frame may surround them. Eight consecutive rows of one font
are a board. A font belongs to the family that reads the most boards in the document, as in a PDF.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from gbr_lsp.proofs.chess_fonts import FAMILIES, Family
from gbr_lsp.proofs.font_boards import AMBIGUOUS_FONT, UNKNOWN_MAN, best_reading, decode_squares, without_symbol_page
from gbr_lsp.proofs.lattices import SquareChar

_SIDE = 8
_FRAMED_SIDE = 10
"""Eight squares and the frame on both sides."""


class TypedRow(NamedTuple):
    """A part of a line in one font; `column` is the number of tabs before it."""

    line: int
    column: int
    font: str
    text: str


class TypedBoard(NamedTuple):
    """A board and the rows that form it; `problem` is why `fen` is None."""

    rows: tuple[TypedRow, ...]
    fen: str | None
    problem: str | None


def typed_boards(rows: Sequence[TypedRow]) -> list[TypedBoard]:
    """Return a `TypedBoard` for each board formed by `rows`, sorted by line and column."""
    found: list[TypedBoard] = []
    in_order = sorted(rows, key=lambda row: (row.font, row.column, row.line))
    for font, of_font in groupby(in_order, key=lambda row: row.font):
        columns = [list(column) for _, column in groupby(of_font, key=lambda row: row.column)]
        readings = (
            (family, [board for column in columns for board in _boards(family, column)])
            for family in FAMILIES
            if not family.is_keyed_by_code
        )
        boards, is_clear = best_reading(font, readings, lambda board: board.fen)
        found += boards if is_clear else [board._replace(fen=None, problem=AMBIGUOUS_FONT) for board in boards]
    return sorted(found, key=lambda board: (board.rows[0].line, board.rows[0].column))


def _boards(family: Family, rows: Sequence[TypedRow]) -> Iterator[TypedBoard]:
    """Yield a `TypedBoard` for every eight consecutive `rows` that `family` knows."""
    board_rows: list[tuple[TypedRow, list[SquareChar]]] = []
    for row in rows:
        cells = _squares_of(family, row.text)
        if cells is None or (board_rows and board_rows[-1][0].line != row.line - 1):
            board_rows = []
        if cells is not None:
            board_rows.append((row, cells))
        if len(board_rows) == _SIDE:
            squares = {(x, y): cell for y, (_, cells) in enumerate(board_rows) for x, cell in enumerate(cells)}
            yield TypedBoard(tuple(row for row, _ in board_rows), *decode_squares(family, squares))
            board_rows = []


def _squares_of(family: Family, text: str) -> list[SquareChar] | None:
    """Return the eight `SquareChar` of a row, or None if `text` is no row."""
    joined = "".join(char for char in map(without_symbol_page, text) if char not in family.masks)
    for first, second, man in family.halves:
        joined = joined.replace(first + second, _CHAR_OF_MAN[man])
    if len(joined) not in (_SIDE, _FRAMED_SIDE):
        return None
    cells = [_cell(family, char) for char in joined]
    if len(cells) == _FRAMED_SIDE and cells[0].man == cells[-1].man == UNKNOWN_MAN:
        cells = cells[1:-1]
    known_count = sum(cell.man != UNKNOWN_MAN for cell in cells)
    return cells if len(cells) == _SIDE and _SIDE // 2 <= known_count else None


_CHAR_OF_MAN = {man: chr(0xE000 + ord(man)) for family in FAMILIES for _, _, man in family.halves}
"""Private characters for men that are two characters in their font."""
_MAN_OF_CHAR = {char: man for man, char in _CHAR_OF_MAN.items()}


def _cell(family: Family, char: str) -> SquareChar:
    """Return the `SquareChar` of `char`, without a place; unknown men are `?`."""
    man, color = (_MAN_OF_CHAR[char], "?") if char in _MAN_OF_CHAR else family.squares.get(char, (UNKNOWN_MAN, "?"))
    return SquareChar(0.0, 0.0, 1.0, man, color)
