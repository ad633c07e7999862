"""Questions in plain words: `rook against pawn`, `Kubbel 1925`, `1st prize 1950-1960 draw`.

`read_plain` translates them to the query language of `search.py`, so that a reader can see and edit
the reading. All terms must hold. A word without another meaning is the beginning of a composer, an
event or a title; which of them, the collection decides. A negation without a certain reading is
refused; it is never skipped.
"""

from collections.abc import Callable, Sequence
from functools import cache

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.collection.conditions import Some
from gbr_lsp.collection.facts import ORDINALS, short_award
from gbr_lsp.collection.fields import AWARD_WORDS, is_rule
from gbr_lsp.collection.plain_material import (
    ENDINGS,
    NUMBERS,
    Read,
    read_ending,
    read_men,
    read_no_men,
    read_sides,
    read_squares,
    unread_place,
)
from gbr_lsp.collection.plain_negations import (
    ARTICLES,
    JOINTS,
    BadNegation,
    is_unread_negation,
    kind_of,
    negation_length,
    opposite_of,
)
from gbr_lsp.collection.search import BadQuery, read_query

FieldOf = Callable[[str], str | None]
"""Returns the field of a word, `composer`, `event` or `title`, or None if no study has the word."""

EXAMPLES = "rook against pawn, Kubbel 1925 or 1st prize draw"

_WORD = regex(r'[Nn]on-(?=\w)|"[^"]*"|[^\s,;"]+')
_FIELD = regex(r"[a-zA-Z]+:")
_YEARS = regex(r"(?P<first>1[5-9]\d\d|20\d\d)(?:(?:-|–|—|\.\.|/)(?P<last>1[5-9]\d\d|20\d\d|\d\d))?")
_DECADE = regex(r"(?P<first>(?:1[5-9]|20)\d)0s")
YEAR = regex(r"1[5-9]\d\d|20\d\d")
_SHARED_PLACE = regex(r"[1-9](?:st|nd|rd|th)?[/–-][1-9](?:st|nd|rd|th)?")
_SINGLE_NUMBER = regex(r"[1-9]|[1-5]\d|6[0-4]")
NAME = regex(r"[^\W\d_][^\W_]*(?:[-'’.=&/][^\W_]*)*")
_STARTS = {"since": 0, "from": 0, "after": 1}
_ENDS = {"until": 0, "till": 0, "before": -1, "to": 0}
_MEN = ("men", "pieces")
_MAXIMA = {"at most": "<=", "up to": "<=", "at least": ">=", "fewer than": "<", "less than": "<", "more than": ">"}
_LIMITS = {"or fewer": "<=", "or less": "<=", "or more": ">="}
_GOALS = {
    "win": "win", "wins": "win", "won": "win", "winning": "win",
    "draw": "draw", "draws": "draw", "drawn": "draw", "drawing": "draw",
}  # fmt: skip
_PLAY = {"mate": "mate", "checkmate": "mate", "mates": "mate", "stalemate": "stalemate", "stalemates": "stalemate"}
_FILLERS = ENDINGS.union(
    ("&", "+", "a", "all", "an", "and", "any", "are", "at", "every", "for", "from", "has", "have", "in", "is", "of"),
    ("on", "or", "that", "the", "there", "to", "where", "which", "who", "whose", "with"),
    ("find", "give", "list", "me", "please", "show", "class", "code", "composed", "composer", "gbr", "magazine"),
    ("position", "positions", "problem", "problems", "published", "studies", "study", "winner", "winners", "year"),
    ("years",),
)
_MAX_WORDS = 200
"""More are refused, because the time to read a list of men grows with its square."""
_MAX_DEPTH = 20
"""Maximum number of nested negations: 2 in `not without pawns`."""
_NAME_KINDS = ("composer:", "event:", "title:")


def read_plain(text: str, field_of: FieldOf) -> str:
    """Return the query for the plain words of `text`; raise BadQuery for a word without a meaning."""
    reader = _QuestionReader(text, field_of)
    found = reader.read()
    if not found:
        raise BadQuery(f"nothing to search for. Try {EXAMPLES}", Span(0, len(text)))
    read_query(found)
    return found


