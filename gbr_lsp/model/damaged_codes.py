r"""Damaged codes that other text proves: `\study{0323,12}{g3g1}` and a FEN, `gg31` and `0323.12` and `4/5`.

A number next to two squares is no evidence. But if one of them is sound, a board near both proves the
other. So does a control if it fills its element and agrees with the digits. A column of a table holds
codes if its header names it, or if at least three rows and three quarters of all rows have a sound code
there. Both parts are then read as one code, as if a sign preceded them.
"""

import re
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board
from gbr_lsp.hosts.protocol import Table
from gbr_lsp.model.table_rows import CodeRow, is_majority, kings_columns, rows_of, titles_and_rows
from gbr_lsp.notation.class_token import classes_near
from gbr_lsp.notation.code_forms import forces_of
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.grammar import SQUARE
from gbr_lsp.notation.men import control_of, men_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.splice import Splice, extended
from gbr_lsp.notation.values import Control, Form, Kind, Occurrence, Part, Problem, Stipulation
from gbr_lsp.slips import Field, is_sound

_MAX_DISTANCE = 300
"""Maximum number of code points between a code and its board."""
_WINDOW = 160
_MAX_CLASS_LENGTH = 12
_MAX_CELL_LENGTH = 24

_MARK = r"\s<>{}*`|&\"'“”„()\[\]\\"
_BETWEEN = r"(?:\s|[*_`{}|&\"'“”„,;:()\[\]]|<[^<>]{0,200}>|\\[A-Za-z]++\*?+)"
_WORD = rf"[^{_MARK}]{{1,12}}"
_WORDS_AFTER = regex(rf"(?P<between>{_BETWEEN}+)(?![_,;:])(?P<words>{_WORD}(?:[ ]{_WORD})?)(?![^{_MARK}])")
_WORDS_BEFORE = regex(rf"(?<![^{_MARK}])(?P<words>{_WORD}(?:[ ]{_WORD})?)(?P<between>{_BETWEEN}+)\Z")
_GLUED_CLASS = regex(rf"(?<![^{_MARK}])[-−]?[+=](?P<words>[^{_MARK}+=]{{1,8}}(?:[ ][^{_MARK}+=]{{1,3}})?)\Z")
_PUNCTUATION = ".,;:_"
_SEPARATOR = regex(r"[\s/,–-]")
"""A separator between squares. Squares with a separator are no damaged kings."""
_WORD_CONTINUATION = regex(r"_*[^\W_]|[.-]\w")
"""Matches after a text that is only the start of a word or of a file name."""
_DIGIT = regex(r"[0-9]")
_MOVED_POINT = regex(r"[0-9]{3}\.[0-9]{3}|[0-9]{5}\.[0-9]")
_NUMBER = regex(r"[0-9]{1,4}(?:\.[0-9]{1,2})?|[0-9]{1,3},[0-9]{1,2}|[0-9]{4},[0-9]")
_CONTROL = regex(r"(?<=[>{*`_|])[ \t]*(?P<white>1[0-6]|[1-9])/(?P<black>1[0-6]|[1-9])(?=[ \t]*[<}*`_|])")
_CELL_TEXT = regex(r"[\s*_`~$'\"]*(?P<text>[^\s*_`~$'\"](?:.*[^\s*_`~$'\"])?)[\s*_`~$'\"]*")
_CLASS_TITLE = regex(r"(?i)\b(?:gbr|class|classe|klasse|clase|codice|code|код)\b")
_SQUARE = regex(SQUARE)


def may_have_table_codes(text: str) -> bool:
    """Return False if no table of `text` has titles for classes and kings."""
    return any(word in text for word in ("king", "King", "wk", "WK")) and _CLASS_TITLE.search(text) is not None


def with_table_codes(text: str, codes: list[Occurrence], tables: list[Table], boards: list[Board]) -> list[Occurrence]:
    """Return `codes` of `text`, in order, with the damaged ones in columns of `tables`; `boards` are those in them."""
    return _add_codes(codes, _codes_in_tables(text, codes, tables, boards))


