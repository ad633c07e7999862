"""Men on squares, as CQL designates them: `Ra1 kh8 P[a-h]7 [QR]f1-8 _e4`.

pattern   = designator { designator } ;            (* each of them must hold *)
designator = men [ squares ] ;                       (* without squares: anywhere *)
men       = man | "[" man { man } "]" ;
man       = one of KQRBNPkqrbnp | "A" | "a" | "_" ;  (* any white man, any black man, an empty square *)
squares   = area | "[" area { "," area } "]" ;
area      = files ranks ;
files     = file [ "-" file ] | "[" file [ "-" file ] { "," … } "]" ;   (* ranks alike *)
"""

import re
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.collection.conditions import Condition, Contains, Every

_FILES = r"(?:[a-h](?:-[a-h])?|\[[a-h](?:-[a-h])?(?:,?[a-h](?:-[a-h])?)*\])"
_RANKS = r"(?:[1-8](?:-[1-8])?|\[[1-8](?:-[1-8])?(?:,?[1-8](?:-[1-8])?)*\])"
_AREA = regex(rf"(?P<files>{_FILES})(?P<ranks>{_RANKS})")
_DESIGNATOR = regex(
    r"(?P<men>[KQRBNPkqrbnpAa_]|\[[KQRBNPkqrbnpAa_]+\])"
    rf"(?P<squares>{_FILES}{_RANKS}|\[{_FILES}{_RANKS}(?:,{_FILES}{_RANKS})*\])?(?=\s|$)"
)
_ALL = tuple(range(64))
_MEN = {"A": "KQRBNP", "a": "kqrbnp", "_": "."}
_SQUARE_ALONE = regex(r"[a-h][1-8]$")


class BadPattern(ValueError):
    """A designator is unreadable; the message names it."""


def read_men(text: str) -> Condition:
    """Return the condition of a pattern such as `Ra1 kh8`; raise BadPattern."""
    conditions = []
    for word in text.split():
        found = _DESIGNATOR.match(word)
        if found is None:
            hint = f": which man is on it? K{word}, A{word}, _{word}" if _SQUARE_ALONE.match(word) else ""
            raise BadPattern(f"{word!r} designates no men{hint or ' such as Ra1, kh8, P[a-h]7, [QR]f1-8, _e4'}")
        men = "".join(_MEN.get(man, man) for man in found["men"].strip("[]"))
        squares = tuple(sorted(set(_squares(found["squares"])))) if found["squares"] else _ALL
        conditions.append(Contains(squares, men))
    if not conditions:
        raise BadPattern("it names no men")
    return conditions[0] if len(conditions) == 1 else Every(tuple(conditions))


def _squares(text: str) -> Iterator[int]:
    for area in _AREA.finditer(text):
        for rank in _numbers(area["ranks"], "1"):
            for file in _numbers(area["files"], "a"):
                yield 8 * rank + file


def _numbers(text: str, first: str) -> Iterator[int]:
    """Yield the files or ranks, from 0, of `b`, `a-h` or `[a-c,f]`."""
    for part in re.findall(r"\w-\w|\w", text):
        low, high = sorted((ord(part[0]) - ord(first), ord(part[-1]) - ord(first)))
        yield from range(low, high + 1)
