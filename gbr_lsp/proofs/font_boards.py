"""Diagrams set in chess fonts: 64 glyphs, or fewer if empty squares have none.

Theory of operation. The glyphs of a font on a page that a family of fonts knows as squares are
cells. Eight by eight cells are a board (see `lattices`). A family reads a board if it has all
squares in the colors of a chessboard and one king of each color. A font belongs to the family that
reads the most boards in the document. A board that this family cannot read is unread: it contains
an unknown man, a turned glyph or a character of another font. If no family reads any board, the
captions must prove the meaning of the characters, as they do for outlines.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from gbr_lsp.notation.placement import Placement, placement_problem
from gbr_lsp.proofs.chess_fonts import FAMILIES, Family
from gbr_lsp.proofs.drawn_boards import MASK_SIZE, DrawnBoard, Shape
from gbr_lsp.proofs.lattices import MIN_BOARD_CELLS, SQUARES, Place, SquareChar, boards_in
from gbr_lsp.proofs.page import Box, Glyph, Page

_SAMPLE_SIZE = 2_000
"""Maximum number of glyphs of a font that are examined to recognize a font of squares."""
_MAX_NARROW_WIDTH = 0.3
"""Narrower glyphs are not counted: blanks and dots are no squares. A share of the font's size."""
_MIN_SQUARE_WIDTH = 0.8
"""Minimum width of squares, as a share of their font's size."""
_MIN_ALIKE_SHARE = 0.5
"""Minimum share of glyphs of one width in a font of squares, without the narrow ones."""
AMBIGUOUS_FONT = "its font could be one of several"
UNKNOWN_MAN = "?"
"""Placeholder for the man of a character that its family does not know."""
BoardT = TypeVar("BoardT")


class PageBoard(NamedTuple):
    """A board on a page; `fen` is None if it is unread, and `problem` is the reason."""

    page: int
    box: Box
    fen: str | None
    problem: str | None = None
    font: str = ""
    """Font of its men, if they are glyphs."""


def font_boards(pages: Iterable[Page]) -> tuple[list[PageBoard], list[tuple[PageBoard, DrawnBoard]]]:
    """Return (boards in known chess fonts, boards in fonts that no family knows).

    The first are a list of `PageBoard`, the others of pairs with a `DrawnBoard` for `learning`.
    `pages` is iterated several times.
    """
    fonts = _fonts_of_squares(pages)
    boards_by_font: dict[str, list[tuple[Family, list[PageBoard]]]] = {
        font: [(family, []) for family in FAMILIES] for font in fonts
    }
    for page, font, glyphs in _glyphs_in_fonts(fonts, pages):
        for family, boards in boards_by_font[font]:
            boards += _boards_of(family, page, glyphs)
    found: list[PageBoard] = []
    unknown_fonts = []
    for font, by_family in boards_by_font.items():
        boards, is_clear = best_reading(font, by_family, lambda board: board.fen)
        found += boards if is_clear else [board._replace(fen=None, problem=AMBIGUOUS_FONT) for board in boards]
        unknown_fonts += [] if boards else [font]
    by_page: dict[int, list[int]] = defaultdict(list)
    for number, board in enumerate(found):
        by_page[board.page].append(number)
    for one in pages if found else ():
        for number in by_page.get(one.number, ()):
            found[number] = _check_glyphs(found[number], one)
    return found, _unknown_font_boards(unknown_fonts, pages)


def _fonts_of_squares(pages: Iterable[Page]) -> list[str]:
    """Return the names of the fonts with many wide glyphs of one width, as squares have."""
    widths: dict[str, Counter[float]] = defaultdict(Counter)
    glyph_counts: Counter[str] = Counter()
    for page in pages:
        for glyph in page.glyphs:
            if glyph_counts[glyph.font] < _SAMPLE_SIZE:
                glyph_counts[glyph.font] += 1
                width = glyph.width / glyph.size
                if _MAX_NARROW_WIDTH < width:
                    widths[glyph.font][round(width, 1)] += 1
    return [font for font in glyph_counts if _may_be_squares(widths[font])]


def _may_be_squares(widths: Counter[float]) -> bool:
    width, count = widths.most_common(1)[0] if widths else (0.0, 0)
    return MIN_BOARD_CELLS <= count and _MIN_SQUARE_WIDTH <= width and _MIN_ALIKE_SHARE * widths.total() <= count