def with_damaged_codes(
    text: str, spans: list[Span], boards: list[Board], codes: list[Occurrence], tables: list[Table]
) -> list[Occurrence]:
    """Return `codes` of `text`, in order, with the damaged ones that boards or controls prove.

    `spans` are the parts of the text that are read, in order. None reaches over the end of a row of `tables`.
    """
    row_starts = sorted(row[0].start for table in tables for row in table.rows)
    kings_spans = [code.span for code in codes if code.code.kings]
    placed = ((board.span, board.placement) for board in boards if board.placement)
    near_boards = (code for board in placed for code in _codes_near_board(text, *board, kings_spans))
    found = chain(near_boards, _codes_with_control(text, kings_spans) if "/" in text else ())
    return _add_codes(codes, (code for code in found if _is_read(code, spans) and _is_in_row(code, row_starts)))


def _add_codes(codes: list[Occurrence], more: Iterable[Occurrence]) -> list[Occurrence]:
    """Return `codes` and those of `more` that overlap no code with kings, in order."""
    kings_spans = [code.span for code in codes if code.code.kings]
    found: list[Occurrence] = []
    taken: list[Span] = []
    for code in more:
        if not _is_taken(code.span, kings_spans) and not _is_taken(code.span, taken):
            found.append(code)
            insort(taken, code.span)
    left = (code for code in codes if not _is_taken(code.span, taken))
    return sorted([*left, *found], key=lambda code: code.span) if found else codes


def _is_read(code: Occurrence, spans: list[Span]) -> bool:
    """Return True if each part of `code` is in one of the sorted `spans`."""
    indexes = (bisect_right(spans, part.span.start, key=lambda span: span.start) for part in code.parts)
    return all(at and spans[at - 1].covers(part.span) for at, part in zip(indexes, code.parts, strict=True))


def _is_in_row(code: Occurrence, row_starts: list[int]) -> bool:
    """Return True if no row of a table begins in `code`."""
    return bisect_right(row_starts, code.span.start) == bisect_left(row_starts, code.span.end)


def _is_taken(span: Span, spans: list[Span]) -> bool:
    """Return True if `span` overlaps one of the sorted `spans`."""
    following = bisect_left(spans, Span(span.end, span.end))
    return 0 < following and span.start < spans[following - 1].end


def _read(text: str, *pieces: Span | Problem | str) -> Occurrence | None:
    """Return the damaged code that `pieces` make, or None."""
    splice = Splice(text, pieces)
    codes = find(splice.text, [Span(0, len(splice.text))]) if _DIGIT.search(splice.text) else []
    if len(codes) != 1 or codes[0].span != Span(0, len(splice.text)):
        return None
    code = codes[0]
    parts = tuple(part for part in code.parts if part.kind not in (Kind.SIGN, Kind.RESULT))
    if {part.kind for part in parts} - {Kind.CONTROL} != {Kind.CLASS, Kind.KING}:
        return None
    if not code.problems and None not in (code.code.kings or ()):
        return None
    stated = code.code._replace(stipulation=Stipulation(None, None))
    return splice.back(code._replace(code=stated, parts=parts, is_apart=False))


def _read_split(text: str, one: Span | Problem, *kings: Span) -> Occurrence | None:
    """Return the damaged code with class `one` and squares `kings`, or None."""
    code = _read(text, "=", one, " ", *kings)
    return code if code is None or code.span_of(Kind.CLASS) < kings[0] else code._replace(form=Form.CAPTION)


def _hidden(place: Span) -> Problem:
    """Return `place` as a class with unknown digits."""
    return Problem("", place, "0000.000")


def _codes_near_board(text: str, board: Span, placement: Placement, kings_spans: list[Span]) -> Iterator[Occurrence]:
    """Yield the damaged codes near `board` that have either its kings or its digits."""
    near = Span(max(0, board.start - _MAX_DISTANCE), min(len(text), board.end + _MAX_DISTANCE))
    with_kings = list(_places(text, str(placement.kings), near))
    if any(_is_taken(at, kings_spans) for at in with_kings) or 9 < max(placement.men[8:]):
        return
    if not with_kings and text.find(".", near.start, board.start) < 0 and text.find(".", board.end, near.end) < 0:
        # Without a point, there is no class here.
        return
    shown = set(map(str, forces_of(placement)))
    free = (at for force in shown for at in _places(text, force, near) if not _is_taken(at, kings_spans))
    with_class = [at for at in free if not text[at.start - 1 : at.start].isalnum()]
    if bool(with_kings) is bool(with_class):
        return
    for at in with_kings:
        glued = _GLUED_CLASS.search(text, max(0, at.start - _MAX_CLASS_LENGTH), at.start)
        for words in [Span(*glued.span("words"))] if glued else _words_near(text, at):
            written = text[slice(*words)]
            code = _read_split(text, words, at)
            if code is None and (_MOVED_POINT.fullmatch(written) or _has_lost_zeros(written, shown)):
                code = _read_split(text, _hidden(words), at)
            if code and _is_class_of(code, written, placement, shown):
                yield code
    for at in with_class:
        for words in _words_near(text, at):
            if (code := _read_split(text, at, words)) and _are_kings_of(code, text[slice(*words)], placement):
                yield code


