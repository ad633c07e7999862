"""Reasons why a move is illegal, in words that are true of the position."""

from gbr_lsp.notation.attacks import pawn_threats
from gbr_lsp.notation.checks import ALL_MEN
from gbr_lsp.notation.values import COLOR_NAMES, KING, PAWN, PIECE_NAMES, SQUARES
from gbr_lsp.solutions.position import Position, piece_type_on, play
from gbr_lsp.solutions.san import FROM_TO, MOVES, NULL, Spelling, as_piece_move, named_squares, spelling


def reason(position: Position, san: str) -> str:
    """Return why `play` refuses the move `san`: `there is no white rook on the d-file`.

    The text is the end of a message. Ambiguous moves have no reason.
    """
    us, _, _, turn = position
    color = COLOR_NAMES[turn]
    spelt = spelling(san)
    if spelt is None:
        move = MOVES[turn][san]
        if move is not None and move.piece_type == NULL:
            return f"{color.capitalize()} is in check"
        return f"{color.capitalize()} cannot castle" if san[0] in "O0" else "a pawn cannot become a king"
    if spelt.piece_type == FROM_TO:
        piece_type = piece_type_on(us, 1 << SQUARES[spelt.file + spelt.rank])
        if not piece_type:
            return f"there is no {color} man on {spelt.file}{spelt.rank}"
        spelt = spelt._replace(piece_type=piece_type)
    name = f"{color} {PIECE_NAMES[spelt.piece_type]}"
    men = us[spelt.piece_type]
    if not men:
        return f"there is no {name}"
    where = _origin_words(spelt)
    if not men & named_squares(spelt):
        return f"there is no {name}{where}"
    if spelt.promotion and spelt.piece_type != PAWN:
        return f"the {name} does not promote"
    own = piece_type_on(us, 1 << SQUARES[spelt.to])
    if own:
        return f"the {color} {PIECE_NAMES[own]} stands on {spelt.to}"
    return _man_reason(position, san, spelt, name)


def _origin_words(spelt: Spelling) -> str:
    """Return the named part of the origin: ` on the d-file`, ` on rank 3`, ` on d3`, or nothing."""
    if spelt.file and spelt.rank:
        return f" on {spelt.file}{spelt.rank}"
    return f" on the {spelt.file}-file" if spelt.file else f" on rank {spelt.rank}" if spelt.rank else ""


def _man_reason(position: Position, san: str, spelt: Spelling, name: str) -> str:
    """Return the reason for a move by a man called `name` whose origin is right."""
    us, them, en_passant, turn = position
    to = spelt.to
    if _can_move_ignoring_check(position, san):
        return f"the {COLOR_NAMES[turn]} king would stand in check"
    if spelt.piece_type == PAWN:
        if spelt.promotion and _can_move_ignoring_check(position, san[: san.rindex(to) + 2]):
            return f"the {name} does not promote on {to}"
        if not spelt.promotion and _can_move_ignoring_check(position, san + "=Q"):
            return f"the {name} has to promote on {to}"
        if _can_move_ignoring_check(_with_capturable(position, to), san):
            return f"there is nothing to capture on {to}"
        square = 1 << SQUARES[to]
        if not spelt.file and (them[ALL_MEN] | en_passant) & square and pawn_threats(square, turn) & us[PAWN]:
            return f"a {name} can only capture on {to}"
    if spelt.file and spelt.rank:
        return f"the {name}{_origin_words(spelt)} cannot go to {to}"
    if spelt.piece_type == KING:
        return f"the {name} cannot go to {to}"
    return f"no {name}{_origin_words(spelt)} can go to {to}"


def _can_move_ignoring_check(position: Position, san: str) -> bool:
    """Return True if the move `san` would be legal if checks did not matter."""
    us, them, en_passant, turn = position
    move = MOVES[turn][san]
    if move is None:
        return False
    if move.piece_type == FROM_TO and us[KING] & move.origin:
        move = as_piece_move(move, KING)
    if move.piece_type == KING:
        return bool(us[KING] & move.origin) and not us[ALL_MEN] & move.to
    without_king = us.copy()
    without_king[KING] = 0
    return bool(play((without_king, them, en_passant, turn), move))


def _with_capturable(position: Position, square: str) -> Position:
    """Return the position with an enemy pawn on the empty square `square`."""
    us, them, en_passant, turn = position
    more = them.copy()
    more[ALL_MEN] |= 1 << SQUARES[square]
    more[PAWN] |= 1 << SQUARES[square]
    return us, more, en_passant, turn
