"""Parts torn off a class or square by a blank or line break: `0 323.12`, `g 3`."""

import re

from gbr_lsp.base.text import Span
from gbr_lsp.model.block import Place
from gbr_lsp.notation.grammar import BLANK, NEWLINE, NO_WORD_AFTER, NO_WORD_BEFORE, SQUARE

_GAP = rf"(?:{BLANK}|\u00ad|-?{NEWLINE})+"
_END = rf"(?:{NO_WORD_AFTER}(?![/.:)-])|(?=(?:{SQUARE})+{NO_WORD_AFTER}))"
"""The end of the part: the end of a word, or the start of the squares of men after the kings."""
_MAX_LENGTH = 24


def with_torn_part(place: Place, right: str) -> Place:
    """Return `place`, extended over a gap to the rest of the text `right`, if that is there."""
    text, (start, end) = place.block.text, place.span
    written = text[start:end]
    torn = None
    if right.startswith(written) and right != written:
        torn = re.compile(rf"{_GAP}{re.escape(right[len(written) :])}{_END}").match(text, end)
    elif right.endswith(written) and right != written:
        rest = re.escape(right[: -len(written)])
        low = max(0, start - _MAX_LENGTH)
        torn = re.compile(rf"{NO_WORD_BEFORE}(?<![/.:(-]){rest}{_GAP}\Z").search(text, low, start)
        if torn and not rest.isalpha() and len(torn[0].splitlines()) == 1 and _is_line_start(text, torn.start()):
            torn = None
    return Place(place.block, Span(min(start, torn.start()), max(end, torn.end()))) if torn else place


def _is_line_start(text: str, at: int) -> bool:
    """Return True if the line is empty before `at`. A digit there may number an item."""
    return not text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 : at].strip()
