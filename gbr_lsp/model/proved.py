r"""Damaged codes that something beside them proves: `\study{0323,12}{g3g1}` and a FEN, `gg31` and `0323.12` and `4/5`.

A number beside two squares is nothing by itself. But a board near both shows what the damaged one of them is where the
other is sound, a control that is all its element holds is just what the digits make, and a column of a table holds
codes: its header says so, or most rows, three at least, have a sound code there. What stands in both places is then
read as one code behind a sign.
"""

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board
from gbr_lsp.hosts.protocol import Table
from gbr_lsp.model.cells import kings_columns
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.grammar import SQUARE
from gbr_lsp.notation.men import control_of, force_of, men_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Control, Form, Kind, Nine, Occurrence, Part, Stipulation
from gbr_lsp.slips import Field, is_sound

_NEAR = 300
"""So far before or behind its board a code may stand."""
_WINDOW = 160
_LONGEST_CLASS = 12
_FEWEST_ROWS = 3
_SHARE = 0.75
_MOST_IN_CELL = 24

_MARK = r"\s<>{}*`|&\"'“”„()\[\]\\"
_BETWEEN = r"(?:\s|[*_`{}|&\"'“”„,;:()\[\]]|<[^<>]{0,200}>|\\[A-Za-z]++\*?+)"
_WORD = rf"[^{_MARK}]{{1,12}}"
_BEHIND = regex(rf"(?P<between>{_BETWEEN}+)(?![_,;:])(?P<words>{_WORD}(?:[ ]{_WORD})?)(?![^{_MARK}])")
_BEFORE = regex(rf"(?<![^{_MARK}])(?P<words>{_WORD}(?:[ ]{_WORD})?)(?P<between>{_BETWEEN}+)\Z")
_GLUED = regex(rf"(?<![^{_MARK}])[-−]?[+=](?P<words>[^{_MARK}+=]{{1,8}}(?:[ ][^{_MARK}+=]{{1,3}})?)\Z")
_PUNCTUATION = ".,;:_"
_PARTED = regex(r"[\s/,–-]")
"""What may part two squares that are no kings, or are spelled so."""
_GOES_ON = regex(r"_*[^\W_]|[.-]\w")
"""What makes what stands before it the beginning of a word or of the name of a file."""
_DIGIT = regex(r"[0-9]")
_MOVED_POINT = regex(r"[0-9]{3}\.[0-9]{3}|[0-9]{5}\.[0-9]")
_NO_CLASS = "0000.000"
"""Is read as a class of which the digits are not known."""
_CONTROL = regex(r"(?<=[>{*`_|])[ \t]*(?P<white>1[0-6]|[1-9])/(?P<black>1[0-6]|[1-9])(?=[ \t]*[<}*`_|])")
_BARE = regex(r"[\s*_`~$'\"]*(?P<text>[^\s*_`~$'\"](?:.*[^\s*_`~$'\"])?)[\s*_`~$'\"]*")
_SAYS_CLASS = regex(r"(?i)\b(?:gbr|class|classe|klasse|clase|codice|code|код)\b")
_SQUARE = regex(SQUARE)

Tables = Callable[[str], list[Table]]
_Row = tuple[Sequence[Span], list[Occurrence]]
"""The cells of a row, and the codes that begin in it."""


def with_tabled(text: str, codes: list[Occurrence], tables: Tables) -> list[Occurrence]:
    """The codes of a text, which are given in order, with the damaged ones that stand in a column of codes."""
    if not codes and _SAYS_CLASS.search(text) is None:
        return codes
    return _added(codes, _tabled(text, codes, tables(text)))


