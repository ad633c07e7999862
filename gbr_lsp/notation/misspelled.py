"""Mistyped squares of kings beside a sound class: `3g`, `fe46`, `f4 e6`, `F4E6`, `f44e6`, in Cyrillic.

They need a sign that begins the code, a `Black` tag, a control, a result or a square list beside them.
"""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.anchors import WINDOW, are_kings, has_pair_before, is_anchored_behind, is_marked, total_of
from gbr_lsp.notation.damage import SQUARE_ALIKE, Damage
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
from gbr_lsp.notation.halved import halved_square
from gbr_lsp.notation.token import force_from
from gbr_lsp.notation.values import Force
from gbr_lsp.slips import Field, is_sound, readings
from gbr_lsp.slips.signs import LIKE

_CLASS = regex(
    r"\.(?<=[0-9]{4}\.)(?<![^\W_][0-9]{4}\.)(?<![0-9][.,][0-9]{4}\.)(?<![€£¥$][0-9]{4}\.)[0-9]{2}(?!\.[0-9?])"
)
_PARTING = rf"(?!\t){BLANK}|{BLANK}?[-–/,]{BLANK}?|[-‐]{BLANK}*(?:\r\n?|\n)(?:{BLANK}|>)*"
"""What may stand between two kings: the last is the hyphen of a word that goes on in the next line."""
_KINGS = rf"(?P<kings>{SQUARE_ALIKE}{{2}}(?P<parting>{_PARTING})?{SQUARE_ALIKE}{{2}}|[a-h1-8]{{5}})"
"""Two squares, or with one sign too many."""
_BEHIND = regex(
    rf"(?P<dot>\.)?{GAP0}{_KINGS}(?:(?P<rest>{SQUARE}(?:\.?{GAP0}{SQUARE})*|\.{GAP0}(?:{SQUARE})+)|(?!\w))"
    rf"{NO_WORD_AFTER}"
)
_BEFORE = regex(rf"{NO_WORD_BEFORE}(?<![-/]){_KINGS}{GAP}(?:{MATHS}{SIGN}{MATHS}{GAP0})?\Z")
_RUN_BEHIND = regex(
    rf"(?P<dot>\.)?(?P<gap>{GAP0})(?!(?:{SQUARE}){{2}}[1-8]{NO_WORD_AFTER})(?P<run>(?:{SQUARE}){{2,}})"
    rf"(?P<pawns>\.{GAP0}{SQUARE})?"
)
_LOOSE = regex(rf"(?:{LOOSE_SQUARE}){{2}}")
_ONE_TOO_MANY = 5
_SPELLED = ("/", "-", "–")
"""What may stand between kings behind a class."""


def misspelled_squares(text: str, start: int, end: int) -> list[list[Damage]]:
    """The slips in the squares of each sound class of `text[start:end]`: in its kings, or one that is not whole."""
    found = []
    for point in _CLASS.finditer(text, start + 4, end):
        token = Span(point.start() - 4, point.end())
        force = force_from(text[token.start : token.end])
        slips = _slips(text, token, force, start, end) or halved_square(text, token, force, start, end)
        if slips:
            found.append(slips)
    return found


def meant(kings: str, parting: str) -> str | None:
    """The two squares that some signs mean; None where they are none, or are parted and misspelled too."""
    signs = kings.replace(parting, "", 1) if parting else kings
    if parting or _LOOSE.fullmatch(signs):
        # What is off the board is told as that.
        return signs if is_sound(signs, Field.KINGS) else None
    is_word = signs.isascii() and signs.isalpha()
    return next((squares.text for squares in readings(signs, Field.KINGS, LIKE)), None) if not is_word else None


def _slips(text: str, token: Span, force: Force, start: int, end: int) -> list[Damage]:
    """The slips in the kings of a class that has no sound pair of squares beside it."""
    if has_pair_before(text, start, token.start) or _has_pair_behind(text, token, total_of(force), end):
        return []
    behind = _BEHIND.match(text, token.end, end)
    squares = behind and meant(behind["kings"], behind["parting"] or "")
    if behind and squares and behind["parting"] in _SPELLED and not (behind["rest"] or behind["dot"]):
        return []  # `c1/a1` is a spelling of its own; a control such as `11/14` is no squares.
    if behind and squares and squares != behind["kings"] and _are_kings_behind(text, token, behind, force, start, end):
        return [_edit(behind, squares)]
    before = _BEFORE.search(text, max(start, token.start - WINDOW), token.start)
    squares = before and meant(before["kings"], before["parting"] or "")
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
        return Damage(Span(*found.span("parting")), "", "misspelled-square")
    if len(squares) < len(kings):
        # What is too much must stand within the code.
        extra = next(extra for extra in range(1, len(kings)) if kings[:extra] + kings[extra + 1 :] == squares)
        return Damage(Span(at + extra, at + extra + 1), "", "misspelled-square")
    wrong = [square for square in (0, 2) if kings[square : square + 2] != squares[square : square + 2]]
    first, last = wrong[0], wrong[-1] + 2
    return Damage(Span(at + first, at + last), squares[first:last], "misspelled-square")
