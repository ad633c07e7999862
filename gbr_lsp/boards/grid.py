"""Boards printed by programs: eight lines of eight cells, with letters or figurines for men and signs
for empty squares.

Ranks may be numbered on both sides, files named above and below, cells separated by blanks or bars.
White's letters are the capitals K, Q, R, B, N or S, and P; letters that mean other men in other
languages make no board. Popeye prints Black's men as `-K`, and lines of its frame between ranks; its
N is no knight. Typst has the ranks as strings: `position("......n.", …)`.
"""

import re
from collections.abc import Iterator, Sequence

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.notation.placement import FIGURINES, Placement, placement_field, placement_problem

_EMPTY_CHARS = ".·*_+:□■⭘-"
_CELL = f"[^\\W\\d_{_EMPTY_CHARS}]|[♔-♟][\ufe0e\ufe0f]?|[{_EMPTY_CHARS}]"
_BAR = "[|│┃║]"
_SIGN = "[-–−]"
"""The sign before a man of Black in the boards of Popeye."""
_SIGNED_GAP = "   "
"""The gap of a rank of such a board without men of Black."""
_RANK = (
    rf"(?P<lead>(?:[ \t]*+>){{0,20}}[ \t]*+)(?:{_BAR}[ \t]*+)?(?:(?P<left>[1-8])[ \t]*+)?"
    rf"(?:(?P<barred>{_BAR}(?:(?=[^|│┃║\r\n])[ \t]*+(?:{_CELL})?[ \t]*+{_BAR}){{8}})"
    rf"|(?:{_BAR}[ \t]*+)?(?P<plain>(?:{_CELL})(?P<gap>[ \t]{{0,3}}+)(?:{_CELL})(?:(?P=gap)(?:{_CELL})){{6}})"
    rf"[ \t]*+{_BAR}?|(?P<signed>{_SIGN}?[A-Z.](?:[ ]{{3}}[A-Z.]|[ ]{{2}}{_SIGN}[A-Z]){{7}}))"
    rf"[ \t]*+(?:(?P<right>[1-8])[ \t]*+)?(?:{_BAR}[ \t]*+)?(?=[\r\n<]|\Z)"
)
_ROW = regex(rf"(?<![^\r\n>]){_RANK}")
_ROW_BELOW = regex(rf"[\r\n>]{_RANK}")
"""A second or later rank. Most texts have none, and the search only starts at line ends."""
_CELLS = regex(_CELL)
_SIGNED_CELLS = regex(rf"{_SIGN}?[A-Z.]")
_BARS = regex(_BAR)
_STRINGS = regex(r"\bposition\(\s*+(?P<ranks>\"[KQRBNPkqrbnp.]{8}\"(?:\s*+,\s*+\"[KQRBNPkqrbnp.]{8}\"){7})\s*+,?\s*+\)")
_LINE_END = r"(?:\r\n|\r|\n)"
_RULE = r"[ \t>]*+[-+=:|_\u2500-\u257f][-+=:|_\u2500-\u257f \t]{7,}+"
_ROW_GAP = regex(rf"{_LINE_END}(?P<rule>{_RULE}{_LINE_END})?")
_FILES = rf"[ \t>|+-]*(?:{'[ |-]*'.join('abcdefgh')}|{'[ |-]*'.join('hgfedcba')})[ \t|+-]*"
_FRAME_ABOVE = regex(rf"(?<![^\r\n>])(?:(?P<files>{_FILES}){_LINE_END})?(?:{_RULE}{_LINE_END})?\Z", re.IGNORECASE)
_FRAME_BELOW = regex(rf"{_LINE_END}(?:{_RULE}{_LINE_END})?(?P<files>{_FILES})(?=[\r\n<]|\Z)", re.IGNORECASE)
_RANKS_DOWN, _RANKS_UP = "87654321", "12345678"
_LETTERS = {**FIGURINES, "S": "N", "s": "n"}
"""Signs that differ from the letter of a FEN."""
_MAX_FRAME_LENGTH = 150
"""Maximum distance of the letters of the files from the ranks, in code points, frame included."""
_MIN_RANKS = 4
"""Minimum number of ranks of an unreadable board; fewer may be anything."""

_Rows = list[re.Match[str]]


def find(text: str, span: Span) -> list[Board]:
    """Return a `Board` for each board in `span`, in order of offset.

    An unreadable one has a problem and no placement.
    """
    boards = [_strings_board(found) for found in _STRINGS.finditer(text, *span)] if "position(" in text else []
    if text.count("\n", *span) + text.count("\r", *span) < _MIN_RANKS - 1 or not _ROW_BELOW.search(text, *span):
        return boards
    boards += [board for rows in _runs(text, span) if (board := _board(text, span, rows))]
    return sorted(boards, key=lambda board: board.span)


def _runs(text: str, span: Span) -> Iterator[_Rows]:
    """Yield each run of consecutive lines with ranks of one form, as `_Rows`.

    Ranks with bars may have rules between them, others the bars of a frame.
    """
    run: _Rows = []
    for row in _ROW.finditer(text, *span):
        if run and not _is_next_row(text, run, row):
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _is_next_row(text: str, run: _Rows, row: re.Match[str]) -> bool:
    row_gap = _ROW_GAP.fullmatch(text, run[-1].end(), row.start())
    if not row_gap or (row_gap["rule"] and not row["barred"] and row_gap["rule"].strip(" \t>|\r\n")):
        return False
    return _shape(run[-1]) == _shape(row)


