"""The code being typed, and its part at the cursor.

This reads text that `find` does not accept yet: a class without all digits, kings without all
squares, a square without its rank. Only text before the cursor is read, within one span of the host
and up to the length of a code. Offsets are those of the given text. Nothing here raises.
"""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.class_token import Token, force_from
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.evidence import evidence_for
from gbr_lsp.notation.grammar import BLANK, GAP0, LOOSE_SQUARE, MATHS, NO_WORD_BEFORE, SQUARE, TURN_BEFORE, is_opened
from gbr_lsp.notation.men import Men, is_possible
from gbr_lsp.notation.values import (
    BLACK,
    KING,
    PAWN,
    SLOTS,
    SQUARES,
    WHITE,
    Evidence,
    Force,
    Form,
    Goal,
    Kind,
    Occurrence,
    are_adjacent,
)

_WINDOW = 400
_NAME_WINDOW = 12
_FIRST_MAN = 2
"""The index of the first square after the kings, if these follow the class."""
_SQUARE_RUN = rf"(?:{GAP0}{LOOSE_SQUARE})*"

_TOKEN = regex(rf"{NO_WORD_BEFORE}(?<![0-9][.,])(?<![€£¥])[0-9]{{4}}\.[0-9]{{2}}(?![0-9])")
_TAIL = regex(
    rf"(?P<dot>\.)?(?P<before>{_SQUARE_RUN})(?:{GAP0}(?P<point>\.)(?P<behind>{_SQUARE_RUN}))?{GAP0}(?P<letter>[a-h])?"
)
_SQUARE = regex(LOOSE_SQUARE)
_GAP0 = regex(GAP0)
_LINE_BREAK = regex(r"[\r\n]")

_DIGITS = regex(rf"{NO_WORD_BEFORE}(?<![0-9][.,-])(?:[0-9]{{1,4}}|[0-9]{{4}}\.[0-9]?)\Z")
_SIGN = regex(rf"(?P<sign>[+=]){MATHS}(?P<gap>{BLANK}*)(?:{TURN_BEFORE}{BLANK}+)?\Z")
_PAIR = regex(rf"{NO_WORD_BEFORE}(?P<pair>(?:{SQUARE}){{2}}){BLANK}+\Z")
_TAG = regex(rf'\[\s*Black\s+"(?P<value>\s*+(?P<opened>\(\s*+)?(?:(?P<sign>[+=])\s*+)?(?:{TURN_BEFORE}\s+)?)\Z')
_IN_TAG = regex(r'\[\s*Black\s+"[^"\r\n]*\Z')
_OPENING_CHARS = " \t\u00a0\r\n([{\"'“„‘«|*_$`"


class HalfClass(NamedTuple):
    """A class with missing digits, up to the cursor."""

    digits: str
    span: Span
    """From the sign, the first king or the tag value to the cursor."""
    goal: Goal | None
    kings: tuple[int, int] | None
    """The kings before it."""
    is_tag: bool
    """True if it starts the value of a `Black` tag."""
    is_sure: bool
    """False for a lone sign or an empty tag value, which may become something else."""

    @property
    def place(self) -> int | None:
        """The index of the next digit; None if the point is next."""
        return None if len(self.digits) == 4 else len(self.digits.replace(".", ""))


class Draft(NamedTuple):
    """A code with a complete class, up to the cursor."""

    form: Form
    force: Force
    token: Span
    start: int
    """The offset of its first sign, turn, king or digit."""
    typed_span: Span
    """The part of the square at the cursor that is typed: its file, or nothing."""
    kings: tuple[int | None, ...]
    pieces: tuple[int | None, ...]
    """The squares before the point of the list; pawns too if there is no point."""
    pawns: tuple[int | None, ...] | None
    """The squares after the point of the list; None if there is no point."""
    occurrence: Occurrence
    """The class with the text before it."""

    @property
    def squares(self) -> tuple[int | None, ...]:
        return self.kings + self.pieces + (self.pawns or ())


class Man(NamedTuple):
    """The man of the next square: number 1 of a total of 2 knights."""

    piece_type: int
    color: bool
    number: int
    total: int
    needs_point: bool = False
    """True if the point of the list comes next, before this man."""


