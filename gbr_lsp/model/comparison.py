"""A document beside its proof: which study of the one is which of the other.

Theory of operation. Codes that are the same are paired in the order of both texts, then those that are the same and
stand in another order. What is left between two neighbors that are paired is paired with what is left between theirs,
if the two have most in common: a proof is made of its source, and what differs in it is a slip.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import NamedTuple

from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Remote
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.printed import SolutionMove, printed_solutions
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code

_MANY_MOVES = 4
"""Lines that have so many half-moves in common at their beginning are of one study; so many belong to a board."""
_MOST_DIGITS = 2
"""So many digits of a class may differ if the kings are the same."""
_MOST_MISSING = 3
"""So many codes may be missing between two neighbors: more are a chapter that is not in the proof."""
_MOSTLY = 0.9
"""The share of the codes that must be found in the proof, for one that is not there to be missing."""


class ComparedStudy(NamedTuple):
    """What is compared of a study: its code, its boards, the moves of its solution with the words they are written in.

    `place` is where it stands in the proof.
    """

    code: Code
    placements: tuple[Placement, ...]
    moves: tuple[SolutionMove, ...]
    words: tuple[str, ...]
    place: Remote


class SameStudy(NamedTuple):
    """A study by its number, and the one of the proof that is the same."""

    own: int
    other: int


class ProofComparison:
    """The studies of a document, and those of its proof."""

    def __init__(self, document: Document, studies: Sequence[Study], proof: Sequence[ComparedStudy]) -> None:
        self.document = document
        self.proof = [other for other in proof if other.code.kings is not None]
        self.studies = [study for study in studies if study.code.kings is not None]

    @cached_property
    def own(self) -> list[ComparedStudy]:
        """What is compared of the document's studies."""
        here = Remote("", 0, 0, 0, "")
        return compared(self.document, self.studies, lambda study: here)

    @cached_property
    def pairs(self) -> list[SameStudy]:
        """The studies that are in both, in the order of the document."""
        return sorted(_paired(self.own, self.proof))

    @property
    def missing(self) -> Iterator[int]:
        """The studies that stand between two others in the document and are not in the proof, where nearly all are."""
        if len(self.pairs) < _MOSTLY * len(self.own):
            return
        keys = {_key(other.code) for other in self.proof}
        for before, behind in zip(self.pairs, self.pairs[1:], strict=False):
            between = range(before.own + 1, behind.own)
            if before.other + 1 == behind.other and len(between) <= _MOST_MISSING:
                yield from (number for number in between if _key(self.own[number].code) not in keys)


def compared(document: Document, studies: Sequence[Study], place: Callable[[Study], Remote]) -> list[ComparedStudy]:
    """What is compared of studies of a document, which are given in order; `place` says where each stands."""
    text = document.text
    found = []
    for study, solution in zip(studies, printed_solutions(document, studies, _MANY_MOVES), strict=True):
        moves = solution.moves if solution else ()
        placements = tuple(dict.fromkeys(one for owned, one in study.placements if owned.bond is not Bond.SHARED))
        words = tuple(text[move.span.start : move.span.end] for move in moves)
        found.append(ComparedStudy(study.code, placements, moves, words, place(study)))
    return found


def _key(code: Code) -> object:
    return code.force, code.kings


def _paired(own: Sequence[ComparedStudy], proof: Sequence[ComparedStudy]) -> Iterator[SameStudy]:
    keys, others = ([_key(study.code) for study in studies] for studies in (own, proof))
    blocks = SequenceMatcher(None, keys, others, autojunk=False).get_matching_blocks()
    in_order = [SameStudy(block.a + n, block.b + n) for block in blocks for n in range(block.size)]
    yield from in_order
    left = [number for number in range(len(own)) if number not in {pair.own for pair in in_order}]
    free = [number for number in range(len(proof)) if number not in {pair.other for pair in in_order}]
    by_key: dict[object, list[int]] = defaultdict(list)
    for number in reversed(free):
        by_key[others[number]].append(number)
    moved = [SameStudy(number, by_key[keys[number]].pop()) for number in left if by_key[keys[number]]]
    yield from moved
    left = [number for number in left if number not in {pair.own for pair in moved}]
    taken = {pair.other for pair in moved}
    for number in left:
        first = max((pair.other for pair in in_order if pair.own < number), default=-1)
        last = min((pair.other for pair in in_order if number < pair.own), default=len(proof))
        likely = [other for other in range(first + 1, last) if other not in taken]
        best = max(likely, key=lambda other: _in_common(own[number], proof[other]), default=None)
        if best is not None and _in_common(own[number], proof[best]):
            taken.add(best)
            yield SameStudy(number, best)


def _in_common(one: ComparedStudy, other: ComparedStudy) -> int:
    """How much two studies have in common; 0 where they may be two."""
    digits = _apart(one.code.force, other.code.force)
    same_kings = 2 - _apart(one.code.kings, other.code.kings)
    moves = next(
        (n for n, (a, b) in enumerate(zip(one.moves, other.moves, strict=False)) if a.san != b.san),
        min(len(one.moves), len(other.moves)),
    )
    same_board = bool(set(one.placements) & set(other.placements))
    is_one = same_board or _MANY_MOVES <= moves
    is_one = is_one or (same_kings == 2 and digits <= _MOST_DIGITS) or (same_kings == 1 and digits == 0)
    return 10 * same_board + min(moves, 10) + 4 * same_kings + 6 - digits if is_one else 0


def _apart(one: Sequence[int | None] | None, other: Sequence[int | None] | None) -> int:
    """How many digits or squares differ; two where one of them cannot be read."""
    return sum(a != b or a is None for a, b in zip(one, other, strict=True)) if one and other else 2
