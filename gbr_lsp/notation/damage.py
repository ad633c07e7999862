"""Class tokens that someone mistyped: letters for digits, a wrong point, a digit too many or too few.

Numbers are everywhere, so a damaged token needs more than a sound one: a pair of squares beside it, and where its
shape is that of any number, a second anchor (a sign, a bracket, a control, a line of its own); or the parenthesis of a
`Black` tag. A pair that more pairs follow is a line of engine moves.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.grammar import BLANK, GAP, GAP0, MATHS, NO_WORD_AFTER, NO_WORD_BEFORE, SIGN, SQUARE, is_opened
from gbr_lsp.notation.token import Token, force_from
from gbr_lsp.notation.values import Problem

_DIGIT = "[0-9OolIiSsBZz]"
_MEANT = str.maketrans("OolIiSsBZz", "0011155822")

_SHAPE = (
    rf"(?P<token>(?P<pieces>{_DIGIT}{{4}})(?P<point>[.,:]|(?:{BLANK})?)(?P<pawns>{_DIGIT}{{2}})"
    r"|[0-9]{3}\.[0-9]{2}|[0-9]{5}\.[0-9]{2}|[0-9]{4}\.[0-9]|[0-9]{4}\.[0-9]{3})"
)
"""Four and two digits with something wrong in or between them, or one digit too many or too few."""

_START = rf"{NO_WORD_BEFORE}(?<![0-9][.,:/-])(?<![€£¥$#@/\\])"
_PAIR = regex(rf"(?:{SQUARE}){{2}}{NO_WORD_AFTER}")
_BEFORE_PAIR = regex(rf"{_START}{_SHAPE}(?P<gap>{GAP0})\Z")
_AFTER_PAIR = regex(rf"{GAP}{_SHAPE}{NO_WORD_AFTER}(?![.,:/-]?[0-9]|\.\?)")
_IN_TAG = regex(rf'\[\s*Black\s+"\s*\(\s*(?:{SIGN}{GAP0})?{_SHAPE}(?={NO_WORD_AFTER}|{SQUARE})(?!\.[0-9?])')
_WHOLE = regex(_SHAPE)
_MORE_PAIRS = regex(rf"{BLANK}+{SQUARE}")
_CONTROL_OR_RESULT = regex(
    rf"{GAP}(?:[0-9]{{1,2}}/[0-9]{{1,2}}(?![0-9/-])|(?:win|draw|white|black|[wb]tm){NO_WORD_AFTER})", re.I
)
_SIGN_BEFORE = regex(rf"{MATHS}{SIGN}{MATHS}{GAP0}\Z")
_REST = regex(r"[^\w\r\n]*(?=[\r\n]|\Z)")
_WINDOW = 24


def damaged_tokens(text: str, start: int, end: int, sound: list[Token]) -> list[Token]:
    """The damaged class tokens of `text[start:end]` that no sound token overlaps, in order of offset."""
    found: dict[int, Token] = {}
    ends = [token.end for token in sound]
    for match in _candidates(text, start, end):
        token = _token(match)
        behind = bisect_right(ends, token.start) if token else 0
        if token and not (behind < len(sound) and sound[behind].start < token.end):
            found.setdefault(token.start, token)
    tokens: list[Token] = []
    for _, token in sorted(found.items()):
        if not tokens or tokens[-1].end <= token.start:
            tokens.append(token)
    return tokens


def whole_token(text: str) -> Token | None:
    """The damaged class token that a whole text is, for those who ask what it means; None if it is none."""
    match = _WHOLE.fullmatch(text)
    return _token(match) if match else None


def _candidates(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    for pair in _PAIR.finditer(text, start, end):
        before = _BEFORE_PAIR.search(text, max(start, pair.start() - _WINDOW), pair.start())
        if before and _is_anchored(text, before, pair, start, end):
            yield before
        if text[pair.start() - 1 : pair.start()].isalnum():
            continue
        after = _AFTER_PAIR.match(text, pair.end(), end)
        if after and _CONTROL_OR_RESULT.match(text, after.end(), end):
            yield after
    if text.find("Black", max(0, start - _WINDOW), end) != -1:
        yield from _IN_TAG.finditer(text, max(0, start - _WINDOW), end)


def _is_anchored(text: str, token: re.Match[str], pair: re.Match[str], start: int, end: int) -> bool:
    """Whether the pair behind a token is more than chance.

    A code begins with its sign, if it has one, and hardly any number begins with a nought as most codes do.
    """
    point, glued = token["point"], not token["gap"]
    if not glued and _MORE_PAIRS.match(text, pair.end(), end):
        return False
    sign = _SIGN_BEFORE.search(text, max(start, token.start() - _WINDOW), token.start())
    opened = is_opened(text, start, sign.start() if sign else token.start())
    if (sign and opened) or _CONTROL_OR_RESULT.match(text, pair.end(), end):
        return True
    if glued and point == "" and not re.search("[gh]", pair[0]):
        # Ten characters of 0-9 and a-f are as likely to be a checksum, in brackets too.
        return False
    alone = opened and _ends_line(text, pair.end(), end)
    nought = token["token"][0] in "0Oo"
    if point is None:
        return nought or (alone and pair[0][0] != pair[0][2])
    if re.search("[A-Za-z]", token["token"]):
        return point in (".", ",", ":")
    return nought or alone if point == "," else nought and alone


def _ends_line(text: str, pos: int, end: int) -> bool:
    """Whether nothing stands behind an offset on its line but blanks and punctuation, or a bracket or quote closes."""
    return text[pos : pos + 1] in tuple(")]\"'”`") or _REST.match(text, pos, end) is not None


def _token(match: re.Match[str]) -> Token | None:
    """The token of a match, with its problems; None where nothing is wrong with it or too much."""
    span = Span(*match.span("token"))
    pieces, point, pawns = match["pieces"], match["point"], match["pawns"]
    if pieces is None:
        return Token(*span, None, (Problem("digit-count", span),))
    written = match["token"]
    meant = f"{pieces}.{pawns}".translate(_MEANT)
    problems = []
    wrong = [index for index, char in enumerate(written) if char.isalpha()]
    if wrong:
        if point not in (".", ",", ":") or not _mostly_digits(pieces, pawns):
            return None
        where = Span(span.start + wrong[0], span.start + wrong[-1] + 1)
        problems.append(Problem("confused-digit", where, written.translate(_MEANT)[wrong[0] : wrong[-1] + 1]))
    if point != ".":
        problems.append(Problem("separator", Span(*match.span("point")), "."))
    return Token(*span, force_from(meant), tuple(problems)) if problems else None


def _mostly_digits(pieces: str, pawns: str) -> bool:
    # Four noughts typed as letters are common; a word of such letters (`Solo`, `BOSS`) is no class.
    digits = sum(char.isdigit() for char in pieces + pawns)
    return pieces in ("OOOO", "oooo") or (any(map(str.isdigit, pieces)) and 1 < digits)
