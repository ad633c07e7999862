"""Signs that are written for others: what looks like what in any script, and which keys are neighbours.

A sign of another width, script or style is what Unicode says it is: `３`, `³` and `٣` are 3. Which shapes are taken for
each other is written once, in `_SHAPES`; the letters of other alphabets stand there beside those that they look like.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

SAME, TWIN, LIKE, KEY = 0.4, 0.5, 0.8, 1.0
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
_SHIFTED = (
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
def plain(sign: str) -> str:
    """A sign as Unicode says it is written plainly: another width, style, height or script of digits is taken off."""
    digit = unicodedata.digit(sign, None)
    if digit is not None:
        return str(digit)
    first = unicodedata.normalize("NFKC", sign)
    bare = unicodedata.normalize("NFD", first)[:1] if len(first) == 1 else sign
    return bare if len(first) == 1 else sign


@lru_cache(4096)
def alikes(sign: str) -> Mapping[str, float]:
    """The plain signs that a written one may have been, with what that costs: other forms of it, and look-alikes."""
    bare = plain(sign)
    found: dict[str, float] = {} if bare == sign else {bare: SAME}
    for meant, (twins, likes) in _SHAPES.items():
        price = TWIN if sign in twins or bare in twins else LIKE if sign in likes or bare in likes else None
        if price is not None and meant != sign:
            found[meant] = min(price, found.get(meant, price))
    for one in {bare.swapcase(), *(meant.swapcase() for meant in found)}:
        if len(one) == 1 and one.isascii() and one.isalpha() and one != sign:
            found.setdefault(one, TWIN if bare.swapcase() == one else LIKE)
    return found


@lru_cache(4096)
def beside(sign: str) -> frozenset[str]:
    """The signs of the keys beside that of a sign on any keyboard, and of its own with shift or in another layout."""
    return frozenset(_neighbours().get(sign.lower(), ()))


@lru_cache(64)
def letters_like(signs: str) -> str:
    """The letters that look like one of some signs; other forms of a sign are none of them."""
    looking = "".join(twins + likes for meant, (twins, likes) in _SHAPES.items() if meant in signs)
    return "".join(dict.fromkeys(filter(str.isalpha, looking)))


def is_alike(written: str, meant: str) -> bool:
    """Whether a sign is another one, in some form of it, or looks just the same."""
    return written == meant or alikes(written).get(meant, KEY) <= TWIN


@lru_cache(1)
def _neighbours() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}

    def add(one: str, other: str) -> None:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)

    for rows in _KEYBOARDS:
        for number, row in enumerate(rows):
            below = rows[number + 1] if number + 1 < len(rows) else ""
            for at, key in enumerate(row):
                for other in (row[at + 1 : at + 2], below[at : at + 1], below[max(0, at - 1) : at]):
                    if other:
                        add(key, other)
    for one, other in (*_SHIFTED, *(pair for layouts in _LAYOUTS for pair in zip(*layouts, strict=True))):
        add(one, other)
    return found
