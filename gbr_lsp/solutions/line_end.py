"""The position at the end of a printed line, found quickly: a first look at very many lines.

If all moves of a line are legal, it is the position that `play` leads to, without castling and en
passant. These are only considered if several men or readings compete.
"""

from collections.abc import Iterable, Iterator
from itertools import cycle, starmap

from gbr_lsp.notation.attacks import SQUARES_BETWEEN
from gbr_lsp.notation.checks import ALL_MEN, Side
from gbr_lsp.notation.values import KING, PAWN
from gbr_lsp.solutions.languages import Language
from gbr_lsp.solutions.legal_moves import LegalMove, replay
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.position import CASTLES, Position
from gbr_lsp.solutions.san import MOVES
from gbr_lsp.solutions.spelling import moves_in, readings

_PIECE_TYPES = range(PAWN, KING + 1)


def play_item(item: MoveToken, language: Language, position: Position) -> LegalMove | None:
    """Return the first legal reading of `item` as a `LegalMove`, or None."""
    return next(starmap(LegalMove, replay_items(position, (item,), language)), None)


def replay_items(position: Position, items: Iterable[MoveToken], language: Language) -> Iterator[tuple[str, Position]]:
    """Yield the SAN of each of the moves `items` and the position after it, as `replay` does."""
    colors = cycle((position[3], not position[3]))
    return replay(position, (readings(item, language, white=white) for item, white in zip(items, colors, strict=False)))


def may_be_made(item: MoveToken, language: Language, side: Side, *, white: bool) -> bool:
    """Return False if no man of `side` can make the move `item`, wherever the others are.

    `white` is True if `side` is White. Items that are no "move" may always be made.
    """
    if item.kind != "move":
        return True
    moves = map(MOVES[white].__getitem__, readings(item, language, white=white))
    return any(move and (move.piece_type < PAWN or move.origin & side[move.piece_type]) for move in moves)


def end_of(position: Position, moves: Iterable[MoveToken], language: Language) -> Position | None:
    """Return the position after `moves`; None if one of them was found impossible.

    Not every illegal move is found: pins, checks and blocked lines are not looked at.
    """
    us, them, en_passant, turn = position
    us, them, ends = us.copy(), them.copy(), 0
    moves_by_turn = moves_in(language.name, white=False), moves_in(language.name, white=True)
    for item in moves:
        move = moves_by_turn[turn][item.text]
        origin = move.origin & us[move.piece_type] if move and PAWN <= move.piece_type else 0
        if not move or not origin or origin & (origin - 1) or (move.is_capture and not them[ALL_MEN] & move.to):
            if ends:
                en_passant = SQUARES_BETWEEN[ends] if them[PAWN] & ends else 0
            made = play_item(item, language, (us, them, en_passant, turn))
            if made is None:
                return None
            us, them, en_passant, turn = made[1]
            ends = 0
            continue
        to = move.to
        ends = origin | to
        us[ALL_MEN] ^= ends
        us[move.piece_type] ^= ends
        if move.promotion:
            us[PAWN] ^= to
            us[move.promotion] ^= to
        if them[ALL_MEN] & to:
            them[ALL_MEN] ^= to
            for piece_type in _PIECE_TYPES:
                if them[piece_type] & to:
                    them[piece_type] ^= to
                    break
        us, them, turn = them, us, not turn
    us[CASTLES] = them[CASTLES] = 0
    return us, them, 0, turn
