"""Which pair of squares gives the kings of which class: a pair belongs to one code only.

Classes and pairs that touch make a chain: `0001.03 f1h1⏎0001.11 a2d6`. Each class takes the pair before it, the pair
behind it, or none. What is sure weighs most: a pair glued to its class, then one on the same line, then one over a
line break; between equals a pair belongs to the class that follows it.
"""

from typing import NamedTuple

from gbr_lsp.base.text import Span


class KingsLink(NamedTuple):
    """A pair that may be the kings of a class, with the weight of this choice."""

    pair: Span
    weight: float


GLUED, SAME_LINE, OVER_SIGN, NEXT_LINE = 3.0, 2.0, 1.0, 0.4
ONE_KING = 0.2
"""A lone square before a class and its control: any pair is better."""
FORWARD = 0.5
"""The additional weight of a pair before its class over a pair behind it."""
WITH_LIST = 1.5
"""What a pair on the line before has ahead if what follows the class is a whole square list: the longest reading."""
WITH_RIVAL = 1.0
"""What it has ahead besides if the pair behind stands on the same line: they are kings and a slip, not two claims."""


class Claims(NamedTuple):
    """The pairs that may be the kings of one class."""

    before: KingsLink | None
    after: KingsLink | None


def settle(chain: list[Claims]) -> list[KingsLink | None]:
    """The link of each class, chosen so that the sum of the weights is largest and no pair is used twice."""
    taken: _Way = (0.0, None)
    free: _Way = (0.0, None)
    behind: KingsLink | None = None
    for claims in chain:
        # `taken` is the best choice in which the class before uses the pair behind it, `free` the best other one.
        best = free if taken[0] <= free[0] else taken
        ways = [_add(best, None)]
        if claims.before:
            shared = behind is not None and behind.pair == claims.before.pair
            ways.append(_add(free if shared else best, claims.before))
        next_taken = _add(best, claims.after) if claims.after else (-1.0, None)
        free, taken, behind = max(ways, key=lambda way: way[0]), next_taken, claims.after
    links: list[KingsLink | None] = []
    chosen = free if taken[0] <= free[0] else taken
    trail = chosen[1]
    while trail is not None:
        links.append(trail[0])
        trail = trail[1]
    return links[::-1]


_Trail = tuple["KingsLink | None", "_Trail | None"]
_Way = tuple[float, "_Trail | None"]


def _add(way: _Way, link: KingsLink | None) -> _Way:
    return way[0] + (link.weight if link else 0.0), (link, way[1])
