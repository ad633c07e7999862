"""Highlights of a study's codes and boards, a square in its code, or equal positions."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.ide.support.cursor import has_code_or_board_at, study_touched, touched
from gbr_lsp.ide.support.followed import moves_at
from gbr_lsp.model.assembly import studies_of
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Code, Evidence, Force, Kind, Kings, Occurrence

_Said = tuple[Force | None, Kings | None]
"""Force and kings of a code; codes with equal ones count as the same study."""

_SQUARES = (Kind.KING, Kind.KING_AGAIN, Kind.PIECE, Kind.PAWN)


class Shown(Enum):
    """The kind of a highlight: a text, or a board."""

    TEXT = "text"
    READ = "read"


class Highlight(NamedTuple):
    """A span of a document that belongs to the place of the cursor."""

    span: Span
    kind: Shown


def highlights(document: Document, offset: int) -> list[Highlight]:
    """Return the `Highlight`s for the code, board, square or move at `offset`, itself included, sorted."""
    if not document.blocks or offset < 0:
        return []
    number = document.block_number(offset)
    block, start = document.blocks[number], document.starts[number]
    at = offset - start
    if not has_code_or_board_at(block, at):
        return _of_move(document, offset)
    studies = document.studies_around(number)
    study = study_touched(studies, block, at)
    if study:
        squares = _same_square(study, at)
        if squares:
            return [Highlight(span.shift(start), Shown.TEXT) for span in squares]
        if study.code.force is None:
            # Damaged digits are not known, so no other code is known to be the same.
            return _sorted(_of_study(study, document.offsets()))
    meant = [study] if study else [owner for owner in studies if _owns_board_at(owner, block, at)]
    return _sorted(_everywhere(document, {_said(study.code) for study in meant})) if meant else []


def _of_move(document: Document, offset: int) -> list[Highlight]:
    """Return `Highlight`s of the moves that reach the position after the move at `offset`."""
    moves = moves_at(document, offset)
    step = moves.step if moves else None
    if moves is None or step is None or step.after is None or not step.span.touches(offset - moves.shift):
        return []
    return [Highlight(span.shift(moves.shift), Shown.TEXT) for span in moves.lines.spans_behind(step.after)]


def _same_square(study: Study, at: int) -> list[Span]:
    """Return the spans in the code with the listed square at `at`, maybe none."""
    occurrence = study.occurrence
    part = touched(occurrence.parts_of(*_SQUARES), at)
    if part is None or part.kind not in (Kind.PIECE, Kind.PAWN):
        return []
    square = study.text(part.span)
    return [other.span for other in occurrence.parts_of(*_SQUARES) if study.text(other.span) == square]


def _everywhere(document: Document, said: set[_Said]) -> Iterator[Highlight]:
    """Yield `Highlight`s of the codes with a key in `said`, and of their boards. Other sections are not paired."""
    offsets = document.offsets()
    for section in document.sections():
        if not any(_said(code.code) in said for block in section for code in _believed(block, document)):
            continue
        for study in studies_of(section, document.conventions):
            if _said(study.code) in said:
                yield from _of_study(study, offsets)


def _of_study(study: Study, offsets: dict[Block, int]) -> Iterator[Highlight]:
    yield Highlight(study.occurrence.span.shift(offsets[study.block]), Shown.TEXT)
    for owned in study.boards:
        if owned.board.kind is not BoardKind.CODE:
            yield Highlight(owned.board.span.shift(offsets[owned.block]), Shown.READ)


def _believed(block: Block, document: Document) -> Iterator[Occurrence]:
    """Yield the codes of `block` with evidence; all under the convention `bare`."""
    return (code for code in block.found.codes if document.conventions.bare or code.evidence is not Evidence.NONE)


def _owns_board_at(study: Study, block: Block, at: int) -> bool:
    return any(
        owned.block is block and owned.board.kind is not BoardKind.CODE and owned.board.span.touches(at)
        for owned in study.boards
    )


def _said(code: Code) -> _Said:
    return code.force, code.kings


def _sorted(found: Iterator[Highlight]) -> list[Highlight]:
    """Return `found` sorted by offset, without duplicates of shared boards."""
    return sorted(set(found), key=lambda highlight: highlight.span)
