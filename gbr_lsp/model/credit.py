"""Credits: composers, source, year and award as the caption of a study states them.

`L. Kubbel, Shakhmaty 1925, 1st prize` is a credit. A text that may be anything else gives none: a
name needs initials, a known given name or surname, or a place where only a name is expected.
"""

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.model.credit_words import GIVEN_NAMES, PARTICLES, SURNAMES, has_term, is_no_name, may_be_surname, plain

_MAX_LENGTH = 120
"""Maximum length of a line of a credit, in code points."""
_MAX_LINES = 4
_MAX_COMPOSERS = 4
_MAX_WORDS = 8
"""Maximum number of words of a source."""
_MAX_LOWER = 3
"""Maximum number of lower-case words next to each other in a source; more are a sentence."""

_LEAD = regex(
    r"^[-–—•*\s]*+(?:(?:No|NO|Nr|NR|Nro|Number|Study|Studie|Diagram|Diagramm|Dia|Fig|Figure|Example|Position)\b\.?|№|\#|(?![12][0-9]{3}\b))"
    r"[\s~]*[(\[]?(?:[A-Z]\.?)?[0-9]{1,6}[a-z]?(?:[.)\]:](?![0-9])|(?=\s)|\s*[-–—])[-–—:.]*\s*"
)
_BY = regex(
    r"(?:(?:an?\s)?(?:endgame\s)?(?:study|studie|[ée]tude|estudio|studio|endspiel|этюд)\s+"
    r"(?:by|de|von|di|van|av|af|door|par|por)\s+"
    r"|(?:composers?|authors?|autore?n?|auteurs?|componist|komponist|автор)\s*[:=]\s*|composed\s+by\s+)",
    re.IGNORECASE,
)
_BY_ALONE = regex(r"(?:by|par|door|von)\s+(?=[^\W\d_]+\.)", re.IGNORECASE)
_LABEL = regex(
    r"^(?:year|date|source|jahr|quelle|jaar|bron|ann[ée]e|published|publication|award|event)\s*[:=]\s*", re.IGNORECASE
)
_TOKEN = regex(r"(?:[^\W\d_]{1,2}\.(?:-(?=[^\W\d_]\.))?)|[^\W\d_]+(?:['’‘-][^\W\d_]+)*|&|\S")
_JOIN = frozenset(["&", "+", "/", "and", "und", "et", "y", "e", "i", "en", "og", "och", "és", "és", "и", "with"])
_ROMAN = r"(?:[ivxIVX]{1,5}\.?|[0-9]{1,2}[./](?:[0-9]{1,2}|[ivx]{1,4})?[./]?|[0-9]{1,2}[ivx]{1,4})"
_YEAR = regex(
    rf"(?<![\w.,:/–-]){_ROMAN}?(?P<year>1[5-9][0-9]{{2}}|20[0-3][0-9])"
    r"(?:-[01][0-9]-[0-3][0-9]|[/.][01][0-9][/.][0-3][0-9])?(?![\w]|[-–/.,:][0-9])"
)
_AWARD = regex(
    r"(?<!\w)(?:(?P<special>special|spec\.)|(?P<place>[0-9]{1,2}(?:st|nd|rd|th|er|re|e|de|ste|-?й)?"
    r"(?:\s?[-–/]\s?[0-9]{1,2}(?:st|nd|rd|th|e)?)?)\.?)?\s*"
    r"(?P<kind>prizes?|preis|prijs|prix|premio|приз|honou?rable\s+mentions?|hon\.?\s*ment(?:ions?)?\.?|h\.?m\.?"
    r"|eervolle\s+vermelding|ehrende\s+erw[äa]hnung|commendations?|commended|comm?\.?|lob|aanbeveling|pr\.)(?!\w)",
    re.IGNORECASE,
)
_AWARD_STARTS = ("pr", "при", "hon", "hm", "h.m", "verm", "erw", "com", "lob", "aanb")
"""One of these occurs in each match of `_AWARD`, in lower case."""
_DATABASE_AWARD = regex(r"(?<![\w.])(?:sp|[0-9]+(?:[/-][0-9]+)?)?\.(?:sp\.)?(?:p|hm|cm|c)(?=[\s,;)]|$)")
_KINDS = {"h": "hm", "e": "hm", "c": "c", "l": "c", "a": "c"}
"""The short form of an award by the first letter of its word; prizes are `p`."""
_PARTS = regex(r"[,;:()\[\]–—·|]|\s-\s|(?<=[^\W\d_]{3})\.\s")
_OUTLINE = regex(r"[A-I]\.\s+[^\W\d_]{2,}$")
"""Matches a text that may be an item of an outline: `A. Overview`."""
_SIGNATURE = regex(r"K[KQRBNSP]*\s?[-–v]\s?K[KQRBNSP]*")
_WORD = regex(r"[^\W\d_]+")
_QUOTES = str.maketrans("", "", '"“”„«»')
_DIGITS = regex(r"[0-9]+")
_NO_CREDIT = regex(
    r"v(?<!\wv)s?\.?\s+(?!SSSR|USSR|СССР)|https?:|www\.|@|[?!]|[a-h]x?[a-h]?[1-8][+#x]"
    r"|[0-9](?<!\w[0-9])[0-9]{0,2}\.{1,3}\s?[KQRBNSDTL]?[a-h]x?[1-8]"
)