def draft_at(text: str, span: Span, cursor: int) -> Draft | None:
    """Return the `Draft` of a code that may have a square at `cursor`, or None."""
    token = None
    for match in _TOKEN.finditer(text, max(span.start, cursor - _WINDOW), cursor):
        token = Span(*match.span())
    tail = _TAIL.fullmatch(text, token.end, cursor) if token else None
    occurrence = _read_class(text, span, token) if token and tail else None
    if token is None or tail is None or occurrence is None or occurrence.code.force is None:
        return None
    squares = [Span(*match.span()) for match in _SQUARE.finditer(text, *tail.span("before"))]
    typed_span = Span(cursor - 1 if tail["letter"] else cursor, cursor)
    kings = tuple(part.square for part in occurrence.parts_of(Kind.KING))
    squares_before_point = _board_squares(text, squares)
    pawns = None
    if tail["point"]:
        pawns = _board_squares(text, [Span(*match.span()) for match in _SQUARE.finditer(text, *tail.span("behind"))])
    if kings:
        form = Form.FULL if _is_full_form(text, token, tail, typed_span, kings, squares_before_point) else None
    elif tail["dot"]:
        form = Form.DOTTED if _is_dotted_form(text, span, token, tail, len(squares_before_point)) else None
    else:
        form = None if tail["point"] else _form_with_kings(text, span, occurrence, squares, typed_span)
    if form is None:
        return None
    pieces = squares_before_point
    if not kings:
        kings, pieces = squares_before_point[:2], squares_before_point[2:]
    return Draft(
        form, occurrence.code.force, token, occurrence.span.start, typed_span, kings, pieces, pawns, occurrence
    )


def next_man(draft: Draft, men: Men) -> Man | None:
    """Return the `Man` of the next square in `draft`; None if unknown or complete.

    `men` are counts in the order of `SLOTS`.
    """
    if len(draft.kings) < 2:
        return Man(KING, BLACK if draft.kings else WHITE, 1, 1)
    if draft.form is Form.PREFIXED:
        return None
    first = 0 if draft.pawns is None else 8
    remaining_count = len(draft.pieces if draft.pawns is None else draft.pawns)
    has_point = draft.form is Form.COMPACT or draft.pawns is not None
    for slot, count in list(zip(SLOTS, men, strict=True))[first:]:
        if count is None:
            return None
        if remaining_count < count:
            is_first_pawn = slot[0] == PAWN and len(draft.pieces) == sum(known_count or 0 for known_count in men[:8])
            return Man(*slot, remaining_count + 1, count, is_first_pawn and not has_point)
        remaining_count -= count
    return None


def half_class_at(text: str, span: Span, cursor: int) -> HalfClass | None:
    """Return the `HalfClass` that ends at `cursor`, or None: `+032`, `g3g1 0323.`."""
    match = _DIGITS.search(text, max(span.start, cursor - 8), cursor)
    first = match.start() if match else cursor
    digits = text[first:cursor]
    window_start = max(0, first - 40)
    tag = _TAG.search(text, window_start, first)
    if tag and (tag["opened"] or not digits + (tag["sign"] or "")):
        goal = Goal(tag["sign"]) if tag["sign"] else None
        return HalfClass(digits, Span(tag.start("value"), cursor), goal, None, True, tag["opened"] is not None)
    window_start = max(window_start, span.start)
    sign = _SIGN.search(text, window_start, first)
    if sign:
        is_sure = _is_sign_of_class(text, span, sign, digits)
        if is_sure is None:
            return None
        return HalfClass(digits, Span(sign.start(), cursor), Goal(sign["sign"]), None, False, is_sure)
    if not digits:
        return None
    pair = _PAIR.search(text, window_start, first)
    if pair:
        kings = SQUARES[pair["pair"][:2]], SQUARES[pair["pair"][2:]]
        return None if are_adjacent(*kings) else HalfClass(digits, Span(pair.start(), cursor), None, kings, False, True)
    if not _is_named(text, span, first, digits):
        return None
    return HalfClass(digits, Span(first, cursor), None, None, False, True)


def _read_class(text: str, span: Span, token: Span) -> Occurrence | None:
    """Return the `Occurrence` of the class `token`, if `text` ended after it, or None."""
    codes = find(text, [Span(max(span.start, token.start - _WINDOW), token.end)])
    return codes[-1] if codes and codes[-1].span_of(Kind.CLASS) == token else None


