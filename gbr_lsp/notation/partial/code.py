"""A code being typed together with what stands behind the cursor: its men as far as known, and where they may stand."""

from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.notation.find import find
from gbr_lsp.notation.men import Division, Men, Totals, recover
from gbr_lsp.notation.partial.draft import Draft, Man, next_man
from gbr_lsp.notation.values import KING, PAWN, SQUARE_NAMES, SQUARES, Form, Kind, Nine, Occurrence, touch

_GLUED = regex(r"(?:[a-z][0-9])*")
_WINDOW = 400
_BY_FILE = sorted(SQUARES.items())


class CodeAtCursor(NamedTuple):
    """A code being typed, with what stands behind the cursor too."""

    draft: Draft
    man: Man
    men: Men
    behind: tuple[int | None, ...]
    before_point: int | None
    """How many of the squares behind the cursor stand before the point of the list; None where there is none."""

    @property
    def lacking(self) -> int | None:
        """How many squares are still to come; None where a 9 hides it."""
        return _lacking(self.men, len(self.draft.squares) + len(self.behind))


def code_at_cursor(
    draft: Draft, text: str, span: Span, end: int, seen: Division | None, nine: Nine
) -> CodeAtCursor | None:
    """The code with what stands from `end` on; None where no square can come here.

    From the start of the draft's half square to `end` stands what the square will replace. `seen` are the men of the
    board that belongs to the code.
    """
    glued = _GLUED.match(text, end)
    stop = glued.end() if glued else end
    if text[stop : stop + 1].isalnum():
        return None
    # A half square would hide what stands behind it.
    text, found = read_with("", draft, text, span, end)
    cursor = draft.typed.start - _low(draft, span)
    stop += cursor - end
    parts = [part for part in found.parts if cursor <= part.span.start] if found else []
    spans = {Span(at, at + 2) for at in range(cursor, stop, 2)}
    spans |= {part.span for part in parts if part.kind in (Kind.KING, Kind.KING_AGAIN, Kind.PIECE, Kind.PAWN)}
    behind = tuple(SQUARES.get(text[span.start : span.end]) for span in sorted(spans))
    point = next((part.span for part in parts if part.kind is Kind.POINT), None)
    if draft.form is Form.PREFIXED and 2 < len(draft.kings) + len(behind):
        draft = draft._replace(form=Form.COMPACT)
    men = recover(draft.force, Totals(found.code.control if found else None, draft.said.words), nine)
    if None in men[:8] and seen:
        men = seen
    man = next_man(draft, men)
    before_point = None if point is None else sum(span < point for span in spans)
    return CodeAtCursor(draft, man, men, behind, before_point) if man else None


def read_with(written: str, draft: Draft, text: str, span: Span, end: int) -> tuple[str, Occurrence | None]:
    """The text near a code with something written from its half square to `end`, and the code as it is read then."""
    low = _low(draft, span)
    near = text[low : draft.typed.start] + written + text[end : min(span.end, end + _WINDOW)]
    codes = find(near, [Span(0, len(near))])
    return near, next((code for code in codes if code.span_of(Kind.CLASS) == draft.token.shift(-low)), None)


def has_room(whole: CodeAtCursor) -> bool:
    """Whether one more square belongs to the code."""
    draft, lacking = whole.draft, whole.lacking
    if whole.behind and (lacking is None or draft.form is Form.PREFIXED):
        return len(draft.kings) + len(whole.behind) < 2
    if whole.before_point is not None:
        lacking = _lacking(whole.men[:8], len(draft.squares) + whole.before_point)
    return lacking is None or 0 < lacking


def free_squares(whole: CodeAtCursor) -> list[str]:
    """The squares where the next man may stand: those behind the square of the same man before it come first."""
    draft, place = whole.draft, whole.man
    taken = {square for square in draft.squares + whole.behind if square is not None}
    other = draft.kings[0] if draft.kings else whole.behind[0] if whole.behind else None
    names = []
    for name, square in _BY_FILE:
        if square in taken or (place.piece_type == PAWN and square // 8 in (0, 7)):
            continue
        if place.piece_type == KING and other is not None and touch(square, other):
            continue
        names.append(name)
    line = draft.pieces if draft.pawns is None else draft.pawns
    last = line[-1] if 1 < place.number and line else None
    before = "" if last is None else SQUARE_NAMES[last]
    return sorted(names, key=lambda name: name <= before)


def _lacking(men: Men, written: int) -> int | None:
    known = [count for count in men if count is not None]
    return 2 + sum(known) - written if len(known) == len(men) else None


def _low(draft: Draft, span: Span) -> int:
    return max(span.start, draft.token.start - _WINDOW)
