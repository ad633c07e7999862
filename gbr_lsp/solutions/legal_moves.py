"""The legal moves of a position and their names."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gbr_lsp.notation.attacks import THREATS, Threats, name_of, squares_in
from gbr_lsp.notation.checks import ALL_MEN, BACK_RANKS, Side, attackers
from gbr_lsp.notation.values import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from gbr_lsp.solutions.position import AMBIGUOUS, CASTLES, Position, play, white_to_move
from gbr_lsp.solutions.san import CASTLING, LETTER_OF, MOVES, Move

_PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)


class LegalMove(NamedTuple):
    """A legal move: its SAN without check sign, and the position after it."""

    san: str
    after: Position


def legal_moves(position: Position) -> list[LegalMove]:
    """Return the legal moves of `position` as a list of `LegalMove`."""
    return [LegalMove(san_of(position, move), after) for move, after in moves_from(position)]


def replay(position: Position, moves: Iterable[Iterable[str]]) -> Iterator[tuple[str, Position]]:
    """Yield the SAN of each of `moves` and the position after it, up to the first that is illegal or ambiguous.

    A move is given by its readings in SAN, and the first legal one counts: `[["e4"], ["d5", "Qd5"]]`.
    The pairs are no `LegalMove`s, because making these would take a third of the time.
    """
    _, _, _, turn = position
    for readings in moves:
        for san in readings:
            move = MOVES[turn][san]
            after = move and play(position, move)
            if after and after is not AMBIGUOUS:
                yield san, after
                position, turn = after, not turn
                break
        else:
            return


def count_playable(position: Position, moves: Iterable[str]) -> int:
    """Return the number of `moves`, in SAN, that are legal one after the other."""
    return sum(1 for _ in replay(position, zip(moves, strict=True)))


def is_check(position: Position) -> bool:
    """Return True if the side to move is in check."""
    us, them, _, turn = position
    return attackers(us, them, turn) != 0


def can_move(position: Position) -> bool:
    """Return True if the side to move has a legal move."""
    return _has_easy_move(position) or next(moves_from(position), None) is not None


def _has_easy_move(position: Position) -> bool:
    """Return True if a legal move is found quickly; False proves nothing.

    Either the king steps to an empty square. Or he is not in check and another man steps to a
    neighbor square; this man is not in line with the king and so shields nothing.
    """
    us, them, _, turn = position
    king, own, others = us[KING], us[ALL_MEN], them[ALL_MEN]
    moved, steps = us.copy(), THREATS[turn][king][2] & ~(own | others)
    while steps:
        step = steps & -steps
        steps ^= step
        moved[KING], moved[ALL_MEN] = step, own ^ king | step
        if not attackers(moved, them, turn):
            return True
    return has_free_man(position) and not attackers(us, them, turn)


def has_free_man(position: Position) -> bool:
    """Return True if a man other than the king can move unless there is a check.

    Such a man is not in line with the king, so that he shields nothing. False proves nothing.
    """
    us, them, _, turn = position
    threats = THREATS[turn]
    _, _, _, straight, diagonal = threats[us[KING]]
    men = (us[ALL_MEN] ^ us[KING]) & ~(straight | diagonal)
    return bool(men) and _has_step(us, them[ALL_MEN], men, threats, turn)


def _has_step(us: Side, others: int, men: int, threats: Mapping[int, Threats], turn: bool) -> bool:
    """Return True if any of `men` can step to a neighbor square or jump.

    `men` is a bitboard of the side `us` without the king; `others` are the men of the other side.
    """
    pawns = us[PAWN] & men
    if (pawns << 8 if turn else pawns >> 8) & ~(us[ALL_MEN] | others):
        return True
    men ^= pawns
    while men:
        man = men & -men
        men ^= man
        _, jumps, ring, straight, diagonal = threats[man]
        steps = ring & (straight if us[ROOK] & man else diagonal if us[BISHOP] & man else ring)
        if (jumps if us[KNIGHT] & man else steps) & ~us[ALL_MEN]:
            return True
    return False


def check_sign(after: Position) -> str:
    """Return the sign of the move that led to `after`: `+`, `#` or an empty text."""
    return "" if not is_check(after) else "+" if can_move(after) else "#"


def intended_moves(position: Position, san: str) -> list[LegalMove]:
    """Return the legal moves that the ambiguous spelling `san` may mean, as a list of `LegalMove`."""
    move = MOVES[white_to_move(position)][san]
    if move is None:
        return []
    found = []
    for origin in squares_in(move.origin & position[0][move.piece_type]):
        one = move.with_man(move.piece_type, origin, is_capture=move.is_capture)
        after = play(position, one)
        if after and after is not AMBIGUOUS:
            found.append(LegalMove(san_of(position, one), after))
    return found


def moves_from(position: Position) -> Iterator[tuple[Move, Position]]:
    """Yield each legal `Move` with the position after it, the king's moves first."""
    us, them, en_passant, turn = position
    for piece_type in (KING, QUEEN, ROOK, BISHOP, KNIGHT):
        for origin in squares_in(us[piece_type]):
            _, jumps, ring, straight, diagonal = THREATS[turn][origin]
            reach = (jumps, diagonal, straight, straight | diagonal, ring)[piece_type - KNIGHT]
            for to in squares_in(reach & ~us[ALL_MEN]):
                yield from _if_legal(position, Move(piece_type, to, origin))
    # There is no rule for pawns on the first and last rank.
    for origin in squares_in(us[PAWN] & ~BACK_RANKS):
        # A pawn attacks the squares from which an enemy pawn would attack it.
        for to in squares_in(THREATS[turn][origin][0] & (them[ALL_MEN] | en_passant)):
            yield from _pawn_moves(position, Move(PAWN, to, origin, is_capture=True))
        for steps in (8, 16):
            to = origin << steps if turn else origin >> steps
            home = 0xFF00 if turn else 0xFF << 48
            if to and (steps == 8 or origin & home):
                yield from _pawn_moves(position, Move(PAWN, to, origin))
    for corner in (1 << 7, 1):
        if us[CASTLES] & (corner if turn else corner << 56):
            yield from _if_legal(position, Move(CASTLING, corner))


