"""Square lists, perhaps over several lines; the digits decide where they end."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.grammar import GAP0, NO_WORD_AFTER, SQUARE_RUN
from gbr_lsp.notation.men import Counts
from gbr_lsp.notation.values import SQUARES

_CHUNK = regex(rf"{GAP0}(?P<run>{SQUARE_RUN.pattern})")
_POINT = regex(rf"{GAP0}(?P<point>\.)")
_LINE_END = regex(r"[.)]?[ \t]*(?=[\r\n]|\Z)")
_CONTROL_AHEAD = regex(rf"{GAP0}(?:1[0-6]|[1-9])/(?:1[0-6]|[1-9]){NO_WORD_AFTER}(?![-/])")


class SquareList(NamedTuple):
    """The spans of the squares in a list, before and after its point."""

    before_point: list[Span]
    point: Span | None
    after_point: list[Span]
    end: int

    @property
    def total(self) -> int:
        return len(self.before_point) + len(self.after_point)


def read_list(text: str, pos: int, end: int, counts: Counts) -> SquareList | None:
    """Return the `SquareList` of a full code from `pos`; None if missing or ambiguous.

    `counts` are those of the digits.
    """
    chunks = _chunks(text, pos, end)
    point = _POINT.match(text, chunks[-1].end if chunks else pos, end)
    pawn_chunks = _chunks(text, point.end(), end) if point else []
    is_full_stop = (
        counts.pawns == 0
        and point
        and pawn_chunks
        and point.end() < pawn_chunks[0].start
        and len(_split(chunks)) == counts.pieces
    )
    if pawn_chunks and not is_full_stop:
        return _square_list(chunks, point, _listed(pawn_chunks, counts.pawns))
    list_chunks = _listed(chunks, counts.total, counts.pieces)
    if not list_chunks:
        return None
    is_point_last = point and list_chunks == chunks and _CONTROL_AHEAD.match(text, point.end(), end)
    squares = _square_list(list_chunks, point if is_point_last else None)
    is_sure = squares.total == counts.total or 2 < squares.total or _CONTROL_AHEAD.match(text, squares.end, end)
    return squares if is_sure else None


def read_dotted(text: str, pos: int, end: int, counts: Counts) -> SquareList:
    """Return the `SquareList` of a dotted code from `pos`, the kings first.

    `counts` are those of the digits.
    """
    list_chunks = _listed(_chunks(text, pos, end), None if counts.pieces is None else counts.pieces + 2)
    point = _POINT.match(text, list_chunks[-1].end, end)
    pawn_chunks = _chunks(text, point.end(), end) if point and counts.pawns != 0 else []
    if pawn_chunks and (_chunks_with_total(pawn_chunks, counts.pawns) or _are_pawns(text, pawn_chunks, counts.pawns)):
        return _square_list(list_chunks, point, _listed(pawn_chunks, counts.pawns))
    return _square_list(list_chunks)


def _are_pawns(text: str, pawn_chunks: list[Span], pawns: int | None) -> bool:
    """Return True if the squares after a point are pawns, whatever the digits.

    `pawn_chunks` are spans of runs of squares; `pawns` is the count from the digits, or None.
    """
    return 1 < len(_split(pawn_chunks[:1])) or (pawns is None and _LINE_END.match(text, pawn_chunks[0].end) is not None)


def read_compact(text: str, pos: int, end: int, men: int | None) -> SquareList:
    """Return the `SquareList` of a compact code from `pos`, the kings first.

    `men` is the number of men besides kings, None if unknown.
    """
    chunks = _chunks(text, pos, end)
    return _square_list(_chunks_with_total(chunks, None if men is None else men + 2) or chunks[:1])


def _square_list(
    chunks: list[Span], point: re.Match[str] | None = None, pawn_chunks: Sequence[Span] = ()
) -> SquareList:
    """Return the `SquareList` of the runs `chunks` and, after `point`, of `pawn_chunks`."""
    point_span = Span(*point.span("point")) if point else None
    last = [*chunks, *([point_span] if point_span else ()), *pawn_chunks][-1]
    return SquareList(_split(chunks), point_span, _split(pawn_chunks), last.end)


def _chunks(text: str, pos: int, end: int) -> list[Span]:
    """Return the spans of the runs of squares from `pos`, with only gaps between them."""
    chunks: list[Span] = []
    while match := _CHUNK.match(text, pos, end):
        span = Span(*match.span("run"))
        squares = _split([span])
        on_board_count = sum(text[square.start : square.end] in SQUARES for square in squares)
        if 2 * on_board_count < len(squares) or not on_board_count:
            break
        chunks.append(span)
        pos = span.end
    return chunks


def _split(chunks: Iterable[Span]) -> list[Span]:
    """Return the span of each square in `chunks`, two code points each."""
    return [Span(start, start + 2) for chunk in chunks for start in range(chunk.start, chunk.end, 2)]


def _listed(chunks: list[Span], *totals: int | None) -> list[Span]:
    """Return the first chunks with one of `totals` squares, otherwise those before prose."""
    return _chunks_with_total(chunks, *totals) or _chunks_before_prose(chunks)


def _chunks_with_total(chunks: list[Span], *totals: int | None) -> list[Span]:
    """Return the first chunks that have together one of `totals` squares, or an empty list."""
    for total in totals:
        square_count = 0
        for number, chunk in enumerate(chunks):
            square_count += (chunk.end - chunk.start) // 2
            if square_count == total:
                return chunks[: number + 1]
    return []


def _chunks_before_prose(chunks: list[Span]) -> list[Span]:
    """Return the chunks before a lone square, a likely move in prose."""
    for number, chunk in enumerate(chunks):
        if number and chunk.end - chunk.start == 2:
            return chunks[:number]
    return chunks
