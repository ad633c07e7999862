r"""Controls in one or two other cells: `| a6h8 0000.11 | 2/2 |`, `0000.11,a6h8,2/2`, `"control": "2/2"`.

Two numbers with a stroke may be a date or a score. So the header must name the column, or the numbers
in at least three rows, and in three of four rows with a code, must agree with the digits. If most of
three or more numbers do not agree, they are no controls, whatever the header or key is. Example:
`control: 1/12`, `2/12`, `3/12`. Under `W/B`, or in two columns `white men` and `black men`, numbers that
differ much from the digits are skipped.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import Table
from gbr_lsp.languages import LANGUAGES
from gbr_lsp.model.table_rows import MIN_ROWS, CodeRow, is_majority, rows_of, titles_and_rows
from gbr_lsp.notation.men import is_control_near, is_control_possible
from gbr_lsp.notation.separated_kings import BLACK_WORD, WHITE_WORD
from gbr_lsp.notation.splice import extended
from gbr_lsp.notation.values import Control, Evidence, Kind, Occurrence, Part

_MAX_CELL_LENGTH = 20

_NUMBERS = r"(?P<white>1[0-6]|[1-9])[ \t]*[/+][ \t]*(?P<black>1[0-6]|[1-9])"
_CONTROL_LIKE = regex(rf"(?<![0-9/.-]){_NUMBERS}(?![0-9/.-])")
_CELL = regex(rf"(?:\s|[*_`~$'\"{{}}(\[])*{_NUMBERS}(?:[ \t]*[+=])?(?:\s|[*_`~$'\"{{}})\]])*")
_CONTROL_TITLE = regex(r"\b(?:controls?|kontroll?e|contr[oô]le|контроль|men)\b", re.IGNORECASE)

_SHORT_SIDES = [one.sides.split() for one in LANGUAGES if one.sides]
_WHITE, _BLACK = (
    rf"(?:{side}|{'|'.join(sorted({word for sides in _SHORT_SIDES for word in sides[number].split('/')}))})"
    for number, side in enumerate((WHITE_WORD, BLACK_WORD))
)
_MEN_WORDS = ("men", "steine", "kameny", "bierki", "stenen", "камни")
_MEN = f"(?:{'|'.join(_MEN_WORDS)})"
_SIDES_TITLE = regex(rf"[\W_]*{_WHITE}[ ]?[/+:–-][ ]?{_BLACK}(?:[\W_]*{_MEN})?[\W_]*", re.IGNORECASE)
_WHITE_TITLE, _BLACK_TITLE = (
    regex(rf"[\W_]*(?:{side}[\W_]+{_MEN}|{_MEN}[\W_]+{side})[\W_]*", re.IGNORECASE) for side in (_WHITE, _BLACK)
)
_NUMBER_CELL = regex(r"(?:\s|[*_`$'\"])*(?P<white>(?P<black>1[0-6]|[1-9]))(?:\s|[*_`$'\"])*")

_Row = tuple[tuple[Span, ...], Occurrence]
"""The cells of a row, and its code."""
_Cell = tuple[Occurrence, Span, Control]
"""A code, and the span and value of the control in its row."""


def with_controls(
    text: str, codes: list[Occurrence], tables: list[Table], *, is_part: bool = False
) -> list[Occurrence]:
    """Return `codes`, which are in order, with the controls in other cells of their rows.

    If `is_part`, `text` is not the beginning of its file, and a column of few rows proves nothing.
    """
    if _CONTROL_LIKE.search(text) is None and not any(word in text.lower() for word in _MEN_WORDS):
        return codes
    found = {code.span: code for code in codes}
    columns: defaultdict[str, list[_Cell]] = defaultdict(list)
    for table, all_rows in rows_of(tables, codes):
        rows = [(row.cells, code) for row in all_rows if (code := _only_code(row))]
        if not rows:
            continue
        header, _ = titles_and_rows(text, table, all_rows, has_titles=table.rows[0] is not rows[0][0])
        found_at = _columns(text, header, rows)
        title = header[found_at[0]] if found_at and found_at[0] < len(header) else ""
        may_differ = len(found_at) == 1 and not _SIDES_TITLE.fullmatch(title)
        for row, code in rows if found_at else ():
            force, cell = code.code.force, _control_in(text, row[found_at[0] : found_at[-1] + 1])
            if cell and (may_differ or (force and is_control_near(force, cell[1]))):
                columns[title].append((code, *cell))
    for cells in columns.values():
        fitting = sum(_is_fitting(code, control) for code, _, control in cells)
        if (len(cells) < MIN_ROWS and not is_part) or len(cells) <= 2 * fitting:
            for code, span, control in cells:
                found[code.span] = extended(text, found[code.span], [Part(Kind.CONTROL, span)], control=control)
    return list(found.values())


def _only_code(row: CodeRow) -> Occurrence | None:
    """Return the only code in `row`, or None. It must have kings and no control."""
    codes = [code for code in row.codes if code.evidence is not Evidence.NONE]
    if len(codes) != 1 or row.cells[-1].end < codes[0].span.end:
        return None
    code = codes[0].code
    return codes[0] if code.kings and code.force and code.control is None else None


def _columns(text: str, header: Sequence[str], rows: list[_Row]) -> list[int]:
    """Return the index of the column of `rows` with controls, or those of two columns; empty if uncertain."""
    for at, (title, other) in enumerate(pairwise(header)):
        if _WHITE_TITLE.fullmatch(title) and _BLACK_TITLE.fullmatch(other):
            return [at, at + 1]
    for is_title in (_CONTROL_TITLE.search, _SIDES_TITLE.fullmatch):
        if named := [at for at, title in enumerate(header) if is_title(title)]:
            return named if len(named) == 1 else []
    width = max(len(row) for row, _ in rows)
    fitting = [at for at in range(width) if _has_controls(text, rows, at)]
    return fitting if len(fitting) == 1 else []


def _has_controls(text: str, rows: list[_Row], at: int) -> bool:
    cells = [(_control_in(text, row[at : at + 1]), code) for row, code in rows]
    fitting = sum(cell is not None and _is_fitting(code, cell[1]) for cell, code in cells)
    return is_majority(fitting, len(rows))


def _is_fitting(code: Occurrence, control: Control) -> bool:
    force = code.code.force
    return force is not None and is_control_possible(force, control)


def _control_in(text: str, cells: Sequence[Span]) -> tuple[Span, Control] | None:
    """Return the span and value of the control that fills one or two `cells`, or None."""
    pattern_of_cell = _CELL if len(cells) == 1 else _NUMBER_CELL
    found = [pattern_of_cell.fullmatch(text, *cell) for cell in cells if cell.end - cell.start <= _MAX_CELL_LENGTH]
    white, black = (found[0], found[-1]) if found and len(found) == len(cells) else (None, None)
    if white is None or black is None:
        return None
    return Span(white.start("white"), black.end("black")), Control(int(white["white"]), int(black["black"]))
