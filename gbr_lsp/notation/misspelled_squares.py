"""Misspelled squares and controls near a class.

The slips are in the kings (`3g`, `fe46`, `f4 e6`, `F4E6`, `f44e6`, `g3g`, `3g1`), in a list, or in
a control (`4/S`). Three or four signs may be anything. So kings need an anchor: a sign at the start
of the code, a `Black` tag, a control, a result or a list. A list must be exactly as long as the
digits require. A king or man that lost a sign is read with a sign that no board has. This keeps the
code complete and marks the square as wrong.
"""

import re
from collections.abc import Callable, Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.anchors import (
    WINDOW,
    are_kings,
    has_anchor_after,
    has_control,
    has_pair_before,
    is_in_tag,
    is_marked,
    start_with_sign,
)
from gbr_lsp.notation.class_token import Token, force_from
from gbr_lsp.notation.damaged_classes import DIGIT_LOOKALIKE, SQUARE_LOOKALIKE, slips_in_class
from gbr_lsp.notation.grammar import BLANK, GAP, GAP0, LOOSE_SQUARE, MATHS, NO_WORD_AFTER, NO_WORD_BEFORE, SIGN, SQUARE
from gbr_lsp.notation.men import control_of, counts_of, is_possible, men_of
from gbr_lsp.notation.values import Problem
from gbr_lsp.slips import Field, SlipReading, is_sound, likeliest_reading, readings
from gbr_lsp.slips.fields import DIGITS
from gbr_lsp.slips.lookalikes import LOOKALIKE_COST

_RULE = "misspelled-square"
_CLASS = regex(
    r"\.(?<=[0-9]{4}\.)(?<![^\W_][0-9]{4}\.)(?<![0-9][.,][0-9]{4}\.)(?<![€£¥$][0-9]{4}\.)[0-9]{2}(?!\.[0-9?])"
)
_SEPARATOR = rf"(?!\t){BLANK}|{BLANK}?[-–/,]{BLANK}?|[-‐]{BLANK}*(?:\r\n?|\n)(?:{BLANK}|>)*"
"""Separators of two kings. The last is a hyphen at a line break."""
_KINGS = rf"(?P<kings>{SQUARE_LOOKALIKE}{{2}}(?P<parting>{_SEPARATOR})?{SQUARE_LOOKALIKE}{{2}}|[a-h1-8]{{5}})"
"""Two squares, perhaps with one sign too many."""
_GAP_TO_CLASS = rf"{GAP}(?:{MATHS}{SIGN}{MATHS}{GAP0})?\Z"
_KINGS_AFTER = regex(
    rf"(?P<dot>\.)?{GAP0}{_KINGS}(?:(?P<rest>{SQUARE}(?:\.?{GAP0}{SQUARE})*|\.{GAP0}(?:{SQUARE})+)|(?!\w))"
    rf"{NO_WORD_AFTER}"
)
_KINGS_BEFORE = regex(rf"{NO_WORD_BEFORE}(?<![-/]){_KINGS}{_GAP_TO_CLASS}")
_HALF_RUN_BEFORE = regex(rf"{NO_WORD_BEFORE}(?<![-/.,:])(?P<run>[a-h][1-8][a-h1-8]|[a-h1-8][a-h][1-8]){_GAP_TO_CLASS}")
_RUN_AFTER = regex(
    rf"(?P<dot>\.)?(?P<gap>{GAP0})(?!(?:{SQUARE}){{2}}[1-8]{NO_WORD_AFTER})(?P<run>(?:{SQUARE}){{2,}})"
    rf"(?P<pawns>\.{GAP0}{SQUARE})?"
)
_CHUNK = regex(rf"(?:{GAP0}(?P<point>\.))?(?P<gap>{GAP0})(?P<run>{SQUARE_LOOKALIKE}{{2,}}){NO_WORD_AFTER}")
_SQUARES = regex(rf"(?:{SQUARE})+")
_LOOSE_RUN = regex(rf"(?:{LOOSE_SQUARE})+")
_HALVED_RUN = regex(rf"(?:{SQUARE})*[a-h1-8](?:{SQUARE})*")
_EXPONENT = regex(r"[0-9][de][0-9]")
CLASS_LOOKALIKE = regex(rf"\.(?<={DIGIT_LOOKALIKE}{{4}}\.){DIGIT_LOOKALIKE}{{2}}")
"""The point of a class; any of its digits may be a letter."""
_LOOKALIKE_BEFORE = regex(rf"{NO_WORD_BEFORE}(?<![-/.,:])(?P<kings>{SQUARE_LOOKALIKE}{{4}}){GAP}\Z")
_LOOKALIKE_AFTER = regex(rf"{BLANK}?(?P<kings>{SQUARE_LOOKALIKE}{{4}})[)\]\"}}]")
_CONTROL_AFTER = regex(
    rf"(?:{GAP}(?:{SQUARE})+(?:\.(?:{SQUARE})*)?)?{GAP}(?P<control>{DIGIT_LOOKALIKE}{{1,2}}/{DIGIT_LOOKALIKE}{{1,2}}){NO_WORD_AFTER}"
)
_MISSING_FILE, _MISSING_RANK = "z", "0"
"""Placeholders for a lost file or rank; no board has them."""
_LONG_KINGS_LENGTH = 5
_KING_SEPARATORS = ("/", "-", "–")
"""Separators of kings after a class."""
_MIN_SURE_SQUARES = 3
"""At least this number of squares is a list, whatever follows."""


