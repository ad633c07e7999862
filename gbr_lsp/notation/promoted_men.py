"""Minimum of promoted men; two bishops on squares of one color prove a promotion."""

from gbr_lsp.notation.men import Men
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BISHOP, BLACK, PIECE_SLOTS, QUEEN, WHITE

_MAX_PAWNS = 8


def min_promoted_by_side(men: Men, placement: Placement | None) -> dict[bool, int]:
    """Return the minimum number of promoted men by color.

    `placement`, if known, gives the squares of bishops.
    """
    promoted_counts = {WHITE: 0, BLACK: 0}
    for (piece_type, color), count in zip(PIECE_SLOTS, men[:8], strict=True):
        if count is None or count < 2:
            continue
        if piece_type == BISHOP and placement:
            dark_count = sum((square + square // 8) % 2 == 0 for square in placement.squares_of(BISHOP, color))
            promoted_counts[color] += max(0, dark_count - 1) + max(0, count - dark_count - 1)
        else:
            promoted_counts[color] += max(0, count - (1 if piece_type == QUEEN else 2))
    return promoted_counts


def has_promoted_bishop(placement: Placement) -> bool:
    """Return True if a side has two bishops on squares of one color."""
    colors = [
        (color, (square + square // 8) % 2)
        for color in (WHITE, BLACK)
        for square in placement.squares_of(BISHOP, color)
    ]
    return len(set(colors)) < len(colors)


def has_too_many_promoted(placement: Placement) -> bool:
    """Return True if the pawns and promoted men of a side are more than eight."""
    men = placement.men
    promoted_counts = min_promoted_by_side(men, placement)
    return any(_MAX_PAWNS < promoted_counts[color] + men[8 if color else 9] for color in (WHITE, BLACK))
