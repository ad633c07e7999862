"""The classes one slip away from a written one."""

from functools import lru_cache

from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.token import force_from
from gbr_lsp.notation.values import Force
from gbr_lsp.slips import Field, Meant, readings
from gbr_lsp.slips.table import recolored_class


@lru_cache(1024)
def classes_near(written: str) -> tuple[Meant, ...]:
    """Return the possible classes without a 9 that one slip makes `written` of, likeliest first."""
    found = (meant for meant in readings(written, Field.CLASS) if "9" not in meant.text)
    return tuple(meant for meant in found if is_possible(force_from(meant.text)))


@lru_cache(1024)
def recolored(force: Force) -> Force:
    """The force of the men if each had the other color."""
    return force_from(recolored_class(str(force)))
