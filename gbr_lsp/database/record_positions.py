"""The positions of a record's solution, for conditions about play."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeVar

from gbr_lsp.base.encoding import decode
from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.collection.conditions import (
    Arises,
    Cell,
    Condition,
    Contains,
    Every,
    Final,
    Lacks,
    Shows,
    Some,
    is_met,
    position_facts,
)
from gbr_lsp.collection.facts import TURN, Facts, fen_of
from gbr_lsp.notation.placement import LETTERS, Placement, placement_problem
from gbr_lsp.notation.values import SQUARE_NAMES
from gbr_lsp.solutions.legal_moves import can_move, is_check, replay
from gbr_lsp.solutions.movetext import CLOSE, OPEN, is_mistake, tokens_of
from gbr_lsp.solutions.position import Position, position_of
from gbr_lsp.solutions.replay import Start, position_at
from gbr_lsp.solutions.san import moves_to

_Made = TypeVar("_Made")
_MANY = 32
"""Alternatives. If there are more, the text of a record is not searched for moves to their squares."""
_MAX_KNOWN = 10_000
_FEN = regex(r'\[FEN\s+"([^"\r\n]*)"')
_KINDS = {letter: piece_type for (piece_type, _), letter in LETTERS.items()}
_LETTERS = {color: [LETTERS[piece_type, color] for piece_type in range(1, 7)] for color in (True, False)}


def positions_of(record: bytes, encoding: str) -> Iterator[tuple[str, bool]]:
    """Yield squares and side to move of each position of a record; True for White."""
    return (squares_and_turn(position) for position in raw_positions(decode(record, encoding).text))


def raw_positions(text: str) -> Iterator[Position]:
    """Yield the positions of a record; none without a FEN of its start."""
    start = _start_of(text)
    return _positions_in(text, start) if start else iter(())


def _positions_in(text: str, start: Start, *, is_end_only: bool = False) -> Iterator[Position]:
    """Yield the positions after the moves of a PGN game, in text order.

    It stops at a move that cannot be played. If `is_end_only`, only the last position of each row of
    moves, up to the next bracket, is given.
    """
    tokens = tokens_of(text)
    if not tokens:
        return
    turn = not tokens[0].endswith("...") if start.turn is None else start.turn
    moves = [token for token in tokens if token[-1] != "." and not is_mistake(token)]
    ends = [place for place, token in enumerate(moves) if token in (OPEN, CLOSE)]
    now, before = position_at(start, turn), None
    lines: list[tuple[Position, Position]] = []
    for last, end in pairwise((-1, *ends, len(moves))):
        row, plies = moves[last + 1 : end], 0
        for _, after in replay(now, zip(row, strict=True)):
            before, now, plies = now, after, plies + 1
            if not is_end_only:
                yield now
        if is_end_only and plies:
            yield now
        if plies < len(row) or end == len(moves):
            return
        if moves[end] == CLOSE:
            if not lines:
                return
            now, before = lines.pop()
        elif before is None:
            return
        else:
            lines.append((now, before))
            now, before = before, None


def _start_of(text: str) -> Start | None:
    """Return the position that the FEN tag gives, or None."""
    found = _FEN.search(text)
    fields = found[1].split() if found else []
    if not fields or placement_problem(fields[0]):
        return None
    turn = {"w": True, "b": False}.get(fields[1]) if 1 < len(fields) else None
    castling, passant = (fields[at] if at < len(fields) else None for at in (2, 3))
    return Start(Placement(fields[0]), turn, castling, passant)


def squares_and_turn(position: Position) -> tuple[str, bool]:
    """Return the squares of a position, 64 characters from a1, and whether White moves."""
    us, them, _, turn = position
    board = ["."] * 64
    for side, color in ((us, turn), (them, not turn)):
        for letter, men in zip(_LETTERS[color], side[1:7], strict=True):
            while men:
                man = men & -men
                board[man.bit_length() - 1] = letter
                men ^= man
    return "".join(board), turn


def is_met_in_play(condition: Condition, facts: Facts, record: Callable[[], str]) -> bool:
    """Return the result of `is_met` for a study, with positions tested as bitboards.

    `record` returns the text of its record.
    """
    match condition:
        case Arises(inner):
            return _is_met_at_start(inner, facts) or _arises(inner, record())
        case Every(conditions):
            return all(is_met_in_play(one, facts, record) for one in conditions)
        case Some(conditions):
            return any(is_met_in_play(one, facts, record) for one in conditions)
        case Lacks(inner):
            return not is_met_in_play(inner, facts, record)
        case _:
            return is_met(condition, facts)


def _is_met_at_start(condition: Condition, facts: Facts) -> bool:
    """Return the result of `is_met`; the many images of a pattern are tested as bitboards."""
    if not isinstance(condition, Some) or " " in facts.squares or facts.signs[TURN] == " ":
        return is_met(condition, facts)
    return _test_of(condition)(position_of(Placement(fen_of(facts.squares)), facts.signs[TURN] != "b", ""))


def _arises(condition: Condition, text: str) -> bool:
    """Return True if a position of a record satisfies `condition`.

    Most records contain no move to the squares in question, and are not replayed.
    """
    start = _start_of(text)
    if start is None or not _may_arise(condition)(start.placement.squares, text):
        return False
    # No move follows mate or stalemate, so they are at the end of a row of moves.
    positions = _positions_in(text, start, is_end_only=isinstance(condition, Final))
    return any(map(_test_of(condition), positions))


def _cached(make: "Callable[[Condition], _Made]") -> "Callable[[Condition], _Made]":
    """Return `make` with a cache by identity: the images of a pattern are thousands, and hashing them takes long."""
    known = dict[int, tuple[Condition, _Made]]()

    def cached(condition: Condition) -> _Made:
        found = known.get(id(condition))
        if found is None:
            found = condition, make(condition)
            if _MAX_KNOWN <= len(known):
                known.clear()
            known[id(condition)] = found
        return found[1]

    return cached


@_cached
def _may_arise(condition: Condition) -> Callable[[str, str], bool]:
    """Return a quick test of a record's start squares and text for `condition`.

    It is False only if no position can satisfy it: each man required must be on its square at the
    start, or the text must have a move there.
    """
    match condition:
        case Contains(squares, men) if _KINDS.keys() >= set(men):
            names = [SQUARE_NAMES[square] for square in squares]
            moves = re.compile("|".join(moves_to(kind, names) for kind in sorted({_KINDS[man] for man in men})))
            return lambda board, text: any(board[square] in men for square in squares) or moves.search(text) is not None
        case Shows(whole):
            return _may_arise(Every(tuple(Contains((at,), man) for at, man in enumerate(whole) if man in _KINDS)))
        case Every(conditions):
            tests = [_may_arise(one) for one in conditions]
            return lambda board, text: all(test(board, text) for test in tests)
        case Some(conditions) if len(conditions) < _MANY:
            tests = [_may_arise(one) for one in conditions]
            return lambda board, text: any(test(board, text) for test in tests)
        case _:
            return lambda board, text: True


_Test = Callable[[Position], bool]


@_cached
def _test_of(condition: Condition) -> _Test:
    """Return `condition` as a function of a position's bitboards."""
    match condition:
        case Contains(squares, men):
            return _standing(squares, men)
        case Shows(squares):
            return _showing(squares)
        case Final(is_mate):
            return lambda position: not can_move(position) and is_check(position) is is_mate
        case Cell("signs", at, among) if at == TURN:
            turns = {"w": True, "b": False}
            wanted = {turns[sign] for sign in among if sign in turns}
            return lambda position: position[3] in wanted
        case Every(conditions):
            tests = [_test_of(one) for one in conditions]
            if len(tests) == 2:
                one, other = tests
                return lambda position: one(position) and other(position)
            return lambda position: all(test(position) for test in tests)
        case Some(conditions):
            return _any_test(conditions)
        case Lacks(inner):
            inner_test = _test_of(inner)
            return lambda position: not inner_test(position)
        case _:
            return lambda position: is_met(condition, position_facts(*squares_and_turn(position)))