def _places(text: str, sought: str, near: Span) -> Iterator[Span]:
    """Yield the span of each `sought` in the span `near` that ends a word."""
    at = text.find(sought, *near)
    while at >= 0:
        end = at + len(sought)
        if not _WORD_CONTINUATION.match(text, end):
            yield Span(at, end)
        at = text.find(sought, end, near.end)


def _words_near(text: str, at: Span) -> Iterator[Span]:
    """Yield the spans of two words and of one word, first after `at`, then before it, without punctuation."""
    yield from _words(text, _WORDS_AFTER.match(text, at.end, at.end + _WINDOW), "_", is_before=False)
    yield from _words_before(text, at, "_")


def _words_before(text: str, at: Span, parting: str) -> Iterator[Span]:
    """Yield the span of the two words before `at`, then of the last one. A sign not in `parting` must be between."""
    found = _WORDS_BEFORE.search(text, max(0, at.start - _WINDOW), at.start)
    return _words(text, found, parting, is_before=True)


def _words(text: str, found: re.Match[str] | None, parting: str, *, is_before: bool) -> Iterator[Span]:
    """Yield the spans of all words of `found`, and of the nearest one, without punctuation."""
    if found is None or not found["between"].strip(parting):
        return
    start, end = found.span("words")
    blank = text.find(" ", start, end)
    nearest = (blank + 1, end) if is_before else (start, blank)
    for first, last in ((start, end), nearest) if 0 <= blank else ((start, end),):
        written = text[first:last]
        yield Span(last - len(written.lstrip(_PUNCTUATION)), first + len(written.rstrip(_PUNCTUATION)))


def _has_lost_zeros(written: str, shown: set[str]) -> bool:
    """Return True if `written` is a class of `shown` without some of its zeros, as a spreadsheet writes it."""
    return _NUMBER.fullmatch(written) is not None and any(
        reading.name == "lost zeros" and reading.text in shown for reading in classes_near(written)
    )


def _is_class_of(code: Occurrence, written: str, placement: Placement, shown: set[str]) -> bool:
    """Return True if `written` fits the board. A digit too many or too few, or a moved point, is allowed."""
    if code.code.kings != placement.kings or code.code.force is not None:
        return code.code.kings == placement.kings and str(code.code.force) in shown
    digits = "".join(_DIGIT.findall(written))
    near = (_is_one_digit_off(*sorted((digits, force.replace(".", "")), key=len)) for force in shown)
    return any(near) or _has_lost_zeros(written, shown)


def _is_one_digit_off(short: str, long: str) -> bool:
    return short == long or any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


def _are_kings_of(code: Occurrence, written: str, placement: Placement) -> bool:
    """Return True if each known king of `code` is that of `placement`. One must be known."""
    kings = code.code.kings
    if kings is None or _SEPARATOR.search(written):
        return False
    known = [one == shown for one, shown in zip(kings, placement.kings, strict=True) if one is not None]
    return all(known) and 0 < len(known)


def _codes_with_control(text: str, kings_spans: list[Span]) -> Iterator[Occurrence]:
    """Yield the damaged codes in two elements before a control that their digits make.

    Controls of codes with kings, at `kings_spans`, are skipped.
    """
    for found in _CONTROL.finditer(text):
        control = Control(int(found["white"]), int(found["black"]))
        place = Span(found.start("white"), found.end())
        if _is_taken(place, kings_spans):
            continue
        for second in _words_before(text, place, " _\t\r\n,;:"):
            for first in _words_before(text, second, " _\t\r\n,;:"):
                written = [text[slice(*one)] for one in (first, second)]
                if not any(is_sound(one, field) for one in written for field in (Field.CLASS, Field.KINGS)):
                    continue
                for one, other in ((first, second), (second, first)):
                    code = _read_split(text, one, other)
                    if code and not _SEPARATOR.search(text, *other) and _is_control_of(code, control):
                        yield extended(text, code, [Part(Kind.CONTROL, place)])


