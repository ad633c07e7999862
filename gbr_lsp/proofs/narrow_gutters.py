"""Division of lines at gutters that are narrower than the font's size.

To `lines`, such a gutter is a blank, so lines of adjacent columns are one piece from margin to
margin. A wide blank is a gutter if it is at one place in many consecutive lines of prose. It is
wider than the blanks between words. Each column is wide, and most of its lines fill it. Most lines
after a gutter begin at one place. No other blank is at one place in all lines, as in a table. In
doubt, nothing is cut.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gbr_lsp.proofs.lines import Piece, divide_rows

_MIN_GUTTER = 8.0
"""Minimum width of a gutter in points."""
_MIN_BLANK_RATIO = 1.5
"""Minimum width of a gutter, as a multiple of the median blank between words."""
_MIN_LINES = 5
"""Minimum number of lines with words on both sides of a gutter."""
_MAX_LINES, _MAX_GUTTERS = 200, 20
"""Limits of lines on a page and wide blanks in a line. Beyond them nothing is cut."""
_MAX_LINE_STEP = 1.75
"""Maximum distance of the lines of a column, in font sizes."""
_MIN_WIDTH, _MIN_WIDTH_SHARE = 60.0, 0.15
"""Minimum width of a column, in points and as a share of the width of all columns."""
_FULL_LINE_SHARE, _MIN_FULL_LINES = 0.75, 0.65
"""Share of its column that a full line fills; minimum share of full lines."""
_FLUSH_TOLERANCE = 1.5
"""Points within which lines begin at one place."""
_MIN_WORDS = 3
"""Minimum average number of words in a line of prose."""

Gap = tuple[float, float]
Word = tuple[float, float]
Row = list[Piece]


def cut_at_gutters(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces of a page in their order, as a list divided at narrow gutters."""
    rows = _rows(pieces)
    if _MAX_LINES < len(rows):
        return pieces
    words = [_words(row) for row in rows]
    found: list[Piece] = []
    first = 0
    while first < len(rows):
        gutters, last = _common_gaps(rows, words, first)
        gutters = gutters if _are_columns(words[first:last], gutters) else []
        last = last if gutters else first + 1
        for row in rows[first:last]:
            for piece in row:
                found += _parts(piece, gutters)
        first = last
    return found


def _rows(pieces: list[Piece]) -> list[Row]:
    """Return lists of pieces with one baseline; `pieces` are sorted from top to bottom."""
    rows = divide_rows(
        pieces, lambda first, piece: piece.baseline - first.baseline <= 0.25 * min(piece.size, first.size)
    )
    return [sorted(row, key=lambda piece: piece.box.left) for row in rows]


def _common_gaps(rows: list[Row], words: list[list[Word]], first: int) -> tuple[list[Gap], int]:
    """Return (gaps, next row): the wide gaps that the rows from index `first` share.

    A gap is (left, right) in points. The list may be empty. `words` has the words of each row.
    """
    gaps = [(start, end) for start, end in _blanks(words[first]) if start + _MIN_GUTTER <= end]
    last = first + 1
    if _MAX_GUTTERS < len(gaps):
        return [], last
    while gaps and last < len(rows):
        above, row = rows[last - 1][0], rows[last][0]
        if _MAX_LINE_STEP * max(above.size, row.size) < row.baseline - above.baseline:
            break
        edges = [float("-inf"), *(x for word in words[last] for x in word), float("inf")]
        row_gaps = list(zip(edges[::2], edges[1::2], strict=True))
        shared_gaps = [
            (max(start, one), min(end, other))
            for start, end in gaps
            for one, other in row_gaps
            if max(start, one) + _MIN_GUTTER <= min(end, other)
        ]
        if not shared_gaps:
            break
        gaps = shared_gaps
        last += 1
    return gaps, last


def _words(row: Row) -> list[Word]:
    """Return the (left, right) end of each word of `row`, in points."""
    return [
        (piece.lefts[found.start()] / 10, piece.rights[found.end() - 1] / 10)
        for piece in row
        for found in re.finditer("[^ ]+", piece.text)
    ]


