r"""The grammar of a code, and the regular expressions shared by the readers.

```ebnf
code      = caption | full | dotted | prefixed | compact | class ;
prefixed  = [ sign , gap0 ] , [ turn , gap ] , class , gap0 , kings ;
caption   = kings , gap , class , [ gap0 , kings ] , [ gap , control ] , [ gap , result ] ;
full      = kings , gap , class , gap , squares , [ gap , control ] , [ gap0 , result ] ;
dotted    = [ sign ] , class , "." , gap0 , kings , { gap0 , square } , [ "." , { gap0 , square } ] ;
compact   = [ sign ] , class , kings , square , { square } ;
class     = digit , digit , digit , digit , "." , digit , digit ;
kings     = square , square ;
squares   = square , { gap0 , square } , [ gap0 , "." , gap0 , square , { gap0 , square } ]
          | "." , gap0 , square , { gap0 , square } ;
square    = "a".."h" , "1".."8" ;
control   = number , "/" , number ;
sign      = "+" | "=" | "-+" | "-=" ;
turn      = "WTM" | "BTM" | "ZAZ" ;
gap0      = { blank } , [ newline , { blank } ] ;
gap       = gap0 , at least one blank or the line break ;
```

A blank is a space, a tab, a no-break or thin space, or an escape of LaTeX or HTML for one. A
newline may include the `>` marks of a quotation. In LaTeX a sign is in math mode: `$+$`.

Tables below give the meaning of words and signs near a code: the flags of the Harold van der
Heijden database after a code in a `Black` tag (`FLAG`), and PGN results (`GOAL_OF_RESULT`).
"""

import re
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.values import Goal

_CHARACTER = r"[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000~]"
_ESCAPE = r"(?:\\[,;:! ]|&(?:nbsp|thinsp|e[mn]sp|#160|#x[aA]0|#8201|#8239);)"
BLANK = rf"(?:{_CHARACTER}|{_ESCAPE})"
NEWLINE = r"(?:\r\n?+|\n)[ \t>]*+"
_BLANKS = rf"{_CHARACTER}*+(?:{_ESCAPE}{_CHARACTER}*+)*(?!{_ESCAPE})"
"""All blanks up to the next character, never fewer."""
GAP0 = rf"(?:{_BLANKS}(?:{NEWLINE}{_BLANKS}|(?![\r\n])))"
GAP = rf"(?:(?={BLANK}|[\r\n]){GAP0})"

STYLE = r"\\(?:text(?:bf|it|tt|rm|sf|sc)|emph|math(?:bf|rm|it)|mbox|bfseries|strong|code)\{?+"
"""The start of emphasis in LaTeX."""
CLOSING = r"(?:[*_`]{1,3}+|'{2,5}+|\$|\\\)|\}|</\w{1,12}>|\[/\w{1,8}\])"
OPENING = rf"(?:[*_`]{{1,3}}+|'{{2,5}}+|\$|\\\(|\{{|<\w{{1,12}}(?:[ ][^<>\r\n]{{0,80}})?>|\[\w{{1,8}}\]|{STYLE})"
"""Ends and starts of emphasis in Markdown, LaTeX, HTML, AsciiDoc, reST, BBCode and wikis."""
WIDE_BLANK = r"\\(?:q?quad|enspace|enskip|thinspace|hfill)(?![A-Za-z])[ \t]*+"
"""A wide blank of LaTeX."""

NO_WORD_BEFORE = r"(?<![^\W_])"
NO_WORD_AFTER = r"(?![^\W_])"

SQUARE = r"[a-h][1-8]"
LOOSE_SQUARE = r"[a-z][0-9]"
"""A square, or a misspelled one: `g9`, `i4`."""

MINUS = "\u2212"
SIGN = rf"[-{MINUS}]?[+=]"
MATHS = r"(?:\$|\\\(|\\\))?"

