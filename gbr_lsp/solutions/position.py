"""Positions, and the position after a move.

A move is legal if it does not leave its own king attacked, however strange the position is: this
package follows solutions, and other rules judge boards. The code is not python-chess, because it
runs for every move of a database. The tests compare it with python-chess.
"""

from enum import Enum
from typing import Final

from gbr_lsp.notation.attacks import SQUARES_BETWEEN
from gbr_lsp.notation.checks import ALL_MEN, BACK_RANKS, Side, attackers, sides_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, KING, PAWN, ROOK, WHITE
from gbr_lsp.solutions.san import CASTLING, NULL, Move, as_pawn_move, as_piece_move

Position = tuple[Side, Side, int, bool]
"""The side to move, the other side, the square of a possible capture en passant or 0, and True if
White moves. Field 7 of a side has the rooks that may castle. Positions share sides, so a side must
not change once a position has it."""


class MoveAmbiguity(Enum):
    """What follows a move that two men could make, in place of a position; it is true, as a position is."""

    AMBIGUOUS = "two men could make the move"


AMBIGUOUS: Final = MoveAmbiguity.AMBIGUOUS


CASTLES = 7
_PIECE_TYPES = range(PAWN, KING + 1)
_CORNERS = {"K": 1 << 7, "Q": 1, "k": 1 << 63, "q": 1 << 56}
_RANK_4, _RANK_5 = 0xFF << 24, 0xFF << 32
_HOMES = {WHITE: 1 << 4, BLACK: 1 << 60}
_CASTLING_STEPS = {1 << 6: 1 << 7, 1 << 7: 1 << 7, 1 << 2: 1, 1: 1}
"""The target of a king on e1 in `e1g1` or `e1h1`, and the corner of the castling rook."""


PositionKey = tuple[int, ...]
"""The men and the side to move, without rights to castle: equal for positions that look equal."""


def position_key(position: Position) -> PositionKey:
    """Return the `PositionKey`: side to move, then both sides' bitboards."""
    us, them, _, turn = position
    return (turn, *us[:CASTLES], *them[:CASTLES])


def position_of(placement: Placement, turn: bool, castling: str) -> Position:
    """Return the `Position` of `placement` with `turn` to move and no en passant.

    `castling` has letters of `KQkq`; a letter counts only if king and rook are at home.
    """
    return position_with(*sides_of(placement), turn, castling)


def position_with(white: Side, black: Side, turn: bool, castling: str) -> Position:
    """Return the `Position` of the men of both sides, as `position_of` does."""
    white, black = [*white, _castling_rooks(white, WHITE, castling)], [*black, _castling_rooks(black, BLACK, castling)]
    return (white, black, 0, turn) if turn else (black, white, 0, turn)


def play(position: Position, move: Move) -> Position | MoveAmbiguity | None:
    """Return the position after `move`, None if illegal, `AMBIGUOUS` if two men can make it."""
    us, them, en_passant, turn = position
    piece_type, to = move.piece_type, move.to
    if piece_type < PAWN:
        return _play_special(position, move)
    origin = move.origin & us[piece_type]
    if not origin or us[0] & to:
        return None
    if piece_type == PAWN and move.is_capture != (0 != them[0] & to):
        if not move.is_capture or to != en_passant:
            return None
        them = _without_man(them, to >> 8 if turn else to << 8)
    if origin & (origin - 1):
        return _play_one_of(position, move, origin)
    ends = origin | to
    path = 0 if piece_type == KING else SQUARES_BETWEEN[ends]
    if path and path & (us[0] | them[0]):
        return None
    moved = us.copy()
    moved[0] ^= ends
    moved[piece_type] ^= ends
    if move.promotion:
        moved[PAWN] ^= to
        moved[move.promotion] ^= to
    if them[0] & to:
        them = _without_man(them, to)
    if us[7]:
        moved[7] = 0 if piece_type == KING else us[7] & ~origin
    if attackers(moved, them, turn):
        return None
    # Only a pawn's double step has a square between its ends; there it may be captured.
    return them, moved, path if piece_type == PAWN else 0, not turn


