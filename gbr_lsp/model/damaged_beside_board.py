r"""Damaged codes that a board beside them proves: `\study{0323,12}{g3g1}`, `<b>0323.12</b> <i>gg31</i>`, with a FEN.

A number beside two squares is nothing by itself. But a board of the same block that shows the kings says what the
damaged class beside them is, and one that shows the digits what the damaged kings are. Only what is read as just that
is taken, wherever class and kings stand: in two elements, arguments or cells, or side by side.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board
from gbr_lsp.model.damaged_cells import read_parted
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Evidence, Force, Form, Kind, Nine, Occurrence, Part, Problem, Stipulation

_NEAR = 300
"""So far before or behind its board a code may stand."""
_WINDOW = 160
_LONGEST_CLASS = 12

_MARK = r"\s<>{}*`|&\"'“”„()\[\]\\"
_BETWEEN = r"(?:\s|[*_`{}|&\"'“”„,;:()\[\]]|<[^<>]{0,200}>|\\[A-Za-z]++\*?+)"
_WORD = rf"[^{_MARK}]{{1,12}}"
_BEHIND = regex(rf"(?P<between>{_BETWEEN}+)(?![_,;:])(?P<words>{_WORD}(?:[ ]{_WORD})?)(?![^{_MARK}])")
_BEFORE = regex(rf"(?<![^{_MARK}])(?P<words>{_WORD}(?:[ ]{_WORD})?)(?P<between>{_BETWEEN}+)\Z")
_GLUED = regex(rf"(?<![^{_MARK}])[-−]?[+=](?P<words>[^{_MARK}+=]{{1,8}}(?:[ ][^{_MARK}+=]{{1,3}})?)\Z")
_PUNCTUATION = ".,;:_"
PARTED = regex(r"[\s/,–-]")
"""What may part two squares that are no kings, or are spelled so."""
_GOES_ON = regex(r"_*[^\W_]|[.-]\w")
"""What makes what stands before it the beginning of a word or of the name of a file."""
_DIGIT = regex(r"[0-9]")
_MOVED_POINT = regex(r"[0-9]{3}\.[0-9]{3}|[0-9]{5}\.[0-9]")


def with_proved(text: str, spans: list[Span], boards: list[Board], codes: list[Occurrence]) -> list[Occurrence]:
    """The codes of a text, which are given in order, with the damaged ones that its boards prove.

    `spans` are those of the text that are read, in order.
    """
    whole = [code.span for code in codes if code.code.kings]
    placed = ((board.span, board.placement) for board in boards if board.placement)
    return added(codes, (code for board in placed for code in _proved_by(text, *board, whole)), spans)


def added(codes: list[Occurrence], more: Iterable[Occurrence], spans: list[Span]) -> list[Occurrence]:
    """Some codes, which are given in order, and those of others that are read and do not overlap codes with kings."""
    whole = [code.span for code in codes if code.code.kings]
    found: list[Occurrence] = []
    taken: list[Span] = []
    for code in more:
        is_read = all(_is_read(part.span, spans) for part in code.parts)
        if is_read and not _is_taken(code.span, whole) and not _is_taken(code.span, taken):
            found.append(code)
            insort(taken, code.span)
    if not found:
        return codes
    left = [code for code in codes if not _is_taken(code.span, taken)]
    return sorted([*left, *found], key=lambda code: code.span)


def _is_read(part: Span, spans: list[Span]) -> bool:
    """Whether one of the stretches that are read, which are in order, covers a part."""
    behind = bisect_right(spans, part.start, key=lambda span: span.start)
    return 0 < behind and spans[behind - 1].covers(part)


def _is_taken(span: Span, whole: list[Span]) -> bool:
    """Whether a stretch overlaps one of some codes, which are given in order."""
    behind = bisect_left(whole, Span(span.end, span.end))
    return 0 < behind and span.start < whole[behind - 1].end


def _proved_by(text: str, board: Span, placement: Placement, whole: list[Span]) -> Iterator[Occurrence]:
    """The damaged codes near a board of which the class or the kings are just what it shows, and only one of them."""
    near = Span(max(0, board.start - _NEAR), min(len(text), board.end + _NEAR))
    with_kings = list(_places(text, str(placement.kings), near))
    if any(_is_taken(at, whole) for at in with_kings) or 9 < max(placement.men[8:]):
        return
    if not with_kings and text.find(".", near.start, board.start) < 0 and text.find(".", board.end, near.end) < 0:
        # Without its point no class stands here.
        return
    forces = {force_of(placement.men, nine) for nine in Nine}
    with_class = [
        at
        for force in forces
        for at in _places(text, str(force), near)
        if not _is_taken(at, whole) and not text[at.start - 1 : at.start].isalnum()
    ]
    if bool(with_kings) is bool(with_class):
        return
    for at in with_kings:
        glued = _GLUED.search(text, max(0, at.start - _LONGEST_CLASS), at.start)
        for words in [Span(*glued.span("words"))] if glued else _beside(text, at):
            code = read_parted(text, words, at) or _with_moved_point(text, words, at, placement)
            if code and _is_class_of(code, text[words.start : words.end], placement, forces):
                yield code if words < at else code._replace(form=Form.CAPTION)
    for at in with_class:
        for words in _beside(text, at):
            code = read_parted(text, at, words)
            if code and _are_kings_of(code, text[words.start : words.end], placement):
                yield code if at < words else code._replace(form=Form.CAPTION)


def _with_moved_point(text: str, words: Span, at: Span, placement: Placement) -> Occurrence | None:
    """The code of the kings of a board and a class whose point stands one digit too early or too late."""
    if _MOVED_POINT.fullmatch(text, *words) is None:
        return None
    squares = zip((Span(at.start, at.start + 2), Span(at.start + 2, at.end)), placement.kings, strict=True)
    parts = [Part(Kind.CLASS, words), *(Part(Kind.KING, span, square) for span, square in squares)]
    return Occurrence(
        Code(None, placement.kings, Stipulation(None, None), None, None, None),
        Form.PREFIXED,
        Span(min(words.start, at.start), max(words.end, at.end)),
        tuple(sorted(parts, key=lambda part: part.span)),
        (Problem("digit-count", words),),
        Evidence.KINGS,
        frozenset(),
        None,
        sic=False,
        apart=words.end != at.start,
    )


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
    yield from (words for words, between in words_before(text, at) if between.strip("_"))


def words_before(text: str, at: Span) -> Iterator[tuple[Span, str]]:
    """Two words and one directly before a stretch, without punctuation, each with what parts it from the stretch."""
    found = _BEFORE.search(text, max(0, at.start - _WINDOW), at.start)
    if found:
        start, end = found.span("words")
        blank = text.find(" ", start, end)
        yield from (
            (_bare(text, one, end), found["between"]) for one in ((start, blank + 1) if 0 <= blank else (start,))
        )


def _bare(text: str, start: int, end: int) -> Span:
    written = text[start:end]
    return Span(end - len(written.lstrip(_PUNCTUATION)), start + len(written.rstrip(_PUNCTUATION)))


def _is_class_of(code: Occurrence, written: str, placement: Placement, forces: set[Force]) -> bool:
    """Whether a damaged class is that of a board, has a digit too many or too few, or its point at a wrong place."""
    if code.code.kings != placement.kings:
        return False
    if code.code.force is not None:
        return code.code.force in forces
    digits = "".join(_DIGIT.findall(written))
    shown = [str(force).replace(".", "") for force in forces]
    return digits in shown or any(_is_one_less(*sorted((digits, force), key=len)) for force in shown)


def _is_one_less(short: str, long: str) -> bool:
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


def _are_kings_of(code: Occurrence, written: str, placement: Placement) -> bool:
    """Whether damaged squares are those of the kings of a board, or one is and of the other something is left."""
    kings = code.code.kings
    if kings is None or PARTED.search(written):
        return False
    known = [one == shown for one, shown in zip(kings, placement.kings, strict=True) if one is not None]
    return all(known) and 0 < len(known)
