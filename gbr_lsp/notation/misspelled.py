"""Mistyped signs beside a class: squares of kings (`3g`, `fe46`, `f4 e6`, `F4E6`, `f44e6`, `g3g`, `3g1`) or of a list,
letters in its control (`4/S`).

As little as three signs may be anything. So kings need a sign that begins the code, a `Black` tag, a control, a result
or a list beside them, and a list has just as many squares as the digits mean. What is left of a square that lost a sign
is read with one that no board has, so that the code is whole and the square is not.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.anchors import (
    WINDOW,
    are_kings,
    has_control,
    has_pair_before,
    is_anchored_behind,
    is_in_tag,
    is_marked,
    sign_before,
    total_of,
)
from gbr_lsp.notation.damage import DIGIT_ALIKE, SQUARE_ALIKE, Damage, whole_slips
from gbr_lsp.notation.grammar import (
    BLANK,
    GAP,
    GAP0,
    LOOSE_SQUARE,
    MATHS,
    NO_WORD_AFTER,
    NO_WORD_BEFORE,
    SIGN,
    SQUARE,
)
from gbr_lsp.notation.men import control_of, is_possible, men_of
from gbr_lsp.notation.token import force_from
from gbr_lsp.notation.values import Force
from gbr_lsp.slips import Field, is_sound, likeliest, readings
from gbr_lsp.slips.fields import DIGITS
from gbr_lsp.slips.signs import LIKE

_RULE = "misspelled-square"
_CLASS = regex(
    r"\.(?<=[0-9]{4}\.)(?<![^\W_][0-9]{4}\.)(?<![0-9][.,][0-9]{4}\.)(?<![€£¥$][0-9]{4}\.)[0-9]{2}(?!\.[0-9?])"
)
_PARTING = rf"(?!\t){BLANK}|{BLANK}?[-–/,]{BLANK}?|[-‐]{BLANK}*(?:\r\n?|\n)(?:{BLANK}|>)*"
"""What may stand between two kings: the last is the hyphen of a word that goes on in the next line."""
_KINGS = rf"(?P<kings>{SQUARE_ALIKE}{{2}}(?P<parting>{_PARTING})?{SQUARE_ALIKE}{{2}}|[a-h1-8]{{5}})"
"""Two squares, or with one sign too many."""
_TO_CLASS = rf"{GAP}(?:{MATHS}{SIGN}{MATHS}{GAP0})?\Z"
_BEHIND = regex(
    rf"(?P<dot>\.)?{GAP0}{_KINGS}(?:(?P<rest>{SQUARE}(?:\.?{GAP0}{SQUARE})*|\.{GAP0}(?:{SQUARE})+)|(?!\w))"
    rf"{NO_WORD_AFTER}"
)
_BEFORE = regex(rf"{NO_WORD_BEFORE}(?<![-/]){_KINGS}{_TO_CLASS}")
_HALF_BEFORE = regex(rf"{NO_WORD_BEFORE}(?<![-/.,:])(?P<run>[a-h][1-8][a-h1-8]|[a-h1-8][a-h][1-8]){_TO_CLASS}")
_RUN_BEHIND = regex(
    rf"(?P<dot>\.)?(?P<gap>{GAP0})(?!(?:{SQUARE}){{2}}[1-8]{NO_WORD_AFTER})(?P<run>(?:{SQUARE}){{2,}})"
    rf"(?P<pawns>\.{GAP0}{SQUARE})?"
)
_CHUNK = regex(rf"(?:{GAP0}(?P<point>\.))?(?P<gap>{GAP0})(?P<run>{SQUARE_ALIKE}{{2,}}){NO_WORD_AFTER}")
_SQUARES = regex(rf"(?:{SQUARE})+")
_LOOSE = regex(rf"(?:{LOOSE_SQUARE})+")
_HALVED = regex(rf"(?:{SQUARE})*[a-h1-8](?:{SQUARE})*")
_EXPONENT = regex(r"[0-9][de][0-9]")
CLASS_ALIKE = regex(rf"\.(?<={DIGIT_ALIKE}{{4}}\.){DIGIT_ALIKE}{{2}}")
"""The point of a class of which any digit may be a letter."""
_ALIKE_BEFORE = regex(rf"{NO_WORD_BEFORE}(?<![-/.,:])(?P<kings>{SQUARE_ALIKE}{{4}}){GAP}\Z")
_ALIKE_BEHIND = regex(rf"{BLANK}?(?P<kings>{SQUARE_ALIKE}{{4}})[)\]\"}}]")
_CONTROL_BEHIND = regex(
    rf"(?:{GAP}(?:{SQUARE})+(?:\.(?:{SQUARE})*)?)?{GAP}(?P<control>{DIGIT_ALIKE}{{1,2}}/{DIGIT_ALIKE}{{1,2}}){NO_WORD_AFTER}"
)
_NO_FILE, _NO_RANK = "z", "0"
"""What is written in the place of a sign that was lost."""
_ONE_TOO_MANY = 5
_SPELLED = ("/", "-", "–")
"""What may stand between kings behind a class."""
_SURE = 3
"""So many squares are a list, whatever stands behind them."""


def misspelled_squares(text: str, start: int, end: int) -> list[list[Damage]]:
    """The slips in the squares of each sound class of `text[start:end]`: in its kings, or one that is not whole."""
    found = []
    for point in _CLASS.finditer(text, start + 4, end):
        token = Span(point.start() - 4, point.end())
        force = force_from(text[token.start : token.end])
        slips = _in_kings(text, token, force, start, end) or _halved(text, token, force, start, end)
        slips += [] if slips else _in_control(text, token, force, start, end)
        if slips:
            found.append(slips)
    return found + list(_in_both(text, start, end))


def _in_control(text: str, token: Span, force: Force, start: int, end: int) -> list[Damage]:
    """What looks like the control that the digits make, behind the class of a caption or its list."""
    near = text.find("/", token.end, token.end + WINDOW) > 0
    found = _CONTROL_BEHIND.match(text, token.end, end) if near else None
    made = control_of(men_of(force))
    if found is None or made is None or not has_pair_before(text, start, token.start):
        return []
    likely = (meant for meant in readings(found["control"], Field.CONTROL, LIKE) if meant.text == str(made))
    at, sound = found.start("control"), is_sound(found["control"], Field.CONTROL)
    return [
        Damage(Span(at + meant.start, at + meant.end), meant.instead, "control-mismatch")
        for meant in (() if sound else islice(likely, 1))
    ]


def _in_both(text: str, start: int, end: int) -> Iterator[list[Damage]]:
    """The slips in each class and its kings where both only look alike, as in a scan: `g3gl 0323.l2 4/5 Draw`.

    A control must be what the digits make, or a sign and brackets hold them.
    """
    for point in CLASS_ALIKE.finditer(text, start + 4, end):
        token = Span(point.start() - 4, point.end())
        written = text[token.start : token.end]
        damage = [] if set(written) <= {*DIGITS, "."} else whole_slips(written)[1]
        slips = [slip._replace(span=slip.span.shift(token.start)) for slip in damage]
        likely = likeliest(written, Field.CLASS, LIKE) if slips else None
        if likely is None:
            continue
        meant = likely.text
        kings, sign = _ALIKE_BEHIND.match(text, token.end, end), sign_before(text, start, token.start)
        if kings is None or sign is None or text[max(start, sign - 1) : sign] not in tuple('(["{'):
            kings = _ALIKE_BEFORE.search(text, max(start, token.start - WINDOW), token.start)
            if not has_control(text, token.end, end, force_from(meant), fits=True):
                continue
        squares = kings and _meant(kings["kings"], "")
        if kings and squares and squares != kings["kings"]:
            span = Span(*kings.span("kings"))
            yield [*slips, Damage(span, squares, _RULE)]


def _meant(kings: str, parting: str) -> str | None:
    """The two squares that some signs mean; None where they are none, or are parted and misspelled too."""
    signs = kings.replace(parting, "", 1) if parting else kings
    if parting or _LOOSE.fullmatch(signs):
        # What is off the board is told as that.
        return signs if is_sound(signs, Field.KINGS) else None
    is_word = signs.isascii() and signs.isalpha()
    squares = None if is_word else likeliest(signs, Field.KINGS, LIKE)
    return squares.text if squares else None


def _in_kings(text: str, token: Span, force: Force, start: int, end: int) -> list[Damage]:
    """The slips in the kings of a class that has no sound pair of squares beside it."""
    if has_pair_before(text, start, token.start) or _has_pair_behind(text, token, total_of(force), end):
        return []
    behind = _BEHIND.match(text, token.end, end)
    squares = behind and _meant(behind["kings"], behind["parting"] or "")
    if behind and squares and behind["parting"] in _SPELLED and not (behind["rest"] or behind["dot"]):
        return []  # `c1/a1` is a spelling of its own; a control such as `11/14` is no squares.
    if behind and squares and squares != behind["kings"] and _are_kings_behind(text, token, behind, force, start, end):
        return [_edit(behind, squares)]
    before = _BEFORE.search(text, max(start, token.start - WINDOW), token.start)
    squares = before and _meant(before["kings"], before["parting"] or "")
    if before and squares and squares != before["kings"] and is_anchored_behind(text, token.end, end, force):
        return [_edit(before, squares)]
    return []


def _has_pair_behind(text: str, token: Span, men: int | None, end: int) -> bool:
    """Whether sound kings stand behind a class; squares behind a gap may be the list of a full code."""
    found = _RUN_BEHIND.match(text, token.end, end)
    if found is None:
        return False
    squares = len(found["run"]) // 2
    return found["dot"] is not None or not found["gap"] or (squares == 2 != men and not found["pawns"])


def _are_kings_behind(text: str, token: Span, found: re.Match[str], force: Force, start: int, end: int) -> bool:
    """Whether what stands behind a class is its kings: the code has a sign, a tag, a control, or its list."""
    rest = len(re.findall(SQUARE, found["rest"] or ""))
    if rest:
        men = total_of(force)
        # Where one square has lost a sign, kings with a sign too many have a man for a king.
        fits = men is not None and abs(rest - men) <= (len(found["kings"]) != _ONE_TOO_MANY)
        return fits and (found["dot"] is not None or is_marked(text, token, start))
    kings, inside = Span(*found.span()), Span(start, end)
    return found["dot"] is None and are_kings(text, token, kings, inside, force, parted=found["parting"] is not None)


def _edit(found: re.Match[str], squares: str) -> Damage:
    """What to write, as little as it takes: one king, or both, or nothing between them or for a sign too many."""
    at, kings, parting = found.start("kings"), found["kings"], found["parting"]
    if parting:
        return Damage(Span(*found.span("parting")), "", _RULE)
    if len(squares) < len(kings):
        # What is too much must stand within the code.
        extra = next(extra for extra in range(1, len(kings)) if kings[:extra] + kings[extra + 1 :] == squares)
        return Damage(Span(at + extra, at + extra + 1), "", _RULE)
    wrong = [square for square in (0, 2) if kings[square : square + 2] != squares[square : square + 2]]
    first, last = wrong[0], wrong[-1] + 2
    return Damage(Span(at + first, at + last), squares[first:last], _RULE)


def _halved(text: str, token: Span, force: Force, start: int, end: int) -> list[Damage]:
    """The square of the code at a class of which only file or rank is left, or the slip in its list."""
    if not is_possible(force):
        return []
    men = total_of(force)
    if has_pair_before(text, start, token.start):
        return _in_list(text, token.end, end, men)
    first = _CHUNK.match(text, token.end, end)
    if first and len(first["run"]) == 3 and not first["point"] and _HALVED.fullmatch(first["run"]):
        return [_of_half(first)] if _is_of_class(text, token, first, force, start, end) else []
    if first and len(first["run"]) == 5 and first["run"][0].isdigit() and not (first["gap"] or first["point"]):
        return []  # A third digit of the pawns, and the kings.
    if first and 3 <= len(first["run"]) and men is not None and (first["point"] or is_marked(text, token, start)):
        listed = _in_list(text, token.end, end, men + 2)
        if listed:
            return listed
    before = _HALF_BEFORE.search(text, max(start, token.start - WINDOW), token.start)
    return [_of_half(before)] if before and is_anchored_behind(text, token.end, end, force) else []


def _in_list(text: str, pos: int, end: int, wanted: int | None) -> list[Damage]:
    """The slip in one of the squares behind an offset, if they are as many as wanted with it."""
    return next((slips for read in (_half_in, _slip_in) if (slips := _read_list(text, pos, end, wanted, read))), [])


def _read_list(
    text: str, pos: int, end: int, wanted: int | None, read: Callable[[re.Match[str]], Damage | None]
) -> list[Damage]:
    seen, slip = 0, None
    while wanted is not None and seen < wanted and (chunk := _CHUNK.match(text, pos, end)):
        signs = len(chunk["run"])
        if _SQUARES.fullmatch(chunk["run"]) is None:
            found = None if slip else read(chunk)
            if found is None:
                return []
            slip, signs = found, signs + len(found.instead) - (found.span.end - found.span.start)
        seen, pos = seen + signs // 2, chunk.end()
    if slip is None or seen != wanted or (seen < _SURE and not is_anchored_behind(text, pos, end, None)):
        return []
    return [slip]


def _half_in(chunk: re.Match[str]) -> Damage | None:
    """The sign in a run of squares that is left of one, if there is just one."""
    return _of_half(chunk) if 2 < len(chunk["run"]) and _HALVED.fullmatch(chunk["run"]) else None


def _slip_in(chunk: re.Match[str]) -> Damage | None:
    """The slip in one square of a run, or in all of them; a word is no run, and what is off the board is no slip."""
    run, at = chunk["run"], chunk.start("run")
    is_run = any(map(str.isdigit, run)) and not _LOOSE.fullmatch(run)
    meant = likeliest(run, Field.SQUARES, LIKE) if is_run else None
    return Damage(Span(at + meant.start, at + meant.end), meant.instead, _RULE) if meant else None


def _is_of_class(text: str, token: Span, found: re.Match[str], force: Force, start: int, end: int) -> bool:
    """Whether three signs behind a class are its kings, and none of a number with an exponent or of a sum."""
    if not found["gap"] and text[token.start] != "0" and _EXPONENT.match(text, found.start("run")):
        return is_in_tag(text, token.start, token.start)
    if found["gap"] and found["run"][0].isdigit() and text[token.start] != "0":
        return is_anchored_behind(text, found.end(), end, force)
    return are_kings(text, token, Span(*found.span()), Span(start, end), force)


def _of_half(found: re.Match[str]) -> Damage:
    """What makes a square of the one sign in a run that is none."""
    run, at = found["run"], 0
    while is_sound(run[at : at + 2], Field.SQUARES) and run[at + 1 : at + 2]:
        at += 2
    lacks_rank = run[at].isalpha()
    where = found.start("run") + at + lacks_rank
    return Damage(Span(where, where), _NO_RANK if lacks_rank else _NO_FILE, _RULE)
