"""The code of a study written in another form, and its position as a FEN.

What a form does not write is left out, and the edit says so. If anything else would change, in the code or beside it,
the form is not offered; this is decided by reading the new text again.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.model.block import cut
from gbr_lsp.model.study import Study
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.men import control_of, is_control_possible
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import WHITE, Code, Form, Kind, Nine, Occurrence

FORMS_WITH_SQUARES = (Form.FULL, Form.DOTTED, Form.COMPACT)
"""The forms with square lists."""

_MATHS = regex(r"\$|\\[()]")


class Rewriting(NamedTuple):
    """A code in another form: the text that takes the place of `span` of its block, and what it no longer says."""

    form: Form
    span: Span
    text: str
    omissions: tuple[str, ...]
    has_board_squares: bool
    """Whether it has squares that only a board tells."""


def rewritings(study: Study) -> Iterator[Rewriting]:
    """The other forms that a code can be written in where it stands; a class alone would be no code any more."""
    for form in (Form.PREFIXED, Form.CAPTION, *FORMS_WITH_SQUARES):
        if form is not study.occurrence.form and (rewriting := rewriting_of(study, form)):
            yield rewriting


def rewriting_of(study: Study, form: Form) -> Rewriting | None:
    """A code in a form, for where it stands; None where it cannot be written so or would be read otherwise."""
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
    """The code of a study in a form, with the squares of its position where the form lists them.

    A control that contradicts the digits is not written again.
    """
    code = study.code
    if code.force and code.control and not any(is_control_possible(code.force, code.control, nine) for nine in Nine):
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
    """Who is to move: as the code says, or the boards that show its position; None where nothing tells."""
    if study.code.stipulation.turn is not None:
        return study.code.stipulation.turn
    position = study.position
    turns = {owned.board.turn for owned, placement in study.placements if placement == position} - {None}
    return turns.pop() if len(turns) == 1 else None


def fen(placement: Placement, turn: bool | None) -> str:
    """A FEN of six fields, or the placement alone where it is not known who moves."""
    return placement.fen if turn is None else f"{placement.fen} {'w' if turn is WHITE else 'b'} - - 0 1"


def _may_change(study: Study) -> bool:
    """Whether a code is sound, is no quotation, and does not end in the middle of maths."""
    occurrence = study.occurrence
    text, span = study.block.text, occurrence.span
    if occurrence.is_apart or occurrence.problems or occurrence.has_sic or study.code.kings is None:
        return False
    if occurrence.part(Kind.KING_AGAIN) and [part.square for part in occurrence.parts_of(Kind.KING_AGAIN)] != [
        *study.code.kings
    ]:
        return False
    return _MATHS.search(text, max(0, span.start - 2), min(len(text), span.end + 2)) is None


def _read_back(study: Study, text: str, span: Span) -> Occurrence | None:
    """The code that is read in a span of the block as it would be; None where another code is read otherwise."""
    block = study.block
    blocks, _ = cut(block.host, text, block.state)
    if len(blocks) != 1:
        return None
    old, new = block.found.codes, blocks[0].found.codes
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
    """Whether the squares of a code still tell who stands on them: without its control a 9 may hide that."""
    known = study.spelled or study.position
    return code.code.pieces is None or known is None or study._replace(occurrence=code, boards=()).spelled == known


def _omissions(old: Code, new: Code) -> tuple[str, ...] | None:
    """What the new code does not say and the old one does; None where it says something else."""
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
