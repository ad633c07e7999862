"""The C functions about moves (`follow.c`), if they were compiled at installation."""

import os
from collections.abc import Callable

from gbr_lsp.solutions.position import Position

Follow = Callable[[str, int, Position, bool], list[tuple[Position, bool, bool]] | int]
MayEnd = Callable[[Position], bool]


def _from_c() -> tuple[Follow, MayEnd] | tuple[None, None]:
    if os.environ.get("GBR_MOVES") != "python":
        try:
            from gbr_lsp.solutions._follow import follow, may_end

            return follow, may_end
        except ImportError:
            pass
    return None, None


FOLLOW, MAY_END = _from_c()
"""None if they were not compiled or `GBR_MOVES=python` is set; Python then does the same work."""
