"""Boards drawn by pictures: a table of eight by eight cells in HTML or in the markup of a wiki.

The name of a picture, `Chess kdt45.svg`, has the man, his color (`l` or `d`) and the color of the
square (`l`, `d`, or `t` for any). It is in `alt`, in `src`, or in the link of a wiki.
"""

import re

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.notation.placement import MAN_OF_LETTER, from_squares

_NAME = regex(
    r"(?<![^\W_])chess(?:[ _]|%20)(?:(?P<man>[kqrbnp])(?P<color>[ld])|x[xo]|--)?(?P<ground>[ldt])[0-9]{2}\b",
    re.IGNORECASE,
)
_PART = regex(
    r"(?P<edge></?table\b[^<>]*>|(?<![^\r\n])[ \t:]*+(?:\{\||\|\}))"
    r"|(?P<row><tr\b[^<>]*>|(?<![^\r\n])[ \t]*+\|-[^\r\n]*)"
    r"|(?P<cell><t[dh]\b(?![^<>]*\b(?:col|row)span)[^<>]*>|(?:(?<![^\r\n])[ \t]*+[|!]|\|\||!!)"
    r"(?:(?:[ \t]*+(?!colspan|rowspan)[\w-]++=(?:\"[^\"\r\n]*+\"|[\w#%]++))+[ \t]*+\|(?!\|))?)"
    r"|(?P<picture><img\b[^<>]*>|\[\[[^\[\]\r\n]*\]\])|(?P<ignored><[^<>]*>|&nbsp;|\s++)"
    r"|(?P<label>[1-8a-h])(?![^\s<|!])|(?P<other>.)",
    re.IGNORECASE,
)
_OTHER = "?"
"""A cell that no board has."""
_RANKS, _FILES = "87654321", "abcdefgh"
_MIN_PICTURES = 3


def find(text: str) -> list[Board]:
    """Return a `Board` for each complete table of pictures in `text`, sorted by offset."""
    if len(_NAME.findall(text)) < _MIN_PICTURES:
        return []
    boards: list[Board] = []
    rows: list[list[str]] = []
    start = 0
    for part in _PART.finditer(text):
        if part["edge"]:
            men = {square: MAN_OF_LETTER[man] for square, man in _men(rows).items()}
            if placement := from_squares(men):
                boards.append(Board(BoardKind.TEMPLATE, Span(start, part.start()), placement, None))
            rows, start = [], part.end()
        elif part["row"] or not rows:
            rows.append([])
        if part["cell"]:
            rows[-1].append("")
        elif rows and rows[-1] and (part["picture"] or part["label"] or part["other"]):
            rows[-1][-1] = _OTHER if rows[-1][-1] else _sign(part)
    return boards


def _sign(part: re.Match[str]) -> str:
    """Return the sign of a picture or a label: `kt` for `Chess kdt45.svg`, `.l` for an empty square."""
    signs = {
        ((name["man"].upper() if name["color"] in "lL" else name["man"].lower()) if name["man"] else ".")
        + name["ground"].lower()
        for name in _NAME.finditer(part["picture"] or "")
    }
    return (part["label"] or "").lower() or (signs.pop() if len(signs) == 1 else _OTHER)


def _men(rows: list[list[str]]) -> dict[int, str]:
    """Return the FEN letter on each occupied square, empty if `rows` are not certainly a board."""
    board_rows = [row for row in rows if _OTHER not in row and sum(len(cell) != 1 for cell in row) == 8]
    other_rows = [row for row in rows if _OTHER in row or sum(len(cell) != 1 for cell in row) != 8]
    if len(board_rows) != 8 or any(len(cell) == 2 for row in other_rows for cell in row):
        return {}
    ends = ("".join(row[end] for row in board_rows) for end in (0, -1) if any(len(row[end]) == 1 for row in board_rows))
    labels = {*ends, *(label for row in other_rows if (label := "".join(row)) in (_FILES, _FILES[::-1]))}
    directions = {label in (_RANKS[::-1], _FILES[::-1]) for label in labels}
    cells = [cell for row in board_rows for cell in row if len(cell) != 1]
    has_right_colors = all(
        cell[1] == "t" or cell[1] == "ld"[(number // 8 + number) % 2] for number, cell in enumerate(cells) if cell
    )
    if not labels <= {_RANKS, _RANKS[::-1], _FILES, _FILES[::-1]} or 1 < len(directions) or not has_right_colors:
        return {}
    turn = 7 if True in directions else 56
    return {number ^ turn: cell[0] for number, cell in enumerate(cells) if cell and cell[0] != "."}