class _QuestionReader:
    """The words of a question, and the index of the next one."""

    def __init__(self, text: str, field_of: FieldOf) -> None:
        found = [*_WORD.finditer(text)]
        self._text = text
        self._words = [_without_stop(match[0]) for match in found]
        self._spans = [Span(*match.span()) for match in found]
        self._field_of = cache(field_of)
        self._depth = 0

    def read(self) -> str:
        """Return the query, with a space between terms; raise BadQuery."""
        if _MAX_WORDS < len(self._words):
            span = Span(self._spans[_MAX_WORDS].start, len(self._text))
            raise BadQuery(f"a question in plain words has at most {_MAX_WORDS} words", span)
        terms: list[str] = []
        at = 0
        is_or = False
        while at < len(self._words):
            word = self._words[at].lower()
            if word == "or" and terms and at + 1 < len(self._words):
                is_or, at = True, at + 1
                continue
            found, at = self._term(at)
            if found is None:
                continue
            if is_or:
                before = terms.pop()
                others = before[1:-1] if before.startswith("(") and "(" not in before[1:] else before
                found = f"({others} | {found})"
                is_or = False
            terms.append(found)
        return " ".join(dict.fromkeys(terms))

    def _term(self, at: int) -> tuple[str | None, int]:
        """Return the term at `at`, None for a word without a meaning of its own, and the index after it."""
        words = self._words
        if negation_length(words, at):
            return self._opposite(at)
        if words[at].lower() == "but" or is_unread_negation(words[at]):
            self._check_but(at)
            return None, at + 1
        for read in _READERS:
            found = read(words, at)
            if found:
                return found
        word = words[at]
        if word.lower() in _FILLERS:
            return None, at + 1
        if word.lower() == "by":
            return self._composers(at + 1)
        for length in (3, 2, 1):
            name = "-".join(words[at : at + length]).lower()
            if length <= len(words) - at and is_rule(name):
                return f"rule:{name}", at + length
        return self._name(at), at + 1

    def _check_but(self, at: int) -> None:
        """Raise BadNegation unless `but` only joins at `at`: `no draws but wins`, `Kubbel but not 1925`."""
        before = {word.lower() for word in self._words[:at]}
        is_contrast = any(negation_length(self._words, one) for one in (*range(at), at + 1))
        if not is_contrast or not before.isdisjoint(("all", "every")) or self._words[at].lower() != "but":
            message = f"{self._words[at]!r} is not clear here. Write 'not' before each term to exclude"
            raise BadNegation(message, self._spans[at])

    def _opposite(self, negation: int) -> tuple[str, int]:
        """Return the terms that exclude each item of the list after `negation`, and the index after it.

        Items have the same kind: `Kubbel or Troitzky`, `queens, rooks and pawns`. Raises BadNegation
        if the end of the list is doubtful.
        """
        words = self._words
        self._depth += 1
        start = negation + negation_length(words, negation)
        term, at = self._excluded(start) if self._depth <= _MAX_DEPTH else (None, start)
        self._depth -= 1
        if term is None:
            message = f"{words[negation]!r} needs a term to exclude after it, as in 'not a draw'"
            raise BadNegation(message, self._spans[negation])
        terms, kind, doubtful = [term], kind_of(term), -1
        while at < len(words):
            joint = words[at].lower() if words[at].lower() in JOINTS else ""
            start = at + bool(joint)
            while start < len(words) and words[start].lower() in ARTICLES:
                start += 1
            word = words[start].lower() if start < len(words) else "but"
            if word in ("but", "with") or negation_length(words, start) or (not joint and word in _FILLERS | {"by"}):
                break
            term, end = self._excluded(start)
            is_same = term is not None and kind_of(term) == kind
            has_count = kind == "men" and (word in NUMBERS or word.isdecimal())
            if term is None or not is_same or (has_count and joint != "or"):
                doubtful = start if joint and is_same is not (joint == "or") else doubtful
                break
            doubtful = -1 if joint else start
            terms.append(term)
            at = end
        if doubtful != -1:
            message = f"it is not clear whether {words[negation]!r} is also about {words[doubtful]!r}"
            raise BadNegation(f"{message}. Repeat it, or write the negation last", self._spans[doubtful])
        return " ".join(terms), at

    def _excluded(self, at: int) -> tuple[str | None, int]:
        """Return the opposite of the term after the fillers at `at`, or None, and the index after it.

        Adjacent names are one term: `van der Heijden`.
        """
        term, start = None, at
        while term is None and at < len(self._words) and self._words[at].lower() not in JOINTS | {"but"}:
            start = at
            term, at = self._term(at)
        if term is None:
            return None, at
        nothing = read_no_men(self._words, start)
        if nothing and at <= nothing[1]:
            return nothing
        names = [term]
        while kind_of(term) in _NAME_KINDS and (name := self._next_name(at)):
            names.append(name)
            at += 1
        if 1 < len(set(map(kind_of, names))):
            span = Span(self._spans[start].start, self._spans[at - 1].end)
            name = self._text[span.start : span.end]
            raise BadNegation(f"it is not clear what to exclude of {name!r}. Write a comma or quotes", span)
        return opposite_of(" ".join(names)), at

    def _next_name(self, at: int) -> str | None:
        """Return the field of the name at `at`, or None if there is none or a comma is before it."""
        if at == len(self._words) or self._text[self._spans[at - 1].end : self._spans[at].start].strip():
            return None
        if self._words[at].lower() in _FILLERS | {"by", "but"} or negation_length(self._words, at):
            return None
        term, _ = self._term(at)
        return term if term and kind_of(term) in _NAME_KINDS else None

    def _composers(self, at: int) -> tuple[str | None, int]:
        """Return the composer after `by`."""
        if at < len(self._words) and NAME.fullmatch(self._words[at]) and self._field_of(self._words[at]):
            return written_field("composer", self._words[at]), at + 1
        return None, at

    def _name(self, at: int) -> str:
        """Return the field for a word that names a composer, an event or a title; raise BadQuery."""
        word = self._words[at].strip('"').replace("’", "'")
        if not self._field_of(word):
            word = word.removesuffix("'s")
        field = self._field_of(word) if any(map(str.isalnum, word)) else None
        if field is None:
            span = self._spans[unread_place(self._words, at)]
            written = self._text[span.start : span.end].strip('"')
            is_name = written.istitle() and NAME.fullmatch(written)
            problem = ": nobody of that name in this collection" if is_name else " is not understood"
            raise BadQuery(f"{written!r}{problem}. Try {EXAMPLES}", span)
        return written_field(field, word)


