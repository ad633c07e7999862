"""The index that the command `gbr.index` generates: one line per study, with file and row.

A client may open it as a document. Its lines link to the studies, but it is no document of the
collection.
"""

from collections.abc import Iterator
from functools import lru_cache
from heapq import merge
from typing import Any, NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, lines_of
from gbr_lsp.collection.facts import value_of
from gbr_lsp.model.document import Document
from gbr_lsp.notation.values import SQUARE_NAMES

_LINE = regex(r"[+= ] [0-9]{4}\.[0-9]{2} [a-h1-8? ]{4}  (?P<place>(?P<path>[^\r\n]+):(?P<row>[0-9]+))(?:\r\n?|\n|\Z)")
_MAX_LINES_CHECKED = 20
"""Number of lines checked to recognize an index."""
_GOALS = "+= "
_PIECE = 2_000
"""Number of tuples sorted in one call."""


class PlaceInFile(NamedTuple):
    """Target of a line of the index, with its span in the index.

    `path` is as written, `row` counts from 1.
    """

    span: Span
    path: str
    row: int


def rank_of(goal: str, force: str, kings: str) -> tuple[int, str, str]:
    """Return the sort key of a study: by result, then class, then kings.

    Wins precede draws and the rest. `goal`, `force` and `kings` are the strings of facts.
    """
    return _GOALS.index(goal), force.strip(), _names_of(kings)


def line_of(rank: tuple[int, str, str], path: str, row: int) -> str:
    """Return the line of a study with its `rank`; `row` counts from 0."""
    goal, force, kings = rank
    return f"{_GOALS[goal]} {force or None} {kings:4}  {path}:{row + 1}\n"


def sorted_in_pieces(items: list[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield `items` sorted, without holding other threads as one call of `sorted` would."""
    pieces = [sorted(items[start : start + _PIECE]) for start in range(0, len(items), _PIECE)]
    return merge(*pieces)


@lru_cache(1 << 12)
def _names_of(kings: str) -> str:
    """Return the squares of the kings, `??` for an unknown one: `a1h8`."""
    if not kings.strip():
        return ""
    return "".join("??" if square is None else SQUARE_NAMES[square] for square in map(value_of, kings))


def is_generated(document: Document) -> bool:
    """Return True if the first lines of `document` are those of a generated index."""
    return bool(document.chunks) and is_generated_text(document.chunks[0].blocks[0].text)


def is_generated_text(text: str) -> bool:
    """Return True if `text` starts as a generated index; it may be cut short."""
    lines = lines_of(text)
    if 1 < len(lines) and not lines[-1].endswith(("\n", "\r")):
        lines.pop()
    return bool(lines) and all(_LINE.fullmatch(line) for line in lines[:_MAX_LINES_CHECKED])


def places_in(document: Document) -> Iterator[PlaceInFile]:
    """Yield the target of each line of a generated index; nothing for other documents."""
    start = 0
    for line in lines_of(document.text) if is_generated(document) else ():
        found = _LINE.fullmatch(line)
        if found:
            yield PlaceInFile(Span(*found.span("place")).shift(start), found["path"], int(found["row"]))
        start += len(line)
