"""The contents of a proof: text with places, boards, a summary of each page.

All values are tuples, numbers and strings, so that the reading process can send them as JSON.
"""

from array import array
from typing import NamedTuple

from gbr_lsp.proofs.page import Box

PICTURE_PROBLEM = "it is a picture"
"""Why a board without outlines and glyphs is unread."""


class TextLine(NamedTuple):
    """A line of the text: its offset, its page, and its top and bottom in points."""

    start: int
    page: int
    top: float
    bottom: float


class ProofBoard(NamedTuple):
    """A board at the offset `anchor` of the text; `problem` is why `fen` is None.

    `caption` is the span of the code that place assigns to it. `men_count` is the count of White's
    and Black's men printed next to it, and the span of the count.
    """

    anchor: int
    page: int
    box: Box
    fen: str | None
    problem: str | None = None
    caption: tuple[int, int] | None = None
    men_count: tuple[int, int, int, int] | None = None


class ProofPage(NamedTuple):
    """A page: its number and label in the file, and whether it has text and pictures.

    `is_turned` is True if all its text runs upwards, downwards or upside down. Such text is not
    read.
    """

    number: int
    label: str | None
    has_text: bool
    has_pictures: bool
    is_turned: bool = False


class Proof(NamedTuple):
    """A proof; `lefts` and `rights` are the ends of each code point in tenths of a point.

    `unit` is `"page"` for a PDF, `"paragraph"` for a Word file: the thing that page numbers count.
    """

    unit: str
    text: str
    lines: list[TextLine]
    lefts: "array[int]"
    rights: "array[int]"
    boards: list[ProofBoard]
    pages: list[ProofPage]
