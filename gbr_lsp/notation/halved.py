"""Squares beside a sound class of which one sign was lost: `g3g`, `g31`, `gg1`, `3g1`, and any slip in one of a list.

What is left of the square is read with a sign that no board has, so that the code is whole and the square is not. As
little as three signs may be anything, so kings need what misspelled ones need, and a list just as many squares as the
digits mean.
"""

import re
from collections.abc import Callable

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.anchors import (
    WINDOW,
    are_kings,
    has_pair_before,
    is_anchored_behind,
    is_in_tag,
    is_marked,
    total_of,
)
from gbr_lsp.notation.damage import SQUARE_ALIKE, Damage
from gbr_lsp.notation.grammar import (
    GAP,
    GAP0,
    LOOSE_SQUARE,
    MATHS,
    NO_WORD_AFTER,
    NO_WORD_BEFORE,
    SIGN,
    SQUARE,
)
from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.values import Force
from gbr_lsp.slips import Field, readings
from gbr_lsp.slips.signs import LIKE

_NO_FILE, _NO_RANK = "z", "0"
"""What is written in the place of a sign that was lost."""
_SQUARES = regex(rf"(?:{SQUARE})+")
_LOOSE = regex(rf"(?:{LOOSE_SQUARE})+")
_HALVED = regex(rf"(?:{SQUARE})*[a-h1-8](?:{SQUARE})*")
_CHUNK = regex(rf"(?:{GAP0}(?P<point>\.))?(?P<gap>{GAP0})(?P<run>{SQUARE_ALIKE}{{2,}}){NO_WORD_AFTER}")
_THREE_SIGNS = r"(?:[a-h][1-8][a-h1-8]|[a-h1-8][a-h][1-8])"
_BEFORE = regex(rf"{NO_WORD_BEFORE}(?<![-/.,:])(?P<run>{_THREE_SIGNS}){GAP}(?:{MATHS}{SIGN}{MATHS}{GAP0})?\Z")
_EXPONENT = regex(r"[0-9][de][0-9]")
_SURE = 3
"""So many squares are a list, whatever stands behind them."""


def halved_square(text: str, token: Span, force: Force, start: int, end: int) -> list[Damage]:
    """The square of the code at a class of which only file or rank is left, if there is just one."""
    if not is_possible(force):
        return []
    low = max(start, token.start - WINDOW)
    if has_pair_before(text, start, token.start):
        return _in_list(text, token.end, end, total_of(force))
    first = _CHUNK.match(text, token.end, end)
    if first and len(first["run"]) == 3 and not first["point"] and _half_in(first):
        return [_damage(first)] if _is_of_class(text, token, first, force, start, end) else []
    if first and len(first["run"]) == 5 and first["run"][0].isdigit() and not (first["gap"] or first["point"]):
        return []  # A third digit of the pawns, and the kings.
    men = total_of(force)
    if first and 3 <= len(first["run"]) and men is not None and (first["point"] or is_marked(text, token, start)):
        listed = _in_list(text, token.end, end, men + 2)
        if listed:
            return listed
    before = _BEFORE.search(text, low, token.start)
    if before and is_anchored_behind(text, token.end, end, force):
        return [_mended(Span(*before.span("run")), before["run"])]
    return []


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
    return _damage(chunk) if 2 < len(chunk["run"]) and _HALVED.fullmatch(chunk["run"]) else None


def _slip_in(chunk: re.Match[str]) -> Damage | None:
    """The slip in one square of a run, or in all of them; a word is no run, and what is off the board is no slip."""
    if not any(map(str.isdigit, chunk["run"])) or _LOOSE.fullmatch(chunk["run"]):
        return None
    for squares in readings(chunk["run"], Field.SQUARES, LIKE):
        at = chunk.start("run")
        return Damage(Span(at + squares.start, at + squares.end), squares.instead, "misspelled-square")
    return None


def _is_of_class(text: str, token: Span, found: re.Match[str], force: Force, start: int, end: int) -> bool:
    """Whether three signs behind a class are its kings, and none of a number with an exponent or of a sum."""
    if not found["gap"] and text[token.start] != "0" and _EXPONENT.match(text, found.start("run")):
        return is_in_tag(text, token.start, token.start)
    if found["gap"] and found["run"][0].isdigit() and text[token.start] != "0":
        return is_anchored_behind(text, found.end(), end, force)
    return are_kings(text, token, Span(*found.span()), Span(start, end), force)


def _damage(found: re.Match[str]) -> Damage:
    return _mended(Span(*found.span("run")), found["run"])


def _mended(run: Span, written: str) -> Damage:
    """What makes a square of the one sign in a run that is none."""
    at = 0
    while re.compile(SQUARE).match(written, at):
        at += 2
    lacks_rank = written[at].isalpha()
    where = run.start + at + lacks_rank
    return Damage(Span(where, where), _NO_RANK if lacks_rank else _NO_FILE, "misspelled-square")
