"""The tokens of lists of men in words, which are the same in all languages."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span

MAX_TOKENS = 160
_FARTHEST = 1500

_SQUARES = "(?:[a-h][1-8])+"
_RANKS = r"(?:(?:-{1,3}|[–/,+])[1-8](?![^\W_]))+(?![.:/+=–-]*[\w♔-♟])"
"""Further ranks of the file of a square: `e2-3`, `e2,3`, `e2/3/4`."""
_MOVE = r"[0-9]{1,3}[ ]?(?:\.+|…)[ ]?(?:[^\W\d_♔-♟]{0,2}[a-h1-8]?[x:×-]?[a-h][1-8]|[♔-♟]|[0O]-[0O])"
_BOTH = r"[0-9]{1,2}[ ]?[+/:][ ]?[0-9]{1,2}"
_TOKEN = regex(
    r"(?P<passed>[ \u00a0\u202f]+|\\[A-Za-z]+\*?|&#?\w{2,8};)"
    rf"|(?P<letters>[^\W\d_]{{1,3}}|[♔-♟])?(?P<squares>{_SQUARES})(?![^\W_])(?P<ranks>{_RANKS})?"
    r"|(?P<word>[^\W\d_]++)(?:['’]s(?![^\W_]))?\.?"
    rf"|(?P<count>\([ ]?[0-9]{{1,2}}[ ]?\))|\({_BOTH}\)|{_MOVE}|{_BOTH}(?![^\W_])|1-0|0-1|\.(?:[ ]?\.)+|~~|[-=]>"
    r"|(?P<line>\\\\|(?:\r\n|\n|\r)(?P<empty>[ \t>]*[\r\n])?)|[0-9]+|[^\w]|.",
    re.DOTALL,
)
_GAP_OF_LINE = regex(r"<(?:br|/?(?:p|div|li|tr|td|th|ul|ol|dd|dt|h[1-6]))\b", re.IGNORECASE)
NUMBER = regex(r"[0-9]{1,2}")
_PASSED_OVER = frozenset(":_*~$'“„«{[(\\>#‘’^")
_PARTING = {**dict.fromkeys(",", 1), **dict.fromkeys(';/-–—•)]}`"”»&', 2), **dict.fromkeys("|\t", 3), ".": 5}
DASHES = frozenset("-–—")
COMMA, CLAUSE, CELL, LINE, SENTENCE, END = range(1, 7)
"""What parts two men, the weakest first. A line that ends in a comma goes on."""


class Part(NamedTuple):
    """A part of a list: how it is parted from the one before, and what it is; one of the other fields is not empty."""

    span: Span
    parted: int
    letters: str
    squares: str
    word: str
    number: int | None
    other: str
    sign: str
    """The last dash or opening bracket between the part and the one before."""


_BEHIND = Part(Span(0, 0), END, "", "", "", None, "", "")


class Parts:
    """The tokens of a list, each found when it is first asked for."""

    def __init__(self, text: str, spans: list[Span], start: int) -> None:
        self._coming = islice(_tokens(text, spans[:MAX_TOKENS], start), MAX_TOKENS)
        self._known: list[Part] = []

    def at(self, number: int) -> Part:
        """The token of a number; one that parts all, behind the last."""
        while len(self._known) <= number:
            self._known.append(next(self._coming, _BEHIND))
        return self._known[number]


def _tokens(text: str, spans: list[Span], start: int) -> Iterator[Part]:
    """What stands in some spans from an offset on."""
    parted, before, sign = 0, start, ""
    for span in spans:
        if before < span.start and _GAP_OF_LINE.search(text, before, span.start):
            parted = max(parted, LINE)
        for found in _TOKEN.finditer(text, max(start, span.start), min(span.end, start + _FARTHEST)):
            part = found[0]
            if part in DASHES or part in ("(", "["):
                sign = part
            if part in _PARTING:
                parted = max(parted, _PARTING[part])
            elif found["line"]:
                parted = END if found["empty"] else parted if parted == COMMA else max(parted, LINE)
            elif not found["passed"] and part not in _PASSED_OVER:
                count = NUMBER.search(part) if found["count"] else None
                letters, squares, word = (found[name] or "" for name in ("letters", "squares", "word"))
                if found["ranks"]:
                    squares = _with_ranks(squares, found["ranks"])
                number = int(count[0]) if count else None
                other = "" if squares or word or count else "..." if part[0] in ".…" else part
                yield Part(Span(*found.span()), parted, letters, squares, word, number, other, sign)
                parted, sign = 0, ""
        before = span.end


def _with_ranks(squares: str, ranks: str) -> str:
    """Return `squares` and those of the same file on `ranks`: `e2`, `-3` → `e2e3`; "" where a dash spans more."""
    for sign, rank in _RANK.findall(ranks):
        if sign in "-–" and abs(int(squares[-1]) - int(rank)) != 1:
            return ""
        squares += squares[-2] + rank
    return squares


_RANK = regex(r"([-–/,+])([1-8])")
