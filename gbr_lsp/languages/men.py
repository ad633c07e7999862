"""Lists of men in words as a language reads them: `White: Kh8, pc6; Black: Ka6, ph5`, `king b6, rook f4 / king d7`.

A list has the men of one side, then of the other. It is read side by side, and ends with its sentence, cell or line:
what is neither a man, a square, a word of the language nor punctuation is not read. A list also ends before a code, a
move, a result, a count of both sides or a page number. Whatever else follows its men and may name another man, such as
the `3` of `e2 and 3`, is not read.
"""

from collections.abc import Iterator
from enum import Enum
from itertools import product
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.languages.lexicon import Lexicon, folded
from gbr_lsp.languages.men_tokens import (
    CELL,
    CLAUSE,
    COMMA,
    DASHES,
    END,
    LINE,
    MAX_TOKENS,
    NUMBER,
    SENTENCE,
    ListToken,
    ListTokens,
)
from gbr_lsp.languages.table import LANGUAGES

WHITE, BLACK = True, False
_PIECES = tuple("QRBN")
_MOST_BEFORE_MEN = 12
"""So many words may stand before the first man of a list."""
_MOST_BEFORE_NAMED = 3
"""A word for a man names a square that is at most so many words behind it."""
DIGITS = frozenset("12345678")
_FILES = frozenset("abcdefgh")
_SIGNS = frozenset(("+", "=", "..."))
"""What ends a list where nothing of one follows."""

_STOPS = frozenset(
    map(folded, ["gbr", "wtm", "btm", "zaz", "class", *(word for one in LANGUAGES for word in one.goals)])
)
"""Words behind a list that are none of it."""


class _Follows(Enum):
    """What follows some parts of a list."""

    LIST = "a part of the list"
    END = "what is certainly none"
    UNKNOWN = "what may be one, and is not understood"


class Either(Enum):
    """What stands before a square without a letter that may be a pawn's, or that of a piece as the one before."""

    LETTER = "a piece by its letter"
    WORD = "a piece by its name, or `and`"


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


def _is_both(text: str) -> bool:
    """Whether a text is a count of the men of both sides, or a result."""
    return "." not in text and "…" not in text


