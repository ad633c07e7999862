"""Many documents together: the directory of their studies, as printed collections have it."""

from gbr_lsp.notation.values import SQUARE_NAMES, Code, Goal

_GOALS = {Goal.WIN: 0, Goal.DRAW: 1, None: 2}


def directory_key(code: Code) -> tuple[int, str, tuple[str, ...]]:
    """Where a code stands in a directory: wins, then draws, then the rest; each by class, then by kings."""
    kings = tuple("" if square is None else SQUARE_NAMES[square] for square in code.kings or ())
    return _GOALS[code.stipulation.goal], str(code.force) if code.force else "", kings