def misspelled_squares(text: str, start: int, end: int) -> list[list[Problem]]:
    """Return a list of `Problem` for each class in `text[start:end]` with misspelled squares.

    It may be a control that is misspelled.
    """
    found = []
    for point in _CLASS.finditer(text, start + 4, end):
        span = Span(point.start() - 4, point.end())
        token = Token(*span, force_from(text[slice(*span)]))
        slip = (
            _king_slip(text, token, start, end)
            or _half_square_slip(text, token, start, end)
            or _control_slip(text, token, start, end)
        )
        if slip:
            found.append([slip])
    return found + list(_lookalike_slips(text, start, end))


def _control_slip(text: str, token: Token, start: int, end: int) -> Problem | None:
    """Return the `Problem` of a control that should match the digits, or None: `4/S`."""
    is_near = text.find("/", token.end, token.end + WINDOW) > 0
    match = _CONTROL_AFTER.match(text, token.end, end) if is_near else None
    control = token.force and control_of(men_of(token.force))
    if match is None or control is None or not has_pair_before(text, start, token.start):
        return None
    written = match["control"]
    found = () if is_sound(written, Field.CONTROL) else readings(written, Field.CONTROL, LOOKALIKE_COST)
    reading = next((reading for reading in found if reading.text == str(control)), None)
    return reading and _problem("control-mismatch", match.start("control"), reading)


def _problem(rule: str, offset: int, reading: SlipReading) -> Problem:
    return Problem(rule, Span(reading.start, reading.end).shift(offset), reading.replacement)


def _lookalike_slips(text: str, start: int, end: int) -> Iterator[list[Problem]]:
    """Yield the list of `Problem` of each class whose digits and kings have look-alikes.

    `g3gl 0323.l2 4/5 Draw`. A control must match the digits, or the code must start with a bracket
    and a sign.
    """
    for point in CLASS_LOOKALIKE.finditer(text, start + 4, end):
        token = Span(point.start() - 4, point.end())
        class_text = text[slice(*token)]
        slips = [] if set(class_text) <= {*DIGITS, "."} else slips_in_class(class_text)[1]
        reading = likeliest_reading(class_text, Field.CLASS, LOOKALIKE_COST) if slips else None
        if reading is None:
            continue
        kings, first = _LOOKALIKE_AFTER.match(text, token.end, end), start_with_sign(text, start, token.start)
        if kings is None or first == token.start or text[max(start, first - 1) : first] not in tuple('(["{'):
            kings = _LOOKALIKE_BEFORE.search(text, max(start, token.start - WINDOW), token.start)
            if not has_control(text, token.end, end, force_from(reading.text), must_fit=True):
                continue
        squares = kings and _intended_kings(kings["kings"], "")
        if kings and squares and squares != kings["kings"]:
            class_slips = (slip._replace(span=slip.span.shift(token.start)) for slip in slips)
            yield [*class_slips, Problem(_RULE, Span(*kings.span("kings")), squares)]


