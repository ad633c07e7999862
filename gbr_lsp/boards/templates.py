"""Boards in template calls of wikis: `{{Chess diagram|tright|Title|rd|  |kl|…|Caption}}`.

Wikis name their templates differently, so any name will do. A call has 64 cells, from a8 to h1. A
cell is empty or has two letters: `nd` is a dark (black) knight, `pl` a light (white) pawn. The
cells have eight lines or labels of ranks between them (`= 8`), or are all on one line.
"""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.hosts.protocol import LINE_START
from gbr_lsp.notation.placement import MAN_OF_LETTER, from_squares

_UNREAD = regex(
    r"(?P<comment><!--.*?(?:-->|\Z))|<(?P<raw>nowiki|pre|syntaxhighlight|source|math)\b[^<>]*+>.*?(?:</(?P=raw)\s*+>|\Z)"
    r"|\[\[[^\[\]{}\r\n]*+\]\]",
    re.DOTALL | re.IGNORECASE,
)
"""Comments, literal text and links, whose braces and bars mean nothing."""
_LINE_CONTENT = regex(r"[^\r\n]")
_CELL = r"\|[ \t]*+(?:[kqrbnp][ld]|__?+|[xo+][0-9xowbgq+]|[ud][alr]|[lr][ar]|ud)?[ \t]*+(?![^\r\n|}])"
"""A man, or an empty square with a cross, a circle, a number or an arrow on it."""
_RANK = rf"(?:{_CELL}){{8}}"
_LABELS = r"\|[ \t]*+=[\s1-8a-h]*+"
_NEXT_RANK = rf"(?:[\r\n]\s*+(?:{_LABELS}){{0,2}}|(?:{_LABELS}){{1,2}}){_RANK}"
_TOKEN = regex(
    rf"\}}\}}|\{{\{{(?:[^{{}}|]*+\|[^{{}}|]*+\|[^{{}}|]*+(?P<line>(?:{_CELL}){{64}})(?!{_CELL})(?=\|))?"
    rf"|(?:{LINE_START}[ \t]*+|\|[ \t]*+=[\sa-h]*+8?\s*+)"
    rf"(?P<ranks>{_RANK}(?:{_NEXT_RANK}){{7,15}})(?!{_NEXT_RANK}|{_CELL})(?=\s*+[|}}])"
    r"|\|\s*+(?:(?P<fen>fen\s*+=)|(?P<reverse>revers\w{0,5}+\s*+=\s*+(?!(?:false|no|0)?\s*+[|}])))",
    re.IGNORECASE | re.MULTILINE,
)
"""Braces, cells and parameters of a call. On one line, something must follow the cells, which shows their number."""
_ONE_CELL = regex(_CELL, re.IGNORECASE)
_MEN = {letter.lower() + ("l" if letter.isupper() else "d"): man for letter, man in MAN_OF_LETTER.items()}
"""Piece type and color of a man by the letters of his cell: `nd` → (KNIGHT, BLACK)."""


def calls(text: str) -> list[tuple[Span, Board | None]]:
    """Return the span of each call with cells or a parameter `fen`, and its `Board`, sorted by offset.

    The board is None if a rank or a man cannot be read, or if a parameter may turn the board.
    """
    found: list[tuple[Span, Board | None]] = []
    if "{{" not in text:
        return found
    # A comment leaves a cell empty, a link does not.
    visible = _UNREAD.sub(lambda unread: _LINE_CONTENT.sub(" " if unread["comment"] else "?", unread[0]), text)
    open_calls: list[tuple[int, list[re.Match[str]]]] = []
    for token in _TOKEN.finditer(visible):
        if token[0].startswith("{{"):
            open_calls.append((token.start(), []))
        if token.lastgroup and open_calls:
            open_calls[-1][1].append(token)
        elif token[0] == "}}" and open_calls:
            start, parts = open_calls.pop()
            if parts:
                found.append((Span(start, token.end()), _board(parts)))
    return sorted(found, key=lambda call: call[0])


def _board(parts: list[re.Match[str]]) -> Board | None:
    """Return the `Board` if `parts` are its 64 cells and nothing else."""
    name = parts[0].lastgroup or ""
    cells = [cell.strip("| \t").lower() for cell in _ONE_CELL.findall(parts[0][name])]
    if len(parts) != 1 or len(cells) != 64:
        return None
    men = {number ^ 56: _MEN[cell] for number, cell in enumerate(cells) if cell in _MEN}
    placement = from_squares(men)
    return Board(BoardKind.TEMPLATE, Span(*parts[0].span(name)), placement, None) if placement else None
