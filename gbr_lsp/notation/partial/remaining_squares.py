"""The unwritten squares of a code being typed, if the position is known."""

from typing import NamedTuple

from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.partial.draft import Draft, Man
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import PAWN_SLOTS, PIECE_SLOTS, SLOTS, Form, Nine, names_of


class RemainingSquares(NamedTuple):
    """The squares still to be written, in the order of the notation."""

    kings: tuple[int, ...]
    pieces: tuple[int, ...]
    pawns: tuple[int, ...]

    @property
    def squares(self) -> tuple[int, ...]:
        return self.kings + self.pieces + self.pawns


def remaining_squares(draft: Draft, placement: Placement) -> RemainingSquares | None:
    """Return the `RemainingSquares` of `placement`; None if it contradicts `draft`."""
    king_count = len(draft.kings)
    if not are_digits_of(str(draft.force), placement) or draft.kings != placement.kings[:king_count]:
        return None
    kings = tuple(square for square in placement.kings[king_count:] if square is not None)
    if draft.form is Form.PREFIXED:
        return RemainingSquares(kings, (), ())
    if draft.pawns is None:
        order = _unwritten_squares(placement, SLOTS, draft.pieces)
        pawns = sum(placement.men[8:])
        if order is None:
            return None
        cut = max(0, len(order) - pawns)
        return RemainingSquares(kings, order[:cut], order[cut:])
    pieces = _unwritten_squares(placement, PIECE_SLOTS, draft.pieces)
    unwritten_pawns = _unwritten_squares(placement, PAWN_SLOTS, draft.pawns)
    return RemainingSquares(kings, (), unwritten_pawns) if pieces == () and unwritten_pawns is not None else None


def spell_remaining(text: str, draft: Draft, remaining: RemainingSquares) -> str:
    """Return the `remaining` squares as `spell` writes them: `e4f5.a2`.

    `text` ends with the draft; a missing blank or point comes first.
    """
    pawns = names_of(remaining.pawns)
    lead = " " if _needs_blank(text, draft) else ""
    first_squares = names_of(remaining.kings + remaining.pieces)
    if not _needs_point(draft):
        return lead + first_squares + pawns
    if draft.form is Form.DOTTED:
        return f"{lead}{first_squares}.{' ' if pawns else ''}{pawns}"
    return f"{lead}{first_squares}.{pawns}" if pawns else lead + first_squares


def lead_of(text: str, draft: Draft, man: Man) -> str:
    """Return the text before the square of `man`: `.`, `. `, a blank, or nothing."""
    if man.needs_point:
        return ". " if draft.form is Form.DOTTED else "."
    return " " if _needs_blank(text, draft) else ""


def are_digits_of(digits: str, placement: Placement) -> bool:
    """Return True if the class of `placement` starts with `digits`, by any convention."""
    return any(str(force_of(placement.men, nine)).startswith(digits) for nine in Nine)


def _unwritten_squares(
    placement: Placement, slots: tuple[tuple[int, bool], ...], written_squares: tuple[int | None, ...]
) -> tuple[int, ...] | None:
    """Return the squares of `slots` not in `written_squares`; None if these contradict them."""
    unwritten: list[int] = []
    for slot in slots:
        squares = placement.squares_of(*slot)
        written_here, written_squares = written_squares[: len(squares)], written_squares[len(squares) :]
        if not set(written_here) <= set(squares) or len(set(written_here)) < len(written_here):
            return None
        unwritten += [square for square in squares if square not in written_here]
    return None if written_squares else tuple(unwritten)


def _needs_point(draft: Draft) -> bool:
    """Return True if the point is missing and no pawn is written without it."""
    pieces = sum(count or 0 for count in (draft.force.count(*slot) for slot in PIECE_SLOTS))
    has_pawns = 9 not in draft.force[:4] and pieces < len(draft.pieces)
    return draft.form in (Form.FULL, Form.DOTTED) and draft.pawns is None and not has_pawns


def _needs_blank(text: str, draft: Draft) -> bool:
    """Return True if a blank is missing after a point of a dotted code."""
    typed = draft.typed_span
    return draft.form is Form.DOTTED and typed.start == typed.end and text[typed.start - 1] == "."