def with_proved(text: str, spans: list[Span], boards: list[Board], codes: list[Occurrence]) -> list[Occurrence]:
    """The codes of a text, which are given in order, with the damaged ones that its boards or a control prove.

    `spans` are those of the text that are read, in order.
    """
    whole = [code.span for code in codes if code.code.kings]
    placed = ((board.span, board.placement) for board in boards if board.placement)
    found = (code for board in placed for code in _proved_by(text, *board, whole))
    codes = _added(codes, (code for code in found if _is_read(code, spans))) if boards else codes
    if "/" not in text or _CONTROL.search(text) is None:
        return codes
    return _added(codes, (code for code in _controlled(text) if _is_read(code, spans)))


def _added(codes: list[Occurrence], more: Iterable[Occurrence]) -> list[Occurrence]:
    """Some codes, which are given in order, and those of others that do not overlap codes with kings."""
    whole = [code.span for code in codes if code.code.kings]
    found: list[Occurrence] = []
    taken: list[Span] = []
    for code in more:
        if not _is_taken(code.span, whole) and not _is_taken(code.span, taken):
            found.append(code)
            insort(taken, code.span)
    left = (code for code in codes if not _is_taken(code.span, taken))
    return sorted([*left, *found], key=lambda code: code.span) if found else codes


def _is_read(code: Occurrence, spans: list[Span]) -> bool:
    """Whether each part of a code stands in one of the stretches that are read, which are in order."""
    behind = (bisect_right(spans, part.span.start, key=lambda span: span.start) for part in code.parts)
    return all(at and spans[at - 1].covers(part.span) for at, part in zip(behind, code.parts, strict=True))


def _is_taken(span: Span, whole: list[Span]) -> bool:
    """Whether a stretch overlaps one of some codes, which are given in order."""
    behind = bisect_left(whole, Span(span.end, span.end))
    return 0 < behind and span.start < whole[behind - 1].end


def _read(text: str, *pieces: tuple[Span | None, str]) -> Occurrence | None:
    """The damaged code that some pieces make together: strings, with the stretches of a text that they stand for."""
    written = "".join(piece for _, piece in pieces)
    read = find(written, [Span(0, len(written))]) if _DIGIT.search(written) else []
    code = read[0] if len(read) == 1 else None
    parts = [part for part in code.parts if part.kind not in (Kind.SIGN, Kind.RESULT)] if code else []
    if code is None or code.span != Span(0, len(written)) or code.code.kings is None:
        return None
    if {part.kind for part in parts} - {Kind.CONTROL} != {Kind.CLASS, Kind.KING}:
        return None
    if not code.problems and None not in code.code.kings:
        return None
    places = []
    for number, (span, piece) in enumerate(pieces):
        start = sum(len(before) for _, before in pieces[:number])
        if span:
            places.append((start, start + len(piece), span))

    def back(span: Span) -> Span:
        start, end, place = next(one for one in places if span.end <= one[1])
        return Span(place.start + span.start - start, place.end - end + span.end)

    own = sorted(place for _, _, place in places)
    return code._replace(
        code=code.code._replace(stipulation=Stipulation(None, None)),
        span=Span(own[0].start, own[-1].end),
        parts=tuple(sorted((part._replace(span=back(part.span)) for part in parts), key=lambda part: part.span)),
        problems=tuple(problem._replace(span=back(problem.span)) for problem in code.problems),
        is_apart=any(one.end != other.start for one, other in pairwise(own)),
    )


def _read_parted(text: str, one: Span, *kings: Span, instead: str = "") -> Occurrence | None:
    """The damaged code whose class and kings are all that two stretches hold, or three with a king each."""
    behind = ((king, text[slice(*king)]) for king in kings)
    code = _read(text, (None, "="), (one, instead or text[slice(*one)]), (None, " "), *behind)
    return code if code is None or one < kings[0] else code._replace(form=Form.CAPTION)


