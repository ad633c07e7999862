"""Pairing of boards with captions and printed counts of men, by place on a page.

Theory of operation. A caption is under or over its board, within its width, at most four squares
away from it, and nearer to it than to any other board. Place alone blames nobody. It is trusted on
a side, under or over, only if most captions of the document on that side agree with their boards
(`_MIN_AGREEMENT`).
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence, Set
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.notation.code_forms import is_match
from gbr_lsp.notation.men import control_of, men_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code
from gbr_lsp.proofs.learning import Caption
from gbr_lsp.proofs.page import Box

_MIN_AGREEMENT = 0.9
"""Minimum share of captions that agree with their boards, for place to be trusted."""
_MAX_SIDE_SHIFT, _MAX_DISTANCE, _MAX_OVERLAP = 1.5, 4.0, 0.6
"""Limits in squares: shift to a side, distance, overlap with the board."""

_LAST_SQUARE = 63
"""Number of the last square, h8. Seen from the other side it is a1."""

_COUNT = regex(r"(?<![\w(])\((?P<white>1[0-6]|[1-9]) ?\+ ?(?P<black>1[0-6]|[1-9])\)(?![\w)])")
_BARE_COUNT = regex(r"\s*(?P<white>1[0-6]|[1-9])[ ]?[+/][ ]?(?P<black>1[0-6]|[1-9])\s*")


class PlacedCode(NamedTuple):
    """A code on a page; `other_chars` counts the other characters on its lines, without blanks."""

    start: int
    end: int
    page: int
    box: Box
    code: Code
    other_chars: int


class PlacedCount(NamedTuple):
    """A count of men on a page, such as `(4+3)`, with its span in the text."""

    white: int
    black: int
    start: int
    end: int
    page: int
    box: Box


class BoardBox(NamedTuple):
    """A board on a page; `placement` is None if unread, `occupied_squares` count from a1 = 0."""

    page: int
    box: Box
    placement: Placement | None
    occupied_squares: Set[int] = frozenset()


class Pair(NamedTuple):
    """The numbers of a board and of its item, a caption or a count.

    `distance` is in points, in a Word file in code points.
    """

    board: int
    item: int
    is_under: bool
    distance: float


def nearest_pairs(
    boards: Sequence[BoardBox], items: Sequence[tuple[int, Box] | None], fits: Callable[[int, int], bool]
) -> list[Pair]:
    """Return a `Pair` for each of `items` and its nearest board, each board once at most.

    An item is a page and a box, or None. `fits(board, item)` states by their indexes whether the
    two agree. If boards follow each other closely, the nearest may be the wrong one. So three ways
    are tried: any side, only under, only over. The way with the most fits wins.
    """
    near = _possible_pairs(boards, items)
    ways = (near, [pair for pair in near if pair.is_under], [pair for pair in near if not pair.is_under])
    return max(map(_disjoint_pairs, ways), key=lambda pairs: sum(fits(pair.board, pair.item) for pair in pairs))


def _possible_pairs(boards: Sequence[BoardBox], items: Sequence[tuple[int, Box] | None]) -> list[Pair]:
    """Return a `Pair` for each item near each board on its page, the closest first."""
    by_page: dict[int, list[tuple[int, Box]]] = defaultdict(list)
    for number, item in enumerate(items):
        if item is not None:
            by_page[item[0]].append((number, item[1]))
    found = [
        pair
        for number, board in enumerate(boards)
        for other, box in by_page.get(board.page, ())
        if (pair := _pair_at(board.box, box, number, other))
    ]
    return sorted(found, key=lambda pair: (pair.distance, not pair.is_under, pair.board, pair.item))


def _disjoint_pairs(found: Iterable[Pair]) -> list[Pair]:
    """Return those of the pairs `found` whose board and item are in no earlier pair, sorted."""
    pairs: list[Pair] = []
    taken_boards: set[int] = set()
    taken_items: set[int] = set()
    for pair in found:
        if pair.board not in taken_boards and pair.item not in taken_items:
            taken_boards.add(pair.board)
            taken_items.add(pair.item)
            pairs.append(pair)
    return sorted(pairs)


def _pair_at(board: Box, item: Box, number: int, other: int) -> Pair | None:
    """Return the `Pair` of board `number` and item `other` by their boxes, None if too distant."""
    square = board.width / 8
    middle = (item.left + item.right) / 2
    if not board.left - _MAX_SIDE_SHIFT * square <= middle <= board.right + _MAX_SIDE_SHIFT * square:
        return None
    under, over = item.top - board.bottom, board.top - item.bottom
    if -_MAX_OVERLAP * square <= under <= _MAX_DISTANCE * square:
        return Pair(number, other, True, max(0.0, under))
    if -_MAX_OVERLAP * square <= over <= _MAX_DISTANCE * square:
        return Pair(number, other, False, max(0.0, over))
    return None


def trusted_pairs(boards: Sequence[BoardBox], codes: Sequence[PlacedCode], pairs: Iterable[Pair]) -> list[Pair]:
    """Return those `pairs` on a side, under or over, that mostly agrees with the boards.

    Pairs with an unread board are left out. The result is a sorted list.
    """
    readable_pairs = [pair for pair in pairs if boards[pair.board].placement is not None]
    pairs_kept = []
    for side in (True, False):
        side_pairs = [pair for pair in readable_pairs if pair.is_under is side]
        right = sum(is_right(boards[pair.board], codes[pair.item]) for pair in side_pairs)
        if side_pairs and _MIN_AGREEMENT * len(side_pairs) <= right:
            pairs_kept += side_pairs
    return sorted(pairs_kept)


def is_right(board: BoardBox, code: PlacedCode) -> bool:
    """Return True if `code` agrees with the placement of `board`; False if the board is unread."""
    return board.placement is not None and is_match(code.code, board.placement)


def has_kings(board: BoardBox, code: Code) -> bool:
    """Return True if the kings of `code` may be on `board`, seen from either side."""
    kings = code.kings
    if kings is None or kings.white is None or kings.black is None:
        return False
    if board.placement is not None:
        return kings == board.placement.kings or from_black_side(board.placement, code) is not None
    return any(
        {abs(side - kings.white), abs(side - kings.black)} <= board.occupied_squares for side in (0, _LAST_SQUARE)
    )


def from_black_side(board: Placement, code: Code) -> Placement | None:
    """Return `board` turned by 180°, if only that puts the kings as in `code`, else None."""
    from_black = Placement(board.fen[::-1])
    return from_black if code.kings == from_black.kings != board.kings else None


def counts_in(text: str, start: int, end: int) -> list[tuple[int, int, int, int]]:
    """Return the counts of men in `text[start:end]` as tuples (white, black, start, end).

    Counts are in parentheses, `(4+3)`, or fill the whole span: `4+3`, `4/3`. Offsets are in `text`
    and include the parentheses.
    """
    bare = _BARE_COUNT.fullmatch(text, start, end)
    found: list[re.Match[str]] = [bare] if bare else list(_COUNT.finditer(text, start, end))
    return [
        (int(one["white"]), int(one["black"]), count_start(one), one.end("black") + (0 if bare else 1)) for one in found
    ]


def count_start(match: "re.Match[str]") -> int:
    """Return the offset of the count in `match`, including its opening parenthesis if there is one."""
    return match.start("white") - (match.string[match.start("white") - 1 : match.start("white")] == "(")


def trusted_count_pairs(boards: Sequence[BoardBox], counts: Sequence[PlacedCount]) -> list[Pair]:
    """Return a `Pair` for each board and its count, none if too few are right.

    The `item` of a pair is an index into `counts`. Pairs with an unread board are left out.
    """
    pairs = nearest_pairs(
        boards,
        [(count.page, count.box) for count in counts],
        lambda board, item: _is_count_right(boards[board], counts[item]),
    )
    readable_pairs = [pair for pair in pairs if boards[pair.board].placement is not None]
    right = sum(_is_count_right(boards[pair.board], counts[pair.item]) for pair in readable_pairs)
    return readable_pairs if readable_pairs and _MIN_AGREEMENT * len(readable_pairs) <= right else []


def _is_count_right(board: BoardBox, count: PlacedCount) -> bool:
    control = control_of(board.placement.men) if board.placement else None
    return control is not None and (control.white, control.black) == (count.white, count.black)


def caption_of(board: int, code: Code) -> Caption | None:
    """Return the `Caption` that `code` gives board number `board`, or None if it is incomplete."""
    men = men_of(code.force) if code.force else None
    counts = tuple(count for count in men or () if count is not None)
    kings = code.kings
    if men is None or len(counts) < len(men) or kings is None or kings.white is None or kings.black is None:
        return None
    return Caption(board, counts, (kings.white, kings.black))
