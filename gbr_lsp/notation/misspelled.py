"""Mistyped squares of kings beside a sound class: `3g`, `fe46`, `f4 e6`, `F4E6`, `f44e6`, in Cyrillic.

They need a sign that begins the code, a `Black` tag, a control, a result or a square list beside them.
"""

import re
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.anchors import (
    WINDOW,
    ends_line,
    goes_on,
    has_board,
    has_pair_before,
    is_anchored_behind,
    is_in_tag,
    is_named,
    sign_before,
    total_of,
)
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
    is_opened,
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
_KINGS = rf"(?P<kings>{SQUARE_ALIKE}{{2}}(?P<parting>{_PARTING})?{SQUARE_ALIKE}{{2}})"
_BEHIND = regex(
    rf"(?P<dot>\.)?{GAP0}{_KINGS}(?:(?P<rest>{SQUARE}(?:\.?{GAP0}{SQUARE})*|\.{GAP0}(?:{SQUARE})+)|(?!\w))"
    rf"{NO_WORD_AFTER}"
)
_BEFORE = regex(rf"{NO_WORD_BEFORE}(?<![-/]){_KINGS}{GAP}(?:{MATHS}{SIGN}{MATHS}{GAP0})?\Z")
_FIVE = r"(?P<kings>[a-h1-8]{5})(?P<parting>(?!))?"
"""Two squares with one sign too many."""
_FIVE_BEHIND = regex(rf"(?P<dot>\.)?{GAP0}{_FIVE}(?P<rest>(?!))?{NO_WORD_AFTER}")
_FIVE_BEFORE = regex(rf"{NO_WORD_BEFORE}(?<![-/]){_FIVE}{GAP}(?:{MATHS}{SIGN}{MATHS}{GAP0})?\Z")
_RUN_BEHIND = regex(rf"(?P<dot>\.)?(?P<gap>{GAP0})(?P<run>(?:{SQUARE}){{2,}})(?P<pawns>\.{GAP0}{SQUARE})?")
_LOOSE = regex(rf"(?:{LOOSE_SQUARE}){{2}}")
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
    low = max(start, token.start - WINDOW)
    if has_pair_before(text, start, token.start) or _has_pair_behind(text, token, total_of(force), end):
        return _doubled(text, token, force, start, end) if _FIVE_BEHIND.match(text, token.end, end) else []
    behind = _BEHIND.match(text, token.end, end)
    squares = behind and meant(behind["kings"], behind["parting"] or "")
    if behind and squares and behind["parting"] in _SPELLED and not (behind["rest"] or behind["dot"]):
        return []  # `c1/a1` is a spelling of its own; a control such as `11/14` is no squares.
    if behind and squares and squares != behind["kings"] and _are_kings_behind(text, token, behind, force, start, end):
        return list(_edits(behind, squares))
    before = _BEFORE.search(text, low, token.start)
    if before and (squares := meant(before["kings"], before["parting"] or "")):
        anchored = is_anchored_behind(text, token.end, end, force)
        return list(_edits(before, squares)) if anchored else []
    return _doubled(text, token, force, start, end)


def _doubled(text: str, token: Span, force: Force, start: int, end: int) -> list[Damage]:
    """The sign of the kings of a class that was typed twice."""
    found = _FIVE_BEHIND.match(text, token.end, end)
    if found is None or not _are_kings_behind(text, token, found, force, start, end):
        found = _FIVE_BEFORE.search(text, max(start, token.start - WINDOW), token.start)
        if found is None or not is_anchored_behind(text, token.end, end, force):
            return []
    for squares in readings(found["kings"], Field.KINGS, LIKE):
        # What is too much must stand within the code.
        extra = found.start("kings") + max(1, squares.start - 1)
        return [Damage(Span(extra, extra + 1), "", "misspelled-square")]
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
    sign = sign_before(text, start, token.start)
    first = token.start if sign is None else sign
    opened = is_opened(text, start, first)
    tagged = is_in_tag(text, first, token.start)
    rest = len(re.findall(SQUARE, found["rest"] or ""))
    bracketed = start < first and text[first - 1] in "(["
    if rest:
        men = total_of(force)
        fits = men is not None and abs(rest - men) <= 1
        return fits and (found["dot"] is not None or bracketed or (sign is not None and opened))
    if found["dot"] is not None:
        return False
    if is_anchored_behind(text, found.end(), end, force):
        return True
    if sign is not None and has_board(text, token, start, end):
        return True
    if not (tagged or (sign is not None and opened) or is_named(text, start, first)):
        return False
    return not goes_on(text, found.end(), end) and (not found["parting"] or ends_line(text, found.end(), end))


def _edits(found: re.Match[str], squares: str) -> Iterator[Damage]:
    """What to write, as little as it takes: one king, or both, and nothing between them."""
    start, end = found.span("kings")
    parting = found["parting"] or ""
    second = start + 2 + len(parting)
    written = [found["kings"][:2], found["kings"][-2:]]
    wrong = [one != other for one, other in zip(written, (squares[:2], squares[2:]), strict=True)]
    if all(wrong) and not parting:
        yield Damage(Span(start, end), squares, "misspelled-square")
        return
    if wrong[0]:
        yield Damage(Span(start, start + 2), squares[:2], "misspelled-square")
    if parting:
        yield Damage(Span(start + 2, second), "", "misspelled-square")
    if wrong[1]:
        yield Damage(Span(second, end), squares[2:], "misspelled-square")
