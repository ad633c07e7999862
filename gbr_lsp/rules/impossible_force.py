"""A side has more promoted men than missing pawns.

## Why it matters

Every queen beyond the first, and every rook, bishop or knight beyond the second, was once a pawn; so was the second of
two bishops on squares of the same color. With too many of them, the position cannot come from a game, and usually a
digit is wrong. A 9 means that one side has more than two men of a kind: `9000.80` is possible, `9000.88` is not.

The flag `U5` after a code marks a position that is known to be illegal; such a code is not reported.

## Example

```text
class 8000.88
      ^^^^^^^ impossible-force: White cannot have 1 promoted man and 8 pawns: a side starts with eight pawns
```

A code that is known to show an illegal position says so with the flag `U5`.
"""

from collections.abc import Iterator
from itertools import product

from gbr_lsp.model.disputes import Case, has_wrong_control
from gbr_lsp.model.finding import Finding, Severity, rule
from gbr_lsp.notation.grammar import ANY_POSITION_FLAG
from gbr_lsp.notation.men import Men
from gbr_lsp.notation.promoted_men import min_promoted_by_side, promotion_problem
from gbr_lsp.notation.values import BLACK, PIECE_SLOTS, QUEEN, WHITE, Kind, Nine


@rule(Severity.ERROR, is_silent_if_clean=True)
def impossible_force(study: Case) -> Iterator[Finding]:
    men = study.men
    if men is None or None in men[8:] or ANY_POSITION_FLAG in study.occurrence.flags:
        return
    counts = [count for count in men if count is not None]
    if len(counts) == len(men) and max(sum(counts[0::2]), sum(counts[1::2])) <= 8:
        return  # There are enough pawns.
    if study.disputes.force or has_wrong_control(study):
        return  # Reported by the board or by the control.
    pawns = {WHITE: men[8] or 0, BLACK: men[9] or 0}
    # If a board is to blame, its square does not show the color of a bishop.
    extra = min_promoted_by_side(men, None if study.disputes.squares else study.position)
    if problem := promotion_problem(extra, pawns):
        yield Finding(study.place(study.occurrence.span_of(Kind.CLASS)), problem)
    elif not _can_assign_nines(men, extra, pawns, study.conventions.nine):
        message = "The 9 fits neither side: both have too many pawns left to have promoted so many men"
        yield Finding(study.place(study.occurrence.span_of(Kind.CLASS)), message)


def _can_assign_nines(men: Men, extra: dict[bool, int], pawns: dict[bool, int], nine: Nine) -> bool:
    """Return True if some sides have enough pawns for the promoted men of all nines.

    `extra` and `pawns` are the promoted men and the pawns of each color without the nines.
    """
    min_counts = [
        2 if piece_type == QUEEN and nine is Nine.MODERN else 1
        for (piece_type, color), count in zip(PIECE_SLOTS, men[:8], strict=True)
        if count is None and color
    ]
    for sides in product((WHITE, BLACK), repeat=len(min_counts)):
        promoted = {
            color: sum(n for n, side in zip(min_counts, sides, strict=True) if side is color) for color in extra
        }
        if all(extra[color] + pawns[color] + promoted[color] <= 8 for color in extra):
            return True
    return False