class Attribution(NamedTuple):
    """The statements of a text about a study; "" if unknown.

    `award` is written as in databases, `1.p`. `title` is the heading of the study.
    """

    composer: str = ""
    year: str = ""
    event: str = ""
    award: str = ""
    title: str = ""


class _Evidence(IntEnum):
    """How surely words are a name: `Rinck` with a year, and only where names are expected, is LONE."""

    LONE = 0
    WORDS = 1
    SURNAME = 2
    GIVEN = 3
    INITIALS = 4


class _Composers(NamedTuple):
    """Composers as written, the end of them, and the best evidence."""

    text: str
    end: int
    evidence: _Evidence
    is_stated: bool
    is_numbered: bool


class _Details(NamedTuple):
    year: str
    event: str
    award: str


class Credit(NamedTuple):
    """A credit, and whether it is sure to be one inside a paragraph: its first line has a number."""

    attribution: Attribution
    is_numbered: bool
    is_bare: bool
    """Only a name and a year."""


def credit_of(lines: Sequence[str], *, is_marked: bool, is_heading: bool = False) -> Credit | None:
    """Return the credit that `lines`, without markup, state, or None.

    `is_marked`: the lines are a heading, an argument of a macro, or bold, where a name is expected.
    """
    if not lines or _MAX_LINES < len(lines) or any(map(_is_no_credit, lines)):
        return None
    names = _names_at_start(lines[0])
    if names is None:
        return None
    rest = lines[0][names.end :]
    found = _details_of([rest, *(_LABEL.sub("", line) for line in lines[1:])])
    if found is None:
        return None
    year, event, award = found
    is_apart = not rest or rest.lstrip()[:1] in tuple(",;:(–—-·") or 1 < len(lines)
    if not _is_sure(
        names, year, award, is_apart=is_apart, is_marked=is_marked, is_heading=is_heading, has_rest=bool(event)
    ):
        return None
    attribution = Attribution(names.text, year, event, award)
    return Credit(attribution, names.is_numbered, is_bare=bool(year) and not event and not award)


def source_of(lines: Sequence[str]) -> Attribution | None:
    """Return source, year and award if `lines` are nothing but these, or None: `EBUR, 1993`."""
    if not lines or 2 < len(lines) or any(map(_is_no_credit, lines)):
        return None
    texts = [_LABEL.sub("", _LEAD.sub("", line)) for line in lines]
    if any(not text[:1].isalnum() or text[0].islower() or has_term(text) for text in texts):
        return None
    found = _details_of(texts)
    if found is None:
        return None
    year, event, award = found
    is_source = (bool(year and event) or bool(award)) and not _OUTLINE.match(event)
    return Attribution(year=year, event=event, award=award) if is_source and not has_term(event) else None


def year_in(text: str) -> str:
    """Return the first year in `text`, or ""."""
    found = _YEAR.search(text)
    return found["year"] if found else ""


