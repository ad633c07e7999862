"""The facts of a study that a search may use: short texts, most of a fixed width.

A condition is judged on these values only (`conditions.py`), so they may come from a text or from
an index. This module imports no hosts, boards or studies; `reading.py` makes the facts.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import AnyStr, NamedTuple

from gbr_lsp.base.lazy_regex import regex

WIDTHS = {"force": 7, "kings": 2, "men": 10, "signs": 6, "year": 4, "squares": 64}
"""The columns of a fixed width, in ASCII; spaces for unknown values."""

TEXTS = ("composer", "event", "award", "flags", "title", "twins")
"""The columns of any width."""

ROLE, GOAL, TURN, MEN, PAWNS, PROMOTED = range(6)
"""The indexes of the six characters of `signs`."""

_CHAR_OFFSET = 48
_AWARD = regex(r"(?P<place>(?:sp|\d+(?:[/-]\d+)?)?)\.(?P<kind>(?:sp\.)?(?:p|hm|cm|c))(?=\s|$)")
ORDINALS = {name: f"{number}th" for number, name in enumerate(
    ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
)}  # fmt: skip
"""The places in words, with numbers as `1th`."""
AWARD_IN_WORDS = regex(
    rf"(?<!\w)(?P<place>special|{'|'.join(ORDINALS)}|\d\d?(?:st|nd|rd|th)?(?:[/–-]\d\d?)?(?:st|nd|rd|th))[ ]"
    r"(?P<kind>prizes?|honou?rable[ ]mentions?|hon\.[ ]?mention|hm|commendations?|commended|comm?)(?!\w)",
    re.IGNORECASE,
)
_PLACED = regex(r"(?P<place>sp|\d+)?(?:st|nd|rd|th|ecial)?(?P<last>[/–-]\d+)?(?:st|nd|rd|th)?[.\s]*(?P<kind>.*)")
_KINDS = {
    "prize": "p",
    "honorable mention": "hm",
    "honourable mention": "hm",
    "hon. mention": "hm",
    "hon.mention": "hm",
    "commendation": "c",
    "commended": "c",
    "comm": "c",
    "com": "c",
}
_YEAR = regex(r"[0-9]{4}")
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th"})
"""Letters with an accent that Unicode does not decompose."""


class Facts(NamedTuple):
    """The facts of a study.

    `force` is the class, `0323.12`. `kings` has a character for the square of each king, `men` one
    for each count in the order of SLOTS, `signs` one each for the role (`s`, `i`, `m`), the goal
    (`+`, `=`), the side to move (`w`, `b`), and the numbers of all men, pawns and promoted men (see
    `char_of`). `squares` are the 64 squares from a1 to h8, a letter for a man and a point for an
    empty square.
    """

    force: str
    kings: str
    men: str
    signs: str
    year: str
    squares: str
    composer: str = ""
    event: str = ""
    award: str = ""
    flags: str = ""
    """Separated by spaces."""
    title: str = ""
    """The heading of the study; empty for games."""
    twins: str = ""
    """Twins with one known position, separated by spaces: letter, side to move (`w`, `b` or `-`) and the 64 squares."""
    findings: str = ""
    """JSON of the findings at the study, or "" if they are not known; never in the index."""


def char_of(count: int | None) -> str:
    """Return the character for a count or square, a space for None: 0 → `0`, 10 → `:`."""
    return " " if count is None else chr(_CHAR_OFFSET + count)


def value_of(character: str) -> int | None:
    """Return the count or square of `character`, None for a space."""
    return None if character == " " else ord(character) - _CHAR_OFFSET


def plain_text(text: str) -> str:
    """Return `text` without accents and case, to compare names: `RÉTI` → `reti`."""
    if text.isascii():
        return text.lower()
    import unicodedata  # importing its tables takes a millisecond

    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char)).translate(_LETTERS)


def offsets_of(part: AnyStr, text: AnyStr) -> Iterator[int]:
    """Yield the offset of each occurrence of `part` in `text`; occurrences may overlap."""
    at = text.find(part)
    while at != -1:
        yield at
        at = text.find(part, at + 1)


@lru_cache(1 << 12)
def award_of(event: str) -> str:
    """Return the award at the start of `event`, such as `1.p`, `7/13.hm`, `sp.hm`, or ""; `2nd prize` → `2.p`."""
    found = _AWARD.match(event)
    if found:
        return found[0]
    words = AWARD_IN_WORDS.match(plain_text(event))
    return short_award(f"{ORDINALS.get(words['place'], words['place'])} {words['kind']}") or "" if words else ""


def short_award(words: str) -> str | None:
    """Return an award as databases write it, or None if there is no kind: `1st/2nd prizes` → `1/2.p`."""
    found = _PLACED.fullmatch(plain_text(words))
    assert found
    kind = found["kind"].strip(" .")
    if not kind:
        return None
    kind = _KINDS.get(kind.replace("mentions", "mention").removesuffix("s"), "".join(kind.split()))
    place = f"{found['place']}{(found['last'] or '').replace('–', '/').replace('-', '/')}" if found["place"] else ""
    return f"{place}.{kind}" if place else kind


def twins_of(twins: str) -> list[tuple[str, str, str]]:
    """Return letter, side to move and squares of each of `twins`, as in `Facts`; the letter of a version is empty."""
    return [(one[:-65], one[-65], one[-64:]) for one in twins.split()]


def year_of(*dates: str) -> str:
    """Return the year of the first of the PGN `dates` that has one, or four spaces."""
    return next((date[:4] for date in dates if _YEAR.match(date)), "    ")


def fen_of(squares: str) -> str:
    """Return the placement field of a FEN for 64 `squares`."""
    ranks = "/".join(squares[start : start + 8] for start in range(56, -1, -8))
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), ranks)
