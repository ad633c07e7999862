"""What an entry of the table of languages holds, and how words are looked up in it."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

KINDS = "KQRBNP"
"""King, queen, rook, bishop, knight and pawn in English letters, by which men are told apart here."""

FIGURINES = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", KINDS * 2, strict=True))
"""The kind of a figurine, which all languages share."""

_PLAIN_LETTERS = str.maketrans("łøđı’", "lodi'")
_CACHE_SIZE = 4096
_MAX_ENDING_LENGTH = 5
"""So many letters may stand behind a stem."""
_MIN_ABBREVIATION = 2
"""An abbreviation of a word has at least so many letters."""


class _Entry(NamedTuple):
    """An entry of the table. All fields but the name are words with blanks between them.

    `men` are the letters of king, queen, rook, bishop, knight and pawn, with strokes between several of one man; a
    language is known by these alone. `sides` are the short words for White and for Black, `white` and `black` the full
    ones, as labels and as adjectives. `king` to `pawn` are the names of the men. A word that ends in `*` is a stem.
    `links` are what stands between men and says nothing: and, on, the, has, pieces.

    `win` and `draw` are nouns that claim a goal alone; `wins` are verbs for a win, alone or behind White, with or
    without the `article`; `holds` are the verbs between White and `draw`. `solution` is what a solution is called, with
    bars between several words. `versions` are nouns for another version of a study, then,
    behind a bar, words that introduce one if a man is named near them: *without*, *add*.
    `plays` are the words between White and its goal: *to play*.
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
    article: str = ""
    win: str = ""
    wins: str = ""
    draw: str = ""
    holds: str = ""
    solution: str = ""
    versions: str = ""
    plays: str = ""


class Side(NamedTuple):
    """A side as a word names it: True is White; `is_short` is whether the word is a letter or two, as labels have."""

    color: bool
    is_short: bool


class Lexicon(_Entry):
    """The words of a language; two are the same only if they are one object."""

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
        """The kind of each letter; those of pawns in both cases and doubled, as no piece has them."""
        *pieces, pawns = self.letters
        kinds = {letter: kind for kind, own_letters in zip(KINDS, pieces, strict=False) for letter in own_letters}
        for letter in {*pawns, *map(str.upper, pawns), *map(str.lower, pawns), "p"}:
            for spelling in (letter, letter + letter, letter + letter.lower(), letter + "s"):
                if letter not in kinds or kinds[letter] == "P":
                    kinds.setdefault(spelling, "P")
        return kinds | FIGURINES

    @cached_property
    def _names(self) -> list[tuple[str, str]]:
        names_by_kind = (self.king, self.queen, self.rook, self.bishop, self.knight, self.pawn)
        return [(fold(word), kind) for kind, words in zip(KINDS, names_by_kind, strict=True) for word in words.split()]

    @cached_property
    def _links(self) -> frozenset[str]:
        return frozenset(map(fold, self.links.split()))

    @cached_property
    def _sides(self) -> list[tuple[str, Side]]:
        short_words = [side.split("/") for side in self.sides.split()]
        side_words = [(self.white.split(), True, False), (self.black.split(), False, False)]
        side_words += [(words, not number, True) for number, words in enumerate(short_words)]
        return [(fold(word), Side(color, is_short)) for words, color, is_short in side_words for word in words]

    def kind_of_letter(self, letter: str) -> str | None:
        """The man that a letter before a square stands for."""
        return self._letters.get(letter)

    @lru_cache(_CACHE_SIZE)  # noqa: B019
    def kind_of(self, word: str) -> str | None:
        """The man that a word or a letter names, or an abbreviation that begins the words of one man only."""
        if word in self._letters:
            return self._letters[word]
        plain_word = fold(word)
        kinds = {kind for name, kind in self._names if _is_form_of(plain_word, name)}
        if not kinds and _MIN_ABBREVIATION <= len(plain_word):
            kinds = {kind for name, kind in self._names if name.startswith(plain_word)}
        return kinds.pop() if len(kinds) == 1 else None

    @lru_cache(_CACHE_SIZE)  # noqa: B019
    def is_link(self, word: str) -> bool:
        """Whether a word says nothing between men."""
        return fold(word) in self._links

    @lru_cache(_CACHE_SIZE)  # noqa: B019
    def side_of(self, word: str) -> Side | None:
        """The side that a word names."""
        plain_word = fold(word)
        return next((side for name, side in self._sides if _is_form_of(plain_word, name)), None)


@lru_cache(_CACHE_SIZE)
def fold(word: str) -> str:
    """A word without case, accents and what typists leave out."""
    decomposition = unicodedata.normalize("NFD", word.casefold().translate(_PLAIN_LETTERS))
    return "".join(char for char in decomposition if not unicodedata.combining(char))


def pattern(words: Iterable[str]) -> str:
    """A regular expression for words in either case, with or without accents.

    What several begin with stands there once: that is searched in half of the time, and compiled in two thirds.
    """
    rests: dict[str, set[str]] = {}
    for word in sorted(set(words), reverse=True):
        rests.setdefault(word[:1], set()).add(word[1:])
    alternatives = [
        (_ENDING if char == "*" else _char_pattern(char)) + pattern(rest) if char else ""
        for char, rest in rests.items()
    ]
    return alternatives[0] if len(alternatives) == 1 else f"(?:{'|'.join(alternatives)})"


_ENDING = rf"[^\W\d_]{{0,{_MAX_ENDING_LENGTH}}}"


def _char_pattern(char: str) -> str:
    forms = dict.fromkeys((char, char.upper(), *(plain_char := fold(char))[:1], plain_char.upper()[:1]))
    return re.escape(char) if len(forms) == 1 else f"[{''.join(form for form in forms if len(form) == 1)}]"


def _is_form_of(word: str, name: str) -> bool:
    if not name.endswith("*"):
        return word == name
    return word.startswith(name[:-1]) and len(word) < len(name) + _MAX_ENDING_LENGTH
