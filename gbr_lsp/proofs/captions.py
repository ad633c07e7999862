"""Codes in a text that may be captions of boards, with their places."""

import re
from collections.abc import Callable, Sequence

from gbr_lsp.hosts.proof import HOST
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.values import Evidence
from gbr_lsp.proofs.board_pairs import BoardBox, Pair, PlacedCode, has_kings, nearest_pairs
from gbr_lsp.proofs.page import Box

_PAGE = re.compile(r".[^\f]*", re.DOTALL)
"""A page; a form feed begins the next one."""
_MAX_OTHER_CHARS = 60
"""Maximum number of other characters on the lines of a caption."""


def codes_in(text: str, place_of: Callable[[int, int], tuple[int, Box] | None]) -> list[PlacedCode]:
    """Return a `PlacedCode` for each code in `text`, sorted by offset.

    `place_of(start, end)` returns its page and box, or None. Codes without a place or without
    evidence are left out.
    """
    found = []
    for match in _PAGE.finditer(text):
        start, page = match.start(), match[0]
        sizes: dict[tuple[int, int], int] = {}
        """The number of characters without blanks, by the span of lines."""
        for one in find(page, HOST.read(page).spans):
            page_and_box = place_of(start + one.span.start, start + one.span.end)
            if page_and_box is not None and one.evidence is not Evidence.NONE:
                lines = _lines_around(page, one.span.start, one.span.end)
                if lines not in sizes:
                    sizes[lines] = len(page[slice(*lines)].replace(" ", ""))
                other_chars = sizes[lines] - len(page[one.span.start : one.span.end].replace(" ", ""))
                number, box = page_and_box
                found.append(
                    PlacedCode(start + one.span.start, start + one.span.end, number, box, one.code, other_chars)
                )
    return found


def may_be_caption(code: PlacedCode) -> bool:
    """Return True if `code` has a class and kings, and little else is on its lines."""
    return code.code.kings is not None and code.code.force is not None and code.other_chars <= _MAX_OTHER_CHARS


def caption_pairs(boards: Sequence[BoardBox], codes: Sequence[PlacedCode]) -> list[Pair]:
    """Return a `Pair` for each board and the nearest of `codes` that may be its caption.

    The `item` of a pair is an index into `codes`. The two may disagree.
    """
    return nearest_pairs(
        boards,
        [(code.page, code.box) if may_be_caption(code) else None for code in codes],
        lambda board, item: has_kings(boards[board], codes[item].code),
    )


def _lines_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of the full lines that contain `text[start:end]`."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    return first, len(text) if last == -1 else last
