"""Assignment of king pairs to classes: a pair belongs to one code only.

Adjacent classes and pairs form a chain: `0001.03 f1h1⏎0001.11 a2d6`. Each class takes the pair
before it, the pair after it, or none. A pair glued to its class weighs most, then one on the same
line, then one on the next line. Between equals, a pair belongs to the class after it.
"""

from typing import NamedTuple

from gbr_lsp.base.text import Span


class KingsLink(NamedTuple):
    """A pair that may be the kings of a class, and its weight."""

    pair: Span
    weight: float


GLUED_WEIGHT, SAME_LINE_WEIGHT, OVER_SIGN_WEIGHT, NEXT_LINE_WEIGHT = 3.0, 2.0, 1.0, 0.4
ONE_KING_WEIGHT = 0.2
"""Weight of a lone square before a class and its control; any pair is better."""
FORWARD_BONUS = 0.5
"""Bonus of a pair before its class over a pair after it."""
LIST_BONUS = 1.5
"""Bonus of a pair on an earlier line if the class has a complete list."""
RIVAL_BONUS = 1.0
"""Bonus of a pair before its class if a second pair follows on the line."""


class KingPairs(NamedTuple):
    """The pairs that may be the kings of one class."""

    pair_before: KingsLink | None
    pair_after: KingsLink | None


def assign_pairs(chain: list[KingPairs]) -> list[KingsLink | None]:
    """Return the chosen `KingsLink` or None for each class in `chain`.

    The sum of weights is the highest without using a pair twice.
    """
    best_taken: _Way = (0.0, None)
    best_free: _Way = (0.0, None)
    previous_after: KingsLink | None = None
    for pairs in chain:
        # In `best_taken` the previous class uses the pair after it; `best_free` is the best other
        # choice.
        best_before = best_free if best_taken[0] <= best_free[0] else best_taken
        options = [_add(best_before, None)]
        if pairs.pair_before:
            is_shared = previous_after is not None and previous_after.pair == pairs.pair_before.pair
            options.append(_add(best_free if is_shared else best_before, pairs.pair_before))
        next_best_taken = _add(best_before, pairs.pair_after) if pairs.pair_after else (-1.0, None)
        best_free, best_taken, previous_after = max(options, key=lambda way: way[0]), next_best_taken, pairs.pair_after
    links: list[KingsLink | None] = []
    best_way = best_free if best_taken[0] <= best_free[0] else best_taken
    trail = best_way[1]
    while trail is not None:
        links.append(trail[0])
        trail = trail[1]
    return links[::-1]


_Trail = tuple["KingsLink | None", "_Trail | None"]
_Way = tuple[float, "_Trail | None"]


def _add(way: _Way, link: KingsLink | None) -> _Way:
    return way[0] + (link.weight if link else 0.0), (link, way[1])
