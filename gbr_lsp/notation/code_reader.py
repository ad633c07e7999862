"""Reading one code outward from its class, once its kings are known."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.class_token import Token
from gbr_lsp.notation.evidence import evidence_for, words_before
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
from gbr_lsp.notation.king_pairs import KingsLink
from gbr_lsp.notation.men import men_of
from gbr_lsp.notation.results import Result, goal_of_sign, read_result, turn_of
from gbr_lsp.notation.squares import SquareList, read_compact, read_dotted, read_list
from gbr_lsp.notation.tail import CONTROL, control_in, is_last_sign, is_styled, tail_after
from gbr_lsp.notation.values import SQUARES, Code, Evidence, Form, Kind, Kings, Occurrence, Part, Stipulation

_PREFIX = regex(rf"(?:(?P<sign>{SIGN}){MATHS}{GAP0})?(?:{NO_WORD_BEFORE}(?P<turn>{TURN_BEFORE}){GAP})?(?:{MATHS})\Z")
_NO_SIGN_AFTER = regex(r"(?:[^\W_]_*|[!<=+/^-])\Z")
_NAME_BEFORE = regex(r"(?:gbr|code|class|klasse|classe|clase|codice)[\"']?[ \t]*\Z", re.IGNORECASE)
_CONTROL_BEFORE = regex(rf"[0-9]/[0-9]{{1,2}}{GAP0}\Z")
_PAIR_AFTER = regex(rf"(?P<gap>{GAP0})(?P<pair>(?:{SQUARE}){{2}}){NO_WORD_AFTER}")
_ONE_SQUARE = regex(
    rf"(?P<square>{LOOSE_SQUARE}){NO_WORD_AFTER}(?![/–-]{SQUARE}{NO_WORD_AFTER})|{BLANK}*(?P<closed>{SQUARE})(?={BLANK}*[)\]])"
)
_FLAGS = regex(rf"[ \t]*\)((?:[ \t]+{FLAG}(?![^\W_]))+)")
_SIC = regex(rf"[ \t]*+[)\]]?[.:,]?{GAP0}(?:\\?[\[(]|\{{\[\}})\s*sic\s*+!?\s*+(?:\\?[\])]|\{{\]\}})", re.IGNORECASE)
_CLOSING_BRACKET = regex(r"[ \t]*[)\]]")
_NEXT_SQUARE = regex(LOOSE_SQUARE)
_GAP = regex(GAP)
_WINDOW = 32


class ClassPlace(NamedTuple):
    """A class token with its kings, if any, and the limits of its code."""

    token: Token
    kings: KingsLink | None
    has_kings_first: bool
    start: int
    end: int


class _Prefix(NamedTuple):
    sign: Span | None
    turn: Span | None


def start_of(text: str, place: ClassPlace) -> int:
    """Return the offset in `text` of the code at `place`.

    It is that of the sign, turn, king or class.
    """
    if place.kings and place.has_kings_first:
        return place.kings.pair.start
    prefix = _prefix(text, place)
    first = prefix.sign or prefix.turn
    return first.start if first else place.token.start


def read(text: str, place: ClassPlace) -> Occurrence | None:
    """Return the `Occurrence` at `place`; None for a damaged class without evidence."""
    token, prefix = place.token, _prefix(text, place)
    parts = [Part(Kind.CLASS, Span(token.start, token.end))]
    goal, turn = None, None
    if prefix.sign:
        parts.append(Part(Kind.SIGN, prefix.sign))
        goal = goal_of_sign(text[prefix.sign.start : prefix.sign.end])
    if prefix.turn:
        parts.append(Part(Kind.TURN, prefix.turn))
        turn = turn_of(text[prefix.turn.start : prefix.turn.end])
    stipulation = Stipulation(goal, turn)
    first = min(part.span.start for part in parts)
    evidence = Evidence.KINGS
    if place.kings is None:
        more_parts, evidence = _read_kingless(text, place, prefix, first)
        form = Form.PREFIXED if more_parts else Form.CLASS
        if evidence is Evidence.NONE and token.problems:
            return None
        parts += more_parts
    elif place.has_kings_first:
        parts += square_parts(text, Kind.KING, [place.kings.pair])
        form, more_parts = _read_after_kings(text, place)
        parts += more_parts
    else:
        form, more_parts = _read_with_kings(text, place)
        parts += more_parts
    if place.kings:
        tail, stipulation = _read_tail(text, place, form, max(part.span.end for part in parts), stipulation)
        parts += tail
    return _occurrence(text, place, form, parts, stipulation, evidence)


def read_short(text: str, token: Token, evidence: Evidence, start: int, end: int) -> Occurrence:
    """Return the `Occurrence` of `token`, a class of four digits without pawns.

    The text is read from `start` to `end`.
    """
    parts = [Part(Kind.CLASS, Span(token.start, token.end))]
    place = ClassPlace(token, None, False, start, end)
    return _occurrence(text, place, Form.CLASS, parts, Stipulation(None, None), evidence)


def _prefix(text: str, place: ClassPlace) -> _Prefix:
    """Return the `_Prefix` before the class: spans of sign and side to move, or None."""
    start = place.start
    if place.kings and place.has_kings_first:
        start = place.kings.pair.end
    match = _PREFIX.search(text, max(start, place.token.start - _WINDOW), place.token.start)
    if not match:
        return _Prefix(None, None)
    sign = Span(*match.span("sign")) if match["sign"] else None
    turn = Span(*match.span("turn")) if match["turn"] else None
    if sign and (_is_assignment(text, start, sign) or _is_other_result(text, start, sign, place.token)):
        sign = None
    if turn and not sign and _is_other_result(text, start, turn, place.token):
        turn = None
    return _Prefix(sign, turn)


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


def _read_kingless(text: str, place: ClassPlace, prefix: _Prefix, first: int) -> tuple[list[Part], Evidence]:
    """Return the part of the lone king after a sign, if any, and the `Evidence`.

    `first` is the offset of the sign or the class.
    """
    evidence = evidence_for(text, place.start, first, place.token)
    square = _ONE_SQUARE.match(text, place.token.end, place.end)
    if square and not place.token.problems and (prefix.sign or evidence is Evidence.TAG):
        span = Span(*square.span("square" if square["square"] else "closed"))
        first = prefix.sign.start if prefix.sign else first
        is_exponent = text[span.start] in "de" and not is_opened(text, place.start, first)
        if text[span.start : span.end] in SQUARES and not is_exponent:
            return square_parts(text, Kind.KING, [span]), Evidence.KINGS
    return [], evidence


def expected_counts(token: Token) -> tuple[int | None, int | None]:
    """Return the numbers of pieces and pawns, each None if hidden or damaged."""
    if token.force is None:
        return None, None
    pieces, pawns = men_of(token.force)[:8], men_of(token.force)[8:]
    return (
        None if None in pieces else sum(count or 0 for count in pieces),
        None if None in pawns else sum(count or 0 for count in pawns),
    )


def _read_after_kings(text: str, place: ClassPlace) -> tuple[Form, list[Part]]:
    """Return the form of a code with kings first, and the parts after its class.

    The parts are a second pair or a square list; they may be empty.
    """
    pos, kings = place.token.end, place.kings
    repeated_pair = _PAIR_AFTER.match(text, pos, place.end)
    if repeated_pair and kings and repeated_pair["pair"] == text[kings.pair.start : kings.pair.end]:
        return Form.CAPTION, square_parts(text, Kind.KING_AGAIN, [Span(*repeated_pair.span("pair"))])
    pieces, pawns = expected_counts(place.token)
    total = None if pieces is None or pawns is None else pieces + pawns
    squares = read_list(text, pos, place.end, pieces, pawns)
    if squares and repeated_pair and squares.total == 2 and total != 2 and not squares.point:
        squares = None
    if squares:
        is_glued = not _GAP.match(text, pos, place.end)
        if not is_glued or squares.total == total:
            return Form.FULL, _list_parts(text, squares, 0, pieces, pawns)
    if repeated_pair and (
        not repeated_pair["gap"]
        or (not re.search(r"[\r\n]", repeated_pair["gap"]) and _has_tail_after(text, repeated_pair, place.end))
    ):
        return Form.CAPTION, square_parts(text, Kind.KING_AGAIN, [Span(*repeated_pair.span("pair"))])
    return Form.CAPTION, []


def _has_tail_after(text: str, repeated_pair: re.Match[str], end: int) -> bool:
    """Return True if a control or result follows; otherwise a list is being typed."""
    gap = _GAP.match(text, repeated_pair.end(), end)
    if CONTROL.match(text, repeated_pair.end(), end):
        return True
    return gap is not None and read_result(text, gap.end(), end, after_control=False) is not None


def _read_with_kings(text: str, place: ClassPlace) -> tuple[Form, list[Part]]:
    """Return the form of a code with kings after the class, and the parts there."""
    pos = place.token.end
    pieces, pawns = expected_counts(place.token)
    total = None if pieces is None or pawns is None else pieces + pawns
    if text[pos : pos + 1] == ".":
        squares = read_dotted(text, pos + 1, place.end, pieces, pawns)
        point = Part(Kind.POINT, Span(pos, pos + 1))
        return Form.DOTTED, [point, *_list_parts(text, squares, 2, pieces, pawns)]
    pair = place.kings.pair if place.kings else Span(pos, pos)
    if _NEXT_SQUARE.match(text, pair.end, place.end):
        squares = read_compact(text, pos, place.end, total)
        return Form.COMPACT, _list_parts(text, squares, 2, pieces, pawns)
    if total:
        # If a compact code has a line break after its kings, brackets and the number of squares
        # identify it.
        squares = read_compact(text, pos, place.end, total)
        if squares.total == total + 2 and _CLOSING_BRACKET.match(text, squares.end):
            return Form.COMPACT, _list_parts(text, squares, 2, pieces, pawns)
    return Form.PREFIXED, square_parts(text, Kind.KING, [pair])


def _list_parts(text: str, squares: SquareList, kings: int, pieces: int | None, pawns: int | None) -> list[Part]:
    """Return the `Part`s of the spans in `squares`, in order of offset.

    The first 0 or 2 squares are kings (`kings`). `pieces` and `pawns` are the counts from the
    digits.
    """
    squares_before_point = squares.before_point[kings:]
    parts = square_parts(text, Kind.KING, squares.before_point[:kings])
    if squares.point is None and pieces is not None and pawns and len(squares_before_point) == pieces + pawns:
        return (
            parts
            + square_parts(text, Kind.PIECE, squares_before_point[:pieces])
            + square_parts(text, Kind.PAWN, squares_before_point[pieces:])
        )
    parts += square_parts(text, Kind.PIECE, squares_before_point)
    if squares.point:
        parts.append(Part(Kind.POINT, squares.point))
    return parts + square_parts(text, Kind.PAWN, squares.after_point)


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
    parts, tail_stipulation = tail_after(
        text, pos, place.end, stipulation, is_full=form is Form.FULL, force=place.token.force
    )
    has_tail = form in (Form.CAPTION, Form.FULL)
    if (
        not has_tail
        and parts
        and parts[0].kind is Kind.RESULT
        and is_last_sign(text, Result(*parts[0].span, tail_stipulation), place.end)
        and stipulation.goal is None
    ):
        return parts, tail_stipulation
    if not has_tail and not {part.kind for part in parts} >= {Kind.CONTROL, Kind.RESULT}:
        # The other forms have neither; numbers after them are pages, and words are prose.
        return [], stipulation
    return parts, tail_stipulation


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
        place.token.problems,
        evidence,
        frozenset(flags[1].split()) if flags else frozenset(),
        words_before(text, place.start, span.start),
        _SIC.match(text, span.end) is not None,
        is_styled(text, parts),
    )
