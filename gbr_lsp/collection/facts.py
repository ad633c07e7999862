"""What is known of a study and can be asked for: short texts, most of them of a fixed width.

A condition is judged on these values alone (`conditions.py`), so they may come from a text that was just read or from
an index. This module imports nothing of hosts, boards or studies; `reading.py` makes the facts of a study.
"""

from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex

WIDTHS = {"force": 7, "kings": 2, "men": 10, "signs": 6, "year": 4, "squares": 64}
"""The columns of a fixed width, in ASCII; blanks where nothing is known."""

TEXTS = ("composer", "event", "award", "flags")
"""The columns of any width."""

ROLE, GOAL, TURN, MEN, PAWNS, PROMOTED = range(6)
"""What the six characters of `signs` are."""

_FIRST = 48
_AWARD = regex(r"(?P<place>(?:sp|\d+(?:[/-]\d+)?)?)\.(?P<kind>(?:sp\.)?(?:p|hm|cm|c))(?=\s|$)")
_YEAR = regex(r"[0-9]{4}")
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th"})
"""Letters that have an accent for the eye and none for Unicode."""


class Facts(NamedTuple):
    """What is known of a study.

    `force` is the class, `0323.12`. `kings` has a character for the square of each king, `men` one for the count of
    each man in the order of SLOTS, `signs` one for the role (`s`, `i`, `m`), the goal (`+`, `=`), the side to move
    (`w`, `b`), and the numbers of all men, of pawns and of promoted men (see `number`). `squares` are the 64 squares
    from a1 to h8, a letter for a man and a point for none.
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
    """With a blank between two."""


def number(count: int | None) -> str:
    """The character for a number or a square; a blank where it is not known."""
    return " " if count is None else chr(_FIRST + count)


def value_of(character: str) -> int | None:
    """The number or the square of a character."""
    return None if character == " " else ord(character) - _FIRST


def plain(text: str) -> str:
    """A text without accents and capitals, by which names are compared: `réti`, `RÉTI` and `Reti` are one."""
    if text.isascii():
        return text.lower()
    import unicodedata  # its tables take a millisecond

    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char)).translate(_LETTERS)


@lru_cache(1 << 12)
def award_of(event: str) -> str:
    """The award that the name of a tourney begins with, as databases of studies write it: `1.p`, `7/13.hm`, `sp.hm`."""
    found = _AWARD.match(event)
    return found[0] if found else ""


def year_of(*dates: str) -> str:
    """The year of the first of some PGN dates that has one."""
    return next((date[:4] for date in dates if _YEAR.match(date)), "    ")


def fen_of(squares: str) -> str:
    """The placement field of a FEN for 64 squares."""
    ranks = []
    for start in range(56, -1, -8):
        rank = squares[start : start + 8]
        for empty in range(8, 0, -1):
            rank = rank.replace("." * empty, str(empty))
        ranks.append(rank)
    return "/".join(ranks)
