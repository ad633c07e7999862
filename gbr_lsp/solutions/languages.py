"""The letters that languages have for king, queen, rook, bishop and knight, and moves written in them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex

_KINDS = "KQRBN"

_LETTERS = {
    "English": "K Q R B N",
    "English (S for knight)": "K Q R B S",
    "German": "K D T L S",
    "Dutch": "K D T L P",
    "French": "R D T F C",
    "Italian": "R D T A C",
    "Portuguese": "R D T B C",
    "Russian": "Кр Ф Л С К",
    "Polish": "K H W G S",
    "Czech": "K D V S J",
    "Hungarian": "K V B F H",
    "Romanian": "R D T N C",
    "Finnish": "K D T L R",
    "Lithuanian": "K V B R Ž",
    "Icelandic": "K D H B R",
    "figurine": "♔ ♕ ♖ ♗ ♘",
    "black figurine": "♚ ♛ ♜ ♝ ♞",
}
"""King, queen, rook, bishop, knight. Spanish and Catalan are as Italian, the Nordic languages as German."""


class Language(NamedTuple):
    """A set of piece letters: its name, and the English letter of each of its letters."""

    name: str
    letters: Mapping[str, str]

    @property
    def pattern(self) -> str:
        """A group of a regular expression that matches one of the letters, the longest first."""
        return "|".join(sorted(self.letters, key=len, reverse=True))

    def foreign(self, san: str) -> str:
        """A move in the letters of this language."""
        own = {english: letter for letter, english in self.letters.items()}
        return "".join(own.get(char, char) for char in san)

    def english(self, word: str) -> str | None:
        """A move in English letters; None where the word has a capital that is no letter of this language."""
        parts = []
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
_PARTS = regex("(Кр|[A-ZÀ-ÞŽА-Я♔-♟])")
_CAPITAL = regex("[A-ZÀ-ÞŽА-Я♔-♟]")

LANGUAGES = {
    name: Language(name, dict(zip(letters.split(), _KINDS, strict=True))) for name, letters in _LETTERS.items()
}
"""By name."""
ENGLISH = LANGUAGES["English"]


def languages_of(words: list[str]) -> Iterator[Language]:
    """The languages besides English in which each of some words is written that has letters in it."""
    used = {letter for word in words for letter in _PARTS.findall(word)}.difference(_NO_LETTERS)
    for language in LANGUAGES.values():
        if language is not ENGLISH and used <= language.letters.keys():
            yield language
