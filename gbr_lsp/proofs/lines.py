"""Lines of a page, cut at wide gaps: pieces of glyphs with one baseline."""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from gbr_lsp.proofs.page import Box, Glyph

_Item = TypeVar("_Item")
_MAX_BASELINE_SHIFT = 0.25
"""Maximum difference of baselines in a line, as a share of the font's size."""
_MIN_BLANK = 0.18
"""Minimum width of a blank between words, as a share of the font's size."""
_MAX_NOTE_SIZE, _MIN_NOTE_SHIFT = 0.8, 0.15
"""Maximum size and minimum shift of the mark of a note, as shares of its neighbor's size."""
_MIN_GAP = 1.0
"""Minimum width of a gap that may separate columns, as a share of the font's size."""
_ASCENT, _DESCENT = 0.8, 0.22
_MAX_TENTHS = 32_000
_MIN_TRACKED, _TRACKING, _MAX_UNEVENNESS = 8, (0.1, 0.5), 0.1
"""Letter-spacing: minimum number of gaps, limits of their widths, tolerance. Shares of the size."""

_SMALL_CAPITAL_SIZES = 0.6, 0.9
"""Limits of the size of small capitals, as shares of the font's size."""


class Piece(NamedTuple):
    """A piece of a line; `lefts` and `rights` of code points are in tenths of a point."""

    box: Box
    baseline: float
    size: float
    text: str
    lefts: "array[int]"
    rights: "array[int]"


def pieces_of(glyphs: list[Glyph]) -> list[Piece]:
    """Return a `Piece` for each part of a line, from the top, then from the left.

    Parts are separated by gaps. Turned glyphs and glyphs without text are left out.
    """
    pieces = []
    upright_glyphs = [glyph for glyph in glyphs if glyph.is_upright and glyph.text]
    spaces = [glyph for glyph in upright_glyphs if glyph.text.isspace()]
    for row in _rows(upright_glyphs):
        row.sort(key=lambda glyph: glyph.x)
        start = 0
        for number in range(1, len(row) + 1):
            if number == len(row) or _has_gap_between(row[number - 1], row[number]):
                piece = _piece(row[start:number], spaces)
                if piece is not None:
                    pieces.append(piece)
                start = number
    return sorted(pieces, key=lambda piece: (piece.baseline, piece.box.left))


def _rows(glyphs: list[Glyph]) -> list[list[Glyph]]:
    """Return lists of glyphs with one baseline, with superscripts and other raised glyphs."""
    visible = sorted((glyph for glyph in glyphs if not glyph.text.isspace()), key=lambda glyph: glyph.y)
    return divide_rows(
        visible, lambda first, glyph: glyph.y - first.y <= _MAX_BASELINE_SHIFT * max(glyph.size, first.size)
    )


def divide_rows(items: Iterable[_Item], is_in_row: Callable[[_Item, _Item], bool]) -> list[list[_Item]]:
    """Return `items`, sorted from top to bottom, as rows; `is_in_row(first, item)` compares with the first of a row."""
    rows: list[list[_Item]] = []
    for item in items:
        if rows and is_in_row(rows[-1][0], item):
            rows[-1].append(item)
        else:
            rows.append([item])
    return rows


def _has_gap_between(left: Glyph, right: Glyph) -> bool:
    return _MIN_GAP * max(left.size, right.size) < right.x - (left.x + left.width)


def _piece(glyphs: list[Glyph], spaces: list[Glyph]) -> Piece | None:
    """Return the `Piece` of `glyphs` sorted from left to right, or None if all are blank.

    `spaces` are the space glyphs of the page; they show whether gaps are letter-spacing.
    """
    text, lefts, rights = "", [], []
    tracked_glyphs, small_capitals = _tracked_glyphs(glyphs, spaces), _small_capitals(glyphs)
    before: Glyph | None = None
    for at, glyph in enumerate(glyphs):
        if before is not None and _is_shadow(before, glyph):
            continue
        end = before.x + before.width if before else glyph.x
        is_apart = _MIN_BLANK * glyph.size < glyph.x - end and at not in tracked_glyphs
        if before is not None and (is_apart or _is_raised(before, glyph)):
            text += " "
            lefts.append(end)
            rights.append(max(end, glyph.x))
        chars = _glyph_text(glyph.text).lower() if at in small_capitals else _glyph_text(glyph.text)
        step = glyph.width / len(chars) if chars else 0.0
        for number, char in enumerate(chars):
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


