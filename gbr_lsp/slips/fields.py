"""The fields of a text that may have a slip, and their syntax without one."""

from collections.abc import Sequence
from enum import Enum

from gbr_lsp.base.lazy_regex import regex

FILES, RANKS, DIGITS, MEN = "abcdefgh", "12345678", "0123456789", "KQRBNPkqrbnp"


class Field(Enum):
    """A part of a code or FEN that is read separately."""

    CLASS = "class"
    """`0323.12`"""
    KINGS = "kings"
    """`g3g1`"""
    SQUARES = "squares"
    """The list of a code: `e4f5.a2b3`."""
    CONTROL = "control"
    """`4/3`"""
    FEN = "FEN"
    """The first field of a FEN."""


_SQUARE = "[a-h][1-8]"
_PATTERNS = {
    Field.CLASS: regex(r"[0-9]{4}\.[0-9]{2}"),
    Field.KINGS: regex(rf"({_SQUARE})(?!\1){_SQUARE}"),
    Field.SQUARES: regex(rf"(?:{_SQUARE})*(?:\. ?(?:{_SQUARE})*)?"),
    Field.CONTROL: regex(r"(?:1[0-6]|[1-9])/(?:1[0-6]|[1-9])"),
    Field.FEN: regex(rf"[1-8{MEN}]{{1,8}}(?:/[1-8{MEN}]{{1,8}}){{7}}"),
}


def is_sound(text: str, field: Field) -> bool:
    """Return True if `text` is well-formed as `field`."""
    if _PATTERNS[field].fullmatch(text) is None:
        return False
    if field is not Field.FEN:
        return True
    return text.count("K") == text.count("k") == 1 and all(width(rank) == 8 for rank in text.split("/"))


def allowed_chars(text: str, field: Field) -> Sequence[str]:
    """Return the allowed signs for each index of `text`, or nothing for a wrong length.

    The signs for an index are a text: kings of four signs give `abcdefgh`, `12345678` and both
    again.
    """
    if field is Field.CLASS:
        return [*[DIGITS] * 4, ".", *[DIGITS] * 2] if len(text) == 7 else []
    if field is Field.KINGS:
        return [FILES, RANKS] * 2 if len(text) == 4 else []
    if field is Field.SQUARES:
        ranks = [0]
        for char in text:
            ranks.append(0 if char in ". " else ranks[-1] + 1)
        return [char if char in ". " else (FILES, RANKS)[index % 2] for char, index in zip(text, ranks, strict=False)]
    if field is Field.CONTROL:
        return [char if char == "/" else DIGITS for char in text]
    return [f"{RANKS}{MEN}/"] * len(text)


def width(rank: str) -> int:
    """Return the number of squares in a rank of a FEN."""
    return sum(int(char) if char in DIGITS else 1 for char in rank)
