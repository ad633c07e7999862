"""The class token of a code, sound or damaged, and the classes one slip away."""

from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.values import Force
from gbr_lsp.slips import Field, SlipReading, readings
from gbr_lsp.slips.table import recolored_class


class Token(NamedTuple):
    """The span of the digits of a class, and their force; None if their number is wrong."""

    start: int
    end: int
    force: Force | None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


def force_from(digits: str) -> Force:
    """Return the `Force` of `digits`: `0023.10`, `002310`, or four digits without pawns, `0023`."""
    return Force(*(int(digit) for digit in digits.replace(".", "").ljust(6, "0")))


@lru_cache(1024)
def classes_near(class_text: str) -> tuple[SlipReading, ...]:
    """Return a `SlipReading` per possible class one slip from `class_text`, likeliest first.

    Classes with a 9 are left out.
    """
    found = (reading for reading in readings(class_text, Field.CLASS) if "9" not in reading.text)
    return tuple(reading for reading in found if is_possible(force_from(reading.text)))


@lru_cache(1024)
def recolored_force(force: Force) -> Force:
    """Return the `Force` of the same men with colors exchanged: `0320.10` → `0160.01`."""
    return force_from(recolored_class(str(force)))
