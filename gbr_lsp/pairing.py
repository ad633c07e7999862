"""Which board speaks of which code: agreement first, for nearness misleads (notation.md §7).

On a torn page of EG 190 "the nearest diagram above" blames 27 of 80 captions, 24 of them wrongly.
"""

from collections import defaultdict
from collections.abc import Sequence

from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Force, Kings, Nine

_MOST_DIGITS = 2
_MOST_BOARDS = 8
"""How many agreeing boards a code is given: more of the same board say nothing new."""


def agrees(code: Code, placement: Placement) -> bool:
    """Whether a board has the kings and the force of a code, whichever way its 9 is meant."""
    return code.kings == placement.kings and code.force in _forces(placement)


def pair(codes: Sequence[Code], placements: Sequence[Placement], settled: set[int]) -> list[list[int]]:
    """For each code the numbers of the boards that belong to it; a board may belong to several codes.

    A code left over and a board left over belong together only if each is the other's only close candidate. Boards
    whose owner is `settled` may agree with other codes too, but are never left over.
    """
    agreeing: dict[tuple[Kings | None, Force | None], list[int]] = defaultdict(list)
    for number, placement in enumerate(placements):
        for force in _forces(placement):
            agreeing[placement.kings, force].append(number)
    owned = [agreeing.get((code.kings, code.force), [])[:_MOST_BOARDS] for code in codes]
    taken = settled.union(*owned)
    left_codes = [number for number, code in enumerate(codes) if not owned[number] and _is_whole(code)]
    left_boards = [number for number in range(len(placements)) if number not in taken]
    for code_number, board_number in _only_candidates(codes, placements, left_codes, left_boards):
        owned[code_number].append(board_number)
    return owned


def _only_candidates(
    codes: Sequence[Code], placements: Sequence[Placement], left_codes: list[int], left_boards: list[int]
) -> list[tuple[int, int]]:
    by_kings: dict[Kings | None, list[int]] = defaultdict(list)
    by_force: dict[Force | None, list[int]] = defaultdict(list)
    for number in left_boards:
        by_kings[placements[number].kings].append(number)
        for force in _forces(placements[number]):
            by_force[force].append(number)
    candidates: dict[int, list[int]] = {}
    suitors: defaultdict[int, list[int]] = defaultdict(list)
    for code_number in left_codes:
        code = codes[code_number]
        near = [n for n in by_kings.get(code.kings, ()) if _digits_apart(code, placements[n]) <= _MOST_DIGITS]
        near += [n for n in by_force.get(code.force, ()) if _kings_close(code.kings, placements[n].kings)]
        candidates[code_number] = near
        for board_number in near:
            suitors[board_number].append(code_number)
    return [
        (code_number, near[0])
        for code_number, near in candidates.items()
        if len(near) == 1 and len(suitors[near[0]]) == 1
    ]


def _forces(placement: Placement) -> set[Force]:
    return {force_of(placement.men, nine) for nine in Nine}


def _is_whole(code: Code) -> bool:
    return code.force is not None and code.kings is not None and None not in code.kings


def _digits_apart(code: Code, placement: Placement) -> int:
    if code.force is None:
        return 6
    return min(sum(a != b for a, b in zip(code.force, force, strict=True)) for force in _forces(placement))


def _kings_close(kings: Kings | None, others: Kings) -> bool:
    return kings is not None and (kings[::-1] == others or (kings[0] == others[0]) != (kings[1] == others[1]))
