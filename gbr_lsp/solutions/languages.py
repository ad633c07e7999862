"""Piece letters (K, Q, R, B, N) of the languages, and the translation of moves from and to them."""

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
    """Return the letters of each language, by name: `Dutch` → `K D T L P`.

    Languages with equal letters occur once. An alternative knight letter makes a set of its own.
    """
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
_SAME_LETTERS = {"Spanish": "Italian", "Danish": "German", "Norwegian": "German", "Swedish": "German"}
AUTO = "auto"
"""Setting for "find the language from the text"."""


class Language(NamedTuple):
    """A set of piece letters: its `name`, and the English letter of each of its letters."""

    name: str
    letters: Mapping[str, str]

    def from_english(self, san: str, *, white: bool = True) -> str:
        """Return `san` in the letters of this language: `Nf3` → `Sf3`; `white` selects the figurines."""
        own: dict[str, str] = {}
        for letter, english in self.letters.items() if white else reversed([*self.letters.items()]):
            own.setdefault(english, letter)
        return "".join(own.get(char, char) for char in san)

    def to_english(self, word: str) -> str | None:
        """Return the move `word` in English letters, or None: German `Sf3` → `Nf3`.

        None if it has a capital that the language lacks.
        """
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
"""All languages, by name."""
ENGLISH = LANGUAGES["English"]
NAMES = {name.lower(): name for name in (*_LETTERS, *_SAME_LETTERS) if name.isalpha()}
"""The languages that a setting can name: lower-case name → name."""


@lru_cache(maxsize=64)
def language_named(name: str) -> Language:
    """Return the `Language` called `name`, in any case; five letters KQRBN make a new one.

    Raises ValueError for a name that is neither.
    """
    known = NAMES.get(name.lower(), name)
    known = _SAME_LETTERS.get(known, known)
    return LANGUAGES[known] if known in LANGUAGES else Language(name, dict(zip(name, _KINDS, strict=True)))


def languages_of(words: list[str]) -> Iterator[Language]:
    """Yield each `Language` except English that has all piece letters of `words`."""
    used = {letter for word in words for letter in _PARTS.findall(word)}.difference(_NO_LETTERS)
    for language in LANGUAGES.values():
        if language is not ENGLISH and used <= language.letters.keys():
            yield language
