"""Positions as FEN, and moves between two positions: their squares, SAN and words."""

from typing import NamedTuple

from gbr_lsp.notation.attacks import name_of, squares_in
from gbr_lsp.notation.checks import ALL_MEN
from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import KING, PAWN, PIECE_NAMES, SIDE_NAMES
from gbr_lsp.solutions.legal_moves import can_move, check_sign, legal_moves, san_of
from gbr_lsp.solutions.position import CASTLES, Position, piece_type_on
from gbr_lsp.solutions.san import Move

_CASTLING = (("K", True, 1 << 7), ("Q", True, 1), ("k", False, 1 << 63), ("q", False, 1 << 56))
_ENDING_WORDS = {"+": ", check", "#": ", mate"}


class MoveDescription(NamedTuple):
    """A description of the move between two positions, for readers: its SAN, words and squares.

    A null move has no squares; castling has those of the king.
    """

    san: str
    """In English letters, with its check sign."""
    words: str
    """In English: `White's knight goes from e5 to f7, check`."""
    origin: str | None
    to: str | None


def placement_at(position: Position) -> Placement | None:
    """Return the `Placement` of a position; None if a king is missing.

    A king can be missing after the capture that a null move allows.
    """
    us, them, _, turn = position
    men: dict[int, tuple[int, bool]] = {}
    for side, color in ((us, turn), (them, not turn)):
        for piece_type in range(PAWN, KING + 1):
            for man in squares_in(side[piece_type]):
                men[man.bit_length() - 1] = piece_type, color
    return from_squares(men)


def fen_of(position: Position, clock: int, number: int) -> str | None:
    """Return the FEN of `position`; None if a king is missing.

    `clock` counts the half-moves since a capture or a pawn's move, `number` is that of the next
    move. The en-passant square is given only if a pawn can be captured there, as python-chess does.
    """
    placement = placement_at(position)
    if placement is None:
        return None
    us, them, en_passant, turn = position
    white, black = (us, them) if turn else (them, us)
    castling = "".join(letter for letter, color, corner in _CASTLING if (white if color else black)[CASTLES] & corner)
    square = name_of(en_passant) if en_passant and _can_capture_en_passant(position) else "-"
    return f"{placement.fen} {'w' if turn else 'b'} {castling or '-'} {square} {clock} {number}"


def is_irreversible(before: Position, after: Position) -> bool:
    """Return True if the move from `before` to `after` captures or is a pawn's."""
    return before[0][PAWN] != after[1][PAWN] or before[1][ALL_MEN] != after[0][ALL_MEN]


def made_move(before: Position, after: Position) -> MoveDescription:
    """Return the `MoveDescription` that led from `before` to `after`."""
    us, them, _, turn = before
    moved = after[1]
    who = SIDE_NAMES[turn]
    sign = check_sign(after)
    end = _ENDING_WORDS.get(sign) or ("" if can_move(after) else ", stalemate")
    left, come = us[ALL_MEN] & ~moved[ALL_MEN], moved[ALL_MEN] & ~us[ALL_MEN]
    if not left:
        return MoveDescription(f"--{sign}", f"{who} passes{end}", None, None)
    if left & us[KING] and left & (left - 1):
        return _castling_move(us[KING], moved[KING], who, sign, end)
    piece_type, became = piece_type_on(us, left), piece_type_on(moved, come)
    captured = them[ALL_MEN] & ~after[0][ALL_MEN]
    promotion = became if became != piece_type else 0
    captures = bool(captured) if piece_type == PAWN else False
    san = san_of(before, Move(piece_type, come, left, promotion, is_capture=captures)) + sign
    name, to = PIECE_NAMES[piece_type], name_of(come)
    if captured:
        captured_name = PIECE_NAMES[piece_type_on(them, captured)]
        passing = " en passant" if captured != come else ""
        words = f"{name} on {name_of(left)} takes the {captured_name} on {name_of(captured)}{passing}"
        words += f" and goes to {to}" if passing else ""
    else:
        words = f"{name} goes from {name_of(left)} to {to}"
    words += f" and becomes a {PIECE_NAMES[promotion]}" if promotion else ""
    return MoveDescription(san, f"{who}'s {words}{end}", name_of(left), to)


def _castling_move(king: int, target: int, who: str, sign: str, end: str) -> MoveDescription:
    """Return the `MoveDescription` of castling from `king` to `target`, each one bit."""
    short = king < target
    side = "king's" if short else "queen's"
    return MoveDescription(
        f"{'O-O' if short else 'O-O-O'}{sign}", f"{who} castles on the {side} side{end}", name_of(king), name_of(target)
    )


def _can_capture_en_passant(position: Position) -> bool:
    """Return True if a pawn can be captured en passant."""
    us, them, en_passant, _ = position
    return any(
        them[ALL_MEN] & ~move.after[0][ALL_MEN] and move.after[1][PAWN] & en_passant & ~us[PAWN]
        for move in legal_moves(position)
    )