def _pawn_moves(position: Position, move: Move) -> Iterator[tuple[Move, Position]]:
    """Yield `move` with its position if it is legal; a pawn on the last rank becomes each piece."""
    if move.to & BACK_RANKS:
        for promotion in _PROMOTIONS:
            yield from _if_legal(position, Move(PAWN, move.to, move.origin, promotion, is_capture=move.is_capture))
    else:
        yield from _if_legal(position, move)


def _if_legal(position: Position, move: Move) -> Iterator[tuple[Move, Position]]:
    """Yield `move` with the position after it, if it is legal."""
    after = play(position, move)
    if after is not None and after is not AMBIGUOUS:
        yield move, after


def san_of(position: Position, move: Move) -> str:
    """Return the shortest SAN of the legal move `move` by one man: `Nbxd2`."""
    if move.piece_type == CASTLING:
        return "O-O" if move.to == 1 << 7 else "O-O-O"
    _, them, _, turn = position
    to, origin = name_of(move.to), name_of(move.origin)
    if move.piece_type == PAWN:
        promotion = f"={LETTER_OF[move.promotion]}" if move.promotion else ""
        return f"{origin[0]}x{to}{promotion}" if move.is_capture else f"{to}{promotion}"
    letter = LETTER_OF[move.piece_type]
    takes = "x" if them[ALL_MEN] & move.to else ""
    for named in ("", origin[0], origin[1]):
        spelt = MOVES[turn][f"{letter}{named}{to}"]
        if spelt and play(position, spelt) is not AMBIGUOUS:
            return f"{letter}{named}{takes}{to}"
    return f"{letter}{origin}{takes}{to}"
