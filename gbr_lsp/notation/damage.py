"""Codes that someone mistyped, and what was meant: letters for digits, a wrong point, squares that are turned.

Numbers are everywhere, so a damaged class needs more than a sound one: squares beside it, and where its shape is that
of any number, a second anchor (a sign, a bracket, a control, a list of as many squares as the digits mean); or the
parenthesis of a `Black` tag. A pair that more pairs follow is a line of engine moves. Digits that are too many or too
few cannot be mended from the code alone: then the class is a token without a force.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.anchors import (
    IN_TAG,
    IN_TAG_BEGINS,
    WINDOW,
    ends_line,
    goes_on,
    has_board,
    has_control,
    is_anchored_behind,
    is_named,
    may_have_tag,
    sign_before,
    total_of,
)
from gbr_lsp.notation.grammar import BLANK, GAP, GAP0, NO_WORD_AFTER, NO_WORD_BEFORE, SIGN, SQUARE, is_opened
from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.token import Token, force_from
from gbr_lsp.notation.values import Force, Problem
from gbr_lsp.slips import Field, is_sound, likeliest
from gbr_lsp.slips.fields import DIGITS, FILES, RANKS
from gbr_lsp.slips.signs import LIKE, is_alike, letters_like

DIGIT_ALIKE = rf"[\d⁰¹²³⁴-⁹₀-₉{letters_like(DIGITS)}]"
"""A digit in any script or height, or a letter that looks like one."""
SQUARE_ALIKE = rf"[\d⁰¹²³⁴-⁹₀-₉A-Ha-hＡ-Ｈａ-ｈ|{letters_like(FILES + RANKS)}]"
"""A file or a rank, or a sign that looks like one."""
_POINT = rf"(?:{BLANK}\.?|\.(?:\.|{BLANK})|[.,:;·‧•∙⋅_/．，：；・–—-]|)"
_ALIKE = rf"(?:{DIGIT_ALIKE}|\|)"
_FIRST = rf"(?:{DIGIT_ALIKE}|(?<=\w )\||(?<=[\"(+=])\|)"
_SHAPE = (
    rf"(?P<token>(?P<pieces>{_FIRST}{_ALIKE}{{3}})(?P<point>{_POINT})(?P<pawns>{_ALIKE}{{2}})"
    r"|[0-9]{3}\.[0-9]{2}|[0-9]{5}\.[0-9]{2}|[0-9]{4}\.[0-9]|[0-9]{4}\.[0-9]{3})"
)
"""Four and two digits with something wrong in or between them, or one digit too many or too few."""

_START = rf"{NO_WORD_BEFORE}(?<![^\W_][.,:/-])(?<![€£¥$#@/\\])"
_RUN = regex(rf"(?<!{SQUARE})(?:{SQUARE}){{2,}}{NO_WORD_AFTER}")
"""All squares of a run at once: what is left of one that goes on with a letter is no run either."""
_BEFORE_RUN = regex(rf"{_START}{_SHAPE}(?P<dot>\.)?(?P<gap>{GAP0})\Z")
_AFTER_PAIR = regex(rf"{GAP}{_SHAPE}{NO_WORD_AFTER}(?![.,:/-]?[0-9]|\.\?)")
_IN_TAG = regex(rf"{IN_TAG}(?:{SIGN}{GAP0})?{_SHAPE}(?={NO_WORD_AFTER}|{SQUARE})(?!\.[0-9?])")
_WHOLE = regex(_SHAPE)
_PARTED = (
    r"(?P<token>(?P<pieces>(?=[0-9 ]{5}\.)[0-9]{1,3}[ ][0-9]{1,3}|[0-9]{4})(?P<point>\.)(?P<pawns>[0-9][ ]?[0-9]))"
)
"""The digits of a class with a blank among them, or none."""
_PARTED_BEFORE_RUN = regex(rf"{_START}{_PARTED}(?P<gap>{BLANK}?)\Z")
_PARTED_AFTER_PAIR = regex(rf"{BLANK}{_PARTED}{NO_WORD_AFTER}(?![.,:/-]?[0-9]|\.\?)")
_PAWNS_BEHIND = regex(rf"\.{GAP0}{SQUARE}")
_LONGEST_POINT = 2
_PIECES = 4
_SURE = 5
"""So many digits and noughts leave no doubt of a sixth sign that looks somewhat like a digit."""
_THOUSANDS = regex(rf"[0-9]{BLANK}\Z")
_DATE = regex(r"(?:19|20)[0-9]{2}[^0-9]?(?:0[1-9]|1[0-2])")


class Damage(NamedTuple):
    """One slip in the spelling of a code: where it stands, what was meant, and the rule that says so."""

    span: Span
    instead: str
    rule: str


def damaged(text: str, start: int, end: int, sound: list[Token]) -> tuple[list[Token], list[list[Damage]]]:
    """What is damaged in `text[start:end]` and overlaps no sound token, in order of offset.

    That is the tokens with a digit too many or too few, and the slips in each class that can be mended.
    """
    found: dict[int, tuple[Token, list[Damage]]] = {}
    for match in _candidates(text, start, end, sound):
        slips = _slips(match)
        if (slips and not _DATE.fullmatch(match["token"])) or match["pieces"] is None:
            found.setdefault(match.start("token"), (_odd(match), slips))
    tokens: list[Token] = []
    mendable: list[list[Damage]] = []
    done = start
    for _, (token, slips) in sorted(found.items()):
        if done <= token.start:
            done = token.end
            if slips:
                mendable.append(slips)
            else:
                tokens.append(token)
    return tokens, mendable


def whole_slips(text: str) -> tuple[Token | None, list[Damage]]:
    """What a whole text is, for those who ask what it means: a token with odd digits, or the slips in a class."""
    match = _WHOLE.fullmatch(text)
    if match is None:
        return None, []
    return (_odd(match), []) if match["pieces"] is None else (None, _slips(match))


def _candidates(text: str, start: int, end: int, sound: list[Token]) -> Iterator[re.Match[str]]:
    ends = [token.end for token in sound]

    def is_apart(match: re.Match[str]) -> bool:
        """Whether a look-alike overlaps no sound token."""
        behind = bisect_right(ends, match.start("token"))
        return behind == len(sound) or match.end("token") <= sound[behind].start

    for match in _look_alikes(text, start, end, is_apart):
        if not _is_cell(text, match):
            yield match


def _is_cell(text: str, token: re.Match[str]) -> bool:
    """Whether a bar at the start or end of a token parts the cells of a table, and is no 1."""
    written = token["token"]
    if "|" not in (written[0], written[-1]):
        return False
    start, end = token.span("token")
    low = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    line = re.compile(r"[^\r\n]*").match(text, end)
    return "|" in text[low:start] + (line[0] if line else "")


def _look_alikes(text: str, start: int, end: int, is_apart: Callable[[re.Match[str]], bool]) -> Iterator[re.Match[str]]:
    """The look-alikes that are apart, which is asked first, for most are sound."""
    for run in _RUN.finditer(text, start, end):
        if parted := _parted_beside(text, run, start, end):
            if is_apart(parted):
                yield parted
            continue
        before = _BEFORE_RUN.search(text, max(start, run.start() - WINDOW), run.start())
        if before and is_apart(before) and _is_anchored(text, before, run, start, end):
            yield before
        if run.end() - run.start() != 4 or text[run.start() - 1 : run.start()].isalnum():
            continue
        after = _AFTER_PAIR.match(text, run.end(), end)
        if after and is_apart(after) and is_anchored_behind(text, after.end(), end, _force_of(after)):
            yield after
    low = max(0, start - WINDOW)
    if may_have_tag(text, low, end) and IN_TAG_BEGINS.search(text, low, end):
        yield from filter(is_apart, _IN_TAG.finditer(text, low, end))


def _parted_beside(text: str, run: re.Match[str], start: int, end: int) -> re.Match[str] | None:
    """The class with a blank among its digits beside kings, with a sign, a control or a board that leaves no doubt."""
    low, squares = max(start, run.start() - WINDOW), (run.end() - run.start()) // 2
    before = _PARTED_BEFORE_RUN.search(text, low, run.start()) if "." in text[low : run.start()] else None
    if before and before["token"].count(" ") == 1 and "9" not in before["token"]:
        force, sign = _force_of(before), sign_before(text, start, before.start())
        if squares == 2 and has_control(text, run.end(), end, force, fits=True):
            return before
        if sign is not None and before["gap"] and squares == 2:
            return before if has_board(text, Span(*before.span("token")), start, end) else None
        if sign is not None and not before["gap"] and is_opened(text, start, sign):
            return before if squares - 2 in (0, total_of(force)) else None
    if squares != 2 or text[run.start() - 1 : run.start()].isalnum():
        return None
    after = _PARTED_AFTER_PAIR.match(text, run.end(), end)
    if after is None or after["token"].count(" ") != 1 or "9" in after["token"]:
        return None
    return after if has_control(text, after.end(), end, _force_of(after), fits=True) else None


def _force_of(token: re.Match[str]) -> Force | None:
    meant = _mended(token["pieces"], token["point"], token["pawns"]) if token["pieces"] else None
    return force_from(meant) if meant else None


def _mended(pieces: str, point: str, pawns: str) -> str | None:
    """What a class means that has as many digits as it must, or signs for them."""
    written = f"{pieces}{point if len(point) <= _LONGEST_POINT else ' '}{pawns}"
    if is_sound(written, Field.CLASS):
        return written
    meant = likeliest(written, Field.CLASS, LIKE)
    return meant.text if meant else None


def _is_anchored(text: str, token: re.Match[str], run: re.Match[str], start: int, end: int) -> bool:
    """Whether the squares behind a token are more than chance.

    A code begins with its sign, if it has one, and hardly any number begins with a nought as most codes do.
    """
    sign = sign_before(text, start, token.start())
    first = token.start() if sign is None else sign
    opened = is_opened(text, start, first)
    if run.end() - run.start() == 4:
        return _is_anchored_by_pair(text, token, run, Span(start, end), sign, opened=opened)
    bracketed = text[first - 1 : first] in ("(", "[") if start < first else False
    if not (token["dot"] or bracketed or (sign is not None and opened)):
        return False
    glued = not token["gap"] and not token["dot"]
    return not glued or token["point"] in (".", None) or _fits(token, run)


def _is_anchored_by_pair(
    text: str, token: re.Match[str], run: re.Match[str], inside: Span, sign: int | None, *, opened: bool
) -> bool:
    """The same where only one pair of squares stands behind the token; `opened` is whether something opens there."""
    start, end = inside
    point, glued = token["point"], not token["gap"] and not token["dot"]
    if not glued and goes_on(text, run.end(), end):
        return False
    if (
        glued
        and point == ""
        and sign is not None
        and not (
            re.search("[gh]", run[0])
            or _may_be_code(token)
            or (is_possible(_force_of(token)) and has_board(text, Span(*token.span("token")), start, end))
        )
    ):
        return False
    if sign is not None and not glued and has_board(text, Span(*token.span("token")), start, end):
        return True
    if is_named(text, start, token.start() if sign is None else sign):
        return True
    if (sign is not None and opened) or (not token["dot"] and has_control(text, run.end(), end, _force_of(token))):
        return True
    if glued and point not in (None, ".") and not re.search("[gh]", run[0]):
        # Ten characters of 0-9 and a-f may be a checksum, in brackets too, and with a hyphen the number of a part.
        return False
    alone = opened and ends_line(text, run.end(), end)
    nought = token["token"][0] in "0OoОо０"
    if token["dot"]:
        return (nought and alone) or _PAWNS_BEHIND.match(text, run.end(), end) is not None
    if point is None and _THOUSANDS.search(text, max(start, token.start() - 2), token.start()):
        return False  # `1 005.32` is a number.
    if point is None:
        return nought or (alone and run[0][0] != run[0][2])
    if not token["token"].replace(point, "", 1).isdecimal():
        return point in (".", ",", ":")
    if not token["token"].replace(point, "", 1).isascii():
        return True
    return nought or alone if point == "," else nought and alone


def _may_be_code(token: re.Match[str]) -> bool:
    """Whether six digits may be those of a study: few studies have men of all four kinds, and none too many."""
    force = _force_of(token)
    return force is not None and 0 in force[:4] and is_possible(force)


def _fits(token: re.Match[str], run: re.Match[str]) -> bool:
    """Whether a run has as many squares as the digits before it mean, or letters that no hexadecimal number has."""
    men = total_of(_force_of(token))
    squares = (run.end() - run.start()) // 2
    return (men is not None and abs(squares - men - 2) <= 1) or re.search("[gh]", run[0]) is not None


def _odd(match: re.Match[str]) -> Token:
    span = Span(*match.span("token"))
    return Token(*span, None, (Problem("digit-count", span),))


def _slips(match: re.Match[str]) -> list[Damage]:
    """The slips in a class that can be mended; none where nothing is wrong with it or too much."""
    pieces, point, pawns = match["pieces"], match["point"], match["pawns"]
    meant = _mended(pieces, point, pawns) if pieces else None
    if meant is None:
        return []
    start, written, behind = match.start("token"), f"{pieces}{pawns}", len(point) - 1
    if " " in written:
        blank = start + match["token"].index(" ")
        return [Damage(Span(blank, blank + 1), "", "digit-count")]
    slips = []
    digits = meant.replace(".", "")
    wrong = [at for at in range(len(digits)) if written[at] != digits[at]]
    if wrong:
        if not _is_mostly_digits(pieces, pawns):
            return []
        first, last = (at + (_PIECES <= at) for at in (wrong[0], wrong[-1]))
        span = Span(start + first + behind * (_PIECES < first), start + last + behind * (_PIECES < last) + 1)
        slips.append(Damage(span, meant[first : last + 1], "confused-digit"))
        if first < _PIECES < last:
            return slips
    if point != ".":
        at = Span(*match.span("point"))
        if "." in point:
            # One point of two, or the blank beside it, is too much.
            at = Span(at.start + 1, at.end) if point[0] == "." else Span(at.start, at.end - 1)
        slips.append(Damage(at, "" if "." in point else ".", "separator"))
    return sorted(slips)


def _is_mostly_digits(pieces: str, pawns: str) -> bool:
    # Four noughts typed as letters are common; a word of such letters (`Solo`, `BOSS`) is no class.
    digits = sum(map(str.isdigit, pieces + pawns))
    noughts = [is_alike(sign, "0") and not sign.isdigit() for sign in pieces + pawns]
    rare = sum(not any(is_alike(sign, digit) for digit in DIGITS) for sign in pieces + pawns)
    if rare and digits + sum(noughts) < _SURE:
        return False
    return sum(noughts[:_PIECES]) + rare == _PIECES or (any(map(str.isdigit, pieces)) and 1 < digits)
