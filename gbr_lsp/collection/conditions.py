"""Conditions on the facts of a study, and what becomes of them on another board: mirrored, shifted, colors exchanged.

`holds` judges one study and is the definition; `columns.select` judges many at once. A condition is a value: it can be
compared, and those that say the same are the same.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.collection import facts as columns
from gbr_lsp.collection.facts import GOAL, TURN, Facts, plain
from gbr_lsp.collection.nearness import is_near
from gbr_lsp.collection.squares import Transform, mapped_board, mapped_region


class Cell(NamedTuple):
    """One of the characters `among` stands at a place of a column of a fixed width."""

    column: str
    at: int
    among: str


class Stands(NamedTuple):
    """On at least one of the squares stands one of the men, a letter each; a point is an empty square."""

    squares: tuple[int, ...]
    men: str


class Shows(NamedTuple):
    """The board is this one; the men of a board are shifted one by one, regions are not."""

    squares: str


class Mentions(NamedTuple):
    """A text has words that begin so, accents and capitals apart; `words` are plain."""

    column: str
    words: str


class Fits(NamedTuple):
    """A short value of a column is as `TESTS[test]` asks."""

    column: str
    test: str
    wanted: str


class Arises(NamedTuple):
    """A position of the solution, variations and the first position included, is as the condition says."""

    condition: "Condition"


class Resembles(NamedTuple):
    """The position is that of some squares up to mirrors, colors and shifts, or has one man more, less or elsewhere."""

    squares: str


class Every(NamedTuple):
    """All of some conditions."""

    conditions: "tuple[Condition, ...]"


class Some(NamedTuple):
    """At least one of some conditions; never, if there is none."""

    conditions: "tuple[Condition, ...]"


class Lacks(NamedTuple):
    """The opposite of a condition."""

    condition: "Condition"


Condition = Cell | Stands | Shows | Mentions | Fits | Arises | Resembles | Every | Some | Lacks

Positions = Callable[[], Iterable[tuple[str, bool]]]
"""The positions of a solution: the squares, and whether White moves."""


def no_positions() -> Iterable[tuple[str, bool]]:
    """The positions of a study without moves that can be read."""
    return ()


def holds(condition: Condition, facts: Facts, positions: Positions = no_positions) -> bool:
    """Whether a study is as a condition says; `positions` are asked for only where a condition is about them."""
    match condition:
        case Cell(column, at, among):
            return getattr(facts, column)[at] in among
        case Stands(squares, men):
            return any(facts.squares[square] in men for square in squares)
        case Shows(squares):
            return facts.squares == squares
        case Mentions(column, words):
            return mentions(plain(getattr(facts, column)), words)
        case Fits(column, test, wanted):
            return TESTS[test](getattr(facts, column), wanted)
        case Arises(inner):
            if holds(inner, facts):
                return True
            return any(holds(inner, at_position(squares, turn)) for squares, turn in positions())
        case Resembles(squares):
            return is_near(squares, facts.squares)
        case Every(conditions):
            return all(holds(one, facts, positions) for one in conditions)
        case Some(conditions):
            return any(holds(one, facts, positions) for one in conditions)
        case Lacks(inner):
            return not holds(inner, facts, positions)


def at_position(squares: str, turn: bool) -> Facts:
    """The facts of a position by itself."""
    return Facts(" " * 7, "  ", " " * 10, f"  {'w' if turn else 'b'}   ", "    ", squares)


def mentions(text: str, words: str) -> bool:
    """Whether a plain text has plain words, the first of which begins where a word begins."""
    at = text.find(words)
    while at != -1:
        if at == 0 or not text[at - 1].isalnum() or not words[0].isalnum():
            return True
        at = text.find(words, at + 1)
    return False


def _in_years(year: str, wanted: str) -> bool:
    first, _, last = wanted.partition("..")
    return year != "    " and first <= year <= last


def _is_award(award: str, wanted: str) -> bool:
    """`1.p` is asked for as `1.p` or as `p`, `sp.hm` as `sp.hm` or `hm`."""
    return award != "" and wanted in (award, award.rpartition(".")[2])


def _has_flag(flags: str, wanted: str) -> bool:
    return wanted in (flag.strip("()") for flag in flags.split(" "))


TESTS: dict[str, Callable[[str, str], bool]] = {"years": _in_years, "award": _is_award, "flag": _has_flag}
"""How a short value is compared with what is asked for; years are `first..last`."""


def transformed(condition: Condition, transform: Transform) -> Condition | None:
    """What a condition asks of the other board; None where nothing of a region is left on the board."""
    match condition:
        case Cell():
            return _cell(condition, transform)
        case Stands(squares, men):
            region = mapped_region(squares, transform)
            return Stands(region, men.swapcase() if transform.exchanges else men) if region else None
        case Shows(squares) | Resembles(squares):
            board = mapped_board(squares, transform)
            return condition._replace(squares=board) if board else None
        case Arises(inner) | Lacks(inner):
            other = transformed(inner, transform)
            return condition._replace(condition=other) if other else None
        case Every(conditions) | Some(conditions):
            others = [transformed(one, transform) for one in conditions]
            if None in others:
                return None
            return condition._replace(conditions=tuple(one for one in others if one is not None))
        case _:
            return condition


def _cell(cell: Cell, transform: Transform) -> Condition | None:
    column, at, among = cell
    if column == "kings":
        region = mapped_region(tuple(ord(char) - 48 for char in among), transform)
        return Cell(column, at ^ transform.exchanges, "".join(map(columns.number, region))) if region else None
    if column == "signs":
        return _sign(cell, transform)
    if not transform.exchanges:
        return cell
    if column == "men":
        return Cell(column, at ^ 1, among)
    if column == "force" and at < 4:
        return Cell(column, at, "".join(sorted(map(_exchanged_digit, among))))
    return Cell(column, 11 - at, among) if column == "force" and 4 < at else cell


def _sign(cell: Cell, transform: Transform) -> Condition:
    if transform.turns and cell.at == TURN:
        return cell._replace(among=cell.among.translate(_OTHER_TURN))
    if transform.turns and cell.at == GOAL:
        # A win of White is now one of Black, and no study has that.
        return cell._replace(among=cell.among.replace("+", ""))
    return cell


_OTHER_TURN = str.maketrans("wb", "bw")


@lru_cache(16)
def _exchanged_digit(digit: str) -> str:
    return digit if digit == "9" else str(int(digit) % 3 * 3 + int(digit) // 3)
