"""The moves printed in a game, followed from a board with all variations, up to the first that is illegal.

Most solutions are sound, so the moves are followed without looking at offsets and move numbers. Only where a move is
illegal is the text read again, to say where and which, and then everything is asked that could excuse the move.
What cannot be known is left alone: a solution with a word that is not understood, a closing parenthesis too many, a
number that does not count the moves followed, or letters that another language explains better.
"""

from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import SQUARES
from gbr_lsp.solutions.languages import in_english
from gbr_lsp.solutions.moves import AMBIGUOUS, CASTLES, Position, has_pawns_at_the_ends, passed, play, position_of
from gbr_lsp.solutions.movetext import CLOSE, OPEN, first_number, place_of, tokens_of
from gbr_lsp.solutions.reasons import reason
from gbr_lsp.solutions.san import CASTLING, FROM_TO, MOVES


class Start(NamedTuple):
    """Where a solution starts; None for what the board does not say, otherwise the fields of a FEN."""

    placement: Placement
    turn: bool | None
    castling: str | None
    en_passant: str | None


class Illegal(NamedTuple):
    """A move that is not legal: where it stands, the move with its number, and why, in words."""

    span: Span
    move: str
    reason: str


class _Stop(NamedTuple):
    """The place among the tokens of a move that is illegal, and the position before it."""

    at: int
    position: Position


def first_illegal(text: str, start: Start) -> Illegal | None:
    """The first illegal move of a PGN game, tags included, that is followed from a board; never raises."""
    tokens = tokens_of(text)
    if not tokens:
        return None
    position = position_at(text, start)
    turn = position[3]
    stop = _replay(tokens, position)
    if stop is None or _excused(tokens, start, position, stop):
        return None
    place = place_of(text, stop.at, turn)
    return place and Illegal(place.span, place.move, reason(stop.position, tokens[stop.at]))


def position_at(text: str, start: Start) -> Position:
    """The position that the moves of a game start from; the first number says who moves where the board does not."""
    turn = start.turn
    if turn is None:
        number = first_number(text)
        turn = number is None or not number.black
    return _position(start, turn)


def _replay(tokens: list[str], start: Position) -> _Stop | None:
    """Where the tokens stop being legal moves; None where they do not, and where one cannot tell."""
    now = start
    before: Position | None = None
    lines: list[tuple[Position, Position]] = []
    for index, token in enumerate(tokens):
        if token == OPEN:
            if before is None:
                return None
            lines.append((now, before))
            now, before = before, None
        elif token == CLOSE:
            if not lines:
                return None
            now, before = lines.pop()
        else:
            move = MOVES[now[3]][token]
            if move is None:
                return None
            after = play(now, move)
            if after is None:
                return _Stop(index, now)
            if after is AMBIGUOUS:
                return None
            before, now = now, after
    return None


def _excused(tokens: list[str], start: Start, first: Position, stop: _Stop) -> bool:
    """Whether something that is not known could make the move legal."""
    us, them, _, turn = now = stop.position
    move = MOVES[turn][tokens[stop.at]]
    if move is None or has_pawns_at_the_ends(first):
        return True
    if move.piece_type in (CASTLING, FROM_TO) and not _castling_fits(start.castling, first):
        return True
    if now is first and _en_passant(start.en_passant, first) is None and move.to & passed(first):
        return play((us, them, move.to, turn), move) is not None
    if start.turn is None and _goes_farther(tokens, _position(start, not first[3]), stop):
        return True
    for english in in_english(tokens):
        meant = MOVES[turn][english[stop.at]]
        if (meant and play(now, meant)) or _goes_farther(english, first, stop):
            return True
    return False


def _goes_farther(tokens: list[str], first: Position, stop: _Stop) -> bool:
    other = _replay(tokens, first)
    return other is None or stop.at < other.at


def _position(start: Start, turn: bool) -> Position:
    """The board of the start with a color to move; what is not known of castling is allowed, of en passant is not."""
    castling = "KQkq" if start.castling is None else start.castling
    us, them, _, _ = position = position_of(start.placement, turn, castling)
    return us, them, _en_passant(start.en_passant, position) or 0, turn


def _en_passant(field: str | None, position: Position) -> int | None:
    """The square of the field, 0 for none; None where it is not said, or where no pawn has passed that square."""
    if field == "-":
        return 0
    square = 1 << SQUARES[field] if field in SQUARES else 0
    return square & passed(position) or None


def _castling_fits(field: str | None, position: Position) -> bool:
    """Whether a field grants what the board has kings and rooks at home for, by the letters KQkq."""
    us, them, _, _ = position
    return field is None or field == "-" or len(field) == (us[CASTLES] | them[CASTLES]).bit_count()
