"""The class token of a code, sound or damaged, before its surroundings are read."""

from typing import NamedTuple

from gbr_lsp.notation.values import Force, Problem


class Token(NamedTuple):
    """The span of the digits of a class, and their force if it is known."""

    start: int
    end: int
    force: Force | None
    problems: tuple[Problem, ...] = ()


def force_from(digits: str) -> Force:
    """Return the force of `digits`: six with or without a point, or four without pawns."""
    return Force(*(int(digit) for digit in digits.replace(".", "").ljust(6, "0")))
