"""The positions that the changes of a twin may make of a position.

`wKg8` makes one. `Pa4` may move a pawn or add one of either color, so it makes several.
"""

from collections.abc import Iterator, Sequence

from gbr_lsp.languages.changes import Change, StatedMan, Way
from gbr_lsp.notation.checks import can_capture_king
from gbr_lsp.notation.placement import Placement, from_letters
from gbr_lsp.notation.values import SQUARES

_MAX_POSITIONS = 8
"""If more positions are possible, the changes are not understood."""
_MAX_ALTERNATIVES = 60

PlacementAndTurn = tuple[Placement, bool | None]
"""A placement with its side to move; None if nothing states it."""
_State = tuple[str, bool | None]
"""The same, with the 64 squares as in `Placement.squares`."""


def changed_positions(start: PlacementAndTurn, changes: Sequence[Sequence[Change]]) -> list[PlacementAndTurn]:
    """Return the positions that `changes`, each with its alternatives, may make of `start`.

    The list is empty if one of them cannot be made, or if too many positions are possible.
    """
    states = {(start[0].squares, start[1]): None}
    for alternatives in changes:
        states = dict.fromkeys(after for state in states for change in alternatives for after in _made(state, change))
        if _MAX_ALTERNATIVES < len(states):
            return []
    made = [(placement, turn) for squares, turn in states if (placement := from_letters(squares))]
    found = [one for one in made if one != start and not one[0].misplaced_pawns and not can_capture_king(*one)]
    return found if len(found) <= _MAX_POSITIONS else []


def _made(state: _State, change: Change) -> Iterator[_State]:
    """Yield the states after `change`."""
    squares, turn = state
    man, other = change.man, change.other
    if change.way is Way.TURN:
        yield squares, man.color
    elif change.way is Way.COLORS:
        yield from ((squares.swapcase(), its_turn) for its_turn in (turn, not turn if turn is not None else None))
    elif change.way is Way.EXCHANGE:
        pairs = [(one, two) for one in _squares_of(squares, man) for two in _squares_of(squares, other) if one != two]
        yield from ((_with(squares, {one: squares[two], two: squares[one]}), turn) for one, two in pairs)
    elif change.way is Way.REMOVE:
        gone = (at for at in _squares_of(squares, man) if squares[at] not in "Kk")
        yield from ((_with(squares, {at: "."}), turn) for at in gone)
    elif change.way is Way.MOVE:
        moved = (after for at in _squares_of(squares, man) for after in _moved(squares, at, other))
        yield from ((after, turn) for after in moved)
    elif change.way in (Way.PUT, Way.ADD) and man.square:
        yield from ((after, turn) for after in _put(squares, man, may_move=change.way is Way.PUT))


def _squares_of(squares: str, man: StatedMan) -> list[int]:
    """Return the squares, 0 to 63, where a man may be `man`."""
    among = [SQUARES[man.square]] if man.square else range(64)
    return [at for at in among if squares[at] != "." and _may_be(squares[at], man)]


def _may_be(letter: str, man: StatedMan) -> bool:
    return man.kind in ("", letter.upper()) and man.color in (None, letter.isupper())


def _moved(squares: str, at: int, other: StatedMan) -> Iterator[str]:
    """Yield the squares after the man on `at` goes to the square of `other`, or becomes `other` there."""
    letter, target = squares[at], SQUARES[other.square] if other.square else at
    if target != at and squares[target] == "." and _may_be(letter, other):
        yield _with(squares, {at: ".", target: letter})
    elif target == at and other.kind and letter not in "Kk" and not _may_be(letter, other):
        color = letter.isupper() if other.color is None else other.color
        yield _with(squares, {at: other.kind if color else other.kind.lower()})


def _put(squares: str, man: StatedMan, *, may_move: bool) -> Iterator[str]:
    """Yield the squares with `man` on its square: added there, or moved or changed if it may."""
    target, kind = SQUARES[man.square], man.kind or "P"
    letters = [kind if color else kind.lower() for color in ((True, False) if man.color is None else (man.color,))]
    if squares[target] != "." and may_move:
        yield from _moved(squares, target, man._replace(kind=kind))
    elif squares[target] == ".":
        origins = _squares_of(squares, StatedMan(kind, man.color)) if may_move else []
        yield from (_with(squares, {at: ".", target: squares[at]}) for at in origins)
        yield from (_with(squares, {target: letter}) for letter in letters if kind != "K")


def _with(squares: str, changed: dict[int, str]) -> str:
    letters = list(squares)
    for at, letter in changed.items():
        letters[at] = letter
    return "".join(letters)
