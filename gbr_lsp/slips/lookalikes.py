"""Signs that are written for others: what looks like what in any script, and which keys are neighbours.

A sign of another width, script or style is what Unicode says it is: `３`, `³` and `٣` are 3. Which shapes are taken for
each other is written once, in `_SHAPES`; the letters of other alphabets stand there beside those that they look like.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

SAME_COST, TWIN_COST, LOOKALIKE_COST, KEY_COST = 0.4, 0.5, 0.8, 1.0
"""What it costs that a sign is another form of the right one, looks the same, looks like it, or is beside it on a
keyboard."""

_SHAPES = {
    "0": ("OoОоΟοՕօ", "QDΘθØøΦФ○°68"),
    "1": ("lIІіΙӀı", "|!iιLJj74"),
    "2": ("ZzΖ", "Ƨƨ"),
    "3": ("ЗзƷʒ", "Ээ85"),
    "4": ("Ч", "AАΑч9"),
    "5": ("SsЅѕ", "$§63"),
    "6": ("б", "GbБЬьδσ580"),
    "7": ("", "TТГ1"),
    "8": ("BВΒ", "&вЗ360"),
    "9": ("", "gqдρ04"),
    "a": ("аɑα", "@oо"),
    "b": ("ЬьЪ", "6вhþßβ"),
    "c": ("сϲС", "(¢eо"),
    "d": ("ԁ", "clаcl"),
    "e": ("еёє", "cсéèê"),
    "f": ("ƒ", "tſт"),
    "g": ("ɡց", "9qд"),
    "h": ("һ", "bnнЬ"),
    "K": ("КκΚк", ""),
    "Q": ("Ԛ", "O0ОD"),
    "R": ("", "ЯPКBK"),
    "B": ("ВΒв", "8ЗRE"),
    "N": ("Ν", "ИMНH"),
    "P": ("РΡр", "RF"),
    ".": ("․．。｡", ",·‧•∙⋅・;:_，：；'`*"),
    "/": ("⁄∕／", "\\|l1I7"),
    "+": ("＋", "†‡t*✚"),
    "=": ("＝", "≡-–—_~"),
    "-": ("–—‐‑−", "_~=."),
}  # fmt: skip
"""What looks just like a sign, and what looks somewhat like it, in print or to a program that reads a scan."""

_KEYBOARDS = (
    ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"),
    ("1234567890ß´", "qwertzuiopü+", "asdfghjklöä#", "yxcvbnm,.-"),
    ("&é\"'(-è_çà)=", "azertyuiop^$", "qsdfghjklmù*", "wxcvbn,;:!"),
    ("1234567890°+", "azertyuiop^$", "qsdfghjklmù*", "wxcvbn?./§"),
    ("1234567890-=", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю."),
)
"""The keys of QWERTY, QWERTZ, AZERTY without and with shift, and ЙЦУКЕН, row by row."""
_SHIFT_PAIRS = (
    "1!",
    "2@",
    '2"',
    "3#",
    "3§",
    "3№",
    "4$",
    "4;",
    "5%",
    "6^",
    "6&",
    "7&",
    "7/",
    "8*",
    "8(",
    "9(",
    "9)",
    "0)",
    "0=",
)
"""What a digit is with the shift key held, on one keyboard or another."""
_LAYOUTS = (("qwertyuiop[]asdfghjkl;'zxcvbnm,.", "йцукенгшщзхъфывапролджэячсмитьбю"),)
"""The same keys on two keyboards."""


@lru_cache(4096)
def plain_char(char: str) -> str:
    """A sign as Unicode says it is written plainly: another width, style, height or script of digits is taken off."""
    digit = unicodedata.digit(char, None)
    if digit is not None:
        return str(digit)
    first = unicodedata.normalize("NFKC", char)
    base = unicodedata.normalize("NFD", first)[:1] if len(first) == 1 else char
    return base if len(first) == 1 else char


@lru_cache(4096)
def lookalike_costs(char: str) -> Mapping[str, float]:
    """The plain signs that a written one may have been, with what that costs: other forms of it, and look-alikes."""
    plain_form = plain_char(char)
    costs: dict[str, float] = {} if plain_form == char else {plain_form: SAME_COST}
    for intended, (twins, likes) in _SHAPES.items():
        cost = (
            TWIN_COST
            if char in twins or plain_form in twins
            else LOOKALIKE_COST
            if char in likes or plain_form in likes
            else None
        )
        if cost is not None and intended != char:
            costs[intended] = min(cost, costs.get(intended, cost))
    for one in {plain_form.swapcase(), *(intended.swapcase() for intended in costs)}:
        if len(one) == 1 and one.isascii() and one.isalpha() and one != char:
            costs.setdefault(one, TWIN_COST if plain_form.swapcase() == one else LOOKALIKE_COST)
    return costs


@lru_cache(4096)
def neighbor_keys(char: str) -> frozenset[str]:
    """The signs of the keys beside that of a sign on any keyboard, and of its own with shift or in another layout."""
    return frozenset(_neighbors_by_key().get(char.lower(), ()))


@lru_cache(64)
def lookalike_letters(chars: str) -> str:
    """The letters that look like one of some signs; other forms of a sign are none of them."""
    lookalikes = "".join(twins + likes for intended, (twins, likes) in _SHAPES.items() if intended in chars)
    return "".join(dict.fromkeys(filter(str.isalpha, lookalikes)))


def is_alike(char: str, intended: str) -> bool:
    """Whether a sign is another one, in some form of it, or looks just the same."""
    return char == intended or lookalike_costs(char).get(intended, KEY_COST) <= TWIN_COST


@lru_cache(1)
def _neighbors_by_key() -> dict[str, set[str]]:
    neighbors: dict[str, set[str]] = {}

    def add(one: str, other: str) -> None:
        neighbors.setdefault(one, set()).add(other)
        neighbors.setdefault(other, set()).add(one)

    for rows in _KEYBOARDS:
        for number, row in enumerate(rows):
            lower_row = rows[number + 1] if number + 1 < len(rows) else ""
            for index, key in enumerate(row):
                for other in (
                    row[index + 1 : index + 2],
                    lower_row[index : index + 1],
                    lower_row[max(0, index - 1) : index],
                ):
                    if other:
                        add(key, other)
    for one, other in (*_SHIFT_PAIRS, *(pair for layouts in _LAYOUTS for pair in zip(*layouts, strict=True))):
        add(one, other)
    return neighbors
