"""The classes one slip away from a written one: a digit that is another, lost or too many, two that are transposed, the
point one digit off, all men in the other color."""

from collections.abc import Iterator

from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.token import force_from
from gbr_lsp.notation.values import Force

_PIECE_DIGITS, _PAWN_DIGITS = 4, 2
_DIGITS = "012345678"
_EXCHANGED = (0, 3, 6, 1, 4, 7, 2, 5, 8, 9)
"""The digit for the same men in the other color."""


def classes_near(written: str) -> list[str]:
    """The possible classes that one slip makes `written` of.

    None where more than one digit is lost or too many, or where other signs stand for digits: that is the slip then.
    """
    pieces, _, pawns = written.partition(".")
    if not (f"{pieces}{pawns}".isdecimal() and written.isascii()):
        return []
    lost = (_PIECE_DIGITS - len(pieces), _PAWN_DIGITS - len(pawns))
    if lost == (0, 0):
        found = [f"{near}.{pawns}" for near in _exchanged(pieces)] + [f"{pieces}.{near}" for near in _exchanged(pawns)]
        found.append(str(recolored(force_from(written))))
    elif lost in ((1, 0), (-1, 0)):
        found = [f"{near}.{pawns}" for near in _of_other_length(pieces, lost[0])]
    elif lost in ((0, 1), (0, -1)):
        found = [f"{pieces}.{near}" for near in _of_other_length(pawns, lost[1])]
    elif lost in ((1, -1), (-1, 1)):
        digits = f"{pieces}{pawns}"
        found = [f"{digits[:_PIECE_DIGITS]}.{digits[_PIECE_DIGITS:]}"]
    else:
        return []
    return [near for near in dict.fromkeys(found) if near != written and is_possible(force_from(near))]


def undoubled(written: str) -> list[str]:
    """The possible classes that make `written` by typing one of their digits twice."""
    if len(written) <= _PIECE_DIGITS + 1 + _PAWN_DIGITS:
        return []
    return [near for near in classes_near(written) if any(_doubles(near, at) == written for at in range(len(near)))]


def _doubles(near: str, at: int) -> str:
    return near[:at] + near[at] + near[at:]


def _exchanged(digits: str) -> Iterator[str]:
    for at in range(len(digits)):
        yield from (digits[:at] + digit + digits[at + 1 :] for digit in _DIGITS)
    for at in range(len(digits) - 1):
        yield digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]


def _of_other_length(digits: str, lost: int) -> Iterator[str]:
    if lost == 1:
        yield from (digits[:at] + digit + digits[at:] for at in range(len(digits) + 1) for digit in _DIGITS)
    else:
        yield from (digits[:at] + digits[at + 1 :] for at in range(len(digits)))


def recolored(force: Force) -> Force:
    """The force of the men if each had the other color."""
    queens, rooks, bishops, knights, white, black = force
    return Force(_EXCHANGED[queens], _EXCHANGED[rooks], _EXCHANGED[bishops], _EXCHANGED[knights], black, white)
