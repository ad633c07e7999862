"""Boards with a single wrong man that let a broken line run: moves or board may be wrong."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gbr_lsp.notation.attacks import squares_in
from gbr_lsp.notation.checks import ALL_MEN, BACK_RANKS, Side, impossibility_with_turn
from gbr_lsp.notation.men import man_name
from gbr_lsp.notation.values import KING, PAWN, QUEEN, ROOK, SQUARE_NAMES
from gbr_lsp.solutions.legal_moves import count_playable
from gbr_lsp.solutions.position import CASTLES, Position

_STEPS = (-9, -8, -7, -1, 1, 7, 8, 9)


def is_legal_with_slip(start: Position, moves: Sequence[str], plies: int) -> bool:
    """Return True if the first `plies` of `moves` are legal from a board that differs in one man.

    Compared with `start`, the man is one square off, of another kind or color, or missing.
    """
    return any(plies <= count_playable(position, moves) for position in _with_one_slip(start))


class ManRelocation(NamedTuple):
    """A man on the wrong `square`, and the square `new_square` that the moves need.

    Squares count from a1 (0) to h8 (63).
    """

    square: int
    new_square: int
    piece_type: int
    color: bool

    @property
    def steps(self) -> int:
        """Return the distance of the squares: files plus ranks."""
        return abs(self.square % 8 - self.new_square % 8) + abs(self.square // 8 - self.new_square // 8)

    @property
    def words(self) -> str:
        """Return the man on his new square in words: `the white king on e4`."""
        return f"the {man_name(self.piece_type, self.color)} on {SQUARE_NAMES[self.new_square]}"


MAX_STEPS = 14
"""The distance of two corners."""


def find_relocations(
    start: Position, lines: Sequence[Sequence[str]], max_steps: int = MAX_STEPS
) -> Iterator[ManRelocation]:
    """Yield each `ManRelocation` of at most `max_steps` that makes all of `lines` legal, the nearest squares first.

    `lines` are lists of moves in SAN. Impossible positions are skipped.
    """
    us, them, _, turn = start
    empty = ~(us[ALL_MEN] | them[ALL_MEN]) & (1 << 64) - 1
    men = [
        ManRelocation(bit.bit_length() - 1, to.bit_length() - 1, piece_type, turn is ours)
        for ours, side in ((True, us), (False, them))
        for piece_type in range(PAWN, KING + 1)
        for bit in squares_in(side[piece_type])
        for to in squares_in(empty & ~BACK_RANKS if piece_type == PAWN else empty)
    ]
    for man in sorted((man for man in men if man.steps <= max_steps), key=lambda man: (man.steps, man)):
        position = with_man_moved(start, man)
        runs = all(len(line) <= count_playable(position, line) for line in lines)
        if runs and impossibility_with_turn(position[0], position[1], turn) is None:
            yield man


def with_man_moved(start: Position, man: ManRelocation) -> Position:
    """Return the position `start` with `man` on its other square."""
    us, them, _, turn = start
    ours = man.color is turn
    side = us if ours else them
    moved = _toggle(_toggle(side, man.piece_type, 1 << man.square), man.piece_type, 1 << man.new_square)
    if man.piece_type not in (ROOK, KING):
        moved[CASTLES] = side[CASTLES]
    return (moved, them, 0, turn) if ours else (us, moved, 0, turn)


def _with_one_slip(position: Position) -> Iterator[Position]:
    """Yield the positions that differ from `position` in one man."""
    us, them, _, turn = position
    for ours in (True, False):
        side, other = (us, them) if ours else (them, us)
        for piece_type in range(PAWN, KING + 1):
            for bit in squares_in(side[piece_type]):
                for changed, opposed in _sides_with_slip(side, other, piece_type, bit):
                    yield (changed, opposed, 0, turn) if ours else (opposed, changed, 0, turn)


def _sides_with_slip(side: Side, other: Side, piece_type: int, bit: int) -> Iterator[tuple[Side, Side]]:
    """Yield the pair of sides (`side`, `other`) after one mistake about the man on `bit`.

    He is one square off, missing, of the other color or of another kind. A king is only moved.
    """
    gone = _toggle(side, piece_type, bit)
    for to in _neighbors(bit):
        if not (side[ALL_MEN] | other[ALL_MEN]) & to:
            yield _toggle(gone, piece_type, to), other
    if piece_type == KING:
        return
    yield gone, other
    yield gone, _toggle(other, piece_type, bit)
    for kind in range(PAWN, QUEEN + 1):
        if kind != piece_type:
            yield _toggle(gone, kind, bit), other


def _toggle(side: Side, piece_type: int, bit: int) -> Side:
    """Return a copy of `side` with a man put on `bit` or removed from it, without castling."""
    changed = side.copy()
    changed[ALL_MEN] ^= bit
    changed[piece_type] ^= bit
    changed[CASTLES] = 0
    return changed


def _neighbors(bit: int) -> Iterator[int]:
    """Yield the neighbor squares of `bit`, each as one bit."""
    square = bit.bit_length() - 1
    for step in _STEPS:
        to = square + step
        if 0 <= to < 64 and abs(to % 8 - square % 8) <= 1:
            yield 1 << to