def _proved_by(text: str, board: Span, placement: Placement, whole: list[Span]) -> Iterator[Occurrence]:
    """The damaged codes near a board of which the class or the kings are just what it shows, and only one of them."""
    near = Span(max(0, board.start - _NEAR), min(len(text), board.end + _NEAR))
    with_kings = list(_places(text, str(placement.kings), near))
    if any(_is_taken(at, whole) for at in with_kings) or 9 < max(placement.men[8:]):
        return
    if not with_kings and text.find(".", near.start, board.start) < 0 and text.find(".", board.end, near.end) < 0:
        # Without its point no class stands here.
        return
    shown = {str(force_of(placement.men, nine)) for nine in Nine}
    with_class = [
        at
        for force in shown
        for at in _places(text, force, near)
        if not _is_taken(at, whole) and not text[at.start - 1 : at.start].isalnum()
    ]
    if bool(with_kings) is bool(with_class):
        return
    for at in with_kings:
        glued = _GLUED.search(text, max(0, at.start - _LONGEST_CLASS), at.start)
        for words in [Span(*glued.span("words"))] if glued else _beside(text, at):
            written = text[slice(*words)]
            code = _read_parted(text, words, at)
            if code is None and _MOVED_POINT.fullmatch(written):
                code = _read_parted(text, words, at, instead=_NO_CLASS)
            if code and _is_class_of(code, written, placement, shown):
                yield code
    for at in with_class:
        for words in _beside(text, at):
            code = _read_parted(text, at, words)
            if code and _are_kings_of(code, text[slice(*words)], placement):
                yield code


def _places(text: str, sought: str, near: Span) -> Iterator[Span]:
    """Where a string stands that ends a word."""
    at = text.find(sought, *near)
    while at >= 0:
        end = at + len(sought)
        if not _GOES_ON.match(text, end):
            yield Span(at, end)
        at = text.find(sought, end, near.end)


def _beside(text: str, at: Span) -> Iterator[Span]:
    """What stands directly behind and before a stretch: two words and one, each without punctuation."""
    behind = _BEHIND.match(text, at.end, at.end + _WINDOW)
    if behind and behind["between"].strip("_"):
        start, end = behind.span("words")
        blank = text.find(" ", start, end)
        yield from (_bare(text, start, to) for to in (end, blank) if 0 <= to)
    yield from _words_before(text, at, "_")


def _words_before(text: str, at: Span, parting: str) -> Iterator[Span]:
    """Two words and one directly before a stretch, without punctuation, where more than some signs parts them."""
    found = _BEFORE.search(text, max(0, at.start - _WINDOW), at.start)
    if found and found["between"].strip(parting):
        start, end = found.span("words")
        blank = text.find(" ", start, end)
        yield from (_bare(text, one, end) for one in ((start, blank + 1) if 0 <= blank else (start,)))


def _bare(text: str, start: int, end: int) -> Span:
    written = text[start:end]
    return Span(end - len(written.lstrip(_PUNCTUATION)), start + len(written.rstrip(_PUNCTUATION)))


def _is_class_of(code: Occurrence, written: str, placement: Placement, shown: set[str]) -> bool:
    """Whether a damaged class is that of a board, has a digit too many or too few, or its point at a wrong place."""
    if code.code.kings != placement.kings or code.code.force is not None:
        return code.code.kings == placement.kings and str(code.code.force) in shown
    digits = "".join(_DIGIT.findall(written))
    return any(_is_one_off(*sorted((digits, force.replace(".", "")), key=len)) for force in shown)


def _is_one_off(short: str, long: str) -> bool:
    return short == long or any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


def _are_kings_of(code: Occurrence, written: str, placement: Placement) -> bool:
    """Whether damaged squares are those of the kings of a board, or one is and of the other something is left."""
    kings = code.code.kings
    if kings is None or _PARTED.search(written):
        return False
    known = [one == shown for one, shown in zip(kings, placement.kings, strict=True) if one is not None]
    return all(known) and 0 < len(known)


