"""What is left to write of a code being typed, when the position is known."""

from typing import NamedTuple

from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.partial.draft import Draft, Man
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import PAWN_SLOTS, PIECE_SLOTS, SLOTS, SQUARE_NAMES, Form, Nine


class RemainingSquares(NamedTuple):
    """The squares still to be written, in the order of the notation."""

    kings: tuple[int, ...]
    pieces: tuple[int, ...]
    pawns: tuple[int, ...]

    @property
    def squares(self) -> tuple[int, ...]:
        return self.kings + self.pieces + self.pawns


def left_of(draft: Draft, placement: Placement) -> RemainingSquares | None:
    """What a placement has that is not written yet; None where it is the placement of another code."""
    written = len(draft.kings)
    if not speaks_of(str(draft.force), placement) or draft.kings != placement.kings[:written]:
        return None
    kings = tuple(square for square in placement.kings[written:] if square is not None)
    if draft.form is Form.PREFIXED:
        return RemainingSquares(kings, (), ())
    if draft.pawns is None:
        order = _not_yet(placement, SLOTS, draft.pieces)
        pawns = sum(placement.men[8:])
        if order is None:
            return None
        cut = max(0, len(order) - pawns)
        return RemainingSquares(kings, order[:cut], order[cut:])
    pieces, left = _not_yet(placement, PIECE_SLOTS, draft.pieces), _not_yet(placement, PAWN_SLOTS, draft.pawns)
    return RemainingSquares(kings, (), left) if pieces == () and left is not None else None


def spell_rest(text: str, draft: Draft, left: RemainingSquares) -> str:
    """The squares left as `spell` writes them behind what stands before the cursor in `text`."""
    pawns = _names(left.pawns)
    lead = " " if _is_behind_point(text, draft) else ""
    before = _names(left.kings + left.pieces)
    if not _lacks_point(draft):
        return lead + before + pawns
    if draft.form is Form.DOTTED:
        return f"{lead}{before}.{' ' if pawns else ''}{pawns}"
    return f"{lead}{before}.{pawns}" if pawns else lead + before


def lead_of(text: str, draft: Draft, man: Man) -> str:
    """What comes before the next square: the point of the list, a blank behind it, or nothing."""
    if man.after_point:
        return ". " if draft.form is Form.DOTTED else "."
    return " " if _is_behind_point(text, draft) else ""


def speaks_of(digits: str, placement: Placement) -> bool:
    """Whether the digits so far are those of a placement, whichever way a 9 is meant."""
    return any(str(force_of(placement.men, nine)).startswith(digits) for nine in Nine)


def _not_yet(
    placement: Placement, slots: tuple[tuple[int, bool], ...], written: tuple[int | None, ...]
) -> tuple[int, ...] | None:
    """The squares of some slots that are not written; None where what is written does not agree."""
    left: list[int] = []
    for slot in slots:
        squares = placement.squares_of(*slot)
        taken, written = written[: len(squares)], written[len(squares) :]
        if not set(taken) <= set(squares) or len(set(taken)) < len(taken):
            return None
        left += [square for square in squares if square not in taken]
    return None if written else tuple(left)


def _lacks_point(draft: Draft) -> bool:
    """Whether the point before the pawns is still to come: not where pawns stand without it already."""
    pieces = sum(count or 0 for count in (draft.force.count(*slot) for slot in PIECE_SLOTS))
    begun = 9 not in draft.force[:4] and pieces < len(draft.pieces)
    return draft.form in (Form.FULL, Form.DOTTED) and draft.pawns is None and not begun


def _is_behind_point(text: str, draft: Draft) -> bool:
    """Whether a blank is wanted, as behind the points of a dotted code."""
    typed = draft.typed
    return draft.form is Form.DOTTED and typed.start == typed.end and text[typed.start - 1] == "."


def _names(squares: tuple[int, ...]) -> str:
    return "".join(SQUARE_NAMES[square] for square in squares)