def _are_columns(rows: Sequence[Sequence[Word]], gutters: Sequence[Gap]) -> bool:
    """Return True if the words in `rows` form columns of prose, separated by `gutters`.

    Words and gutters are (left, right) in points.
    """
    if not gutters or len(rows) < _MIN_LINES:
        return False
    columns: list[list[list[Word]]] = [[] for _ in range(len(gutters) + 1)]
    both_counts = [0] * len(gutters)
    for words in rows:
        parts = list(_words_between(words, gutters))
        for number, part in enumerate(parts):
            columns[number] += [part] if part else []
        for number in range(len(gutters)):
            both_counts[number] += bool(parts[number] and parts[number + 1])
    blanks = sorted(end - start for column in columns for part in column for start, end in _blanks(part))
    if min(both_counts) < _MIN_LINES or (
        blanks and min(end - start for start, end in gutters) < _MIN_BLANK_RATIO * blanks[len(blanks) // 2]
    ):
        return False
    width = max(words[-1][1] for words in rows) - min(words[0][0] for words in rows)
    return all(_is_prose(column, width, number > 0) for number, column in enumerate(columns))


def _words_between(words: Sequence[Word], gutters: Sequence[Gap]) -> Iterator[list[Word]]:
    """Yield the list of `words` in each column before, between and after `gutters`."""
    left = float("-inf")
    for start, end in [*gutters, (float("inf"), float("inf"))]:
        yield [word for word in words if left <= word[0] and word[1] <= start]
        left = end


def _is_prose(lines: list[list[Word]], width: float, is_flush: bool) -> bool:
    """Return True if `lines` of words are a wide column of prose, without table cells.

    `width` is that of all columns. With `is_flush` most lines must begin at one place.
    """
    left, right = min(line[0][0] for line in lines), max(line[-1][1] for line in lines)
    if right - left < max(_MIN_WIDTH, _MIN_WIDTH_SHARE * width) or sum(map(len, lines)) < _MIN_WORDS * len(lines):
        return False
    full_count = sum(_FULL_LINE_SHARE * (right - left) <= line[-1][1] - line[0][0] for line in lines)
    flush_count = max(sum(abs(other[0][0] - line[0][0]) <= _FLUSH_TOLERANCE for other in lines) for line in lines)
    if full_count < _MIN_FULL_LINES * len(lines) or (is_flush and flush_count < _MIN_FULL_LINES * len(lines)):
        return False
    return not _has_cells([line for line in lines if _FULL_LINE_SHARE * (right - left) <= line[-1][1] - line[0][0]])


def _has_cells(lines: list[list[Word]]) -> bool:
    """Return True if a blank is at one place in all lines."""
    common_blanks = _blanks(lines[0])
    for line in lines[1:]:
        common_blanks = [
            (max(a, c), min(b, d)) for a, b in common_blanks for c, d in _blanks(line) if max(a, c) + 0.5 < min(b, d)
        ]
    return bool(common_blanks)


def _blanks(words: Sequence[Word]) -> list[Gap]:
    """Return the (left, right) of each blank between consecutive `words`."""
    return [(one[1], other[0]) for one, other in pairwise(words)]


def _parts(piece: Piece, gutters: Sequence[Gap]) -> Iterator[Piece]:
    """Yield the parts of `piece` between blanks that are `gutters`, or `piece` itself."""
    start = 0
    for number, char in enumerate(piece.text):
        left, right = piece.lefts[number] / 10, piece.rights[number] / 10
        if char == " " and any(left <= one + 0.1 and other - 0.1 <= right for one, other in gutters):
            yield _part(piece, start, number)
            start = number + 1
    yield _part(piece, start, len(piece.text)) if start else piece


def _part(piece: Piece, start: int, end: int) -> Piece:
    """Return the `Piece` of the characters `start`…`end` of `piece`."""
    lefts, rights = piece.lefts[start:end], piece.rights[start:end]
    box = piece.box._replace(left=lefts[0] / 10, right=max(rights) / 10)
    return piece._replace(box=box, text=piece.text[start:end], lefts=lefts, rights=rights)
