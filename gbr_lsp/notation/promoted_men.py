"""Minimum of promoted men; two bishops on squares of one color prove a promotion."""

from gbr_lsp.notation.men import Men
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import BISHOP, BLACK, PIECE_SLOTS, QUEEN, SIDE_NAMES, WHITE

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


def promotion_problem(promoted_counts: dict[bool, int], pawns: dict[bool, int]) -> str | None:
    """Return the reason in words why a side has too many promoted men and pawns, or None.

    Both counts are by color.
    """
    for color in (WHITE, BLACK):
        promoted = promoted_counts[color]
        if _MAX_PAWNS < promoted + pawns[color]:
            total_text = f"{promoted} promoted {'man' if promoted == 1 else 'men'} and {pawns[color]} pawns"
            return f"{SIDE_NAMES[color]} cannot have {total_text}: a side starts with eight pawns"
    return None


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
    return promotion_problem_of(placement) is not None


def promotion_problem_of(placement: Placement) -> str | None:
    """Return the reason in words why a side of `placement` has too many promoted men, or None."""
    men = placement.men
    return promotion_problem(min_promoted_by_side(men, placement), {WHITE: men[8], BLACK: men[9]})
