"""Boards to look at: a block of Unicode figures, and a small SVG."""

from base64 import b64encode
from functools import lru_cache

from gbr_lsp.notation.placement import Placement

_FIGURES = dict(zip("KQRBNPkqrbnp.", "♔♕♖♗♘♙♚♛♜♝♞♟·", strict=True))
_SIZE = 20
_LIGHT, _DARK = "#f0d9b5", "#b58863"


def figures(placement: Placement) -> list[str]:
    """Eight ranks of figures and the letters of the files, as the diagram of a book has them."""
    squares = placement.squares
    ranks = [
        f"{rank + 1} {' '.join(_FIGURES[man] for man in squares[8 * rank : 8 * rank + 8])}" for rank in range(7, -1, -1)
    ]
    return [*ranks, "  a b c d e f g h"]


@lru_cache(maxsize=64)
def svg(placement: Placement) -> str:
    """A board of 160 pixels, figures as text: about 2 kB."""
    side = 8 * _SIZE
    dark = "".join(
        f"M{_SIZE * file} {_SIZE * row}h{_SIZE}v{_SIZE}h-{_SIZE}z"
        for row in range(8)
        for file in range(8)
        if (row + file) % 2
    )
    men = "".join(_man(man, square) for square, man in enumerate(placement.squares) if man != ".")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}">'
        f'<rect width="{side}" height="{side}" fill="{_LIGHT}"/><path d="{dark}" fill="{_DARK}"/>'
        f'<g font-family="DejaVu Sans,Segoe UI Symbol,Apple Symbols,sans-serif" font-size="18" text-anchor="middle">'
        f"{men}</g></svg>"
    )


def _man(man: str, square: int) -> str:
    style = "" if man.islower() else ' fill="#fff" stroke="#000" stroke-width=".6"'
    x, y = _SIZE * (square % 8) + _SIZE // 2, _SIZE * (7 - square // 8) + 16
    return f'<text x="{x}" y="{y}"{style}>{_FIGURES[man.lower()]}</text>'


def data_uri(placement: Placement) -> str:
    """The SVG as an address that Markdown images can have."""
    return "data:image/svg+xml;base64," + b64encode(svg(placement).encode()).decode()
