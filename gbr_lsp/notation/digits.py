"""The meaning of each digit of a class, in words."""

from gbr_lsp.notation.men import is_nine, man_name
from gbr_lsp.notation.values import BLACK, PAWN, PIECE_NAMES, QUEEN, WHITE, Nine

NINE_MEANINGS = {
    Nine.MODERN: "more than two of one kind and color",
    Nine.PROMOTED: "promoted men",
}
"""The meaning of a 9 for any kind of men (docs/notation.md, "The nine")."""


def nine_meaning(piece_type: int, nine: Nine) -> str:
    """Return the words for a 9 of `piece_type`: `more than two knights of one color`.

    `nine` is the convention.
    """
    name = PIECE_NAMES[piece_type]
    return f"promoted {name}s" if nine is Nine.PROMOTED else f"more than two {name}s of one color"


def digit_meaning(place: int, digit: int, nine: Nine) -> str | None:
    """Return the words for `digit` at `place`, 0 to 5: `2 white queens`.

    It is None if the convention `nine` excludes the digit.
    """
    if 4 <= place:
        return f"{digit or 'no'} {man_name(PAWN, place == 4, digit)}"
    piece_type = QUEEN - place
    name = PIECE_NAMES[piece_type]
    if digit == 9:
        return nine_meaning(piece_type, nine)
    white, black = digit % 3, digit // 3
    if is_nine(white, black, piece_type, nine):
        return None
    if not digit:
        return f"no {name}s"
    sides = [(white, WHITE), (black, BLACK)]
    if white and black:
        return f"{white} white and {black} black {name}{'s' if 1 < black else ''}"
    return next(f"{count} {man_name(piece_type, color, count)}" for count, color in sides if count)
