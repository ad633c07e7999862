"""Writing codes in each form (docs/notation.md, "The six forms"), codes to placements and back, and both compared."""

from gbr_lsp.notation.men import Division, control_of, force_of, men_of
from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import (
    BLACK,
    KING,
    PAWN_SLOTS,
    PIECE_SLOTS,
    SLOTS,
    WHITE,
    Code,
    Force,
    Form,
    Goal,
    Nine,
    Stipulation,
    names_of,
)

_WORDS = {Goal.WIN: "Win", Goal.DRAW: "Draw"}


def code_of(placement: Placement, stipulation: Stipulation, nine: Nine = Nine.MODERN) -> Code | None:
    """Return the `Code` of `placement`, or None if a side has over eight pawns.

    `nine` is the convention of its digits.
    """
    if 8 < max(placement.men[8:]):
        return None
    pieces, pawns = (
        tuple(square for slot in slots for square in placement.squares_of(*slot)) for slots in (PIECE_SLOTS, PAWN_SLOTS)
    )
    force = force_of(placement.men, nine)
    return Code(force, placement.kings, stipulation, control_of(placement.men), pieces, pawns)


def placement_of(code: Code, men: Division) -> Placement | None:
    """Return the `Placement` that `code` lists; None if it is incomplete or contradictory.

    `men` are the counts in the order of `SLOTS`.
    """
    if code.kings is None or code.pieces is None or code.pawns is None:
        return None
    slots = [slot for slot, count in zip(SLOTS, men, strict=True) for _ in range(count)]
    squares = code.pieces + code.pawns
    if len(squares) != len(slots) or (len(code.pieces) != sum(men[:8]) and code.pawns):
        return None
    men_by_square = {}
    all_men = [((KING, WHITE), code.kings.white), ((KING, BLACK), code.kings.black), *zip(slots, squares, strict=True)]
    for slot, square in all_men:
        if square is None or square in men_by_square:
            return None
        men_by_square[square] = slot
    return from_squares(men_by_square)


def forces_of(placement: Placement) -> set[Force]:
    """Return the set of the digits of `placement` under each convention of a 9."""
    return {force_of(placement.men, nine) for nine in Nine}


def is_match(code: Code, placement: Placement) -> bool:
    """Return True if `placement` has the kings and digits of `code`. Any convention of a 9 counts."""
    return code.kings == placement.kings and code.force in forces_of(placement)


def spell(code: Code, form: Form) -> str | None:
    """Return the text of `code` in `form`, `+0023.10g3g1`; None if a required part is missing."""
    if code.force is None or (form is not Form.CLASS and not _has_kings(code)):
        return None
    if form is Form.CLASS:
        return str(code.force)
    sign = code.stipulation.goal.value if code.stipulation.goal else ""
    if form is Form.PREFIXED:
        return f"{sign}{code.force}{code.kings}"
    if form is Form.CAPTION:
        return _join_words(str(code.kings), str(code.force), _control(code), _result(code))
    if code.pieces is None or code.pawns is None or None in code.pieces + code.pawns:
        return None
    pieces, pawns = names_of(code.pieces), names_of(code.pawns)
    if form is Form.FULL:
        return _full_spelling(code, pieces, pawns)
    if form is Form.DOTTED:
        return f"{code.force}. {code.kings}{pieces}.{' ' if pawns else ''}{pawns}"
    return f"({sign}{code.force}{code.kings}{pieces}{pawns})"


def _full_spelling(code: Code, pieces: str, pawns: str) -> str:
    """Return the text of `code` in the full form.

    `pieces` and `pawns` are square names: `a1b2`.
    """
    squares = f"{pieces}.{pawns}" if pawns else pieces
    goal, turn = code.stipulation
    sign = goal.value if goal and turn is not BLACK else ""
    return _join_words(str(code.kings), str(code.force), squares, _control(code) + sign, "" if sign else _result(code))


def _result(code: Code) -> str:
    """Return the words for goal and side to move: `BTM, Win`, `Draw`; perhaps empty."""
    goal, turn = code.stipulation
    if goal is None:
        return "" if turn is None else "WTM" if turn else "BTM"
    return f"BTM, {_WORDS[goal]}" if turn is BLACK else _WORDS[goal]


def _join_words(*words: str) -> str:
    return " ".join(filter(None, words))


def _control(code: Code) -> str:
    """Return the control of `code`, `3/2`, written or computed; an empty text if unknown."""
    control = code.control or (code.force and control_of(men_of(code.force)))
    return str(control) if control else ""


def _has_kings(code: Code) -> bool:
    return code.kings is not None and None not in code.kings
