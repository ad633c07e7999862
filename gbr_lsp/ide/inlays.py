"""Inlay hints: material of codes, men of squares, signs of glyphs, missing numbers, outcomes.

Unknown men get no hint: hidden by a 9, in damaged codes or bare classes, in lists too short or too
long.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.boards.drawing import figure
from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.board_matching.assembly import read_section
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.men import Men, man_name, material_words
from gbr_lsp.notation.placement import LETTERS
from gbr_lsp.notation.values import BLACK, KING, SLOTS, WHITE, Form, Kind, Occurrence


class Inlay(NamedTuple):
    """A hint at an offset of the document: label, tooltip in words, and gaps."""

    offset: int
    label: str
    tooltip: str
    has_gap_before: bool = False
    has_gap_after: bool = False


def inlays(
    document: Document, span: Span, *, letters: bool = False, dark: bool = False, boards: bool = False
) -> list[Inlay]:
    """Return the `Inlay`s in `span`, sorted. Men are figures, inverted if `dark`, or `letters`, lower case if Black.

    The men of a study whose text has their board are omitted, unless `boards`: the hover shows the same.
    """
    if not document.blocks or span.end < 0:
        return []
    first, last = document.block_number(max(0, span.start)), document.block_number(span.end)
    found: list[Inlay] = []
    for number, study in _studies(document, first, last):
        if not boards and _has_board(study):
            continue
        start = document.starts[number]
        for inlay in _of_study(study, letters=letters, dark=dark):
            if span.touches(start + inlay.offset):
                found.append(inlay._replace(offset=start + inlay.offset))
    for number in range(first, last + 1):
        start = document.starts[number]
        wanted = span.shift(-start)
        for inlay in (*_of_moves(document, number, wanted), *_outcomes(document, number, wanted)):
            found.append(inlay._replace(offset=start + inlay.offset))
    return sorted(found, key=lambda inlay: inlay.offset)


def _of_moves(document: Document, number: int, wanted: Span) -> Iterator[Inlay]:
    """Yield hints for glyphs and unprinted numbers of a game, at block offsets in `wanted`."""
    block = document.blocks[number]
    tags = block.contents.reading.tags
    if not block.host.has_records or not tags:
        return
    start = block.text.find("]", max(tag.end for tag in tags.values())) + 1
    if not start or not start <= wanted.end:
        return
    # This is slow to import.
    from gbr_lsp.solutions.nags import SYMBOLS, glyphs_of, meaning
    from gbr_lsp.solutions.unprinted_numbers import unprinted_numbers

    for glyph in glyphs_of(block.text, start):
        words = meaning(glyph)
        if words and glyph.number in SYMBOLS and not glyph.is_sign and wanted.touches(glyph.span.end):
            yield Inlay(glyph.span.end, SYMBOLS[glyph.number], words, has_gap_before=True)
    board = next((board for board in block.contents.boards if board.kind is BoardKind.FEN), None)
    for missing in unprinted_numbers(block.text, start, black=board is not None and board.turn is BLACK):
        if wanted.touches(missing.offset):
            side = "Black" if missing.is_black else "White"
            yield Inlay(missing.offset, missing.text, f"{side} to move", has_gap_before=True, has_gap_after=True)


def _outcomes(document: Document, number: int, wanted: Span) -> Iterator[Inlay]:
    """Yield the tablebase mark after each move of a game, at block offsets in `wanted`."""
    block, tables = document.blocks[number], document.conventions.tables
    if tables is None or not block.host.has_records or not block.contents.reading.has_moves:
        return
    # This is slow to import.
    from gbr_lsp.ide.support.outcomes import outcome_mark
    from gbr_lsp.model.game_solutions import solution_of
    from gbr_lsp.solutions.line import nodes_of

    solution = solution_of(block, read_section([block], document.conventions).studies)
    for node in nodes_of(solution.line) if solution else ():
        mark = outcome_mark(tables, node.after) if wanted.touches(node.span.end) else None
        if mark:
            yield Inlay(node.span.end, mark.sign, mark.words, has_gap_before=True)


def _studies(document: Document, first: int, last: int) -> Iterator[tuple[int, Study]]:
    """Yield block number and `Study` of each sound code, with its boards."""
    known: dict[Place, Study] = {}
    looked: set[Block] = set()
    for number in range(first, last + 1):
        block = document.blocks[number]
        for occurrence in block.contents.codes:
            if not _is_sound(document, occurrence):
                continue
            if block not in looked:
                section = document.section_around(number)
                looked.update(section.blocks)
                known.update((study.code_place, study) for study in section.studies)
            study = Study(block, occurrence, (), document.conventions)
            yield number, known.get(study.code_place, study)


def _has_board(study: Study) -> bool:
    """Return True if the text has a board with the position of `study`, besides the code itself."""
    position = study.position
    boards = (owned.board for owned in study.boards if owned.board.kind is not BoardKind.CODE)
    return position is not None and any(board.placement == position for board in boards)


def _is_sound(document: Document, occurrence: Occurrence) -> bool:
    believed = document.conventions.is_believed(occurrence)
    return believed and not occurrence.problems and occurrence.code.force is not None


def _of_study(study: Study, *, letters: bool, dark: bool) -> Iterator[Inlay]:
    men = study.men
    if men is None or None in men:
        return
    if study.occurrence.form in (Form.CLASS, Form.PREFIXED):
        yield _material(study.occurrence, men, letters=letters, dark=dark)
        return
    before = None
    for part, slot in study.placed_parts:
        if part.kind in (Kind.PIECE, Kind.PAWN) and slot and slot != before:
            yield Inlay(
                part.span.start,
                _sign(*slot, letters=letters, dark=dark),
                man_name(*slot, count=men[SLOTS.index(slot)] or 1),
            )
        before = slot


def _material(occurrence: Occurrence, men: Men, *, letters: bool, dark: bool) -> Inlay:
    """Return the hint with the men of each side, the king first: `♔♖♗–♚♞♞`, `KRB–knn`."""
    sides = [
        _sign(KING, color, letters=letters, dark=dark)
        + "".join(
            _sign(*slot, letters=letters, dark=dark) * (count or 0)
            for slot, count in zip(SLOTS, men, strict=True)
            if slot[1] is color
        )
        for color in (WHITE, BLACK)
    ]
    words = "; ".join(f"{name}: {material_words(men, color)}" for name, color in (("White", WHITE), ("Black", BLACK)))
    return Inlay(occurrence.span.end, "–".join(sides), words, has_gap_before=True, has_gap_after=True)


def _sign(piece_type: int, color: bool, *, letters: bool, dark: bool) -> str:
    letter = LETTERS[piece_type, color]
    return letter if letters else figure(letter, is_dark=dark)
