"""The hashes of lines as GitHub's `upload-sarif` computes them; its code scanning compares nothing else.

A hash is a polynomial over the 100 UTF-16 units from the start of the line, without spaces and
tabs, with line feeds as line ends, and FFFF and zeros after the text; then the number of the line
among equal ones in the whole text.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import reduce

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import LINE_END

_WINDOW = 100
_END = "\uffff"
_BEYOND_16_BITS = regex("[\U00010000-\U0010ffff]")


def line_hashes(texts: Callable[[], Iterable[str]], rows: set[int]) -> dict[int, str]:
    """Return the hash of each of `rows`, such as `1a2b3c:1`; `texts` yields the text in parts of whole lines."""
    wanted = {row: window for row, window in enumerate(_windows(texts())) if row in rows}
    counted = set(wanted.values())
    seen: Counter[str] = Counter()
    hashes = {}
    for row, window in enumerate(_windows(texts())):
        if window in counted:
            seen[window] += 1
            if row in wanted:
                hashes[row] = f"{_polynomial(window):x}:{seen[window]}"
    return hashes


def _windows(texts: Iterable[str]) -> Iterator[str]:
    """Yield for each line the `_WINDOW` units from its start."""
    units = ""
    for text in texts:
        units += _units(text)
        start = 0
        for end in re.finditer("\n", units):
            if len(units) < start + _WINDOW:
                break
            yield units[start : start + _WINDOW]
            start = end.end()
        units = units[start:]
    units += _END
    padded = units + "\0" * _WINDOW
    for start in (0, *(end.end() for end in re.finditer("\n", units))):
        yield padded[start : start + _WINDOW]


def _units(text: str) -> str:
    """Return `text` as it is hashed; a character of two UTF-16 units becomes two characters."""
    units = LINE_END.sub("\n", text).replace(" ", "").replace("\t", "")
    return _BEYOND_16_BITS.sub(lambda found: _surrogates(found[0]), units)


def _polynomial(window: str) -> int:
    return reduce(lambda value, unit: (37 * value + ord(unit)) % 2**64, window, 0)


def _surrogates(char: str) -> str:
    above = ord(char) - 0x10000
    return chr(0xD800 + above // 0x400) + chr(0xDC00 + above % 0x400)
