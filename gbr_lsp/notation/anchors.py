"""Anchors: text near a number that shows it to be a code.

An anchor is a tag, a sign, a name, a control, a square list or a board. A damaged class needs one,
and so does a class with damaged squares; `evidence.py` has the conditions for a sound class.
"""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.class_token import Token
from gbr_lsp.notation.grammar import (
    BLANK,
    CLOSING,
    GAP,
    GAP0,
    MATHS,
    NO_WORD_AFTER,
    NO_WORD_BEFORE,
    OPENING,
    SIGN,
    SQUARE,
    is_opened,
)
from gbr_lsp.notation.men import counts_of, is_control_possible
from gbr_lsp.notation.values import Control, Force

CODE_TAG_START = regex(r'\[\s*(?:Black|GBR)\s+"')
CODE_TAG = r'\[\s*(?:Black\s+"\s*\(|GBR\s+"\s*+\(?)\s*+'
"""The start of a tag with a code, up to the class or sign."""
_TAG_BEFORE = regex(rf"{CODE_TAG}(?:{SIGN}\s*)?\Z")
_PAIR_BEFORE = regex(rf"{NO_WORD_BEFORE}(?:{SQUARE}){{2}}{GAP}(?:{MATHS}{SIGN}{MATHS}{GAP0})?\Z")
_MORE_SQUARES = regex(rf"{BLANK}+{SQUARE}")
_CONTROL = r"[0-9]{1,2}/[0-9]{1,2}(?![0-9/-])"
_WORD = rf"(?:win|draw|white|black|[wb]tm){NO_WORD_AFTER}"
_CONTROL_OR_RESULT = regex(
    rf"(?:{GAP}|{CLOSING}+{GAP}{OPENING}?|{GAP}{OPENING})(?:(?P<control>{_CONTROL})(?P<more>{GAP}?(?:{_WORD}|[+=]))?|{_WORD})",
    re.I,
)
_LIST = regex(
    rf"{GAP}(?P<list>(?P<first>\.)?{SQUARE}(?:{GAP0}(?P<point>\.)?{GAP0}{SQUARE})*)\.?{NO_WORD_AFTER}"
    rf"(?P<control>{GAP}{_CONTROL})?"
)
_SIGN_BEFORE = regex(rf"{MATHS}{SIGN}{MATHS}{GAP0}\Z")
_GBR_BEFORE = regex(
    r"\bGBR(?:[- ](?:code|class|Klasse|classe|clase|codice|código))?\W{0,8}+(?<![\r\n])\Z", re.IGNORECASE
)
"""The name of the code, followed by punctuation only: `GBR class: `."""
_REST_OF_LINE = regex(r"[^\w\r\n]*(?=[\r\n]|\Z)")
_BOARD = regex(r"(?:[1-8KQRBNPkqrbnp]{1,8}/){7}|\\pieces\b")
"""A FEN, or the men of diagram.sty."""
_MAX_BOARD_DISTANCE = 200
WINDOW = 24
"""The number of code points searched before a number."""


def may_have_tag(text: str, start: int, end: int) -> bool:
    """Return True if `text[start:end]` may have a tag with a code; a fast first test."""
    return text.find("Black", start, end) != -1 or text.find("GBR", start, end) != -1


def is_in_tag(text: str, start: int, pos: int) -> bool:
    """Return True if `pos` starts the value of a code tag, or follows its sign."""
    return _TAG_BEFORE.search(text, max(0, start - WINDOW), pos) is not None


def has_pair_before(text: str, start: int, offset: int) -> bool:
    """Return True if a pair of squares precedes `offset`, perhaps with a sign between them."""
    return _PAIR_BEFORE.search(text, max(start, offset - WINDOW), offset) is not None


def has_anchor_after(text: str, pos: int, end: int, force: Force | None) -> bool:
    """Return True if a control, result or square list for `force` follows `pos`.

    A list must have at least two squares. It also needs a control, a point before its first square,
    or as many squares as `force` has men, give or take one.
    """
    if has_control(text, pos, end, force):
        return True
    list_match = _LIST.match(text, pos, end)
    if list_match is None:
        return False
    squares, men = len(re.findall(SQUARE, list_match["list"])), counts_of(force).total
    is_count_close = men is not None and abs(squares - men) <= 1
    return 1 < squares and (is_count_close or list_match["control"] is not None or list_match["first"] is not None)


def has_control(text: str, pos: int, end: int, force: Force | None, *, must_fit: bool = False) -> bool:
    """Return True if a result follows `pos`, or a control that fits `force`.

    A control needs no check if a result follows it, or if `force` is None. With `must_fit`, only a
    control counts, and it must fit `force` in every case.
    """
    match = _CONTROL_OR_RESULT.match(text, pos, end)
    if match is None:
        return False
    if match["control"] is None or force is None or (match["more"] and not must_fit):
        return not must_fit
    if 9 in force[4:]:
        return False
    return is_control_possible(force, Control(*map(int, match["control"].split("/"))))


def start_with_sign(text: str, start: int, pos: int) -> int:
    """Return the offset of the sign (`+`, `-=`) directly before `pos`, or `pos` without a sign."""
    sign = _SIGN_BEFORE.search(text, max(start, pos - WINDOW), pos)
    return sign.start() if sign else pos


def is_named(text: str, start: int, pos: int) -> bool:
    """Return True if the name of the code precedes `pos`: `**GBR:** `."""
    window_start = max(start, pos - 2 * WINDOW)
    return ("GBR" in text[window_start:pos] or "gbr" in text[window_start:pos]) and _GBR_BEFORE.search(
        text, window_start, pos
    ) is not None


def has_more_squares(text: str, pos: int, end: int) -> bool:
    """Return True if another square follows `pos` after a blank, as in engine moves."""
    return _MORE_SQUARES.match(text, pos, end) is not None


def is_line_end(text: str, pos: int, end: int) -> bool:
    """Return True if only punctuation follows `pos` in its line, bracket or quote."""
    return text[pos : pos + 1] in tuple(")]\"'”`") or _REST_OF_LINE.match(text, pos, end) is not None


def has_board(text: str, token: Span, start: int, end: int) -> bool:
    """Return True if a FEN or a diagram is within 200 code points of `token`."""
    window = max(start, token.start - _MAX_BOARD_DISTANCE), min(end, token.end + _MAX_BOARD_DISTANCE)
    return _BOARD.search(text, *window) is not None


def is_marked(text: str, token: Token, start: int) -> bool:
    """Return True if `token` follows a bracket, or a sign that starts its line."""
    first = start_with_sign(text, start, token.start)
    is_bracketed = start < first and text[first - 1] in "(["
    return is_bracketed or (first < token.start and is_opened(text, start, first))


def are_kings(text: str, token: Token, kings: Span, start: int, end: int, *, is_parted: bool = False) -> bool:
    """Return True if the span `kings` after the class `token` holds its kings.

    Evidence is a control or list after them, a sign and a board, a tag, a name, or a sign that
    starts the line. Kings with a separator (`is_parted`) must end their line if the evidence is a
    tag, a name or such a sign. The text is read from `start` to `end`.
    """
    first = start_with_sign(text, start, token.start)
    has_sign = first < token.start
    if has_anchor_after(text, kings.end, end, token.force) or (has_sign and has_board(text, token.span, start, end)):
        return True
    is_labeled = is_in_tag(text, first, token.start) or is_named(text, start, first)
    if not is_labeled and not (has_sign and is_opened(text, start, first)):
        return False
    return not has_more_squares(text, kings.end, end) and (not is_parted or is_line_end(text, kings.end, end))
