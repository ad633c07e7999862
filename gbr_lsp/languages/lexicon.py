"""The lexicon of a language: the fields of an entry in the table, and the search for words in it."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import BEYOND_ASCII

KINDS = "KQRBNP"
"""King, queen, rook, bishop, knight and pawn: the English letters identify a kind of man."""

FIGURINES = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", KINDS * 2, strict=True))
"""The kind of each figurine, the same in all languages."""

_PLAIN_LETTERS = str.maketrans("łøđı’", "lodi'")
_CACHE_SIZE = 4096
_MAX_ENDING_LENGTH = 5
"""Maximum number of letters after a stem."""
_MIN_ABBREVIATION = 2
"""Minimum number of letters of an abbreviation."""


class _Entry(NamedTuple):
    """An entry of the table. All fields except the name are words separated by blanks.

    `men` are the letters of king, queen, rook, bishop, knight and pawn, with slashes between
    alternatives; they suffice to define a language. `sides` are the short words for White and for
    Black, `white` and `black` the full ones, as labels and as adjectives. `king` to `pawn` are the
    names of the men. A word that ends in `*` is a stem. `links` are words without meaning between
    men: and, on, the, has, pieces; `prose` are such words of sentences: one, in, position.

    `win` and `draw` are nouns that alone claim a goal. `wins` are verbs for a win, alone or after
    White, with or without the `article`. `holds` are verbs between White and `draw`. `plays` are
    words between White and its goal: *to play*. `solution` are names of a solution, separated by
    bars. `versions` are nouns for another version of a study; after a bar each, words that
    introduce one if they are near a man: *without*, *add*, *instead*; and verbs of a conditional: *would*.
    `twins` are words about twins, with bars between: names of one, *variant*; before a new square or man, *to*; before
    the old square, *from*; for a further man, *plus*; for one less, *minus*; for an exchange; for *colors*; before
    another twin, *as*; and words without meaning.
    `instead` are words before a quoted error, separated by bars: *instead of*.
    """

    name: str
    men: str
    sides: str = ""
    white: str = ""
    black: str = ""
    king: str = ""
    queen: str = ""
    rook: str = ""
    bishop: str = ""
    knight: str = ""
    pawn: str = ""
    links: str = ""
    prose: str = ""
    article: str = ""
    win: str = ""
    wins: str = ""
    draw: str = ""
    holds: str = ""
    solution: str = ""
    versions: str = ""
    twins: str = ""
    plays: str = ""
    instead: str = ""


class Side(NamedTuple):
    """A side named by a word: `color` is True for White, `is_short` for a label of a letter or two."""

    color: bool
    is_short: bool


class Lexicon(_Entry):
    """The words of a language; comparison is by identity."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    @property
    def letters(self) -> tuple[tuple[str, ...], ...]:
        """The letters of king, queen, rook, bishop, knight and pawn, the usual one first."""
        return tuple(tuple(letter.split("/")) for letter in self.men.split())

    @property
    def goals(self) -> list[str]:
        """The words that claim a goal."""
        return f"{self.win} {self.wins} {self.draw}".split()

    @cached_property
    def _letters(self) -> dict[str, str]:
        """Letter → kind. Only letters of pawns may have either case or be doubled."""
        *pieces, pawns = self.letters
        kinds = {letter: kind for kind, own_letters in zip(KINDS, pieces, strict=False) for letter in own_letters}
        for letter in {*pawns, *map(str.upper, pawns), *map(str.lower, pawns), "p"}:
            for spelling in (letter, letter + letter, letter + letter.lower(), letter + "s"):
                if letter not in kinds or kinds[letter] == "P":
                    kinds.setdefault(spelling, "P")
        return kinds | FIGURINES

    @cached_property
    def _names(self) -> list[tuple[str, str]]:
        """(folded name, kind) of each name of a man."""
        names_by_kind = (self.king, self.queen, self.rook, self.bishop, self.knight, self.pawn)
        return [(fold(word), kind) for kind, words in zip(KINDS, names_by_kind, strict=True) for word in words.split()]

    @cached_property
    def _links(self) -> frozenset[str]:
        return frozenset(map(fold, self.links.split()))

    @cached_property
    def _prose(self) -> frozenset[str]:
        return frozenset(map(fold, self.prose.split()))

    @cached_property
    def _sides(self) -> list[tuple[str, Side]]:
        """(folded word, `Side`) of each word for a side."""
        short_words = [side.split("/") for side in self.sides.split()]
        side_words = [(self.white.split(), True, False), (self.black.split(), False, False)]
        side_words += [(words, not number, True) for number, words in enumerate(short_words)]
        return [(fold(word), Side(color, is_short)) for words, color, is_short in side_words for word in words]

    def kind_of_letter(self, letter: str) -> str | None:
        """Return the kind of man, one of `KINDS`, of `letter`, or None.

        German `S` → `N`.
        """
        return self._letters.get(letter)

    @lru_cache(_CACHE_SIZE)  # noqa: B019
    def kind_of(self, word: str) -> str | None:
        """Return the kind of man, one of `KINDS`, of `word`, or None: `Springer` → `N`.

        It may be a letter, a name or an unambiguous abbreviation.
        """
        if word in self._letters:
            return self._letters[word]
        plain_word = fold(word)
        kinds = {kind for name, kind in self._names if is_form_of(plain_word, name)}
        if not kinds and _MIN_ABBREVIATION <= len(plain_word):
            kinds = {kind for name, kind in self._names if name.startswith(plain_word)}
        return kinds.pop() if len(kinds) == 1 else None

    @lru_cache(_CACHE_SIZE)  # noqa: B019
    def is_link(self, word: str) -> bool:
        """Return True if `word` has no meaning between men."""
        return fold(word) in self._links

    @lru_cache(_CACHE_SIZE)  # noqa: B019
    def is_link_in_prose(self, word: str) -> bool:
        """Return True if `word` has no meaning between men of a sentence."""
        return self.is_link(word) or fold(word) in self._prose

    @lru_cache(_CACHE_SIZE)  # noqa: B019
    def side_of(self, word: str) -> Side | None:
        """Return the `Side` that `word` names, or None."""
        plain_word = fold(word)
        return next((side for name, side in self._sides if is_form_of(plain_word, name)), None)


