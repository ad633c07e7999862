"""The index that the command `gbr.index` generates: a line a study, with the file and the row that it stands in.

A client may open it as a document. It then leads to the studies, and is no document of the collection itself.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span, lines_of
from gbr_lsp.collection.cards import Card
from gbr_lsp.model.document import Document
from gbr_lsp.notation.values import SQUARE_NAMES

_LINE = regex(r"[+= ] [0-9]{4}\.[0-9]{2} [a-h1-8? ]{4}  (?P<place>(?P<path>[^\r\n]+):(?P<row>[0-9]+))(?:\r\n?|\n|\Z)")
_ENOUGH = 20


class PlaceInFile(NamedTuple):
    """Where a line of the index leads: a span of the index, a path as it is written, and a row from 1."""

    span: Span
    path: str
    row: int


def line_of(card: Card, path: str) -> str:
    """The line of a study."""
    goal, kings = card.code.stipulation.goal, card.code.kings or ()
    squares = "".join("??" if square is None else SQUARE_NAMES[square] for square in kings)
    return f"{goal.value if goal else ' '} {card.code.force} {squares:4}  {path}:{card.place.row + 1}\n"


def is_generated(document: Document) -> bool:
    """Whether a document is such an index, which is judged by its first lines."""
    first = document.chunks[0].blocks[0].text if document.chunks else ""
    return bool(first) and all(_LINE.fullmatch(line) for line in lines_of(first)[:_ENOUGH])


def places_in(document: Document) -> Iterator[PlaceInFile]:
    """Where the lines of a generated index lead."""
    start = 0
    for line in lines_of(document.text) if is_generated(document) else ():
        found = _LINE.fullmatch(line)
        if found:
            yield PlaceInFile(Span(*found.span("place")).shift(start), found["path"], int(found["row"]))
        start += len(line)
