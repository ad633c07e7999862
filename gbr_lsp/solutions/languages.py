"""The letters that languages have for king, queen, rook, bishop and knight, and moves written in them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import cycle
from typing import NamedTuple

from gbr_lsp import languages as lexicons
from gbr_lsp.base.lazy_regex import regex

_KINDS = "KQRBN"

_FIGURINES = {
    "figurine": "♔ ♕ ♖ ♗ ♘",
    "black figurine": "♚ ♛ ♜ ♝ ♞",
    "figurine of both colors": "♔ ♕ ♖ ♗ ♘ ♚ ♛ ♜ ♝ ♞",
}


def _letters() -> dict[str, str]:
    """The letters of the languages of the table that differ, the other letters for a man in a set of their own."""
    found: dict[str, str] = {}
    for one in lexicons.LANGUAGES:
        *pieces, _ = one.letters
        usual = " ".join(letter for letter, *_ in pieces)
        if usual not in found.values():
            found[one.name] = usual
        for more in {letter for _, *others in pieces for letter in others}:
            found[f"{one.name} ({more} for knight)"] = f"{usual[:-1]}{more}"
    return found | _FIGURINES


_LETTERS = _letters()
"""King, queen, rook, bishop, knight."""
_ALIKE = {"Spanish": "Italian", "Danish": "German", "Norwegian": "German", "Swedish": "German"}
AUTO = "auto"
"""The name that stands for the language that the text itself shows."""


class Language(NamedTuple):
    """A set of piece letters: its name, and the English letter of each of its letters."""

    name: str
    letters: Mapping[str, str]

    @property
    def pattern(self) -> str:
        """A group of a regular expression that matches one of the letters, the longest first."""
        return "|".join(sorted(self.letters, key=len, reverse=True))

    def foreign(self, san: str, *, white: bool = True) -> str:
        """A move of White or of Black in the letters of this language."""
        own: dict[str, str] = {}
        for letter, english in self.letters.items() if white else reversed([*self.letters.items()]):
            own.setdefault(english, letter)
        return "".join(own.get(char, char) for char in san)

    def english(self, word: str) -> str | None:
        """A move in English letters; None where the word has a capital that is no letter of this language."""
        parts = []
        if word.startswith("O-O"):
            return word
        for part in _PARTS.split(word):
            if part in self.letters:
                parts.append(self.letters[part])
            elif _CAPITAL.match(part) and part not in _NO_LETTERS:
                return None
            else:
                parts.append(part)
        return "".join(parts)


_NO_LETTERS = ("O", "Z")
"""Capitals of castling and of the null move."""
_PARTS = regex("(Кр|[A-ZÀ-ÞŞŽΑ-ΩА-Я♔-♟])")
_CAPITAL = regex("[A-ZÀ-ÞŞŽΑ-ΩА-Я♔-♟]")

LANGUAGES = {
    name: Language(name, dict(zip(letters.split(), cycle(_KINDS), strict=False))) for name, letters in _LETTERS.items()
}
"""By name."""
ENGLISH = LANGUAGES["English"]
NAMES = {name.lower(): name for name in (*_LETTERS, *_ALIKE) if name.isalpha()}
"""The languages that a setting can name, as it names them."""


@lru_cache(maxsize=64)
def language_named(name: str) -> Language:
    """The language of a name, in any case, or of five letters for king, queen, rook, bishop and knight."""
    known = NAMES.get(name.lower(), name)
    known = _ALIKE.get(known, known)
    return LANGUAGES[known] if known in LANGUAGES else Language(name, dict(zip(name, _KINDS, strict=True)))


def languages_of(words: list[str]) -> Iterator[Language]:
    """The languages besides English in which each of some words is written that has letters in it."""
    used = {letter for word in words for letter in _PARTS.findall(word)}.difference(_NO_LETTERS)
    for language in LANGUAGES.values():
        if language is not ENGLISH and used <= language.letters.keys():
            yield language
