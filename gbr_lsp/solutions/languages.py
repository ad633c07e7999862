"""The letters that languages have for king, queen, rook, bishop and knight, and moves written in them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import cycle
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
    "Latvian": "K D T L Z",
    "Greek": "Ρ Β Π Α Ι",
    "Ukrainian": "Кр Ф Т С К",
    "Bulgarian": "Ц Д Т О К",
    "Serbian": "К Д Т Л С",
    "Estonian": "K L V O R",
    "Turkish": "Ş V K F A",
    "figurine": "♔ ♕ ♖ ♗ ♘",
    "black figurine": "♚ ♛ ♜ ♝ ♞",
    "figurine of both colors": "♔ ♕ ♖ ♗ ♘ ♚ ♛ ♜ ♝ ♞",
}
"""King, queen, rook, bishop, knight. Spanish and Catalan are as Italian, the Nordic languages as German."""
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
