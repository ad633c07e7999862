"""Squares beside a sound class of which one sign was lost: `g3g`, `g31`, `gg1`, `3g1`, and the same in a list.

What is left of the square is read with a sign that no board has, so that the code is whole and the square is not. As
little as three signs may be anything, so kings need what misspelled ones need, and a list just as many squares as the
digits mean.
"""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.anchors import (
    WINDOW,
    goes_on,
    has_board,
    has_pair_before,
    is_anchored_behind,
    is_in_tag,
    is_named,
    sign_before,
    total_of,
)
from gbr_lsp.notation.damage import Damage
from gbr_lsp.notation.grammar import GAP, GAP0, MATHS, NO_WORD_AFTER, NO_WORD_BEFORE, SIGN, SQUARE, is_opened
from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.values import Force

_NO_FILE, _NO_RANK = "z", "0"
"""What is written in the place of a sign that was lost."""
_RUN = rf"(?:{SQUARE})*(?:(?!{SQUARE})(?P<half>[a-h1-8])(?:{SQUARE})*)?{NO_WORD_AFTER}"
_CHUNK = regex(rf"(?:{GAP0}(?P<point>\.))?(?P<gap>{GAP0})(?P<run>{_RUN})")
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
    if first and len(first["run"]) == 3 and not first["point"] and first["half"]:
        return [_damage(first)] if _is_of_class(text, token, first, force, start, end) else []
    if first and len(first["run"]) == 5 and first["run"][0].isdigit() and not (first["gap"] or first["point"]):
        return []  # A third digit of the pawns, and the kings.
    men = total_of(force)
    if first and 3 <= len(first["run"]) and men is not None and _is_marked(text, token, first, start):
        listed = _in_list(text, token.end, end, men + 2)
        if listed:
            return listed
    before = _BEFORE.search(text, low, token.start)
    if before and is_anchored_behind(text, token.end, end, force):
        return [_mended(Span(*before.span("run")), before["run"])]
    return []


def _in_list(text: str, pos: int, end: int, wanted: int | None) -> list[Damage]:
    """The half in the squares behind an offset, if they are as many as wanted with it."""
    seen, half = 0, None
    while wanted is not None and seen < wanted and (chunk := _CHUNK.match(text, pos, end)):
        squares = (len(chunk["run"]) + 1) // 2
        if not squares or (chunk["half"] and (half or squares == 1)):
            return []
        half, seen, pos = half or (chunk if chunk["half"] else None), seen + squares, chunk.end()
    if half is None or seen != wanted or (seen < _SURE and not is_anchored_behind(text, pos, end, None)):
        return []
    return [_damage(half)]


def _is_marked(text: str, token: Span, found: re.Match[str], start: int) -> bool:
    """Whether a point, a bracket or a sign that begins the code tells that squares behind a class are its men."""
    sign = sign_before(text, start, token.start)
    first = token.start if sign is None else sign
    bracketed = start < first and text[first - 1] in "(["
    return found["point"] is not None or bracketed or (sign is not None and is_opened(text, start, first))


def _is_of_class(text: str, token: Span, found: re.Match[str], force: Force, start: int, end: int) -> bool:
    """Whether three signs behind a class are its kings: the code has a sign, a tag or a control."""
    sign = sign_before(text, start, token.start)
    first = token.start if sign is None else sign
    if is_in_tag(text, first, token.start):
        return True
    if not found["gap"] and text[token.start] != "0" and _EXPONENT.match(text, found.start("run")):
        return False  # A number with an exponent: `1234.567e3`.
    if is_anchored_behind(text, found.end(), end, force):
        return True
    if sign is not None and has_board(text, token, start, end):
        return True
    if found["gap"] and found["run"][0].isdigit() and text[token.start] != "0":
        return False  # The result of a sum, and another number.
    if is_named(text, start, first):
        return not goes_on(text, found.end(), end)
    return sign is not None and is_opened(text, start, first) and not goes_on(text, found.end(), end)


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
