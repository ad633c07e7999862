"""Selection ranges: from a square or digit to its list, code, study and section.

A study here is a code with its boards, in PGN the whole game. Among the moves of a game: from a
move to its line, its variation, the movetext and the game.
"""

from collections.abc import Iterable, Iterator
from string import digits

from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.ide.support.cursor import has_code_or_board_at, item_at, study_at
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.ide.support.lines import bracket_of
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.document import Document
from gbr_lsp.model.section import Section
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import Kind


def selection_spans(document: Document, offset: int) -> list[Span]:
    """Return the spans around `offset`, each larger than the one before, or an empty list."""
    if not document.blocks or offset < 0:
        return []
    number = document.block_number(offset)
    block, start = document.blocks[number], document.starts[number]
    at = offset - start
    if not has_code_or_board_at(block, at):
        return _among_moves(document, offset)
    section = document.section_around(number)
    first = start - section.offset(block)
    return [span.shift(first) for span in _growing(_levels(section, block, at))]


def _among_moves(document: Document, offset: int) -> list[Span]:
    """Return the growing spans of move, line, variations, movetext and game at `offset`."""
    moves = moves_at(document, offset)
    if moves is None or moves.tree.is_in_prose:
        return []
    levels = [moves.step_at_caret.span] if moves.step_at_caret else []
    for start in moves.cursor.node.path_back():
        if start.san is None and (bracket := bracket_of(start)):
            levels += [start.span, bracket]
    end = len(moves.text.rstrip())
    levels += [Span(moves.tree.first.start, end), Span(0, end)]
    return [span.shift(moves.shift) for span in _growing(span for span in levels if span.touches(moves.at))]


def _growing(spans: Iterable[Span]) -> list[Span]:
    """Return those of `spans` that cover the previous one and more."""
    growing: list[Span] = []
    for span in spans:
        if not growing or (span.covers(growing[-1]) and span != growing[-1]):
            growing.append(span)
    return growing


def _levels(section: Section, block: Block, at: int) -> Iterator[Span]:
    """Yield the spans of `section` around offset `at` of `block`, from small to large."""
    start, studies = section.offset(block), section.studies
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
        place = Place(block, board.span)
        study = next((study for study in studies if any(owned.place == place for owned in study.boards)), None)
    if study and not block.host.has_records:
        yield _with_boards(section, study)
    last = section.blocks[-1]
    yield Span(0, section.offset(last) + len(last.text.rstrip()))


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


def _with_boards(section: Section, study: Study) -> Span:
    """Return the span of a code and its boards. It has whole lines if they are on different ones."""
    places = [study.code_place]
    places += [owned.place for owned in study.boards if owned.board.kind is not BoardKind.CODE]
    lines = {section.span(_lines(place)) for place in places}
    spans = [section.span(place) for place in places]
    if 1 < len(lines):
        spans += lines
    return Span(min(span.start for span in spans), max(span.end for span in spans))


def _lines(place: Place) -> Place:
    """Return the place of the lines that `place` touches."""
    lines = place.block.lines
    first, last = (lines.line_span(lines.line_at(offset)) for offset in place.span)
    return place._replace(span=Span(first.start, last.end))
