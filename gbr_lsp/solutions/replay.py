"""Fast check of PGN games, for the many games in which every move is right.

The result is only whether a game is clean: every number, move and bracket is understood and right.
All other games are read tolerantly by `game`, which finds the problems, if any. The tests compare
both on every text.

If `follow.c` was compiled at installation, it follows text in the usual form. All other text is
followed here, so that the answers are the same.
"""

from typing import NamedTuple

from gbr_lsp.hosts.pgn import results_before_text
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import SQUARES
from gbr_lsp.solutions.c_extension import FOLLOW
from gbr_lsp.solutions.movetext import CLOSE, OPEN, game_parts, is_mistake, tokens_of
from gbr_lsp.solutions.position import AMBIGUOUS, Position, passed_squares, play, position_of, white_to_move
from gbr_lsp.solutions.san import MOVES


class Start(NamedTuple):
    """The board of a solution, as fields of a FEN; None for a missing field."""

    placement: Placement
    turn: bool | None
    castling: str | None
    en_passant: str | None


INITIAL = Start(Placement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), True, "KQkq", "-")
"""The start of a game without a FEN."""

_MAX_HALVES = 2000
_MAX_NUMBER_LENGTH = len(str(_MAX_HALVES))
MAX_LENGTH = 200_000
"""Games with more code points are read by `game`, part by part: finding all tokens at once would
block every thread."""
_LABELS = [f"{half // 2}{'...' if half % 2 else '.'}" for half in range(_MAX_HALVES)]


def is_clean(text: str, start: Start) -> bool:
    """Return True if all movetext of a game, tags included, is understood and right; never raises.

    Results and check signs are not judged, but no other game may follow on the line. `start` is the board.
    """
    return clean_ends(text, start) is not None


class LineEnd(NamedTuple):
    """The last position of a line.

    `is_tried` is True if a move of White in it may be marked as a mistake, None if that is unknown.
    `is_main` is True if the line may be the main line.
    """

    position: Position
    is_tried: bool | None
    is_main: bool


def clean_ends(text: str, start: Start, tags: int = 0) -> list[LineEnd] | None:
    """Return a list of `LineEnd` for the lines of a clean game; None if it is not clean.

    The list has at least the lines that end the game, except those that branch off after a mistake of
    White. `tags` is the offset after the tags that are known to be well-formed. `start` is the board.
    """
    return None if start.turn is None else ends_from(text, position_at(start, start.turn), tags)


def ends_from(text: str, now: Position, tags: int = 0) -> list[LineEnd] | None:
    """Return a list of `LineEnd`, or None, as `clean_ends` does, from the position `now`."""
    if MAX_LENGTH <= len(text) or text.count("{") != text.count("}"):
        return None
    if FOLLOW:
        ends = FOLLOW(text, tags, now, False)
        if not isinstance(ends, int):
            return [LineEnd(*end) for end in ends]
    return ends_in_python(text, now, tags)


def has_right_signs(text: str, start: Start) -> bool:
    """Return True if the game in `text` is clean and all check signs are right.

    False if that was not checked. `start` is the board.
    """
    if not FOLLOW or start.turn is None or text.count("{") != text.count("}"):
        return False
    return not isinstance(FOLLOW(text, 0, position_at(start, start.turn), True), int)


def ends_in_python(text: str, now: Position, tags: int = 0) -> list[LineEnd] | None:
    """Return a list of `LineEnd`, or None, as `ends_from` does.

    The braces of `text` must be in pairs.
    """
    if any(results_before_text(text)) and game_parts(text, tags).next_start is not None:
        return None
    before: Position | None = None
    turn = white_to_move(now)
    half, counted, numbered = 2 if turn else 3, False, -1
    tried = 0
    """The half-move marked as White's mistake, 0 if none is; -1 if the line branches off after one."""
    lines: list[tuple[Position, Position, int, int]] = []
    ends: list[LineEnd] = []
    for token in tokens_of(text, tags):
        # Most tokens are known moves, and most others are the number that is due.
        move = MOVES[turn].get(token)
        if move is None:
            if token[-1] == ".":
                if not counted:
                    half, counted = _first_half(token, black=half % 2), True
                if _MAX_HALVES <= half or token != _LABELS[half] or numbered == half:
                    return None
                numbered = half
                continue
            if token == OPEN:
                if before is None:
                    return None
                lines.append((now, before, half, tried))
                now, before, half, numbered = before, None, half - 1, -1
                turn = not turn
                tried = -1 if tried and tried < half else 0
                continue
            if token == CLOSE:
                if not lines or before is None:
                    return None
                if 0 <= tried:
                    ends.append(LineEnd(now, is_tried=tried != 0, is_main=False))
                now, before, half, tried = lines.pop()
                turn, numbered = white_to_move(now), -1
                continue
            if is_mistake(token):
                if not tried and not turn:
                    tried = half - 1
                continue
            move = MOVES[turn][token]
            if move is None:
                return None
        after = play(now, move)
        if after is None or after is AMBIGUOUS:
            return None
        before, now, turn = now, after, not turn
        half += 1
    return None if lines else [*ends, LineEnd(now, is_tried=tried != 0, is_main=True)]


def _first_half(token: str, *, black: int) -> int:
    """Return the half-move of a game's first number; `_MAX_HALVES` or more if it is not understood.

    `black` is 1 if Black moves first.
    """
    digits = token.rstrip(".")
    return 2 * int(digits) + black if digits.isdecimal() and len(digits) <= _MAX_NUMBER_LENGTH else _MAX_HALVES


def position_at(start: Start, turn: bool) -> Position:
    """Return the position of `start` with `turn` to move.

    Castling is allowed unless `start` excludes it, en passant only if `start` has it.
    """
    castling = "KQkq" if start.castling is None else start.castling
    return with_en_passant(position_of(start.placement, turn, castling), start.en_passant)


def with_en_passant(position: Position, field: str | None) -> Position:
    """Return `position` with the en-passant square `field`, if a pawn may have passed it."""
    us, them, _, turn = position
    return us, them, en_passant(field, position) or 0, turn


def en_passant(field: str | None, position: Position) -> int | None:
    """Return the square `field` as one bit, 0 for `-`, or None.

    None if the field is missing or no pawn has passed the square.
    """
    if field == "-":
        return 0
    square = 1 << SQUARES[field] if field in SQUARES else 0
    return square & passed_squares(position) or None
