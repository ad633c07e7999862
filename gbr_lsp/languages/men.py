"""Reading of lists of men in one language: `White: Kh8, pc6; Black: Ka6, ph5`, `king b6, rook f4 / king d7`.

A list has the men of one side, then of the other, and ends with its sentence, cell or line. It also
ends before a code, a move, a result, a count of both sides or a page number. Men, squares, words of
the language and punctuation are read; other tokens are unread, such as the `3` of `e2 and 3`.
"""

from collections.abc import Iterator
from enum import Enum
from itertools import product
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.languages.lexicon import Lexicon, fold
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
_MAX_WORDS_BEFORE_MEN = 12
_MAX_NAME_DISTANCE = 3
DIGITS = frozenset("12345678")
_FILES = frozenset("abcdefgh")
_END_SIGNS = frozenset(("+", "=", "..."))
"""Signs that end a list unless a part of it follows."""

_STOP_WORDS = frozenset(
    map(fold, ["gbr", "wtm", "btm", "zaz", "class", *(word for one in LANGUAGES for word in one.goals)])
)


class _Continuation(Enum):
    """The relation of the next token to the list."""

    LIST = "a part of the list"
    END = "what is certainly none"
    UNKNOWN = "what may be one, and is not understood"


class Ambiguity(Enum):
    """The text before a square without a letter; its man is a pawn, or a piece like the man before."""

    LETTER = "a piece by its letter"
    WORD = "a piece by its name, or `and`"


class ListedMan(NamedTuple):
    """A man in the text; `kind` is one of KINDS, and `ambiguity` is set if the man may be a pawn."""

    kind: str
    square: str
    color: bool
    ambiguity: Ambiguity | None
    span: Span


class ListReading(NamedTuple):
    """A list of men, read in one language.

    `unread_spans` are tokens that were not understood, and wrong counts. `bare_pawn_colors` are the
    colors whose pawns have no letter. `counts` are the stated numbers of men, with span and color.
    """

    language: Lexicon
    span: Span
    men: list[ListedMan]
    unread_spans: list[Span]
    bare_pawn_colors: set[bool]
    lettered_pawn_colors: set[bool]
    counts: list[tuple[Span, int, bool]]

    @property
    def readings(self) -> Iterator[list[ListedMan]]:
        """Yield the list of men for each interpretation of squares without a letter."""
        for choice in product(*(self._pawn_choices(ambiguity) for ambiguity in Ambiguity)):
            pawns = [ambiguity for ambiguity, are_pawns in zip(Ambiguity, choice, strict=True) if are_pawns]
            yield [man._replace(kind="P") if man.ambiguity in pawns else man for man in self.men]

    def _pawn_choices(self, ambiguity: Ambiguity) -> tuple[bool, ...]:
        """Return whether the men with `ambiguity` are pawns: (True,), (False,) or (True, False)."""
        are_pawns = bool(self.bare_pawn_colors) and ambiguity is Ambiguity.LETTER
        are_pieces = all(man.color in self.lettered_pawn_colors for man in self.men if man.ambiguity is ambiguity)
        return (are_pawns,) if are_pawns is not are_pieces else (True, False)


