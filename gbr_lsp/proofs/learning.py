"""Which outline is which man, learned from the captions of a document, and never guessed.

Theory of operation. Shapes that are nearly the same are one cluster. The captions that stand at boards say how many men
of each kind there are, and on which squares the kings; each cluster is given the man with which most captions agree
with their boards. A cluster is proved if it stands on three boards that agree wholly, and any other man in its place
makes fewer agree. A board on which something is not proved is unread, so that a wrong caption among many right ones
proves nothing and leads to no wrong board.
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
"""How much shapes of one cluster may differ: in cells of their masks, and by a share of their proportions and size."""
_MIN_AGREEING = 3
"""So many boards that agree prove a cluster."""
_MAX_VARIANT_CELLS, _CLEAR_FACTOR = 7, 2
"""A shape that is not proved by itself may be a variant of a proved one that differs in so many cells, if those of
other men differ in so many times more."""
_FAR_DISTANCE = 99
_MARGIN = 1
"""By more captions than that, the assigned men of two clusters must agree better than the same men exchanged."""
_MAX_ROUNDS = 6

_KINGS = (LETTERS[KING, WHITE], LETTERS[KING, BLACK])
_MEN = tuple(LETTERS[slot] for slot in SLOTS)


class Caption(NamedTuple):
    """What a caption says of a board by its number: how many men of each kind, in the order of SLOTS, and the kings."""

    board: int
    men: tuple[int, ...]
    kings: tuple[int, int]


class _Example(NamedTuple):
    """A board with its caption: how often each cluster stands on it besides the kings, and what the kings are."""

    clusters: Counter[int]
    kings: tuple[int, int] | None
    counts: Mapping[str, int]


def clusters_of(boards: Sequence[DrawnBoard]) -> tuple[list[dict[tuple[int, int], int]], list[Shape]]:
    """For each board the number of the cluster of each shape, by square; for each cluster its most frequent shape."""
    leaders: list[Shape] = []
    cluster_of: dict[Shape, int] = {}
    counts = Counter(shape for board in boards for shape in board.shapes.values())
    for shape, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        for number, leader in enumerate(leaders):
            if _are_alike(shape, leader):
                cluster_of[shape] = number
                break
        else:
            cluster_of[shape] = len(leaders)
            leaders.append(shape)
    return [{square: cluster_of[shape] for square, shape in board.shapes.items()} for board in boards], leaders


def _are_alike(one: Shape, other: Shape) -> bool:
    return _are_alike_in_size(one, other) and _distance(one, other) <= _MAX_CELLS


def _are_alike_in_size(one: Shape, other: Shape) -> bool:
    aspects = abs(one.aspect - other.aspect) <= _TOLERANCE * other.aspect
    return aspects and abs(one.size - other.size) <= _TOLERANCE * other.size


def _distance(one: Shape, other: Shape) -> int:
    """In how many cells two masks differ."""
    return sum(a != b for a, b in zip(one.mask, other.mask, strict=True))


def placements_of(boards: Sequence[DrawnBoard], captions: Sequence[Caption]) -> list[tuple[str | None, str | None]]:
    """The placement of each board, or why it is not read."""
    clusters, leaders = clusters_of(boards)
    men = _proved_men(clusters, leaders, captions)
    return [_placement(board, men) for board in clusters]


def _proved_men(
    clusters: Sequence[Mapping[tuple[int, int], int]], leaders: Sequence[Shape], captions: Sequence[Caption]
) -> dict[int, str]:
    """The man of each cluster that is proved."""
    examples = [_example(clusters[caption.board], caption) for caption in captions]
    kings = _king_clusters(examples)
    choices = _choices(leaders, kings)
    men = _assign_men(examples, kings, choices)
    proved_men = {}
    for cluster, man in men.items():
        with_it = [example for example in examples if _has_cluster(example, cluster)]
        right = _agreeing_count(with_it, men)
        if _MIN_AGREEING <= right and _is_only_one(cluster, men, examples, choices, right):
            proved_men[cluster] = man
    variants = {}
    for cluster, man in men.items():
        right = _agreeing_count([example for example in examples if _has_cluster(example, cluster)], men)
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
    """Whether any other man for a cluster, also in exchange with another cluster's, makes fewer captions agree."""
    man = men[cluster]
    with_it = [example for example in examples if _has_cluster(example, cluster)]
    if any(right <= _agreeing_count(with_it, {**men, cluster: other}) for other in choices[cluster] if other != man):
        return False
    for other, its_man in men.items():
        if its_man != man and its_man in choices[cluster] and man in choices[other]:
            both = [example for example in examples if _has_cluster(example, cluster) or _has_cluster(example, other)]
            if _agreeing_count(both, men) <= _agreeing_count(both, {**men, cluster: its_man, other: man}) + margin:
                return False
    return True


