"""Reading of a list of men in words, in all languages that have its first word or letter."""

from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.languages.lexicon import Lexicon, Side
from gbr_lsp.languages.men import BLACK, DIGITS, WHITE, ListReader, ListReading
from gbr_lsp.languages.men_tokens import CLAUSE, END, MAX_TOKENS, NO_TOKEN, ListToken, ListTokens
from gbr_lsp.languages.table import LANGUAGES

_FULL_SIDES = frozenset(Side(color, is_short=False) for color in (WHITE, BLACK))
MIN_MEN = 3
"""Minimum number of men of a list; kings alone are a remark."""


def read_in_languages(tokens: ListTokens) -> list[ListReading]:
    """Return a `ListReading` for each language that reads the list at the first of `tokens`.

    Lists of fewer than `MIN_MEN` men may be omitted. Languages that agree on all names share a
    reading.
    """
    first = tokens.token(0)
    languages = _languages_of(first.word, first.letters)
    is_named = any(first.word and language.side_of(first.word) for language in languages)
    may_be_list = (_may_be_named_list if is_named else _is_kings_list)(tokens, languages)
    tokens.read_count = 0
    if not may_be_list:
        return []
    if len(languages) == 1:
        reading = ListReader(languages[0], tokens).read()
        return [reading] if reading else []
    known_readings: list[tuple[_Names, list[object], ListReading | None]] = []
    for language in languages:
        if not any(meanings == _meanings(language, names) for names, meanings, _ in known_readings):
            reading = ListReader(language, tokens).read()
            names = _Names.of([tokens.token(number) for number in range(tokens.read_count)])
            known_readings.append((names, _meanings(language, names), reading))
    readings = (
        (
            language,
            next(reading for names, meanings, reading in known_readings if meanings == _meanings(language, names)),
        )
        for language in languages
    )
    return [reading._replace(language=language) for language, reading in readings if reading]


def may_follow(word: str, side: str) -> bool:
    """Return False if no language that has `side` reads `word` directly after it: `White resigns`."""
    return _is_known_word(word, _languages_of(side, ""))


class _Names(NamedTuple):
    """The distinct letters and words of a list."""

    letters: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, tokens: list[ListToken]) -> "_Names":
        return cls(frozenset(one.letters for one in tokens), frozenset(one.word for one in tokens if one.word))


@lru_cache(4096)
def _languages_of(word: str, letters: str) -> tuple[Lexicon, ...]:
    """Return the `Lexicon`s with a side or king `word`, or a king in `letters`."""
    return tuple(
        language
        for language in LANGUAGES
        if language.white
        and (
            language.side_of(word) or language.kind_of(word) == "K" if word else language.kind_of_letter(letters) == "K"
        )
    )


def _meanings(language: Lexicon, names: _Names) -> list[object]:
    """Return a list of the meanings of `names` in `language`, to compare with other languages."""
    word_meanings = [(language.kind_of(word), language.is_link(word), language.side_of(word)) for word in names.words]
    return [*map(language.kind_of_letter, names.letters), *word_meanings, language.links.startswith("a ")]


def _may_be_named_list(tokens: ListTokens, languages: tuple[Lexicon, ...]) -> bool:
    """Return False if a list from the word of a side cannot be complete.

    A complete list has both sides and `MIN_MEN` men. No language reads `White resigns`, `White a1
    b2`, or a list with the first side again, `White a1 black b1 White c1`.
    """
    own_sides = _sides_of(tokens.token(0).word, languages)
    men, has_other, is_other = 0, False, False
    number = 1
    while number < MAX_TOKENS and (token := tokens.token(number)) is not NO_TOKEN:
        men += len(token.squares) // len("e2")
        if not men and token.other[:1].isdecimal() and ("." in token.other or "…" in token.other):
            # A move.
            return False
        if token.word:
            if not men and not _is_known_word(token.word, languages):
                return False
            sides = _sides_of(token.word, languages)
            if is_other and sides == own_sides:
                break
            if sides and sides != own_sides:
                has_other = True
                is_other |= len(sides) == 1
        if men and (len(own_sides) != 1 or (has_other and MIN_MEN <= men)):
            return True
        number += 1
        if MIN_MEN <= men:
            # Only the other side is missing: no token is searched for it twice.
            number = tokens.skip(number, (own_sides, languages))
    return False


@lru_cache(4096)
def _sides_of(word: str, languages: tuple[Lexicon, ...]) -> frozenset[Side]:
    """Return the `Side`s that `word` may name, as a set.

    It has one element only if all `languages` agree on it.
    """
    sides = {language.side_of(word) for language in languages}
    if not any(sides):
        return frozenset()
    return frozenset(side for side in sides if side) if sides <= _FULL_SIDES else _FULL_SIDES


@lru_cache(4096)
def _is_known_word(word: str, languages: tuple[Lexicon, ...]) -> bool:
    return any(_is_known(language, word) for language in languages)


def _is_kings_list(tokens: ListTokens, languages: tuple[Lexicon, ...]) -> bool:
    """Return True if two kings and a third man may begin a list without sides.

    A list without sides has no words for White and Black.
    """
    first = tokens.token(0)
    for number in range(1, MAX_TOKENS):
        token = tokens.token(number)
        if token.separation == END or (token.other and token.other not in DIGITS):
            return False
        if token.letters and (token.letters == first.letters or token.letters in "♔♚"):
            next_token = tokens.token(number + 1)
            is_third = 1 < number or (next_token.separation < END and next_token.letters != first.letters)
            return CLAUSE <= token.separation and is_third
        if token.word:
            if token.word == first.word or any(language.side_of(token.word) for language in languages):
                return True
            if not any(_is_known(language, token.word) for language in languages):
                return False
    return False


def _is_known(language: Lexicon, word: str) -> bool:
    return bool(language.is_link(word) or language.kind_of(word) or language.side_of(word))