def _controlled(text: str) -> Iterator[Occurrence]:
    """The damaged codes in two elements before a control that is just what the digits make."""
    for found in _CONTROL.finditer(text):
        control = Control(int(found["white"]), int(found["black"]))
        place = Span(found.start("white"), found.end())
        for second in _words_before(text, place, " _\t\r\n,;:"):
            for first in _words_before(text, second, " _\t\r\n,;:"):
                written = [text[slice(*one)] for one in (first, second)]
                if not any(is_sound(one, field) for one in written for field in (Field.CLASS, Field.KINGS)):
                    continue
                for one, other in ((first, second), (second, first)):
                    code = _read_parted(text, one, other)
                    if code and not _PARTED.search(text, *other) and _makes(code, control):
                        yield code._replace(
                            code=code.code._replace(control=control),
                            span=Span(code.span.start, place.end),
                            parts=(*code.parts, Part(Kind.CONTROL, place)),
                        )


def _makes(code: Occurrence, control: Control) -> bool:
    """Whether a code has both kings, and its digits make a control; what a 9 hides makes none."""
    men = men_of(code.code.force) if code.code.force else (None,)
    return code.code.kings is not None and None not in (*code.code.kings, *men) and control_of(men) == control


def _tabled(text: str, codes: list[Occurrence], tables: list[Table]) -> Iterator[Occurrence]:
    """The damaged codes in the column of a table that holds codes, or in those that hold classes and kings."""
    starts = [code.span.start for code in codes]
    for table in tables:
        rows = [
            (row, codes[bisect_left(starts, row[0].start) : bisect_left(starts, row[-1].end)]) for row in table.rows
        ]
        header = table.header
        if header is None and rows and not rows[0][1]:
            header, rows = tuple(text[slice(*cell)] for cell in rows[0][0]), rows[1:]
        columns = _columns(header or (), rows)
        for row, own in rows if columns else ():
            if max(columns) < len(row) and not any(code.code.kings for code in own):
                cells = [found for at in columns if (found := _in_cell(text, row[at]))]
                code = _read_cells(text, *cells) if len(cells) == len(columns) else None
                if code:
                    yield code


def _columns(header: Sequence[str], rows: Sequence[_Row]) -> tuple[int, ...]:
    """The column of the codes, or that of the classes and one or two of the kings; none if they are not certain."""
    classes = [at for at, title in enumerate(header) if _SAYS_CLASS.search(title)]
    kings = kings_columns(tuple(header))
    if len(classes) == len(kings) == 1 and classes[0] not in kings[0]:
        return classes[0], *kings[0]
    seen = Counter(found for row, own in rows if (found := _columns_of(row, own)))
    for columns, times in seen.most_common(1):
        if max(_FEWEST_ROWS, _SHARE * len(rows)) <= times or (len(columns) == 1 and columns[0] in classes):
            return columns
    return ()


def _columns_of(row: Sequence[Span], own: list[Occurrence]) -> tuple[int, ...]:
    """The columns in which the only code of a row has its class and its kings."""
    if len(own) != 1 or own[0].code.kings is None:
        return ()
    spans = [own[0].span_of(kind) for kind in (Kind.CLASS, Kind.KING)]
    columns = [at for span in spans for at, cell in enumerate(row) if cell.covers(span)]
    return tuple(dict.fromkeys(columns)) if len(columns) == len(spans) else ()


def _in_cell(text: str, cell: Span) -> Span | None:
    """What a cell holds, without quotes, emphasis and blanks."""
    found = _BARE.fullmatch(text, *cell) if cell.end - cell.start <= _MOST_IN_CELL else None
    return Span(*found.span("text")) if found else None


def _read_cells(text: str, first: Span, *kings: Span) -> Occurrence | None:
    """The damaged code in the cells of a row: one that has all of it, or one of the class and those of the kings."""
    if kings:
        sound = len(kings) == 1 or all(_SQUARE.fullmatch(text, *king) for king in kings)
        return _read_parted(text, first, *kings) if sound else None
    written = (first, text[slice(*first)])
    return _read(text, (None, "="), written) or _read(text, written, (None, " Win"))
