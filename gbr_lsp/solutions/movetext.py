"""The tokens of the movetext: moves and parentheses, and between them all that a replay passes over.

A text is cut by one expression, and the tokens are bare strings: to find them is most of the work on a sound
solution. `place_of` reads the same text again for offsets and numbers. Offsets are code points of the text, half open.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.grammar import RESULT
from gbr_lsp.solutions.san import MOVE, is_move

OPEN, CLOSE = "(", ")"

_SKIPPED = rf"""
    \$[0-9]++
  | \{{[^}}]*+\}}?
  | ;[^\r\n]*+
  | (?<![^\r\n])%[^\r\n]*+
  | \[\w++\s*+"(?:[^"\\\r\n]|\\[^\r\n])*+"\s*+\]
  | (?<![^\r\n])\[\w++[ \t]*+"[^\r\n]*+
  | {RESULT}(?![\w/-])
"""
"""NAGs, comments, escaped lines, tags (then those that are damaged) and results."""

_MARKS = r"""
    (?!0000(?!\w))[0-9]{1,4}+(?![-/0-9])
  | =(?:/\+)?+ | -/?\+ | (?<=\+)/?[-=](?!-)
  | [\s…†‡±∓∞\ufeff]++
"""
"""Numbers that can count moves, and signs that say nothing about a move; the most frequent stand in `_TOKENS`."""

# The lookahead says that no move begins here, which spares all the alternatives; the order is that of frequency.
_TOKENS = regex(
    rf"""(?: (?=[^KQRBNa-dfgh()]) (?: [ \n\r\t.!?\#+]++ | {_MARKS} | {_SKIPPED} ) | e\.?p\b )*+
    ({MOVE} | [()] | .++ | \Z)""",
    re.VERBOSE | re.DOTALL,
)
_NUMBERS = regex(rf"(?P<number>[0-9]++)(?![-/]) | (?P<dots>[.…]++) | {_SKIPPED}", re.VERBOSE)
_CHECK = regex(r"(?:e\.?p\.?)?[+#]{0,2}")


class Number(NamedTuple):
    """A move number as printed."""

    value: int
    black: bool
    """Whether its dots say that Black moves."""


class MovePlace(NamedTuple):
    """Where a move stands with its check sign, and the move as a player writes it: `12...Kd5+`."""

    span: Span
    move: str


class _Printed(NamedTuple):
    token: str
    span: Span
    number: Number | None


def tokens_of(text: str) -> list[str]:
    """The moves and parentheses of a game; nothing if there is anything else that is not understood."""
    tokens: list[str] = _TOKENS.findall(text)
    while tokens and not tokens[-1]:
        tokens.pop()
    # Whatever is not understood is one token up to the end.
    if tokens and tokens[-1] not in (OPEN, CLOSE) and not is_move(tokens[-1]):
        return []
    return tokens


def first_number(text: str) -> Number | None:
    """The number before the first move."""
    return next((printed.number for printed in _printed(text)), None)


def place_of(text: str, index: int, turn: bool) -> MovePlace | None:
    """The place of the move that is the token at an index, when a color moves first.

    None where a number up to there does not count the moves, as where some were left out or a parenthesis is missing,
    and where a parenthesis too many stands anywhere.
    """
    # Moves are counted by halves: an even one is the first of its number.
    half: int | None = None
    ply, lines, found = 0, [], None
    for at, printed in enumerate(_printed(text)):
        if printed.token == OPEN:
            lines.append(ply)
            ply -= 1
        elif printed.token == CLOSE:
            if not lines:
                return None
            ply = lines.pop()
        else:
            if printed.number and at <= index:
                said = 2 * printed.number.value + printed.number.black
                if half is None and printed.number.black and turn == (ply % 2 == 0):
                    return None
                half = said - ply if half is None else half
                if said != half + ply:
                    return None
            if at == index:
                found = printed, ply
            ply += 1
    if found is None:
        return None
    printed, ply = found
    if half is None:
        half = 2 if turn else 3
    number, black = divmod(half + ply, 2)
    move = text[printed.span.start : printed.span.end]
    return MovePlace(printed.span, f"{number}{'...' if black else '.'}{move}")


def _printed(text: str) -> Iterator[_Printed]:
    for found in _TOKENS.finditer(text):
        if found[1]:
            start, end = found.span(1)
            check = _CHECK.match(text, end)
            yield _Printed(found[1], Span(start, check.end() if check else end), _number(text, found.start(), start))


def _number(text: str, start: int, end: int) -> Number | None:
    """The last number in what stands before a move."""
    number, dots = None, ""
    for found in _NUMBERS.finditer(text, start, end):
        if found["number"]:
            number, dots = int(found["number"]), ""
        elif found["dots"]:
            dots += found["dots"].replace("…", "...")
    return None if number is None else Number(number, 1 < len(dots))