def _intended_kings(kings: str, parting: str) -> str | None:
    """Return the two squares that `kings` means, `3gg1` → `g3g1`, or None.

    `parting` is the separator between the squares, if any: `g3-g1`.
    """
    chars = kings.replace(parting, "", 1) if parting else kings
    if parting or _LOOSE_RUN.fullmatch(chars):
        # Squares off the board are reported by another rule.
        return chars if is_sound(chars, Field.KINGS) else None
    is_word = chars.isascii() and chars.isalpha()
    squares = None if is_word else likeliest_reading(chars, Field.KINGS, LOOKALIKE_COST)
    return squares.text if squares else None


def _king_slip(text: str, token: Token, start: int, end: int) -> Problem | None:
    """Return the `Problem` of kings without a sound pair, or None."""
    if has_pair_before(text, start, token.start) or _has_pair_after(text, token, end):
        return None
    kings_after = _KINGS_AFTER.match(text, token.end, end)
    slip = _slip_of_kings(kings_after)
    if kings_after and slip:
        if kings_after["parting"] in _KING_SEPARATORS and not (kings_after["rest"] or kings_after["dot"]):
            return None  # `c1/a1` is an accepted spelling, and a control such as `11/14` has no squares.
        if _are_kings_after(text, token, kings_after, start, end):
            return slip
    slip = _slip_of_kings(_KINGS_BEFORE.search(text, max(start, token.start - WINDOW), token.start))
    return slip if slip and has_anchor_after(text, token.end, end, token.force) else None


def _has_pair_after(text: str, token: Token, end: int) -> bool:
    """Return True if sound kings follow the class `token`; no list."""
    match = _RUN_AFTER.match(text, token.end, end)
    if match is None:
        return False
    squares = len(match["run"]) // 2
    return (
        match["dot"] is not None
        or not match["gap"]
        or (squares == 2 != counts_of(token.force).total and not match["pawns"])
    )


def _are_kings_after(text: str, token: Token, match: re.Match[str], start: int, end: int) -> bool:
    """Return True if `match` is the kings of the class `token`."""
    rest = len(re.findall(SQUARE, match["rest"] or ""))
    if rest:
        men = counts_of(token.force).total
        # If a king lost a sign, five signs include a man of the list; so the count must be exact.
        is_count_close = men is not None and abs(rest - men) <= (len(match["kings"]) != _LONG_KINGS_LENGTH)
        return is_count_close and (match["dot"] is not None or is_marked(text, token, start))
    is_parted = match["parting"] is not None
    return match["dot"] is None and are_kings(text, token, Span(*match.span()), start, end, is_parted=is_parted)


def _slip_of_kings(match: re.Match[str] | None) -> Problem | None:
    """Return the shortest `Problem` of the kings in `match`; None if they are sound or no squares."""
    squares = match and _intended_kings(match["kings"], match["parting"] or "")
    if match is None or not squares or squares == match["kings"]:
        return None
    offset, kings, parting = match.start("kings"), match["kings"], match["parting"]
    if parting:
        return Problem(_RULE, Span(*match.span("parting")), "")
    if len(squares) < len(kings):
        # The extra sign must be inside the code, so the first one stays.
        extra = next(extra for extra in range(1, len(kings)) if kings[:extra] + kings[extra + 1 :] == squares)
        return Problem(_RULE, Span(offset + extra, offset + extra + 1), "")
    wrong_offsets = [square for square in (0, 2) if kings[square : square + 2] != squares[square : square + 2]]
    first, last = wrong_offsets[0], wrong_offsets[-1] + 2
    return Problem(_RULE, Span(offset + first, offset + last), squares[first:last])


