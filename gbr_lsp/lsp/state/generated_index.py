"""The index that the command `gbr.index` generates: a line a study, with the file and the row that it stands in.

A client may open it as a document. It then leads to the studies, and is no document of the collection itself.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, lines_of
from gbr_lsp.collection.facts import value_of
from gbr_lsp.model.document import Document
from gbr_lsp.notation.values import SQUARE_NAMES

_LINE = regex(r"[+= ] [0-9]{4}\.[0-9]{2} [a-h1-8? ]{4}  (?P<place>(?P<path>[^\r\n]+):(?P<row>[0-9]+))(?:\r\n?|\n|\Z)")
_ENOUGH = 20
_GOALS = "+= "


class PlaceInFile(NamedTuple):
    """Where a line of the index leads: a span of the index, a path as it is written, and a row from 1."""

    span: Span
    path: str
    row: int


def rank_of(goal: str, force: str, kings: str) -> tuple[int, str, str]:
    """Where a study stands in the index: wins, then draws, then the rest; each by class, then by kings.

    All are as facts have them.
    """
    return _GOALS.index(goal), force.strip(), _names_of(kings)


def line_of(rank: tuple[int, str, str], path: str, row: int) -> str:
    """The line of a study with its rank; the row counts from 0."""
    goal, force, kings = rank
    return f"{_GOALS[goal]} {force or None} {kings:4}  {path}:{row + 1}\n"


@lru_cache(1 << 12)
def _names_of(kings: str) -> str:
    if not kings.strip():
        return ""
    return "".join("??" if square is None else SQUARE_NAMES[square] for square in map(value_of, kings))


def is_generated(document: Document) -> bool:
    """Whether a document is such an index, which is judged by its first lines."""
    return bool(document.chunks) and is_generated_text(document.chunks[0].blocks[0].text)


def is_generated_text(text: str) -> bool:
    """Whether a text begins as such an index; its last line may be cut short."""
    lines = lines_of(text)
    if 1 < len(lines) and not lines[-1].endswith(("\n", "\r")):
        lines.pop()
    return bool(lines) and all(_LINE.fullmatch(line) for line in lines[:_ENOUGH])


def places_in(document: Document) -> Iterator[PlaceInFile]:
    """Where the lines of a generated index lead."""
    start = 0
    for line in lines_of(document.text) if is_generated(document) else ():
        found = _LINE.fullmatch(line)
        if found:
            yield PlaceInFile(Span(*found.span("place")).shift(start), found["path"], int(found["row"]))
        start += len(line)
