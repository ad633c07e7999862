"""Who gives check on a placement, and which checks no move can have given.

This is our own, and not python-chess, because it runs for every board of a database, and because importing chess
takes longer than checking a manuscript. The tests compare it with python-chess.
"""

from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BLACK, COLOR_NAMES, SQUARE_NAMES, WHITE

_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def checkers(placement: Placement, color: bool) -> list[int]:
    """The squares of the men that attack the king of a color, the other king among them."""
    squares = placement.squares
    king = placement.kings.white if color else placement.kings.black
    assert king is not None
    rank, file = divmod(king, 8)
    found = []
    queen, rook, bishop, knight, pawn, other = "qrbnpk" if color else "QRBNPK"
    for directions, sliders in ((_STRAIGHT, (queen, rook)), (_DIAGONAL, (queen, bishop))):
        for up, right in directions:
            square = _first_on(squares, rank, file, up, right)
            if square is not None and squares[square] in sliders:
                found.append(square)
    steps = [(_JUMPS, knight), (_STRAIGHT + _DIAGONAL, other), (((1 if color else -1, side) for side in (1, -1)), pawn)]
    for offsets, man in steps:
        for up, right in offsets:
            if 0 <= rank + up <= 7 and 0 <= file + right <= 7 and squares[(rank + up) * 8 + file + right] == man:
                found.append((rank + up) * 8 + file + right)
    return found


def impossible(placement: Placement, turn: bool | None) -> str | None:
    """Why a placement cannot arise with a side to move, in words; for None, why it cannot with either."""
    if turn is None:
        reasons = impossible(placement, WHITE), impossible(placement, BLACK)
        return reasons[0] if None not in reasons else None
    mover, waiting = COLOR_NAMES[turn].capitalize(), COLOR_NAMES[not turn].capitalize()
    if checkers(placement, not turn):
        return f"{waiting} is in check and {mover} is to move"
    giving = checkers(placement, turn)
    if giving and (how := _no_move_gives(placement, giving, turn)):
        return f"{mover} is in check from {how}, which no move gives"
    return None


def _no_move_gives(placement: Placement, giving: list[int], turn: bool) -> str | None:
    """The men whose check no move can have given; None where one can.

    One man has moved; a second check comes from a rook, bishop or queen behind it, and from another direction.
    """
    names = " and ".join(SQUARE_NAMES[square] for square in sorted(giving))
    if 2 < len(giving):
        return names
    pawn, home = ("p", 6) if turn else ("P", 1)
    for square in giving:
        # A pawn's attack cannot be uncovered, so the pawn itself has moved, and not to where it began.
        if placement.squares[square] == pawn and square // 8 == home:
            return SQUARE_NAMES[square]
    if len(giving) < 2:
        return None
    king = placement.kings.white if turn else placement.kings.black
    assert king is not None
    ways = [_direction(king, square) for square in giving]
    sliders = [square for square in giving if placement.squares[square] in "qrbQRB"]
    one_line = None not in ways and ways[0] == tuple(-step for step in ways[1] or ())
    return names if one_line or not sliders else None


def _first_on(squares: str, rank: int, file: int, up: int, right: int) -> int | None:
    rank, file = rank + up, file + right
    while 0 <= rank <= 7 and 0 <= file <= 7:
        if squares[rank * 8 + file] != ".":
            return rank * 8 + file
        rank, file = rank + up, file + right
    return None


def _direction(start: int, end: int) -> tuple[int, int] | None:
    """The step of a king's or queen's move from one square towards another; None where there is none."""
    up, right = end // 8 - start // 8, end % 8 - start % 8
    if up and right and abs(up) != abs(right):
        return None
    return (up > 0) - (up < 0), (right > 0) - (right < 0)