def _glyphs_in_fonts(fonts: Sequence[str], pages: Iterable[Page]) -> Iterator[tuple[int, str, list[Glyph]]]:
    """Yield `(page number, font, glyphs)` for each of `fonts` that occurs on a page."""
    for page in pages if fonts else ():
        by_font: dict[str, list[Glyph]] = {font: [] for font in fonts}
        for glyph in page.glyphs:
            if glyph.font in by_font:
                by_font[glyph.font].append(glyph)
        for font, glyphs in by_font.items():
            if glyphs:
                yield page.number, font, glyphs


def best_reading(
    font: str, by_family: Iterable[tuple[Family, list[BoardT]]], fen_of: Callable[[BoardT], str | None]
) -> tuple[list[BoardT], bool]:
    """Return (boards of the family that reads the most in `font`, `is_clear`).

    It is False if another family reads as many boards differently. A family whose name is in `font`
    wins a tie. The list is empty if no family reads any board; `fen_of(board)` is None for an
    unread board.
    """
    best: list[BoardT] = []
    rank, is_clear = (0, False), True
    for family, boards in by_family:
        fens = [fen_of(board) for board in boards]
        new_rank = len(fens) - fens.count(None), family.name.lower() in font.lower().replace(" ", "")
        if not new_rank[0] or new_rank < rank:
            continue
        is_clear = new_rank != rank or set(fens) == set(map(fen_of, best))
        best, rank = boards, new_rank
    return best, is_clear


def _unknown_font_boards(fonts: Sequence[str], pages: Iterable[Page]) -> list[tuple[PageBoard, DrawnBoard]]:
    """Return a list of (`PageBoard`, `DrawnBoard`) for the boards in `fonts`.

    All 64 squares must have a character. The most frequent character on light squares is an empty
    square, and likewise on dark squares. `learning` infers the others.
    """
    boards: dict[str, list[tuple[PageBoard, dict[Place, SquareChar]]]] = {font: [] for font in fonts}
    for page, font, glyphs in _glyphs_in_fonts(fonts, pages):
        cells = {
            (round(glyph.x), round(glyph.y)): SquareChar(
                glyph.x, glyph.y, glyph.width, f"{glyph.text} {glyph.code}", "?"
            )
            for glyph in glyphs
            if glyph.is_upright
        }
        boards[font] += [
            (PageBoard(page, box, None, "its font is not known", font), squares)
            for box, squares in boards_in(list(cells.values()), may_be_blank=False)
            if len(squares) == len(SQUARES)
        ]
    return [board for of_font in boards.values() for board in _as_drawn(of_font)]


def _as_drawn(boards: list[tuple[PageBoard, dict[Place, SquareChar]]]) -> Iterator[tuple[PageBoard, DrawnBoard]]:
    """Yield each of `boards`, all of one font, with a `DrawnBoard` of a shape per character."""
    char_counts = [
        Counter(squares[x, y].man for _, squares in boards for x, y in SQUARES if (x + y) % 2 == color)
        for color in (0, 1)
    ]
    empty_chars = [max(counts, key=lambda char: counts[char], default="") for counts in char_counts]
    for board, squares in boards:
        chars = {(x, y): squares[x, y].man for x, y in SQUARES if squares[x, y].man != empty_chars[(x + y) % 2]}
        yield board, DrawnBoard(board.box, {place: _random_shape(char) for place, char in chars.items()})


def _random_shape(char: str) -> Shape:
    """Return a random `Shape`, the same for each `char`. Two differ in about half of the cells."""
    return Shape(bytes(Random(char).choices((0, 1), k=MASK_SIZE * MASK_SIZE)), 1.0, 1.0)


def _boards_of(family: Family, page: int, glyphs: list[Glyph]) -> Iterator[PageBoard]:
    """Yield a `PageBoard` for each board that `glyphs` form if their font is of `family`."""
    strange_glyphs = [glyph for glyph in glyphs if _is_strange(family, glyph)]
    for box, squares in boards_in(list(_cells(family, glyphs)), may_be_blank=family.may_omit_light):
        fen, problem = decode_squares(family, squares)
        if fen and any(_inner_box(box).has_point(*_middle(glyph)) for glyph in strange_glyphs):
            fen, problem = None, "it has a character that is not a man"
        yield PageBoard(page, box, fen, problem, glyphs[0].font)


