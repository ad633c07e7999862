"""The order in which a page is read: bands from top to bottom, in each the columns from left to right.

Theory of operation. Rows of pieces and boards are laid over each other as bits, one for each point of the width. Rows
between which a gutter stays free, with something on both sides of it, are a band of columns; a row that closes the
gutter ends the band. A column has to be wide and full enough: the numbers after the entries of an index, the points of
a table, and moves set in a table, are no columns. A heading is read before columns that begin below it, if there are
more of them than beside it. A document has its gutters at the same places on all pages: at a place where many pages
have one, a column may be nearly empty.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gbr_lsp.proofs.lines import Piece
from gbr_lsp.proofs.page import Box

_GUTTER = 8
"""A gutter is at least so many points wide."""
_NARROWEST = 0.18
"""A column has at least this share of the width of what stands on the page."""
_FULL = 0.55
"""The share of a column's width that most of its rows fill."""
_NUMBER, _MOST_NUMBERS = re.compile(r"[\d\s½¼¾=+×.,–−-]+"), 0.8
"""What a number of a table or of an index is made of, and the share of pieces that are numbers in a column of them."""

_FEWEST_PAGES, _SHARE_OF_PAGES = 3, 0.1
"""On so many pages, and such a share of them, a gutter has to be seen to be one of the document."""
_GRID = 4
"""Points within which gutters of several pages are at one place."""

_HEADING = 3
"""So many lines a heading has at most."""

Gutter = tuple[float, float]
"""The left and the right end of a free stretch, in points."""


class Item(NamedTuple):
    """Something to be read: a piece of a line, or a board by its number."""

    box: Box
    piece: Piece | None
    board: int | None = None


def in_reading_order(items: list[Item], known: Sequence[float] = ()) -> list[list[Item]]:
    """The rows of a page in reading order, each from left to right; `known` are places of the document's gutters."""
    rows = _rows(items)
    if not rows:
        return []
    left, right = min(item.box.left for item in items), max(item.box.right for item in items)
    ordered: list[list[Item]] = []
    first = 0
    while first < len(rows):
        columns, _, last = _band_below_heading(rows, first, left, right, known)
        if columns:
            for column in columns:
                ordered += _rows(column)
        else:
            last = first + 1
            ordered.append(rows[first])
        first = last
    return ordered


def gutters_of(pages: Iterable[list[Item]]) -> list[float]:
    """Where the gutters of a document are: the middles of those that many of its pages have."""
    seen: Counter[int] = Counter()
    count = 0
    for items in pages:
        count += 1
        seen.update({round((start + end) / 2 / _GRID) for start, end in _gutters_on(items)})
    enough = max(_FEWEST_PAGES, _SHARE_OF_PAGES * count)
    return [float(place * _GRID) for place in seen if enough <= seen[place - 1] + seen[place] + seen[place + 1]]


def _gutters_on(items: list[Item]) -> list[Gutter]:
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
    """Items that stand beside each other, from top to bottom; a board is a row of its own, but beside other boards."""
    rows: list[list[Item]] = []
    for item in sorted(items, key=lambda item: (_line_of(item), item.box.left)):
        if rows and _is_beside(rows[-1][0], item):
            rows[-1].append(item)
        else:
            rows.append([item])
    return [sorted(row, key=lambda item: item.box.left) for row in rows]


def _line_of(item: Item) -> float:
    return item.piece.baseline if item.piece else item.box.top


def _is_beside(first: Item, item: Item) -> bool:
    if (first.piece is None) != (item.piece is None):
        return False
    size = min(first.piece.size, item.piece.size) if first.piece and item.piece else item.box.height / 8
    return _line_of(item) - _line_of(first) <= 0.3 * size


def _band_below_heading(
    rows: list[list[Item]], first: int, left: float, right: float, known: Sequence[float]
) -> tuple[list[list[Item]], list[Gutter], int]:
    """The band that begins with a row, as `_band` has it; none if the row is of a heading over more columns."""
    columns, gutters, last = _band(rows, first, left, right, known)
    if columns:
        below = first
        while below < min(first + _HEADING, last) and len(rows[below]) == 1 and rows[below][0].piece:
            below += 1
            _, others, end = _band(rows, below, left, right, known) if below < len(rows) else ([], [], 0)
            if len(gutters) < len(others) and last <= end:
                return [], [], last
    return columns, gutters, last


