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

__all__ = ["MARGIN", "MAX_READINGS", "Field", "SlipReading", "is_sound", "likeliest_reading", "readings"]

MARGIN = 0.6
"""Explanations whose costs differ by no more than this count as equal."""
MAX_READINGS = 2000
"""No text has more readings one slip away than this."""
_MAX_LENGTH = 128
"""No field is longer than this."""


class SlipReading(NamedTuple):
    """What a text may have meant: the text, what the slip costs, its name, and what to write where in the text."""

    text: str
    cost: float
    name: str
    start: int
    end: int
    replacement: str


def readings(text: str, field: Field, max_cost: float = inf) -> Iterator[SlipReading]:
    """The sound texts of which one slip makes a text, cheapest first, each once; the text itself is none of them.

    Slips that cost more than `max_cost` are left out. They are made as they are asked for, and never more than
    `MAX_READINGS`.
    """
    return islice(_readings(text, field, max_cost) if len(text) <= _MAX_LENGTH else (), MAX_READINGS)


@lru_cache(2048)
def likeliest_reading(text: str, field: Field, max_cost: float) -> SlipReading | None:
    """Return the first of `readings`, or None if there are none. Books repeat their classes and kings."""
    return next(readings(text, field, max_cost), None)


def _readings(text: str, field: Field, max_cost: float) -> Iterator[SlipReading]:
    known_texts = {text}
    for row in takewhile(lambda row: row.cost <= max_cost, TABLE):
        for intended in row.undo(text, field) if field in row.fields else ():
            if intended not in known_texts:
                known_texts.add(intended)
                if is_sound(intended, field):
                    yield SlipReading(intended, row.cost, row.name, *_shortest_edit(text, intended))


def _shortest_edit(text: str, intended: str) -> tuple[int, int, str]:
    """The shortest stretch to replace in one text to have another, and what to write there."""
    shared_length = min(len(text), len(intended))
    start = next((index for index in range(shared_length) if text[index] != intended[index]), shared_length)
    suffix_length = next(
        (index for index in range(shared_length - start) if text[-1 - index] != intended[-1 - index]),
        shared_length - start,
    )
    return start, len(text) - suffix_length, intended[start : len(intended) - suffix_length]
