"""What a blank or a line break tore off a class or a square, so that its fix takes it along: `0 323.12`, `g 3`."""

import re

from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Place
from gbr_lsp.notation.grammar import BLANK, NEWLINE, NO_WORD_AFTER, NO_WORD_BEFORE, SQUARE

_GAP = rf"(?:{BLANK}|\u00ad|-?{NEWLINE})+"
_END = rf"(?:{NO_WORD_AFTER}(?![/.:)-])|(?=(?:{SQUARE})+{NO_WORD_AFTER}))"
"""The end of what was torn off: that of a word, or the squares of men behind the kings."""
_LONGEST = 24


def with_torn_off(place: Place, right: str) -> Place:
    """The place of what is left of a text, and of the rest of it that a gap parts from it."""
    text, (start, end) = place.block.text, place.span
    written = text[start:end]
    if written == right:
        return place
    if right.startswith(written):
        rest = re.escape(right[len(written) :])
        behind = re.compile(rf"{_GAP}{rest}{_END}").match(text, end)
        return Place(place.block, Span(start, behind.end())) if behind else place
    if right.endswith(written):
        rest = re.escape(right[: -len(written)])
        low = max(0, start - _LONGEST)
        before = re.compile(rf"{NO_WORD_BEFORE}(?<![/.:(-]){rest}{_GAP}\Z").search(text, low, start)
        if before and (rest.isalpha() or _opens_no_line(text, before.start()) or len(before[0].splitlines()) > 1):
            return Place(place.block, Span(before.start(), end))
    return place


def _opens_no_line(text: str, at: int) -> bool:
    """Whether something stands on its line before an offset: else a digit there may be the number of an item."""
    low = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return bool(text[low:at].strip())
