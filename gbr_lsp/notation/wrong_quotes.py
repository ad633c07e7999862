"""Codes that the text itself calls wrong: `0323.11 [sic]`, `instead of 0323.11 read 0323.12`."""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.languages import LANGUAGES
from gbr_lsp.notation.grammar import GAP0

_SIC = regex(rf"[ \t]*+[)\]]?[.:,]?{GAP0}(?:\\?[\[(]|\{{\[\}})\s*sic\s*+!?\s*+(?:\\?[\])]|\{{\]\}})", re.IGNORECASE)
_INSTEAD = tuple(f" {phrase}" for one in LANGUAGES for phrase in one.instead.split("|") if phrase)
_NOUNS = frozenset(("the", "code", "class", "gbr", "der", "den", "dem", "le", "la", "il", "el", "o", "код", "кода"))
_QUOTES = " \t\r\n\"'“”„«»‘’(:*_`\u00a0"
_READ = regex(r"[\s,;:\"'“”»’)*_`]{1,4}(?:please )?read\b")
_LONGEST = 40


def is_called_wrong(text: str, start: int, end: int) -> bool:
    """Return True if `[sic]` follows the code from `start` to `end`, or words before it call it wrong."""
    if _SIC.match(text, end):
        return True
    words = f" {text[max(0, start - _LONGEST) : start]}".lower().rstrip(_QUOTES).split()
    while words and words[-1] in _NOUNS:
        words.pop()
    before = f" {' '.join(words[-4:])}"
    return before.endswith(_INSTEAD) or (before.endswith(" for") and _READ.match(text, end) is not None)
