"""A witness, something beside a code that says again what the code says; and what it claims of a position.

A claim is the set of positions in which all holds that it states. It is partial: what it does not state is None, and a
9 or a man that was not read widens it.
"""

from typing import NamedTuple

from gbr_lsp.model.block import Place
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import OwnedBoard
from gbr_lsp.notation.men import Division, control_of, force_of, is_control_possible, men_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import SLOTS, Control, Force, Goal, Kings, Nine


class Claim(NamedTuple):
    """A set of positions: all in which every field that is not None holds; a king that is None may stand anywhere."""

    kings: Kings | None = None
    force: Force | None = None
    """The digits, whichever way a 9 is meant."""
    men: Division | None = None
    """The number of men of each kind, in the order of SLOTS."""
    control: Control | None = None
    listed: tuple[int, int] | None = None
    """How many squares a list has behind the kings: of pieces, and of pawns where a point parts them."""
    placement: Placement | None = None
    turn: bool | None = None
    goal: Goal | None = None

    def contradicts(self, other: "Claim") -> bool:
        """Whether no position is in both."""
        kings = zip(self.kings or (), other.kings or (), strict=False)
        if any(None not in (one, two) and one != two for one, two in kings):
            return True
        if self.placement and other.placement and self.placement != other.placement:
            return True
        if None not in (self.turn, other.turn) and self.turn is not other.turn:
            return True
        if self.goal and other.goal and self.goal is not other.goal:
            return True
        return self._counts_apart(other) or other._counts_apart(self)

    def _counts_apart(self, other: "Claim") -> bool:
        """Whether the men of one cannot be those that the other has, or counts."""
        if self.men is not None:
            if other.men not in (None, self.men) or (other.force is not None and other.force not in self.forces):
                return True
            total, listed = control_of(self.men), other.listed
            return other.control not in (None, total) or (listed is not None and not fits_list(self.men, listed))
        force, control = self.force, other.control
        if force is None or other.force not in (None, force):
            return force is not None
        return control is not None and not any(is_control_possible(force, control, nine) for nine in Nine)

    @property
    def forces(self) -> set[Force]:
        """The digits of its men, whichever way a 9 is meant."""
        return {force_of(self.men, nine) for nine in Nine} if self.men is not None else set()


def of_board(placement: Placement, turn: bool | None = None) -> Claim:
    """What a board claims that was read whole."""
    return Claim(kings=placement.kings, men=placement.men, placement=placement, turn=turn)


def of_class(force: Force) -> Claim:
    """What six digits claim; where a 9 hides men, their number is not stated."""
    known = tuple(count for count in men_of(force) if count is not None)
    return Claim(force=force, men=known if len(known) == len(SLOTS) else None)


def fits_list(men: Division, listed: tuple[int, int]) -> bool:
    """Whether a list has as many squares as some men need; without a point its pawns may be left out."""
    pieces, pawns = listed
    return listed == (sum(men[:8]), sum(men[8:])) if pawns else pieces in (sum(men), sum(men[:8]))


class Witness(NamedTuple):
    """What it is called in messages, what it claims, where it stands, and how it belongs to its code.

    Witnesses of one `origin` are made of each other by a person or a program: they slip together. One without an
    origin stands for itself.
    """

    noun: str
    claim: Claim
    place: Place
    bond: Bond
    origin: str = ""
    owned: OwnedBoard | None = None
    """The board, of one that is a board."""

    @property
    def name(self) -> str:
        """What it is called among the related places of a finding: `the FEN`."""
        return f"the {self.noun}"
