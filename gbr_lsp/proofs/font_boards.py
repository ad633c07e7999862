"""Diagrams set in chess fonts: lattices of glyphs that decode to 64 squares with one king each.

Theory of operation. The glyphs of one font on a page that a family of fonts knows as squares are cells. Cells that lie
one pitch apart belong to one lattice; a lattice eight cells wide and high is a board, several boards may touch. A
family reads a board if all squares are there, their colors are those of a chessboard, and there is one king each; the
family that reads the most boards of a font in the whole document is the font's. A board that it cannot read is
unread: a man of another shape, a turned glyph or a character of another font stands on it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.notation.placement import Placement, wrong_with
from gbr_lsp.proofs.chess_fonts import FAMILIES, Family
from gbr_lsp.proofs.page import Box, Glyph, Page

_NEAR = 0.2
"""The share of a square by which a cell may lie beside its place."""
_GLANCE = 2_000
_SQUARE = 0.8
"""Squares are at least so wide, as a share of the size of their font."""
_MOST_ALIKE = 0.6
"""The share of the glyphs of a diagram that are as wide as a square."""
_MOST_OF_A_BOARD = 24
"""So many cells are a board even if others are missing."""


class PageBoard(NamedTuple):
    """A board on a page; `fen` is None where it cannot be read, and `problem` says why."""

    page: int
    box: Box
    fen: str | None
    problem: str | None = None
    font: str = ""
    """The font of its men, where they are glyphs."""


class _Cell(NamedTuple):
    x: float
    y: float
    width: float
    man: str
    color: str


def font_boards(pages: Sequence[Page]) -> list[PageBoard]:
    """The boards of all chess fonts in a document."""
    by_font: dict[str, dict[int, list[Glyph]]] = defaultdict(lambda: defaultdict(list))
    for page in pages:
        for glyph in page.glyphs:
            by_font[glyph.font][page.number].append(glyph)
    found = []
    for font, glyphs in by_font.items():
        if _may_be_squares([glyph for glyphs_of_page in glyphs.values() for glyph in glyphs_of_page]):
            found += _boards_of(font, glyphs)
    return [_checked(board, pages) for board in found]


def _may_be_squares(glyphs: list[Glyph]) -> bool:
    """Whether many glyphs of a font are of one width, as squares are, told at a glance."""
    widths = Counter(round(glyph.width / glyph.size, 1) for glyph in glyphs[:_GLANCE] if 0.3 < glyph.width / glyph.size)
    width, count = widths.most_common(1)[0] if widths else (0.0, 0)
    return _MOST_OF_A_BOARD <= count and _SQUARE <= width and 0.5 * widths.total() <= count


def _boards_of(font: str, by_page: dict[int, list[Glyph]]) -> list[PageBoard]:
    """The boards of a font, read by the family that reads the most of them."""
    best: list[PageBoard] = []
    rank, rivals = (0, 0), False
    for family in FAMILIES:
        boards = [board for page, glyphs in by_page.items() for board in _lattices(family, page, glyphs)]
        read = sum(board.fen is not None for board in boards)
        named = family.name.lower() in font.lower().replace(" ", "")
        if not read or (read, named) < rank:
            continue
        rivals = (read, named) == rank and {board.fen for board in boards} != {board.fen for board in best}
        best, rank = boards, (read, named)
    if rivals:
        return [board._replace(fen=None, problem="its font may be one of several") for board in best]
    return best


def _lattices(family: Family, page: int, glyphs: list[Glyph]) -> Iterator[PageBoard]:
    cells = list(_cells(family, glyphs))
    if len(cells) < _MOST_OF_A_BOARD:
        return
    pitch = _pitch(cells)
    if not pitch:
        return
    for lattice in _connected(cells, pitch, blank=family.light_is_blank):
        if _MOST_OF_A_BOARD <= len(lattice):
            yield from _cut(family, page, lattice, pitch, glyphs[0].font)


def _cells(family: Family, glyphs: list[Glyph]) -> Iterator[_Cell]:
    """The squares among some glyphs, those that lie over each other as one."""
    halves = {first: (second, man) for first, second, man in family.halves}
    cells: dict[tuple[int, int], _Cell] = {}
    masked: set[tuple[int, int]] = set()
    for number, glyph in enumerate(glyphs):
        if not glyph.is_upright:
            continue
        char = _char(glyph, family)
        place = round(glyph.x), round(glyph.y)
        if char in family.masks:
            masked.add(place)
            continue
        man, color = family.squares.get(char, ("", ""))
        if char in halves:
            follower = glyphs[number + 1] if number + 1 < len(glyphs) else None
            man = halves[char][1] if follower and _char(follower, family) == halves[char][0] else ""
        if not man:
            continue
        before = cells.get(place)
        if place in masked or (before and before.man != "."):
            color = "?"
        elif before and color == "?":
            color = before.color
        cells[place] = _Cell(glyph.x, glyph.y, glyph.width, man, color)
    return iter(cells.values())


def _char(glyph: Glyph, family: Family) -> str:
    if family.by_code or not glyph.text:
        return chr(glyph.code) if glyph.code < 256 else ""
    char = glyph.text
    if len(char) == 1 and 0xF000 <= ord(char) <= 0xF0FF:
        return chr(ord(char) - 0xF000)
    return char


def _pitch(cells: list[_Cell]) -> float:
    """How wide the squares are: so wide are most of the glyphs, or, where they lie over each other, so far apart.

    0.0 where they are no squares: the letters of a text are of all widths.
    """
    widths = Counter(round(cell.width) for cell in cells)
    width, count = widths.most_common(1)[0]
    count += widths[width - 1] + widths[width + 1]
    if count < _MOST_ALIKE * len(cells):
        return 0.0
    return sum(cell.width for cell in cells if abs(cell.width - width) <= 1) / count if width else 0.0


def _connected(cells: list[_Cell], pitch: float, *, blank: bool) -> Iterator[list[_Cell]]:
    """The cells parted into lattices of neighbors."""
    steps = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    if blank:
        steps += [(1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0), (-2, 0), (0, 2), (0, -2)]
    buckets: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, cell in enumerate(cells):
        buckets[int(cell.x // pitch), int(cell.y // pitch)].append(number)
    left = set(range(len(cells)))
    while left:
        lattice, waiting = [], [left.pop()]
        while waiting:
            number = waiting.pop()
            lattice.append(cells[number])
            for dx, dy in steps:
                x, y = cells[number].x + dx * pitch, cells[number].y + dy * pitch
                for other in _near(buckets, cells, x, y, pitch):
                    if other in left:
                        left.discard(other)
                        waiting.append(other)
        yield lattice


def _near(
    buckets: dict[tuple[int, int], list[int]], cells: list[_Cell], x: float, y: float, pitch: float
) -> Iterable[int]:
    column, row = int(x // pitch), int(y // pitch)
    for across in (column - 1, column, column + 1):
        for down in (row - 1, row, row + 1):
            for number in buckets.get((across, down), ()):
                if abs(cells[number].x - x) < _NEAR * pitch and abs(cells[number].y - y) < _NEAR * pitch:
                    yield number


def _cut(family: Family, page: int, lattice: list[_Cell], pitch: float, font: str) -> Iterator[PageBoard]:
    """The boards of a lattice, which may hold several beside or below each other."""
    left, top = min(cell.x for cell in lattice), min(cell.y for cell in lattice)
    placed: dict[tuple[int, int], _Cell] = {}
    for cell in lattice:
        placed[round((cell.x - left) / pitch), round((cell.y - top) / pitch)] = cell
    columns, rows = max(x for x, _ in placed) + 1, max(y for _, y in placed) + 1
    if columns % 8 or rows % 8:
        return
    for first_row in range(0, rows, 8):
        for first_column in range(0, columns, 8):
            squares = {
                (x - first_column, y - first_row): cell
                for (x, y), cell in placed.items()
                if 0 <= x - first_column < 8 and 0 <= y - first_row < 8
            }
            if _MOST_OF_A_BOARD <= len(squares):
                x0, y0 = left + first_column * pitch, top + (first_row - 1) * pitch
                box = Box(x0, y0, x0 + 8 * pitch, y0 + 8 * pitch)
                fen, problem = _decoded(family, squares)
                yield PageBoard(page, box, fen, problem, font)


def _decoded(family: Family, squares: dict[tuple[int, int], _Cell]) -> tuple[str | None, str | None]:
    """The placement of a lattice of eight by eight, or what is wrong with it."""
    ranks = []
    colors = {(cell.color == "d") == ((x + y) % 2 == 1) for (x, y), cell in squares.items() if cell.color in ("l", "d")}
    if False in colors:
        return None, "its squares have the wrong colors"
    for y in range(8):
        rank = ""
        for x in range(8):
            cell = squares.get((x, y))
            if cell is not None:
                rank += "1" if cell.man == "." else cell.man
            elif family.light_is_blank and True in colors and (x + y) % 2 == 0:
                rank += "1"
            else:
                return None, f"nobody knows what stands on {'abcdefgh'[x]}{8 - y}"
        ranks.append(rank)
    fen = "/".join(ranks)
    wrong = wrong_with(fen)
    return (None, wrong) if wrong else (Placement(fen).fen, None)


def _checked(board: PageBoard, pages: Sequence[Page]) -> PageBoard:
    """A board, unread if something lies on its squares that is not of its font."""
    if board.fen is None:
        return board
    page = pages[board.page - pages[0].number]
    fonts: Counter[str] = Counter()
    inside = []
    pitch = board.box.width / 8
    for glyph in page.glyphs:
        x = glyph.x + glyph.width / 2
        y = glyph.y - (glyph.size * 0.3)
        inner = Box(board.box.left + 0.15 * pitch, board.box.top, board.box.right - 0.15 * pitch, board.box.bottom)
        if inner.holds(x, y) and (glyph.text.strip() or not glyph.text):
            fonts[glyph.font] += 1
            inside.append(glyph)
    own = fonts.most_common(1)[0][0] if fonts else ""
    strange = next((glyph for glyph in inside if glyph.font != own or not glyph.is_upright), None)
    if strange is None:
        return board
    return board._replace(fen=None, problem="something that is no man of its font stands on it")
