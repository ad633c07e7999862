"""Questions in the query language or in plain words, and corrections of misspelt words."""

from functools import cache
from itertools import islice
from string import ascii_lowercase

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.collection.fields import BoardAt, fen_board
from gbr_lsp.collection.plain_negations import BadNegation, negation_length
from gbr_lsp.collection.plain_words import EXAMPLES, NAME, WORDS, YEAR, FieldOf, read_plain
from gbr_lsp.collection.search import NO_TRANSFORMS, BadQuery, Options, Query, read_either_side, read_query

_QUERY_SIGN = regex(r"[():|*?\[\]]|(?:^|\s)-")
_IS_MATERIAL = regex(r"K[KQRBNSPv]+")
_LETTERS = regex(r"[^\W\d_]+(?![\w:])")
_ADVICE = f"Try {EXAMPLES}"
_MIN_LENGTH = 3
"""Shorter words are not corrected."""
_MAX_LENGTH = 20
_MAX_CORRECTIONS = 3
"""Maximum number of misspelt words in a question."""


def read_question(
    text: str, field_of: FieldOf, options: Options = NO_TRANSFORMS, board_at: BoardAt = fen_board
) -> tuple[Query, str]:
    """Return the query of `text`, which is in the query language or in plain words, and its text.

    Raises BadQuery; its message is about the query language if `text` has signs of it. If a word is
    misspelt, the message has the corrected question.
    """
    try:
        return read_either_side(text, options, board_at)
    except BadQuery as error:
        field_of = cache(field_of)
        try:
            reading = read_plain(text, field_of)
        except BadQuery as other:
            corrected = _corrected(text, other, field_of, _MAX_CORRECTIONS)
            if len(corrected) == 1:
                advice = f"Did you mean {corrected.popitem()[1]!r}?"
                raise BadQuery(f"{str(other).removesuffix(_ADVICE)}{advice}", other.span) from None
            raise _better(text, error, other) from None
        return read_query(reading, options, board_at), reading


def _corrected(text: str, error: BadQuery, field_of: FieldOf, limit: int) -> dict[str, str]:
    """Return `text` with other words at `error` and at most `limit - 1` later places, by the readings.

    The word after that of `error` may be misspelt instead: `1st prise`.
    """
    found = dict[str, str]()
    if not (limit and str(error).endswith(_ADVICE)):
        return found
    words = list(islice(_LETTERS.finditer(text, error.span.start), 2))
    word, similar = next(((one, all_) for one in words if (all_ := _similar_words(one[0]))), (None, []))
    for known in similar:
        assert word
        corrected = f"{text[: word.start()]}{known}{text[word.end() :]}"
        try:
            found.setdefault(read_plain(corrected, field_of), corrected)
        except BadQuery as other:
            if error.span.start < other.span.start:
                found.update(_corrected(corrected, other, field_of, limit - 1))
    return found


def _similar_words(word: str) -> list[str]:
    """Return the known words that differ from `word` in one letter or two neighbors; if none, the most similar one.

    A capitalized word may be a name, so that only words with one difference are similar: `Aganst` → `Against`.
    """
    plain = word.lower()
    if plain in WORDS or not _MIN_LENGTH <= len(word) <= _MAX_LENGTH:
        return []
    halves = [(plain[:at], plain[at:]) for at in range(len(plain) + 1)]
    edits = {left + sign + right[cut:] for left, right in halves for sign in (*ascii_lowercase, "") for cut in (0, 1)}
    edits.update(left + right[1::-1] + right[2:] for left, right in halves)
    found = sorted(known for known in edits & WORDS if _MIN_LENGTH < len(known))
    if not found and word == plain:
        from difflib import get_close_matches

        found = get_close_matches(plain, WORDS, n=1, cutoff=0.8)
    return [known.capitalize() if word.istitle() else known for known in found]


def year_reading(text: str) -> str | None:
    """Return the query of plain words with a year that could be a class, such as `draw 1925`, or None."""
    if _QUERY_SIGN.search(text) or not any(map(YEAR.fullmatch, text.split())):
        return None
    try:
        return read_plain(text, lambda _: None)
    except BadQuery:
        return None


def _better(text: str, of_query: BadQuery, of_words: BadQuery) -> BadQuery:
    """Return the error to be shown: that of the query language if it is about `text` or the same term."""
    if isinstance(of_words, BadNegation) or negation_length([text[of_query.span.start : of_query.span.end]], 0):
        return of_words
    if not text.strip() or _QUERY_SIGN.search(text):
        return of_query
    word = text[of_words.span.start : of_words.span.end]
    is_word = NAME.fullmatch(word) and not _IS_MATERIAL.fullmatch(word)
    return of_query if of_query.span.start == of_words.span.start and not is_word else of_words
