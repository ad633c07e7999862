"""Edits that make a code state another position in place, in its own form and layout."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.notation.code_forms import spell
from gbr_lsp.notation.tail import rewritten_control
from gbr_lsp.notation.values import SQUARE_NAMES, Code, Form, Kind, Occurrence, Part

_LINE_END = regex(r"[\r\n]")


def code_edits(text: str, occurrence: Occurrence, new: Code) -> Iterator[list[Edit]]:
    """Yield alternative lists of edits from `occurrence` to `new`, the smallest change first.

    `new` has all its squares; only those of the form of `occurrence` are written. Offsets are those
    of `text`.
    """
    parts = _part_edits(text, occurrence, new)
    if parts is not None:
        yield parts
    full_text = spell(new._replace(stipulation=occurrence.code.stipulation), occurrence.form)
    if full_text is not None and not occurrence.is_apart:
        is_enclosed = occurrence.form is Form.COMPACT and text[: occurrence.span.start].endswith("(")
        yield [Edit(occurrence.span, full_text[1:-1] if is_enclosed else full_text)]


def _part_edits(text: str, occurrence: Occurrence, new: Code) -> list[Edit] | None:
    """Return a list of edits of single parts, or None if a part is missing.

    The text between the parts is kept.
    """
    edits = []
    for kind in (Kind.KING, Kind.KING_AGAIN):
        kings = occurrence.king_parts(kind)
        if len(kings) != 2 and (kings or (kind is Kind.KING and occurrence.form is not Form.CLASS)):
            return None
        edits += [
            Edit(part.span, SQUARE_NAMES[square])
            for part, square in zip(kings, new.kings or (), strict=False)
            if square is not None
        ]
    digits = occurrence.part(Kind.CLASS)
    if digits is None or new.force is None:
        return None
    force = str(new.force)
    is_short = "." not in text[slice(*digits.span)] and digits.span.end - digits.span.start == 4
    edits.append(Edit(digits.span, force[:4] if is_short and force.endswith(".00") else force))
    control = occurrence.part(Kind.CONTROL)
    if control and new.control:
        edits.append(Edit(control.span, rewritten_control(text[slice(*control.span)], new.control)))
    if occurrence.code.pieces is not None:
        edits.append(_list_edit(text, occurrence, new))
    return [edit for edit in edits if text[slice(*edit.span)] != edit.text]


def _list_edit(text: str, occurrence: Occurrence, new: Code) -> Edit:
    """Return the edit of the square list; line breaks and blanks stay if they fit."""
    parts = occurrence.parts_of(Kind.PIECE, Kind.POINT, Kind.PAWN)
    kings = occurrence.parts_of(Kind.KING)
    if occurrence.form is Form.DOTTED:
        # The first point follows the class.
        parts = parts[1:]
    start = parts[0].span.start if parts else kings[-1].span.end
    end = parts[-1].span.end if parts else start
    words = [SQUARE_NAMES[square] for square in new.pieces or () if square is not None]
    pawns = [SQUARE_NAMES[square] for square in new.pawns or () if square is not None]
    if occurrence.form is Form.DOTTED or (pawns and occurrence.form is Form.FULL):
        words.append(".")
    words += pawns
    gaps = _gaps(text, occurrence.form, parts)
    list_text = ""
    for number, word in enumerate(words):
        if not number or word == ".":
            gap = ""
        elif words[number - 1] == ".":
            gap = gaps.after_point or (" " if occurrence.form is Form.DOTTED else "")
        else:
            gap = gaps.line_breaks.get(number, gaps.usual_gap)
        list_text += gap + word
    return Edit(Span(start, end), list_text)


class _Gaps(NamedTuple):
    """The text between squares: the usual gap, line breaks by the number of the next square, and
    the gap after a point."""

    usual_gap: str
    line_breaks: dict[int, str]
    after_point: str


def _gaps(text: str, form: Form, parts: list[Part]) -> _Gaps:
    """Return the `_Gaps` between `parts`, the squares and points of a code."""
    usual_gaps, line_breaks, after_point = set(), {}, ""
    for number, (before, part) in enumerate(pairwise(parts), 1):
        gap = text[before.span.end : part.span.start]
        if before.kind is Kind.POINT:
            after_point = gap
        elif _LINE_END.search(gap):
            line_breaks[number] = gap
        elif part.kind is not Kind.POINT:
            usual_gaps.add(gap)
    return _Gaps(
        usual_gaps.pop() if len(usual_gaps) == 1 and form is not Form.COMPACT else "", line_breaks, after_point
    )
