"""Comparison of a document with its proof: pairs of studies that are the same.

Theory of operation. Equal codes are paired in the order of both texts, then equal codes in a
different order. Studies left between two paired neighbors are then paired with the most similar
ones left between their partners: a proof is made from its source, so a difference is a slip.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from gbr_lsp.model.assign import assign
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import RemotePlace
from gbr_lsp.model.study import Bond, Study
from gbr_lsp.notation.code_forms import forces_of
from gbr_lsp.notation.men import control_of, is_control_possible, men_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Kind
from gbr_lsp.solutions.line import Node

_MANY_MOVES = 4
"""Lines with this number of equal half-moves at the start belong to one study or board."""
_MAX_DIGITS = 2
"""Maximum number of digits that may differ if the kings are the same."""
_MAX_MISSING = 3
"""Maximum number of codes missing between two neighbors. More are a chapter that the proof omits."""
_MAX_CANDIDATES = 32
"""Maximum number of codes compared for each shared sign: those nearest to the expected place."""
_MIN_FOUND_SHARE = 0.9
"""Minimum share of the codes found in the proof before another one counts as missing."""


class ComparedStudy(NamedTuple):
    """The compared parts of a study: code, boards, and moves with their texts.

    `place` is its place in the proof.
    """

    code: Code
    placements: tuple[Placement, ...]
    moves: tuple[Node, ...]
    words: tuple[str, ...]
    place: RemotePlace

    def has_conflict_in(self, part: Kind) -> bool:
        """Return True if a board or another part of the code contradicts `part`.

        `part` is the class, the kings or the control.
        """
        force, kings, _, control, pieces, pawns = self.code
        shown = self.placements
        if part is Kind.KING:
            return bool(shown) and all(kings != one.kings for one in shown)
        if part is Kind.CLASS and shown:
            return not any(force in forces_of(one) for one in shown)
        if part is Kind.CONTROL and shown and all(control != control_of(one.men) for one in shown):
            return True
        if force and control and not is_control_possible(force, control):
            return True
        made = control_of(men_of(force)) if part is Kind.CLASS and force else control
        return None not in (made, pieces, pawns) and sum(made or ()) != 2 + len(pieces or ()) + len(pawns or ())


class SameStudy(NamedTuple):
    """Indexes of the same study in the document (`own`) and in the proof (`other`)."""

    own: int
    other: int


class ProofComparison:
    """The studies of a document and those of its proof, without codes that lack kings."""

    def __init__(self, document: Document, studies: Sequence[Study], proof: Sequence[ComparedStudy]) -> None:
        self.document = document
        self.proof = [other for other in proof if other.code.kings is not None]
        self.studies = [study for study in studies if study.code.kings is not None]

    @cached_property
    def own_studies(self) -> list[ComparedStudy]:
        """The list of `ComparedStudy` of the document."""
        here = RemotePlace("", 0, 0, 0, "")
        return comparable_studies(self.document, self.studies, lambda study: here)

    @cached_property
    def pairs(self) -> list[SameStudy]:
        """The `SameStudy` of each study in both texts, in the order of the document."""
        return sorted(_study_pairs(self.own_studies, self.proof))

    @property
    def missing_numbers(self) -> Iterator[int]:
        """The numbers of the document's studies between two pairs adjacent in the proof.

        There are none unless nearly all studies are in the proof.
        """
        if len(self.pairs) < _MIN_FOUND_SHARE * len(self.own_studies):
            return
        keys = {_key(other.code) for other in self.proof}
        for before, after in zip(self.pairs, self.pairs[1:], strict=False):
            between = range(before.own + 1, after.own)
            if before.other + 1 == after.other and len(between) <= _MAX_MISSING:
                yield from (number for number in between if _key(self.own_studies[number].code) not in keys)


def comparable_studies(
    document: Document, studies: Sequence[Study], place: Callable[[Study], RemotePlace]
) -> list[ComparedStudy]:
    """Return a `ComparedStudy` for each of `studies`, which are sorted by offset.

    `place` returns the `RemotePlace` of a study.
    """
    section = document.as_section(studies)
    found = []
    for study, solution in zip(studies, assign(section, _MANY_MOVES), strict=True):
        failed = solution.failed_move
        printed = [*solution.moves, failed] if failed else solution.moves
        # Without parents and variations, the moves can be sent to a process.
        moves = tuple(
            Node(section.span(solution.place(node.span)), node.san, node.half, node.before, node.after)
            for node in printed
        )
        placements = tuple(dict.fromkeys(one for owned, one in study.placements if owned.bond is not Bond.SHARED))
        words = tuple(section.text[slice(*move.span)] for move in moves)
        found.append(ComparedStudy(study.code, placements, moves, words, place(study)))
    return found


def _key(code: Code) -> object:
    """Return the force and kings of `code`: equal keys mean the same code."""
    return code.force, code.kings


def _study_pairs(own: Sequence[ComparedStudy], proof: Sequence[ComparedStudy]) -> Iterator[SameStudy]:
    """Yield a `SameStudy` for each pair: equal codes first, then similar ones."""
    keys, others = ([_key(study.code) for study in studies] for studies in (own, proof))
    in_order = _same_in_order(keys, others)
    yield from in_order
    paired, taken = {pair.own for pair in in_order}, {pair.other for pair in in_order}
    by_key: dict[object, list[int]] = defaultdict(list)
    for number in reversed(range(len(proof))):
        if number not in taken:
            by_key[others[number]].append(number)
    left = [number for number in range(len(own)) if number not in paired]
    moved = [SameStudy(number, by_key[keys[number]].pop()) for number in left if by_key[keys[number]]]
    yield from moved
    paired.update(pair.own for pair in moved)
    taken.update(pair.other for pair in moved)
    free = _FreeStudies(proof, taken)
    for number in left:
        if number in paired:
            continue
        following = bisect_left(in_order, number, key=lambda pair: pair.own)
        before = in_order[following - 1] if following else SameStudy(-1, -1)
        last = in_order[following].other if following < len(in_order) else len(proof)
        likely = free.nearest(own[number], before.other + number - before.own, range(before.other + 1, last))
        best = max(sorted(likely), key=lambda other: _similarity(own[number], proof[other]), default=None)
        if best is not None and _similarity(own[number], proof[best]):
            free.take(best)
            yield SameStudy(number, best)


class _FreeStudies:
    """The studies of a proof that are not paired yet, by their signs."""

    def __init__(self, proof: Sequence[ComparedStudy], taken: Container[int]) -> None:
        self._proof = proof
        self._by_sign: dict[object, list[int]] = defaultdict(list)
        for number, study in enumerate(proof):
            for sign in set(_signs(study)) if number not in taken else ():
                self._by_sign[sign].append(number)

    def nearest(self, study: ComparedStudy, expected: int, within: range) -> set[int]:
        """Return the set of numbers in `within` of studies that share a sign with `study`.

        For each sign these are the nearest before and after the number `expected`.
        """
        found: set[int] = set()
        for sign in _signs(study):
            some = self._by_sign.get(sign, [])
            first, at, last = (bisect_left(some, number) for number in (within.start, expected, within.stop))
            found.update(some[max(first, at - _MAX_CANDIDATES // 2) : min(last, at + _MAX_CANDIDATES // 2)])
        return found

    def take(self, number: int) -> None:
        """Remove study `number`, because it is paired now."""
        for sign in set(_signs(self._proof[number])):
            some = self._by_sign[sign]
            del some[bisect_left(some, number)]


def _same_in_order(keys: Sequence[object], others: Sequence[object]) -> list[SameStudy]:
    """Return a `SameStudy` for each pair of equal keys in common order.

    Keys that occur once in each text divide the texts, and each part is compared by itself. So the
    time is not quadratic if every second code is missing.
    """
    found: list[SameStudy] = []
    start = SameStudy(0, 0)
    for end in (*longest_in_order(_once_in_both(keys, others)), SameStudy(len(keys), len(others))):
        matcher = SequenceMatcher(None, keys[start.own : end.own], others[start.other : end.other])
        for own, other, size in matcher.get_matching_blocks():
            found += (SameStudy(start.own + own + n, start.other + other + n) for n in range(size))
        found.append(end)
        start = SameStudy(end.own + 1, end.other + 1)
    return found[:-1]


def _once_in_both(keys: Sequence[object], others: Sequence[object]) -> list[SameStudy]:
    """Return the pairs of keys that occur once in each text, in document order."""
    here, there = Counter(keys), Counter(others)
    places = {key: number for number, key in enumerate(others) if here[key] == there[key] == 1}
    return [SameStudy(number, places[key]) for number, key in enumerate(keys) if key in places]


def longest_in_order(pairs: Sequence[SameStudy]) -> list[SameStudy]:
    """Return a longest increasing subsequence of `pairs`, by `other`.

    Patience sorting: of all subsequences of one length, the one with the least last number is kept.
    """
    least: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, pair in enumerate(pairs):
        length = bisect_left(least, pair.other)
        before.append(last[length - 1] if length else -1)
        least[length : length + 1] = [pair.other]
        last[length : length + 1] = [number]
    number = last[-1] if last else -1
    longest = []
    while 0 <= number:
        longest.append(pairs[number])
        number = before[number]
    return longest[::-1]


def _signs(study: ComparedStudy) -> Iterator[object]:
    """Yield the signs of `study`; two studies with anything in common share at least one.

    Signs are its boards, its first moves, its kings, and each king with the digits.
    """
    yield from study.placements
    if _MANY_MOVES <= len(study.moves):
        yield tuple(move.san for move in study.moves[:_MANY_MOVES])
    yield study.code.kings
    for color, king in enumerate(study.code.kings or ()):
        yield color, king, study.code.force


def _similarity(one: ComparedStudy, other: ComparedStudy) -> int:
    """Return the similarity of two studies as a number, 0 for different studies."""
    digits = _count_differences(one.code.force, other.code.force)
    same_kings = 2 - _count_differences(one.code.kings, other.code.kings)
    pairs = zip(one.moves, other.moves, strict=False)
    moves = sum(1 for _ in takewhile(lambda pair: pair[0].san == pair[1].san, pairs))
    same_board = bool(set(one.placements) & set(other.placements))
    is_one = same_board or _MANY_MOVES <= moves
    is_one = is_one or (same_kings == 2 and digits <= _MAX_DIGITS) or (same_kings == 1 and digits == 0)
    return 10 * same_board + min(moves, 10) + 4 * same_kings + 6 - digits if is_one else 0


def _count_differences(one: Sequence[int | None] | None, other: Sequence[int | None] | None) -> int:
    """Return the number of digits or squares that differ; 2 if either side is None."""
    return sum(a != b or a is None for a, b in zip(one, other, strict=True)) if one and other else 2