def _is_control_of(code: Occurrence, control: Control) -> bool:
    """Return True if `code` has both kings, and its digits make exactly `control`."""
    men = men_of(code.code.force) if code.code.force else (None,)
    return code.code.kings is not None and None not in (*code.code.kings, *men) and control_of(men) == control


def _codes_in_tables(
    text: str, codes: list[Occurrence], tables: list[Table], boards: list[Board]
) -> Iterator[Occurrence]:
    """Yield the damaged codes in columns of codes, or of classes and kings, of `tables`."""
    placements = {board.span.start: board.placement for board in boards if board.placement}
    for table, all_rows in rows_of(tables, codes):
        header, rows = titles_and_rows(text, table, all_rows, has_titles=not (all_rows and all_rows[0].codes))
        columns = _columns(header, rows)
        if not columns and (columns := _columns_by_boards(text, all_rows, placements)):
            rows = all_rows
        for row in rows if columns else ():
            if max(columns) < len(row.cells) and not any(code.code.kings for code in row.codes):
                cells = [found for at in columns if (found := _cell_content(text, row.cells[at]))]
                code = _read_cells(text, *cells) if len(cells) == len(columns) else None
                if code:
                    yield code


def _columns(header: Sequence[str], rows: list[CodeRow]) -> tuple[int, ...]:
    """Return the indexes of the columns of codes, or of class and kings.

    If `header` does not name them, `rows` decide.
    """
    classes = [at for at, title in enumerate(header) if _CLASS_TITLE.search(title)]
    kings = kings_columns(header)
    if len(classes) == len(kings) == 1 and classes[0] not in kings[0]:
        return classes[0], *kings[0]
    seen = Counter(found for row in rows if (found := _columns_of(row)))
    for columns, times in seen.most_common(1):
        if is_majority(times, len(rows)) or (len(columns) == 1 and columns[0] in classes):
            return columns
    return ()


def _columns_of(row: CodeRow) -> tuple[int, ...]:
    """Return the columns with class and kings of the only code of `row`, or none."""
    if len(row.codes) != 1 or row.codes[0].code.kings is None:
        return ()
    spans = [row.codes[0].span_of(kind) for kind in (Kind.CLASS, Kind.KING)]
    columns = [at for span in spans for at, cell in enumerate(row.cells) if cell.covers(span)]
    return tuple(dict.fromkeys(columns)) if len(columns) == len(spans) else ()


def _columns_by_boards(text: str, rows: list[CodeRow], placements: dict[int, Placement]) -> tuple[int, ...]:
    """Return the columns of class and kings that fit the boards in most of `rows`, or none.

    `placements` are those of the boards, by offset. A class may lack the zeros that a spreadsheet dropped.
    """
    seen: Counter[tuple[int, int]] = Counter()
    starts = sorted(placements)
    for row in rows:
        at = bisect_left(starts, row.cells[0].start)
        if at == len(starts) or row.cells[-1].end <= starts[at]:
            continue
        placement = placements[starts[at]]
        shown = set(map(str, forces_of(placement)))
        written = [text[slice(*(_cell_content(text, cell) or Span(0, 0)))] for cell in row.cells]
        kings = [at for at, word in enumerate(written) if word == str(placement.kings)]
        classes = [at for at, word in enumerate(written) if word in shown or _has_lost_zeros(word, shown)]
        if len(kings) == len(classes) == 1:
            seen[classes[0], kings[0]] += 1
    for columns, times in seen.most_common(1):
        if is_majority(times, len(rows)):
            return columns
    return ()


def _cell_content(text: str, cell: Span) -> Span | None:
    """Return the span of the text in `cell` without quotes, emphasis and blanks, or None."""
    found = _CELL_TEXT.fullmatch(text, *cell) if cell.end - cell.start <= _MAX_CELL_LENGTH else None
    return Span(*found.span("text")) if found else None


def _read_cells(text: str, first: Span, *kings: Span) -> Occurrence | None:
    """Return the damaged code in cell `first`, or in `first` and `kings` together, or None."""
    if kings:
        is_sound_pair = len(kings) == 1 or all(_SQUARE.fullmatch(text, *king) for king in kings)
        written = text[slice(*first)]
        has_lost_zeros = _NUMBER.fullmatch(written) and not is_sound(written, Field.CLASS)
        return _read_split(text, _hidden(first) if has_lost_zeros else first, *kings) if is_sound_pair else None
    return _read(text, "=", first) or _read(text, first, " Win")
