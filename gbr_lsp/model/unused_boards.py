"""Reasons why boards near a code do not belong to it, for explanations.

The reasons are those of `pairing`, `later_positions` and `assembly`, in their order of decision.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import NamedTuple

from gbr_lsp.boards import diagram
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.later_positions import SectionGaps, is_later
from gbr_lsp.model.pairing import Bond, common_keys, digits_apart, forces_of, is_close, is_match
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Kings, Nine

_MAX_NEAR = 50
"""Maximum number of boards around a code, and of equal boards in a group."""

_Groups = tuple[dict[Hashable, list[Hashable]], dict[Hashable, list[int]]]
"""The groups by each of their `common_keys`, and the numbers in each group."""


class UnusedBoard(NamedTuple):
    """A board that does not belong to a code, and the reason."""

    owned_board: OwnedBoard
    reason: str
    other_place: Place | None = None
    """The place of the code or board that the reason mentions."""


class SectionBoards:
    """The boards and codes of a section, to explain why they do not belong together.

    Those one slip apart are found by their `common_keys`, so that in a long section not every board is
    compared with every code.
    """

    def __init__(self, section: list[Block], studies: list[Study]) -> None:
        self._section = section
        self._studies = studies
        self._between = SectionGaps(section)
        self._numbers = {block: number for number, block in enumerate(section)}
        self._boards = [OwnedBoard(block, board, Bond.CLOSE) for block in section for board in block.contents.boards]
        self._places = [(self._numbers[owned.block], owned.board.span.start) for owned in self._boards]
        self._owners: dict[Place, list[Study]] = defaultdict(list)
        for study in studies:
            for owned in study.boards:
                self._owners[owned.place].append(study)

    def unused_boards(self, study: Study, limit: int) -> tuple[list[UnusedBoard], int]:
        """Return up to `limit` `UnusedBoard` for `study`, likeliest first, and the number of others."""
        own = {owned.place for owned in study.boards}
        near = [number for number in self._boards_near(study) if self._boards[number].place not in own]
        near.sort(key=lambda number: _distance(study.code, self._boards[number].board.placement))
        count = len(self._boards) - len(own & self._board_places)
        found = [self.explain_board(study, self._boards[number]) for number in near[:limit]]
        return found, count - len(found)

    def claimants(self, owned: OwnedBoard) -> list[Study]:
        """Return the studies that the board `owned` belongs to."""
        return self._owners.get(owned.place, [])

    def close_studies(self, placement: Placement) -> list[Study]:
        """Return the studies with codes at most one slip away from `placement`, in order."""
        return [
            self._studies[number] for number in sorted(n for same in self._close_study_groups(placement) for n in same)
        ]

    def explain_board(self, study: Study, owned: OwnedBoard) -> UnusedBoard:
        """Return the `UnusedBoard` with the reason why `owned` does not belong to `study`."""
        placement, code = owned.board.placement, study.code
        owners = self.claimants(owned)
        if placement is None:
            return UnusedBoard(owned, f"cannot be read: it {owned.board.problem}")
        apart = difference(code, placement)
        if not apart:
            later = is_later(self._between, study, owned._replace(bond=Bond.AGREES))
            if later:
                return UnusedBoard(owned, "stands after moves, or words such as “after”: a later position")
            return UnusedBoard(owned, "agrees too, but is the board of another code", _place_of(owners))
        if owners:
            return UnusedBoard(owned, f"belongs to another code; {apart}", _place_of(owners))
        if not is_close(code, placement):
            return UnusedBoard(owned, f"differs by more than one slip: {apart}")
        if is_later(self._between, study, owned):
            return UnusedBoard(owned, f"stands after moves, or words such as “after”: a later position; {apart}")
        if study.boards:
            return UnusedBoard(owned, f"differs by one slip ({apart}), but the code already has a board")
        rival = self._rival(study, placement)
        if rival:
            return UnusedBoard(
                owned, f"differs by one slip ({apart}), but another code is as close", _place_of([rival])
            )
        twin = self._rival_board(study, owned)
        if twin:
            return UnusedBoard(owned, f"differs by one slip ({apart}), but another board is as close", twin)
        if self._has_unread:
            return UnusedBoard(
                owned, f"differs by one slip ({apart}), but a board that cannot be read may be that of the code"
            )
        return UnusedBoard(
            owned, f"differs by one slip ({apart}), which may be a coincidence among so many codes and boards"
        )

    def _boards_near(self, study: Study) -> list[int]:
        """Return the sorted numbers of the boards near the code in place or content."""
        at = bisect_left(self._places, (self._numbers[study.block], study.occurrence.span.start))
        neighbors = range(max(0, at - _MAX_NEAR), min(len(self._boards), at + _MAX_NEAR))
        return sorted(
            {*neighbors, *(number for same in self._close_board_groups(study.code) for number in same[:_MAX_NEAR])}
        )

    def _rival(self, study: Study, placement: Placement) -> Study | None:
        """Return the first study with another code that is close to `placement`, or None."""
        near = (number for same in self._close_study_groups(placement) for number in same[:_MAX_NEAR])
        others = (n for n in near if self._studies[n].code != study.code and is_close(self._studies[n].code, placement))
        first = min(others, default=None)
        return None if first is None else self._studies[first]

    def _rival_board(self, study: Study, owned: OwnedBoard) -> Place | None:
        """Return the place of a board close to `study` that differs from `owned`, or None."""
        near = (number for same in self._close_board_groups(study.code) for number in same[:_MAX_NEAR])
        shown = ((number, self._boards[number].board.placement) for number in near)
        others = (n for n, one in shown if one and one != owned.board.placement and is_close(study.code, one))
        first = min(others, default=None)
        return None if first is None else self._boards[first].place

    def _close_board_groups(self, code: Code) -> Iterator[list[int]]:
        """Yield a list of the numbers of equal boards, for each position close to `code`."""
        if code.kings is None:
            return
        by_share, by_men = self._board_groups
        for shown in {shown for share in common_keys(code.force, code.kings) for shown in by_share.get(share, ())}:
            placement = self._boards[by_men[shown][0]].board.placement
            if placement and (is_match(code, placement) or is_close(code, placement)):
                yield by_men[shown]

    def _close_study_groups(self, placement: Placement) -> Iterator[list[int]]:
        """Yield a list of the numbers of equal studies, for each code close to `placement`."""
        by_share, by_class = self._study_groups
        for code_key in {code_key for share in _common_keys_of(placement) for code_key in by_share.get(share, ())}:
            code = self._studies[by_class[code_key][0]].code
            if is_match(code, placement) or is_close(code, placement):
                yield by_class[code_key]

    @cached_property
    def _board_places(self) -> set[Place]:
        return {owned.place for owned in self._boards}

    @cached_property
    def _board_groups(self) -> _Groups:
        """The boards, grouped by kings and men."""
        by_men: dict[Hashable, list[int]] = defaultdict(list)
        by_share: dict[Hashable, list[Hashable]] = defaultdict(list)
        for number, owned in enumerate(self._boards):
            placement = owned.board.placement
            if placement is None:
                continue
            shown = placement.kings, placement.men
            for share in () if shown in by_men else _common_keys_of(placement):
                by_share[share].append(shown)
            by_men[shown].append(number)
        return by_share, by_men

    @cached_property
    def _study_groups(self) -> _Groups:
        """The studies, grouped by kings and class."""
        by_class: dict[Hashable, list[int]] = defaultdict(list)
        by_share: dict[Hashable, list[Hashable]] = defaultdict(list)
        for number, study in enumerate(self._studies):
            kings, force = code_key = study.code.kings, study.code.force
            if kings is None:
                continue
            for share in () if code_key in by_class else common_keys(force, kings):
                by_share[share].append(code_key)
            by_class[code_key].append(number)
        return by_share, by_class

    @cached_property
    def _has_unread(self) -> bool:
        """Whether the section has a board that cannot be read."""
        return any(board.placement is None for block in self._section for board in block.contents.boards) or any(
            diagram.count_damaged(block.text, span) for block in self._section for span in block.contents.reading.spans
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


def _common_keys_of(placement: Placement) -> set[Hashable]:
    """Return the set of keys that `placement` shares with codes at most one slip away."""
    return {
        placement.kings,
        *(share for force in forces_of(placement) for share in common_keys(force, placement.kings)),
    }


def _place_of(studies: list[Study]) -> Place | None:
    return studies[0].place(studies[0].occurrence.span) if studies else None


def _distance(code: Code, placement: Placement | None) -> tuple[int, int]:
    """Return a sort key of `placement`. Boards that fit `code` are first, then close, unreadable and other ones."""
    if placement is None:
        return 2, 0
    if is_match(code, placement):
        return 0, 0
    digits = 6 if code.force is None else digits_apart(code.force, placement)
    return (1 if is_close(code, placement) else 3), digits + 2 * _kings_apart(code.kings, placement.kings)


def _kings_apart(kings: Kings | None, others: Kings) -> int:
    return 2 if kings is None else sum(one != other for one, other in zip(kings, others, strict=True))
