"""Witnesses, statements about the position next to a code, and what each claims.

A claim is a set of positions: all that agree with it. It is partial: a field without a statement is
None. A 9, or a man that was not read, widens it.
"""

from typing import NamedTuple

from gbr_lsp.model.block import Place
from gbr_lsp.model.study import Bond, OwnedBoard
from gbr_lsp.notation.men import Division, control_of, force_of, is_control_possible, men_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import SLOTS, Control, Force, Goal, Kings, Nine


class Claim(NamedTuple):
    """A set of positions: those that agree with every field that is not None.

    A king that is None may be on any square.
    """

    kings: Kings | None = None
    force: Force | None = None
    """The digits, under any convention of a 9."""
    men: Division | None = None
    """The number of men of each kind, in the order of `SLOTS`."""
    control: Control | None = None
    list_sizes: tuple[int, int] | None = None
    """The numbers of squares in a list after the kings: pieces, and pawns if a point separates them."""
    placement: Placement | None = None
    turn: bool | None = None
    goal: Goal | None = None

    def has_conflict_with(self, other: "Claim") -> bool:
        """Return True if no position satisfies both claims."""
        kings = zip(self.kings or (), other.kings or (), strict=False)
        others = (self.placement, other.placement), (self.turn, other.turn), (self.goal, other.goal)
        if any(None not in (one, two) and one != two for one, two in (*kings, *others)):
            return True
        return self._has_other_counts(other) or other._has_other_counts(self)

    def _has_other_counts(self, other: "Claim") -> bool:
        """Return True if the men or digits of this claim contradict the counts of `other`."""
        if self.men is not None:
            if other.men not in (None, self.men) or (other.force is not None and other.force not in self.forces):
                return True
            total, listed = control_of(self.men), other.list_sizes
            return other.control not in (None, total) or (listed is not None and not is_list_of(self.men, listed))
        force, control = self.force, other.control
        if force is None or other.force not in (None, force):
            return force is not None
        return control is not None and not is_control_possible(force, control)

    @property
    def forces(self) -> set[Force]:
        """The digits of its men under each convention of a 9; empty without men."""
        return {force_of(self.men, nine) for nine in Nine} if self.men is not None else set()


def claim_of_board(placement: Placement, turn: bool | None = None) -> Claim:
    """Return the `Claim` of a board that was read completely."""
    return Claim(kings=placement.kings, men=placement.men, placement=placement, turn=turn)


def claim_of_class(force: Force) -> Claim:
    """Return the `Claim` of six digits.

    Its `men` are None if a 9 hides a count.
    """
    known = tuple(count for count in men_of(force) if count is not None)
    return Claim(force=force, men=known if len(known) == len(SLOTS) else None)


def is_list_of(men: Division, sizes: tuple[int, int]) -> bool:
    """Return True if a list with `sizes` squares can have all of `men`.

    `sizes` counts pieces and pawns, as in `Claim.list_sizes`. If the second number is 0, the list may
    leave out the pawns.
    """
    pieces, pawns = sizes
    return sizes == (sum(men[:8]), sum(men[8:])) if pawns else pieces in (sum(men), sum(men[:8]))


class Witness(NamedTuple):
    """A statement about the position of a code: its name, claim, place and bond.

    Witnesses with the same `origin` are made from each other by a person or a program, so they slip
    together. A witness without an origin is independent.
    """

    noun: str
    claim: Claim
    place: Place
    bond: Bond
    origin: str = ""
    owned_board: OwnedBoard | None = None
    """The board, if the witness is one."""

    @property
    def name(self) -> str:
        """The name of the witness in the related places of a finding: `the FEN`."""
        return f"the {self.noun}"
