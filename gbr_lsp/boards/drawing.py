"""Drawings of boards: lines of Unicode figures, and an SVG with outlines."""

from base64 import b64encode
from collections.abc import Collection
from functools import lru_cache

from gbr_lsp.notation.placement import FIGURINES, Placement

_FIGURES = {".": "·", **{letter: figurine for figurine, letter in FIGURINES.items()}}
_SMALL_SIDE = 160
"""Pixels; the hover of VS Code shows about 250."""
_LIGHT, _DARK = "#f0d9b5", "#b58863"
_WHITE, _BLACK, _MARK = "#fff", "#222", "#d32f2f"

_FOOT = "M22 90h56v-7q0-5-6-7H28q-6 2-6 7z"
SHAPES = {
    "K": (
        "M50 27V9M43 15h14M50 46C43 34 43 31 50 27 57 31 57 34 50 46M50 46C45 25 22 28 21 45 20 57 34 60 34 68L32 76"
        "H68L66 68C66 60 80 57 79 45 78 28 55 25 50 46z" + _FOOT,
        "M36 68Q50 62 64 68",
    ),
    "Q": (
        "M24 34L34 64H66L76 34 62 50 60 26 50 48 40 26 38 50zM34 64L28 76H72L66 64z"
        "M24 34a4.5 4.5 0 1 1 .1 0M40 26a4.5 4.5 0 1 1 .1 0M60 26a4.5 4.5 0 1 1 .1 0M76 34a4.5 4.5 0 1 1 .1 0" + _FOOT,
        "M34 64Q50 58 66 64",
    ),
    "R": ("M28 20h11v8h7v-8h8v8h7v-8h11v16L66 43 70 70 72 76H28L30 70 34 43 28 36z" + _FOOT, "M34 43H66M31 68H69"),
    "B": (
        "M50 19C71 35 70 52 60 61H40C30 52 29 35 50 19zM50 19a5 5 0 1 1 .1 0M37 61H63V67H37zM40 67L33 76H67L60 67z"
        + _FOOT,
        "M50 33V51M42 41H58",
    ),
    "N": (
        "M31 76C31 61 47 58 48 45 42 50 38 50 33 56 29 61 21 58 19 51 24 43 29 35 33 25L34 13 44 22C64 23 75 42 74 76z"
        + _FOOT,
        "M37 33L41 31M56 33Q66 46 65 68",
    ),
    "P": ("M42 45C40 58 36 66 28 76H72C64 66 60 58 58 45zM50 47a15 15 0 1 1 .1 0z" + _FOOT, ""),
}
"""Outline and inner lines of each man, as SVG paths in a square of 100 units."""


def figures(placement: Placement, marked: Collection[int] = (), *, is_dark: bool = False) -> list[str]:
    """Return nine lines: eight ranks of figures, `8 ♚ · · …`, and the files.

    The squares `marked`, 0 to 63, have a `*` before them. For `is_dark` see `figure`.
    """
    drawn = [
        f"{'*' if square in marked else ' '}{figure(man, is_dark=is_dark)}"
        for square, man in enumerate(placement.squares)
    ]
    ranks = [f"{rank + 1}{''.join(drawn[8 * rank : 8 * rank + 8])}" for rank in range(7, -1, -1)]
    return [*ranks, "  a b c d e f g h"]


def figure(letter: str, *, is_dark: bool = False) -> str:
    """Return the figure of a letter of a FEN: `K` → `♔`, `.` → `·`.

    White's figures are outlines and Black's are filled, for dark ink on a light ground. If the
    ground `is_dark`, the ink is light and a filled figure looks white, so the colors are swapped.
    """
    return _FIGURES[letter.swapcase() if is_dark else letter]


@lru_cache(maxsize=64)
def board_svg(placement: Placement, marked: Collection[int] = (), *, side: int = 440, ink: str = "#222") -> str:
    """Return the text of an SVG of `side` × `side` pixels with coordinates in the color `ink`.

    Its men are outlines, equal on every machine. The squares `marked`, 0 to 63, have an edge and a tint.
    """
    dark_squares = "".join(
        f"M{100 * file} {100 * row}h100v100h-100z" for row in range(8) for file in range(8) if (row + file) % 2
    )
    men = "\n".join(_outline_svg(man, square) for square, man in enumerate(placement.squares) if man != ".")
    edges = "".join(
        f'<rect x="{100 * (square % 8) + 4}" y="{100 * (7 - square // 8) + 4}" width="92" height="92"/>'
        for square in sorted(marked)
    )
    edges = f'<g fill="{_MARK}" fill-opacity=".3" stroke="{_MARK}" stroke-width="8">{edges}</g>\n' if edges else ""
    marks = "".join(
        f'<text x="{100 * number + 50}" y="850">{"abcdefgh"[number]}</text>'
        f'<text x="-32" y="{100 * number + 64}">{8 - number}</text>'
        for number in range(8)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="-64 -8 880 880">\n'
        f"<title>{placement.fen}</title>\n"
        f'<rect width="800" height="800" fill="{_LIGHT}"/><path d="{dark_squares}" fill="{_DARK}"/>\n'
        f"{edges}"
        '<rect width="800" height="800" fill="none" stroke="#222" stroke-width="6"/>\n'
        f'<g font-family="sans-serif" font-size="40" text-anchor="middle" fill="{ink}">{marks}</g>\n'
        f'<g stroke-width="4" stroke-linecap="round" stroke-linejoin="round">\n{men}\n</g>\n</svg>\n'
    )


def _outline_svg(man: str, square: int) -> str:
    """Return the SVG group with the outlines of `man` on `square`, 0 to 63.

    `man` is a FEN letter.
    """
    fill, line = (_WHITE, _BLACK) if man.isupper() else (_BLACK, _WHITE)
    shape, inner = SHAPES[man.upper()]
    drawn = f'<path d="{shape}" fill="{fill}" stroke="{_BLACK}"/>'
    drawn += f'<path d="{inner}" fill="none" stroke="{line}"/>' if inner else ""
    return f'<g transform="translate({100 * (square % 8)} {100 * (7 - square // 8)})">{drawn}</g>'


def small_svg(placement: Placement, marked: Collection[int] = ()) -> str:
    """Return a small `board_svg` for hovers, with an ink that is legible on light and dark grounds."""
    return board_svg(placement, frozenset(marked), side=_SMALL_SIDE, ink="#808080")


def data_uri(placement: Placement, marked: Collection[int] = ()) -> str:
    """Return `small_svg(placement, marked)` as a data URI for images in Markdown."""
    return "data:image/svg+xml;base64," + b64encode(small_svg(placement, marked).encode()).decode()
