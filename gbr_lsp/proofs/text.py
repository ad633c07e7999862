"""The text of a document with the place of each code point and the anchors of boards."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable

from gbr_lsp.proofs.columns import Item, gutters_of, rows_in_reading_order
from gbr_lsp.proofs.font_boards import PageBoard
from gbr_lsp.proofs.lines import Piece, pieces_of, tenths
from gbr_lsp.proofs.narrow_gutters import cut_at_gutters
from gbr_lsp.proofs.packed_list import PackedList
from gbr_lsp.proofs.page import Box, Glyph, Page
from gbr_lsp.proofs.value import TextLine

_TENTHS_PER_POINT = 10
_PARAGRAPH_STEP = 1.75
"""Minimum distance of lines of two paragraphs, in font sizes."""


class PlacedText:
    """A text that grows line by line, with the ends of code points in tenths of a point."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.lines: list[TextLine] = []
        self.lefts = array("h")
        self.rights = array("h")
        self.anchors: dict[int, int] = {}
        """The offset of each board, by its number."""

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def add(self, text: str, lefts: "array[int]", rights: "array[int]") -> None:
        """Append `text`; `lefts` and `rights` are the ends of its characters in tenths of a point."""
        self.parts.append(text)
        self.length += len(text)
        self.lefts += lefts
        self.rights += rights

    def add_blank(self, text: str, at: float) -> None:
        """Append characters without width, such as line ends, at `at` points from the left."""
        ends = tenths([at] * len(text))
        self.add(text, ends, ends)

    def begin_line(self, page: int, top: float, bottom: float) -> None:
        self.lines.append(TextLine(self.length, page, top, bottom))

    def place_of(self, start: int, end: int) -> tuple[int, Box] | None:
        """Return (page, box) of `start`…`end` on its first line with a box, or None."""
        return next(iter(boxes_of(self.lines, self.lefts, self.rights, start, end)), None)


def boxes_of(
    lines: list[TextLine], lefts: "array[int]", rights: "array[int]", start: int, end: int
) -> list[tuple[int, Box]]:
    """Return the (page, box) of `start`…`end` for each of its lines.

    Lines without visible characters in the span are left out, unless that would leave none for a
    span of at most one code point.
    """
    found = []
    number = max(0, bisect_right(lines, start, key=lambda line: line.start) - 1)
    while number < len(lines) and (lines[number].start < end or lines[number].start == start):
        line = lines[number]
        line_end = lines[number + 1].start if number + 1 < len(lines) else len(lefts)
        first, last = max(start, line.start), min(max(end, start + 1), line_end)
        visible_chars = [n for n in range(first, last) if lefts[n] < rights[n]]
        if visible_chars:
            left, right = (
                min(lefts[n] for n in visible_chars) / _TENTHS_PER_POINT,
                max(rights[n] for n in visible_chars) / _TENTHS_PER_POINT,
            )
            found.append((line.page, Box(left, line.top, right, line.bottom)))
        elif not found and end <= start + 1:
            found.append((line.page, Box(0, line.top, 0, line.bottom)))
        number += 1
    return found


def text_of(pages: Iterable[Page], boards: list[PageBoard]) -> PlacedText:
    """Return the `PlacedText` of `pages`: a line per row, form feeds between pages.

    A board in `boards` is an empty line. Its glyphs are not part of the text.
    """
    placed_text = PlacedText()
    by_page: dict[int, list[int]] = {}
    for number, board in enumerate(boards):
        by_page.setdefault(board.page, []).append(number)
    all_items: PackedList[list[Item]] = PackedList()
    for page in pages:
        numbers = by_page.get(page.number, [])
        glyphs = [glyph for glyph in page.glyphs if not any(_is_on_board(glyph, boards[number]) for number in numbers)]
        items = [Item(piece.box, piece) for piece in cut_at_gutters(pieces_of(glyphs))]
        all_items.add(items + [Item(boards[number].box, None, number) for number in numbers])
    gutters = gutters_of(all_items)
    for page_number, items in enumerate(all_items, 1):
        _add_page(placed_text, page_number, rows_in_reading_order(items, gutters))
    return placed_text


def _is_on_board(glyph: Glyph, board: PageBoard) -> bool:
    """Return True if `glyph` is on `board`, or of its font and next to it, as a frame."""
    box = board.box
    margin = 1.2 * box.width / 8 if glyph.font == board.font else 0.0
    x, y = glyph.x + glyph.width / 2, glyph.y - 0.3 * glyph.size
    return box.left - margin <= x <= box.right + margin and box.top - margin <= y <= box.bottom + margin


def _add_page(placed_text: PlacedText, page: int, rows: list[list[Item]]) -> None:
    placed_text.begin_line(page, 0.0, 0.0)
    if placed_text.length:
        placed_text.add_blank("\f", 0.0)
    before: Piece | None = None
    for row in rows:
        if row[0].board is not None:
            for item in row:
                if item.board is None:
                    continue
                placed_text.begin_line(page, item.box.top, item.box.bottom)
                placed_text.anchors[item.board] = placed_text.length
                placed_text.add_blank("\n", item.box.left)
            before = None
            continue
        pieces = [item.piece for item in row if item.piece is not None]
        first = pieces[0]
        if before is not None and not -2 * first.size < first.baseline - before.baseline < _PARAGRAPH_STEP * first.size:
            placed_text.begin_line(page, first.box.top, first.box.top)
            placed_text.add_blank("\n", first.box.left)
        placed_text.begin_line(page, min(piece.box.top for piece in pieces), max(piece.box.bottom for piece in pieces))
        for number, piece in enumerate(pieces):
            if number:
                placed_text.add_blank("   ", piece.box.left)
            placed_text.add(piece.text, piece.lefts, piece.rights)
        placed_text.add_blank("\n", first.box.right)
        before = first
