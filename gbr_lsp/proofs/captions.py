"""The codes of a text that may be captions of boards, with their places."""

from collections.abc import Callable, Iterable, Sequence

from gbr_lsp.hosts.proof import HOST
from gbr_lsp.notation.find import find
from gbr_lsp.notation.values import Evidence
from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.place import BoardBox, Pair, PlacedCode, beside, has_kings

_PROSE = 60
"""A caption is short: so many characters may stand on its line besides the code."""


def codes_in(text: str, place: Callable[[int, int], tuple[int, Box] | None]) -> list[PlacedCode]:
    """The codes of a text, where `place` says the page and the box of a span."""
    found = []
    for start, end in _pages(text):
        page = text[start:end]
        for one in find(page, HOST.read(page).spans):
            where = place(start + one.span.start, start + one.span.end)
            if where is not None and one.evidence is not Evidence.NONE:
                others = len(_line_around(page, one.span.start, one.span.end).replace(" ", ""))
                others -= len(page[one.span.start : one.span.end].replace(" ", ""))
                number, box = where
                found.append(PlacedCode(start + one.span.start, start + one.span.end, number, box, one.code, others))
    return found


def is_caption(code: PlacedCode) -> bool:
    """Whether a code may be a caption: it is whole, and little else stands on its line."""
    return code.code.kings is not None and code.code.force is not None and code.others <= _PROSE


def captions(boards: Sequence[BoardBox], codes: Sequence[PlacedCode]) -> list[Pair]:
    """The codes that stand as captions at boards on a page, each at one board, whether they agree or not."""
    return beside(
        boards,
        [(code.page, code.box) if is_caption(code) else None for code in codes],
        lambda board, item: has_kings(boards[board], codes[item].code),
    )


def _pages(text: str) -> Iterable[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = text.find("\f", start + 1)
        end = len(text) if end == -1 else end
        yield start, end
        start = end


def _line_around(text: str, start: int, end: int) -> str:
    """The lines that a span touches."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    return text[first : len(text) if last == -1 else last]
