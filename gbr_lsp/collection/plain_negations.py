"""Negations in plain words: `not a draw`, `without queens, rooks or pawns`, `neither win nor draw`."""

from collections.abc import Sequence

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.collection.conditions import Lacks
from gbr_lsp.collection.search import BadQuery, read_query

JOINTS = frozenset(("and", "or", "&", "+"))
ARTICLES = frozenset(("a", "an", "any", "the"))

_NEGATIONS = frozenset(
    ("not", "without", "no", "non", "non-", "except", "excluding", "neither", "nor", "never", "w/o", "0")
).union(("zero", "other than", "apart from", "aside from"))
_UNREAD = frozenset(
    ("absent", "avoid", "cannot", "excluded", "excludes", "instead", "lacking", "lacks", "nobody", "none", "nothing")
).union(("free", "hardly", "isnt", "just", "minus", "only", "rather", "sans", "unless"))
_KIND = regex(r"[-(]*(?:(?P<men>pawns:|board:|[\d\[\]]*\?[\d?\[\]]*\.)|(?P<goal>win|draw)|(?P<turn>[wb]tm)|[a-z]+:)?")


class BadNegation(BadQuery):
    """A negation whose terms are not certain, so that the question has no reading."""


def negation_length(words: Sequence[str], at: int) -> int:
    """Return the number of words of the negation at `at`: 1 for `not`, 2 for `other than`, else 0."""
    word, pair = (" ".join(words[at : at + length]).lower().replace("’", "'") for length in (1, 2))
    return 2 if pair in _NEGATIONS else int(word in _NEGATIONS or word.endswith("n't"))


def is_unread_negation(word: str) -> bool:
    """Return True for a negation without a reading: `excluded`."""
    return word.lower() in _UNREAD


def kind_of(term: str) -> str:
    """Return a text that is equal for terms about the same fact: `men` for `0???.*`, `year:` for `-year:1925`."""
    found = _KIND.match(term)
    assert found
    return found.lastgroup or found[0].lstrip("-(")


def opposite_of(terms: str) -> str:
    """Return the query that excludes `terms`: `-draw`, `-(composer:van composer:der)`."""
    try:
        is_one = read_query(f"-{terms}").condition == Lacks(read_query(terms).condition)
    except BadQuery:
        is_one = False
    return f"-{terms}" if is_one else f"-({terms})"
