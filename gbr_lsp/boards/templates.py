"""Boards in template calls of wikis: `{{Chess diagram|tright|Title|rd|  |kl|…|Caption}}`.

Wikis name their templates differently, so any name will do. A call has 64 cells, from a8 to h1. A
cell is empty or has two letters: `nd` is a dark (black) knight, `pl` a light (white) pawn. The
cells have eight lines or labels of ranks between them (`= 8`), or are all on one line.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span, count_line_ends
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.notation.placement import MAN_OF_LETTER, Placement, from_squares

_COMMENT = r"<!--[^<>]*+(?<=--)>"
_TOKEN = regex(
    r"<!--.*?(?:-->|\Z)|<(?P<raw>nowiki|pre|syntaxhighlight|source|math)\b[^<>]*+>.*?(?:</(?P=raw)\s*+>|\Z)"
    r"|\[\[[^\[\]{}\r\n]*+\]\]|\{\{|\}\}|\|",
    re.DOTALL | re.IGNORECASE,
)
"""Braces and bars; those in comments, links and literal text mean nothing."""
_CELL = regex(
    rf"\s*+(?:{_COMMENT}\s*+)?(?P<cell>(?P<man>[kqrbnp][ld])|_{{0,2}}|[xo+][0-9xowbgq+]|[ud][alr]|[lr][ar]|ud)"
    rf"\s*+(?:{_COMMENT}\s*+)?",
    re.IGNORECASE,
)
"""A cell: a man, or an empty square with a cross, a circle, a number or an arrow on it."""
_LABELS = regex(r"\s*+=(?P<labels>[\s1-8a-h]*+)")
_FEN = regex(r"\s*+fen\s*+=", re.IGNORECASE)
_REVERSE = regex(r"\s*+revers\w{0,5}+\s*+=\s*+(?!(?:(?:false|no|0)\s*+)?\Z)", re.IGNORECASE)
"""A parameter that turns the board, so that its first cell may be h1."""
_MAX_CELL_LENGTH, _MAX_PARAMETERS = 100, 200
_MEN = {letter.lower() + ("l" if letter.isupper() else "d"): man for letter, man in MAN_OF_LETTER.items()}
"""Piece type and color of a man by the letters of his cell: `nd` → (KNIGHT, BLACK)."""
_LETTERS = {man: letters for letters, man in _MEN.items()}
_SQUARES = [square for rank in range(56, -1, -8) for square in range(rank, rank + 8)]
"""The squares of the cells in order, from a8 to h1."""


class _Call(NamedTuple):
    """A template call with parameters: its span with braces, and the spans between its bars."""

    span: Span
    parameters: list[Span]


def find(text: str) -> list[Board]:
    """Return a `Board` for each call in `text` with the cells of a board, sorted by offset."""
    boards = []
    for call in _calls(text):
        if cells := _cells(text, call):
            men = {square: man for square, cell in zip(_SQUARES, cells, strict=True) if (man := _man(cell))}
            span = Span(cells[0].start(), cells[-1].end("cell"))
            boards += [Board(BoardKind.TEMPLATE, span, found, None)] if (found := from_squares(men)) else []
    return sorted(boards, key=lambda board: board.span)


def groups(text: str) -> list[Span]:
    """Return the span of each call in `text` with the cells of a board or a parameter `fen`, sorted by offset."""
    return sorted(
        call.span
        for call in _calls(text)
        if any(_FEN.match(text, *parameter) for parameter in call.parameters) or _cells(text, call)
    )


def rewrite_edits(text: str, board: Board, placement: Placement) -> list[Edit]:
    """Return the `Edit`s of the cells of `board` that make it show `placement`. Cells keep their width."""
    edits = []
    found = (_cells(text, call) for call in _calls(text) if call.span.covers(board.span))
    cells = next(cells for cells in found if cells)
    men = placement.men_by_square
    for square, cell in zip(_SQUARES, cells, strict=True):
        man = men.get(square)
        lead = text[cell.start() : min(cell.start() + 2, cell.start("cell"))]
        blanks = Span(cell.start(), cell.start() + len(lead) - len(lead.lstrip(" ")))
        if man != _man(cell):
            edits.append(Edit(Span(*cell.span("cell")) if cell["cell"] else blanks, _LETTERS[man] if man else "  "))
    return edits


def _man(cell: re.Match[str]) -> tuple[int, bool] | None:
    return _MEN[cell["man"].lower()] if cell["man"] else None


def _calls(text: str) -> Iterator[_Call]:
    """Yield a `_Call` for each template call of `text`, inner calls first."""
    open_calls: list[list[int]] = []
    for token in _TOKEN.finditer(text) if "{{" in text and "}}" in text else ():
        if token[0] == "{{":
            open_calls.append([token.start()])
        elif token[0] == "|" and open_calls:
            open_calls[-1].append(token.start())
        elif token[0] == "}}" and open_calls:
            start, *bars = open_calls.pop()
            if bars and len(bars) <= _MAX_PARAMETERS:
                ends = [*bars[1:], token.start()]
                yield _Call(Span(start, token.end()), [Span(bar + 1, end) for bar, end in zip(bars, ends, strict=True)])


def _cells(text: str, call: _Call) -> list[re.Match[str]]:
    """Return the matches of the 64 cells of `call`, from a8 to h1; empty if it has no board.

    Alignment and title precede them, and a caption may follow. A lost cell must not shift the
    others: a rank has its own line, or labels before and after it.
    """
    cells: list[re.Match[str] | None] = []
    rows: list[int] = []
    row, end, labels = 0, call.span.start, ""
    for parameter in call.parameters if 64 <= len(call.parameters) else ():
        row += count_line_ends(text, end, parameter.start)
        end = parameter.start
        content = text[parameter.start : min(parameter.end, parameter.start + _MAX_CELL_LENGTH)]
        if _REVERSE.match(content):
            return []
        if label := _LABELS.fullmatch(content):
            row += 1
            labels += "".join(label["labels"].split())
        elif "=" not in content:
            cells.append(_CELL.fullmatch(text, *parameter) if len(content) < _MAX_CELL_LENGTH else None)
            rows.append(row)
    ranks = [label for label in labels if label.isdigit()]
    if ranks != sorted(ranks, reverse=True) or "hgfedcba" in labels:
        return []
    for first in range(len(cells) - 63):
        last = first + 64
        found = [cell for cell in cells[first:last] if cell]
        has_ninth_file = rows[last - 1 : last] == rows[last : last + 1] and cells[last] is not None
        is_rest_empty = not any(_man(cell) for cell in (*cells[:first], *cells[last:]) if cell)
        if len(found) == 64 and is_rest_empty and not has_ninth_file:
            starts, ends = rows[first:last:8], rows[first + 7 : last : 8]
            if starts == ends == sorted(set(starts)) and (first in (0, 2) or rows[first - 1] < starts[0]):
                return found
            # On one line, only two parameters before the cells and something after them show their number.
            is_followed = found[-1]["man"] is not None or found[-1].end() < call.parameters[-1].start
            if starts[0] == ends[-1] and first == 2 and is_followed:
                return found
    return []
