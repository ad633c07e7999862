"""Text of others as it is shown: what a terminal or the log of a CI service would obey is written as an escape.

These are control characters, marks that turn the direction of writing or are not seen, and what makes a line a command:
GitHub obeys `::` at its start, GitHub, Azure and TeamCity `##[`, `##vso[` and their like anywhere in it.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex

_OBEYED_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")
_JOINER = "\u200d"
"""It makes one sign of several, and does nothing else."""

_STYLE = r"\x1b\[[0-9;]*m"
_COLON_COMMAND = rf"(?m:^)(?:[^\S\n]|{_STYLE})*:(?=:)"
_HASH_COMMAND = r"#(?=#[A-Za-z]*\[)"


class Syntax(NamedTuple):
    """How something is written: where characters may be obeyed in it, each at the end of a match, and their escapes."""

    obeyed: re.Pattern[str]
    escape: Callable[[str], str]
    is_styled: bool = False


def is_obeyed(char: str) -> bool:
    """Whether a terminal obeys a character instead of showing it."""
    from unicodedata import category  # little is written that needs it

    return category(char) in _OBEYED_CATEGORIES and char != _JOINER


def escape_text(text: str, syntax: Syntax) -> str:
    """A text with nothing in it that is obeyed."""
    if text.isprintable() and "::" not in text and "##" not in text:
        return text
    return syntax.obeyed.sub(lambda match: _escape_match(match[0], syntax), text)


def _escape_match(part: str, syntax: Syntax) -> str:
    last, rest = part[-1], part[:-1]
    escaped = syntax.escape(last) if last in ":#" or is_obeyed(last) else last
    return escape_text(rest, syntax) + escaped if rest else escaped


def _python_escape(char: str) -> str:
    return f"\\x{ord(char):02x}" if char in ":#" else char.encode("unicode_escape").decode()


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[offset : offset + 2].hex()}" for offset in range(0, len(units), 2))


_RUNNER_COMMAND = rf"{_COLON_COMMAND}|{_HASH_COMMAND}"
_OBEYED_IN_LINES = regex(rf"{_RUNNER_COMMAND}|\r(?!\n)|[^\t\r\n -~]")

LINE = Syntax(regex(rf"{_RUNNER_COMMAND}|[^\t -~]"), _python_escape)
"""A line of text for people, without its end: an end of line in it is one of others."""
STYLED_LINE = Syntax(regex(rf"{_RUNNER_COMMAND}|\x1b(?!\[[0-9;]*m)|[^\t -~\x1b]"), _python_escape, is_styled=True)
"""A line with styles of click, which is made of parts that are shown already."""
COMMAND = Syntax(regex(rf"{_HASH_COMMAND}|[^\t -~]"), _python_escape)
"""A command of ours for the runner of GitHub."""
LINES = Syntax(_OBEYED_IN_LINES, _python_escape)
"""Text of several lines."""
JSON = Syntax(_OBEYED_IN_LINES, _json_escape)
XML = Syntax(_OBEYED_IN_LINES, lambda char: f"&#{ord(char)};")
