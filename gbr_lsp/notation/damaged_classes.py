"""Damaged classes and their repair: letters for digits, a wrong point.

Numbers are common, so a damaged class needs more evidence than a sound one. It needs squares next
to it, or the parenthesis of a `Black` tag. If any number may have its shape, it also needs a second
anchor: a sign, a bracket, a control, or a list as long as the digits require. A pair that more
pairs follow is a line of engine moves. A wrong number of digits cannot be repaired from the code
alone: such a class is a token without a force.
"""

import re
from collections.abc import Callable, Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, SpanIndex
from gbr_lsp.notation.anchors import (
    CODE_TAG,
    CODE_TAG_START,
    WINDOW,
    has_anchor_after,
    has_board,
    has_control,
    has_more_squares,
    is_line_end,
    is_named,
    may_have_tag,
    start_with_sign,
)
from gbr_lsp.notation.class_token import Token, force_from
from gbr_lsp.notation.grammar import BLANK, GAP, GAP0, NO_WORD_AFTER, NO_WORD_BEFORE, SIGN, SQUARE, classes, is_opened
from gbr_lsp.notation.men import counts_of, is_possible
from gbr_lsp.notation.values import Force, Problem
from gbr_lsp.slips import Field, is_sound, likeliest_reading
from gbr_lsp.slips.fields import DIGITS, FILES, RANKS
from gbr_lsp.slips.lookalikes import LOOKALIKE_COST, is_alike, lookalike_letters

DIGIT_LOOKALIKE = rf"[\d⁰¹²³⁴-⁹₀-₉{lookalike_letters(DIGITS)}]"
"""A digit in any script, raised or lowered, or a letter that looks like one."""
SQUARE_LOOKALIKE = rf"[\d⁰¹²³⁴-⁹₀-₉A-Ha-hＡ-Ｈａ-ｈ|{lookalike_letters(FILES + RANKS)}]"
"""A file or a rank, or a sign that looks like one."""
_POINT = rf"(?:{BLANK}\.?|\.(?:\.|{BLANK})|[.,:;·‧•∙⋅_/．，：；・–—-]|)"
_CLASS_CHAR = rf"(?:{DIGIT_LOOKALIKE}|\|)"
_FIRST_CHAR = rf"(?:{DIGIT_LOOKALIKE}|(?<=\w )\||(?<=[\"(+=])\|)"
_SHAPE = (
    rf"(?P<token>(?P<pieces>{_FIRST_CHAR}{_CLASS_CHAR}{{3}})(?P<point>{_POINT})(?P<pawns>{_CLASS_CHAR}{{2}})"
    r"|[0-9]{3}\.[0-9]{2}|[0-9]{5}\.[0-9]{2}|[0-9]{4}\.[0-9]|[0-9]{4}\.[0-9]{3})"
)
"""A class with a wrong digit or point, or a digit too many or few."""

_START = rf"{NO_WORD_BEFORE}(?<![^\W_][.,:/-])(?<![€£¥$#@/\\])"
_RUN = regex(rf"(?<!{SQUARE})(?:{SQUARE}){{2,}}{NO_WORD_AFTER}")
"""A run of squares up to its end; none if a letter follows."""
_TOKEN_BEFORE_RUN = regex(rf"{_START}{_SHAPE}(?P<dot>\.)?(?P<gap>{GAP0})\Z")
_TOKEN_AFTER_PAIR = regex(rf"{GAP}{_SHAPE}{NO_WORD_AFTER}(?![.,:/-]?[0-9]|\.\?)")
_TOKEN_IN_TAG = regex(rf"{CODE_TAG}(?:{SIGN}{GAP0})?{_SHAPE}(?={NO_WORD_AFTER}|{SQUARE})(?!\.[0-9?])")
_TOKEN = regex(_SHAPE)
_PARTED_TOKEN = (
    r"(?P<token>(?P<pieces>(?=[0-9 ]{5}\.)[0-9]{1,3}[ ][0-9]{1,3}|[0-9]{4})(?P<point>\.)(?P<pawns>[0-9][ ]?[0-9]))"
)
"""The digits of a class, perhaps with a blank among them."""
_PARTED_BEFORE_RUN = regex(rf"{_START}{_PARTED_TOKEN}(?P<gap>{BLANK}?)\Z")
_PARTED_AFTER_PAIR = regex(rf"{BLANK}{_PARTED_TOKEN}{NO_WORD_AFTER}(?![.,:/-]?[0-9]|\.\?)")
_PAWNS_AFTER = regex(rf"\.{GAP0}{SQUARE}")
_MAX_POINT_LENGTH = 2
_PIECE_DIGITS = 4
_MIN_SURE_DIGITS = 5
"""With this number of sure digits, the sixth sign may be a poor look-alike."""
_THOUSANDS_BEFORE = regex(rf"[0-9]{BLANK}\Z")
_DATE = regex(r"(?:19|20)[0-9]{2}[^0-9]?(?:0[1-9]|1[0-2])")


