"""Lists of men in words as a language reads them: `White: Kh8, pc6; Black: Ka6, ph5`, `king b6, rook f4 / king d7`.

A list has the men of one side, then of the other. It is read side by side, and ends with its sentence, cell or line:
what is neither a man, a square, a word of the language nor punctuation is not read.
"""

import re
from collections.abc import Iterator
from enum import Enum
from itertools import islice, product
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.languages.lexicon import Lexicon, folded
from gbr_lsp.languages.table import LANGUAGES

WHITE, BLACK = True, False
_PIECES = tuple("QRBN")
_MOST_TOKENS = 160
_FARTHEST = 1500
_MOST_BEFORE_MEN = 12
"""So many words may stand before the first man of a list."""

_SQUARES = "(?:[a-h][1-8])+"
_TOKEN = regex(
    r"(?P<passed>[ \u00a0\u202f]+|\\[A-Za-z]+\*?|&#?\w{2,8};)"
    rf"|(?P<letters>[^\W\d_]{{1,3}}|[♔-♟])?(?P<squares>{_SQUARES})(?![^\W_])"
    r"|(?P<word>[^\W\d_]++)(?:['’]s(?![^\W_]))?\.?"
    r"|(?P<count>\([ ]?[0-9]{1,2}[ ]?\))|\([0-9]{1,2}[ ]?[+/:][ ]?[0-9]{1,2}\)"
    r"|(?P<line>\\\\|(?:\r\n|\n|\r)(?P<empty>[ \t>]*[\r\n])?)|[0-9]+|[^\w]|.",
    re.DOTALL,
)
_GAP_OF_LINE = regex(r"<(?:br|/?(?:p|div|li|tr|td|th|ul|ol|dd|dt|h[1-6]))\b", re.IGNORECASE)
_NUMBER = regex(r"[0-9]{1,2}")
_PASSED_OVER = frozenset(":_*~$'“„«{[(\\>#‘’^")
_PARTING = {**dict.fromkeys(",", 1), **dict.fromkeys(';/-–—•)]}`"”»&', 2), **dict.fromkeys("|\t", 3), ".": 5}
_COMMA, _CLAUSE, _CELL, _LINE, _SENTENCE, _END = range(1, 7)
"""What parts two men, the weakest first. A line that ends in a comma goes on."""
_STOPS = frozenset(
    map(folded, ["gbr", "wtm", "btm", "zaz", "class", *(word for one in LANGUAGES for word in one.goals)])
)
"""Words behind a list that are none of it."""


class _Part(NamedTuple):
    """A part of a list: how it is parted from the one before, and what it is; one of the other fields is not empty."""

    span: Span
    parted: int
    letters: str
    squares: str
    word: str
    number: int | None
    other: str


class Either(Enum):
    """What stands before a square without a letter that may be a pawn's, or that of a piece as the one before."""

    LETTER = "a piece by its letter"
    WORD = "a piece by its name, or `and`"


_BEHIND = _Part(Span(0, 0), _END, "", "", "", None, "")


class ListedMan(NamedTuple):
    """A man where it stands in the text, its kind one of KINDS; `either` is set where it may be a pawn as well."""

    kind: str
    square: str
    color: bool
    either: Either | None
    span: Span


class Read(NamedTuple):
    """A list as a language reads it: `bare` and `lettered` are the colors whose pawns have no letter, and one.

    `counts` are the numbers of men that it gives for a side, each where it stands.
    """

    language: Lexicon
    span: Span
    men: list[ListedMan]
    unread: list[Span]
    bare: set[bool]
    lettered: set[bool]
    counts: list[tuple[Span, int, bool]]

    @property
    def readings(self) -> Iterator[list[ListedMan]]:
        """The men, for each way to read the squares without a letter."""
        for choice in product(*(self._are_pawns(either) for either in Either)):
            pawns = [either for either, are_pawns in zip(Either, choice, strict=True) if are_pawns]
            yield [man._replace(kind="P") if man.either in pawns else man for man in self.men]

    def _are_pawns(self, either: Either) -> tuple[bool, ...]:
        """Whether squares behind a piece are those of pawns; both, where the list does not tell."""
        are_pawns = bool(self.bare) and either is Either.LETTER
        are_pieces = all(man.color in self.lettered for man in self.men if man.either is either)
        return (are_pawns,) if are_pawns is not are_pieces else (True, False)


