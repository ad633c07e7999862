"""The classes one slip away from a written one."""

from collections.abc import Iterator
from functools import lru_cache

from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.token import force_from
from gbr_lsp.notation.values import Force
from gbr_lsp.slips import Field, Meant, readings
from gbr_lsp.slips.fields import DIGITS
from gbr_lsp.slips.table import recolored_class


def classes_near(written: str) -> list[str]:
    """The possible classes without a 9 that one slip makes `written` of, likeliest first.

    None where other signs stand for digits: that is the slip then.
    """
    return [meant.text for meant in _near(written)]


def classes_meant(written: str) -> list[str]:
    """The possible classes without a 9 that a slip makes `written` of, which may have other signs than digits."""
    return [meant.text for meant in _possible(written)]


def undoubled(written: str) -> list[str]:
    """The possible classes that make `written` by typing one of their digits twice."""
    return [meant.text for meant in _near(written) if meant.name == "typed twice"]


def _near(written: str) -> Iterator[Meant]:
    if set(written) <= {*DIGITS, "."}:
        yield from _possible(written)


def _possible(written: str) -> Iterator[Meant]:
    for meant in readings(written, Field.CLASS):
        if "9" not in meant.text and is_possible(force_from(meant.text)):
            yield meant


@lru_cache(1024)
def recolored(force: Force) -> Force:
    """The force of the men if each had the other color."""
    return force_from(recolored_class(str(force)))
