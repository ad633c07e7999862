"""Damaged codes whose class and kings stand in cells of their own: `0044.2Z,a1d8`, `"gbr": "0100,06", "kings": "g6f8"`.

A number beside two squares is nothing by itself. So it must be known which columns hold the classes and the kings: the
header or the keys call them so, or most rows, three at least, have a sound code there. Then what stands in both cells
is read as one code behind a sign. So is a damaged caption in a column of captions.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import Table
from gbr_lsp.model.cells import kings_columns
from gbr_lsp.notation.find import find
from gbr_lsp.notation.grammar import SQUARE
from gbr_lsp.notation.values import Form, Kind, Occurrence, Stipulation

_FEWEST_ROWS = 3
_SHARE = 0.75
_MOST_IN_CELL = 24
_SIGN = "="
_RESULT = " Win"

_BARE = regex(r"[\s*_`~$'\"]*(?P<text>[^\s*_`~$'\"](?:.*[^\s*_`~$'\"])?)[\s*_`~$'\"]*")
_SAYS_CLASS = regex(r"\b(?:gbr|class|classe|klasse|clase|codice|code|код)\b", re.IGNORECASE)
_DIGITS = regex(r"[0-9]")
_SQUARE = regex(SQUARE)

_Row = tuple[Sequence[Span], list[Occurrence]]
"""The cells of a row, and the codes that begin in it."""


def with_damaged(text: str, codes: list[Occurrence], tables: Callable[[str], list[Table]]) -> list[Occurrence]:
    """The codes of a text, which are given in order, with those that are damaged in the cells of a table."""
    if not codes and _SAYS_CLASS.search(text) is None:
        return codes
    starts = [code.span for code in codes]
    read: list[Occurrence] = []
    for table in tables(text):
        rows = [(row, _codes_in(row, codes, starts)) for row in table.rows]
        header = table.header
        if header is None and rows and not rows[0][1]:
            header, rows = tuple(text[cell.start : cell.end] for cell in rows[0][0]), rows[1:]
        columns = _columns(header or (), rows)
        whole = None if columns else _column_of_codes(header or (), rows)
        for row, own in rows:
            if any(code.code.kings for code in own):
                continue
            code = _read_row(text, row, *columns) if columns else None
            if whole is not None and whole < len(row):
                code = _read_cell(text, row[whole])
            if code:
                read.append(code)
    if not read:
        return codes
    taken = {own for code in read for own in _codes_in([code.span], codes, starts)}
    return sorted([*(code for code in codes if code not in taken), *read], key=lambda code: code.span)


def _codes_in(row: Sequence[Span], codes: list[Occurrence], starts: list[Span]) -> list[Occurrence]:
    """The codes that begin in a row; `starts` are the spans of all codes."""
    first = bisect_left(starts, Span(row[0].start, row[0].start))
    return codes[first : bisect_left(starts, Span(row[-1].end, row[-1].end))]


def _columns(header: Sequence[str], rows: Sequence[_Row]) -> tuple[int, ...] | None:
    """The columns of the classes and of the kings, one or one for each, if it is certain which they are."""
    classes = [at for at, title in enumerate(header) if _SAYS_CLASS.search(title)]
    kings = kings_columns(tuple(header))
    if len(classes) == len(kings) == 1 and classes[0] not in kings[0]:
        return classes[0], *kings[0]
    seen = Counter(pair for row, own in rows if (pair := _of_code(row, own)))
    for pair, times in seen.most_common(1):
        return pair if max(_FEWEST_ROWS, _SHARE * len(rows)) <= times else None
    return None


def _column_of_codes(header: Sequence[str], rows: Sequence[_Row]) -> int | None:
    """The column whose cells hold whole codes, if most rows have one there, or one under a header that says so."""
    seen = Counter(
        at
        for row, own in rows
        if len(own) == 1 and own[0].code.kings
        for at, cell in enumerate(row)
        if cell.covers(_without_control(own[0]))
    )
    for at, times in seen.most_common(1):
        named = at < len(header) and _SAYS_CLASS.search(header[at])
        return at if named or max(_FEWEST_ROWS, _SHARE * len(rows)) <= times else None
    return None


def _without_control(code: Occurrence) -> Span:
    """The span of the class and the kings of a code."""
    return code.span_of(Kind.CLASS, Kind.KING)


def _of_code(row: Sequence[Span], own: list[Occurrence]) -> tuple[int, int] | None:
    """The columns in which the only code of a row has its class and its kings, if they are two."""
    if len(own) != 1 or not own[0].apart:
        return None
    columns = {
        kind: {at for part in own[0].all(kind) for at, cell in enumerate(row) if cell.covers(part.span)}
        for kind in (Kind.CLASS, Kind.KING)
    }
    if any(len(found) != 1 for found in columns.values()) or columns[Kind.CLASS] == columns[Kind.KING]:
        return None
    return columns[Kind.CLASS].pop(), columns[Kind.KING].pop()


def _read_row(text: str, row: Sequence[Span], of: int, *kings: int) -> Occurrence | None:
    """The damaged code whose class and kings stand in cells of a row."""
    if len(row) <= max(of, *kings):
        return None
    one, others = _bare(text, row[of]), [bare for at in kings if (bare := _bare(text, row[at]))]
    if one is None or len(others) < len(kings):
        return None
    if 1 < len(others) and not all(_SQUARE.fullmatch(text, *other) for other in others):
        return None
    return read_parted(text, one, *others)


def read_parted(text: str, one: Span, *others: Span) -> Occurrence | None:
    """The damaged code whose class and kings are all that two stretches of a text hold, or three with a king each."""
    if not _DIGITS.search(text, one.start, one.end):
        return None
    kings = [text[other.start : other.end] for other in others]
    written = f"{_SIGN}{text[one.start : one.end]} {''.join(kings)}"
    read = find(written, [Span(0, len(written))])
    if (
        len(read) != 1
        or read[0].span != Span(0, len(written))
        or read[0].code.kings is None
        or not _is_damaged(read[0])
    ):
        return None
    behind = len(_SIGN) + one.end - one.start

    def back(span: Span) -> Span:
        if span.end <= behind:
            return span.shift(one.start - len(_SIGN))
        if 1 < len(others) and behind + 1 + len(kings[0]) <= span.start:
            return span.shift(others[1].start - behind - 1 - len(kings[0]))
        return span.shift(others[0].start - behind - 1)

    code = read[0]
    parts = sorted(
        (part._replace(span=back(part.span)) for part in code.parts if part.kind is not Kind.SIGN),
        key=lambda part: part.span,
    )
    return code._replace(
        code=code.code._replace(stipulation=Stipulation(None, None)),
        span=Span(min(one.start, *(other.start for other in others)), max(one.end, *(other.end for other in others))),
        parts=tuple(parts),
        problems=tuple(problem._replace(span=back(problem.span)) for problem in code.problems),
        apart=one.end != others[0].start,
    )


def _read_cell(text: str, cell: Span) -> Occurrence | None:
    """The damaged caption that is all a cell holds, read as if a result stood behind it, or class and kings, as if a
    sign stood before them."""
    bare = _bare(text, cell)
    if bare is None:
        return None
    halves = text[bare.start : bare.end].split(" ")
    if len(halves) == 2:
        middle = bare.start + len(halves[0])
        code = read_parted(text, Span(bare.start, middle), Span(middle + 1, bare.end))
        if code:
            return code._replace(apart=False)
    written = text[bare.start : bare.end]
    if (glued := _read_glued(written)) is not None:
        return _at(glued, bare, -len(_SIGN))
    read = find(written + _RESULT, [Span(0, len(written) + len(_RESULT))])
    if len(read) != 1 or read[0].form is not Form.CAPTION or read[0].code.kings is None or not read[0].problems:
        return None
    parts = [part for part in read[0].parts if part.kind is not Kind.RESULT]
    if max(part.span.end for part in parts) != len(written) or min(part.span.start for part in parts):
        return None
    return _at(read[0]._replace(parts=tuple(parts)), bare, 0)


def _read_glued(written: str) -> Occurrence | None:
    """The damaged class and kings that are all of a text, which is read as if a sign stood before it."""
    read = find(f"{_SIGN}{written}", [Span(0, len(_SIGN) + len(written))])
    if len(read) != 1 or read[0].span != Span(0, len(_SIGN) + len(written)) or not _is_damaged(read[0]):
        return None
    code = read[0]
    return code._replace(parts=tuple(part for part in code.parts if part.kind is not Kind.SIGN))


def _at(code: Occurrence, span: Span, shift: int) -> Occurrence:
    """A code without its goal, which was put there to read it, where it fills a span."""
    shift += span.start
    return code._replace(
        code=code.code._replace(stipulation=Stipulation(None, None)),
        span=span,
        parts=tuple(part._replace(span=part.span.shift(shift)) for part in code.parts),
        problems=tuple(problem._replace(span=problem.span.shift(shift)) for problem in code.problems),
    )


def _is_damaged(code: Occurrence) -> bool:
    """Whether a code has its class and two kings only, and something is wrong with them."""
    kinds = {part.kind for part in code.parts}
    return kinds == {Kind.SIGN, Kind.CLASS, Kind.KING} and (
        bool(code.problems) or any(part.square is None for part in code.all(Kind.KING))
    )


def _bare(text: str, cell: Span) -> Span | None:
    """What a cell holds, without quotes, emphasis and blanks."""
    if _MOST_IN_CELL < cell.end - cell.start:
        return None
    found = _BARE.fullmatch(text, cell.start, cell.end)
    return Span(*found.span("text")) if found else None
