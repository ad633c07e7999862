"""Patterns that studies are searched by: `0x00.yz`, `0[14]00.xx`, `=0323.??`, `0002.01 a1??`, `KRPvKR`."""

import re
from typing import NamedTuple

from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.values import SLOTS, Code, Goal

_DIGIT = r"[0-9]|[?x-z*]|\[[0-9]+\]"
_SQUARE = r"(?:[a-h?*])(?:[1-8?*])"
_CLASS = re.compile(
    rf"(?P<sign>[+=])?\s*(?P<digits>(?:{_DIGIT}){{4}}\.(?:{_DIGIT}){{2}}|(?:{_DIGIT}){{4}})\s*(?P<kings>(?:{_SQUARE}){{2}})?",
    re.IGNORECASE,
)
_MATERIAL = re.compile(r"(?P<white>K[QRBNSP]*)\s*(?:v|vs\.?|-)\s*(?P<black>K[QRBNSP]*)")
_LETTERS = {5: "Q", 4: "R", 3: "B", 2: "NS", 1: "P"}


class Pattern(NamedTuple):
    """What a code must say: its goal, its class, its kings; None for what does not matter."""

    goal: Goal | None
    classes: re.Pattern[str]
    kings: re.Pattern[str] | None

    def matches(self, code: Code) -> bool:
        """Whether a code answers to the pattern."""
        if code.force is None or not self.classes.fullmatch(str(code.force)):
            return False
        if self.goal and code.stipulation.goal is not self.goal:
            return False
        return self.kings is None or (code.kings is not None and self.kings.fullmatch(str(code.kings)) is not None)


def read_pattern(text: str) -> Pattern | None:
    """The pattern a text spells; None where it is none. Four digits alone mean no pawns."""
    text = text.strip()
    material = _MATERIAL.fullmatch(text)
    if material:
        sides = material["black"], material["white"]
        men = tuple(sum(sides[color].count(letter) for letter in _LETTERS[piece]) for piece, color in SLOTS)
        if 8 < max(men[8:]):
            return None
        return Pattern(None, re.compile(re.escape(str(force_of(men)))), None)
    found = _CLASS.fullmatch(text)
    if not found:
        return None
    digits = found["digits"] if "." in found["digits"] else found["digits"] + ".00"
    classes = re.compile(re.sub("[?x-zX-Z*]", "[0-9]", digits.replace(".", r"\.")))
    kings = found["kings"] and re.compile(re.sub(r"[?*]", ".", found["kings"]))
    return Pattern(Goal(found["sign"]) if found["sign"] else None, classes, kings or None)
