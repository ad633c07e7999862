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
    """Return the `Force` of `digits`: `0023.10`, `002310`, or four digits without pawns, `0023`."""
    return Force(*(int(digit) for digit in digits.replace(".", "").ljust(6, "0")))
