"""Highlights of a study's codes and boards, a square in its code, or equal positions."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.ide.support.cursor import has_code_or_board_at, item_at, study_at
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.model.block import Block
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Code, Force, Kind, Kings

_CodeKey = tuple[Force | None, Kings | None]
"""Force and kings of a code; codes with equal ones count as the same study."""

_SQUARES = (Kind.KING, Kind.KING_AGAIN, Kind.PIECE, Kind.PAWN)


class HighlightKind(Enum):
    """The kind of a highlight: a text, or a board."""

    TEXT = "text"
    READ = "read"


class Highlight(NamedTuple):
    """A span of a document that belongs to the place of the cursor."""

    span: Span
    kind: HighlightKind


def highlights(document: Document, offset: int) -> list[Highlight]:
    """Return the `Highlight`s for the code, board, square or move at `offset`, itself included, sorted."""
    if not document.blocks or offset < 0:
        return []
    number = document.block_number(offset)
    block, start = document.blocks[number], document.starts[number]
    at = offset - start
    if not has_code_or_board_at(block, at):
        return _of_move(document, offset)
    studies = document.section_around(number).studies
    study = study_at(studies, block, at)
    if study:
        squares = _same_square(study, at)
        if squares:
            return [Highlight(span.shift(start), HighlightKind.TEXT) for span in squares]
        if study.code.force is None:
            # Damaged digits are not known, so no other code is known to be the same.
            return _sorted(_of_study(study, document.offsets()))
    owners = [study] if study else [owner for owner in studies if _owns_board_at(owner, block, at)]
    return _sorted(_everywhere(document, {_key_of(study.code) for study in owners})) if owners else []


def _of_move(document: Document, offset: int) -> list[Highlight]:
    """Return `Highlight`s of the moves that reach the position after the move at `offset`."""
    moves = moves_at(document, offset)
    step = moves.step_at_caret if moves else None
    spans = moves.tree.spans_of_moves_to(step.after) if moves and step and step.after else []
    return [Highlight(span.shift(moves.shift), HighlightKind.TEXT) for span in spans] if moves else []


def _same_square(study: Study, at: int) -> list[Span]:
    """Return the spans in the code with the listed square at `at`, maybe none."""
    occurrence = study.occurrence
    part = item_at(occurrence.parts_of(*_SQUARES), at)
    if part is None or part.kind not in (Kind.PIECE, Kind.PAWN):
        return []
    square = study.text(part.span)
    return [other.span for other in occurrence.parts_of(*_SQUARES) if study.text(other.span) == square]


def _everywhere(document: Document, keys: set[_CodeKey]) -> Iterator[Highlight]:
    """Yield `Highlight`s of the codes with a key in `keys`, and of their boards. Other sections are not paired."""
    offsets = document.offsets()
    for section in document.sections():
        codes = (code for block in section for code in block.contents.codes if document.conventions.is_believed(code))
        if not any(_key_of(code.code) in keys for code in codes):
            continue
        for study in read_section(section, document.conventions).studies:
            if _key_of(study.code) in keys:
                yield from _of_study(study, offsets)


def _of_study(study: Study, offsets: dict[Block, int]) -> Iterator[Highlight]:
    yield Highlight(study.occurrence.span.shift(offsets[study.block]), HighlightKind.TEXT)
    for owned in study.boards:
        if owned.board.kind is not BoardKind.CODE:
            yield Highlight(owned.board.span.shift(offsets[owned.block]), HighlightKind.READ)


def _owns_board_at(study: Study, block: Block, at: int) -> bool:
    return any(
        owned.block is block and owned.board.kind is not BoardKind.CODE and owned.board.span.touches(at)
        for owned in study.boards
    )


def _key_of(code: Code) -> _CodeKey:
    return code.force, code.kings


def _sorted(found: Iterator[Highlight]) -> list[Highlight]:
    """Return `found` sorted by offset, without duplicates of shared boards."""
    return sorted(set(found), key=lambda highlight: highlight.span)
