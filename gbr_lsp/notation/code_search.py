"""Search for codes in a text: class tokens, their kings, the rest.

Theory of operation. (1) Class tokens are found by their literal point, damaged ones by the squares
near them. (2) Neighboring classes compete for pairs of squares; `assign_pairs` decides once for the
chain of all tokens. (3) `read` reads each code outward from its class, up to the start of the next
code. Offsets are those of the given text. Nothing here raises.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, SpanIndex
from gbr_lsp.notation.anchors import CODE_TAG_START, has_anchor_after, may_have_tag
from gbr_lsp.notation.class_token import Token
from gbr_lsp.notation.code_reader import ClassPlace, read, read_short, start_of
from gbr_lsp.notation.damaged_classes import find_classes, slips_in_class
from gbr_lsp.notation.evidence import may_have_short_classes, short_classes
from gbr_lsp.notation.grammar import BLANK, GAP, GAP0, LOOSE_SQUARE, MATHS, NO_WORD_BEFORE, SIGN, SQUARE, SQUARE_RUN
from gbr_lsp.notation.king_pairs import (
    FORWARD_BONUS,
    GLUED_WEIGHT,
    LIST_BONUS,
    NEXT_LINE_WEIGHT,
    ONE_KING_WEIGHT,
    OVER_SIGN_WEIGHT,
    RIVAL_BONUS,
    SAME_LINE_WEIGHT,
    KingPairs,
    KingsLink,
    assign_pairs,
)
from gbr_lsp.notation.men import counts_of
from gbr_lsp.notation.misspelled_squares import CLASS_LOOKALIKE, misspelled_squares
from gbr_lsp.notation.splice import Splice, pieces, read_repaired
from gbr_lsp.notation.squares import read_dotted, read_list
from gbr_lsp.notation.tail import CONTROL
from gbr_lsp.notation.values import SQUARES, Kings, Occurrence

_PAIR_BEFORE = regex(
    rf"{NO_WORD_BEFORE}(?P<pair>(?:{LOOSE_SQUARE}){{2}})(?P<gap>{GAP})(?P<sign>{MATHS}{SIGN}{MATHS}{GAP0})?\Z"
)
_KING_BEFORE = regex(rf"{NO_WORD_BEFORE}(?P<other>{SQUARE}{BLANK}+)?(?P<square>{SQUARE}){GAP}\Z")
"""One square; after another square, both are kings in two columns."""
_KING_AFTER = regex(rf"{BLANK}+{SQUARE}{BLANK}+[1-8KQRBNPkqrbnp]{{1,8}}/")
"""One square before a FEN: the other king, in a column of its own."""
_SQUARES_AFTER = regex(rf"(?P<point>\.)?(?P<gap>{GAP0})(?P<run>{SQUARE_RUN.pattern})(?!/[1-8KQRBNPkqrbnp]{{1,8}}/)")
"""Not the first rank of a FEN, such as `k3b3/`."""
_LINE_BREAK = regex(r"[\r\n]")
_MAN_BEFORE = regex(rf"{SQUARE}[ \t,]*\Z")
"""The pair after it ends a list of men."""
_LINE_START = regex(r"(?:\A|[\r\n])[\s*_>`|(\[]*\Z")
_NEXT_CLASS = regex(rf"{GAP}[0-9]{{4}}\.")
_MIN_SURE_PAWNS = 2
"""At least this number of pawns after a square and a point make a list."""
_WINDOW = 64
CLASS_SIGN = regex(r"\.(?<=[0-9]{4}\.)[0-9]{2}")
_CLASS_SIGNS = frozenset("0123456789.")
_DIGIT = regex("[0-9]")
_PAIR_SIGN = regex(rf"{SQUARE}{SQUARE}")


_LONG_TEXT = 100_000
"""In code points. In longer texts, each span is searched for signs separately."""
_TAG_LENGTH = 40
"""Maximum distance in code points from a tag to the value in it."""


def has_signs(text: str) -> bool:
    """Return True if `text` contains a sign that every code has; otherwise `find` finds nothing.

    Signs are the point of a class between digits or look-alikes, two adjacent squares, the start of
    a `Black` or `GBR` tag, and a word before the four digits of a pawnless class. Most texts have
    no code, and this search is many times faster.
    """
    if may_have_tag(text, 0, len(text)) and CODE_TAG_START.search(text):
        return True
    if _DIGIT.search(text) is None:
        return False
    signs = (CLASS_SIGN, _PAIR_SIGN, CLASS_LOOKALIKE)
    return any(sign.search(text) is not None for sign in signs) or may_have_short_classes(text)


def find(text: str, spans: Iterable[Span]) -> list[Occurrence]:
    """Return an `Occurrence` for each code within `spans` of `text`, in order of offset.

    Classes without evidence are included.
    """
    if len(text) <= _LONG_TEXT:
        return [code for start, end in spans for code in _find_between(text, start, end)] if has_signs(text) else []
    # A regular expression blocks all other threads, and the spans may be a small part of the text.
    promising = (span for span in spans if has_signs(text[max(0, span[0] - _TAG_LENGTH) : span[1]]))
    return [code for start, end in promising for code in _find_between(text, start, end)]


def damaged_classes(text: str, spans: Iterable[Span], codes: list[Occurrence]) -> list[Occurrence]:
    """Return the classes with a wrong digit or point within `spans` of `text`, without evidence: `O323.12`.

    Those that overlap one of `codes` are skipped.
    """
    pointed = text.replace(",", ".")
    places = [
        (each, Span(sign.start() - len("0000"), sign.end()))
        for each in spans
        for sign in CLASS_LOOKALIKE.finditer(pointed, *each)
        if not _CLASS_SIGNS.issuperset(text[sign.start() - len("0000") : sign.end()])
    ]
    if not places:
        return []
    taken = SpanIndex(code.span for code in codes)
    found: list[Occurrence] = []
    for within, span in places:
        around = text[span.start - 1 : span.start] + text[span.end : span.end + 1]
        if not within.covers(span) or taken.has_overlap(span) or any(map(str.isalnum, around)):
            continue
        slips = [slip._replace(span=slip.span.shift(span.start)) for slip in slips_in_class(text[slice(*span)])[1]]
        if slips:
            repaired = Splice(text, pieces(span, slips))
            found += map(repaired.back, _read_between(repaired.text, 0, len(repaired.text)))
    return found


def _find_between(text: str, start: int, end: int) -> list[Occurrence]:
    """Return the `Occurrence`s in `text[start:end]`, in order of offset, damaged codes included."""
    tokens, slips = find_classes(text, start, end)
    slips += misspelled_squares(text, start, end)
    return read_repaired(text, start, end, slips, _read_between) if slips else _read(text, start, end, tokens)


def _read_between(text: str, start: int, end: int) -> list[Occurrence]:
    """Return the `Occurrence`s of a text whose repairable slips have been repaired."""
    return _read(text, start, end, find_classes(text, start, end)[0])


def _read(text: str, start: int, end: int, tokens: list[Token]) -> list[Occurrence]:
    """Return the `Occurrence`s of `tokens` and of short classes in `text[start:end]`, in order of offset."""
    places = _places(text, tokens, start, end)
    codes = [code for place in places if (code := read(text, place))]
    ends = [code.span.end for code in codes]
    for token, evidence in list(short_classes(text, start, end)):
        next_index = bisect_right(ends, token.start)
        if next_index == len(ends) or token.end <= codes[next_index].span.start:
            codes.append(read_short(text, token, evidence, start, end))
    return sorted(codes, key=lambda code: code.span)


def _places(text: str, tokens: list[Token], start: int, end: int) -> list[ClassPlace]:
    """Return a `ClassPlace` for each of `tokens`, with kings and limits of the code."""
    links = assign_pairs([_king_pairs(text, token, start, end) for token in tokens])
    places = [ClassPlace(token, link and link.pair, start, end) for token, link in zip(tokens, links, strict=True)]
    for number in range(len(places) - 2, -1, -1):
        places[number] = places[number]._replace(end=start_of(text, places[number + 1]))
    return places


def _king_pairs(text: str, token: Token, start: int, end: int) -> KingPairs:
    """Return the `KingPairs` of `token`: the pairs of squares before and after it, weighted."""
    before = _pair_before(text, token, start) or _king_before(text, token, start, end)
    match = _SQUARES_AFTER.match(text, token.end, end)
    after = _pair_after(text, token, end, before, match) if match else None
    if match and before and after and len(match["run"]) == 4 and not match["point"] and not _has_line_break(match):
        window_start = max(start, before.pair.start - _WINDOW)
        is_in_list = _are_adjacent(text, before.pair) or _MAN_BEFORE.search(text, window_start, before.pair.start)
        if SAME_LINE_WEIGHT <= before.weight:
            before = before._replace(weight=before.weight + RIVAL_BONUS)
        elif not is_in_list and _is_list(text, token, end):
            before = before._replace(weight=before.weight + LIST_BONUS)
    return KingPairs(before, after)


def _pair_after(text: str, token: Token, end: int, before: KingsLink | None, match: re.Match[str]) -> KingsLink | None:
    """Return the `KingsLink` of the squares of `match`, after `token`, or None.

    `before` is that of the squares before `token`.
    """
    run = match["run"]
    if len(run) == 2 and match["point"] and _is_list_of_pawns(text, token, end):
        return KingsLink(Span(*match.span("run")), ONE_KING_WEIGHT)
    is_loose = (len(run) == 4 and not match["point"]) or _is_complete_list(token, match)
    if len(run) < 4 or not _is_pair(run[:4], is_loose=is_loose):
        return None
    if before and not _may_be_kings(text, before, match, token):
        return None
    is_glued = not match["gap"] and not match["point"]
    if 4 < len(run) and not is_glued and not match["point"] and len(run) // 2 - 2 != counts_of(token.force).total:
        # A list of a full code whose kings are not next to it.
        return None
    if before and before.weight == ONE_KING_WEIGHT and _is_list(text, token, end):
        return None
    weight = NEXT_LINE_WEIGHT if _has_line_break(match) else GLUED_WEIGHT if is_glued else SAME_LINE_WEIGHT
    return KingsLink(Span(match.start("run"), match.start("run") + 4), weight)


def _has_line_break(match: re.Match[str]) -> bool:
    return _LINE_BREAK.search(match["gap"]) is not None


def _is_complete_list(token: Token, match: re.Match[str]) -> bool:
    """Return True if the squares of `match` are the kings and all men of `token`."""
    squares = len(match["run"]) // 2 - 2
    if match["point"]:
        return squares == counts_of(token.force).pieces
    return not match["gap"] and squares == counts_of(token.force).total


def _is_list_of_pawns(text: str, token: Token, end: int) -> bool:
    """Return True if a square and all pawns follow the point of a pieceless class."""
    counts = counts_of(token.force)
    if counts.pieces != 0 or counts.pawns is None or counts.pawns < _MIN_SURE_PAWNS:
        return False
    squares = read_dotted(text, token.end + 1, end, counts)
    return len(squares.before_point) == 1 and len(squares.after_point) == counts.pawns


def _pair_before(text: str, token: Token, start: int) -> KingsLink | None:
    """Return the `KingsLink` of the pair of squares before `token`, or None: `g3g1 0023.10`."""
    match = _PAIR_BEFORE.search(text, max(start, token.start - _WINDOW), token.start)
    if not match:
        return None
    over_line, has_sign = _has_line_break(match), match["sign"] is not None
    if (over_line and has_sign) or not _is_pair(match["pair"], is_loose=not over_line and not has_sign):
        return None
    line_weight = NEXT_LINE_WEIGHT if over_line else SAME_LINE_WEIGHT
    return KingsLink(Span(*match.span("pair")), OVER_SIGN_WEIGHT if has_sign else line_weight + FORWARD_BONUS)


def _king_before(text: str, token: Token, start: int, end: int) -> KingsLink | None:
    """Return the `KingsLink` of one king before a code that lost the other, or None."""
    match = _KING_BEFORE.search(text, max(start, token.start - _WINDOW), token.start)
    if (
        not match
        or match["other"]
        or _KING_AFTER.match(text, token.end, end)
        or not has_anchor_after(text, token.end, end, token.force)
    ):
        return None
    square = Span(*match.span("square"))
    window = max(start, square.start - _WINDOW)
    if _LINE_BREAK.search(text, square.end, token.start) and not _LINE_START.search(text, window, square.start):
        # It ends a sentence or a list of men.
        return None
    return KingsLink(square, ONE_KING_WEIGHT)


def _are_adjacent(text: str, pair: Span) -> bool:
    """Return True if the squares of `pair` are equal or adjacent: not kings."""
    return Kings(*(SQUARES.get(text[offset : offset + 2]) for offset in (pair.start, pair.end - 2))).are_adjacent


def _is_pair(pair: str, *, is_loose: bool) -> bool:
    on_board_count = (pair[:2] in SQUARES) + (pair[2:] in SQUARES)
    return on_board_count == 2 or (is_loose and on_board_count == 1)


def _may_be_kings(text: str, pair_before: KingsLink, match: re.Match[str], token: Token) -> bool:
    """Return True if the squares of `match`, after a class, may be kings despite `pair_before`."""
    run, is_same_line = match["run"], NEXT_LINE_WEIGHT + FORWARD_BONUS < pair_before.weight
    men, squares = counts_of(token.force).total, len(run) // 2
    is_glued = not match["gap"] and not match["point"]
    if squares == 2:
        return not (is_same_line and run == text[pair_before.pair.start : pair_before.pair.end])
    if match["point"]:
        return not is_same_line or _has_line_break(match)
    return is_glued and squares != men and (men is None or squares == men + 2)


def _is_list(text: str, token: Token, end: int) -> bool:
    """Return True if the squares after a class are its list, as long as required."""
    counts = counts_of(token.force)
    squares = read_list(text, token.end, end, counts) if counts.total is not None else None
    if squares is None or squares.total != counts.total or _NEXT_CLASS.match(text, squares.end, end):
        return False
    if counts.pieces == 0 and squares.total == 2 and any(text[span.end - 1] in "18" for span in squares.before_point):
        # No pawn can be on the first or last rank: they are kings.
        return False
    return 2 < squares.total or CONTROL.match(text, squares.end, end) is not None