def _tracked_glyphs(glyphs: list[Glyph], spaces: list[Glyph]) -> set[int]:
    """Return the set of indexes of `glyphs` with letter-spacing before them.

    Letter-spaced text is a run of words without touching glyphs and with even gaps in the words. A
    row of single characters has no words, or has spaces between them.
    """
    found: set[int] = set()
    run: list[tuple[int, float]] = []
    for number in range(1, len(glyphs) + 1):
        if number < len(glyphs):
            before, glyph = glyphs[number - 1], glyphs[number]
            gap = (glyph.x - before.x - before.width) / max(before.size, glyph.size)
            if _TRACKING[0] <= gap:
                run.append((number, gap))
                continue
        if _MIN_TRACKED <= len(run):
            narrowest = min(gap for _, gap in run)
            letters = [number for number, gap in run if gap <= narrowest + _MAX_UNEVENNESS]
            has_words = len(letters) < len(run) <= 2 * len(letters)
            if narrowest <= _TRACKING[1] and has_words and not _have_spaces(glyphs, letters, spaces):
                found.update(letters)
        run = []
    return found


def _small_capitals(glyphs: list[Glyph]) -> set[int]:
    """Return the set of indexes of small capitals, which are next to larger digits and capitals."""
    found: set[int] = set()
    if len({glyph.size for glyph in glyphs}) == 1:
        return found
    start = 0
    for number in range(1, len(glyphs) + 1):
        if number < len(glyphs) and _are_touching(glyphs[number - 1], glyphs[number]):
            continue
        size = max(glyph.size for glyph in glyphs[start:number])
        small_glyphs = [n for n in range(start, number) if glyphs[n].size < _SMALL_CAPITAL_SIZES[1] * size]
        if all(glyphs[n].text.isalpha() and _SMALL_CAPITAL_SIZES[0] * size < glyphs[n].size for n in small_glyphs):
            found.update(small_glyphs)
        start = number
    return found


def _are_touching(left: Glyph, right: Glyph) -> bool:
    return right.x - left.x - left.width <= _MIN_BLANK * right.size and abs(left.y - right.y) < 0.05 * right.size


def _have_spaces(glyphs: list[Glyph], numbers: list[int], spaces: list[Glyph]) -> bool:
    """Return True if spaces are set in most of the gaps before the glyphs with `numbers`."""
    line, size = glyphs[0].y, glyphs[0].size
    space_places = sorted(space.x for space in spaces if abs(space.y - line) <= _MAX_BASELINE_SHIFT * size)
    filled_count = sum(
        bisect_left(space_places, glyphs[n - 1].x) < bisect_left(space_places, glyphs[n].x) for n in numbers
    )
    return len(numbers) < 2 * filled_count


def tenths(places: Iterable[float]) -> "array[int]":
    """Return `places`, in points, as an array of 16-bit tenths of a point, clamped."""
    return array("h", [max(-_MAX_TENTHS, min(_MAX_TENTHS, round(x * 10))) for x in places])


def _is_shadow(first: Glyph, second: Glyph) -> bool:
    """Return True if `second` repeats `first` at nearly the same place, to look bold."""
    return first.text == second.text and abs(first.x - second.x) < 0.1 * first.size and abs(first.y - second.y) < 1


def _is_raised(first: Glyph, second: Glyph) -> bool:
    """Return True if one of the glyphs is small and set above or below the other."""
    small, large = sorted((first, second), key=lambda glyph: glyph.size)
    return small.size < _MAX_NOTE_SIZE * large.size and _MIN_NOTE_SHIFT * large.size < abs(first.y - second.y)


_LIGATURES = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\xad": "-"}


def _glyph_text(text: str) -> str:
    """Return `text` of a glyph as plain characters: `ﬁ` → `fi`.

    A soft hyphen becomes `-`, an unprintable character U+FFFD.
    """
    chars = _LIGATURES.get(text, text)
    return "".join(
        char if char.isprintable() and not "\ue000" <= char <= "\uf8ff" else "\N{REPLACEMENT CHARACTER}"
        for char in chars
    )
