"""Possible problems of a move; rules look for them."""

import re
from enum import Enum

from gbr_lsp.base.lazy_regex import regex

_SIC = regex(
    r"[+#†‡!?*_]*+(?:\s?\$[0-9]+)*\s?(?:\{\s*)?[*_]*(?:\\?[\[(]|\{)[*_\s]*+sic[*_\s]*+!?\s*+(?:\\?[\])]|\})",
    re.IGNORECASE,
)


def has_sic(text: str, end: int) -> bool:
    """Return True if the move that ends at `end` is marked `[sic]`: wrong on purpose."""
    return _SIC.match(text, end) is not None


class MoveProblem(Enum):
    """Problem of a node."""

    ILLEGAL = "the move is not legal in the position before it"
    AMBIGUOUS = "two men of a kind can make the move"
    UNREADABLE = "the text is no move"
    UNCLOSED = "a bracket or brace is opened and not closed"
    UNOPENED = "a bracket or brace is closed and was not opened"
    EMPTY = "a variation has no moves"
    NUMBER = "the move number does not count the moves before it"
    SECOND_NUMBER = "the move has its number already"
    MISSING = "a half-move is missing before the number"
    UNREAD = "so much stands before it in the game that the rest is not read"
