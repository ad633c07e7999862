r"""Codes with the class and the kings apart, in adjacent cells, arguments or emphasis.

`| 0000.11 | a6h8 |`, `\study{0000.11}{a6h8}`, `**0000.11** a6h8`, `0000.11 (a6h8) 2/2`, `=0000.11
c1/a1`, `0000.11 wKc1 bKa1`. A class next to two squares may be a price next to a move, so a table
needs more: its header names a column of kings, or at least three rows and nine in ten of those with
a class have a pair of squares in the next column, distinct and not adjacent. A column is excluded
if its header mentions moves. If two columns may be the kings, none is used.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import attrgetter

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.hosts.protocol import Table
from gbr_lsp.model.table_rows import (
    OTHER_TITLE,
    CodeRow,
    is_majority,
    kings_columns,
    names_one_king,
    rows_of,
    titles_and_rows,
)
from gbr_lsp.notation.anchors import is_named
from gbr_lsp.notation.code_reader import square_parts
from gbr_lsp.notation.evidence import split_doubtful
from gbr_lsp.notation.grammar import CLOSING, NO_WORD_AFTER, SQUARE, STYLE
from gbr_lsp.notation.king_pairs import KingPairs, KingsLink, assign_pairs
from gbr_lsp.notation.men import is_possible
from gbr_lsp.notation.results import read_result
from gbr_lsp.notation.separated_kings import (
    DISTANT,
    GLUED,
    PUNCTUATED,
    SeparatedKings,
    kings_after,
    kings_before,
    kings_in,
    without_markup,
)
from gbr_lsp.notation.splice import extended
from gbr_lsp.notation.tail import tail_after
from gbr_lsp.notation.values import SQUARES, Evidence, Form, Kind, Occurrence, Part, are_adjacent

_MIN_SHARE = 0.9
_MAX_CELL_LENGTH = 60

_SQUARE_AT_WORD_END = regex(rf"{SQUARE}{NO_WORD_AFTER}")

_MARKS = r"[*_`~$'\"“”„«»(\[{}\])]"
_NAME_LENGTH = 80
"""Code points before a damaged class that are searched for its name."""
_ONLY_MARKS = regex(rf"(?:\s|{_MARKS}|{STYLE}|[#.,;:])*")

_CLOSING_MARK = regex(rf"{CLOSING}+|[)\]]")
_AFTER_BONUS = 1e-6
"""The bonus of kings after a class if two classes have the only kings."""
_LINE = regex(r"[^\r\n]*")
_MAX_LINE_LENGTH = 400
"""Maximum number of code points of a line before and after a class with kings."""
_SQUARES = regex(rf"(?<![^\W_])(?:[wWbBsS]?[A-Z])?(?P<run>(?:{SQUARE})+){NO_WORD_AFTER}")
_WORD = regex(r"[^\W_]")
_ITEM_NUMBER = regex(r"\W*+(?:[0-9]{1,4}[.)])?\W*+")


def join_split_codes(
    text: str, codes: list[Occurrence], tables: list[Table], rows: list[Span]
) -> tuple[list[Occurrence], list[Occurrence]]:
    """Return `codes` with the kings, controls and goals that are apart from their classes, and the uncertain ones.

    Doubtful codes are uncertain, too. A board or another code must confirm an uncertain code. `codes` and the first
    result are sorted by offset. `tables` are the tables of `text`, `rows` are lines that are rows by their columns.
    """
    if not codes:
        return codes, []
    codes, doubtful = split_doubtful(text, codes)
    rows = sorted([*rows, *(Span(row[0].start, row[-1].end) for table in tables for row in table.rows)])
    with_kings, uncertain = _with_kings_apart(text, codes, tables, rows)
    uncertain += doubtful
    with_kings = [code for code in with_kings if not _is_damaged(code)]
    if "<" not in text and "}" not in text:
        return with_kings, uncertain
    # Reading spans end at tags, and arguments of macros at braces.
    spans = [code.span for code in with_kings]
    return [
        _with_tail(text, code, _space(text, spans, number, rows).end) for number, code in enumerate(with_kings)
    ], uncertain


_NEXT_ARGUMENT = regex(
    r"[ \t.]*+\}[ \t]*+(?:%?+[\r\n]++[ \t]*+)?\{[ \t]*+"
    r"(?:(?P<control>(?:1[0-6]|[1-9])[/+](?:1[0-6]|[1-9]))(?![0-9/])[ \t]*+)?"
)
"""After a code that ends its argument: the next argument, which may begin with a control."""
_ARGUMENT_END = regex(r"[ \t.]*+\}")


def _with_tail(text: str, code: Occurrence, end: int) -> Occurrence:
    """Return `code` with the control and goal after a tag or in the next argument.

    The search ends at `end`.
    """
    control, stipulation = code.code.control, code.code.stipulation
    if code.code.kings is None or code.form not in (Form.CAPTION, Form.FULL) or (control and stipulation.goal):
        return code
    last = max(part.span.end for part in code.parts if part.kind is not Kind.RESULT)
    tail: list[Part] = []
    if control is None:
        tail, stipulation = tail_after(text, last, end, stipulation, force=code.code.force)
    if not tail and (argument := _NEXT_ARGUMENT.match(text, code.span.end, end)):
        # A control without a result may be a date.
        result = read_result(text, argument.end(), end, after_control=True)
        if result and _ARGUMENT_END.match(text, result.span.end, end) and not (control and argument["control"]):
            stipulation = stipulation.completed(result.stipulation)
            tail = [Part(Kind.CONTROL, Span(*argument.span("control")))] if argument["control"] else []
            tail.append(Part(Kind.RESULT, result.span))
    own = tuple(part for part in code.parts if control or part.kind is not Kind.RESULT)
    own_code = code._replace(parts=own, span=Span(code.span.start, last))
    return extended(text, own_code, tail, stipulation) if tail else code


def _with_kings_apart(
    text: str, codes: list[Occurrence], tables: list[Table], rows: list[Span]
) -> tuple[list[Occurrence], list[Occurrence]]:
    """Return `codes`, sorted by span, with the kings near their classes or in `tables`, and the uncertain ones.

    `rows` are the rows of all `tables`.
    """
    alone = [number for number, code in enumerate(codes) if _is_alone(code)]
    if not alone or not _SQUARE_AT_WORD_END.search(text):
        return codes, []
    taken = [code.span for code in codes]
    found = list(codes)
    uncertain: dict[int, Occurrence] = {}
    cells = tuple(sorted(cell.start for table in tables for row in table.rows for cell in row))
    for number, kings in zip(alone, _assign_kings([_kings_near(text, taken, at, rows) for at in alone]), strict=True):
        if kings:
            first, last = sorted((codes[number].span, kings.span))
            if bisect_right(cells, first.end) < bisect_right(cells, last.start):
                kings = kings._replace(weight=DISTANT)
            code = _with_kings(text, codes[number], (kings.white, kings.black), _space(text, taken, number, rows).end)
            is_in_row = _row_at(rows, codes[number].span) is not None
            code = code._replace(has_king_order=kings.is_in_order and not (is_in_row and kings.is_bare))
            if _is_certain(text, codes[number], code, kings):
                found[number] = code
            else:
                uncertain[number] = code._replace(evidence=Evidence.BOARD)
    if tables:
        left = {codes[number].span: number for number in alone if found[number] is codes[number]}
        for number, squares in _kings_in_tables(text, codes, left, tables) if left else ():
            code = _with_kings(text, codes[number], squares, max(codes[number].span.end, squares[-1].end))
            if _space(text, taken, number, rows).covers(code.span):
                found[number] = code
                taken[number] = code.span
                uncertain.pop(number, None)
    return sorted(found, key=lambda code: code.span), list(uncertain.values())


def _is_alone(code: Occurrence) -> bool:
    """Return True if `code` is a class without kings that is sound, or damaged and not believed yet."""
    is_class = code.code.kings is None and code.code.force is not None and code.form is Form.CLASS
    return is_class and (not code.problems or _is_damaged(code))


def _is_damaged(code: Occurrence) -> bool:
    return bool(code.problems) and code.evidence is Evidence.NONE


def _space(text: str, spans: list[Span], number: int, rows: list[Span]) -> Span:
    """Return the span between the spans before and after span `number`, without the rows of these two.

    `rows` are rows of tables. In a table whose first column has labels, the kings may be in a row of their own.
    """
    start, end = spans[number - 1].end if number else 0, len(text)
    own = _row_at(rows, spans[number])
    if number and (row := _row_at(rows, spans[number - 1])) and row != own:
        start = min(row.end, spans[number].start)
    if number + 1 < len(spans):
        row = _row_at(rows, spans[number + 1])
        end = max(row.start, spans[number].end) if row and row != own else spans[number + 1].start
    return Span(start, end)


def _row_at(rows: list[Span], span: Span) -> Span | None:
    """Return that of `rows` which has `span`, or None."""
    at = bisect_right(rows, span.start, key=attrgetter("start")) - 1
    return rows[at] if 0 <= at and rows[at].covers(span) else None


_NearKings = tuple[SeparatedKings | None, SeparatedKings | None]


def _kings_near(text: str, spans: list[Span], number: int, rows: list[Span]) -> _NearKings:
    """Return the kings directly before and directly after the class at span `number`, or None; within its row."""
    (start, end), space = spans[number], _space(text, spans, number, rows)
    return kings_before(text, space.start, start), kings_after(text, end, space.end)


def _assign_kings(near: list[_NearKings]) -> Iterator[SeparatedKings | None]:
    """Yield the kings of each class, or None, selected from those before and after it.

    `near` are the results of `_kings_near`. Squares between two classes belong to only one of them.
    """
    chain = [KingPairs(_link(before, 0), _link(after, _AFTER_BONUS)) for before, after in near]
    for (before, after), claims, link in zip(near, chain, assign_pairs(chain), strict=True):
        yield None if link is None else before if link is claims.pair_before else after


def _link(kings: SeparatedKings | None, bonus: float) -> KingsLink | None:
    return kings and KingsLink(kings.span, kings.weight + bonus)


def _is_certain(text: str, code: Occurrence, joined: Occurrence, kings: SeparatedKings) -> bool:
    """Return True if `kings` are those of `code` even without a board; `joined` is `code` with them."""
    if code.problems:
        before = " ".join(without_markup(text, max(0, code.span.start - _NAME_LENGTH), code.span.start).split())
        return kings.weight != DISTANT and is_named(before, 0, len(before))
    if kings.weight == GLUED or (kings.is_named and kings.weight == PUNCTUATED):
        return True
    result = joined.part(Kind.RESULT)
    is_prose = result is not None and joined.code.control is None and text[result.span.start].islower()
    if kings.weight == DISTANT or is_prose:
        return False
    is_claimed = bool(joined.code.stipulation.goal or joined.code.control)
    if is_claimed and not kings.is_bare:
        return True
    low, high = max(0, joined.span.start - _MAX_LINE_LENGTH), joined.span.end + _MAX_LINE_LENGTH
    start = max(text.rfind("\n", low, joined.span.start), text.rfind("\r", low, joined.span.start)) + 1
    line = _LINE.match(text, start, high) if start or not low else None
    if (
        line is None
        or line.end() == high < len(text)
        or sum(len(squares["run"]) for squares in _SQUARES.finditer(text, *line.span())) != len("g3g1")
    ):
        return False
    if _WORD.search(without_markup(text, joined.span.end, line.end())):
        return False
    if code.evidence is not Evidence.NONE or is_claimed:
        return True
    label = without_markup(text, start, min(joined.span.start, kings.span.start))
    return not kings.is_bare and is_possible(code.code.force) and _ITEM_NUMBER.fullmatch(label) is not None


def _with_kings(text: str, code: Occurrence, kings: tuple[Span, ...], end: int) -> Occurrence:
    """Return `code` with `kings` (white and black, or one), and with its tail up to offset `end`."""
    last = max(code.span.end, kings[0].end, kings[-1].end)
    closed = _CLOSING_MARK.match(text, last)
    stipulation, force = code.code.stipulation, code.code.force
    tail, stipulation = tail_after(text, closed.end() if closed else last, end, stipulation, force=force)
    joined = extended(text, code, [*square_parts(text, Kind.KING, kings), *tail], stipulation)
    return joined._replace(form=Form.PREFIXED if code.span < kings[0] else Form.CAPTION, evidence=Evidence.KINGS)


_CodeInRow = tuple[CodeRow, Occurrence]


def _kings_in_tables(
    text: str, codes: list[Occurrence], alone: dict[Span, int], tables: list[Table]
) -> Iterator[tuple[int, tuple[Span, ...]]]:
    """Yield `(number, kings)` for each of `codes` with its kings in another cell.

    `alone` maps the span of a class to its number. `kings` are the spans of two squares.
    """
    for table, rows in rows_of(tables, codes):
        columns: defaultdict[int, list[_CodeInRow]] = defaultdict(list)
        for row in rows:
            for code in row.codes:
                if code.span in alone and (column := _column_of(text, row, code.span)) is not None:
                    columns[column].append((row, code))
        if not columns:
            continue
        has_titles = (
            table.header is None
            and all(in_column[0][0] is not rows[0] for in_column in columns.values())
            and not any(len(_squares_in(text, cell)) == 2 for cell in rows[0].cells)
        )
        header, _ = titles_and_rows(text, table, rows, has_titles=has_titles)
        named = kings_columns(header)
        for column in sorted(columns):
            for code, kings in _kings_in_column(text, columns[column], column, header, named):
                yield alone[code.span], kings


def _column_of(text: str, row: CodeRow, span: Span) -> int | None:
    """Return the index of the cell of `row` that has only the class at `span`, or None."""
    column = bisect_right(row.cells, span.start, key=lambda cell: cell.start) - 1
    start, end = row.cells[column]
    around = (text[start : span.start], text[span.end : end])
    return column if row.cells[column].covers(span) and all(map(_ONLY_MARKS.fullmatch, around)) else None


def _squares_in(text: str, cell: Span) -> tuple[Span, ...]:
    """Return the spans of the squares of one or two kings that fill `cell`, or ()."""
    return () if _MAX_CELL_LENGTH < cell.end - cell.start else kings_in(text, *cell)


def _kings_in_column(
    text: str, rows: list[_CodeInRow], class_column: int, header: Sequence[str], named: list[tuple[int, ...]]
) -> Iterator[tuple[Occurrence, tuple[Span, ...]]]:
    """Yield `(code, kings)` for the codes of `rows`, in column `class_column`, if their kings are certain.

    `named` are the columns that `kings_columns` finds in `header`. Codes are skipped if their row has
    another code with kings and the same class.
    """
    rows = rows if named else [row for row in rows if not _is_damaged(row[1])]
    sides = (at for at in (class_column - 1, class_column + 1) if 0 <= at)
    near = [(at,) for at in sides if not (at < len(header) and OTHER_TITLE.search(header[at]))]
    found = [
        (columns, [[_squares_in(text, row.cells[at]) for at in columns if at < len(row.cells)] for row, _ in rows])
        for columns in (named or near)
    ]
    found = [(columns, cells_of_rows) for columns, cells_of_rows in found if named or _are_kings(text, cells_of_rows)]
    if len(found) != 1:
        return
    ((columns, cells_of_rows),) = found
    is_of_one = bool(named) and names_one_king(header[columns[0]])
    for (row, code), cells in zip(rows, cells_of_rows, strict=True):
        squares = tuple(square for cell in cells for square in cell)
        is_pair = len(squares) == 2 and len(set(map(len, cells))) == 1
        is_one = len(squares) == len(cells) == 1 and named and not is_of_one
        if is_one or (is_pair and (len(cells) == 2 or text[slice(*squares[0])] != text[slice(*squares[1])])):
            row_span = Span(row.cells[0].start, row.cells[-1].end)
            others = (other.code for other in row.codes if row_span.covers(other.span))
            if not any(other.kings and other.force == code.code.force for other in others):
                yield code, squares


def _are_kings(text: str, cells_of_rows: list[list[tuple[Span, ...]]]) -> bool:
    """Return True if nearly all rows have two possible squares of kings in their one cell."""
    pairs = [[SQUARES[text[slice(*square)]] for square in cells[0]] for cells in cells_of_rows if cells]
    fitting = sum(len(pair) == 2 and not are_adjacent(*pair) for pair in pairs)
    return is_majority(fitting, len(cells_of_rows), _MIN_SHARE)