def _without_stop(word: str) -> str:
    """Return `word` without the end of its sentence; `0400??` has none."""
    bare = word.rstrip(".!?")
    return bare if bare.isalpha() or _YEARS.fullmatch(bare) else word


def written_field(field: str, value: str) -> str:
    """Return a field with its value in lower case, quoted if necessary: `event:"chicago tribune"`."""
    value = " ".join(value.lower().split())
    return f'{field}:"{value}"' if any(char in " |()" for char in value) else f"{field}:{value}"


def _read_award(words: Sequence[str], at: int) -> Read | None:
    """Return the award in words: `1st prize`, `second honourable mention`, `prizes`."""
    for length in (3, 2, 1):
        some = [ORDINALS.get(word.lower(), word.lower()) for word in words[at : at + length]]
        single = ["1st" if 1 < length and _SHARED_PLACE.fullmatch(some[0]) else some[0], *some[1:]]
        if len(some) == length and AWARD_WORDS.fullmatch(" ".join(single)):
            return f"award:{short_award(' '.join(some)) or ''}", at + length
    return None


def _read_years(words: Sequence[str], at: int) -> Read | None:
    """Return the year or years: `1925`, `1920-1925`, `since 1920`, `from 1920 to 1925`, `1920s`."""
    word = words[at].lower()
    decade = _DECADE.fullmatch(word)
    if decade:
        return f"year:{decade['first']}0..{decade['first']}9", at + 1
    found = _YEARS.fullmatch(word)
    if found:
        first, last = found["first"], found["last"]
        if last and len(last) == 2:
            last = first[:2] + last
        if last is None and words[at + 1 : at + 2] and words[at + 1].lower() in ("to", "-", "–", "until"):
            last = next((later for later in words[at + 2 : at + 3] if YEAR.fullmatch(later)), None)
            at += 2 if last else 0
        return (f"year:{first}..{last}" if last else f"year:{first}"), at + 1
    year = next((int(later) for later in words[at + 1 : at + 2] if YEAR.fullmatch(later)), None)
    if word in ("from", "between") and year is not None:
        joint = words[at + 2 : at + 3]
        last = next((later for later in words[at + 3 : at + 4] if YEAR.fullmatch(later)), None)
        if last and joint[0].lower() in ("to", "and", "until", "till", "-", "–"):
            return f"year:{year}..{last}", at + 4
    if year is not None and word in _STARTS:
        return f"year:{year + _STARTS[word]}..", at + 2
    if year is not None and word in _ENDS:
        return f"year:..{year + _ENDS[word]}", at + 2
    return None


