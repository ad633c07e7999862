"""One model of a slip: what fingers, eyes and scanners do to a text, and what it costs.

`readings` has what a text may have meant that is one slip away. It looks at one table (`table`), which looks signs up
in `signs`. Nothing here knows chess: whether a class is possible or a position legal is for those to say who ask.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, takewhile
from math import inf
from typing import NamedTuple

from gbr_lsp.slips.fields import Field, is_sound
from gbr_lsp.slips.table import TABLE

__all__ = ["MARGIN", "MOST", "Field", "Meant", "is_sound", "likeliest", "readings"]

MARGIN = 0.6
"""Explanations whose costs differ by no more than this count as equal."""
MOST = 2000
"""No text has more readings one slip away than this."""
_LONGEST = 128
"""No field is longer than this."""


class Meant(NamedTuple):
    """What a text may have meant: the text, what the slip costs, its name, and what to write where in the text."""

    text: str
    cost: float
    name: str
    start: int
    end: int
    instead: str


def readings(text: str, field: Field, most: float = inf) -> Iterator[Meant]:
    """The sound texts of which one slip makes a text, cheapest first, each once; the text itself is none of them.

    Slips that cost more than `most` are left out. They are made as they are asked for, and never more than `MOST`.
    """
    return islice(_readings(text, field, most) if len(text) <= _LONGEST else (), MOST)


@lru_cache(2048)
def likeliest(text: str, field: Field, most: float) -> Meant | None:
    """Return the first of `readings`, or None if there are none. Books repeat their classes and kings."""
    return next(readings(text, field, most), None)


def _readings(text: str, field: Field, most: float) -> Iterator[Meant]:
    seen = {text}
    for row in takewhile(lambda row: row.cost <= most, TABLE):
        for meant in row.back(text, field) if field in row.fields else ():
            if meant not in seen:
                seen.add(meant)
                if is_sound(meant, field):
                    yield Meant(meant, row.cost, row.name, *_edit(text, meant))


def _edit(written: str, meant: str) -> tuple[int, int, str]:
    """The shortest stretch to replace in one text to have another, and what to write there."""
    most = min(len(written), len(meant))
    start = next((at for at in range(most) if written[at] != meant[at]), most)
    behind = next((at for at in range(most - start) if written[-1 - at] != meant[-1 - at]), most - start)
    return start, len(written) - behind, meant[start : len(meant) - behind]
