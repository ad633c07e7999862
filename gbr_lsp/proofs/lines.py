"""The lines of a page, cut at gaps: glyphs of one baseline without a wide gap between them."""

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from gbr_lsp.proofs.page import Box, Glyph

_SAME_LINE = 0.25
"""The share of a font's size by which baselines of one line may differ."""
_BLANK = 0.18
"""A gap as wide as this share of the font's size is a blank between words."""
_SMALLER, _RAISED = 0.8, 0.15
"""A character so much smaller, and so much of its neighbor's size above or below it, is a mark of a note."""
_GAP = 1.0
"""A gap as wide as the font's size parts pieces that may belong to two columns."""
_ASCENT, _DESCENT = 0.8, 0.22
_FAR = 32_000


class Piece(NamedTuple):
    """A piece of a line: its text, and for each code point of it where it begins and ends, in tenths of a point."""

    box: Box
    baseline: float
    size: float
    text: str
    lefts: "array[int]"
    rights: "array[int]"


def pieces_of(glyphs: list[Glyph]) -> list[Piece]:
    """The pieces of the lines of a page, from top to bottom, then from left to right."""
    pieces = []
    for row in _rows([glyph for glyph in glyphs if glyph.is_upright and glyph.text]):
        row.sort(key=lambda glyph: glyph.x)
        start = 0
        for number in range(1, len(row) + 1):
            if number == len(row) or _parted(row[number - 1], row[number]):
                piece = _piece(row[start:number])
                if piece is not None:
                    pieces.append(piece)
                start = number
    return sorted(pieces, key=lambda piece: (piece.baseline, piece.box.left))


def _rows(glyphs: list[Glyph]) -> list[list[Glyph]]:
    """The glyphs of each baseline; what is set smaller and a little higher is of the line too."""
    rows: list[list[Glyph]] = []
    for glyph in sorted((glyph for glyph in glyphs if not glyph.text.isspace()), key=lambda glyph: glyph.y):
        if rows and glyph.y - rows[-1][0].y <= _SAME_LINE * max(glyph.size, rows[-1][0].size):
            rows[-1].append(glyph)
        else:
            rows.append([glyph])
    return rows


def _parted(left: Glyph, right: Glyph) -> bool:
    return _GAP * max(left.size, right.size) < right.x - (left.x + left.width)


def _piece(glyphs: list[Glyph]) -> Piece | None:
    text, lefts, rights = "", [], []
    before: Glyph | None = None
    for glyph in glyphs:
        if before is not None and _is_shadow(before, glyph):
            continue
        end = before.x + before.width if before else glyph.x
        if before is not None and (_BLANK * glyph.size < glyph.x - end or _is_raised(before, glyph)):
            text += " "
            lefts.append(end)
            rights.append(max(end, glyph.x))
        shown = _plain(glyph.text)
        step = glyph.width / len(shown) if shown else 0.0
        for number, char in enumerate(shown):
            text += char
            lefts.append(glyph.x + number * step)
            rights.append(glyph.x + (number + 1) * step)
        before = glyph
    if not text.strip():
        return None
    size = max(glyph.size for glyph in glyphs)
    baseline = glyphs[0].y
    box = Box(lefts[0], baseline - _ASCENT * size, max(rights), baseline + _DESCENT * size)
    return Piece(box, baseline, size, text, tenths(lefts), tenths(rights))


def tenths(places: Iterable[float]) -> "array[int]":
    """Places in points as tenths of a point, clamped to what a 16-bit integer holds."""
    return array("h", [max(-_FAR, min(_FAR, round(x * 10))) for x in places])


def _is_shadow(first: Glyph, second: Glyph) -> bool:
    """Whether a character is drawn twice, to look bold."""
    return first.text == second.text and abs(first.x - second.x) < 0.1 * first.size and abs(first.y - second.y) < 1


def _is_raised(first: Glyph, second: Glyph) -> bool:
    """Whether one of two characters is set small, above or below the other."""
    small, large = sorted((first, second), key=lambda glyph: glyph.size)
    return small.size < _SMALLER * large.size and _RAISED * large.size < abs(first.y - second.y)


_LIGATURES = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\xad": "-"}


def _plain(text: str) -> str:
    """The text of a glyph: ligatures as letters, a drawn soft hyphen as a hyphen, what is not printable as U+FFFD."""
    shown = _LIGATURES.get(text, text)
    return "".join(
        char if char.isprintable() and not "\ue000" <= char <= "\uf8ff" else "\N{REPLACEMENT CHARACTER}"
        for char in shown
    )
