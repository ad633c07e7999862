"""The class token of a code, sound or damaged, before anything around it is read."""

from typing import NamedTuple

from gbr_lsp.notation.values import Force, Problem


class Token(NamedTuple):
    """Where the digits of a class stand, and what they say; `force` is None where they cannot be mended."""

    start: int
    end: int
    force: Force | None
    problems: tuple[Problem, ...] = ()


def force_from(digits: str) -> Force:
    """The force of six digits, or of four and no pawns, with or without the point."""
    return Force(*(int(digit) for digit in digits.replace(".", "").ljust(6, "0")))
