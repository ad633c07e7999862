"""Highlights: on a code or its board, every code and board of the same study; in a square list, the same square
elsewhere; on a move, the moves of the same lines that come to the same position."""

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
"""The key by which two codes are taken for the same study."""

_SQUARES = (Kind.KING, Kind.KING_AGAIN, Kind.PIECE, Kind.PAWN)


class Shown(Enum):
    """What is highlighted: what says it, or a board it can be read from."""

    TEXT = "text"
    READ = "read"


class Highlight(NamedTuple):
    """A span of a document that belongs with what the cursor is on."""

    span: Span
    kind: Shown


def highlights(document: Document, offset: int) -> list[Highlight]:
    """What belongs with the code, board or listed square at an offset, itself included, in order of offset."""
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
            # What damaged digits say is not known, so nothing is known to say the same.
            return _sorted(_of_study(study, document.offsets()))
    meant = [study] if study else [owner for owner in studies if _owns_board_at(owner, block, at)]
    return _sorted(_everywhere(document, {_said(study.code) for study in meant})) if meant else []


def _of_move(document: Document, offset: int) -> list[Highlight]:
    """The moves of the same lines that come to the position behind the move at an offset."""
    moves = moves_at(document, offset)
    step = moves.step if moves else None
    if moves is None or step is None or step.after is None or not step.span.touches(offset - moves.shift):
        return []
    return [Highlight(span.shift(moves.shift), Shown.TEXT) for span in moves.lines.spans_behind(step.after)]


def _same_square(study: Study, at: int) -> list[Span]:
    """All places of a code that name the square of the list at an offset; none where no list stands there."""
    occurrence = study.occurrence
    part = touched(occurrence.parts_of(*_SQUARES), at)
    if part is None or part.kind not in (Kind.PIECE, Kind.PAWN):
        return []
    square = study.text(part.span)
    return [other.span for other in occurrence.parts_of(*_SQUARES) if study.text(other.span) == square]


def _everywhere(document: Document, said: set[_Said]) -> Iterator[Highlight]:
    """The codes of a document with one of some keys, and their boards; sections without such codes are not paired."""
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
    return (code for code in block.found.codes if document.conventions.bare or code.evidence is not Evidence.NONE)


def _owns_board_at(study: Study, block: Block, at: int) -> bool:
    return any(
        owned.block is block and owned.board.kind is not BoardKind.CODE and owned.board.span.touches(at)
        for owned in study.boards
    )


def _said(code: Code) -> _Said:
    return code.force, code.kings


def _sorted(found: Iterator[Highlight]) -> list[Highlight]:
    """In order of offset; a board that belongs to several codes is one."""
    return sorted(set(found), key=lambda highlight: highlight.span)