def read_in_languages(text: str, spans: list[Span], start: int) -> list[Read]:
    """A list that begins at an offset of the first of some spans of a text, as each language reads it that does."""
    tokens = _PartsOfList(_tokens(text, spans[:_MOST_TOKENS], start))
    return [read for one in LANGUAGES if one.white and (read := _ListReader(one, tokens).read())]


class _PartsOfList:
    """The tokens of a list, each found when it is first asked for."""

    def __init__(self, tokens: Iterator[_Part]) -> None:
        self._coming = islice(tokens, _MOST_TOKENS)
        self._known: list[_Part] = []

    def at(self, number: int) -> _Part:
        """The token of a number; one that parts all, behind the last."""
        while len(self._known) <= number:
            self._known.append(next(self._coming, _BEHIND))
        return self._known[number]


def _tokens(text: str, spans: list[Span], start: int) -> Iterator[_Part]:
    """What stands in some spans from an offset on."""
    parted, before = 0, start
    for span in spans:
        if before < span.start and _GAP_OF_LINE.search(text, before, span.start):
            parted = max(parted, _LINE)
        for found in _TOKEN.finditer(text, max(start, span.start), min(span.end, start + _FARTHEST)):
            part = found[0]
            if part in _PARTING:
                parted = max(parted, _PARTING[part])
            elif found["line"]:
                parted = _END if found["empty"] else parted if parted == _COMMA else max(parted, _LINE)
            elif not found["passed"] and part not in _PASSED_OVER:
                count = _NUMBER.search(part) if found["count"] else None
                other = "" if found["squares"] or found["word"] or count else part
                letters, squares, word = (found[name] or "" for name in ("letters", "squares", "word"))
                number = int(count[0]) if count else None
                yield _Part(Span(*found.span()), parted, letters, squares, word, number, other)
                parted = 0
        before = span.end