def _any_test(conditions: tuple[Condition, ...]) -> _Test:
    """Return the test that one of `conditions` holds.

    A condition on a man is tried only if one is on a square of it: the king, or else the man with the fewest squares.
    """
    tests_at: dict[tuple[bool, int], list[list[_Test]]] = {}
    others: list[_Test] = []
    for condition in conditions:
        parts = condition.conditions if isinstance(condition, Every) else (condition,)
        men = [one for one in parts if isinstance(one, Contains) and one.men in _KINDS]
        if not men:
            others.append(_test_of(condition))
            continue
        squares, man = min(men, key=lambda one: (one.men not in "Kk", len(one.squares), one.men))
        by_square = tests_at.setdefault((man.isupper(), _KINDS[man]), [[] for _ in range(64)])
        for square in squares:
            by_square[square].append(_test_of(condition))

    def test(position: Position) -> bool:
        us, them, _, turn = position
        for (color, kind), by_square in tests_at.items():
            men = (us if color is turn else them)[kind]
            while men:
                man = men & -men
                if any(one(position) for one in by_square[man.bit_length() - 1]):
                    return True
                men ^= man
        return any(one(position) for one in others)

    return test


def _standing(squares: tuple[int, ...], men: str) -> _Test:
    """Return the test that one of `men` is on one of `squares`."""
    region = sum(1 << square for square in squares)
    kinds = [(color, letters.index(man) + 1) for man in men for color, letters in _LETTERS.items() if man in letters]
    counts_empty = "." in men
    if len(kinds) == 1 and not counts_empty:
        ((color, kind),) = kinds

        def only(position: Position) -> bool:
            us, them, _, turn = position
            return (us if color is turn else them)[kind] & region != 0

        return only

    def test(position: Position) -> bool:
        us, them, _, turn = position
        if counts_empty and region & ~(us[0] | them[0]):
            return True
        return any((us if color is turn else them)[kind] & region for color, kind in kinds)

    return test


def _showing(squares: str) -> _Test:
    """Return the test that the board equals `squares`, 64 characters from a1."""
    boards = {
        color: [sum(1 << at for at, man in enumerate(squares) if man == letter) for letter in letters]
        for color, letters in _LETTERS.items()
    }
    white = sum(boards[True])

    def test(position: Position) -> bool:
        us, them, _, turn = position
        if (us if turn else them)[0] != white:
            return False
        return us[1:7] == boards[turn] and them[1:7] == boards[not turn]

    return test