_CLASS_FROM_POINT = regex(
    r"\.(?<=[0-9]{4}\.)(?<![^\W_][0-9]{4}\.)(?<![0-9][.,][0-9]{4}\.)(?<![€£¥][0-9]{4}\.)"
    rf"[0-9]{{2}}(?![0-9]|\.[0-9?])(?=[a-z][0-9]|{NO_WORD_AFTER})"
)
"""Starts with the point, since a literal is found fast; lookbehinds check the digits."""

SQUARE_RUN = regex(rf"(?:{LOOSE_SQUARE})+{NO_WORD_AFTER}")
"""Squares without a gap."""

TURN_BEFORE = "(?:WTM|BTM|ZAZ)"

GOAL_OF_RESULT = {"1-0": Goal.WIN, "1/2-1/2": Goal.DRAW, "½-½": Goal.DRAW, "0-1": None}
"""White's goal by PGN result; None for `0-1`. `*` is missing, since it states nothing."""
NO_RESULT = "*"
RESULT_DASHES = "-–—‑‒−:"
"""The hyphen of a result, and signs that are printed in its place."""
_DASH, _HALF = rf"[ ]?[{RESULT_DASHES}][ ]?", "(?:1/2|½)"
GAME_END = rf"(?<![\w/:-])(?:1{_DASH}0|0{_DASH}1|{_HALF}{_DASH}{_HALF}|\*)(?![\w/:-])"
"""A result that ends a PGN game, perhaps with another sign or blanks."""
RESULT = r"(?:1-0|0-1|(?:1/2|½)(?:-(?:1/2|½))?|\*)"
"""A result at the end of a PGN game, or its short form."""

REPEATING_FLAGS = frozenset({"TW", "AN"})
"""Flags of twins and anticipations, which repeat a position on purpose."""
HARMLESS_FLAG = r"(?:\([cmvs]\)|U[1-5]|MC|PH|TE|CR|TT)"
"""Database flags that do not concern other records: corrected, modified, unsound ..."""
FLAG = rf"(?:{HARMLESS_FLAG}|{'|'.join(sorted(REPEATING_FLAGS))})"
UNSOUND_FLAGS = frozenset({"U3", "U4", "U5"})
"""Flags of studies known to have no solution, or more than they claim."""
COOKED_FLAGS = frozenset({"U1", "U2"})
"""Flags of studies known to have a second solution."""
ANY_POSITION_FLAG = "U5"
"""The flag of studies whose position is illegal on purpose."""


_LEAD = regex(rf"(?:{BLANK}|[>|*#(\[\"'“„`-]|[0-9]{{1,4}}[.)])*")
_MAX_LEAD_LENGTH = 48


def is_opened(text: str, start: int, pos: int) -> bool:
    """Return True if `pos` starts its line, a bracket or a quote, list marks aside."""
    window_start = max(start, pos - _MAX_LEAD_LENGTH)
    before = text[window_start:pos]
    if before.rstrip(" \t\u00a0").endswith(tuple("([\"'“„`")):
        return True
    line_start = max(before.rfind("\n"), before.rfind("\r")) + 1
    return (0 < line_start or window_start == start) and _LEAD.fullmatch(before, line_start) is not None


def classes(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of the sound class tokens in `text[start:end]`, in order of offset.

    A token does not follow a digit, a letter, a digit and a point, or a currency sign. No digit,
    `.digit`, `.?` or letter may follow it, except that of a square. Prices in dollars are skipped.
    """
    for match in _CLASS_FROM_POINT.finditer(text, start + 4, end):
        span = Span(match.start() - 4, match.end())
        if not _is_price(text, *span):
            yield span


def _is_price(text: str, start: int, end: int) -> bool:
    """Return True if the dollar before a class token is a currency sign."""
    if start == 0 or text[start - 1] != "$":
        return False
    if text[start - 2 : start - 1] in ("+", "="):
        return False
    return text[start - 2 : start - 1] == "\\" or not re.compile(rf"(?:{SQUARE})*\$").match(text, end)
