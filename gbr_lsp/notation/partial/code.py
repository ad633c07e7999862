"""A code being typed, with the squares after the cursor and for the next man."""

from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.men import Division, Men, recover, sum_of
from gbr_lsp.notation.partial.draft import Draft, Man, next_man
from gbr_lsp.notation.values import KING, PAWN, SQUARE_NAMES, SQUARES, Form, Kind, Nine, Occurrence, are_adjacent

_GLUED_SQUARES = regex(r"(?:[a-z][0-9])*")
_WINDOW = 400
_SQUARES_BY_FILE = sorted(SQUARES.items())


class CodeAtCursor(NamedTuple):
    """A code being typed, including its squares after the cursor."""

    draft: Draft
    man: Man
    men: Men
    squares_after: tuple[int | None, ...]
    count_before_point: int | None
    """The number of `squares_after` before the point; None if there is none."""

    @property
    def missing_count(self) -> int | None:
        """The number of squares still to be written; None if a 9 hides it."""
        return _missing_count(self.men, len(self.draft.squares) + len(self.squares_after))


def code_at_cursor(
    draft: Draft, text: str, span: Span, end: int, board_men: Division | None, nine: Nine
) -> CodeAtCursor | None:
    """Return the `CodeAtCursor` with its squares after `end`; None if no square fits here.

    The next square will replace the text from the half square of `draft` to `end`. `board_men` are
    the men of the board that belongs to the code. `nine` is the convention of the digits.
    """
    glued_squares = _GLUED_SQUARES.match(text, end)
    glued_end = glued_squares.end() if glued_squares else end
    if text[glued_end : glued_end + 1].isalnum():
        return None
    # A half square would hide the squares after it.
    text, found = read_with_insertion("", draft, text, span, end)
    cursor = draft.typed_span.start - _window_start(draft, span)
    glued_end += cursor - end
    parts = [part for part in found.parts if cursor <= part.span.start] if found else []
    spans = {Span(offset, offset + 2) for offset in range(cursor, glued_end, 2)}
    spans |= {part.span for part in parts if part.kind in (Kind.KING, Kind.KING_AGAIN, Kind.PIECE, Kind.PAWN)}
    squares_after = tuple(SQUARES.get(text[span.start : span.end]) for span in sorted(spans))
    point = next((part.span for part in parts if part.kind is Kind.POINT), None)
    if draft.form is Form.PREFIXED and 2 < len(draft.kings) + len(squares_after):
        draft = draft._replace(form=Form.COMPACT)
    men = recover(draft.force, nine, found.code.control if found else None, draft.occurrence.words)
    if None in men[:8] and board_men:
        men = board_men
    man = next_man(draft, men)
    count_before_point = None if point is None else sum(span < point for span in spans)
    return CodeAtCursor(draft, man, men, squares_after, count_before_point) if man else None


def read_with_insertion(insertion: str, draft: Draft, text: str, span: Span, end: int) -> tuple[str, Occurrence | None]:
    """Return the text near the code after an insertion, and its `Occurrence` or None.

    `insertion` replaces the text from the half square of `draft` to `end`. The text is that of
    `span` up to 400 code points around the code.
    """
    window_start = _window_start(draft, span)
    nearby_text = text[window_start : draft.typed_span.start] + insertion + text[end : min(span.end, end + _WINDOW)]
    codes = find(nearby_text, [Span(0, len(nearby_text))])
    found = (code for code in codes if code.span_of(Kind.CLASS) == draft.token.shift(-window_start))
    return nearby_text, next(found, None)


def has_room(code: CodeAtCursor) -> bool:
    """Return True if at least one more square belongs to the code."""
    draft, missing_count = code.draft, code.missing_count
    if code.squares_after and (missing_count is None or draft.form is Form.PREFIXED):
        return len(draft.kings) + len(code.squares_after) < 2
    if code.count_before_point is not None:
        missing_count = _missing_count(code.men[:8], len(draft.squares) + code.count_before_point)
    return missing_count is None or 0 < missing_count


def free_squares(code: CodeAtCursor) -> list[str]:
    """Return the names of the squares free for the next man of `code`.

    They are sorted by file, then rank; those after the previous man come first.
    """
    draft, man = code.draft, code.man
    taken_squares = {square for square in draft.squares + code.squares_after if square is not None}
    other = draft.kings[0] if draft.kings else code.squares_after[0] if code.squares_after else None
    names = []
    for name, square in _SQUARES_BY_FILE:
        if square in taken_squares or (man.piece_type == PAWN and square // 8 in (0, 7)):
            continue
        if man.piece_type == KING and other is not None and are_adjacent(square, other):
            continue
        names.append(name)
    line = draft.pieces if draft.pawns is None else draft.pawns
    last = line[-1] if 1 < man.number and line else None
    previous_name = "" if last is None else SQUARE_NAMES[last]
    return sorted(names, key=lambda name: name <= previous_name)


def _missing_count(men: Men, written_count: int) -> int | None:
    """Return the number of squares of `men` and kings minus `written_count`, or None."""
    total = sum_of(men)
    return None if total is None else 2 + total - written_count


def _window_start(draft: Draft, span: Span) -> int:
    return max(span.start, draft.token.start - _WINDOW)