def _is_sure(
    names: _Composers, year: str, award: str, *, is_apart: bool, is_marked: bool, is_heading: bool, has_rest: bool
) -> bool:
    """Return True if `names` are composers, judged with the text after them."""
    match names.evidence:
        case _Evidence.INITIALS:
            is_stated = bool(year or award or has_rest) or not _OUTLINE.match(names.text) or _is_known(names.text)
            return is_stated and bool(year or not is_heading or not has_rest)
        case _Evidence.GIVEN:
            return names.is_stated or bool(year or award) or (not is_heading and not has_rest)
        case _Evidence.SURNAME:
            return bool(year) or names.is_stated
        case _ if names.is_stated:
            return True
        case _Evidence.WORDS:
            return bool(year) and is_marked and is_apart and _may_be_surnames(names.text)
        case _:
            return bool(year) and is_marked and "-" not in names.text and _may_be_surnames(names.text)


def _is_known(names: str) -> bool:
    """Return True if a word of `names` is a known surname, or a particle."""
    return any(plain(word) in SURNAMES or plain(word) in PARTICLES for word in names.split())


def _may_be_surnames(names: str) -> bool:
    return all(map(may_be_surname, _WORD.findall(names)))


def _is_game(line: str) -> bool:
    """Return True if `line` begins with two players: `Capablanca – Lasker, 1914`."""
    first, _, second = line.replace(" - ", "–").replace("—", "–").partition("–")
    if not second:
        return False
    one, other = (_TOKEN.findall(part) for part in (first, second))
    found = _name(one, 0)
    return found is not None and found[0] == len(one) and _name(other, 0) is not None


def _is_no_credit(line: str) -> bool:
    return _MAX_LENGTH < len(line) or (_NO_CREDIT.search(line) is not None or _is_game(line))


def _names_at_start(line: str) -> _Composers | None:
    """Return the one to four composers at the start of `line`, after its number, or None."""
    lead = _LEAD.match(line)
    at = lead.end() if lead else 0
    by = _BY.match(line, at) or _BY_ALONE.match(line, at)
    start = by.end() if by else at
    words = _TOKEN.findall(line, start)
    evidence, number, count, last = _Evidence.LONE, 0, 0, 0
    while True:
        name = _name(words, number)
        if name is None:
            break
        last, own = name
        evidence, count = max(evidence, own), count + 1
        number = last
        if number < len(words) and words[number].lower() in _JOIN:
            number += 1
        elif number + 1 < len(words) and words[number] == "," and evidence is _Evidence.INITIALS:
            following = _name(words, number + 1)
            if following is None or following[1] is not _Evidence.INITIALS:
                break
            number += 1
        else:
            break
    if not count or _MAX_COMPOSERS < count or number != last:
        return None
    end = next(islice(_TOKEN.finditer(line, start), last - 1, None)).end()
    if not _may_follow(line, end):
        return None
    return _Composers(" ".join(line[start:end].split()), end, evidence, by is not None, lead is not None)


def _may_follow(line: str, end: int) -> bool:
    """Return True if the text after a name at `end` continues no sentence: a sign, a number, an award, or nothing."""
    rest = line[end:].lstrip()
    return not rest or rest[0] in ",;:()–—-·|.[" or _YEAR.match(rest) is not None or _AWARD.match(rest) is not None


def _name(words: Sequence[str], start: int) -> tuple[int, _Evidence] | None:
    """Return the end of the name that begins at word `start`, and its evidence, or None."""
    at, initials, names = start, 0, list[str]()
    while at < len(words):
        word = words[at]
        if _is_initial(word):
            initials += 1
        elif initials and not names and word.lower() in _JOIN and at + 1 < len(words) and _is_initial(words[at + 1]):
            pass  # `V. and M. Platov`
        elif (
            plain(word) in PARTICLES
            and at + 1 < len(words)
            and (_is_part(words[at + 1]) or plain(words[at + 1]) in PARTICLES)
        ):
            pass
        elif _is_part(word) and len(names) < 3:
            names.append(word)
        else:
            break
        at += 1
    if not names:
        return None
    if initials == 0 and at + 1 < len(words) and words[at] == "," and len(names) == 1 and _is_initial(words[at + 1]):
        end = at + 1
        while end < len(words) and _is_initial(words[end]):
            end += 1
        if not (end < len(words) and (_is_part(words[end]) or plain(words[end]) in PARTICLES)):
            return end, _Evidence.INITIALS
    if initials:
        return at, _Evidence.INITIALS
    if 1 < len(names) and plain(names[0].split("-")[0]) in GIVEN_NAMES:
        return at, _Evidence.GIVEN
    if plain(names[-1]) in SURNAMES and len(names) == 1:
        return at, _Evidence.SURNAME
    return at, _Evidence.WORDS if 1 < len(names) else _Evidence.LONE