def _shape(row: re.Match[str]) -> tuple[object, ...]:
    """Return a key for the form of a rank: lead, gap, and numbers at the sides."""
    gap = _SIGNED_GAP if row["signed"] else row["gap"]
    return row["lead"], gap, row["left"] is None, row["right"] is None


def _board(text: str, span: Span, rows: _Rows) -> Board | None:
    """Return the `Board` of a run, `rows`, or None if it may be anything."""
    cells = [_cells(row) for row in rows]
    signs = "".join(sign for row in cells for sign in row)
    men = "".join(sign for sign in signs if sign.isalpha() or sign in FIGURINES)
    if len(rows) < _MIN_RANKS or not set("Kk♔♚").intersection(men) or len(signs) < 2 * len(men):
        return None
    result = _placement(text, span, rows, cells, men)
    frame_above = _frame_above(text, span, rows)
    start = frame_above.start() if frame_above and frame_above[0] else rows[0].end("lead")
    return _board_of(Span(start, rows[-1].end()), result)


def _board_of(span: Span, result: Placement | str) -> Board:
    """Return the `Board` at `span` of a placement, or of the reason why there is none."""
    placement, problem = (None, result) if isinstance(result, str) else (result, None)
    return Board(BoardKind.GRID, span, placement, None, problem)


def _frame_above(text: str, span: Span, rows: _Rows) -> re.Match[str] | None:
    """Return the match of the files and frame above a board, perhaps empty, or None."""
    return _FRAME_ABOVE.search(text, max(span.start, rows[0].start() - _MAX_FRAME_LENGTH), rows[0].start())


def _cells(row: re.Match[str]) -> list[str]:
    """Return the eight cells of a rank, each one character: `K`, `.`, or a blank.

    An empty cell between bars is a blank.
    """
    if row["signed"]:
        cells = [cell[1:].lower() or cell for cell in _SIGNED_CELLS.findall(row["signed"])]
    elif row["barred"]:
        cells = [cell.strip(" \t") or " " for cell in _BARS.split(row["barred"][1:-1])]
    else:
        cells = _CELLS.findall(row["plain"])
    return [cell[0] for cell in cells]


def _placement(text: str, span: Span, rows: _Rows, cells: list[list[str]], men: str) -> Placement | str:
    """Return the `Placement` of a run, or the reason why it is not read.

    `rows` are the matches of its ranks, `cells` their characters, `men` those that are men. A
    reason is `has 7 ranks, not 8`.
    """
    if len(rows) != 8:
        return f"has {len(rows)} ranks, not 8"
    is_turned = _is_turned(text, span, rows)
    if is_turned is None:
        return "has ranks or files out of order"
    if not set(men) <= FIGURINES.keys() and not _is_english(men.upper()):
        return "has letters that may mean other men"
    has_lower_case = any(row["plain"] and row["plain"] != row["plain"].upper() for row in rows)
    if any(row["signed"] for row in rows) and ("N" in men.upper() or has_lower_case):
        return "has letters that may mean other men"
    if not _has_uniform_ground(cells):
        return "has signs for empty squares that do not alternate"
    squares = [cell for row in cells for cell in row]
    return _placement_of(squares[::-1] if is_turned else squares)


def _placement_of(squares: Sequence[str]) -> Placement | str:
    """Return the `Placement` of 64 cells from a8 to h1, or the reason why it is none."""
    by_square = {
        number ^ 56: _LETTERS.get(cell, cell)
        for number, cell in enumerate(squares)
        if cell.isalpha() or cell in FIGURINES
    }
    placement = placement_field(by_square)
    if problem := placement_problem(placement):
        return problem
    if any(man in "Pp" and square // 8 in (0, 7) for square, man in by_square.items()):
        return "has a pawn on the first or last rank"
    return Placement(placement)


def _strings_board(found: re.Match[str]) -> Board:
    """Return the `Board` of the ranks of Typst, which are `found`."""
    return _board_of(Span(*found.span("ranks")), _placement_of(re.sub(r"[^KQRBNPkqrbnp.]", "", found["ranks"])))


def _is_turned(text: str, span: Span, rows: _Rows) -> bool | None:
    """Return True if Black's side is at the bottom; None if ranks and files contradict."""
    ranks = {"".join(row[side] for row in rows) for side in ("left", "right") if rows[0][side]}
    if not ranks <= {_RANKS_UP, _RANKS_DOWN}:
        return None
    frames = _frame_above(text, span, rows), _FRAME_BELOW.match(text, rows[-1].end(), span.end)
    directions = {found["files"].strip(" \t>|+-")[0] in "hH" for found in frames if found and found["files"]}
    directions |= {rank == _RANKS_UP for rank in ranks}
    return None if 1 < len(directions) else directions == {True}


def _is_english(men: str) -> bool:
    """Return True if `men` certainly means king, queen, rook, bishop, knight and pawn.

    In languages with the same K, B is a pawn in German and a rook in Hungarian, S a bishop in
    Czech.
    """
    kinds = set(men)
    if not kinds <= set("KQRBNSP") or {"N", "S"} <= kinds:
        return False
    if "S" in kinds:
        return not kinds.isdisjoint("QR") or {"B", "P"} <= kinds
    return "B" not in kinds or not kinds.isdisjoint("QRNP")


def _has_uniform_ground(cells: list[list[str]]) -> bool:
    """Return True if the empty ones of `cells` have one sign, or one per color."""
    light_chars, dark_chars = (
        {
            cell
            for rank, row in enumerate(cells)
            for file, cell in enumerate(row)
            if (rank + file) % 2 == color and not cell.isalpha() and cell not in FIGURINES
        }
        for color in (0, 1)
    )
    return len(light_chars) <= 1 and len(dark_chars) <= 1