@lru_cache(_CACHE_SIZE)
def fold(word: str) -> str:
    """Return `word` in lower case without accents and strokes: `Läufer` → `laufer`, `łø` → `lo`."""
    decomposition = unicodedata.normalize("NFD", word.casefold().translate(_PLAIN_LETTERS))
    return "".join(char for char in decomposition if not unicodedata.combining(char))


def pattern(words: Iterable[str]) -> str:
    """Return a regex text for `words` in either case, with or without accents.

    Common beginnings are factored out: this halves the time of a search, and saves a third of
    compilation. Words that begin beyond ASCII come last, between marks for `ascii_pattern`.
    """
    all_words = {*words}
    others = [word for word in all_words if word and not any(map(str.isascii, _char_pattern(word[0]).strip("[]")))]
    plain = _alternatives(all_words.difference(others))
    if not plain or not others:
        return _group(plain or _alternatives(others))
    return f"(?:{'|'.join(plain)}{BEYOND_ASCII}|{'|'.join(_alternatives(others))}{BEYOND_ASCII})"


def _alternatives(words: Iterable[str]) -> list[str]:
    """Return a regex text for the words with each first letter."""
    rests: dict[str, set[str]] = {}
    for word in sorted(set(words), reverse=True):
        rests.setdefault(word[:1], set()).add(word[1:])
    return [
        (_ENDING if char == "*" else _char_pattern(char)) + _group(_alternatives(rest)) if char else ""
        for char, rest in rests.items()
    ]


def _group(alternatives: list[str]) -> str:
    return alternatives[0] if len(alternatives) == 1 else f"(?:{'|'.join(alternatives)})"


_ENDING = rf"[^\W\d_]{{0,{_MAX_ENDING_LENGTH}}}"


@lru_cache(_CACHE_SIZE)
def _char_pattern(char: str) -> str:
    """Return a regex text for `char` in either case, with and without its accent."""
    forms = dict.fromkeys((char, char.upper(), *(plain_char := fold(char))[:1], plain_char.upper()[:1]))
    return re.escape(char) if len(forms) == 1 else f"[{''.join(form for form in forms if len(form) == 1)}]"


def is_form_of(word: str, name: str) -> bool:
    """Return True if `word` is `name`, or begins with it if `name` ends with `*`."""
    if not name.endswith("*"):
        return word == name
    return word.startswith(name[:-1]) and len(word) < len(name) + _MAX_ENDING_LENGTH