class _ListReader:
    """Reads the tokens of a list in one language, side by side."""

    def __init__(self, language: Lexicon, tokens: _PartsOfList) -> None:
        self._language = language
        self._tokens = tokens
        self._color: bool | None = None
        self._kind = ""
        """The last man that was named."""
        self._named: _Part | None = None
        """A word or letter for a man that has no square yet."""
        self._is_worded = False
        """Whether it was named by a word."""
        self._is_linked = False
        """Whether the sentence goes on: the last token was a side, a man without square, or `and`."""
        self._sides: set[bool] = set()
        self._has_words = False
        self._read = Read(language, tokens.at(0).span, [], [], set(), set(), [])

    def read(self) -> Read | None:
        """What is read of a list from its first token on; None where no list of both sides begins there."""
        end = number = 0
        while self._goes_on(number, token := self._tokens.at(number)):
            if _MOST_BEFORE_MEN < number and not self._read.men:
                return None
            if not self._take(number, token):
                self._read.unread.append(token.span)
                self._name(None)
                if not self._has_words or len(self._read.men) < len(self._read.unread):
                    return None
            end = token.span.end
            number += 1
        if len(self._sides) < 2 or not self._read.men or self._read.men[-1].color is not self._color:
            return None
        self._name(None)
        for span, number, color in self._read.counts:
            if number != sum(man.color is color for man in self._read.men):
                self._read.unread.append(span)
        return self._read._replace(span=Span(self._tokens.at(0).span.start, end))

    def _goes_on(self, number: int, token: _Part) -> bool:
        """Whether a token belongs to the list."""
        side = self._side(number)
        if side is not None and self._color is not None and side is not self._color:
            return side not in self._sides and token.parted < _END
        parted = 0 if self._is_linked else token.parted
        if parted == _END or (token.other in ("+", "=") and len(self._sides) == 2) or self._is_stop(number):
            return False
        if parted <= _COMMA or self._color is None:
            return True
        if parted <= _CLAUSE:
            return len(self._sides) < 2 or self._is_readable(number)
        if parted == _CELL:
            return False
        return self._are_men(number)

    def _is_stop(self, number: int) -> bool:
        """Whether a code, a result or a word begins that is none of a list."""
        token, behind = self._tokens.at(number), self._tokens.at(number + 1).other
        if token.other.isdigit():
            return not self._kind_at(number + 1) or behind != ""
        is_code = token.squares and not token.letters and len(token.squares) == 4 and behind.isdigit()
        return bool(is_code) or token.other.startswith("(") or folded(token.word) in _STOPS

    def _are_men(self, number: int) -> bool:
        """Whether a line or a sentence from a token on has men only."""
        for at in range(number, number + _MOST_TOKENS):
            if (number < at and _LINE <= self._tokens.at(at).parted) or self._side(at) is not None:
                break
            if self._is_stop(at) or not self._is_readable(at):
                return False
        return True

    def _is_readable(self, number: int) -> bool:
        token = self._tokens.at(number)
        if token.squares:
            return not token.letters or self._kind_at(number) is not None
        return token.number is not None or self._language.is_link(token.word) or self._kind_at(number) is not None

    def _kind_at(self, number: int) -> str | None:
        """The man that a token names."""
        token = self._tokens.at(number)
        if token.letters:
            return self._language.kind_of_letter(token.letters)
        return self._language.kind_of(token.word) if token.word else None

    def _side(self, number: int) -> bool | None:
        """The side that begins with a token: its word, its letter before a king, or a king of no words."""
        token = self._tokens.at(number)
        if token.word and (side := self._language.side_of(token.word)):
            behind = number + 1
            while self._tokens.at(behind).number is not None:
                behind += 1
            if not side.is_short or self._kind_at(behind) == "K":
                return side.color
        if self._has_words or self._kind_at(number) != "K":
            return None
        if self._color is None:
            return WHITE
        return BLACK if _CLAUSE <= token.parted and self._color is WHITE else None

    def _take(self, number: int, token: _Part) -> bool:
        """Reads a token; False where it is not read."""
        side = self._side(number)
        is_linked, self._is_linked = self._is_linked, True
        if side is not None:
            if side is not self._color:
                self._name(None)
                self._kind = ""
            self._color = side
            self._sides.add(side)
            if token.word and self._language.side_of(token.word):
                self._has_words = True
                return True
        if self._color is None:
            return False
        if token.number is not None:
            self._read.counts.append((token.span, token.number, self._color))
            self._is_linked = is_linked
            return True
        if self._language.is_link(token.word) or (token.other.isdigit() and self._kind_at(number + 1)):
            return True
        kind = self._kind_at(number)
        if not token.squares:
            if kind is None:
                self._is_linked = False
                return False
            self._name(token)
            self._kind = kind
            return True
        self._is_linked = False
        return self._put(token, kind, is_linked=is_linked)

    def _put(self, token: _Part, kind: str | None, *, is_linked: bool) -> bool:
        """Puts men on squares."""
        assert self._color is not None
        if token.letters and kind is None:
            return False
        if kind and self._named is not None and kind != self._kind:
            self._name(None)
        is_bare = kind is None and self._named is None
        either = None
        if is_bare and self._kind in _PIECES:
            either = Either.WORD if self._is_worded or is_linked else Either.LETTER
        self._is_worded = self._named is not None or (is_bare and self._is_worded)
        kind = kind or (self._kind if self._named is not None or either else "P")
        self._named = None
        if kind == "K" and any(man.kind == "K" and man.color is self._color for man in self._read.men):
            return False
        squares = [token.squares[at : at + 2] for at in range(0, len(token.squares), 2)]
        own = (man for man in self._read.men if man.color is self._color)
        if kind == "P":
            (self._read.bare if is_bare and self._kind != "P" else self._read.lettered).add(self._color)
        elif not is_bare and (1 < len(squares) or any(man.kind == kind and not man.either for man in own)):
            self._read.bare.add(self._color)
        self._read.men.extend(ListedMan(kind, square, self._color, either, token.span) for square in squares)
        self._kind = kind
        return True

    def _name(self, token: _Part | None) -> None:
        """Remembers a word for a man without a square; one that has none still is not read."""
        if self._named is not None:
            self._read.unread.append(self._named.span)
        self._named = token
