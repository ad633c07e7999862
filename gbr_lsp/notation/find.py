"""Codes in a text: every class token, the kings it claims, and all that belongs to it.

Theory of operation. (1) Class tokens are found by their literal point, damaged ones by the squares beside them.
(2) Neighbours contend for pairs of squares; `claims` settles that once for the whole stretch. (3) `read` then reads
each code outwards from its class, between the end of the code before and the start of the one behind. Offsets are
those of the text that is given; nothing here raises.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.anchors import IN_TAG_BEGINS, is_anchored_behind, may_have_tag
from gbr_lsp.notation.claims import (
    FORWARD,
    GLUED,
    NEXT_LINE,
    ONE_KING,
    OVER_SIGN,
    SAME_LINE,
    WITH_LIST,
    WITH_RIVAL,
    Claims,
    KingsLink,
    settle,
)
from gbr_lsp.notation.damage import damaged
from gbr_lsp.notation.evidence import may_have_short_classes, short_classes
from gbr_lsp.notation.grammar import BLANK, GAP, GAP0, LOOSE_SQUARE, MATHS, NO_WORD_BEFORE, RUN, SIGN, SQUARE, classes
from gbr_lsp.notation.men import men_of
from gbr_lsp.notation.mending import read_mended
from gbr_lsp.notation.misspelled import CLASS_ALIKE, misspelled_squares
from gbr_lsp.notation.read import ClassPlace, expected, read, read_short, start_of
from gbr_lsp.notation.squares import read_dotted, read_list
from gbr_lsp.notation.tail import CONTROL
from gbr_lsp.notation.token import Token, force_from
from gbr_lsp.notation.values import SLOTS, SQUARES, Kings, Occurrence

_BEFORE = regex(
    rf"{NO_WORD_BEFORE}(?P<pair>(?:{LOOSE_SQUARE}){{2}})(?P<gap>{GAP})(?P<sign>{MATHS}{SIGN}{MATHS}{GAP0})?\Z"
)
_ONE_BEFORE = regex(rf"{NO_WORD_BEFORE}(?P<other>{SQUARE}{BLANK}+)?(?P<square>{SQUARE}){GAP}\Z")
"""One square; behind another, both are kings in two columns."""
_AFTER = regex(rf"(?P<point>\.)?(?P<gap>{GAP0})(?P<run>{RUN.pattern})")
_LINE_BREAK = regex(r"[\r\n]")
_MAN_BEFORE = regex(rf"{SQUARE}[ \t,]*\Z")
"""The pair after it ends a list of men."""
_OPENS_LINE = regex(r"(?:\A|[\r\n])[\s*_>`|(\[]*\Z")
_NEXT_CLASS = regex(rf"{GAP}[0-9]{{4}}\.")
_SURE = 2
"""So many pawns behind a square and a point are a list."""
_WINDOW = 64
_CLASS_SIGN = regex(r"\.(?<=[0-9]{4}\.)[0-9]{2}")
_DIGIT = regex("[0-9]")
_PAIR_SIGN = regex(rf"{SQUARE}{SQUARE}")


_LONG = 100_000
"""Code points: from here on, signs are looked for in each span by itself."""
_TAG = 40
"""Code points before a value in which its tag is."""


def has_signs(text: str) -> bool:
    """Whether a text has something that every code has; if not, `find` finds none in any spans of it.

    That is the point of a class between its digits or what looks like them, two squares side by side, the beginning of
    a `Black` or `GBR` tag, or a word before the four digits of a pawnless class. Most texts have no code, and to look
    for signs is many times faster.
    """
    if may_have_tag(text, 0, len(text)) and IN_TAG_BEGINS.search(text):
        return True
    if _DIGIT.search(text) is None:
        return False
    signs = (_CLASS_SIGN, _PAIR_SIGN, CLASS_ALIKE)
    return any(sign.search(text) is not None for sign in signs) or may_have_short_classes(text)


def find(text: str, spans: Iterable[Span]) -> list[Occurrence]:
    """The codes in those spans of a text, bare classes included, in order of offset."""
    if len(text) <= _LONG:
        return [code for start, end in spans for code in _find_between(text, start, end)] if has_signs(text) else []
    # What searches a text lets no other thread run, and the spans may be a small part of it.
    with_signs = (span for span in spans if has_signs(text[max(0, span[0] - _TAG) : span[1]]))
    return [code for start, end in with_signs for code in _find_between(text, start, end)]


def _find_between(text: str, start: int, end: int) -> list[Occurrence]:
    sound = _sound(text, start, end)
    odd, slips = damaged(text, start, end, sound)
    slips += misspelled_squares(text, start, end)
    if slips:
        return read_mended(text, start, end, slips, _read_between)
    return _read(text, start, end, sorted(sound + odd))


def _read_between(text: str, start: int, end: int) -> list[Occurrence]:
    """The codes of a text in which every slip that can be mended is mended."""
    sound = _sound(text, start, end)
    return _read(text, start, end, sorted(sound + damaged(text, start, end, sound)[0]))


def _sound(text: str, start: int, end: int) -> list[Token]:
    return [Token(*span, force_from(text[span.start : span.end])) for span in classes(text, start, end)]


def _read(text: str, start: int, end: int, tokens: list[Token]) -> list[Occurrence]:
    places = _places(text, tokens, start, end)
    codes = [code for place in places if (code := read(text, place))]
    ends = [code.span.end for code in codes]
    for token, evidence in list(short_classes(text, start, end)):
        behind = bisect_right(ends, token.start)
        if behind == len(ends) or token.end <= codes[behind].span.start:
            codes.append(read_short(text, token, evidence, start, end))
    return sorted(codes, key=lambda code: code.span)


def _places(text: str, tokens: list[Token], start: int, end: int) -> list[ClassPlace]:
    """The tokens with the kings they got and the stretch in which the rest of each code may stand."""
    chain = [_claims(text, token, start, end) for token in tokens]
    places = [
        ClassPlace(token, link, link is not None and link is claims.before, start, end)
        for token, claims, link in zip(tokens, chain, settle(chain), strict=True)
    ]
    for number in range(len(places) - 2, -1, -1):
        places[number] = places[number]._replace(end=start_of(text, places[number + 1]))
    return places


def _claims(text: str, token: Token, start: int, end: int) -> Claims:
    before = _before(text, token, start) or _one_before(text, token, start, end)
    found = _AFTER.match(text, token.end, end)
    if not found:
        return Claims(before, None)
    run = found["run"]
    pair = Span(found.start("run"), found.start("run") + 4)
    if len(run) == 2 and found["point"] and _is_list_of_pawns(text, token, end):
        return Claims(before, KingsLink(Span(*found.span("run")), ONE_KING))
    loose = (len(run) == 4 and not found["point"]) or _is_whole_list(token, found)
    if len(run) < 4 or not _is_pair(run[:4], loose=loose):
        return Claims(before, None)
    over_line = "\n" in found["gap"] or "\r" in found["gap"]
    if before and not _parts_from(text, before, found, token, over_line=over_line):
        return Claims(before, None)
    glued = not found["gap"] and not found["point"]
    if 4 < len(run) and not glued and not found["point"] and len(run) // 2 - 2 != _men(token):
        # A list of a full code whose kings are not beside it.
        return Claims(before, None)
    if before and before.weight == ONE_KING and _is_list(text, token, end):
        return Claims(before, None)
    weight = NEXT_LINE if over_line else GLUED if glued else SAME_LINE
    if before and len(run) == 4 and not over_line and not found["point"]:
        near = max(start, before.pair.start - _WINDOW)
        in_list = _touch(text, before.pair) or _MAN_BEFORE.search(text, near, before.pair.start)
        is_list = before.weight < SAME_LINE and not in_list and _is_list(text, token, end)
        more = WITH_LIST if is_list else 0
        more = WITH_RIVAL if SAME_LINE <= before.weight else more
        before = before._replace(weight=before.weight + more)
    return Claims(before, KingsLink(pair, weight))


def _is_whole_list(token: Token, found: re.Match[str]) -> bool:
    """Whether the squares glued to a class, or behind its point, are its kings and as many men as the digits say."""
    squares = len(found["run"]) // 2 - 2
    if found["point"]:
        return squares == expected(token)[0]
    return not found["gap"] and squares == _men(token)


def _is_list_of_pawns(text: str, token: Token, end: int) -> bool:
    """Whether one square and as many pawns as the digits say stand behind the point of a class without pieces."""
    pieces, pawns = expected(token)
    if pieces != 0 or pawns is None or pawns < _SURE:
        return False
    squares = read_dotted(text, token.end + 1, end, pieces, pawns)
    return len(squares.before) == 1 and len(squares.behind) == pawns


def _before(text: str, token: Token, start: int) -> KingsLink | None:
    found = _BEFORE.search(text, max(start, token.start - _WINDOW), token.start)
    if not found:
        return None
    over_line = "\n" in found["gap"] or "\r" in found["gap"]
    if not _is_pair(found["pair"], loose=not over_line and not found["sign"]):
        return None
    if found["sign"]:
        return None if over_line else KingsLink(Span(*found.span("pair")), OVER_SIGN)
    return KingsLink(Span(*found.span("pair")), (NEXT_LINE if over_line else SAME_LINE) + FORWARD)


def _one_before(text: str, token: Token, start: int, end: int) -> KingsLink | None:
    """The one king of a caption or a full code whose other king was lost: a control, a result or a list tells."""
    found = _ONE_BEFORE.search(text, max(start, token.start - _WINDOW), token.start)
    if not found or found["other"] or not is_anchored_behind(text, token.end, end, token.force):
        return None
    square = Span(*found.span("square"))
    window = max(start, square.start - _WINDOW)
    if _LINE_BREAK.search(text, square.end, token.start) and not _OPENS_LINE.search(text, window, square.start):
        # It ends a sentence or a list of men.
        return None
    return KingsLink(square, ONE_KING)


def _touch(text: str, pair: Span) -> bool:
    """Return True if the squares of `pair` are the same or neighbors, so that no kings can be there."""
    return Kings(*(SQUARES.get(text[at : at + 2]) for at in (pair.start, pair.end - 2))).touch


def _is_pair(pair: str, *, loose: bool) -> bool:
    good = (pair[:2] in SQUARES) + (pair[2:] in SQUARES)
    return good == 2 or (loose and good == 1)


def _parts_from(text: str, before: KingsLink, found: re.Match[str], token: Token, *, over_line: bool) -> bool:
    """Whether squares behind a class with a pair before it may be kings too, and not its list or a repetition."""
    run, same_line = found["run"], NEXT_LINE + FORWARD < before.weight
    men = _men(token)
    squares = len(run) // 2
    glued = not found["gap"] and not found["point"]
    if squares == 2:
        return not (same_line and run == text[before.pair.start : before.pair.end])
    if found["point"]:
        return not same_line or over_line
    return glued and squares != men and (men is None or squares == men + 2)


def _is_list(text: str, token: Token, end: int) -> bool:
    """Whether the squares behind a class are its list: as many as the digits say, and none the kings of the next."""
    pieces, pawns = expected(token)
    squares = read_list(text, token.end, end, pieces, pawns) if pieces is not None and pawns is not None else None
    if squares is None or squares.total != _men(token) or _NEXT_CLASS.match(text, squares.end, end):
        return False
    if pieces == 0 and squares.total == 2 and any(text[span.end - 1] in "18" for span in squares.before):
        # No pawn can be there: they are kings.
        return False
    return 2 < squares.total or CONTROL.match(text, squares.end, end) is not None


def _men(token: Token) -> int | None:
    """How many men the digits say there are besides the kings; None where a 9 or damage hides it."""
    if token.force is None:
        return None
    known = [count for count in men_of(token.force) if count is not None]
    return sum(known) if len(known) == len(SLOTS) else None
