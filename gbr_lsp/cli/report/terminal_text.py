"""Text as a terminal shows it, its width there, and lines that fit into the width of a terminal."""

import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator

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


def wrapped(lines: Iterable[str], indent: int = 0) -> Iterator[str]:
    """Yield `lines`, and on a terminal wrap them to its width: words are not broken.

    `indent` is the number of spaces before the second and later parts of a line.
    """
    if not sys.stdout.isatty():
        yield from lines
        return
    width, spaces = shutil.get_terminal_size().columns, " " * indent
    for line in lines:
        parts = textwrap.wrap(line, width, subsequent_indent=spaces, break_long_words=False, break_on_hyphens=False)
        yield from parts or [""]
