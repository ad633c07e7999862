"""The fields of a text that a slip may fall on, and how each is written when nothing is wrong with it."""

import re
from collections.abc import Sequence
from enum import Enum

from gbr_lsp.base.lazy_regex import regex

FILES, RANKS, DIGITS, MEN = "abcdefgh", "12345678", "0123456789", "KQRBNP"


class Field(Enum):
    """What is read by itself."""

    CLASS = "class"
    """`0323.12`"""
    KINGS = "kings"
    """`g3g1`"""
    SQUARES = "squares"
    """The list of a code: `e4f5.a2b3`."""
    CONTROL = "control"
    """`4/3`"""
    GOAL = "goal"
    """`+`, `=`, `Win`, `Draw`"""
    TURN = "turn"
    """`w`, `b`"""
    FEN = "FEN"
    """The first field of a FEN."""
    MAN = "man"
    """The letter of a man: `K`, or `k` for Black's."""
    MEN = "men"
    """A list of men: `Kb6 Rf4`, also with commas."""
    MOVE = "move"
    """A move in SAN without its number: `Rxf4+`."""


_SQUARE = "[a-h][1-8]"
_MAN = rf"[KQRBNP]?{_SQUARE}"
_PATTERNS = {
    Field.CLASS: regex(r"[0-9]{4}\.[0-9]{2}"),
    Field.KINGS: regex(rf"({_SQUARE})(?!\1){_SQUARE}"),
    Field.SQUARES: regex(rf"(?:{_SQUARE})*(?:\. ?(?:{_SQUARE})*)?"),
    Field.CONTROL: regex(r"(?:1[0-6]|[1-9])/(?:1[0-6]|[1-9])"),
    Field.GOAL: regex(r"[+=]|Win|Draw"),
    Field.TURN: regex("[wb]"),
    Field.FEN: regex("[1-8KQRBNPkqrbnp]{1,8}(?:/[1-8KQRBNPkqrbnp]{1,8}){7}"),
    Field.MAN: regex("[KQRBNPkqrbnp]"),
    Field.MEN: regex(rf"{_MAN}(?:,? {_MAN})*"),
    Field.MOVE: regex(rf"(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?{_SQUARE}(?:=?[QRBN])?)[+#]?"),
}
_ALPHABETS = {
    Field.GOAL: "+=",
    Field.TURN: "wb",
    Field.FEN: f"{RANKS}{MEN}{MEN.lower()}/",
    Field.MAN: MEN + MEN.lower(),
    Field.MEN: f"{FILES}{RANKS}{MEN}, ",
    Field.MOVE: f"{FILES}{RANKS}KQRBNOx=+#-",
}


def is_sound(text: str, field: Field) -> bool:
    """Whether a text is written as a part is."""
    if _PATTERNS[field].fullmatch(text) is None:
        return False
    if field is not Field.FEN:
        return True
    return text.count("K") == text.count("k") == 1 and all(width(rank) == 8 for rank in text.split("/"))


def expected(text: str, field: Field) -> Sequence[str]:
    """The signs that may stand at each place of a text as long as this one; empty where none is so long."""
    if field is Field.CLASS:
        return [*[DIGITS] * 4, ".", *[DIGITS] * 2] if len(text) == 7 else []
    if field is Field.KINGS:
        return [FILES, RANKS] * 2 if len(text) == 4 else []
    if field is Field.SQUARES:
        ranks = [0]
        for sign in text:
            ranks.append(0 if sign in ". " else ranks[-1] + 1)
        return [sign if sign in ". " else (FILES, RANKS)[at % 2] for sign, at in zip(text, ranks, strict=False)]
    if field is Field.CONTROL:
        signs = re.split("([/|\\\\⁄∕／])", text, maxsplit=1)
        return [*[DIGITS] * len(signs[0]), "/", *[DIGITS] * len(signs[2])] if len(signs) == 3 else []
    return [_ALPHABETS[field]] * len(text)


def width(rank: str) -> int:
    """How many squares a rank of a FEN has."""
    return sum(int(sign) if sign in DIGITS else 1 for sign in rank)
