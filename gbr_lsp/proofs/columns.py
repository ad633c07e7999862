"""Reading order of a page: bands from top to bottom, in each the columns from left to right.

Theory of operation. The rows of pieces and boards are laid over each other as bits, one bit per
point of the width. Consecutive rows are a band of columns while a gutter stays free, with items on
both sides. A row that closes the gutter ends the band. A column must be wide and full enough: the
page numbers of an index, the points of a table and moves in a table are no columns. A heading is
read before the columns that begin below it, if there are more of them than next to it. All pages of
a document have their gutters at the same places. Where many pages have one, a column may be nearly
empty.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gbr_lsp.proofs.lines import Piece, divide_rows
from gbr_lsp.proofs.page import Box

_MIN_GUTTER = 8
"""Minimum width of a gutter in points."""
_MIN_COLUMN_SHARE = 0.18
"""Minimum width of a column, as a share of the width of all items on the page."""
_FULL_ROW_SHARE = 0.55
"""Minimum share of a column's width that at least half of its rows fill."""
_NUMBER, _MIN_NUMBER_SHARE = re.compile(r"[\d\s½¼¾=+×.,–−-]+"), 0.8
"""A number in a table or index; minimum share of numbers in a column of them."""

_MIN_PAGES, _MIN_PAGE_SHARE = 3, 0.1
"""A gutter of the document is on at least this number and this share of its pages."""
_GRID = 4
"""Points within which gutters of different pages have the same place."""

_MAX_HEADING_LINES = 3
"""Maximum number of lines in a heading."""

Gutter = tuple[float, float]
"""The left and right end of a free strip, in points."""


class Item(NamedTuple):
    """Something to read: a piece of a line, or a board given by its number."""

    box: Box
    piece: Piece | None
    board: int | None = None


def rows_in_reading_order(items: list[Item], known_gutters: Sequence[float] = ()) -> list[list[Item]]:
    """Return the rows of a page in reading order, lists of `Item` from the left.

    `known_gutters` are the middles that `gutters_of` returns.
    """
    rows = _rows(items)
    if not rows:
        return []
    left, right = min(item.box.left for item in items), max(item.box.right for item in items)
    rows_in_order: list[list[Item]] = []
    first = 0
    while first < len(rows):
        columns, _, last = _band_below_heading(rows, first, left, right, known_gutters)
        if columns:
            for column in columns:
                rows_in_order += _rows(column)
        else:
            last = first + 1
            rows_in_order.append(rows[first])
        first = last
    return rows_in_order


def gutters_of(pages: Iterable[list[Item]]) -> list[float]:
    """Return the middle x, in points, of each gutter that many of `pages` have."""
    page_counts: Counter[int] = Counter()
    count = 0
    for items in pages:
        count += 1
        page_counts.update({round((start + end) / 2 / _GRID) for start, end in _gutters_on(items)})
    min_pages = max(_MIN_PAGES, _MIN_PAGE_SHARE * count)
    return [
        float(place * _GRID)
        for place in page_counts
        if min_pages <= page_counts[place - 1] + page_counts[place] + page_counts[place + 1]
    ]


def _gutters_on(items: list[Item]) -> list[Gutter]:
    """Return the gutters of one page, (left, right) in points, by its `items`."""
    rows = _rows(items)
    found: list[Gutter] = []
    first = 0
    left, right = min((item.box.left for item in items), default=0), max((item.box.right for item in items), default=0)
    while first < len(rows):
        columns, gutters, last = _band_below_heading(rows, first, left, right, ())
        found += gutters if columns else []
        first = last if columns else first + 1
    return found


def _rows(items: list[Item]) -> list[list[Item]]:
    """Return lists of items with one baseline, from top to bottom; boards and text apart."""
    from_top = sorted(items, key=lambda item: (_baseline_of(item), item.box.left))
    return [sorted(row, key=lambda item: item.box.left) for row in divide_rows(from_top, _is_in_row)]


def _baseline_of(item: Item) -> float:
    """Return y of the baseline of `item` in points; for a board, y of its top."""
    return item.piece.baseline if item.piece else item.box.top


def _is_in_row(first: Item, item: Item) -> bool:
    if (first.piece is None) != (item.piece is None):
        return False
    size = min(first.piece.size, item.piece.size) if first.piece and item.piece else item.box.height / 8
    return _baseline_of(item) - _baseline_of(first) <= 0.3 * size


def _band_below_heading(
    rows: list[list[Item]], first: int, left: float, right: float, known_gutters: Sequence[float]
) -> tuple[list[list[Item]], list[Gutter], int]:
    """Return `_band(…)`, but no columns if row `first` is part of a heading over more columns."""
    columns, gutters, last = _band(rows, first, left, right, known_gutters)
    if columns:
        next_row = first
        while next_row < min(first + _MAX_HEADING_LINES, last) and len(rows[next_row]) == 1 and rows[next_row][0].piece:
            next_row += 1
            _, other_gutters, end = (
                _band(rows, next_row, left, right, known_gutters) if next_row < len(rows) else ([], [], 0)
            )
            if len(gutters) < len(other_gutters) and last <= end:
                return [], [], last
    return columns, gutters, last


