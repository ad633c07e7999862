"""Escapes for untrusted text in output, which a terminal, a CI service or an editor might obey.

For a terminal or a CI service, escaped are control characters, invisible characters, marks that
change the writing direction, and the starts of commands: `::` at the start of a line (GitHub), and
`##[`, `##vso[` and the like anywhere in a line (GitHub, Azure, TeamCity).

For an editor, escaped are the starts of markup in Markdown and HTML, and of addresses.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex

_OBEYED_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")
_JOINER = "\u200d"
"""Zero-width joiner, which combines emoji and is harmless."""

_STYLE = r"\x1b\[[0-9;]*m"
_COLON_COMMAND = rf"(?m:^)(?:[^\S\n]|{_STYLE})*:(?=:)"
_HASH_COMMAND = r"#(?=#[A-Za-z]*\[)"


class Syntax(NamedTuple):
    """A kind of output. Matches of `obeyed` end with a character to `escape` if it is obeyed."""

    obeyed: re.Pattern[str]
    escape: Callable[[str], str]
    is_styled: bool = False


def is_obeyed(char: str) -> bool:
    r"""Return True if a terminal obeys `char` instead of showing it; `"\x1b"` → True."""
    from unicodedata import category  # imported late: most output is ASCII and does not need it

    return category(char) in _OBEYED_CATEGORIES and char != _JOINER


def escape_text(text: str, syntax: Syntax) -> str:
    """Return `text` with every character escaped that output of kind `syntax` would obey."""
    if text.isprintable() and "::" not in text and "##" not in text:
        return text
    return syntax.obeyed.sub(lambda match: _escape_match(match[0], syntax), text)


def _escape_match(part: str, syntax: Syntax) -> str:
    """Return `part`, a match of `syntax.obeyed`, with its last character escaped if it is obeyed."""
    last, rest = part[-1], part[:-1]
    escaped = syntax.escape(last) if last in ":#" or is_obeyed(last) else last
    return escape_text(rest, syntax) + escaped if rest else escaped


def _python_escape(char: str) -> str:
    r"""Return `char` as an escape of Python: `:` → `\x3a`, U+2028 → `\u2028`."""
    return f"\\x{ord(char):02x}" if char in ":#" else char.encode("unicode_escape").decode()


def _json_escape(char: str) -> str:
    r"""Return `char` as one or two escapes of JSON, its units in UTF-16: `:` → `\u003a`."""
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[offset : offset + 2].hex()}" for offset in range(0, len(units), 2))


_RUNNER_COMMAND = rf"{_COLON_COMMAND}|{_HASH_COMMAND}"
_OBEYED_IN_LINES = regex(rf"{_RUNNER_COMMAND}|\r(?!\n)|[^\t\r\n -~]")

LINE = Syntax(regex(rf"{_RUNNER_COMMAND}|[^\t -~]"), _python_escape)
"""One line of text for people. It has no line end: one inside it is escaped."""
STYLED_LINE = Syntax(regex(rf"{_RUNNER_COMMAND}|\x1b(?!\[[0-9;]*m)|[^\t -~\x1b]"), _python_escape, is_styled=True)
"""One line that contains styles of click. Its parts have been escaped before."""
COMMAND = Syntax(regex(rf"{_HASH_COMMAND}|[^\t -~]"), _python_escape)
"""One workflow command of ours for the GitHub runner, which must keep its own `::`."""
LINES = Syntax(_OBEYED_IN_LINES, _python_escape)
"""Text with line ends."""
JSON = Syntax(_OBEYED_IN_LINES, _json_escape)
XML = Syntax(_OBEYED_IN_LINES, lambda char: f"&#{ord(char)};")

_MARKUP = regex(
    # Inline markup, HTML and entities. A `*` between spaces is only an asterisk.
    r"[&<>`~_\[@\r\n]|\*(?! )|(?<! )\*|\\(?![A-Za-z0-9])"
    # Addresses without brackets: `https://…`, `www.…`, `….com`. A number follows the letters in `1.Rh3`.
    r"|(?<=/)/|(?<=[Ww]{3})\.|\.(?=[^\W\d_]{2,}(?![^\W_]))"
    # Starts of blocks: indented code, headings, items, underlines and tables.
    r"|\A(?:[ \t]|[0-9]+[.)](?=\s|\Z)|[#+-](?=[\s#-]|\Z)|[=:|-](?=[=:|\s-]*\Z))"
)
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_BACKTICKS = regex("`+")


def escape_markdown(text: str) -> str:
    """Return `text` as one line of Markdown or HTML that shows `text`; `<b>` → `&lt;b&gt;`.

    The escapes are entities, which both know. In Markdown, they also break up an autolink.
    """
    return _MARKUP.sub(lambda found: found[0][:-1] + _entity(found[0][-1]), text)


def _entity(char: str) -> str:
    return _ENTITIES.get(char) or f"&#{ord(char)};"


def code_span(text: str) -> str:
    """Return `text` as a code span of Markdown; line ends become spaces."""
    line = re.sub(r"[\r\n]+", " ", text)
    marks = "`" * (1 + max((len(run) for run in _BACKTICKS.findall(line)), default=0))
    # A reader removes one space at each end if both ends have one.
    gap = " " if line.strip("` ") != line else ""
    return f"{marks}{gap}{line}{gap}{marks}"
