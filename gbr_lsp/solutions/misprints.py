"""The one misprint that keeps a printed line from running.

A move of a line in prose is called wrong only if one change makes the line run on: to its printed end, six half-moves
in all, or six half-moves further. The change is a legal move that resembles the printed one, at the break or up to four
half-moves before it; behind four legal half-moves also a doubled move left out, or a half-move put in where the next
number is one too high. Without such a change nothing is said: the reader may have followed the wrong words.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal import legal_moves
from gbr_lsp.solutions.moves import Position
from gbr_lsp.solutions.other_boards import runs_from_another
from gbr_lsp.solutions.prose import MANY_PLIES, Made, ProseItem, closing, spelled
from gbr_lsp.solutions.repairs import FAR, Repair, distance, run

_BACK = 4
"""How many half-moves before the break a misprint may stand."""
_LEGAL_BEFORE = 4
"""So many half-moves must run before a move may be left out or put in."""


class Misprinted(NamedTuple):
    """A printed move that is wrong, the half-move it is, the position before it, and what may be meant, best first."""

    span: Span
    san: str
    half: int
    before: Position
    repairs: tuple[Repair, ...]
    language: Language
    may_be_of_board: bool = False
    """Whether the line would also run from a board with one man wrong."""


class _Printed(NamedTuple):
    """A move as printed, in English letters."""

    san: str
    span: Span


def misprint(
    items: Sequence[ProseItem], start: int, position: Position, made: Sequence[Made], language: Language
) -> Misprinted | None:
    """The misprint directly behind the moves that could be made of a line, or among the last of them.

    The line begins at the number `start`, and at a position.
    """
    first_half = items[start].half - items[start].half % 2 + (not position[3])
    half = first_half + len(made)
    at = made[-1].item + 1 if made else start
    last = made[-1].after if made else position
    rest, gap = _printed(items, at, half, language)
    if not rest:
        return None
    if gap:
        return None
    line = [_Printed(one.san, one.span) for one in made] + rest
    broken = len(made)
    for back in range(_BACK + 1):
        place = broken - back
        if place < 0:
            break
        before = made[place].before if back else last
        found = _repairs(before, line, place, back)
        if found:
            moves, plies = [one.san for one in line], place + 1 + found[0].plies
            other = runs_from_another(position, moves, plies)
            half = first_half + place
            return Misprinted(line[place].span, line[place].san, half, before, tuple(found), language, other)
    if _LEGAL_BEFORE <= len(made) and rest[0].san == line[broken - 1].san:
        ran = run(last, [one.san for one in rest[1:]])
        if _is_enough(ran, len(rest) - 1, len(line) - 1):
            return Misprinted(rest[0].span, rest[0].san, half, last, (), language)
    return None


def _repairs(before: Position, line: list[_Printed], place: int, back: int) -> list[Repair]:
    printed = line[place].san
    rest = [one.san for one in line[place + 1 :]]
    found = []
    for move in legal_moves(before):
        away = distance(printed, move)
        if FAR <= away or (back and away < 1):
            continue
        ran = run(move.after, rest)
        if back < ran + 1 and _is_enough(ran - back, len(rest) - back, len(line)):
            found.append(Repair(move, away, ran))
    return sorted(found, key=lambda repair: (-repair.plies, repair.distance, repair.move.san))


def _is_enough(ran: int, printed: int, whole: int) -> bool:
    """Whether so many half-moves behind a change prove it: all that are printed, six in all, or six."""
    return MANY_PLIES <= ran or (ran == printed and MANY_PLIES <= whole)


def _printed(items: Sequence[ProseItem], at: int, half: int, language: Language) -> tuple[list[_Printed], bool]:
    """The moves as printed from an item on, as long as the numbers count them; whether the first number is too high."""
    found: list[_Printed] = []
    while at < len(items):
        item = items[at]
        if item.kind == "open":
            at = closing(items, at)
        elif item.kind == "number":
            if item.half == half + 1 and not found and half % 2:
                return found, True
            if item.half not in (half, half - half % 2) or (half % 2 and item.half != half and found):
                break
        elif item.kind == "move":
            san = spelled(item.text, language)
            if san is None:
                break
            found.append(_Printed(san, item.span))
            half += 1
        elif item.kind != "mark":
            break
        at += 1
    return found, False
