"""Boards among characters that may be squares: eight by eight cells of a lattice.

Cells one pitch apart form a lattice. It may contain several adjacent boards. Places are in points.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from gbr_lsp.proofs.page import Box

SQUARES = tuple(product(range(8), repeat=2))
"""The squares of a board as (column, row)."""
MIN_BOARD_CELLS = 24
"""Minimum number of cells of a board; the others may be missing."""
_MAX_SHIFT = 0.2
"""Maximum distance of a cell from its place, as a share of a square."""
_MIN_ALIKE_SHARE = 0.6
"""Minimum share of a diagram's glyphs that are as wide as a square."""

Place = tuple[int, int]
"""Column and row of a square, or another place in a grid."""


class SquareChar(NamedTuple):
    """A character of a chess font: place, man or `.`, and color of the square."""

    x: float
    y: float
    width: float
    man: str
    color: str


def boards_in(cells: list[SquareChar], *, may_be_blank: bool) -> Iterator[tuple[Box, dict[Place, SquareChar]]]:
    """Yield (box, squares) for each board; `squares` has cells by (column, row) from the top left.

    With `may_be_blank`, empty squares may have no cell.
    """
    if len(cells) < MIN_BOARD_CELLS:
        return
    pitch = _pitch(cells)
    for lattice in _lattices(cells, pitch, may_be_blank=may_be_blank) if pitch else ():
        if len(lattice) < MIN_BOARD_CELLS:
            continue
        left, top = min(cell.x for cell in lattice), min(cell.y for cell in lattice)
        cells_by_place = {(round((cell.x - left) / pitch), round((cell.y - top) / pitch)): cell for cell in lattice}
        for x, y in _corners(cells_by_place):
            squares = {(a, b): cells_by_place[x + a, y + b] for a, b in SQUARES if (x + a, y + b) in cells_by_place}
            if MIN_BOARD_CELLS <= len(squares):
                x0, y0 = left + x * pitch, top + (y - 1) * pitch
                yield Box(x0, y0, x0 + 8 * pitch, y0 + 8 * pitch), squares


def _pitch(cells: list[SquareChar]) -> float:
    """Return the width of a square in points, or 0.0 if widths vary as in a text.

    It is the mean of the widths within a point of the most frequent one.
    """
    widths = Counter(round(cell.width) for cell in cells)
    width, count = widths.most_common(1)[0]
    count += widths[width - 1] + widths[width + 1]
    if count < _MIN_ALIKE_SHARE * len(cells):
        return 0.0
    return sum(cell.width for cell in cells if abs(cell.width - width) <= 1) / count if width else 0.0


def _lattices(cells: list[SquareChar], pitch: float, *, may_be_blank: bool) -> Iterator[list[SquareChar]]:
    """Yield lists of neighboring `cells`, those `pitch` points apart; each cell is in one list.

    With `may_be_blank`, also those diagonally or two squares apart.
    """
    steps = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    if may_be_blank:
        steps += [(1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0), (-2, 0), (0, 2), (0, -2)]
    buckets: dict[Place, list[int]] = defaultdict(list)
    for number, cell in enumerate(cells):
        buckets[int(cell.x // pitch), int(cell.y // pitch)].append(number)
    left = set(range(len(cells)))
    while left:
        lattice, stack = [], [left.pop()]
        while stack:
            cell = cells[stack.pop()]
            lattice.append(cell)
            for dx, dy in steps:
                candidates = _cells_near(buckets, cells, cell.x + dx * pitch, cell.y + dy * pitch, pitch)
                neighbors = [number for number in candidates if number in left]
                left.difference_update(neighbors)
                stack += neighbors
        yield lattice


def _cells_near(
    buckets: dict[Place, list[int]], cells: list[SquareChar], x: float, y: float, pitch: float
) -> Iterable[int]:
    """Yield the indexes of the `cells` within `_MAX_SHIFT` squares of (`x`, `y`).

    `buckets` has these indexes by column and row.
    """
    column, row = int(x // pitch), int(y // pitch)
    for across in (column - 1, column, column + 1):
        for down in (row - 1, row, row + 1):
            for number in buckets.get((across, down), ()):
                if abs(cells[number].x - x) < _MAX_SHIFT * pitch and abs(cells[number].y - y) < _MAX_SHIFT * pitch:
                    yield number


def _corners(places: Iterable[Place]) -> Iterator[Place]:
    """Yield the (column, row) of the top left square of each board among `places`.

    An empty row or column divides a lattice.
    """
    for by_row in _split_at_gaps(list(places), 1):
        for part in _split_at_gaps(by_row, 0):
            (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*part, strict=True))
            if (right - left) % 8 == (bottom - top) % 8 == 7:
                yield from product(range(left, right, 8), range(top, bottom, 8))


def _split_at_gaps(places: list[Place], axis: int) -> Iterator[list[Place]]:
    """Yield the lists of `places` between empty columns (`axis` 0) or rows (`axis` 1)."""
    part: list[Place] = []
    for place in sorted(places, key=lambda place: place[axis]):
        if part and 1 < place[axis] - part[-1][axis]:
            yield part
            part = []
        part.append(place)
    yield part
