"""Move numbers that a game does not print: of Black's moves behind comments and brackets, and of the move that is due.

The text is counted and no move is made, so that it costs little; a text with words that may be moves is not counted.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.solutions.movetext import OPEN, MovetextPart, PartKind, parts_of, said

_GLYPHS = regex(r"(?:[\s!?]++|\$[0-9]{1,3}+)*")


class UnprintedNumber(NamedTuple):
    """A number that is not printed where it would stand: as a player writes it, and whether Black moves."""

    offset: int
    text: str
    black: bool


def unprinted_numbers(text: str, start: int, *, black: bool = False) -> Iterator[UnprintedNumber]:
    """The numbers of the moves behind comments and brackets that have none, and at the end that of the move that is due
    in a game without a result, in order; `black` is whether Black moves first.

    A game that prints no number counts from 1. None where a bracket is closed that was not opened.
    """
    parts = [part for part in parts_of(text) if start <= part.span.start]
    if any(part.kind in (PartKind.WORD, PartKind.UNCLOSED) for part in parts):
        return
    half = 2 + black
    opened: list[int] = []
    before: MovetextPart | None = None
    for part in parts:
        if part.kind is PartKind.NUMBER:
            number, is_black = said(part.text)
            half = 2 * number + (half % 2 if is_black is None or not (before or is_black) else is_black)
        elif part.kind is PartKind.MOVE:
            if not _is_counted(text, before, part, half):
                yield UnprintedNumber(part.span.start, _number(half), half % 2 == 1)
            half += 1
        elif part.kind is PartKind.BRACKET and part.text == OPEN:
            opened.append(half)
            half -= 1
        elif part.kind is PartKind.BRACKET:
            if not opened:
                return
            half = opened.pop()
        elif part.kind is PartKind.RESULT and not opened:
            return
        before = part
    if not opened and parts:
        yield UnprintedNumber(len(text.rstrip()), _number(half), half % 2 == 1)


def _is_counted(text: str, before: MovetextPart | None, part: MovetextPart, half: int) -> bool:
    """Whether a move has its number, or is Black's with nothing but blanks and glyphs between it and White's."""
    if before is None or before.kind is PartKind.NUMBER:
        return before is not None
    is_black_behind = half % 2 == 1 and before.kind is PartKind.MOVE
    return is_black_behind and _GLYPHS.fullmatch(text, before.span.end, part.span.start) is not None


def _number(half: int) -> str:
    return f"{half // 2}{'…' if half % 2 else '.'}"
