"""The classes one slip away from a written one."""

from collections.abc import Iterator
from functools import lru_cache

from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.token import force_from
from gbr_lsp.notation.values import Force
from gbr_lsp.slips import Field, Meant, readings
from gbr_lsp.slips.table import recolored_class


def classes_near(written: str) -> Iterator[Meant]:
    """The possible classes without a 9 that one slip makes `written` of, likeliest first."""
    for meant in readings(written, Field.CLASS):
        if "9" not in meant.text and is_possible(force_from(meant.text)):
            yield meant


@lru_cache(1024)
def recolored(force: Force) -> Force:
    """The force of the men if each had the other color."""
    return force_from(recolored_class(str(force)))