def _is_strange(family: Family, glyph: Glyph) -> bool:
    """Return True if `glyph` is visible and unknown to `family`."""
    char = _char(glyph, family)
    halves = {char for half in family.halves for char in half[:2]}
    return char not in family.squares and char not in family.masks and char not in halves and not char.isspace()


def _inner_box(board: Box) -> Box:
    """Return the box `board` without a margin at both sides that its frame may touch."""
    edge = 0.15 * board.width / 8
    return board._replace(left=board.left + edge, right=board.right - edge)


def _middle(glyph: Glyph) -> tuple[float, float]:
    """Return (x, y) of the middle of `glyph` as drawn, in points."""
    return glyph.x + glyph.width / 2, glyph.y - glyph.size * 0.3


def _cells(family: Family, glyphs: list[Glyph]) -> Iterator[SquareChar]:
    """Return an iterator of a `SquareChar` for each square among `glyphs`.

    Glyphs at the same place are one square.
    """
    halves = {first: (second, man) for first, second, man in family.halves}
    cells: dict[Place, SquareChar] = {}
    masked_places: set[Place] = set()
    for number, glyph in enumerate(glyphs):
        if not glyph.is_upright:
            continue
        char = _char(glyph, family)
        place = round(glyph.x), round(glyph.y)
        if char in family.masks:
            masked_places.add(place)
            continue
        man, color = family.squares.get(char, ("", ""))
        if char in halves:
            follower = glyphs[number + 1] if number + 1 < len(glyphs) else None
            man = halves[char][1] if follower and _char(follower, family) == halves[char][0] else ""
        if not man:
            continue
        before = cells.get(place)
        if place in masked_places or (before and before.man != "."):
            color = "?"
        elif before and color == "?":
            color = before.color
        cells[place] = SquareChar(glyph.x, glyph.y, glyph.width, man, color)
    return iter(cells.values())


def _char(glyph: Glyph, family: Family) -> str:
    """Return the key of `glyph` in the tables of `family`, or `""`."""
    if family.is_keyed_by_code or not glyph.text:
        return chr(glyph.code) if glyph.code < 256 else ""
    return without_symbol_page(glyph.text)


def without_symbol_page(char: str) -> str:
    """Return a character of a symbol font in the private area as ASCII: U+F021 → `!`."""
    return chr(ord(char) - 0xF000) if len(char) == 1 and "\uf000" <= char <= "\uf0ff" else char


def decode_squares(family: Family, squares: dict[Place, SquareChar]) -> tuple[str | None, str | None]:
    """Return (FEN placement, None) of `squares` by (column, row), or (None, problem).

    The problem is a text such as `the character on a8 is not known`.
    """
    ranks = []
    colors = {(cell.color == "d") == ((x + y) % 2 == 1) for (x, y), cell in squares.items() if cell.color in ("l", "d")}
    if False in colors:
        return None, "its squares have the wrong colors"
    for y in range(8):
        rank = ""
        for x in range(8):
            cell = squares.get((x, y))
            if cell is not None and cell.man != UNKNOWN_MAN:
                rank += "1" if cell.man == "." else cell.man
            elif cell is None and family.may_omit_light and True in colors and (x + y) % 2 == 0:
                rank += "1"
            else:
                return None, f"the character on {'abcdefgh'[x]}{8 - y} is not known"
        ranks.append(rank)
    fen = "/".join(ranks)
    wrong = placement_problem(fen)
    return (None, wrong) if wrong else (Placement(fen).fen, None)


def _check_glyphs(board: PageBoard, page: Page) -> PageBoard:
    """Return the `PageBoard` `board`, unread if a glyph on it is turned or strange.

    A strange glyph is one of another font than most on the squares.
    """
    if board.fen is None:
        return board
    fonts: Counter[str] = Counter()
    inner_glyphs = []
    inner = _inner_box(board.box)
    for glyph in page.glyphs:
        if inner.has_point(*_middle(glyph)) and (glyph.text.strip() or not glyph.text):
            fonts[glyph.font] += 1
            inner_glyphs.append(glyph)
    main_font = fonts.most_common(1)[0][0] if fonts else ""
    strange_glyph = next((glyph for glyph in inner_glyphs if glyph.font != main_font or not glyph.is_upright), None)
    if strange_glyph is None:
        return board
    return board._replace(fen=None, problem="it has a character that is not a man of its font")