def _band(
    rows: list[list[Item]], first: int, left: float, right: float, known_gutters: Sequence[float]
) -> tuple[list[list[Item]], list[Gutter], int]:
    """Return (columns, gutters, next row) of the longest band from index `first` of `rows`.

    A column is a list of items. `left` and `right` are the ends of the page's contents. Both lists
    are empty if there is no band.
    """
    covered_bits = 0
    min_width = _MIN_COLUMN_SHARE * (right - left)
    last, gutters = first, [(left, right)]
    bottom = 0.0
    while last < len(rows):
        new_bits = covered_bits | _covered_bits(rows[last], left)
        new_gutters = _gutters(new_bits, left + min_width, right - min_width, left)
        if not new_gutters:
            break
        covered_bits, gutters = new_bits, new_gutters
        bottom = max(bottom, *(item.box.bottom for item in rows[last]))
        last += 1
    # A board reaches below its first row: items next to it are in the band, or there is no band.
    band_items = [item for row in rows[first:last] for item in row]
    columns, gutters = _columns(band_items, gutters, known_gutters)
    return (columns, gutters, last) if gutters else ([], [], last)


def _covered_bits(row: list[Item], left: float) -> int:
    """Return an integer with bit n set if `row` covers x = `left` + n."""
    bits = 0
    for item in row:
        start, end = int(item.box.left - left), int(item.box.right - left) + 1
        bits |= ((1 << max(0, end - start)) - 1) << max(0, start)
    return bits


def _gutters(covered_bits: int, left: float, right: float, origin: float) -> list[Gutter]:
    """Return the free strips between `left` and `right` that are wide enough for gutters.

    Bit 0 of `covered_bits` is at x = `origin`.
    """
    found = []
    start: int | None = None
    for x in range(int(left - origin), int(right - origin) + 1):
        if covered_bits >> x & 1:
            if start is not None and _MIN_GUTTER <= x - start:
                found.append((start + origin, x + origin))
            start = None
        elif start is None:
            start = x
    if start is not None and _MIN_GUTTER <= int(right - origin) - start:
        found.append((start + origin, right))
    return found


def _columns(
    items: list[Item], gutters: list[Gutter], known_gutters: Sequence[float]
) -> tuple[list[list[Item]], list[Gutter]]:
    """Divide `items` at `gutters` between two columns; return (columns, gutters used).

    A column is a list of items. Without a usable gutter there is one.
    """
    columns: list[list[Item]] = []
    kept_gutters: list[Gutter] = []
    rest = items
    number_gutters = _gutters_before_numbers(items) if gutters else []
    for start, end in gutters:
        left_items = [item for item in rest if item.box.right <= start + 1]
        right_items = [item for item in rest if start + 1 < item.box.right]
        is_known = any(start <= place <= end for place in known_gutters)
        is_inner = any(left < end and start < right for left, right in number_gutters)
        if (
            left_items
            and right_items
            and (is_known or (not is_inner and _is_column(left_items) and _is_column(right_items)))
        ):
            columns.append(left_items)
            kept_gutters.append((start, end))
            rest = right_items
    return [*columns, rest], kept_gutters


def _gutters_before_numbers(items: list[Item]) -> list[Gutter]:
    """Return the gutters before numbers at the end of rows of `items`: page numbers, points.

    Numbers at the start of rows are those of a list and belong to the text after them.
    """
    row_items = [item for row in _rows(items) if len(row) > 1 for item in row]
    if not row_items:
        return []
    left, right = min(item.box.left for item in row_items), max(item.box.right for item in row_items)
    gutters = _gutters(_covered_bits(row_items, left), left, right, left)
    edges = [left, *(x for gutter in gutters for x in gutter), right]
    are_numbers = [
        _are_numbers([item for item in row_items if start - 1 <= item.box.left < end])
        for start, end in zip(edges[::2], edges[1::2], strict=True)
    ]
    if are_numbers[0] or not are_numbers[-1]:
        return []
    return [gutter for gutter, has_numbers in zip(gutters, are_numbers[1:], strict=True) if has_numbers]


def _are_numbers(items: list[Item]) -> bool:
    texts = [item.piece.text if item.piece else "" for item in items]
    return bool(texts) and _MIN_NUMBER_SHARE * len(texts) <= sum(bool(_NUMBER.fullmatch(text)) for text in texts)


def _is_column(items: list[Item]) -> bool:
    """Return True for a board, or for at least two rows, half of them nearly full."""
    if any(item.board is not None for item in items):
        return True
    rows = _rows(items)
    if len(rows) < 2:
        return False
    left, right = min(item.box.left for item in items), max(item.box.right for item in items)
    if right - left < 60:
        return False
    wide_count = sum(_FULL_ROW_SHARE * (right - left) <= row[-1].box.right - row[0].box.left for row in rows)
    return len(rows) <= 2 * wide_count