def find_classes(text: str, start: int, end: int) -> tuple[list[Token], list[list[Problem]]]:
    """Return the class tokens in `text[start:end]` and the slips of each repairable class.

    Both lists are in order of offset. The tokens are sound, or have a digit too many or too few. The
    slips are one list of `Problem` per class.
    """
    tokens = [Token(*span, force_from(text[slice(*span)])) for span in classes(text, start, end)]
    sound = SpanIndex(token.span for token in tokens)
    found: dict[int, tuple[Span, list[Problem]]] = {}
    for match in _lookalikes(text, start, end, lambda match: not sound.has_overlap(_span_of(match))):
        slips = _slips(match)
        is_repairable = slips and not _DATE.fullmatch(match["token"])
        if (is_repairable or match["pieces"] is None) and not _is_cell(text, match):
            found.setdefault(match.start("token"), (_span_of(match), slips))
    slips_by_class: list[list[Problem]] = []
    last_end = start
    for _, (span, slips) in sorted(found.items()):
        if last_end <= span.start:
            last_end = span.end
            if slips:
                slips_by_class.append(slips)
            else:
                tokens.append(Token(*span, None))
    return sorted(tokens), slips_by_class


def slips_in_class(text: str) -> tuple[Token | None, list[Problem]]:
    """Return the odd `Token` or None, and the slips, of a damaged class `text`.

    `0O23.10` → None and one `Problem`; `023.10` → a `Token` and no slips.
    """
    match = _TOKEN.fullmatch(text)
    if match is None:
        return None, []
    return (Token(0, len(text), None), []) if match["pieces"] is None else (None, _slips(match))


def _span_of(match: re.Match[str]) -> Span:
    return Span(*match.span("token"))


def _is_cell(text: str, match: re.Match[str]) -> bool:
    """Return True if a bar at an end of the token separates table cells."""
    token_text = match["token"]
    if "|" not in (token_text[0], token_text[-1]):
        return False
    start, end = match.span("token")
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    line = re.compile(r"[^\r\n]*").match(text, end)
    return "|" in text[line_start:start] + (line[0] if line else "")


def _lookalikes(text: str, start: int, end: int, is_apart: Callable[[re.Match[str]], bool]) -> Iterator[re.Match[str]]:
    """Yield the matches of anchored look-alikes of a class for which `is_apart` is True.

    `is_apart` is tested first, since most fail.
    """
    for run in _RUN.finditer(text, start, end):
        if parted_class := _parted_class_near(text, run, start, end):
            if is_apart(parted_class):
                yield parted_class
            continue
        token_before = _TOKEN_BEFORE_RUN.search(text, max(start, run.start() - WINDOW), run.start())
        if token_before and is_apart(token_before) and _is_anchored(text, token_before, run, start, end):
            yield token_before
        if run.end() - run.start() != 4 or text[run.start() - 1 : run.start()].isalnum():
            continue
        token_after = _TOKEN_AFTER_PAIR.match(text, run.end(), end)
        if (
            token_after
            and is_apart(token_after)
            and has_anchor_after(text, token_after.end(), end, _force_of(token_after))
        ):
            yield token_after
    window_start = max(0, start - WINDOW)
    if may_have_tag(text, window_start, end) and CODE_TAG_START.search(text, window_start, end):
        yield from filter(is_apart, _TOKEN_IN_TAG.finditer(text, window_start, end))