def _read_goal(words: Sequence[str], at: int) -> Read | None:
    """Return the goal or the side to move: `draw`, `white wins`, `black to move`, `white`."""
    word, *later = (word.lower() for word in (*words[at : at + 3], "", ""))
    if word in _GOALS:
        return _GOALS[word], at + 1
    if word not in ("white", "black"):
        return None
    goal = later[1] if later[0] == "to" else later[0]
    if word == "white" and goal in _GOALS:
        return _GOALS[goal], at + (3 if later[0] == "to" else 2)
    to_move = later[0] == "to" and later[1] in ("move", "play")
    return f"{word[0]}tm", at + (3 if to_move else 2 if later[0] == "moves" else 1)


def _read_count(words: Sequence[str], at: int) -> Read | None:
    """Return the number of men: `7 men`, `at most 7 men`, `miniatures`."""
    if words[at].lower() in ("miniature", "miniatures"):
        return "men:<=7", at + 1
    if words[at].lower() == "pawnless":
        return "pawns:0", at + 1
    sign = _MAXIMA.get(" ".join(words[at : at + 2]).lower(), "")
    at += 2 if sign else 0
    number = words[at].lower() if at < len(words) else ""
    count = NUMBERS.get(number) or (int(number) if _SINGLE_NUMBER.fullmatch(number) else None)
    what = words[at + 1].lower() if at + 1 < len(words) else ""
    if count is None or not (what in _MEN or (sign and what in ("pawn", "pawns"))):
        return None
    later = " ".join(words[at + 2 : at + 4]).lower()
    if not sign and later in _LIMITS:
        return f"men:{_LIMITS[later]}{count}", at + 4
    return f"{'men' if what in _MEN else 'pawns'}:{sign}{count}", at + 2


def _read_play(words: Sequence[str], at: int) -> Read | None:
    """Return the mate or stalemate in the solution."""
    found = _PLAY.get(words[at].lower())
    return (f"during:{found}", at + 1) if found else None


def _read_term(words: Sequence[str], at: int) -> Read | None:
    """Return a word of the query language: `0323.12`, `g3g1`, `KRvKP`, `composer:kubbel`.

    A quoted value is a word of its own: `event:"chicago tribune"`.
    """
    word = words[at]
    end = at + 1
    if _FIELD.fullmatch(word) and words[end : end + 1] and words[end].startswith('"'):
        word, end = word + words[end], end + 1
    try:
        is_or = isinstance(read_query(f"* {word}").condition, Some)
    except BadQuery:
        return None
    return f"({word})" if is_or else word, end


_READERS: tuple[Callable[[Sequence[str], int], Read | None], ...] = (
    _read_award,
    _read_years,
    _read_count,
    read_sides,
    read_ending,
    read_squares,
    read_men,
    _read_goal,
    _read_play,
    _read_term,
)
