"""A list of men in words as all languages read it: in those that have the word or letter that it begins with."""

from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.languages.lexicon import Lexicon
from gbr_lsp.languages.men import DIGITS, ListReader, Read
from gbr_lsp.languages.men_tokens import CLAUSE, END, MAX_TOKENS, ListToken, ListTokens
from gbr_lsp.languages.table import LANGUAGES


def read_in_languages(tokens: ListTokens) -> list[Read]:
    """Read the list that begins at the first token in each language; leave out those in which none begins there.

    Languages in which all names of the list mean the same read it once.
    """
    first = tokens.at(0)
    languages = _languages_of(first.word, first.letters)
    if not any(first.word and one.side_of(first.word) for one in languages) and not _is_kings_list(tokens, languages):
        return []
    known: list[tuple[_Names, list[object], Read | None]] = []
    for one in languages:
        if not any(meanings == _meanings(one, names) for names, meanings, _ in known):
            read = ListReader(one, tokens).read()
            names = _Names.of([tokens.at(number) for number in range(tokens.asked)])
            known.append((names, _meanings(one, names), read))
    found = (
        (one, next(read for names, meanings, read in known if meanings == _meanings(one, names))) for one in languages
    )
    return [read._replace(language=one) for one, read in found if read]


class _Names(NamedTuple):
    """The different letters and words of a list."""

    letters: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, tokens: list[ListToken]) -> "_Names":
        return cls(frozenset(one.letters for one in tokens), frozenset(one.word for one in tokens if one.word))


@lru_cache(4096)
def _languages_of(word: str, letters: str) -> tuple[Lexicon, ...]:
    """The languages in which a word is a side or a king, or some letters are a king."""
    return tuple(
        one
        for one in LANGUAGES
        if one.white and (one.side_of(word) or one.kind_of(word) == "K" if word else one.kind_of_letter(letters) == "K")
    )


def _meanings(language: Lexicon, names: _Names) -> list[object]:
    """What letters and words mean in a language."""
    of_words = [(language.kind_of(word), language.is_link(word), language.side_of(word)) for word in names.words]
    return [*map(language.kind_of_letter, names.letters), *of_words, language.links.startswith("a ")]


def _is_kings_list(tokens: ListTokens, languages: tuple[Lexicon, ...]) -> bool:
    """Whether a list without the word of a side may begin at a king: another king follows, and a third man."""
    first = tokens.at(0)
    for number in range(1, MAX_TOKENS):
        token = tokens.at(number)
        if token.parted == END or (token.other and token.other not in DIGITS):
            return False
        if token.letters and (token.letters == first.letters or token.letters in "♔♚"):
            behind = tokens.at(number + 1)
            is_third = 1 < number or (behind.parted < END and behind.letters != first.letters)
            return CLAUSE <= token.parted and is_third
        if token.word:
            if token.word == first.word or any(one.side_of(token.word) for one in languages):
                return True
            if not any(_is_known(one, token.word) for one in languages):
                return False
    return False


def _is_known(language: Lexicon, word: str) -> bool:
    return bool(language.is_link(word) or language.kind_of(word) or language.side_of(word))
