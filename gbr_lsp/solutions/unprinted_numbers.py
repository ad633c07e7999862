"""Move numbers that a game omits where they are usual, and the number of the next move.

The text is counted and no move is made, which is cheap. A text with words that may be moves is not
counted.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.solutions.movetext import MoveToken, parse_number, parts_of

_GLYPHS = regex(r"(?:[\s!?]++|\$[0-9]{1,3}+)*")


class UnprintedNumber(NamedTuple):
    """A missing move number: the `offset` where it belongs, its `text` (`12.` or `12…`), the color."""

    offset: int
    text: str
    is_black: bool


def unprinted_numbers(text: str, start: int, *, black: bool = False) -> Iterator[UnprintedNumber]:
    """Yield an `UnprintedNumber` for each move from `start` on that needs a number and has none.

    White's moves need one, and Black's unless they directly follow White's. The last number is that of
    the next move, at the end of a game without a result. The order is that of the text. A game without
    any number starts at 1, with Black's move if `black`. Nothing is yielded if `text` has words or an
    unclosed comment; counting ends at a bracket that closes nothing.
    """
    parts = [part for part in parts_of(text) if start <= part.span.start]
    if any(part.kind == "word" or part.kind == "unclosed" for part in parts):
        return
    half = 2 + black
    opened: list[int] = []
    before: MoveToken | None = None
    for part in parts:
        if part.kind == "number":
            number, is_black = parse_number(part.text)
            half = 2 * number + (half % 2 if is_black is None or not (before or is_black) else is_black)
        elif part.kind == "move":
            if not _is_counted(text, before, part, half):
                yield UnprintedNumber(part.span.start, _number(half), half % 2 == 1)
            half += 1
        elif part.kind == "open":
            opened.append(half)
            half -= 1
        elif part.kind == "close":
            if not opened:
                return
            half = opened.pop()
        elif part.kind == "result" and not opened:
            return
        before = part
    if not opened and parts:
        yield UnprintedNumber(len(text.rstrip()), _number(half), half % 2 == 1)


def _is_counted(text: str, before: MoveToken | None, part: MoveToken, half: int) -> bool:
    """Return True if the move `part` needs no number of its own.

    It follows its number, or it is Black's move right after White's and its glyphs. `before` is the
    part before it, `half` the half-move that it plays.
    """
    if before is None or before.kind == "number":
        return before is not None
    is_black_next = half % 2 == 1 and before.kind == "move"
    return is_black_next and _GLYPHS.fullmatch(text, before.span.end, part.span.start) is not None


def _number(half: int) -> str:
    """Return the move number of a half-move: 24 → `12.`, 25 → `12…`."""
    return f"{half // 2}{'…' if half % 2 else '.'}"