def _band(
    rows: list[list[Item]], first: int, left: float, right: float, known: Sequence[float]
) -> tuple[list[list[Item]], list[Gutter], int]:
    """The columns and gutters of the longest band that begins with a row, none if there are none; the row behind it."""
    covered = 0
    narrow = _NARROWEST * (right - left)
    last, gutters = first, [(left, right)]
    bottom = 0.0
    while last < len(rows):
        more = covered | _bits(rows[last], left)
        free = _gutters(more, left + narrow, right - narrow, left)
        if not free:
            break
        covered, gutters = more, free
        bottom = max(bottom, *(item.box.bottom for item in rows[last]))
        last += 1
    # A board reaches below the row it begins in: what stands beside it is of the band, or the band is none.
    inside = [item for row in rows[first:last] for item in row]
    columns, gutters = _columns(inside, gutters, known)
    return (columns, gutters, last) if gutters else ([], [], last)


def _bits(row: list[Item], left: float) -> int:
    bits = 0
    for item in row:
        start, end = int(item.box.left - left), int(item.box.right - left) + 1
        bits |= ((1 << max(0, end - start)) - 1) << max(0, start)
    return bits


def _gutters(covered: int, left: float, right: float, origin: float) -> list[Gutter]:
    """The free stretches between two places, at least a gutter wide."""
    found = []
    start: int | None = None
    for x in range(int(left - origin), int(right - origin) + 1):
        if covered >> x & 1:
            if start is not None and _GUTTER <= x - start:
                found.append((start + origin, x + origin))
            start = None
        elif start is None:
            start = x
    if start is not None and _GUTTER <= int(right - origin) - start:
        found.append((start + origin, right))
    return found


def _columns(items: list[Item], gutters: list[Gutter], known: Sequence[float]) -> tuple[list[list[Item]], list[Gutter]]:
    """The items on both sides of each gutter, without columns that are none; and the gutters between them."""
    columns: list[list[Item]] = []
    between: list[Gutter] = []
    rest = items
    before_numbers = _before_numbers(items) if gutters else []
    for start, end in gutters:
        before = [item for item in rest if item.box.right <= start + 1]
        behind = [item for item in rest if start + 1 < item.box.right]
        is_known = any(start <= place <= end for place in known)
        is_inner = any(left < end and start < right for left, right in before_numbers)
        if before and behind and (is_known or (not is_inner and _is_column(before) and _is_column(behind))):
            columns.append(before)
            between.append((start, end))
            rest = behind
    return [*columns, rest], between


def _before_numbers(items: list[Item]) -> list[Gutter]:
    """The gutters before numbers that belong to what stands before them: the pages of an index, the points of a table.

    They end the rows; numbers that begin the rows are those of a list, and belong to what follows.
    """
    inside = [item for row in _rows(items) if len(row) > 1 for item in row]
    if not inside:
        return []
    left, right = min(item.box.left for item in inside), max(item.box.right for item in inside)
    gutters = _gutters(_bits(inside, left), left, right, left)
    edges = [left, *(x for gutter in gutters for x in gutter), right]
    are_numbers = [
        _are_numbers([item for item in inside if start - 1 <= item.box.left < end])
        for start, end in zip(edges[::2], edges[1::2], strict=True)
    ]
    if are_numbers[0] or not are_numbers[-1]:
        return []
    return [gutter for gutter, are in zip(gutters, are_numbers[1:], strict=True) if are]


def _are_numbers(items: list[Item]) -> bool:
    shown = [item.piece.text if item.piece else "" for item in items]
    return bool(shown) and _MOST_NUMBERS * len(shown) <= sum(bool(_NUMBER.fullmatch(text)) for text in shown)


def _is_column(items: list[Item]) -> bool:
    """Whether items fill a column: there is a board, or at least two rows most of which reach across."""
    if any(item.board is not None for item in items):
        return True
    rows = _rows(items)
    if len(rows) < 2:
        return False
    left, right = min(item.box.left for item in items), max(item.box.right for item in items)
    if right - left < 60:
        return False
    wide = sum(_FULL * (right - left) <= row[-1].box.right - row[0].box.left for row in rows)
    return len(rows) <= 2 * wide
