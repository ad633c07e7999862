"""Selection ranges: from a square or digit to its list, code, study and section.

A study here is a code with its boards, in PGN the whole game. Among the moves of a game: from a
move to its line, its variation, the movetext and the game.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate
from string import digits
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.ide.support.cursor import has_code_or_board_at, item_at, study_at
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.ide.support.lines import Cursor
from gbr_lsp.model.assembly import studies_of
from gbr_lsp.model.block import Block
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Kind


class _Section(NamedTuple):
    """The section at the cursor, and its offset in the document."""

    blocks: list[Block]
    start: int

    @property
    def span(self) -> Span:
        """Its span in the document, without trailing blanks."""
        length = sum(len(block.text) for block in self.blocks[:-1]) + len(self.blocks[-1].text.rstrip())
        return Span(self.start, self.start + length)


def selection_spans(document: Document, offset: int) -> list[Span]:
    """Return the spans around `offset`, each larger than the one before, or an empty list."""
    if not document.blocks or offset < 0:
        return []
    number = document.block_number(offset)
    block, start = document.blocks[number], document.starts[number]
    at = offset - start
    if not has_code_or_board_at(block, at):
        return _among_moves(document, offset)
    blocks = document.section_around(number)
    section = _Section(blocks, document.offsets_of(blocks[:1])[blocks[0]])
    studies = studies_of(blocks, document.conventions)
    return _growing(_levels(section, studies, block, start, at))


def _among_moves(document: Document, offset: int) -> list[Span]:
    """Return the growing spans of move, line, variations, movetext and game at `offset`."""
    moves = moves_at(document, offset)
    if moves is None or moves.is_in_prose:
        return []
    step, at = moves.step, offset - moves.shift
    levels = [step.span] if step and step.span.touches(at) else []
    here: Cursor | None = moves.cursor
    while here and (line := moves.lines.lines[here.line]).parent:
        if line.closing is not None:
            levels += [Span(line.opening.start, line.closing - 1), Span(line.opening.start - 1, line.closing)]
        here = line.parent
    end = len(moves.text.rstrip())
    levels += [Span(moves.lines.lines[0].opening.start, end), Span(0, end)]
    return [span.shift(moves.shift) for span in _growing(span for span in levels if span.touches(at))]


def _growing(spans: Iterable[Span]) -> list[Span]:
    """Return those of `spans` that cover the previous one and more."""
    growing: list[Span] = []
    for span in spans:
        if not growing or (span.covers(growing[-1]) and span != growing[-1]):
            growing.append(span)
    return growing


def _levels(section: _Section, studies: list[Study], block: Block, start: int, at: int) -> Iterator[Span]:
    """Yield the document spans around offset `at` of `block`, from small to large."""
    study = study_at(studies, block, at)
    if study:
        for span in _in_code(study, at):
            yield span.shift(start)
        yield study.occurrence.span.shift(start)
    else:
        board = item_at(block.contents.boards, at)
        if board is None:
            return
        yield board.span.shift(start)
        study = next((study for study in studies if _owns(study, block, board)), None)
    if study and not block.host.has_records:
        yield _with_boards(section, study)
    yield section.span


def _in_code(study: Study, at: int) -> Iterator[Span]:
    """Yield the spans of the digit or square at `at` and of its list."""
    occurrence = study.occurrence
    part = item_at(occurrence.parts, at)
    if part is None:
        return
    if part.kind is Kind.CLASS:
        digit = Span(at, at + 1) if at < part.span.end else Span(at - 1, at)
        if study.text(digit).isdigit():
            yield digit
    elif part.kind is Kind.CONTROL:
        text, (start, end) = study.text(part.span), part.span
        white = Span(start, end - len(text.lstrip(digits)))
        yield white if at <= white.end else Span(start + len(text.rstrip(digits)), end)
    yield part.span
    if part.kind in (Kind.KING, Kind.KING_AGAIN, Kind.PIECE, Kind.PAWN):
        yield occurrence.span_of(part.kind)
    if part.kind in (Kind.PIECE, Kind.PAWN):
        yield occurrence.span_of(Kind.PIECE, Kind.PAWN)


def _with_boards(section: _Section, study: Study) -> Span:
    """Return the span of a code and its boards. It has whole lines if they are on different ones."""
    starts = dict(zip(section.blocks, accumulate(map(_length, section.blocks), initial=section.start), strict=False))
    places = [study.place(study.occurrence.span)]
    places += [owned.place for owned in study.boards if owned.board.kind is not BoardKind.CODE]
    lines = {
        (starts[block] + _line(block, span).start, starts[block] + _line(block, span).end) for block, span in places
    }
    spans = [span.shift(starts[block]) for block, span in places]
    if 1 < len(lines):
        spans += [Span(*line) for line in lines]
    return Span(min(span.start for span in spans), max(span.end for span in spans))


def _line(block: Block, span: Span) -> Span:
    """Return the span of the lines that `span` touches, in offsets of `block`."""
    first, last = (block.lines.line_span(block.lines.line_at(offset)) for offset in span)
    return Span(first.start, last.end)


def _length(block: Block) -> int:
    return len(block.text)


def _owns(study: Study, block: Block, board: Board) -> bool:
    return any(owned.block is block and owned.board.span == board.span for owned in study.boards)
