"""The tokens of lists of men in words, which are the same in all languages."""

import re
from collections.abc import Iterator
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


class ListToken(NamedTuple):
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


BEHIND = ListToken(Span(0, 0), END, "", "", "", None, "", "")


class ListTokens:
    """The tokens of a text, each read once however many lists may begin before it."""

    def __init__(self, text: str, spans: list[Span]) -> None:
        self._text = text
        self._spans = spans
        self._coming: Iterator[ListToken] = iter(())
        self._known: list[ListToken] = []
        self._numbers: dict[int, int] = {}
        """The number of each known token by its offset."""
        self._first = self._start = self._last = 0
        """The number and offset of the first token of the list, and the offset before which the last one ends."""
        self._head: ListToken | None = None
        """The first token of the list, if it was looked at."""
        self.asked = 0
        """How many tokens from `_first` on were looked at."""
        self._skipped: dict[object, int] = {}
        """The number of the first known token that a search, by its key, has not skipped."""

    def begin(self, start: int, span: int) -> None:
        """Begin a list at offset `start`, which is in `spans[span]`."""
        number = self._numbers.get(start)
        if number is None:
            self._coming = _tokens(self._text, self._spans[span:], start)
            self._known, self._numbers, self._skipped, number = [], {}, {}, 0
        self._first, self._start, self._last, self.asked = number, start, start + _FARTHEST, 0
        self._head = None

    def skip(self, number: int, search: object) -> int:
        """Return the first number from `number` on that `search` has not skipped, and skip the tokens before it."""
        first = self._skipped[search] = max(self._first + number, self._skipped.get(search, 0))
        return first - self._first

    @property
    def reached(self) -> int:
        """The offset of the last token that was looked at."""
        return max(
            (token.span.start for token in self._known[self._first : self._first + self.asked]), default=self._start
        )

    def at(self, number: int) -> ListToken:
        """Return token `number` of the list, counted from 0; BEHIND after the last one."""
        if self.asked <= number:
            self.asked = number + 1
        known, at = self._known, self._first + number
        while len(known) <= at:
            token = next(self._coming, BEHIND)
            if token is not BEHIND:
                self._numbers[token.span.start] = len(known)
            known.append(token)
        if number == 0:
            if self._head is None:
                self._head = known[at]._replace(parted=0, sign="")
            return self._head
        token = known[at]
        return token if number < MAX_TOKENS and token.span.end <= self._last else BEHIND


def _tokens(text: str, spans: list[Span], start: int) -> Iterator[ListToken]:
    """What stands in some spans from an offset on."""
    parted, before, sign = 0, start, ""
    for span in spans:
        if before < span.start and _GAP_OF_LINE.search(text, before, span.start):
            parted = max(parted, LINE)
        for found in _TOKEN.finditer(text, max(start, span.start), span.end):
            part = found[0]
            if part in DASHES or part in ("(", "["):
                sign = part
            if part in _PARTING:
                parted = max(parted, _PARTING[part])
                continue
            passed, letters, squares, ranks, word, counted, line, empty = found.groups("")
            if line:
                parted = END if empty else parted if parted == COMMA else max(parted, LINE)
            elif not passed and part not in _PASSED_OVER:
                count = NUMBER.search(part) if counted else None
                if ranks:
                    squares = _with_ranks(squares, ranks)
                number = int(count[0]) if count else None
                other = "" if squares or word or count else "..." if part[0] in ".…" else part
                yield ListToken(Span(*found.span()), parted, letters, squares, word, number, other, sign)
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
