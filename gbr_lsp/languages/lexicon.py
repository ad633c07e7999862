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

_BARE = str.maketrans("łøđı’", "lodi'")
_KEPT = 4096
_MOST_OF_ENDING = 5
"""So many letters may stand behind a stem."""
_LEAST_OF_WORD = 2
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
        kinds = {letter: kind for kind, own in zip(KINDS, pieces, strict=False) for letter in own}
        for letter in {*pawns, *map(str.upper, pawns), *map(str.lower, pawns), "p"}:
            for written in (letter, letter + letter, letter + letter.lower(), letter + "s"):
                if letter not in kinds or kinds[letter] == "P":
                    kinds.setdefault(written, "P")
        return kinds | FIGURINES

    @cached_property
    def _names(self) -> list[tuple[str, str]]:
        named = (self.king, self.queen, self.rook, self.bishop, self.knight, self.pawn)
        return [(folded(word), kind) for kind, words in zip(KINDS, named, strict=True) for word in words.split()]

    @cached_property
    def _links(self) -> frozenset[str]:
        return frozenset(map(folded, self.links.split()))

    @cached_property
    def _sides(self) -> list[tuple[str, Side]]:
        short = [side.split("/") for side in self.sides.split()]
        named = [(self.white.split(), True, False), (self.black.split(), False, False)]
        named += [(words, not number, True) for number, words in enumerate(short)]
        return [(folded(word), Side(color, is_short)) for words, color, is_short in named for word in words]

    def kind_of_letter(self, letter: str) -> str | None:
        """The man that a letter before a square stands for."""
        return self._letters.get(letter)

    @lru_cache(_KEPT)  # noqa: B019
    def kind_of(self, word: str) -> str | None:
        """The man that a word or a letter names, or an abbreviation that begins the words of one man only."""
        if word in self._letters:
            return self._letters[word]
        written = folded(word)
        kinds = {kind for name, kind in self._names if _is(written, name)}
        if not kinds and _LEAST_OF_WORD <= len(written):
            kinds = {kind for name, kind in self._names if name.startswith(written)}
        return kinds.pop() if len(kinds) == 1 else None

    @lru_cache(_KEPT)  # noqa: B019
    def is_link(self, word: str) -> bool:
        """Whether a word says nothing between men."""
        return folded(word) in self._links

    @lru_cache(_KEPT)  # noqa: B019
    def side_of(self, word: str) -> Side | None:
        """The side that a word names."""
        written = folded(word)
        return next((side for name, side in self._sides if _is(written, name)), None)


@lru_cache(_KEPT)
def folded(word: str) -> str:
    """A word without case, accents and what typists leave out."""
    spread = unicodedata.normalize("NFD", word.casefold().translate(_BARE))
    return "".join(char for char in spread if not unicodedata.combining(char))


def pattern(words: Iterable[str]) -> str:
    """A regular expression for words in either case, with or without accents.

    What several begin with stands there once: that is searched in half of the time, and compiled in two thirds.
    """
    behind: dict[str, set[str]] = {}
    for word in sorted(set(words), reverse=True):
        behind.setdefault(word[:1], set()).add(word[1:])
    ways = [(_ENDING if char == "*" else _char(char)) + pattern(rest) if char else "" for char, rest in behind.items()]
    return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"


_ENDING = rf"[^\W\d_]{{0,{_MOST_OF_ENDING}}}"


def _char(char: str) -> str:
    forms = dict.fromkeys((char, char.upper(), *(bare := folded(char))[:1], bare.upper()[:1]))
    return re.escape(char) if len(forms) == 1 else f"[{''.join(form for form in forms if len(form) == 1)}]"


def _is(written: str, name: str) -> bool:
    if not name.endswith("*"):
        return written == name
    return written.startswith(name[:-1]) and len(written) < len(name) + _MOST_OF_ENDING
