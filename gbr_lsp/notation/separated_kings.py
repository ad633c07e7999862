"""Kings next to a class with something between them: `1703.02/h1f1`, `(Kh1 Kf1, **1703.02**)`.

Punctuation, emphasis, macros, tags and one line break may separate them, but no words. Such a number
next to two squares may be anything; their weight depends on the text between them.
"""

import re
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.languages import pattern, words
from gbr_lsp.notation.grammar import CLOSING, NO_WORD_AFTER, OPENING, SQUARE, WIDE_BLANK
from gbr_lsp.notation.values import BLACK, SQUARES, WHITE, are_adjacent

_MARKUP = regex(
    r"\\[nt](?=[wWbBsS]?[KR(]?[a-h][1-8]|[0-9]{4})|\\u[0-9A-Fa-f]{4}|\\[A-Za-z]+\*?|<[^<>\r\n]{1,120}>|&(?:[A-Za-z]{2,8}|#x?[0-9A-Fa-f]{1,5});"
    r"|\[\.[\w.-]{1,40}\](?=#)|:[A-Za-z-]{1,20}:(?=`)|(?<![^\W_])[A-Za-z_]{1,12}[ ]?=(?=[ ]?[\"'{]?[KR]?[a-h][1-8])|_"
    r"|\[/?(?i:[biu]|code|color|size|font|center)(?:=[^\[\]\r\n]{1,40})?\]"
)
"""Macros, tags (BBCode's too), entities, roles and the keys of options, which separate like punctuation."""
_GAP = r"[^\w\r\n]{0,80}(?:(?:\r\n|\r|\n)[^\w\r\n]{0,80})?"
_KING = r"(?:[wWbBsSzZnN]?(?:K|R|♔|♚|Кр?)[ ]?)"
_PAIR = (
    rf"(?P<white_king>{_KING})?(?P<white>{SQUARE})(?P<link>[^\w\r\n]{{0,24}})"
    rf"(?P<black_king>{_KING})?(?P<black>{SQUARE})"
)
_NAMED = regex("[wW][KR♔] ?[bBsS][KR♚] ?")
_AFTER = regex(rf"(?P<gap>{_GAP}){_PAIR}{NO_WORD_AFTER}(?![/–-]\w|\.\w)")
_BEFORE = regex(rf"(?<![^\W_])(?<!\w[/–-]){_PAIR}(?P<gap>{_GAP})\Z")
WHITE_WORD, BLACK_WORD, KING_WORD = (pattern(words(field)) for field in ("white", "black", "king"))
_SIDES = [rf"(?:{side}:?[ \t]+)?" for side in (WHITE_WORD, BLACK_WORD)]
_CELL = regex(
    rf"\W*+{_SIDES[0]}{_KING}?(?P<white>{SQUARE})"
    rf"(?:\W{{0,24}}(?:{pattern(words('links'))}[ \t]+)?{_SIDES[1]}{_KING}?(?P<black>{SQUARE}))?\W*+"
)
_ONLY_EMPHASIS = regex(rf"(?:{CLOSING}|{OPENING}|{WIDE_BLANK}|[ \t\u00a0~]|\\,|&nbsp;)*")
_SENTENCE_END = regex(r"[.!?][\"')\]]*\s")
_COLOR_KEY = regex(
    rf"(?<![^\W_])(?:(?P<white>wk?|{WHITE_WORD})|(?:b|[bsz]k|{BLACK_WORD}))[ _-]?(?:k|{KING_WORD})?[ ]?=[ ]?[\"'{{]?\Z",
    re.IGNORECASE,
)
_KEY_LENGTH = 32
_CELL_END = regex(r"[,;|&\t\"<}\r\n]|[ ]{2}")
_CELL_MARKS = frozenset('|&\t"')
_WINDOW = 120


GLUED, PUNCTUATED, DISTANT = 1.0, 0.9, 0.4
"""Weights of kings with emphasis, punctuation, or a line break or the end of a sentence or cell before the class."""


class SeparatedKings(NamedTuple):
    """The spans of the squares of both kings, and their weight for the class."""

    white: Span
    black: Span
    span: Span
    """The span of both squares, with the letters of the kings."""
    weight: float
    is_named: bool
    """True if letters name the color of each king: `wKg3 bKg1`."""
    is_bare: bool
    """True if only blanks or a comma separate the squares, so that they may be two moves."""
    is_in_order: bool
    """False if the squares are in two cells that do not name their colors."""


def kings_after(text: str, start: int, end: int) -> SeparatedKings | None:
    """Return the kings after the class that ends at `start`; the search ends at `end`."""
    window = without_markup(text, start, min(end, start + _WINDOW))
    return _kings(text, start, _AFTER.match(window))


def kings_before(text: str, start: int, end: int) -> SeparatedKings | None:
    """Return the kings before the class that starts at `end`; the search begins at `start`."""
    start = max(start, end - _WINDOW)
    return _kings(text, start, _BEFORE.search(without_markup(text, start, end)))


def kings_in(text: str, start: int, end: int) -> tuple[Span, ...]:
    """Return the spans of the one or two squares of kings that are all of `text[start:end]`, or ().

    Examples: `g3g1`, `(Kg3/Kg1)`, `White: g3, Black: g1`, `Kg3`.
    """
    found = _CELL.fullmatch(without_markup(text, start, end))
    names = [name for name, square in found.groupdict().items() if square] if found else []
    return tuple(Span(start + found.start(name), start + found.end(name)) for name in names) if found else ()


def without_markup(text: str, start: int, end: int) -> str:
    """Return `text[start:end]` with blanks in place of markup."""
    return _MARKUP.sub(lambda found: " " * len(found[0]), text[start:end])


def _kings(text: str, offset: int, found: re.Match[str] | None) -> SeparatedKings | None:
    """Return the kings of `found`, a match in the window at `offset`; None if they are adjacent."""
    if found is None or are_adjacent(SQUARES[found["white"]], SQUARES[found["black"]]):
        return None
    white, black, gap = (Span(*found.span(name)).shift(offset) for name in ("white", "black", "gap"))
    span = Span(white.start - len(found["white_king"] or ""), black.end)
    between = text[slice(*gap)]
    key_colors = [_key_color(text, square.start) for square in (white, black)]
    if key_colors == [BLACK, WHITE]:
        white, black = black, white
    letters = (found["white_king"] or "") + (found["black_king"] or "")
    is_named = _NAMED.fullmatch(letters) is not None
    is_bare = not letters and found["link"].strip(" ,") != found["link"]
    if _ONLY_EMPHASIS.fullmatch(between) and not found["link"] and not letters:
        weight = GLUED
    elif "\n" in between or "\r" in between or _SENTENCE_END.search(between) or not _CELL_MARKS.isdisjoint(between):
        weight = DISTANT
    else:
        weight = PUNCTUATED
    is_in_order = is_named or None not in key_colors or _CELL_END.search(text, *sorted((white.end, black.end))) is None
    return SeparatedKings(white, black, span, weight, is_named, is_bare, is_in_order)


def _key_color(text: str, offset: int) -> bool | None:
    """Return the color that the key of the value at `offset` names, as in `bk={g1}`, or None."""
    key = _COLOR_KEY.search(text, max(0, offset - _KEY_LENGTH), offset)
    return None if key is None else WHITE if key["white"] else BLACK
