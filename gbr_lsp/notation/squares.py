"""Square lists, perhaps over several lines; the digits decide where they end."""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.grammar import GAP0, NO_WORD_AFTER, SQUARE_RUN
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


def read_list(text: str, pos: int, end: int, pieces: int | None, pawns: int | None) -> SquareList | None:
    """Return the `SquareList` of a full code from `pos`; None if missing or ambiguous.

    `pieces` and `pawns` are the counts from the digits, None if unknown.
    """
    chunks = _chunks(text, pos, end)
    stop = chunks[-1].end if chunks else pos
    point = _POINT.match(text, stop, end)
    pawn_chunks = _chunks(text, point.end(), end) if point else []
    if point and pawn_chunks and _is_full_stop(point, pawn_chunks, chunks, pieces, pawns):
        pawn_chunks = []
    if point and pawn_chunks:
        pawn_chunks = _chunks_with_total(pawn_chunks, (pawns,)) or _chunks_before_prose(pawn_chunks)
        squares = SquareList(_split(chunks), Span(*point.span("point")), _split(pawn_chunks), pawn_chunks[-1].end)
        return squares if chunks or squares.after_point else None
    total = None if pieces is None or pawns is None else pieces + pawns
    list_chunks = _chunks_with_total(chunks, (total, pieces)) or _chunks_before_prose(chunks)
    if not list_chunks:
        return None
    squares = SquareList(_split(list_chunks), None, [], list_chunks[-1].end)
    if point and list_chunks == chunks and _CONTROL_AHEAD.match(text, point.end(), end):
        squares = squares._replace(point=Span(*point.span("point")), end=point.end())
    is_sure = squares.total == total or 2 < squares.total or _CONTROL_AHEAD.match(text, squares.end, end)
    return squares if is_sure else None


def read_dotted(text: str, pos: int, end: int, pieces: int | None, pawns: int | None) -> SquareList:
    """Return the `SquareList` of a dotted code from `pos`, the kings first.

    `pieces` and `pawns` are the counts from the digits, None if unknown.
    """
    chunks = _chunks(text, pos, end)
    list_chunks = _chunks_with_total(chunks, (None if pieces is None else pieces + 2,)) or _chunks_before_prose(chunks)
    point = _POINT.match(text, list_chunks[-1].end, end)
    pawn_chunks = _chunks(text, point.end(), end) if point and pawns != 0 else []
    if point and pawn_chunks and (_chunks_with_total(pawn_chunks, (pawns,)) or _are_pawns(text, pawn_chunks, pawns)):
        pawn_chunks = _chunks_with_total(pawn_chunks, (pawns,)) or _chunks_before_prose(pawn_chunks)
        return SquareList(_split(list_chunks), Span(*point.span("point")), _split(pawn_chunks), pawn_chunks[-1].end)
    return SquareList(_split(list_chunks), None, [], list_chunks[-1].end)


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
    list_chunks = _chunks_with_total(chunks, (None if men is None else men + 2,)) or chunks[:1]
    return SquareList(_split(list_chunks), None, [], list_chunks[-1].end)


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


def _split(chunks: list[Span]) -> list[Span]:
    """Return the span of each square in `chunks`, two code points each."""
    return [Span(start, start + 2) for chunk in chunks for start in range(chunk.start, chunk.end, 2)]


def _chunks_with_total(chunks: list[Span], totals: tuple[int | None, ...]) -> list[Span]:
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


def _is_full_stop(
    point: re.Match[str], pawn_chunks: list[Span], chunks: list[Span], pieces: int | None, pawns: int | None
) -> bool:
    """Return True if `point` is a full stop: the list is complete before it.

    `chunks` and `pawn_chunks` are the spans of runs of squares before and after it; `pieces` and
    `pawns` are the counts from the digits.
    """
    return pawns == 0 and point.end() < pawn_chunks[0].start and len(_split(chunks)) == pieces
