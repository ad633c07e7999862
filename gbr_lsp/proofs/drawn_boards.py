"""Diagrams drawn as paths: eight by eight squares, and the outlines of the men.

Theory of operation. Rectangles of about one size that touch at sides or corners are a board if they
span eight by eight squares. The dark squares alone suffice. Everything else painted on a square is
its man. All its paths together give a mask of nine by nine cells, each free, dark or light, and the
proportions and relative size of its box. `learning` infers from captions which mask is which man.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import reduce
from typing import NamedTuple

from gbr_lsp.proofs.page import Box, Outline, Point

MASK_SIZE = 9
"""Width and height of a mask, in cells."""
_MIN_SQUARES = 24
"""Minimum number of squares found for a board; it has 32 dark ones."""
_TOUCH_SLACK = 0.15
"""Maximum gap or overlap of neighboring squares, as a share of their width."""
_MIN_LIGHT = 0.6
"""Minimum brightness of light colors, from 0 to 1."""


class Shape(NamedTuple):
    """A man as drawn; `mask` has one byte a cell: 0 free, 1 dark, 2 light.

    Cells are in rows from the top left. `aspect` is width divided by height, `size` is the height
    divided by that of the square.
    """

    mask: bytes
    aspect: float
    size: float


class DrawnBoard(NamedTuple):
    """A drawn board; the keys of `shapes` are (column, row) from the top left."""

    box: Box
    shapes: dict[tuple[int, int], Shape]

    @property
    def from_other_side(self) -> "DrawnBoard":
        """The same `DrawnBoard` seen from the other side: (0, 0) → (7, 7)."""
        return self._replace(shapes={(7 - column, 7 - row): shape for (column, row), shape in self.shapes.items()})


def drawn_boards(outlines: list[Outline]) -> list[DrawnBoard]:
    """Return a list of a `DrawnBoard` for each board among the `outlines` of a page."""
    squares = [number for number, outline in enumerate(outlines) if _is_square(outline)]
    found = []
    for lattice in _lattices(outlines, squares):
        box = reduce(Box.union, (outlines[number].box for number in lattice))
        width, height = box.width / 8, box.height / 8
        one = outlines[lattice[0]].box
        if not (0.8 < one.width / width < 1.25 and 0.8 < one.height / height < 1.25):
            continue
        first, lattice_numbers = min(lattice), set(lattice)
        men = [
            outline
            for number, outline in enumerate(outlines)
            if first < number and number not in lattice_numbers and _is_on_square(outline, box, width)
        ]
        found.append(DrawnBoard(box, _shapes(men, box)))
    return found


def _is_square(outline: Outline) -> bool:
    """Return True if `outline` is a rectangle with nearly equal sides and of plausible size."""
    box = outline.box
    if not (4 < box.width < 120 and 0.8 < box.width / max(box.height, 0.1) < 1.25) or len(outline.polygons) != 1:
        return False
    polygon = outline.polygons[0]
    return len(polygon) <= 6 and all(
        min(abs(x - box.left), abs(x - box.right)) < 0.3 and min(abs(y - box.top), abs(y - box.bottom)) < 0.3
        for x, y in polygon
    )


def _lattices(outlines: list[Outline], squares: list[int]) -> Iterator[list[int]]:
    """Yield groups of at least `_MIN_SQUARES` touching squares, as lists of indexes.

    Both `squares` and the result are indexes into `outlines`.
    """
    if len(squares) < _MIN_SQUARES:
        return
    sides = sorted(outlines[number].box.width for number in squares)
    pitch = sides[len(sides) // 2]
    corners: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number in squares:
        box = outlines[number].box
        if abs(box.width - pitch) <= _TOUCH_SLACK * pitch:
            corners[round(box.left / pitch), round(box.top / pitch)].append(number)
    left = {number for numbers in corners.values() for number in numbers}
    while left:
        lattice, stack = [], [left.pop()]
        while stack:
            number = stack.pop()
            lattice.append(number)
            box = outlines[number].box
            column, row = round(box.left / pitch), round(box.top / pitch)
            for across in range(column - 2, column + 3):
                for down in range(row - 2, row + 3):
                    for other in corners.get((across, down), ()):
                        if other in left and _are_touching(box, outlines[other].box, pitch):
                            left.discard(other)
                            stack.append(other)
        if _MIN_SQUARES <= len(lattice):
            yield lattice


def _are_touching(one: Box, other: Box, pitch: float) -> bool:
    """Return True if squares `pitch` wide touch at sides or corners."""
    across, down = abs(one.left - other.left), abs(one.top - other.top)
    slack = _TOUCH_SLACK * pitch
    return across <= pitch + slack and down <= pitch + slack


def _is_on_square(outline: Outline, box: Box, square: float) -> bool:
    """Return True if `outline` is on a square of `box`, but no square or frame itself.

    `box` is that of a board, `square` the width of a square in points.
    """
    one = outline.box
    if 1.2 * square < one.width or 1.2 * square < one.height or one.width < 0.03 * square:
        return False
    if _is_square(outline) and 0.9 * square < one.width:
        return False
    return box.has_point((one.left + one.right) / 2, (one.top + one.bottom) / 2)


def _shapes(men: list[Outline], box: Box) -> dict[tuple[int, int], Shape]:
    """Return the `Shape` on each occupied square of the board `box`, by (column, row).

    `men` are the outlines on the board.
    """
    width, height = box.width / 8, box.height / 8
    on_squares: dict[tuple[int, int], list[Outline]] = defaultdict(list)
    for outline in men:
        one = outline.box
        column = int(((one.left + one.right) / 2 - box.left) // width)
        row = int(((one.top + one.bottom) / 2 - box.top) // height)
        if 0 <= column < 8 and 0 <= row < 8:
            on_squares[column, row].append(outline)
    return {square: shape_of(paths, height) for square, paths in on_squares.items()}


def shape_of(paths: list[Outline], square: float) -> Shape:
    """Return the `Shape` of the outlines `paths`, painted in order on a square of height `square`."""
    box = reduce(Box.union, (path.box for path in paths))
    mask = bytearray(MASK_SIZE * MASK_SIZE)
    for path in paths:
        ink = 2 if _MIN_LIGHT <= sum(path.color) / 3 else 1
        for number in _covered_cells(path, box):
            mask[number] = ink
    return Shape(bytes(mask), box.width / max(box.height, 0.01), box.height / square)


def _covered_cells(path: Outline, box: Box) -> Iterator[int]:
    """Yield the numbers of the mask cells of `box` with centers in `path`.

    Cells count from 0 at the top left, row by row. The even-odd rule decides.
    """
    for row in range(MASK_SIZE):
        y = box.top + (row + 0.5) * box.height / MASK_SIZE
        crossings = sorted(x for polygon in path.polygons for x in _crossings(polygon, y))
        for start, end in zip(crossings[::2], crossings[1::2], strict=False):
            for column in range(MASK_SIZE):
                x = box.left + (column + 0.5) * box.width / MASK_SIZE
                if start <= x < end:
                    yield row * MASK_SIZE + column


def _crossings(polygon: tuple[Point, ...], y: float) -> Iterator[float]:
    """Yield x for each crossing of a side of `polygon` with the height `y`."""
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y0 <= y) != (y1 <= y):
            yield x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        x0, y0 = x1, y1