def _parted_class_near(text: str, run: re.Match[str], start: int, end: int) -> re.Match[str] | None:
    """Return the match of a class with a blank inside next to `run`, or None.

    The match must be certain: `00 23.10`.
    """
    window_start, squares = max(start, run.start() - WINDOW), (run.end() - run.start()) // 2
    has_point = "." in text[window_start : run.start()]
    token_before = _PARTED_BEFORE_RUN.search(text, window_start, run.start()) if has_point else None
    if token_before and _has_one_blank(token_before):
        force, first = _force_of(token_before), start_with_sign(text, start, token_before.start())
        if squares == 2 and has_control(text, run.end(), end, force, must_fit=True):
            return token_before
        has_sign = first < token_before.start()
        if has_sign and token_before["gap"] and squares == 2:
            return token_before if has_board(text, _span_of(token_before), start, end) else None
        if has_sign and not token_before["gap"] and is_opened(text, start, first):
            return token_before if squares - 2 in (0, counts_of(force).total) else None
    if squares != 2 or text[run.start() - 1 : run.start()].isalnum():
        return None
    token_after = _PARTED_AFTER_PAIR.match(text, run.end(), end)
    if token_after is None or not _has_one_blank(token_after):
        return None
    return token_after if has_control(text, token_after.end(), end, _force_of(token_after), must_fit=True) else None


def _has_one_blank(match: re.Match[str]) -> bool:
    """Return True if the class of `match` has one blank and no 9."""
    return match["token"].count(" ") == 1 and "9" not in match["token"]


def _force_of(token: re.Match[str]) -> Force | None:
    """Return the `Force` that the match `token` intends, or None."""
    intended = _intended_class(token["pieces"], token["point"], token["pawns"]) if token["pieces"] else None
    return force_from(intended) if intended else None


def _intended_class(pieces: str, point: str, pawns: str) -> str | None:
    """Return the class that `pieces`, `point` and `pawns` mean, or None.

    `0O23`, `,` and `10` → `0023.10`.
    """
    class_text = f"{pieces}{point if len(point) <= _MAX_POINT_LENGTH else ' '}{pawns}"
    if is_sound(class_text, Field.CLASS):
        return class_text
    reading = likeliest_reading(class_text, Field.CLASS, LOOKALIKE_COST)
    return reading.text if reading else None


def _is_anchored(text: str, token: re.Match[str], run: re.Match[str], start: int, end: int) -> bool:
    """Return True if the squares of `run`, after `token`, are unlikely to be chance.

    A code starts with its sign if it has one. Most codes start with 0, and hardly any number does.
    """
    if run.end() - run.start() == 4:
        return _is_anchored_by_pair(text, token, run, start, end)
    first = start_with_sign(text, start, token.start())
    is_bracketed = start < first and text[first - 1] in "(["
    if not (token["dot"] or is_bracketed or (first < token.start() and is_opened(text, start, first))):
        return False
    is_glued = not token["gap"] and not token["dot"]
    return not is_glued or token["point"] in (".", None) or _is_fitting_run(token, run)


