"""Signs mistaken for others: look-alikes in any script, and neighboring keys.

Unicode gives the plain form of a sign with another width, script or style: `３`, `³` and `٣` are 3.
All confused shapes are in `_SHAPES`, with letters of other alphabets next to their look-alikes.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

SAME_COST, TWIN_COST, LOOKALIKE_COST, KEY_COST = 0.4, 0.5, 0.8, 1.0
"""Costs of another form, the same shape, a similar shape, a neighboring key."""

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
"""By sign: signs of the same shape, and similar signs, in print or scans."""

_KEYBOARDS = (
    ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"),
    ("1234567890ß´", "qwertzuiopü+", "asdfghjklöä#", "yxcvbnm,.-"),
    ("&é\"'(-è_çà)=", "azertyuiop^$", "qsdfghjklmù*", "wxcvbn,;:!"),
    ("1234567890°+", "azertyuiop^$", "qsdfghjklmù*", "wxcvbn?./§"),
    ("1234567890-=", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю."),
)
"""Rows of keys of QWERTY, QWERTZ, AZERTY without and with shift, and ЙЦУКЕН."""
_SHIFT_SIGNS = {
    "1": "!", "2": '@"', "3": "#§№", "4": "$;", "5": "%", "6": "^&", "7": "&/", "8": "*(", "9": "()", "0": ")=",
}  # fmt: skip
"""By digit: the signs on its key with shift, on some keyboard."""
_LAYOUTS = (("qwertyuiop[]asdfghjkl;'zxcvbnm,.", "йцукенгшщзхъфывапролджэячсмитьбю"),)
"""The same keys in two layouts."""


@lru_cache(4096)
def plain_char(char: str) -> str:
    """Return the plain form of `char` by Unicode: `３` → `3`, `é` → `e`."""
    digit = unicodedata.digit(char, None)
    if digit is not None:
        return str(digit)
    first = unicodedata.normalize("NFKC", char)
    base = unicodedata.normalize("NFD", first)[:1] if len(first) == 1 else char
    return base if len(first) == 1 else char


@lru_cache(4096)
def lookalike_costs(char: str) -> Mapping[str, float]:
    """Return the costs of the signs that `char` may mean: `O` → `{"0": 0.5, …}`."""
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
    """Return the set of signs on neighboring keys and on the key of `char`."""
    return frozenset(_neighbors_by_key().get(char.lower(), ()))


@lru_cache(64)
def lookalike_letters(chars: str) -> str:
    """Return a text of the letters in `_SHAPES` that look like one of `chars`."""
    lookalikes = "".join(twins + likes for intended, (twins, likes) in _SHAPES.items() if intended in chars)
    return "".join(dict.fromkeys(filter(str.isalpha, lookalikes)))


def is_alike(char: str, intended: str) -> bool:
    """Return True if `char` is `intended`, another form of it, or has the same shape."""
    return char == intended or lookalike_costs(char).get(intended, KEY_COST) <= TWIN_COST


@lru_cache(1)
def _neighbors_by_key() -> dict[str, set[str]]:
    """Return for each sign the set of those on neighboring keys and its own key."""
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
    shifted = ((digit, sign) for digit, signs in _SHIFT_SIGNS.items() for sign in signs)
    for one, other in (*shifted, *(pair for layouts in _LAYOUTS for pair in zip(*layouts, strict=True))):
        add(one, other)
    return neighbors
