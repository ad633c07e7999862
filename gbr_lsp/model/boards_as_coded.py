"""A board as it would be if it had one slip and the code beside it were right."""

from gbr_lsp.notation.men import men_of
from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import BLACK, KING, PAWN, SLOTS, WHITE, Force, Kings


def with_kings(board: Placement, kings: Kings) -> Placement | None:
    """A board with its kings on other squares; None where they cannot stand there."""
    if kings.white is None or kings.black is None or kings.touch:
        return None
    men = {square: man for square, man in board.by_square.items() if man[0] != KING}
    if kings.white in men or kings.black in men:
        return None
    return from_squares({**men, kings.white: (KING, WHITE), kings.black: (KING, BLACK)})


def with_force(board: Placement, said: Force) -> list[Placement]:
    """The boards with one man replaced, or removed, that have the digits of a code."""
    wanted, had = men_of(said), board.men
    apart = {slot: count - one for slot, (one, count) in enumerate(zip(had, wanted, strict=True)) if count is not None}
    more = [slot for slot, difference in apart.items() if difference == -1]
    fewer = [slot for slot, difference in apart.items() if difference == 1]
    changed = sum(difference != 0 for difference in apart.values())
    if len(apart) < len(had) or changed != len(more) + len(fewer) or len(more) != 1 or 1 < len(fewer):
        return []
    men = board.by_square
    found = []
    for square in board.squares_of(*SLOTS[more[0]]):
        changed_men = {other: man for other, man in men.items() if other != square}
        if fewer:
            if not _may_stand(instead := SLOTS[fewer[0]], square):
                continue
            changed_men[square] = instead
        placement = from_squares(changed_men)
        found += [placement] if placement else []
    return found


def with_one_more(board: Placement, said: Force) -> list[Placement]:
    """The boards with one man more that have the digits of a code; none where more than a man is missing."""
    wanted = men_of(said)
    missing = [slot for slot, (one, count) in enumerate(zip(board.men, wanted, strict=True)) if count != one]
    if len(missing) != 1 or wanted[missing[0]] != board.men[missing[0]] + 1:
        return []
    men = board.by_square
    man = SLOTS[missing[0]]
    empty = (square for square in range(64) if square not in men and _may_stand(man, square))
    placements = (from_squares({**men, square: man}) for square in empty)
    return [placement for placement in placements if placement]


def _may_stand(man: tuple[int, bool], square: int) -> bool:
    return man[0] != PAWN or square // 8 not in (0, 7)
