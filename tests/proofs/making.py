"""PDFs made by the tests: chess fonts with the characters of a family, and pages set in them."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("playa")
pytest.importorskip("fpdf")

from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]
from fpdf import FPDF

from gbr_lsp.proofs.chess_fonts import FAMILIES, Family

SQUARE = 18.0


def family_named(name: str) -> Family:
    return next(family for family in FAMILIES if family.name == name)


def random_fen(random: Random, men: int = 8) -> str:
    """Return a random placement of `men` men, one king each; it may be illegal."""
    squares = random.sample(range(64), men)
    board = ["1"] * 64
    for number, square in enumerate(squares):
        board[square] = "Kk"[number] if number < 2 else random.choice("QRBNPqrbnp")
    return "/".join("".join(board[rank : rank + 8]) for rank in range(0, 64, 8))


def chess_font(path: Path, family: Family, extra: str = "") -> None:
    """Save a TrueType font to `path`: a box per character of `family` and `extra`; masks have no width."""
    halves = {char for half in family.halves for char in half[:2]}
    chars = sorted({*family.squares, *family.masks, *halves, *"IX9", *extra} - {"\x00"})
    names = {ord(char): f"g{ord(char)}" for char in chars}
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in ((0, 900), (900, 900), (900, 0)):
        pen.lineTo(point)
    pen.closePath()
    box = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    builder.setupGlyf({".notdef": box, **dict.fromkeys(names.values(), box)})
    widths = dict.fromkeys(names.values(), 1000)
    widths |= {f"g{ord(char)}": 0 for char in family.masks}
    widths |= {f"g{ord(char)}": 500 for char in halves}
    builder.setupHorizontalMetrics({".notdef": (1000, 0), **{name: (width, 0) for name, width in widths.items()}})
    builder.setupHorizontalHeader(ascent=900, descent=-100)
    builder.setupNameTable({"familyName": "Boards", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)


def set_board(family: Family, fen: str) -> list[str]:
    """Return the eight lines of characters that show the placement `fen` in `family`."""
    lines = []
    for row, rank in enumerate(_spread(fen)):
        line = ""
        for column, man in enumerate(rank):
            color = "d" if (row + column) % 2 else "l"
            line += _char(family, man, color)
        lines.append(line)
    return lines


def _spread(fen: str) -> Iterable[str]:
    for rank in fen.split("/"):
        yield "".join("." * int(char) if char.isdigit() else char for char in rank)


def _char(family: Family, man: str, color: str) -> str:
    for first, second, whole in family.halves:
        if whole == man:
            return first + second
    fitting = [char for char, (what, tone) in family.squares.items() if what == man and tone in (color, "?")]
    # An empty light square may have no character.
    return fitting[0] if fitting else "\xff"


class Maker:
    """A builder of PDFs; `x` and `y` are in points from the top left corner."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pdf = FPDF(unit="pt", format=(595, 842))
        self.pdf.set_compression(False)
        self.pdf.add_page()

    def text(self, x: float, y: float, text: str, size: float = 10) -> None:
        self.pdf.set_font("Helvetica", size=size)
        self.pdf.text(x, y, text)

    def board(self, family: Family, x: float, y: float, fen: str, name: str = "Boards") -> None:
        """Set the placement `fen` with its top left corner at `x`, `y`."""
        if name.lower() not in self.pdf.fonts:
            path = self.folder / f"{name}.ttf"
            chess_font(path, family)
            self.pdf.add_font(name, fname=path)
        self.pdf.set_font(name, size=SQUARE)
        for row, line in enumerate(set_board(family, fen)):
            self.pdf.text(x, y + (row + 1) * SQUARE, line)

    def page(self) -> None:
        self.pdf.add_page()

    def bytes(self) -> bytes:
        stream = BytesIO()
        self.pdf.output(stream)
        return stream.getvalue()

    def save(self, name: str) -> Path:
        path = self.folder / name
        path.write_bytes(self.bytes())
        return path


OUTLINES = {
    "k": [(40, 90), (40, 70), (10, 60), (10, 40), (45, 40), (45, 10), (55, 10), (55, 40), (90, 40), (90, 60), (60, 90)],
    "q": [(10, 90), (5, 20), (30, 60), (50, 10), (70, 60), (95, 20), (90, 90)],
    "r": [(15, 90), (15, 15), (35, 15), (35, 35), (65, 35), (65, 15), (85, 15), (85, 90)],
    "b": [(20, 90), (50, 10), (80, 90)],
    "n": [(15, 90), (60, 50), (10, 50), (55, 10), (85, 30), (90, 90)],
    "p": [(25, 90), (25, 45), (75, 45), (75, 90)],
}
"""A polygon for each man, in hundredths of a square from its top left corner."""


def draw_board(maker: Maker, x: float, y: float, fen: str, random: Random | None = None) -> None:
    """Draw `fen` as paths: squares, then a polygon for each man; `random` adds a little jitter."""
    for row in range(8):
        for column in range(8):
            shade = 160 if (row + column) % 2 else 230
            maker.pdf.set_fill_color(shade, shade, shade)
            maker.pdf.rect(x + column * SQUARE, y + row * SQUARE, SQUARE, SQUARE, style="F")
    for row, rank in enumerate(_spread(fen)):
        for column, man in enumerate(rank):
            if man != ".":
                shade = 255 if man.isupper() else 20
                maker.pdf.set_fill_color(shade, shade, shade)
                dx = random.uniform(-0.3, 0.3) if random else 0.0
                points = [
                    (x + dx + (column + a / 100) * SQUARE, y + (row + b / 100) * SQUARE)
                    for a, b in OUTLINES[man.lower()]
                ]
                maker.pdf.polygon(points, style="F")


def caption_of(fen: str) -> str:
    """Return class and kings of the placement `fen`: `0400.10 a1h8`."""
    from gbr_lsp.notation.men import force_of
    from gbr_lsp.notation.placement import Placement
    from gbr_lsp.notation.values import Nine

    placement = Placement(fen)
    return f"{force_of(placement.men, Nine.MODERN)} {placement.kings}"