def _is_anchored_by_pair(text: str, token: re.Match[str], run: re.Match[str], start: int, end: int) -> bool:
    """Return True if the pair `run` after `token` is unlikely to be chance."""
    first = start_with_sign(text, start, token.start())
    has_sign, is_open = first < token.start(), is_opened(text, start, first)
    point, is_glued = token["point"], not token["gap"] and not token["dot"]
    if not is_glued and has_more_squares(text, run.end(), end):
        return False
    is_hexadecimal = not re.search("[gh]", run[0])
    if has_sign and is_glued and point == "" and is_hexadecimal and not _may_be_code(token):
        if not is_possible(_force_of(token)) or not has_board(text, _span_of(token), start, end):
            return False
    elif has_sign and not is_glued and has_board(text, _span_of(token), start, end):
        return True
    if is_named(text, start, first):
        return True
    if (has_sign and is_open) or (not token["dot"] and has_control(text, run.end(), end, _force_of(token))):
        return True
    if is_glued and point not in (None, ".") and is_hexadecimal:
        # Ten characters of 0-9 and a-f may be a checksum, in brackets too; with a hyphen, a part
        # number.
        return False
    is_alone = is_open and is_line_end(text, run.end(), end)
    has_nought = token["token"][0] in "0OoОо０"
    if token["dot"]:
        return (has_nought and is_alone) or _PAWNS_AFTER.match(text, run.end(), end) is not None
    if point is None and _THOUSANDS_BEFORE.search(text, max(start, token.start() - 2), token.start()):
        return False  # `1 005.32` is a number.
    if point is None:
        return has_nought or (is_alone and run[0][0] != run[0][2])
    if not token["token"].replace(point, "", 1).isdecimal():
        return point in (".", ",", ":")
    if not token["token"].replace(point, "", 1).isascii():
        return True
    return has_nought or is_alone if point == "," else has_nought and is_alone


def _may_be_code(token: re.Match[str]) -> bool:
    """Return True if the digits fit a study; few have all four kinds of pieces."""
    force = _force_of(token)
    return force is not None and 0 in force[:4] and is_possible(force)


def _is_fitting_run(token: re.Match[str], run: re.Match[str]) -> bool:
    """Return True if `run` fits the digits, or its letters are not hexadecimal."""
    men = counts_of(_force_of(token)).total
    squares = (run.end() - run.start()) // 2
    return (men is not None and abs(squares - men - 2) <= 1) or re.search("[gh]", run[0]) is not None


def _slips(match: re.Match[str]) -> list[Problem]:
    """Return a `Problem` for each slip in a class; empty if sound or beyond repair."""
    pieces, point, pawns = match["pieces"], match["point"], match["pawns"]
    intended = _intended_class(pieces, point, pawns) if pieces else None
    if intended is None:
        return []
    start, digits_text, point_growth = match.start("token"), f"{pieces}{pawns}", len(point) - 1
    if " " in digits_text:
        blank = start + match["token"].index(" ")
        return [Problem("digit-count", Span(blank, blank + 1), "")]
    slips = []
    digits = intended.replace(".", "")
    wrong_indexes = [index for index in range(len(digits)) if digits_text[index] != digits[index]]
    if wrong_indexes:
        if not _is_mostly_digits(pieces, pawns):
            return []
        first, last = (index + (_PIECE_DIGITS <= index) for index in (wrong_indexes[0], wrong_indexes[-1]))
        span = Span(
            start + first + point_growth * (_PIECE_DIGITS < first),
            start + last + point_growth * (_PIECE_DIGITS < last) + 1,
        )
        slips.append(Problem("confused-digit", span, intended[first : last + 1]))
        if first < _PIECE_DIGITS < last:
            return slips
    if point != ".":
        index = Span(*match.span("point"))
        if "." in point:
            # One point of two, or the blank next to the point, is too many.
            index = Span(index.start + 1, index.end) if point[0] == "." else Span(index.start, index.end - 1)
        slips.append(Problem("separator", index, "" if "." in point else "."))
    return sorted(slips)


def _is_mostly_digits(pieces: str, pawns: str) -> bool:
    """Return True if `pieces` and `pawns` are likely digits of a class, not a word."""
    # Four noughts typed as letters are common, but a word of such letters (`Solo`, `BOSS`) is no
    # class.
    digits = sum(map(str.isdigit, pieces + pawns))
    noughts = [is_alike(sign, "0") and not sign.isdigit() for sign in pieces + pawns]
    rare_count = sum(not any(is_alike(sign, digit) for digit in DIGITS) for sign in pieces + pawns)
    if rare_count and digits + sum(noughts) < _MIN_SURE_DIGITS:
        return False
    return sum(noughts[:_PIECE_DIGITS]) + rare_count == _PIECE_DIGITS or (any(map(str.isdigit, pieces)) and 1 < digits)