class ListReader:
    """A reader of the tokens of a list in one language, side by side."""

    def __init__(self, language: Lexicon, tokens: ListTokens) -> None:
        self._language = language
        self._tokens = tokens
        self._color: bool | None = None
        self._kind = ""
        self._pending_name: ListToken | None = None
        """A word or letter for a man that has no square yet."""
        self._is_name_word = False
        self._is_linked = False
        """True if the sentence is incomplete: the last token was a side, a man without square, or `and`."""
        self._sides: set[bool] = set()
        self._has_words = False
        self._reading = ListReading(language, tokens.token(0).span, [], [], set(), set(), [])

    def read(self) -> ListReading | None:
        """Return the `ListReading` at the first token. None if it lacks a side."""
        list_end = number = 0
        while (continuation := self._continuation(number)) is not _Continuation.END:
            token = self._tokens.token(number)
            if _MAX_WORDS_BEFORE_MEN < number and not self._reading.men:
                return None
            if continuation is _Continuation.UNKNOWN or not self._take(number, token):
                self._reading.unread_spans.append(token.span)
                self._set_pending_name(None)
                if not self._has_words or len(self._reading.men) < len(self._reading.unread_spans):
                    return None
            list_end = token.span.end
            number += 1
            if continuation is _Continuation.UNKNOWN and len(self._sides) == 2:
                break
        if len(self._sides) < 2 or not self._reading.men or self._reading.men[-1].color is not self._color:
            return None
        self._set_pending_name(None)
        for span, number, color in self._reading.counts:
            if number != sum(man.color is color for man in self._reading.men):
                self._reading.unread_spans.append(span)
        return self._reading._replace(span=Span(self._tokens.token(0).span.start, list_end))

    def _continuation(self, number: int) -> _Continuation:
        """Return the `_Continuation` of the list at token `number`, counted from the first."""
        token, side, is_first = self._tokens.token(number), self._side_at(number), len(self._sides) < 2
        if side is not None and self._color is not None and side not in self._sides:
            return _Continuation.END if token.separation == END else _Continuation.LIST
        separation = 0 if self._is_linked else token.separation
        if separation == END or (self._color is not None and separation == CELL):
            return _Continuation.END
        if side is not None and self._color is not None and not is_first:
            return self._after_break(number)
        if self._is_stop(number):
            is_open = not is_first and (self._is_linked or token.lead in DASHES) and token.other in DIGITS
            return _Continuation.UNKNOWN if is_open else _Continuation.END
        if self._color is not None and token.lead in ("(", "[") and self._has_men:
            return _Continuation.UNKNOWN
        if separation <= COMMA or (is_first and separation <= CLAUSE) or self._color is None:
            return _Continuation.LIST
        if separation <= CLAUSE:
            return _Continuation.LIST if self._is_readable(number) else self._after_prose(number)
        return self._after_break(number)

    @property
    def _has_men(self) -> bool:
        return any(man.color is self._color for man in self._reading.men)

    def _is_stop(self, number: int) -> bool:
        """Return True if token `number` begins a code, move, result or stop word."""
        token, next_token = self._tokens.token(number), self._tokens.token(number + 1)
        other = token.other
        if other.isdigit():
            is_no_rank = other not in DIGITS or (other == "1" and next_token.letters != "") or LINE <= token.separation
            return is_no_rank and not self._is_count(number)
        if other in _END_SIGNS:
            is_end = (LINE <= next_token.separation and other != "...") or self._is_stop(number + 1)
            return len(self._sides) == 2 and is_end
        if other[:1].isdigit():
            is_move = "." in other or "…" in other
            return token.separation not in (COMMA, CLAUSE) or is_move or self._is_true_count(other)
        is_code = token.squares and not token.letters and len(token.squares) == 4 and next_token.other[:2].isdigit()
        return bool(is_code) or other.startswith("(") or fold(token.word) in _STOP_WORDS

    def _is_true_count(self, counts: str) -> bool:
        """Return True if `counts`, `4+3`, are the men read for White and Black."""
        men_by_side = [sum(man.color is color for man in self._reading.men) for color in (WHITE, BLACK)]
        return [int(count) for count in NUMBER.findall(counts)] == men_by_side

    def _after_break(self, number: int) -> _Continuation:
        """Return the `_Continuation` at `number`, which begins a line, a sentence or a side."""
        if self._side_at(number) in (None, self._color) and self._are_men(number):
            return _Continuation.LIST
        token_number = number
        while self._is_filler(token_number) or (
            token_number < number + _MAX_WORDS_BEFORE_MEN and self._side_at(token_number) is not None
        ):
            token_number += 1
        token, next_token = self._tokens.token(token_number), self._tokens.token(token_number + 1)
        kind = self._kind_at(token_number)
        if token.other in DIGITS and number < token_number:
            return _Continuation.UNKNOWN
        if (number < token_number and LINE <= token.separation) or self._is_stop(token_number):
            return _Continuation.END
        if kind == "K" or any(man.square in token.squares and kind in (None, man.kind) for man in self._reading.men):
            return _Continuation.END
        is_before_word = next_token.word and not self._language.is_link(next_token.word)
        is_move = token.squares and kind not in (None, "P") and is_before_word
        if is_move or (not token.squares and not (kind and self._is_filler(token_number + 1))):
            return self._after_prose(token_number, first_number=number)
        return _Continuation.UNKNOWN

    def _is_filler(self, number: int) -> bool:
        """Return True if token `number` has no meaning before a man: a number, `and`."""
        token = self._tokens.token(number)
        return token.number is not None or self._language.is_link(token.word) or self._is_count(number)

    def _is_count(self, number: int) -> bool:
        """Return True if token `number` counts the men that the next token names: `2 rooks`."""
        return self._tokens.token(number).other.isdigit() and bool(
            not self._tokens.token(number + 1).squares and self._kind_at(number + 1)
        )

    def _after_prose(self, number: int, first_number: int | None = None) -> _Continuation:
        """Return the `_Continuation` UNKNOWN if prose at `number` may name an unread man, else END.

        `first_number` is the first token of the clause, sentence or line, by default `number`.
        """
        token, first = self._tokens.token(number), self._tokens.token(number if first_number is None else first_number)
        is_clause, is_remark = first.separation == CLAUSE, False
        if is_clause and token.lead in DASHES and token.span.start - self._tokens.token(number - 1).span.end == 1:
            return _Continuation.UNKNOWN
        known_squares = {man.square for man in self._reading.men}
        name_number = number if first.separation == SENTENCE else -_MAX_NAME_DISTANCE
        for token_number in range(number, number + MAX_TOKENS):
            token = self._tokens.token(token_number)
            if number < token_number and (LINE <= token.separation or self._is_stop(token_number)):
                is_remark |= token.separation < LINE
                break
            is_remark |= self._side_at(token_number) is not None
            if token.word and 1 < len(token.word) and self._kind_at(token_number):
                if is_clause:
                    return _Continuation.UNKNOWN
                name_number = token_number
            elif self._side_at(token_number) is not None:
                name_number = token_number
                while self._is_filler(token_number + 1):
                    token_number += 1
                name_number = token_number if self._tokens.token(token_number + 1).squares else -_MAX_NAME_DISTANCE
            elif (
                token.squares and not token.letters and (is_clause or token_number - name_number <= _MAX_NAME_DISTANCE)
            ):
                if not all(token.squares[i : i + 2] in known_squares for i in range(0, len(token.squares), 2)):
                    return _Continuation.UNKNOWN
            elif token.other in DIGITS and is_clause:
                return _Continuation.UNKNOWN
        # A clause such as `- doubled` may describe the men; one with a side or a goal is about the play.
        return _Continuation.UNKNOWN if is_clause and not is_remark else _Continuation.END

    def _are_men(self, number: int) -> bool:
        """Return True if the line or sentence that begins at token `number` has only men."""
        for token_number in range(number, number + MAX_TOKENS):
            if number < token_number and (
                LINE <= self._tokens.token(token_number).separation or self._side_at(token_number) is not None
            ):
                break
            is_side = token_number == number and self._side_at(token_number) is not None
            if not is_side and (self._is_stop(token_number) or not self._is_readable(token_number)):
                return False
        return True

    def _is_readable(self, number: int) -> bool:
        token = self._tokens.token(number)
        if token.squares:
            return not token.letters or self._kind_at(number) is not None
        return self._is_filler(number) or self._kind_at(number) is not None

    def _kind_at(self, number: int) -> str | None:
        """Return the kind of man, one of `KINDS`, that token `number` names, or None."""
        token = self._tokens.token(number)
        if token.letters:
            return self._language.kind_of_letter(token.letters)
        return self._language.kind_of(token.word) if token.word else None

    def _side_at(self, number: int) -> bool | None:
        """Return the color of the side that begins with token `number`, or None.

        A side begins with its word, its letter before a king, or a king in a list without words.
        """
        token = self._tokens.token(number)
        if token.word and (side := self._language.side_of(token.word)):
            next_number = number + 1
            while self._tokens.token(next_number).number is not None:
                next_number += 1
            if not side.is_short or self._kind_at(next_number) == "K":
                return side.color
        if self._has_words or self._kind_at(number) != "K":
            return None
        if self._color is None:
            return WHITE
        return BLACK if CLAUSE <= token.separation and self._color is WHITE else None

    def _take(self, number: int, token: ListToken) -> bool:
        """Read token `number`; return False if it is unread."""
        side = self._side_at(number)
        is_linked, self._is_linked = self._is_linked, True
        if side is not None:
            if side is not self._color:
                self._set_pending_name(None)
                self._kind = ""
            self._color = side
            self._sides.add(side)
            if token.word and self._language.side_of(token.word):
                self._has_words = True
                return True
        if self._color is None:
            return False
        if token.number is not None:
            self._reading.counts.append((token.span, token.number, self._color))
            self._is_linked = is_linked
            return True
        if self._language.is_link(token.word):
            return not self._is_file(number) and not self._is_word_to(number)
        if self._is_count(number):
            return True
        kind = self._kind_at(number)
        if not token.squares:
            if kind is None:
                self._is_linked = False
                return False
            self._set_pending_name(token)
            self._kind = kind
            return True
        self._is_linked = False
        return self._put_men(token, kind, is_linked=is_linked)

    def _is_file(self, number: int) -> bool:
        """Return True if token `number` may be the file of the next square: `a, b2`."""
        word, next_token = self._tokens.token(number).word, self._tokens.token(number + 1)
        return word in _FILES and (COMMA <= next_token.separation <= CLAUSE or self._language.is_link(next_token.word))

    def _is_word_to(self, number: int) -> bool:
        """Return True if `a` or `à` may mean `to` between two squares."""
        if fold(self._tokens.token(number).word) != "a" or self._language.links.startswith("a "):
            return False
        previous_token, next_token = self._tokens.token(number - 1), self._tokens.token(number + 1)
        return bool(previous_token.squares and next_token.squares and not next_token.letters)

    def _is_range(self, token: ListToken) -> bool:
        """Return True if a dash may include the squares before that of `token`: `a2-c2`."""
        if token.lead not in DASHES or not self._has_men:
            return False
        last = self._reading.men[-1]
        files, ranks = (abs(ord(char) - ord(other)) for char, other in zip(last.square, token.squares, strict=False))
        return last.kind != "K" and 1 < max(files, ranks) and (files in (0, ranks) or not ranks)

    def _put_men(self, token: ListToken, kind: str | None, *, is_linked: bool) -> bool:
        """Add men of `kind` on the squares of `token`; return False if they are unread."""
        assert self._color is not None
        if token.letters and kind is None:
            return False
        if kind and self._pending_name is not None and kind != self._kind:
            self._set_pending_name(None)
        is_bare = kind is None and self._pending_name is None
        if (is_bare and self._is_range(token)) or (token.letters in _FILES and self._pending_name is not None):
            return False
        ambiguity = None
        if is_bare and self._kind in _PIECES:
            ambiguity = Ambiguity.WORD if self._is_name_word or is_linked else Ambiguity.LETTER
        self._is_name_word = self._pending_name is not None or (is_bare and self._is_name_word)
        kind = kind or (self._kind if self._pending_name is not None or ambiguity else "P")
        self._pending_name = None
        if kind == "K" and any(man.kind == "K" and man.color is self._color for man in self._reading.men):
            return False
        if kind == "K" and len(token.squares) > len("e2"):
            return False
        squares = [token.squares[index : index + 2] for index in range(0, len(token.squares), 2)]
        own_men = (man for man in self._reading.men if man.color is self._color)
        if kind == "P":
            is_lettered = not is_bare or self._kind == "P"
            (self._reading.lettered_pawn_colors if is_lettered else self._reading.bare_pawn_colors).add(self._color)
        elif not is_bare and (1 < len(squares) or any(man.kind == kind and not man.ambiguity for man in own_men)):
            self._reading.bare_pawn_colors.add(self._color)
        self._reading.men.extend(ListedMan(kind, square, self._color, ambiguity, token.span) for square in squares)
        self._kind = kind
        return True

    def _set_pending_name(self, token: ListToken | None) -> None:
        """Store `token`, the name of a man without a square; an earlier one becomes unread."""
        if self._pending_name is not None:
            self._reading.unread_spans.append(self._pending_name.span)
        self._pending_name = token
