"""Boards near a code that do not belong to it, for explanations."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable
from functools import cached_property
from operator import ne
from typing import NamedTuple

from gbr_lsp.boards import diagram
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.board_matching.pairing import (
    Candidate,
    boards_by_key,
    close_pairs,
    codes_by_key,
    digits_apart,
    is_close,
)
from gbr_lsp.model.board_matching.refusals import BoardRefusal, Reason
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import OwnedBoard, Study
from gbr_lsp.notation.code_forms import forces_of, is_match
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Code, Nine

_MAX_NEAR = 50
"""Maximum number of boards around a code, and of equal boards in a group."""


class UnusedBoard(NamedTuple):
    """A board that does not belong to a code, and the reason."""

    owned_board: OwnedBoard
    reason: str
    other_place: Place | None
    """The place of the code or board that the reason mentions."""


class UnusedBoards:
    """The boards of a section, with the reasons why they do not belong to its codes."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self._boards = list(section.boards)
        self._places = [(section.numbers[owned.block], owned.board.span.start) for owned in self._boards]
        self._owners: dict[Place, list[Study]] = defaultdict(list)
        for study in section.studies:
            for owned in study.boards:
                self._owners[owned.place].append(study)

    def near(self, study: Study, limit: int) -> tuple[list[UnusedBoard], int]:
        """Return up to `limit` `UnusedBoard` for `study`, likeliest first, and the number of others."""
        own = {owned.place for owned in study.boards}
        at = bisect_left(self._places, (self.section.numbers[study.block], study.occurrence.span.start))
        close = (number for same in self._close[0].get(_code_key(study), ()) for number in same[:_MAX_NEAR])
        near = sorted({*range(max(0, at - _MAX_NEAR), min(len(self._boards), at + _MAX_NEAR)), *close})
        boards = [one for one in map(self._boards.__getitem__, near) if one.place not in own]
        boards.sort(key=lambda one: _distance(study.code, one.board.placement))
        count = len(self._boards) - sum(one.board.kind is not BoardKind.CODE for one in study.boards)
        found = [self.explain(study, one) for one in boards[:limit]]
        return found, count - len(found)

    def owners(self, owned: OwnedBoard) -> list[Study]:
        """Return the studies that the board `owned` belongs to."""
        return self._owners.get(owned.place, [])

    def close_studies(self, placement: Placement) -> list[Study]:
        """Return the studies with codes at most one slip away from `placement`, in order."""
        close = self._close[1].get((placement.kings, placement.men), ())
        return [self.section.studies[number] for number in sorted(number for same in close for number in same)]

    def explain(self, study: Study, owned: OwnedBoard) -> UnusedBoard:
        """Return the `UnusedBoard` with the reason why `owned` does not belong to `study`."""
        placement = owned.board.placement
        apart = difference(study.code, placement) if placement else ""
        reason, other = self._refusal(study, owned, apart)
        words = reason.value.format(apart=apart, problem=owned.board.problem)
        if apart and "{" not in reason.value:
            words = f"{words}; {apart}"
        return UnusedBoard(owned, words, other)

    def _refusal(self, study: Study, owned: OwnedBoard, apart: str) -> BoardRefusal:
        """Return the recorded `BoardRefusal` of `owned` for `study`, or the reason why it was not a candidate."""
        placement, owners = owned.board.placement, self.owners(owned)
        if placement is None:
            return BoardRefusal(Reason.UNREADABLE)
        refused = self.section.refused
        if by_place := refused.get((study.code_place, owned.place)):
            return by_place
        if owners or not apart:
            place = owners[0].code_place if owners else None
            return BoardRefusal(Reason.TAKEN if apart else Reason.AGREES_ELSEWHERE, place)
        if by_key := refused.get((_code_key(study), (placement.kings, placement.men))):
            return by_key
        if not is_close(study.code, placement):
            return BoardRefusal(Reason.FAR)
        return BoardRefusal(Reason.HAS_BOARD if study.boards else Reason.COINCIDENCE)

    @cached_property
    def _close(self) -> tuple[dict[Hashable, list[list[int]]], dict[Hashable, list[list[int]]]]:
        """The numbers of the boards close to a code, by kings and force, and of the codes close to a board.

        Equal boards, and equal codes, are a list.
        """
        readable = [(number, one.board.placement) for number, one in enumerate(self._boards) if one.board.placement]
        codes = [study.code for study in self.section.studies]
        boards = [Candidate(placement) for _, placement in readable]
        saying, showing = codes_by_key(codes, range(len(codes))), boards_by_key(boards, range(len(boards)))
        of_codes: dict[Hashable, list[list[int]]] = defaultdict(list)
        of_boards: dict[Hashable, list[list[int]]] = defaultdict(list)
        for code_key, board_key in close_pairs(codes, boards, saying, showing):
            of_codes[code_key].append([readable[number][0] for number in showing[board_key]])
            of_boards[board_key].append(saying[code_key])
        return of_codes, of_boards

    @cached_property
    def broken_diagrams(self) -> list[tuple[Block, diagram.BrokenDiagram]]:
        """The diagrams that cannot be read, each with its block."""
        blocks = self.section.blocks
        found = ((block, diagram.broken_diagram(block.text, block.contents.reading.spans)) for block in blocks)
        return [(block, torn) for block, torn in found if torn]


def difference(code: Code, placement: Placement) -> str:
    """Return how `placement` differs from `code`: `the kings are exchanged`; empty if it agrees."""
    parts = []
    if code.kings is not None and code.kings != placement.kings:
        exchanged = code.kings[::-1] == placement.kings
        parts.append("the kings are exchanged" if exchanged else f"its kings are on {placement.kings}")
    if code.force not in forces_of(placement):
        parts.append(f"its men are {force_of(placement.men, Nine.MODERN)}")
    return ", ".join(parts)


def _code_key(study: Study) -> Hashable:
    return study.code.kings, study.code.force


def _distance(code: Code, placement: Placement | None) -> tuple[int, int]:
    """Return a sort key of `placement`. Boards that fit `code` are first, then close, unreadable and other ones."""
    if placement is None:
        return 2, 0
    if is_match(code, placement):
        return 0, 0
    digits = 6 if code.force is None else digits_apart(code.force, placement)
    kings = 2 if code.kings is None else sum(map(ne, code.kings, placement.kings))
    return (1 if is_close(code, placement) else 3), digits + 2 * kings
