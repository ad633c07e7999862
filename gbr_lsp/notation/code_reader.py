"""Reading one code outward from its class, once its kings are known."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.class_token import Token
from gbr_lsp.notation.evidence import evidence_for, is_called_wrong, words_before
from gbr_lsp.notation.grammar import (
    BLANK,
    FLAG,
    GAP,
    GAP0,
    LOOSE_SQUARE,
    MATHS,
    NO_WORD_AFTER,
    NO_WORD_BEFORE,
    SIGN,
    SQUARE,
    TURN_BEFORE,
    is_opened,
)
from gbr_lsp.notation.men import Counts, counts_of
from gbr_lsp.notation.results import goal_of_sign, read_result, turn_of
from gbr_lsp.notation.squares import SquareList, read_compact, read_dotted, read_list
from gbr_lsp.notation.tail import CONTROL, control_in, is_last_sign, is_styled, tail_after
from gbr_lsp.notation.values import SQUARES, Code, Evidence, Form, Kind, Kings, Occurrence, Part, Problem, Stipulation

_PREFIX = regex(rf"(?:(?P<sign>{SIGN}){MATHS}{GAP0})?(?:{NO_WORD_BEFORE}(?P<turn>{TURN_BEFORE}){GAP})?(?:{MATHS})\Z")
_NO_SIGN_AFTER = regex(r"(?:[^\W_]_*|[!<=+/^-])\Z")
_NAME_BEFORE = regex(r"(?:gbr|code|class|klasse|classe|clase|codice)[\"']?[ \t]*\Z", re.IGNORECASE)
_CONTROL_BEFORE = regex(rf"[0-9]/[0-9]{{1,2}}{GAP0}\Z")
_PAIR_AFTER = regex(rf"(?P<gap>{GAP0})(?P<pair>(?:{SQUARE}){{2}}){NO_WORD_AFTER}")
_ONE_SQUARE = regex(
    rf"(?P<square>{LOOSE_SQUARE}){NO_WORD_AFTER}(?![/–-]{SQUARE}{NO_WORD_AFTER})|{BLANK}*(?P<closed>{SQUARE})(?={BLANK}*[)\]])"
)
_FLAGS = regex(rf"[ \t]*\)((?:[ \t]+{FLAG}(?![^\W_]))+)")
_CLOSING_BRACKET = regex(r"[ \t]*[)\]]")
_NEXT_SQUARE = regex(LOOSE_SQUARE)
_GAP = regex(GAP)
_WINDOW = 32


class ClassPlace(NamedTuple):
    """A class token with its kings, if any, and the limits of its code."""

    token: Token
    kings: Span | None
    start: int
    end: int

    @property
    def kings_before(self) -> Span | None:
        """The kings if they are before the class."""
        return self.kings if self.kings and self.kings.start < self.token.start else None


def start_of(text: str, place: ClassPlace) -> int:
    """Return the offset in `text` of the code at `place`.

    It is that of the sign, turn, king or class.
    """
    return (place.kings_before or _head(text, place)[0].span).start


def read(text: str, place: ClassPlace) -> Occurrence | None:
    """Return the `Occurrence` at `place`; None for a damaged class without evidence."""
    parts = _head(text, place)
    written = {part.kind: text[slice(*part.span)] for part in parts}
    sign, turn = written.get(Kind.SIGN), written.get(Kind.TURN)
    stipulation = Stipulation(goal_of_sign(sign) if sign else None, turn_of(turn) if turn else None)
    if place.kings is None:
        king, evidence = _read_kingless(text, place, parts[0])
        if evidence is Evidence.NONE and place.token.force is None:
            return None
        form = Form.PREFIXED if king else Form.CLASS
        return _occurrence(text, place, form, parts + king, stipulation, evidence)
    read_rest = _read_after_kings if place.kings_before else _read_with_kings
    form, more_parts = read_rest(text, place, place.kings)
    parts += more_parts
    tail, stipulation = _read_tail(text, place, form, max(part.span.end for part in parts), stipulation)
    return _occurrence(text, place, form, parts + tail, stipulation, Evidence.KINGS)


def read_short(text: str, token: Token, evidence: Evidence, start: int, end: int) -> Occurrence:
    """Return the `Occurrence` of `token`, a class of four digits without pawns.

    The text is read from `start` to `end`.
    """
    place = ClassPlace(token, None, start, end)
    return _occurrence(text, place, Form.CLASS, [Part(Kind.CLASS, token.span)], Stipulation(None, None), evidence)


def _head(text: str, place: ClassPlace) -> list[Part]:
    """Return the parts of the sign and the side to move before the class, if any, and of the class."""
    start = place.kings_before.end if place.kings_before else place.start
    match = _PREFIX.search(text, max(start, place.token.start - _WINDOW), place.token.start)
    sign, turn = (Span(*match.span(name)) if match and match[name] else None for name in ("sign", "turn"))
    if sign and (_is_assignment(text, start, sign) or _is_other_result(text, start, sign, place.token)):
        sign = None
    if turn and not sign and _is_other_result(text, start, turn, place.token):
        turn = None
    prefix = [Part(kind, span) for kind, span in ((Kind.SIGN, sign), (Kind.TURN, turn)) if span]
    return [*prefix, Part(Kind.CLASS, place.token.span)]


def _is_other_result(text: str, start: int, word: Span, token: Token) -> bool:
    """Return True if `word` is the result of the previous code, not a prefix."""
    if word.end == token.start:
        return False
    is_over_line = re.search(r"[\r\n]", text[word.end : token.start]) is not None
    is_after_control = _CONTROL_BEFORE.search(text, max(start, word.start - _WINDOW), word.start) is not None
    return is_after_control or (is_over_line and not is_opened(text, start, word.start))


def _is_assignment(text: str, start: int, sign: Span) -> bool:
    """Return True if `sign` is part of something else: `num=1`, `gbr = 1`, `1+1`."""
    start = max(start, sign.start - _WINDOW)
    if _NO_SIGN_AFTER.search(text, start, sign.start):
        return True
    is_glued = text[sign.end : sign.end + 1].isdigit() and text[sign.start - 1 : sign.start].isspace()
    return not is_glued and _NAME_BEFORE.search(text, start, sign.start) is not None


def _read_kingless(text: str, place: ClassPlace, first: Part) -> tuple[list[Part], Evidence]:
    """Return the part of the lone king after a sign, if any, and the `Evidence`.

    `first` is the first part of the code.
    """
    evidence = evidence_for(text, place.start, first.span.start, place.token)
    square = _ONE_SQUARE.match(text, place.token.end, place.end)
    if square and place.token.force and (first.kind is Kind.SIGN or evidence is Evidence.TAG):
        span = Span(*square.span("square" if square["square"] else "closed"))
        is_exponent = text[span.start] in "de" and not is_opened(text, place.start, first.span.start)
        if text[span.start : span.end] in SQUARES and not is_exponent:
            return square_parts(text, Kind.KING, [span]), Evidence.KINGS
    return [], evidence


def _read_after_kings(text: str, place: ClassPlace, kings: Span) -> tuple[Form, list[Part]]:
    """Return the form of a code with `kings` first, and the parts of them and after its class.

    The parts after the class are a second pair or a square list; there may be none.
    """
    pos, counts = place.token.end, counts_of(place.token.force)
    king_parts = square_parts(text, Kind.KING, [kings])
    repeated_pair = _PAIR_AFTER.match(text, pos, place.end)
    is_same_pair = repeated_pair is not None and repeated_pair["pair"] == text[slice(*kings)]
    squares = None if is_same_pair else read_list(text, pos, place.end, counts)
    is_pair = repeated_pair and squares and squares.total == 2 != counts.total and not squares.point
    if squares and not is_pair and (_GAP.match(text, pos, place.end) or squares.total == counts.total):
        return Form.FULL, king_parts + _list_parts(text, squares, 0, counts)
    if repeated_pair and (
        is_same_pair
        or not repeated_pair["gap"]
        or (not re.search(r"[\r\n]", repeated_pair["gap"]) and _has_tail_after(text, repeated_pair.end(), place.end))
    ):
        king_parts += square_parts(text, Kind.KING_AGAIN, [Span(*repeated_pair.span("pair"))])
    return Form.CAPTION, king_parts


def _has_tail_after(text: str, pos: int, end: int) -> bool:
    """Return True if a control or result follows; otherwise a list is being typed."""
    gap = _GAP.match(text, pos, end)
    if CONTROL.match(text, pos, end):
        return True
    return gap is not None and read_result(text, gap.end(), end, after_control=False) is not None


def _read_with_kings(text: str, place: ClassPlace, kings: Span) -> tuple[Form, list[Part]]:
    """Return the form of a code with `kings` after the class, and the parts there."""
    pos, counts = place.token.end, counts_of(place.token.force)
    if text[pos : pos + 1] == ".":
        squares = read_dotted(text, pos + 1, place.end, counts)
        return Form.DOTTED, [Part(Kind.POINT, Span(pos, pos + 1)), *_list_parts(text, squares, 2, counts)]
    squares = read_compact(text, pos, place.end, counts.total)
    # If a compact code has a line break after its kings, brackets and the number of squares
    # identify it.
    is_complete = counts.total and squares.total == counts.total + 2
    if _NEXT_SQUARE.match(text, kings.end, place.end) or (is_complete and _CLOSING_BRACKET.match(text, squares.end)):
        return Form.COMPACT, _list_parts(text, squares, 2, counts)
    return Form.PREFIXED, square_parts(text, Kind.KING, [kings])


def _list_parts(text: str, squares: SquareList, kings: int, counts: Counts) -> list[Part]:
    """Return the `Part`s of the spans in `squares`, in order of offset.

    The first 0 or 2 squares are kings (`kings`). `counts` are those of the digits.
    """
    men = squares.before_point[kings:]
    has_pawns = squares.point is None and counts.pawns and len(men) == counts.total
    pieces = counts.pieces if has_pawns else len(men)
    return [
        *square_parts(text, Kind.KING, squares.before_point[:kings]),
        *square_parts(text, Kind.PIECE, men[:pieces]),
        *([Part(Kind.POINT, squares.point)] if squares.point else ()),
        *square_parts(text, Kind.PAWN, men[pieces:] + squares.after_point),
    ]


def square_parts(text: str, kind: Kind, spans: Iterable[Span]) -> list[Part]:
    """Return one `Part` of `kind` per square; each of `spans` may hold several squares."""
    return [
        Part(kind, Span(offset, offset + 2), SQUARES.get(text[offset : offset + 2]))
        for span in spans
        for offset in range(span.start, span.end, 2)
    ]


def _read_tail(
    text: str, place: ClassPlace, form: Form, pos: int, stipulation: Stipulation
) -> tuple[list[Part], Stipulation]:
    """Return the parts of the control and result after `pos`, and the completed stipulation.

    `stipulation` is that read before. The parts are empty if the code has neither, or if its `form`
    cannot have them.
    """
    parts, completed = tail_after(text, pos, place.end, stipulation, is_full=form is Form.FULL, force=place.token.force)
    kinds = {part.kind for part in parts}
    if form in (Form.CAPTION, Form.FULL) or kinds == {Kind.CONTROL, Kind.RESULT}:
        return parts, completed
    # The other forms have neither; numbers after them are pages, and words are prose.
    is_sign = kinds == {Kind.RESULT} and stipulation.goal is None and is_last_sign(text, parts[0].span, place.end)
    return (parts, completed) if is_sign else ([], stipulation)


def _occurrence(
    text: str, place: ClassPlace, form: Form, parts: list[Part], stipulation: Stipulation, evidence: Evidence
) -> Occurrence:
    """Return the `Occurrence` of `parts`, with flags, words and `[sic]` read from `text`."""
    parts = sorted(parts, key=lambda part: part.span)
    spans = [part.span for part in parts if part.kind is not Kind.POINT or form is Form.FULL]
    has_bracket = parts[-1].kind is Kind.CONTROL and text[spans[-1].start - 1] in "(["
    span = Span(spans[0].start, max(span.end for span in spans) + has_bracket)
    pieces = tuple(part.square for part in parts if part.kind is Kind.PIECE)
    pawns = tuple(part.square for part in parts if part.kind is Kind.PAWN)
    has_list = form in (Form.FULL, Form.DOTTED, Form.COMPACT)
    code = Code(
        place.token.force,
        Kings.of(parts),
        stipulation,
        control_in(text, parts),
        pieces if has_list else None,
        pawns if has_list else None,
    )
    flags = _FLAGS.match(text, span.end)
    return Occurrence(
        code,
        form,
        span,
        tuple(parts),
        () if place.token.force else (Problem("digit-count", place.token.span),),
        evidence,
        frozenset(flags[1].split()) if flags else frozenset(),
        words_before(text, place.start, span.start),
        is_called_wrong(text, span.start, span.end),
        is_styled(text, parts),
    )