@lru_cache(maxsize=1 << 12)
def _is_initial(word: str) -> bool:
    return word.rstrip("-").endswith(".") and word[0].isupper() and plain(word.rstrip(".-")) not in _NO_INITIALS


_NO_INITIALS = frozenset(["no", "nr", "dr", "vs", "cf", "pp", "ed", "st", "ch", "mr", "op", "qu"])


@lru_cache(maxsize=1 << 12)
def _is_part(word: str) -> bool:
    """Return True if `word` may be a given name or surname: `Réti`, `TROITZKY`, `O'Brien`."""
    letters = word.replace("'", "").replace("’", "").replace("-", "").replace("‘", "")
    if len(letters) < 2 or not letters.isalpha() or not (word[0].isupper() or word[:2] in ("d'", "d’")):
        return False
    return not is_no_name(word)


def _details_of(lines: Sequence[str]) -> _Details | None:
    """Return the first year, source and award in `lines`, or None if one of them is a sentence."""
    year = event = award = ""
    for line in lines:
        found = _details(line) if line else _Details("", "", "")
        if found is None:
            return None
        year, event, award = year or found.year, event or found.event, award or found.award
    return _Details(year, event, award)


def _details(rest: str) -> _Details | None:
    """Return year, source and award in `rest`, or None if it is a sentence."""
    award, left = _cut_award(rest)
    years = list(_YEAR.finditer(left))
    for one in reversed(years):
        left = f"{left[: one.start()]},{left[one.end() :]}"
    event = ""
    for part in _PARTS.split(left if left.isascii() and '"' not in left else left.translate(_QUOTES)):
        text = " ".join(part.split()).strip(" .'\"“”„«»‘’*_/")
        words = _WORD.findall(text)
        if not words:
            continue
        if _is_sentence(words):
            return None
        may_be_name = text[0].isupper() and plain(words[-1]) not in PARTICLES
        if not event and may_be_name and not has_term(text) and not _SIGNATURE.fullmatch(text):
            event = text
    return _Details(years[0]["year"] if years else "", event, award)


def _cut_award(text: str) -> tuple[str, str]:
    """Return the award in `text`, and `text` with a comma in its place; "" and `text` if there is none."""
    database = _DATABASE_AWARD.search(text) if "." in text else None
    if database:
        return database[0], f"{text[: database.start()]},{text[database.end() :]}"
    lower = text.lower()
    found = _AWARD.search(text) if any(start in lower for start in _AWARD_STARTS) else None
    if not found:
        return "", text
    before, after = text[: found.start()], text[found.end() :]
    if found["special"] or found["place"]:
        return _award(found["special"] is not None, found["place"], found["kind"]), f"{before},{after}"
    if not before.strip(" ,;:(–—-") and 4 < len(found["kind"]):
        return _award(False, "", found["kind"]), after
    return "", text


def _is_sentence(words: Sequence[str]) -> bool:
    """Return True if `words` are too many for a source, or have a verb or many lower-case words in a row."""
    if len(words) <= _MAX_LOWER:
        return is_verb(words)
    lower = run = 0
    for word in words:
        run = run + 1 if word[0].islower() else 0
        lower = max(lower, run)
    return _MAX_WORDS < len(words) or _MAX_LOWER < lower or is_verb(words)


_VERBS = frozenset(
    """is are was were has have had does did wins draws loses found composed showed shows gives ist sind war hat est
    sont heeft wint gewinnt gagne vince gana can could must should would will may might which who because you we they
    he she it""".split()  # noqa: SIM905
)


def is_verb(words: Sequence[str]) -> bool:
    """Return True if one of `words` is a common verb or pronoun, so that they are a sentence."""
    return not _VERBS.isdisjoint(map(str.lower, words))


def _award(is_special: bool, place: str | None, kind: str) -> str:
    """Return an award as databases write it: `1st`, `prize` → `1.p`."""
    digits = "/".join(_DIGITS.findall(place or ""))
    short = _KINDS.get(kind[0].lower(), "p")
    return f"{'sp' if is_special else digits}.{short}" if is_special or digits else short
