"""Text as a terminal shows it on one line, and its width there."""

import unicodedata

from gbr_lsp.base.escapes import is_obeyed

_TAB = 4
_JOINERS = "\u200d\ufe0f"


def visible_text(text: str, column: int = 0) -> str:
    """Return `text` with tabs expanded and control characters as `·`; `column` is the width before it."""
    if text.isascii() and text.isprintable():
        return text
    shown = ""
    for char in text:
        if char == "\t":
            shown += " " * (_TAB - (column + len(shown)) % _TAB)
        else:
            shown += "·" if is_obeyed(char) else char
    return shown


def text_width(text: str) -> int:
    """Return the width of a visible text, in columns of a terminal."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(char: str) -> int:
    if unicodedata.combining(char) or char in _JOINERS:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