def _half_square_slip(text: str, token: Token, start: int, end: int) -> Problem | None:
    """Return the `Problem` of a half square or a square list, or None."""
    if not is_possible(token.force):
        return None
    men = counts_of(token.force).total
    if has_pair_before(text, start, token.start):
        return _list_slip(text, token.end, end, men)
    first = _CHUNK.match(text, token.end, end)
    if first and len(first["run"]) == 3 and not first["point"] and _HALVED_RUN.fullmatch(first["run"]):
        return _slip_of_half(first) if _are_kings_of_class(text, token, first, start, end) else None
    if first and len(first["run"]) == 5 and first["run"][0].isdigit() and not (first["gap"] or first["point"]):
        return None  # A third pawn digit, and the kings.
    if first and 3 <= len(first["run"]) and men is not None and (first["point"] or is_marked(text, token, start)):
        list_slip = _list_slip(text, token.end, end, men + 2)
        if list_slip:
            return list_slip
    run_before = _HALF_RUN_BEFORE.search(text, max(start, token.start - WINDOW), token.start)
    return _slip_of_half(run_before) if run_before and has_anchor_after(text, token.end, end, token.force) else None


def _list_slip(text: str, pos: int, end: int, square_count: int | None) -> Problem | None:
    """Return the `Problem` whose repair gives `square_count` squares after `pos`, or None."""
    return _read_list(text, pos, end, square_count, _half_slip) or _read_list(text, pos, end, square_count, _run_slip)


def _read_list(
    text: str, pos: int, end: int, square_count: int | None, read_slip: Callable[[re.Match[str]], Problem | None]
) -> Problem | None:
    """Return the `Problem` that `read_slip` finds in one chunk of the list, or None.

    The repaired list must have `square_count` squares.
    """
    seen_count, slip = 0, None
    while square_count is not None and seen_count < square_count and (chunk := _CHUNK.match(text, pos, end)):
        length = len(chunk["run"])
        if _SQUARES.fullmatch(chunk["run"]) is None:
            found = None if slip else read_slip(chunk)
            if found is None:
                return None
            slip, length = found, length + len(found.replacement or "") - (found.span.end - found.span.start)
        seen_count, pos = seen_count + length // 2, chunk.end()
    is_sure = seen_count == square_count and (_MIN_SURE_SQUARES <= seen_count or has_anchor_after(text, pos, end, None))
    return slip if is_sure else None


def _half_slip(chunk: re.Match[str]) -> Problem | None:
    """Return the `Problem` of squares with a lone file or rank, or None."""
    return _slip_of_half(chunk) if 2 < len(chunk["run"]) and _HALVED_RUN.fullmatch(chunk["run"]) else None


def _run_slip(chunk: re.Match[str]) -> Problem | None:
    """Return the `Problem` of a run of squares; None for words and squares off the board."""
    run = chunk["run"]
    is_run = any(map(str.isdigit, run)) and not _LOOSE_RUN.fullmatch(run)
    reading = likeliest_reading(run, Field.SQUARES, LOOKALIKE_COST) if is_run else None
    return reading and _problem(_RULE, chunk.start("run"), reading)


def _are_kings_of_class(text: str, token: Token, match: re.Match[str], start: int, end: int) -> bool:
    """Return True if the three signs of `match` are kings, no exponent or sum."""
    if not match["gap"] and text[token.start] != "0" and _EXPONENT.match(text, match.start("run")):
        return is_in_tag(text, token.start, token.start)
    if match["gap"] and match["run"][0].isdigit() and text[token.start] != "0":
        return has_anchor_after(text, match.end(), end, token.force)
    return are_kings(text, token, Span(*match.span()), start, end)


def _slip_of_half(match: re.Match[str]) -> Problem:
    """Return the `Problem` that completes the lone sign in a run: `g3g` → `g3g0`."""
    run, at = match["run"], 0
    while is_sound(run[at : at + 2], Field.SQUARES) and run[at + 1 : at + 2]:
        at += 2
    is_rank_missing = run[at].isalpha()
    offset = match.start("run") + at + is_rank_missing
    return Problem(_RULE, Span(offset, offset), _MISSING_RANK if is_rank_missing else _MISSING_FILE)
