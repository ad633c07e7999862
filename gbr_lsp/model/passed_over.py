"""Reasons why boards near a code do not belong to it, for explanations.

The reasons are those of `pairing`, `standing` and `assembly`, in their order of decision.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import NamedTuple

from gbr_lsp.boards import diagram
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.pairing import Bond, agrees, digits_apart, forces_of, is_close, shares
from gbr_lsp.model.standing import Between, is_later
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Kings, Nine

_MANY = 50
"""Maximum number of boards before and after a code, and of close boards that show the same."""

_Shared = tuple[dict[Hashable, list[Hashable]], dict[Hashable, list[int]]]
"""The groups by each of their `shares`, and the numbers in each group."""


class PassedOver(NamedTuple):
    """A board that does not belong to a code, and the reason."""

    owned: OwnedBoard
    why: str
    other: Place | None = None
    """The place of the code or board that the reason mentions."""


class SectionBoards:
    """The boards and codes of a section, to explain why they do not belong together.

    Those one slip apart are found by their `shares`, so that in a long section not every board is
    compared with every code.
    """

    def __init__(self, section: list[Block], studies: list[Study]) -> None:
        self._section = section
        self._studies = studies
        self._between = Between(section)
        self._numbers = {block: number for number, block in enumerate(section)}
        self._boards = [OwnedBoard(block, board, Bond.CLOSE) for block in section for board in block.found.boards]
        self._places = [(self._numbers[owned.block], owned.board.span.start) for owned in self._boards]
        self._owners: dict[Place, list[Study]] = defaultdict(list)
        for study in studies:
            for owned in study.boards:
                self._owners[owned.place].append(study)

    def passed_over(self, study: Study, most: int) -> tuple[list[PassedOver], int]:
        """Return up to `most` `PassedOver` for `study`, likeliest first, and the number of others."""
        own = {owned.place for owned in study.boards}
        near = [number for number in self._near(study) if self._boards[number].place not in own]
        near.sort(key=lambda number: _distance(study.code, self._boards[number].board.placement))
        count = len(self._boards) - len(own & self._where)
        found = [self.why(study, self._boards[number]) for number in near[:most]]
        return found, count - len(found)

    def claimants(self, owned: OwnedBoard) -> list[Study]:
        """Return the list of the studies that the board `owned` belongs to."""
        return self._owners.get(owned.place, [])

    def nearly(self, placement: Placement) -> list[Study]:
        """Return the studies with codes at most one slip away from `placement`, in order."""
        return [self._studies[number] for number in sorted(n for same in self._saying_nearly(placement) for n in same)]

    def why(self, study: Study, owned: OwnedBoard) -> PassedOver:
        """Return the `PassedOver` with the reason why `owned` does not belong to `study`."""
        placement, code = owned.board.placement, study.code
        owners = self.claimants(owned)
        if placement is None:
            return PassedOver(owned, f"cannot be read: it {owned.board.problem}")
        apart = difference(code, placement)
        if not apart:
            later = is_later(self._between, study, owned._replace(bond=Bond.AGREES))
            if later:
                return PassedOver(owned, "stands after moves, or words such as “after”: a later position")
            return PassedOver(owned, "agrees too, but is the board of another code", _place_of(owners))
        if owners:
            return PassedOver(owned, f"belongs to another code; {apart}", _place_of(owners))
        if not is_close(code, placement):
            return PassedOver(owned, f"differs by more than one slip: {apart}")
        if is_later(self._between, study, owned):
            return PassedOver(owned, f"stands after moves, or words such as “after”: a later position; {apart}")
        if study.boards:
            return PassedOver(owned, f"differs by one slip ({apart}), but the code already has a board")
        rival = self._rival(study, placement)
        if rival:
            return PassedOver(owned, f"differs by one slip ({apart}), but another code is as close", _place_of([rival]))
        twin = self._as_near(study, owned)
        if twin:
            return PassedOver(owned, f"differs by one slip ({apart}), but another board is as close", twin)
        if self._has_unread:
            return PassedOver(
                owned, f"differs by one slip ({apart}), but a board that cannot be read may be that of the code"
            )
        return PassedOver(
            owned, f"differs by one slip ({apart}), which may be a coincidence among so many codes and boards"
        )

    def _near(self, study: Study) -> list[int]:
        """Return the sorted numbers of the boards near the code in place or content."""
        at = bisect_left(self._places, (self._numbers[study.block], study.occurrence.span.start))
        beside = range(max(0, at - _MANY), min(len(self._boards), at + _MANY))
        return sorted({*beside, *(number for same in self._showing_nearly(study.code) for number in same[:_MANY])})

    def _rival(self, study: Study, placement: Placement) -> Study | None:
        """Return the first study with another code that is close to `placement`, or None."""
        near = (number for same in self._saying_nearly(placement) for number in same[:_MANY])
        others = (n for n in near if self._studies[n].code != study.code and is_close(self._studies[n].code, placement))
        first = min(others, default=None)
        return None if first is None else self._studies[first]

    def _as_near(self, study: Study, owned: OwnedBoard) -> Place | None:
        """Return the place of a board close to `study` that differs from `owned`, or None."""
        near = (number for same in self._showing_nearly(study.code) for number in same[:_MANY])
        shown = ((number, self._boards[number].board.placement) for number in near)
        others = (n for n, one in shown if one and one != owned.board.placement and is_close(study.code, one))
        first = min(others, default=None)
        return None if first is None else self._boards[first].place

    def _showing_nearly(self, code: Code) -> Iterator[list[int]]:
        """Yield a list of the numbers of equal boards, for each position close to `code`."""
        if code.kings is None:
            return
        by_share, by_men = self._showing
        for shown in {shown for share in shares(code.force, code.kings) for shown in by_share.get(share, ())}:
            placement = self._boards[by_men[shown][0]].board.placement
            if placement and (agrees(code, placement) or is_close(code, placement)):
                yield by_men[shown]

    def _saying_nearly(self, placement: Placement) -> Iterator[list[int]]:
        """Yield a list of the numbers of equal studies, for each code close to `placement`."""
        by_share, by_class = self._saying
        for said in {said for share in _shares_of(placement) for said in by_share.get(share, ())}:
            code = self._studies[by_class[said][0]].code
            if agrees(code, placement) or is_close(code, placement):
                yield by_class[said]

    @cached_property
    def _where(self) -> set[Place]:
        return {owned.place for owned in self._boards}

    @cached_property
    def _showing(self) -> _Shared:
        """The boards, grouped by kings and men."""
        by_men: dict[Hashable, list[int]] = defaultdict(list)
        by_share: dict[Hashable, list[Hashable]] = defaultdict(list)
        for number, owned in enumerate(self._boards):
            placement = owned.board.placement
            if placement is None:
                continue
            shown = placement.kings, placement.men
            for share in () if shown in by_men else _shares_of(placement):
                by_share[share].append(shown)
            by_men[shown].append(number)
        return by_share, by_men

    @cached_property
    def _saying(self) -> _Shared:
        """The studies, grouped by kings and class."""
        by_class: dict[Hashable, list[int]] = defaultdict(list)
        by_share: dict[Hashable, list[Hashable]] = defaultdict(list)
        for number, study in enumerate(self._studies):
            kings, force = said = study.code.kings, study.code.force
            if kings is None:
                continue
            for share in () if said in by_class else shares(force, kings):
                by_share[share].append(said)
            by_class[said].append(number)
        return by_share, by_class

    @cached_property
    def _has_unread(self) -> bool:
        """Whether the section has a board that cannot be read."""
        return any(board.placement is None for block in self._section for board in block.found.boards) or any(
            diagram.count_damaged(block.text, span) for block in self._section for span in block.found.reading.spans
        )


def difference(code: Code, placement: Placement) -> str:
    """Return how `placement` differs from `code`: `the kings are exchanged`; empty if it agrees."""
    parts = []
    if code.kings is not None and code.kings != placement.kings:
        exchanged = code.kings is not None and code.kings[::-1] == placement.kings
        parts.append("the kings are exchanged" if exchanged else f"its kings are on {placement.kings}")
    forces = [force_of(placement.men, nine) for nine in Nine]
    if code.force not in forces:
        parts.append(f"its men are {forces[0]}")
    return ", ".join(parts)


def _shares_of(placement: Placement) -> set[Hashable]:
    """Return the set of keys that `placement` shares with codes at most one slip away."""
    return {placement.kings, *(share for force in forces_of(placement) for share in shares(force, placement.kings))}


def _place_of(studies: list[Study]) -> Place | None:
    return studies[0].place(studies[0].occurrence.span) if studies else None


def _distance(code: Code, placement: Placement | None) -> tuple[int, int]:
    """Return a sort key of `placement`. Boards that fit `code` are first, then close, unreadable and other ones."""
    if placement is None:
        return 2, 0
    if agrees(code, placement):
        return 0, 0
    digits = 6 if code.force is None else digits_apart(code.force, placement)
    return (1 if is_close(code, placement) else 3), digits + 2 * _kings_apart(code.kings, placement.kings)


def _kings_apart(kings: Kings | None, others: Kings) -> int:
    return 2 if kings is None else sum(one != other for one, other in zip(kings, others, strict=True))
