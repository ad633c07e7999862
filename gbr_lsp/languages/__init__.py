"""The words and letters of chess in other languages: the table, and its lexicons."""

from collections.abc import Iterable

from gbr_lsp.languages.lexicon import FIGURINES, KINDS, Lexicon, fold, pattern
from gbr_lsp.languages.table import LANGUAGES

__all__ = ["FIGURINES", "KINDS", "LANGUAGES", "Lexicon", "fold", "initials", "pattern", "words"]


def words(*fields: str) -> list[str]:
    """Return the list of distinct words in `fields` of all languages: `"white"`.

    `fields` are names of fields of `Lexicon`.
    """
    return list(
        dict.fromkeys(word for field in fields for language in LANGUAGES for word in getattr(language, field).split())
    )


def initials(words: Iterable[str]) -> frozenset[str]:
    """Return the set of first letters of `words`, in both cases, with and without accents."""
    return frozenset(form for word in words for letter in (word[0], fold(word)[0]) for form in (letter, letter.upper()))
