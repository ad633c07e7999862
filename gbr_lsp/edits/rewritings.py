"""The code of a study in another form, and its position as a FEN.

Parts that the form lacks are omitted, and the edit reports them. The new text is read again. If
anything else changes, in the code or near it, the form is not offered.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.block import cut
from gbr_lsp.model.document import LONG_BLOCK
from gbr_lsp.model.study import Study
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.men import control_of, is_control_possible
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import WHITE, Code, Form, Kind, Occurrence

FORMS_WITH_SQUARES = (Form.FULL, Form.DOTTED, Form.COMPACT)
"""The forms with square lists."""

_MATHS = regex(r"\$|\\[()]")


class Rewriting(NamedTuple):
    """A code in another form: `text` replaces `span` of the block; `omissions` are the parts that are lost."""

    form: Form
    span: Span
    text: str
    omissions: tuple[str, ...]
    has_board_squares: bool
    """True if its squares come from a board only."""


def rewritings(study: Study) -> Iterator[Rewriting]:
    """Yield a `Rewriting` of `study` in every other possible form.

    A class alone would not be a code.
    """
    for form in (Form.PREFIXED, Form.CAPTION, *FORMS_WITH_SQUARES):
        if form is not study.occurrence.form and (rewriting := rewriting_of(study, form)):
            yield rewriting


def rewriting_of(study: Study, form: Form) -> Rewriting | None:
    """Return the `Rewriting` of `study` in `form`, or None if it would be read differently."""
    span = study.occurrence.span
    text = spell_code(study, form)
    if text is None or not _may_change(study):
        return None
    before, after = study.block.text[: span.start], study.block.text[span.end :]
    if form is Form.COMPACT and before.endswith("("):
        text = text[1:-1]
    code = _read_back(study, before + text + after, Span(span.start, span.start + len(text)))
    if code is None or code.form is not form:
        return None
    omissions = _omissions(study.code, code.code)
    if omissions is None or not _has_same_men(study, code):
        return None
    return Rewriting(form, span, text, omissions, form in FORMS_WITH_SQUARES and study.code.pieces is None)


def spell_code(study: Study, form: Form) -> str | None:
    """Return the text of the code in `form`, perhaps with squares of the position, or None.

    A control that contradicts the digits is omitted.
    """
    code = study.code
    if code.force and code.control and not is_control_possible(code.force, code.control):
        code = code._replace(control=None)
    if form in FORMS_WITH_SQUARES and code.pieces is None:
        position = study.position
        full_code = code_of(position, code.stipulation, study.conventions.nine) if position else None
        if position is None or full_code is None:
            return None
        control = code.control or control_of(position.men)
        code = code._replace(pieces=full_code.pieces, pawns=full_code.pawns, control=control)
    return spell(code, form)


def turn_of(study: Study) -> bool | None:
    """Return the side to move of the code, else of its boards, or None if unknown."""
    if study.code.stipulation.turn is not None:
        return study.code.stipulation.turn
    position = study.position
    turns = {owned.board.turn for owned, placement in study.placements if placement == position} - {None}
    return turns.pop() if len(turns) == 1 else None


def fen(placement: Placement, turn: bool | None) -> str:
    """Return a FEN of six fields, or only the placement if `turn` is None."""
    return placement.fen if turn is None else f"{placement.fen} {'w' if turn is WHITE else 'b'} - - 0 1"


def _may_change(study: Study) -> bool:
    """Return True if a code is sound, without `[sic]` or a `$` in or next to it, and in no very long block."""
    occurrence = study.occurrence
    text, span = study.block.text, occurrence.span
    if occurrence.is_apart or occurrence.problems or occurrence.has_sic or study.code.kings is None:
        return False
    if LONG_BLOCK < len(text):
        return False  # The block would be read again.
    if occurrence.part(Kind.KING_AGAIN) and [part.square for part in occurrence.parts_of(Kind.KING_AGAIN)] != [
        *study.code.kings
    ]:
        return False
    return _MATHS.search(text, max(0, span.start - 2), min(len(text), span.end + 2)) is None


def _read_back(study: Study, text: str, span: Span) -> Occurrence | None:
    """Return the `Occurrence` in `span` of `text`, or None if another code changes.

    `text` is a new version of the block. None also if the code is read with problems.
    """
    block = study.block
    blocks, _ = cut(block.host, text, block.state)
    if len(blocks) != 1:
        return None
    old, new = block.contents.codes, blocks[0].contents.codes
    if len(old) != len(new):
        return None
    read_code = None
    for before, after in zip(old, new, strict=True):
        if before is study.occurrence:
            read_code = after
        elif (before.code, before.form, before.evidence) != (after.code, after.form, after.evidence):
            return None
    is_same = read_code is not None and span.covers(read_code.span) and not read_code.problems
    return read_code if is_same and read_code and read_code.flags == study.occurrence.flags else None


def _has_same_men(study: Study, code: Occurrence) -> bool:
    """Return True if the men of `code` remain certain: without its control, a 9 may hide some."""
    known = study.spelled_position or study.position
    return (
        code.code.pieces is None
        or known is None
        or study._replace(occurrence=code, boards=()).spelled_position == known
    )


def _omissions(old: Code, new: Code) -> tuple[str, ...] | None:
    """Return a tuple of names of the parts of `old` that `new` lacks: `("the goal",)`.

    None if the two contradict each other.
    """
    if (old.force, old.kings) != (new.force, new.kings):
        return None
    omissions = []
    for old_value, new_value, what in (
        (old.stipulation.goal, new.stipulation.goal, "the goal"),
        (old.stipulation.turn, new.stipulation.turn, "who moves"),
    ):
        if old_value is not None and new_value is None:
            omissions.append(what)
        elif old_value is not new_value:
            return None
    for old_part, new_part, what in (
        ((old.pieces, old.pawns), (new.pieces, new.pawns), "the squares"),
        (old.control, new.control, "the control"),
    ):
        is_stated = old_part not in (None, (None, None))
        if is_stated and new_part in (None, (None, None)):
            omissions.append(what)
        elif is_stated and old_part != new_part:
            return None
    return tuple(omissions)
