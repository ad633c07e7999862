"""The moves of a PGN game followed fast, for the very many games in which every move is right.

The result is only whether a game is clean: every number, move and bracket is understood and right. Any other game is
read tolerantly by `game`, which finds the problems, if there are any. The tests compare both on every text.

Where a C compiler was there when this was installed, `follow.c` follows what is written as usual. What it hands back is
followed here, so that it changes no answer.
"""

from typing import NamedTuple

from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import SQUARES
from gbr_lsp.solutions.compiled import FOLLOW
from gbr_lsp.solutions.moves import AMBIGUOUS, Position, passed, play, position_of
from gbr_lsp.solutions.movetext import CLOSE, OPEN, is_mistake, tokens_of
from gbr_lsp.solutions.san import MOVES


class Start(NamedTuple):
    """The board that a solution starts from, as the fields of a FEN; None for those that it does not have."""

    placement: Placement
    turn: bool | None
    castling: str | None
    en_passant: str | None


INITIAL = Start(Placement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), True, "KQkq", "-")
"""Where a game starts that has no FEN."""

_MOST_HALVES = 2000
_LONGEST_NUMBER = len(str(_MOST_HALVES))
LONGEST = 200_000
"""Code points of a longer game are read by `game`, part by part: to find all tokens at once would hold every thread."""
_LABELS = [f"{half // 2}{'...' if half % 2 else '.'}" for half in range(_MOST_HALVES)]


def is_clean(text: str, start: Start) -> bool:
    """Whether all that stands in the movetext of a PGN game, tags included, is understood and right; never raises.

    Results are passed over, and so is the question whether check signs are right.
    """
    return clean_ends(text, start) is not None


class LineEnd(NamedTuple):
    """The last position of a line.

    `is_tried` is whether a move of White in it may be marked as a mistake, None if that is not known. `is_main` is
    whether the line may be the main line.
    """

    position: Position
    is_tried: bool | None
    is_main: bool


def clean_ends(text: str, start: Start, tags: int = 0) -> list[LineEnd] | None:
    """The ends of the lines of a clean game in which it may be over, but for those that branch off behind a mistake of
    White; None for a game that is not clean. `tags` is the end of what is known to be well-formed tags."""
    return None if start.turn is None else ends_from(text, position_at(start, start.turn), tags)


def ends_from(text: str, now: Position, tags: int = 0) -> list[LineEnd] | None:
    """The same from a position."""
    if LONGEST <= len(text) or text.count("{") != text.count("}"):
        return None
    if FOLLOW:
        ends = FOLLOW(text, tags, now, False)
        if not isinstance(ends, int):
            return [LineEnd(*end) for end in ends]
    return ends_in_python(text, now, tags)


def has_right_signs(text: str, start: Start) -> bool:
    """Whether a game is known to be clean, and to have the right sign of check or mate behind each move, or none where
    none belongs; where this is False nobody has looked."""
    if not FOLLOW or start.turn is None or text.count("{") != text.count("}"):
        return False
    return not isinstance(FOLLOW(text, 0, position_at(start, start.turn), True), int)


def ends_in_python(text: str, now: Position, tags: int = 0) -> list[LineEnd] | None:
    """The ends of all lines, as far as they do not branch off behind a mistake of White, whose braces are in pairs."""
    before: Position | None = None
    half, counted, numbered = 2 if now[3] else 3, False, -1
    tried = 0
    """The half-move that is marked as White's mistake, 0 where none is; -1 where the line branches off behind one."""
    lines: list[tuple[Position, Position, int, int]] = []
    ends: list[LineEnd] = []
    for token in tokens_of(text, tags):
        # Most tokens are moves that were met before, and most others are the number that is due.
        move = MOVES[now[3]].get(token)
        if move is None:
            if token[-1] == ".":
                if not counted:
                    half, counted = _first_half(token, black=half % 2), True
                if _MOST_HALVES <= half or token != _LABELS[half] or numbered == half:
                    return None
                numbered = half
                continue
            if token == OPEN:
                if before is None:
                    return None
                lines.append((now, before, half, tried))
                now, before, half, numbered = before, None, half - 1, -1
                tried = -1 if tried and tried < half else 0
                continue
            if token == CLOSE:
                if not lines or before is None:
                    return None
                if 0 <= tried:
                    ends.append(LineEnd(now, is_tried=tried != 0, is_main=False))
                now, before, half, tried = lines.pop()
                numbered = -1
                continue
            if is_mistake(token):
                if not tried and not now[3]:
                    tried = half - 1
                continue
            move = MOVES[now[3]][token]
            if move is None:
                return None
        after = play(now, move)
        if after is None or after is AMBIGUOUS:
            return None
        before, now = now, after
        half += 1
    return None if lines else [*ends, LineEnd(now, is_tried=tried != 0, is_main=True)]


def _first_half(token: str, *, black: int) -> int:
    """The half-move of the first number of a game; too large where the token is not understood, or no number."""
    digits = token.rstrip(".")
    return 2 * int(digits) + black if digits.isdecimal() and len(digits) <= _LONGEST_NUMBER else _MOST_HALVES


def position_at(start: Start, turn: bool) -> Position:
    """The board of the start with a color to move; what is not known of castling is allowed, of en passant is not."""
    castling = "KQkq" if start.castling is None else start.castling
    return with_en_passant(position_of(start.placement, turn, castling), start.en_passant)


def with_en_passant(position: Position, field: str | None) -> Position:
    """The position with the square of the field, where a pawn may have passed it."""
    us, them, _, turn = position
    return us, them, en_passant(field, position) or 0, turn


def en_passant(field: str | None, position: Position) -> int | None:
    """The square of the field, 0 for none; None where it is not said, or where no pawn has passed that square."""
    if field == "-":
        return 0
    square = 1 << SQUARES[field] if field in SQUARES else 0
    return square & passed(position) or None
