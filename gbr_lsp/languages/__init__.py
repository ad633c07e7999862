"""The words and letters of chess in other languages: the table, and what is made of it."""

from collections.abc import Iterable

from gbr_lsp.languages.lexicon import FIGURINES, KINDS, Lexicon, folded, pattern
from gbr_lsp.languages.table import LANGUAGES

__all__ = ["FIGURINES", "KINDS", "LANGUAGES", "Lexicon", "folded", "initials", "pattern", "words"]


def words(*fields: str) -> list[str]:
    """The words that all languages have in some fields."""
    return list(dict.fromkeys(word for field in fields for one in LANGUAGES for word in getattr(one, field).split()))


def initials(words: Iterable[str]) -> frozenset[str]:
    """How words begin, in either case, with or without accents."""
    return frozenset(form for word in words for sign in (word[0], folded(word)[0]) for form in (sign, sign.upper()))
