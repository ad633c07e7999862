"""Inference from captions which outline is which man; nothing is guessed.

Theory of operation. Shapes that are nearly equal form a cluster. The captions at boards state the
number of men of each kind and the squares of the kings. Each cluster gets the man for whom the most
captions agree with their boards. A cluster is proved if it is on three boards that agree
completely, and any other man makes fewer agree. A board with an unproved cluster is unread. So a
wrong caption among many right ones proves nothing and causes no wrong board.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from gbr_lsp.notation.placement import LETTERS, Placement, placement_problem
from gbr_lsp.notation.values import BLACK, KING, SLOTS, WHITE
from gbr_lsp.proofs.drawn_boards import DrawnBoard, Shape

_MAX_CELLS = 5
_TOLERANCE = 0.12
"""Maximum differences in a cluster: cells of the masks, and share of proportions and size."""
_MIN_AGREEING = 3
"""Minimum number of agreeing boards that prove a cluster."""
_MAX_VARIANT_CELLS, _CLEAR_FACTOR = 7, 2
"""A variant of a proved shape: maximum difference in cells, minimum ratio of other men's
difference."""
_FAR_DISTANCE = 99
_MARGIN = 1
"""An exchange of the men of two clusters must cost more agreeing captions than this."""
_MAX_ROUNDS = 6

_KINGS = (LETTERS[KING, WHITE], LETTERS[KING, BLACK])
_MEN = tuple(LETTERS[slot] for slot in SLOTS)


class Caption(NamedTuple):
    """Men in the order of `SLOTS`, and kings, stated by the caption of board `board`."""

    board: int
    men: tuple[int, ...]
    kings: tuple[int, int]


class _Example(NamedTuple):
    """A board with its caption: counts of clusters, clusters of the kings, stated counts of men."""

    clusters: Counter[int]
    kings: tuple[int, int] | None
    counts: Mapping[str, int]


def clusters_of(boards: Sequence[DrawnBoard]) -> tuple[list[dict[tuple[int, int], int]], list[Shape]]:
    """Return (clusters of each board by (column, row), most frequent `Shape` of each cluster).

    A cluster is an index into the second list.
    """
    leaders: list[Shape] = []
    cluster_of: dict[Shape, int] = {}
    counts = Counter(shape for board in boards for shape in board.shapes.values())
    for shape, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        for number, leader in enumerate(leaders):
            if _are_alike_in_size(shape, leader) and _distance(shape, leader) <= _MAX_CELLS:
                cluster_of[shape] = number
                break
        else:
            cluster_of[shape] = len(leaders)
            leaders.append(shape)
    return [{square: cluster_of[shape] for square, shape in board.shapes.items()} for board in boards], leaders


def _are_alike_in_size(one: Shape, other: Shape) -> bool:
    aspects = abs(one.aspect - other.aspect) <= _TOLERANCE * other.aspect
    return aspects and abs(one.size - other.size) <= _TOLERANCE * other.size


def _distance(one: Shape, other: Shape) -> int:
    """Return the number of different cells of two masks."""
    return sum(a != b for a, b in zip(one.mask, other.mask, strict=True))


def placements_of(boards: Sequence[DrawnBoard], captions: Sequence[Caption]) -> list[tuple[str | None, str | None]]:
    """Return a list of (FEN placement, problem) of the boards, as proved by `captions`.

    Either of the two is None.
    """
    clusters, leaders = clusters_of(boards)
    men = _proved_men(clusters, leaders, captions)
    return [_placement(board, men) for board in clusters]


def _proved_men(
    clusters: Sequence[Mapping[tuple[int, int], int]], leaders: Sequence[Shape], captions: Sequence[Caption]
) -> dict[int, str]:
    """Return the man of each proved cluster, as a FEN letter by cluster.

    `clusters` has a mapping from (column, row) to cluster for each board; `leaders` has the shape
    of each cluster.
    """
    examples = [_example(clusters[caption.board], caption) for caption in captions]
    kings = _king_clusters(examples)
    choices = _choices(leaders, kings)
    men = _assign_men(examples, kings, choices)
    proved_men = {}
    for cluster, man in men.items():
        with_it = [example for example in examples if cluster in example.clusters]
        right = _agreeing_count(with_it, men)
        if _MIN_AGREEING <= right and _is_only_one(cluster, men, examples, choices, right):
            proved_men[cluster] = man
    variants = {}
    for cluster, man in men.items():
        right = _agreeing_count([example for example in examples if cluster in example.clusters], men)
        may_be = cluster not in proved_men and right and _is_variant(leaders, cluster, man, proved_men)
        if may_be and _is_only_one(cluster, men, examples, choices, right, margin=0):
            variants[cluster] = man
    return proved_men | variants


def _is_only_one(
    cluster: int,
    men: Mapping[int, str],
    examples: Sequence[_Example],
    choices: Mapping[int, tuple[str, ...]],
    right: int,
    margin: int = _MARGIN,
) -> bool:
    """Return True if any other man for `cluster` makes fewer captions agree.

    `men` are FEN letters by cluster, `choices` the letters that each may be, `right` the number of
    captions that agree now. An exchange with another cluster must cost more than `margin` captions.
    """
    man = men[cluster]
    with_it = [example for example in examples if cluster in example.clusters]
    if any(right <= _agreeing_count(with_it, {**men, cluster: other}) for other in choices[cluster] if other != man):
        return False
    for other, its_man in men.items():
        if its_man != man and its_man in choices[cluster] and man in choices[other]:
            both = [example for example in examples if cluster in example.clusters or other in example.clusters]
            if _agreeing_count(both, men) <= _agreeing_count(both, {**men, cluster: its_man, other: man}) + margin:
                return False
    return True


def _choices(leaders: Sequence[Shape], kings: Mapping[int, str]) -> dict[int, tuple[str, ...]]:
    """Return the FEN letters that each cluster may be, by cluster.

    They are of one color if the `kings`, letters by cluster, differ in lightness.
    """
    lightness = {
        letter: {_is_light(leaders[cluster]) for cluster, one in kings.items() if one == letter} for letter in _KINGS
    }
    white, black = (lightness[letter] for letter in _KINGS)
    if len(white) != 1 or len(black) != 1 or white == black:
        return dict.fromkeys(range(len(leaders)), (*_MEN, *_KINGS))
    men = (*_MEN, *_KINGS)
    of_color = {True: tuple(man for man in men if man.isupper()), False: tuple(man for man in men if man.islower())}
    return {cluster: of_color[{_is_light(leader)} == white] for cluster, leader in enumerate(leaders)}


def _is_light(shape: Shape) -> bool:
    """Return True if more cells of `shape` are light than dark."""
    return shape.mask.count(1) < shape.mask.count(2)


def _is_variant(leaders: Sequence[Shape], cluster: int, man: str, proved_men: Mapping[int, str]) -> bool:
    """Return True if `cluster` is much closer to a proved shape of `man` than others.

    `leaders` are the shapes of the clusters, `proved_men` the men by cluster.
    """
    mine = leaders[cluster]
    distances = {
        other: _distance(mine, leaders[other]) for other in proved_men if _are_alike_in_size(mine, leaders[other])
    }
    own = min((distance for other, distance in distances.items() if proved_men[other] == man), default=_FAR_DISTANCE)
    others = min((distance for other, distance in distances.items() if proved_men[other] != man), default=_FAR_DISTANCE)
    return own <= _MAX_VARIANT_CELLS and _CLEAR_FACTOR * own <= others


def _example(board: Mapping[tuple[int, int], int], caption: Caption) -> _Example:
    """Return the `_Example` of `board`, clusters by (column, row), with its `caption`."""
    king_clusters = [board.get((square % 8, 7 - square // 8)) for square in caption.kings]
    kings = (
        (king_clusters[0], king_clusters[1]) if king_clusters[0] is not None and king_clusters[1] is not None else None
    )
    counts = dict(zip(_MEN, caption.men, strict=True)) | dict.fromkeys(_KINGS, 1)
    return _Example(Counter(board.values()), kings, counts)


def _king_clusters(examples: Sequence[_Example]) -> dict[int, str]:
    """Return `K` or `k` by cluster, for clusters on a king's square on most boards.

    At least two captions must place the king on the cluster.
    """
    votes: dict[int, Counter[str]] = defaultdict(Counter)
    board_counts: Counter[int] = Counter()
    for example in examples:
        board_counts.update(example.clusters.keys())
        if example.kings:
            for cluster, letter in zip(example.kings, _KINGS, strict=True):
                votes[cluster][letter] += 1
    found = {}
    for cluster, letters in votes.items():
        letter, count = letters.most_common(1)[0]
        if 2 <= count and board_counts[cluster] < 2 * count:
            found[cluster] = letter
    return found


def _assign_men(
    examples: Sequence[_Example], kings: Mapping[int, str], choices: Mapping[int, tuple[str, ...]]
) -> dict[int, str]:
    """Return a FEN letter for each cluster, so that the most captions agree.

    Hill climbing with changes and exchanges. `kings` (letters by cluster) stay; `choices` has the
    letters that each cluster may be.
    """
    clusters = sorted({cluster for example in examples for cluster in example.clusters})
    examples_with = {cluster: [example for example in examples if cluster in example.clusters] for cluster in clusters}
    men = dict(kings)
    for cluster in sorted(clusters, key=lambda cluster: -len(examples_with[cluster])):
        if cluster not in men:
            men[cluster] = max(choices[cluster], key=lambda man: _fit_scores(examples_with[cluster], cluster, man))
    for _ in range(_MAX_ROUNDS):
        before = dict(men)
        for cluster in clusters:
            if cluster not in kings:
                men[cluster] = max(
                    (men[cluster], *choices[cluster]),
                    key=lambda man: _score(examples_with[cluster], {**men, cluster: man}),
                )
        for one, other in combinations(clusters, 2):
            _exchange_men(men, one, other, examples_with, kings)
        if men == before:
            break
    return men


def _exchange_men(
    men: dict[int, str], one: int, other: int, examples_with: Mapping[int, Sequence[_Example]], kings: Mapping[int, str]
) -> None:
    """Exchange the men of clusters `one` and `other` in `men` if the score rises."""
    if one in kings or other in kings or men[one] == men[other]:
        return
    both = [*examples_with[one], *examples_with[other]]
    new_men = {**men, one: men[other], other: men[one]}
    if _score(both, men) < _score(both, new_men):
        men.update(new_men)


def _fit_scores(examples: Sequence[_Example], cluster: int, man: str) -> tuple[int, int]:
    """Return (examples with equal counts of `man` and `cluster`, examples with enough of `man`).

    The counts of men are those of the captions.
    """
    counts = [(example.counts[man], example.clusters[cluster]) for example in examples]
    return sum(stated == count for stated, count in counts), sum(count <= stated for stated, count in counts)


def _score(examples: Sequence[_Example], men: Mapping[int, str]) -> tuple[int, int]:
    """Return (number of examples that agree, minus the sum of the others' differences)."""
    differences = [_difference(example, men) for example in examples]
    return sum(not one for one in differences), -sum(min(one, 6) for one in differences)


def _agreeing_count(examples: Sequence[_Example], men: Mapping[int, str]) -> int:
    """Return the number of examples that agree with `men`, letters by cluster."""
    return _score(examples, men)[0]


def _difference(example: _Example, men: Mapping[int, str]) -> int:
    """Return the difference of board and caption in men, plus 6 for kings on other squares."""
    counts = {"?": 0}
    for cluster, count in example.clusters.items():
        man = men.get(cluster, "?")
        counts[man] = counts.get(man, 0) + count
    difference = counts["?"]
    for man, count in example.counts.items():
        difference += abs(counts.get(man, 0) - count)
    kings = example.kings and tuple(men.get(cluster) for cluster in example.kings)
    return difference + (0 if kings == _KINGS else 6)


def _placement(board: Mapping[tuple[int, int], int], men: Mapping[int, str]) -> tuple[str | None, str | None]:
    """Return the (FEN placement, problem) of `board`, clusters by (column, row); either is None.

    `men` has the FEN letter of each proved cluster.
    """
    unknown = [square for square, cluster in board.items() if cluster not in men]
    if unknown:
        column, row = min(unknown)
        return None, f"the captions do not prove which man is on {'abcdefgh'[column]}{8 - row}"
    ranks = (
        "".join(men[board[column, row]] if (column, row) in board else "1" for column in range(8)) for row in range(8)
    )
    fen = "/".join(ranks)
    wrong = placement_problem(fen)
    return (None, wrong) if wrong else (Placement(fen).fen, None)