def _board_squares(text: str, squares: list[Span]) -> tuple[int | None, ...]:
    """Return the square, 0 to 63, at each of `squares`; None if off the board."""
    return tuple(SQUARES.get(text[square.start : square.end]) for square in squares)


def _is_full_form(
    text: str,
    token: Span,
    tail: re.Match[str],
    typed_span: Span,
    kings: tuple[int | None, ...],
    squares_before_point: tuple[int | None, ...],
) -> bool:
    """Return True if a list, or room for one, follows the class of a caption.

    `tail` is the match of `_TAIL` after the class `token`, `typed_span` the half square at the
    cursor.
    """
    if tail["dot"] or squares_before_point[:2] == kings:
        return False
    match = _GAP0.match(text, token.end, typed_span.start)
    gap = match[0] if match else ""
    # The list may have line breaks, but a line break after the class ends a caption.
    return bool(gap) and (bool(squares_before_point or tail["point"]) or not _LINE_BREAK.search(gap))


def _is_dotted_form(text: str, span: Span, token: Span, tail: re.Match[str], squares: int) -> bool:
    """Return True if the point after a class belongs to a dotted code.

    `tail` is the match of `_TAIL` after the class, `squares` the number of squares before its
    second point.
    """
    if squares < 2 and tail["point"]:
        return False
    if squares or tail["letter"]:
        return True
    gap = text[tail.end("dot") : tail.end()]
    return is_opened(text, span.start, token.start) and not _LINE_BREAK.search(gap)


def _form_with_kings(
    text: str, span: Span, occurrence: Occurrence, squares: list[Span], typed_span: Span
) -> Form | None:
    """Return the `Form` of a code with kings after the class, or None.

    `squares` are the spans after the class; `typed_span` is the half square at the cursor.
    """
    start = occurrence.span.start
    is_bracketed = text[max(0, start - 4) : start].rstrip(" ").endswith("(")
    is_tag = _IN_TAG.search(text, max(0, start - 40), start) is not None
    ends = [occurrence.span.end, *(square.end for square in squares)]
    starts = [*(square.start for square in squares), typed_span.start]
    gaps = [text[end:begin] for end, begin in zip(ends, starts, strict=True)]
    if gaps[0]:
        is_glued = text[occurrence.span.end - 8 : occurrence.span.end - 7] in ("+", "=")
        if (
            not (is_glued or occurrence.evidence is not Evidence.NONE or is_opened(text, span.start, start))
            or not is_possible(occurrence.code.force)
            or _LINE_BREAK.search(gaps[0])
        ):
            return None
    for number, gap in enumerate(gaps[1:], 1):
        if number == _FIRST_MAN and gap == " " and not gaps[0] and _FIRST_MAN < len(squares):
            continue  # `=0323.12g3g1 a3`
        if gap and (number == 1 or not is_bracketed or not _LINE_BREAK.search(gap)):
            return None
    square_count = len(squares) + (typed_span.start < typed_span.end)
    is_compact = 2 < square_count or (square_count == 2 <= len(squares) and is_bracketed and not is_tag)
    return Form.COMPACT if is_compact else Form.PREFIXED


def _is_sign_of_class(text: str, span: Span, sign: re.Match[str], digits: str) -> bool | None:
    """Return True if `digits` must be a class; None if the sign is unrelated."""
    start = sign.start()
    is_open = start == span.start or is_opened(text, span.start, start)
    if not is_open and text[start - 1] not in _OPENING_CHARS:
        return None
    if sign["gap"] and not is_open:
        return None
    if is_open:
        # `+ ` and one digit may be an item of a list.
        return (1 if sign["gap"] else 0) < len(digits)
    return bool(digits) and (sign["sign"] == "=" or "." in digits)


def _is_named(text: str, span: Span, first: int, digits: str) -> bool:
    """Return True if a trigger word or material words directly precede `digits` at `first`."""
    window_start = max(span.start, first - _NAME_WINDOW)
    token = Token(first, first + len(digits), force_from(digits))
    evidence = evidence_for(text, window_start, first, token)
    has_gbr = "gbr" in text[window_start:first].lower()
    return evidence in (Evidence.WORDS, Evidence.TRIGGER) and (has_gbr or 1 < len(digits))
