"""The C function that follows moves (`follow.c`), if it was compiled at installation."""

import os
from collections.abc import Callable

from gbr_lsp.solutions.moves import Position

Follow = Callable[[str, int, Position, bool], list[tuple[Position, bool, bool]] | int]


def _follow() -> Follow | None:
    if os.environ.get("GBR_MOVES") != "python":
        try:
            from gbr_lsp.solutions._follow import follow

            return follow
        except ImportError:
            pass
    return None


FOLLOW = _follow()
"""None if it was not compiled or `GBR_MOVES=python` is set; Python then does the same work."""
