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
from gbr_lsp.notation.placement import LETTERS, MAN_OF_LETTER, Placement, from_squares
from gbr_lsp.notation.values import WHITE

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
_MAX_CELL_LENGTH = 100
_MAX_PARAMETERS = 200
_CELLS = 64


class _Call(NamedTuple):
    """A template call with parameters: its span with braces, and the spans between its bars."""

    span: Span
    parameters: list[Span]


def find(text: str) -> list[Board]:
    """Return a `Board` for each call in `text` with the cells of a board, sorted by offset."""
    boards = []
    for call in _calls(text):
        cells = _cells(text, call)
        men = {_square(number): _man(cell["man"]) for number, cell in enumerate(cells) if cell["man"]}
        placement = from_squares(men) if men else None
        if placement:
            boards.append(Board(BoardKind.TEMPLATE, _span_of(cells), placement, None))
    return sorted(boards, key=lambda board: board.span)


def groups(text: str) -> list[Span]:
    """Return the span of each call in `text` with the cells of a board or a parameter `fen`, sorted by offset."""
    return sorted(
        call.span
        for call in _calls(text)
        if any(_FEN.match(text, *parameter) for parameter in call.parameters) or _cells(text, call)
    )


def rewrite_edits(text: str, board: Board, placement: Placement) -> list[Edit]:
    """Return the `Edit`s of the cells of `board` that make it show `placement`."""
    cells = next(cells for call in _calls(text) if (cells := _cells(text, call)) and _span_of(cells) == board.span)
    wanted = placement.men_by_square
    edits = []
    for number, cell in enumerate(cells):
        man = wanted.get(_square(number))
        if man != (_man(cell["man"]) if cell["man"] else None):
            lead = text[cell.start() : min(cell.start() + 2, cell.start("cell"))]
            blanks = Span(cell.start(), cell.start() + len(lead) - len(lead.lstrip(" ")))
            edits.append(Edit(Span(*cell.span("cell")) if cell["cell"] else blanks, _letters(man)))
    return edits


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
    for parameter in call.parameters if _CELLS <= len(call.parameters) else ():
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
    for first in range(len(cells) - _CELLS + 1):
        last = first + _CELLS
        found = [cell for cell in cells[first:last] if cell]
        others = [cell for cell in (*cells[:first], *cells[last:]) if cell]
        has_ninth_file = last < len(cells) and cells[last] is not None and rows[last] == rows[last - 1]
        if len(found) == _CELLS and not has_ninth_file and not any(cell["man"] for cell in others):
            is_followed = found[-1]["man"] is not None or found[-1].end() < call.parameters[-1].start
            if _has_ranks(rows, first, is_followed=is_followed):
                return found
    return []


def _has_ranks(rows: list[int], first: int, *, is_followed: bool) -> bool:
    """Return True if the cells from number `first` certainly begin with a8.

    Each rank has its own one of `rows`. With all cells in one row, two parameters precede them, and
    something follows (`is_followed`).
    """
    starts, ends = rows[first : first + _CELLS : 8], rows[first + 7 : first + _CELLS : 8]
    if starts[0] == ends[-1]:
        return first == 2 and is_followed
    return starts == ends == sorted(set(starts)) and (first in (0, 2) or rows[first - 1] < starts[0])


def _square(number: int) -> int:
    """Return the square of the cell `number`: 0 → 56 (a8), 63 → 7 (h1)."""
    return 56 - number // 8 * 8 + number % 8


def _man(letters: str) -> tuple[int, bool]:
    """Return the type and color of `letters`: `nd` → (KNIGHT, BLACK)."""
    kind = letters[0].upper() if letters[1] in "lL" else letters[0].lower()
    return MAN_OF_LETTER[kind]


def _letters(man: tuple[int, bool] | None) -> str:
    """Return the letters of a cell with `man`, two blanks if None: (KNIGHT, BLACK) → `nd`."""
    return LETTERS[man].lower() + ("l" if man[1] == WHITE else "d") if man else "  "


def _span_of(cells: list[re.Match[str]]) -> Span:
    return Span(cells[0].start(), cells[-1].end("cell"))
