"""Conditions on the facts of a study, also for a mirrored, shifted or color-exchanged board.

`is_met` judges one study and is the definition; `columns.select` judges many at once. A condition is
a value: equal conditions compare as equal.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.collection import facts as columns
from gbr_lsp.collection.facts import GOAL, TURN, Facts, plain_text, twins_of
from gbr_lsp.collection.nearness import is_near
from gbr_lsp.collection.squares import Transform, map_board, map_region


class Cell(NamedTuple):
    """The character at `offset` of a column of a fixed width is in `chars`."""

    column: str
    offset: int
    chars: str


class Contains(NamedTuple):
    """At least one of `squares` has one of `men`, which are letters; `.` is an empty square."""

    squares: tuple[int, ...]
    men: str


class Shows(NamedTuple):
    """The board is `squares`; its men are shifted one by one, unlike a region."""

    squares: str


class Mentions(NamedTuple):
    """A text contains `words` from the start of a word; accents and case are ignored."""

    column: str
    words: str


class Fits(NamedTuple):
    """A short value of a column passes `TESTS[test]` with `expected`."""

    column: str
    test: str
    expected: str


class Arises(NamedTuple):
    """A position of the solution, including variations and the first position, meets `condition`."""

    condition: "Condition"


class OfTwin(NamedTuple):
    """The position of a twin meets `condition`."""

    condition: "Condition"


class Final(NamedTuple):
    """The side to move has no legal move; it is in check if `is_mate`, otherwise not."""

    is_mate: bool


class Resembles(NamedTuple):
    """The position is near `squares`; see `nearness.py`."""

    squares: str


class Every(NamedTuple):
    """All `conditions` hold."""

    conditions: "tuple[Condition, ...]"


class Some(NamedTuple):
    """At least one of `conditions` holds; never, if there are none."""

    conditions: "tuple[Condition, ...]"


class Lacks(NamedTuple):
    """The opposite of `condition`."""

    condition: "Condition"


Condition = Cell | Contains | Shows | Mentions | Fits | Arises | OfTwin | Final | Resembles | Every | Some | Lacks

Positions = Callable[[], Iterable[tuple[str, bool]]]
"""Returns the positions of a solution: pairs of squares and whether White moves."""


def no_positions() -> Iterable[tuple[str, bool]]:
    """Return the positions of a study without readable moves: none."""
    return ()


def is_met(condition: Condition, facts: Facts, positions: Positions = no_positions) -> bool:
    """Return True if a study meets `condition`; `positions` is only called for conditions about play."""
    match condition:
        case Cell(column, at, among):
            return getattr(facts, column)[at] in among
        case Contains(squares, men):
            return any(facts.squares[square] in men for square in squares)
        case Shows(squares):
            return facts.squares == squares
        case Mentions(column, words):
            return has_words(plain_text(getattr(facts, column)), words)
        case Fits(column, test, wanted):
            return TESTS[test](getattr(facts, column), wanted)
        case Arises(inner):
            return is_met(inner, facts) or any(is_met(inner, position_facts(*position)) for position in positions())
        case OfTwin(inner):
            return is_met_by_twin(inner, facts.twins)
        case Final(is_mate):
            return _is_final(facts, is_mate)
        case Resembles(squares):
            return is_near(squares, facts.squares)
        case Every(conditions):
            return all(is_met(one, facts, positions) for one in conditions)
        case Some(conditions):
            return any(is_met(one, facts, positions) for one in conditions)
        case Lacks(inner):
            return not is_met(inner, facts, positions)


def is_met_by_twin(condition: Condition, twins: str) -> bool:
    """Return True if one of `twins`, as in `Facts`, meets `condition`."""
    return any(is_met(condition, position_facts(squares, turn != "b")) for _, turn, squares in twins_of(twins))


def _is_final(facts: Facts, is_mate: bool) -> bool:
    """Return True if the position of `facts` is mate, or stalemate."""
    from gbr_lsp.notation.placement import Placement
    from gbr_lsp.solutions.legal_moves import can_move, is_check
    from gbr_lsp.solutions.position import position_of

    if " " in facts.squares or facts.squares.count("K") != 1 or facts.squares.count("k") != 1:
        return False
    position = position_of(Placement(columns.fen_of(facts.squares)), facts.signs[TURN] != "b", "")
    return not can_move(position) and is_check(position) is is_mate


def position_facts(squares: str, turn: bool) -> Facts:
    """Return the facts of a position alone; `turn` is True if White moves."""
    return Facts(" " * 7, "  ", " " * 10, f"  {'w' if turn else 'b'}   ", "    ", squares)


def has_words(text: str, words: str) -> bool:
    """Return True if the plain `text` has the plain `words` from the start of a word."""
    at = text.find(words)
    while at != -1:
        if at == 0 or not text[at - 1].isalnum() or not words[0].isalnum():
            return True
        at = text.find(words, at + 1)
    return False


def rules_in(condition: Condition) -> frozenset[str]:
    """Return the names of the rules that `condition` is about."""
    match condition:
        case Fits("findings", _, name):
            return frozenset((name,))
        case Every(conditions) | Some(conditions):
            return frozenset().union(*map(rules_in, conditions))
        case Lacks(inner) | Arises(inner) | OfTwin(inner):
            return rules_in(inner)
        case _:
            return frozenset()


def _in_years(year: str, wanted: str) -> bool:
    first, _, last = wanted.partition("..")
    return year != "    " and first <= year <= last


_AWARD = regex(r"(?:(?P<first>\d{1,4})(?:[/-](?P<last>\d{1,4}))?)?\.?(?P<special>sp\.)?(?P<kind>.+)")


def _is_award(award: str, wanted: str) -> bool:
    """Return True if `award` has the kind of `wanted` and each of its places, if it names any.

    `1/2.p` is a `1.p`, a `2.p` and a `p`. A prize without a place is a first prize.
    """
    given, sought = _AWARD.fullmatch(award), _AWARD.fullmatch(wanted)
    if given is None or sought is None or given["kind"] != sought["kind"]:
        return False
    if not (sought["first"] or sought["special"]):
        return True
    if given["special"] != sought["special"]:
        return False
    first = given["first"] or ("1" if given["kind"] == "p" and not given["special"] else "0")
    places = range(int(first), int(given["last"] or first) + 1)
    return sought["first"] is None or (
        int(sought["first"]) in places and int(sought["last"] or sought["first"]) in places
    )


def _has_findings(findings: str, _: str) -> bool:
    """Return True if there are findings; a study without comparison is none."""
    import json

    return any(rule for _, rule, _ in json.loads(findings or "[]"))


TESTS: dict[str, Callable[[str, str], bool]] = {
    "years": _in_years,
    "award": _is_award,
    "flag": lambda flags, wanted: wanted in (flag.strip("()") for flag in flags.split(" ")),
    "rule": lambda findings, wanted: f'"{wanted}"' in findings,
    "reported": _has_findings,
}
"""The comparisons of a short value with the wanted one; years are `first..last`."""


def transform_condition(condition: Condition, transform: Transform) -> Condition | None:
    """Return the condition on the transformed board, or None if a region leaves the board completely."""
    match condition:
        case Cell():
            return _cell(condition, transform)
        case Contains(squares, men):
            region = map_region(squares, transform)
            return Contains(region, men.swapcase() if transform.has_color_exchange else men) if region else None
        case Shows(squares) | Resembles(squares):
            board = map_board(squares, transform)
            return condition._replace(squares=board) if board else None
        case Arises(inner) | Lacks(inner) | OfTwin(inner):
            other = transform_condition(inner, transform)
            return condition._replace(condition=other) if other else None
        case Every(conditions) | Some(conditions):
            others = [transform_condition(one, transform) for one in conditions]
            if None in others:
                return None
            return condition._replace(conditions=tuple(one for one in others if one is not None))
        case _:
            return condition


def _cell(cell: Cell, transform: Transform) -> Condition | None:
    column, at, among = cell
    if column == "kings":
        region = map_region(tuple(ord(char) - 48 for char in among), transform)
        return (
            Cell(column, at ^ transform.has_color_exchange, "".join(map(columns.char_of, region))) if region else None
        )
    if column == "signs":
        return _sign(cell, transform)
    if not transform.has_color_exchange:
        return cell
    if column == "men":
        return Cell(column, at ^ 1, among)
    if column == "force" and at < 4:
        return Cell(column, at, "".join(sorted(map(_exchanged_digit, among))))
    return Cell(column, 11 - at, among) if column == "force" and 4 < at else cell


def _sign(cell: Cell, transform: Transform) -> Condition:
    if transform.has_turn_exchange and cell.offset == TURN:
        return cell._replace(chars=cell.chars.translate(_OTHER_TURN))
    if transform.has_turn_exchange and cell.offset == GOAL:
        # A win of White becomes one of Black, which no study has.
        return cell._replace(chars=cell.chars.replace("+", ""))
    return cell


_OTHER_TURN = str.maketrans("wb", "bw")


@lru_cache(16)
def _exchanged_digit(digit: str) -> str:
    return digit if digit == "9" else str(int(digit) % 3 * 3 + int(digit) // 3)
