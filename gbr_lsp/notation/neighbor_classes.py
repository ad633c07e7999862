"""Classes one slip away from a written class."""

from functools import lru_cache

from gbr_lsp.notation.class_token import force_from
from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.values import Force
from gbr_lsp.slips import Field, SlipReading, readings
from gbr_lsp.slips.table import recolored_class


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