def _choices(leaders: Sequence[Shape], kings: Mapping[int, str]) -> dict[int, tuple[str, ...]]:
    """The men that a cluster may be: those of the color whose king is as light or dark, where the kings differ."""
    lightness = {
        letter: {_is_light(leaders[cluster]) for cluster, one in kings.items() if one == letter} for letter in _KINGS
    }
    white, black = (lightness[letter] for letter in _KINGS)
    if len(white) != 1 or len(black) != 1 or white == black:
        return dict.fromkeys(range(len(leaders)), (*_MEN, *_KINGS))
    of_color = {True: tuple(man for man in _MEN if man.isupper()), False: tuple(man for man in _MEN if man.islower())}
    found = {}
    for cluster, leader in enumerate(leaders):
        is_white = {_is_light(leader)} == white
        found[cluster] = (*of_color[is_white], "K" if is_white else "k")
    return found


def _is_light(shape: Shape) -> bool:
    """Whether more of a shape is light than dark."""
    return shape.mask.count(1) < shape.mask.count(2)


def _is_variant(leaders: Sequence[Shape], cluster: int, man: str, proved_men: Mapping[int, str]) -> bool:
    """Whether a shape is much nearer to a proved one of its man than to any of another man."""
    mine = leaders[cluster]
    distances = {
        other: _distance(mine, leaders[other]) for other in proved_men if _are_alike_in_size(mine, leaders[other])
    }
    own = min((distance for other, distance in distances.items() if proved_men[other] == man), default=_FAR_DISTANCE)
    others = min((distance for other, distance in distances.items() if proved_men[other] != man), default=_FAR_DISTANCE)
    return own <= _MAX_VARIANT_CELLS and _CLEAR_FACTOR * own <= others


def _example(board: Mapping[tuple[int, int], int], caption: Caption) -> _Example:
    king_clusters = [board.get((square % 8, 7 - square // 8)) for square in caption.kings]
    kings = (
        (king_clusters[0], king_clusters[1]) if king_clusters[0] is not None and king_clusters[1] is not None else None
    )
    counts = dict(zip(_MEN, caption.men, strict=True)) | dict.fromkeys(_KINGS, 1)
    return _Example(Counter(board.values()), kings, counts)


def _has_cluster(example: _Example, cluster: int) -> bool:
    return cluster in example.clusters


def _king_clusters(examples: Sequence[_Example]) -> dict[int, str]:
    """The clusters that stand where captions have the kings more often than not, at least twice."""
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
    """The man of each cluster with which the most captions agree, found by hill climbing: changes of one man, and
    exchanges of two, while the score rises."""
    clusters = sorted({cluster for example in examples for cluster in example.clusters})
    examples_with = {
        cluster: [example for example in examples if _has_cluster(example, cluster)] for cluster in clusters
    }
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
    """Exchanges the men of two clusters if that is better."""
    if one in kings or other in kings or men[one] == men[other]:
        return
    both = [*examples_with[one], *examples_with[other]]
    new_men = {**men, one: men[other], other: men[one]}
    if _score(both, men) < _score(both, new_men):
        men.update(new_men)


def _fit_scores(examples: Sequence[_Example], cluster: int, man: str) -> tuple[int, int]:
    """On how many boards the caption has as many of a man as there are shapes of the cluster; on how many, at least as
    many."""
    counts = [(example.counts[man], example.clusters[cluster]) for example in examples]
    return sum(stated == count for stated, count in counts), sum(count <= stated for stated, count in counts)


def _score(examples: Sequence[_Example], men: Mapping[int, str]) -> tuple[int, int]:
    """How many boards agree with their captions, and how little the others differ from theirs, as a negative number."""
    differences = [_difference(example, men) for example in examples]
    return sum(not one for one in differences), -sum(min(one, 6) for one in differences)


def _agreeing_count(examples: Sequence[_Example], men: Mapping[int, str]) -> int:
    return _score(examples, men)[0]


def _difference(example: _Example, men: Mapping[int, str]) -> int:
    """How many men a board has too many or too few for its caption; 6 more for kings on other squares."""
    counts: Counter[str] = Counter()
    for cluster, count in example.clusters.items():
        counts[men.get(cluster, "?")] += count
    difference = sum(abs(counts[man] - count) for man, count in example.counts.items()) + counts["?"]
    kings = example.kings and tuple(men.get(cluster) for cluster in example.kings)
    return difference + (0 if kings == _KINGS else 6)


def _placement(board: Mapping[tuple[int, int], int], men: Mapping[int, str]) -> tuple[str | None, str | None]:
    """The placement of a board, or why it is not read."""
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
