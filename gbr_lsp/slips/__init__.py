"""The model of slips: errors of fingers, eyes and scanners, and their costs.

`readings` yields the intended texts that are one slip away. It uses the rows of `table`, which use
the signs of `lookalikes`. Nothing here knows chess: callers decide whether a class is possible or a
position legal.
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
"""Explanations with costs that differ by at most this count as equal."""
MAX_READINGS = 2000
"""Maximum number of readings per text; none has more."""
_MAX_LENGTH = 128
"""Maximum length of a field, in code points."""


class SlipReading(NamedTuple):
    """A text that may have been intended, with its slip and edit.

    `cost` and `name` are those of the slip. Replacing `start` to `end` of the written text by
    `replacement` gives `text`.
    """

    text: str
    cost: float
    name: str
    start: int
    end: int
    replacement: str


def readings(text: str, field: Field, max_cost: float = inf) -> Iterator[SlipReading]:
    """Yield a `SlipReading` for each sound text that one slip turns into `text`.

    They are sorted by cost; each text occurs once. `text` itself and slips that cost more than
    `max_cost` are left out. At most `MAX_READINGS` readings are generated, on demand:
    `readings("O323.12", Field.CLASS)` starts with `0323.12`.
    """
    return islice(_readings(text, field, max_cost) if len(text) <= _MAX_LENGTH else (), MAX_READINGS)


@lru_cache(2048)
def likeliest_reading(text: str, field: Field, max_cost: float) -> SlipReading | None:
    """Return the first `SlipReading` of `readings(text, field, max_cost)`, or None.

    It is cached, since books repeat classes.
    """
    return next(readings(text, field, max_cost), None)


def _readings(text: str, field: Field, max_cost: float) -> Iterator[SlipReading]:
    """Yield each `SlipReading` of `text`, cheapest first, without limits of number and length."""
    known_texts = {text}
    for row in takewhile(lambda row: row.cost <= max_cost, TABLE):
        for intended in row.undo(text, field) if field in row.fields else ():
            if intended not in known_texts:
                known_texts.add(intended)
                if is_sound(intended, field):
                    yield SlipReading(intended, row.cost, row.name, *_shortest_edit(text, intended))


def _shortest_edit(text: str, intended: str) -> tuple[int, int, str]:
    """Return the shortest edit from `text` to `intended`: start, end, replacement.

    `g3gl`, `g3g1` → 3, 4, `1`.
    """
    shared_length = min(len(text), len(intended))
    start = next((index for index in range(shared_length) if text[index] != intended[index]), shared_length)
    suffix_length = next(
        (index for index in range(shared_length - start) if text[-1 - index] != intended[-1 - index]),
        shared_length - start,
    )
    return start, len(text) - suffix_length, intended[start : len(intended) - suffix_length]
