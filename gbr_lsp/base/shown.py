"""Text of others as it is shown: what a terminal or the log of a CI service would obey is written as an escape.

These are control characters, marks that turn the direction of writing or are not seen, and what makes a line a command:
GitHub obeys `::` at its start, GitHub, Azure and TeamCity `##[`, `##vso[` and their like anywhere in it.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex

_OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")
_JOINER = "\u200d"
"""It makes one sign of several, and does nothing else."""

_STYLE = r"\x1b\[[0-9;]*m"
_BEGINS = rf"(?m:^)(?:[^\S\n]|{_STYLE})*:(?=:)"
_WITHIN = r"#(?=#[A-Za-z]*\[)"


class Syntax(NamedTuple):
    """How something is written: where characters may be obeyed in it, each at the end of a match, and their escapes."""

    suspect: re.Pattern[str]
    escaped: Callable[[str], str]
    styled: bool = False


def is_obeyed(char: str) -> bool:
    """Whether a terminal obeys a character instead of showing it."""
    from unicodedata import category  # little is written that needs it

    return category(char) in _OBEYED and char != _JOINER


def shown(text: str, syntax: Syntax) -> str:
    """A text with nothing in it that is obeyed."""
    if text.isprintable() and "::" not in text and "##" not in text:
        return text
    return syntax.suspect.sub(lambda found: _shown(found[0], syntax), text)


def _shown(found: str, syntax: Syntax) -> str:
    last, before = found[-1], found[:-1]
    escaped = syntax.escaped(last) if last in ":#" or is_obeyed(last) else last
    return shown(before, syntax) + escaped if before else escaped


def _in_python(char: str) -> str:
    return f"\\x{ord(char):02x}" if char in ":#" else char.encode("unicode_escape").decode()


def _in_json(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


_ORDER = rf"{_BEGINS}|{_WITHIN}"
_OF_LINES = regex(rf"{_ORDER}|\r(?!\n)|[^\t\r\n -~]")

LINE = Syntax(regex(rf"{_ORDER}|[^\t -~]"), _in_python)
"""A line of text for people, without its end: an end of line in it is one of others."""
STYLED = Syntax(regex(rf"{_ORDER}|\x1b(?!\[[0-9;]*m)|[^\t -~\x1b]"), _in_python, styled=True)
"""A line with styles of click, which is made of parts that are shown already."""
COMMAND = Syntax(regex(rf"{_WITHIN}|[^\t -~]"), _in_python)
"""A command of ours for the runner of GitHub."""
LINES = Syntax(_OF_LINES, _in_python)
"""Text of several lines."""
JSON = Syntax(_OF_LINES, _in_json)
XML = Syntax(_OF_LINES, lambda char: f"&#{ord(char)};")
