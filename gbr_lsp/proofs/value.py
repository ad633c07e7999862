"""What is read from a proof: its text with places, its boards, and what each page holds.

All of it is tuples, numbers and strings, so that the process that reads can send it as JSON to the one that judges.
"""

from array import array
from typing import NamedTuple

from gbr_lsp.proofs.page import Box

PICTURE_PROBLEM = "it is a picture"
"""Why a board is unread that has no outlines and no glyphs."""


class TextLine(NamedTuple):
    """A line of the text: its start there, its page, and its top and bottom in points from the top of the page."""

    start: int
    page: int
    top: float
    bottom: float


class ProofBoard(NamedTuple):
    """A board: where it stands in the text, its page, its box, and its placement or why there is none.

    `caption` is the span of the code that is its caption by place, `men_count` the men of White and Black as counted
    beside it, with the span of that.
    """

    anchor: int
    page: int
    box: Box
    fen: str | None
    problem: str | None = None
    caption: tuple[int, int] | None = None
    men_count: tuple[int, int, int, int] | None = None


class ProofPage(NamedTuple):
    """A page: its number in the file, the label that the file gives it, and whether there is any text on it.

    `is_turned` is True where all its text runs upwards, downwards or upside down: that is not read.
    """

    number: int
    label: str | None
    has_text: bool
    has_pictures: bool
    is_turned: bool = False


class Proof(NamedTuple):
    """A proof as read. `lefts` and `rights` are the ends of each code point in tenths of a point.

    `unit` is what the numbers of pages count: pages of a PDF, paragraphs of a Word file.
    """

    unit: str
    text: str
    lines: list[TextLine]
    lefts: "array[int]"
    rights: "array[int]"
    boards: list[ProofBoard]
    pages: list[ProofPage]