class ListReader:
    """Reads the tokens of a list in one language, side by side."""

    def __init__(self, language: Lexicon, tokens: ListTokens) -> None:
        self._language = language
        self._tokens = tokens
        self._color: bool | None = None
        self._kind = ""
        """The last man that was named."""
        self._named: ListToken | None = None
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
        while (follows := self._follows(number)) is not _Follows.END:
            token = self._tokens.at(number)
            if _MOST_BEFORE_MEN < number and not self._read.men:
                return None
            if follows is _Follows.UNKNOWN or not self._take(number, token):
                self._read.unread.append(token.span)
                self._name(None)
                if not self._has_words or len(self._read.men) < len(self._read.unread):
                    return None
            end = token.span.end
            number += 1
            if follows is _Follows.UNKNOWN and len(self._sides) == 2:
                break
        if len(self._sides) < 2 or not self._read.men or self._read.men[-1].color is not self._color:
            return None
        self._name(None)
        for span, number, color in self._read.counts:
            if number != sum(man.color is color for man in self._read.men):
                self._read.unread.append(span)
        return self._read._replace(span=Span(self._tokens.at(0).span.start, end))

    def _follows(self, number: int) -> _Follows:
        """Whether the list goes on with a token."""
        token, side, is_first = self._tokens.at(number), self._side(number), len(self._sides) < 2
        if side is not None and self._color is not None and side not in self._sides:
            return _Follows.END if token.parted == END else _Follows.LIST
        parted = 0 if self._is_linked else token.parted
        if parted == END or (self._color is not None and parted == CELL):
            return _Follows.END
        if side is not None and self._color is not None and not is_first:
            return self._begun(number)
        if self._is_stop(number):
            is_open = not is_first and (self._is_linked or token.sign in DASHES) and token.other in DIGITS
            return _Follows.UNKNOWN if is_open else _Follows.END
        if self._color is not None and token.sign in ("(", "[") and self._has_men:
            return _Follows.UNKNOWN
        if parted <= COMMA or (is_first and parted <= CLAUSE) or self._color is None:
            return _Follows.LIST
        if parted <= CLAUSE:
            return _Follows.LIST if self._is_readable(number) else self._after_prose(number)
        return self._begun(number)

    @property
    def _has_men(self) -> bool:
        """Whether a man of the present side was read."""
        return any(man.color is self._color for man in self._read.men)

    def _is_stop(self, number: int) -> bool:
        """Whether a code, a move, a result or a word begins that is none of a list."""
        token, behind = self._tokens.at(number), self._tokens.at(number + 1)
        other = token.other
        if other.isdigit():
            is_no_rank = other not in DIGITS or (other == "1" and behind.letters != "") or LINE <= token.parted
            return is_no_rank and not self._is_count(number)
        if other in _SIGNS:
            is_end = (LINE <= behind.parted and other != "...") or self._is_stop(number + 1)
            return len(self._sides) == 2 and is_end
        if other[:1].isdigit():
            return token.parted not in (COMMA, CLAUSE) or not _is_both(other) or self._are_counted(other)
        is_code = token.squares and not token.letters and len(token.squares) == 4 and behind.other[:2].isdigit()
        return bool(is_code) or other.startswith("(") or folded(token.word) in _STOPS

    def _are_counted(self, both: str) -> bool:
        """Whether the men are as many as a count of both sides has."""
        of_color = [sum(man.color is color for man in self._read.men) for color in (WHITE, BLACK)]
        return [int(count) for count in NUMBER.findall(both)] == of_color

    def _begun(self, number: int) -> _Follows:
        """What begins with a line, a sentence or a side that was named before."""
        if self._side(number) in (None, self._color) and self._are_men(number):
            return _Follows.LIST
        at = number
        while self._is_passed(at) or (at < number + _MOST_BEFORE_MEN and self._side(at) is not None):
            at += 1
        token, behind, kind = self._tokens.at(at), self._tokens.at(at + 1), self._kind_at(at)
        if token.other in DIGITS and number < at:
            return _Follows.UNKNOWN
        if (number < at and LINE <= token.parted) or self._is_stop(at):
            return _Follows.END
        if kind == "K" or any(man.square in token.squares and kind in (None, man.kind) for man in self._read.men):
            return _Follows.END
        is_move = token.squares and kind not in (None, "P") and behind.word and not self._language.is_link(behind.word)
        if is_move or (not token.squares and not (kind and self._is_passed(at + 1))):
            return self._after_prose(at, begun=number)
        return _Follows.UNKNOWN

    def _is_passed(self, number: int) -> bool:
        """Whether a token says nothing before a man: a number, or a word such as `and`."""
        token = self._tokens.at(number)
        return token.number is not None or self._language.is_link(token.word) or self._is_count(number)

    def _is_count(self, number: int) -> bool:
        """Whether a token is the count of the men that the next one names."""
        return self._tokens.at(number).other.isdigit() and bool(
            not self._tokens.at(number + 1).squares and self._kind_at(number + 1)
        )

    def _after_prose(self, number: int, begun: int | None = None) -> _Follows:
        """Return what token `number` begins, which is no man: UNKNOWN if a man may be named that was not read.

        `begun` is the token at which the clause, sentence or line begins, if that is another one.
        """
        token, first = self._tokens.at(number), self._tokens.at(number if begun is None else begun)
        is_clause, is_remark = first.parted == CLAUSE, False
        if is_clause and token.sign in DASHES and token.span.start - self._tokens.at(number - 1).span.end == 1:
            return _Follows.UNKNOWN
        known = {man.square for man in self._read.men}
        named = number if first.parted == SENTENCE else -_MOST_BEFORE_NAMED
        for at in range(number, number + MAX_TOKENS):
            token = self._tokens.at(at)
            if number < at and (LINE <= token.parted or self._is_stop(at)):
                is_remark |= token.parted < LINE
                break
            is_remark |= self._side(at) is not None
            if token.word and 1 < len(token.word) and self._kind_at(at):
                if is_clause:
                    return _Follows.UNKNOWN
                named = at
            elif self._side(at) is not None:
                named = at
                while self._is_passed(at + 1):
                    at += 1
                named = at if self._tokens.at(at + 1).squares else -_MOST_BEFORE_NAMED
            elif token.squares and not token.letters and (is_clause or at - named <= _MOST_BEFORE_NAMED):
                if not all(token.squares[i : i + 2] in known for i in range(0, len(token.squares), 2)):
                    return _Follows.UNKNOWN
            elif token.other in DIGITS and is_clause:
                return _Follows.UNKNOWN
        # A clause such as `- doubled` may say more about the men; one with a side or a goal is about the play.
        return _Follows.UNKNOWN if is_clause and not is_remark else _Follows.END

    def _are_men(self, number: int) -> bool:
        """Whether a line or a sentence from a token on has men only."""
        for at in range(number, number + MAX_TOKENS):
            if number < at and (LINE <= self._tokens.at(at).parted or self._side(at) is not None):
                break
            is_side = at == number and self._side(at) is not None
            if not is_side and (self._is_stop(at) or not self._is_readable(at)):
                return False
        return True

    def _is_readable(self, number: int) -> bool:
        token = self._tokens.at(number)
        if token.squares:
            return not token.letters or self._kind_at(number) is not None
        return self._is_passed(number) or self._kind_at(number) is not None

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
        return BLACK if CLAUSE <= token.parted and self._color is WHITE else None

    def _take(self, number: int, token: ListToken) -> bool:
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
        if self._language.is_link(token.word):
            return not self._is_file(number) and not self._is_to(number)
        if self._is_count(number):
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

    def _is_file(self, number: int) -> bool:
        """Whether a word may be the file of the next square: `a, b2`, `a-c2`, `a and b2`."""
        word, behind = self._tokens.at(number).word, self._tokens.at(number + 1)
        return word in _FILES and (COMMA <= behind.parted <= CLAUSE or self._language.is_link(behind.word))

    def _is_to(self, number: int) -> bool:
        """Whether `a` or `à` may stand for `to` between two squares."""
        if folded(self._tokens.at(number).word) != "a" or self._language.links.startswith("a "):
            return False
        before, behind = self._tokens.at(number - 1), self._tokens.at(number + 1)
        return bool(before.squares and behind.squares and not behind.letters)

    def _is_range(self, token: ListToken) -> bool:
        """Whether a dash before a square without letter may stand for the squares between: `a2-c2`."""
        if token.sign not in DASHES or not self._has_men:
            return False
        last = self._read.men[-1]
        files, ranks = (abs(ord(sign) - ord(other)) for sign, other in zip(last.square, token.squares, strict=False))
        return last.kind != "K" and 1 < max(files, ranks) and (files in (0, ranks) or not ranks)

    def _put(self, token: ListToken, kind: str | None, *, is_linked: bool) -> bool:
        """Puts men on squares."""
        assert self._color is not None
        if token.letters and kind is None:
            return False
        if kind and self._named is not None and kind != self._kind:
            self._name(None)
        is_bare = kind is None and self._named is None
        if (is_bare and self._is_range(token)) or (token.letters in _FILES and self._named is not None):
            return False
        either = None
        if is_bare and self._kind in _PIECES:
            either = Either.WORD if self._is_worded or is_linked else Either.LETTER
        self._is_worded = self._named is not None or (is_bare and self._is_worded)
        kind = kind or (self._kind if self._named is not None or either else "P")
        self._named = None
        if kind == "K" and any(man.kind == "K" and man.color is self._color for man in self._read.men):
            return False
        if kind == "K" and len(token.squares) > len("e2"):
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

    def _name(self, token: ListToken | None) -> None:
        """Remembers a word for a man without a square; one that has none still is not read."""
        if self._named is not None:
            self._read.unread.append(self._named.span)
        self._named = token
