"""Positions in a document for typing and for requests."""

import re
from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple

from .client import Position


class Sites(NamedTuple):
    """Positions in a document; `codes` is empty if it has no code."""

    typing: Position
    codes: tuple[Position, ...]
    """Positions inside the classes of codes, spread over the document."""


_MOST_CODES = 60
_PROSE = re.compile(r"^(\{|Here )", re.MULTILINE)
_CODE = re.compile(r'^(\[Black "\([+=]|[a-h][1-8][a-h][1-8] )[0-9]{4}\.', re.MULTILINE)


def sites_of(path: Path) -> Sites:
    """Return the first comment or prose in the second half of the file, and at most 60 codes of all of it."""
    text = path.read_text(encoding="utf-8")
    prose = _PROSE.search(text, len(text) // 2)
    assert prose
    # The starts of the lines are collected once, not counted for each position.
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    codes = list(_CODE.finditer(text))
    chosen = codes[:: max(1, len(codes) // _MOST_CODES)][:_MOST_CODES]
    return Sites(
        _position(starts, prose.end()),
        tuple(_position(starts, found.end() - 2) for found in chosen),
    )


def _position(starts: list[int], offset: int) -> Position:
    line = bisect_right(starts, offset) - 1
    return Position(line, offset - starts[line])
