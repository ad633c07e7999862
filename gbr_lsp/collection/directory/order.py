"""The order of an index, and its entries that are out of order."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, pairwise, zip_longest
from typing import NamedTuple

from gbr_lsp.collection.directory import ClassAndKings, DirectoryEntry, Run, is_sound, key_of
from gbr_lsp.model.proof_comparison import SameStudy, longest_in_order
from gbr_lsp.notation.values import SQUARE_NAMES, Code, Goal

_MIN_ENTRIES_PER_ERROR = 5
"""An index has an order if at most one entry in this number is out of order."""

_GOALS = {Goal.WIN: 0, Goal.DRAW: 1, None: 2}


Rank = tuple[int, str, str]
"""The sort key of a code; the last part only counts if entries of the same class are sorted by it."""


class Order(NamedTuple):
    """The order of an index: its sort key, its entries in reading order, and those in order.

    Each sequence is sorted by itself. Only the first `part_count` of a rank count.
    """

    rank_of_code: Callable[[Code], Rank]
    part_count: int
    sequences: list[Run]
    sorted_entries: list[Run]

    def rank_of(self, entry: DirectoryEntry) -> tuple[int | str, ...]:
        """Return the sort key of `entry`."""
        return self.rank_of_code(entry.study.code)[: self.part_count]


def directory_key(code: Code) -> tuple[int, str, tuple[str, ...]]:
    """Return the sort key of a code in a directory: wins, draws, the rest; then class, then kings."""
    kings = tuple("" if square is None else SQUARE_NAMES[square] for square in code.kings or ())
    return _GOALS[code.stipulation.goal], str(code.force) if code.force else "", kings


def order_of(run: Run, goals: Mapping[ClassAndKings, Goal | None]) -> Order | None:
    """Return the order that nearly all entries of an index keep, or None.

    Columns are read across or down. If no entry has a sign, the `goals` of the studies may count.
    """
    sound_entries = [entry for entry in run if is_sound(entry.study)]
    signed = any(entry.study.code.stipulation.goal for entry in sound_entries)
    ranks = (_by_claim, _by_class, _by_kings) if signed else (_by_class, _by_claim_of(goals), _by_kings)
    tried = [_order_by(sequences, rank) for sequences in _readings(sound_entries) for rank in ranks]
    fitting = [(out, number, order) for number, (out, order) in enumerate(tried)]
    out, _, order = min(fitting)
    steps = sum(len(sequence) - 1 for sequence in order.sequences)
    return order if 0 < steps and _MIN_ENTRIES_PER_ERROR * out <= steps else None


def _by_claim(code: Code) -> Rank:
    goal, force, kings = directory_key(code)
    return goal, force, "".join(kings)


def _by_claim_of(goals: Mapping[ClassAndKings, Goal | None]) -> Callable[[Code], Rank]:
    def rank(code: Code) -> Rank:
        key = key_of(code)
        goal = code.stipulation.goal or (goals.get(key) if key else None)
        return _by_claim(code._replace(stipulation=code.stipulation._replace(goal=goal)))

    return rank


def _by_class(code: Code) -> Rank:
    return 0, *_by_claim(code)[1:]


def _by_kings(code: Code) -> Rank:
    _, force, kings = _by_claim(code)
    return 0, kings, force


def _readings(run: Run) -> Iterator[list[Run]]:
    """Yield the entries of each section across the lines, then down the columns if there are several."""
    sections = [list(entries) for _, entries in groupby(run, lambda entry: entry.section)]
    yield sections
    rows = [[list(row) for _, row in groupby(section, lambda entry: entry.line)] for section in sections]
    if any(1 < len(row) for section in rows for row in section):
        yield [[entry for column in zip_longest(*section) for entry in column if entry] for section in rows]


def _order_by(sequences: list[Run], rank: Callable[[Code], Rank]) -> tuple[int, Order]:
    """Return the number of entries that are out of order, and the order."""
    coarse = Order(rank, 2, sequences, [])
    kept = [_sorted_subsequence(sequence, coarse.rank_of) for sequence in sequences]
    ties = [
        (rank(one.study.code), rank(next_one.study.code))
        for entries in kept
        for one, next_one in pairwise(entries)
        if coarse.rank_of(one) == coarse.rank_of(next_one)
    ]
    broken = sum(second < first for first, second in ties)
    if _MIN_ENTRIES_PER_ERROR <= len(ties) and _MIN_ENTRIES_PER_ERROR * broken <= len(ties):
        fine = coarse._replace(part_count=3)
        kept = [_sorted_subsequence(sequence, fine.rank_of) for sequence in sequences]
        coarse = fine
    out = sum(map(len, sequences)) - sum(map(len, kept))
    return out, coarse._replace(sorted_entries=kept)


def _sorted_subsequence(entries: Run, rank_of: Callable[[DirectoryEntry], tuple[int | str, ...]]) -> Run:
    """Return the longest sorted subsequence of `entries`."""
    by_rank = sorted(range(len(entries)), key=lambda number: rank_of(entries[number]))
    pairs = sorted(SameStudy(number, place) for place, number in enumerate(by_rank))
    return [entries[pair.own] for pair in longest_in_order(pairs)]