def white_to_move(position: Position) -> bool:
    """Return True if White is to move. Code that runs for every move unpacks the tuple, which is faster."""
    return position[3]


def passed_squares(position: Position) -> int:
    """Return the squares that a pawn may just have passed, as a bitboard.

    The pawn is of the side that moved last.
    """
    us, them, _, turn = position
    squares = (them[PAWN] & _RANK_5) << 8 if turn else (them[PAWN] & _RANK_4) >> 8
    return squares & ~(us[ALL_MEN] | them[ALL_MEN])


def has_pawns_at_the_ends(position: Position) -> bool:
    """Return True if a pawn is on the first or last rank.

    There is no rule for its moves.
    """
    us, them, _, _ = position
    return (us[PAWN] | them[PAWN]) & BACK_RANKS != 0


def piece_type_on(side: Side, square: int) -> int:
    """Return the type of the man of `side` on `square` (one bit), or 0."""
    return next((piece_type for piece_type in _PIECE_TYPES if side[piece_type] & square), 0)


def _castling_rooks(side: Side, color: bool, castling: str) -> int:
    """Return the rooks of `side`, as a bitboard, that may castle according to `castling`."""
    if side[KING] != _HOMES[color]:
        return 0
    corners = [corner for letter, corner in _CORNERS.items() if letter in castling and letter.isupper() == color]
    return side[ROOK] & sum(corners)


def _play_one_of(position: Position, move: Move, origins: int) -> Position | MoveAmbiguity | None:
    """Return the position after the move by the one man on `origins` that can make it.

    None if none can, `AMBIGUOUS` if two can; the others are blocked or pinned.
    """
    found = None
    while origins:
        origin = origins & -origins
        origins ^= origin
        after = play(position, move.with_man(move.piece_type, origin, is_capture=move.is_capture))
        if after and found:
            return AMBIGUOUS
        found = after or found
    return found


def _play_special(position: Position, move: Move) -> Position | MoveAmbiguity | None:
    """Return the position after a null move, castling or `e2e4`; None if illegal."""
    us, them, _, turn = position
    if move.piece_type == NULL:
        return None if attackers(us, them, turn) else (them, us, 0, not turn)
    if move.piece_type == CASTLING:
        return _play_castling(position, move.to if turn else move.to << 56)
    piece_type = piece_type_on(us, move.origin)
    if not piece_type:
        return None
    corner = _CASTLING_STEPS.get(move.to if turn else move.to >> 56)
    if piece_type == KING and corner and move.origin == _HOMES[turn] and not move.promotion:
        return _play_castling(position, corner if turn else corner << 56)
    return play(position, as_pawn_move(move, turn) if piece_type == PAWN else as_piece_move(move, piece_type))


def _play_castling(position: Position, corner: int) -> Position | None:
    """Return the position after castling with the rook on `corner`; None if that is illegal."""
    us, them, _, turn = position
    king = us[KING]
    if not king or not us[CASTLES] & corner or SQUARES_BETWEEN[king | corner] & (us[ALL_MEN] | them[ALL_MEN]):
        return None
    passed, target = (king >> 1, king >> 2) if corner < king else (king << 1, king << 2)
    if any(attackers(_with_king(us, square), them, turn) for square in (king, passed)):
        return None
    moved = _with_king(us, target)
    moved[ROOK] ^= corner | passed
    moved[ALL_MEN] ^= corner | passed
    moved[CASTLES] = 0
    return None if attackers(moved, them, turn) else (them, moved, 0, not turn)


def _with_king(side: Side, square: int) -> Side:
    """Return a copy of `side` with the king on `square`."""
    moved = side.copy()
    moved[ALL_MEN] ^= side[KING] ^ square
    moved[KING] = square
    return moved


def _without_man(side: Side, square: int) -> Side:
    """Return a copy of `side` without the man on `square`."""
    rest = side.copy()
    rest[ALL_MEN] ^= square
    rest[CASTLES] &= ~square
    for piece_type in _PIECE_TYPES:
        if rest[piece_type] & square:
            rest[piece_type] ^= square
            break
    return rest
