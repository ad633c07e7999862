"""Tokens of lists of men in words, the same in all languages."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span

MAX_TOKENS = 160
_MAX_LENGTH = 1500

_SQUARES = "(?:[a-h][1-8])+"
_RANKS = r"(?:(?:-{1,3}|[–/,+])[1-8](?![^\W_]))+(?![.:/+=–-]*[\w♔-♟])"
"""Further ranks on the file of a square: `e2-3`, `e2,3`, `e2/3/4`."""
_MOVE = r"[0-9]{1,3}[ ]?(?:\.+|…)[ ]?(?:[^\W\d_♔-♟]{0,2}[a-h1-8]?[x:×-]?[a-h][1-8]|[♔-♟]|[0O]-[0O])"
_COUNT_OF_SIDES = r"[0-9]{1,2}[ ]?[+/:][ ]?[0-9]{1,2}"
_TOKEN = regex(
    r"(?P<passed>[ \u00a0\u202f]+|\\[A-Za-z]+\*?|&#?\w{2,8};)"
    rf"|(?P<letters>[^\W\d_]{{1,3}}|[♔-♟])?(?P<squares>{_SQUARES})(?![^\W_])(?P<ranks>{_RANKS})?"
    r"|(?P<word>[^\W\d_]++)(?:['’]s(?![^\W_]))?\.?"
    rf"|(?P<count>\([ ]?[0-9]{{1,2}}[ ]?\))|\({_COUNT_OF_SIDES}\)|{_MOVE}"
    rf"|{_COUNT_OF_SIDES}(?![^\W_])|1-0|0-1|\.(?:[ ]?\.)+|~~|[-=]>"
    r"|(?P<line>\\\\|(?:\r\n|\n|\r)(?P<empty>[ \t>]*[\r\n])?)|[0-9]+|[^\w]|.",
    re.DOTALL,
)
LINE_TAG = regex(r"<(?:br|/?(?:p|div|li|tr|td|th|ul|ol|dd|dt|h[1-6]))\b", re.IGNORECASE)
NUMBER = regex(r"[0-9]{1,2}")
_SKIPPED_CHARS = frozenset(":_*~$'“„«{[(\\>#‘’^")
_SEPARATORS = {**dict.fromkeys(",", 1), **dict.fromkeys(';/-–—•)]}`"”»&', 2), **dict.fromkeys("|\t", 3), ".": 5}
DASHES = frozenset("-–—")
COMMA, CLAUSE, CELL, LINE, SENTENCE, END = range(1, 7)
"""Separations of two men, the weakest first. A line that ends in a comma continues."""


class ListToken(NamedTuple):
    """A part of a list and its separation from the part before.

    One of `squares` (perhaps after `letters`), `word`, `number` and `other` is set.
    """

    span: Span
    separation: int
    letters: str
    squares: str
    word: str
    number: int | None
    other: str
    lead: str
    """The last dash or opening bracket between the part and the one before."""


NO_TOKEN = ListToken(Span(0, 0), END, "", "", "", None, "", "")


class ListTokens:
    """The tokens of a text. Each is read once, even if several lists may begin before it."""

    def __init__(self, text: str, spans: list[Span]) -> None:
        self._text = text
        self._spans = spans
        self._next_tokens: Iterator[ListToken] = iter(())
        self._tokens: list[ListToken] = []
        self._numbers: dict[int, int] = {}
        """Offset of each known token → its number."""
        self._first_number = self._start = self._limit = 0
        """Number and offset of the first token of the list, and maximum end offset of its last token."""
        self._first_token: ListToken | None = None
        """The first token of the list, once it was requested."""
        self.read_count = 0
        """The number of tokens requested since `begin`, from the first one of the list."""
        self._skip_marks: dict[object, int] = {}
        """Key of a search → number of the first token that it has not skipped."""

    def begin(self, start: int, span: int) -> None:
        """Begin a list at offset `start`, which is in `spans[span]`."""
        number = self._numbers.get(start)
        if number is None:
            self._next_tokens = _tokens(self._text, self._spans[span:], start)
            self._tokens, self._numbers, self._skip_marks, number = [], {}, {}, 0
        self._first_number, self._start, self._limit, self.read_count = number, start, start + _MAX_LENGTH, 0
        self._first_token = None

    def skip(self, number: int, search: object) -> int:
        """Return the first number from `number` on that `search` has not skipped.

        The tokens before it count as skipped by `search` from now on.
        """
        first = self._skip_marks[search] = max(self._first_number + number, self._skip_marks.get(search, 0))
        return first - self._first_number

    @property
    def last_offset(self) -> int:
        """The offset of the last token that was requested."""
        read_tokens = self._tokens[self._first_number : self._first_number + self.read_count]
        return max((token.span.start for token in read_tokens), default=self._start)

    def token(self, number: int) -> ListToken:
        """Return the `ListToken` at `number`, counted from 0, or `NO_TOKEN` after the last one."""
        if self.read_count <= number:
            self.read_count = number + 1
        tokens, offset = self._tokens, self._first_number + number
        while len(tokens) <= offset:
            next_token = next(self._next_tokens, NO_TOKEN)
            if next_token is not NO_TOKEN:
                self._numbers[next_token.span.start] = len(tokens)
            tokens.append(next_token)
        if number == 0:
            if self._first_token is None:
                self._first_token = tokens[offset]._replace(separation=0, lead="")
            return self._first_token
        next_token = tokens[offset]
        return next_token if number < MAX_TOKENS and next_token.span.end <= self._limit else NO_TOKEN


def _tokens(text: str, spans: list[Span], start: int) -> Iterator[ListToken]:
    """Yield a `ListToken` for each part of `text` within `spans`, from offset `start`."""
    separation, previous_end, lead = 0, start, ""
    for span in spans:
        if previous_end < span.start and LINE_TAG.search(text, previous_end, span.start):
            separation = max(separation, LINE)
        for match in _TOKEN.finditer(text, max(start, span.start), span.end):
            part = match[0]
            if part in DASHES or part in ("(", "["):
                lead = part
            if part in _SEPARATORS:
                separation = max(separation, _SEPARATORS[part])
                continue
            blank, letters, squares, ranks, word, count_text, line, empty = match.groups("")
            if line:
                separation = END if empty else separation if separation == COMMA else max(separation, LINE)
            elif not blank and part not in _SKIPPED_CHARS:
                count = NUMBER.search(part) if count_text else None
                if ranks:
                    squares = _with_ranks(squares, ranks)
                number = int(count[0]) if count else None
                other = "" if squares or word or count else "..." if part[0] in ".…" else part
                yield ListToken(Span(*match.span()), separation, letters, squares, word, number, other, lead)
                separation, lead = 0, ""
        previous_end = span.end


def _with_ranks(squares: str, ranks: str) -> str:
    """Return `squares` and those on further `ranks`: `e2`, `-3` → `e2e3`.

    A range of more than two ranks gives an empty text.
    """
    for separator, rank in _RANK.findall(ranks):
        if separator in "-–" and abs(int(squares[-1]) - int(rank)) != 1:
            return ""
        squares += squares[-2] + rank
    return squares


_RANK = regex(r"([-–/,+])([1-8])")
