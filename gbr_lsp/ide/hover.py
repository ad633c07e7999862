"""Hover: what a code, one of its digits or squares, or a FEN says, and the board where it is known."""

from typing import NamedTuple

from gbr_lsp import words
from gbr_lsp.board import Board
from gbr_lsp.document import Document
from gbr_lsp.notation.men import control_of, force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.spell import code_of, spell
from gbr_lsp.notation.values import (
    BLACK,
    COLOR_NAMES,
    PIECE_NAMES,
    SLOTS,
    WHITE,
    Form,
    Kind,
    Occurrence,
    Stipulation,
)
from gbr_lsp.study import Study
from gbr_lsp.text import Span


class Hover(NamedTuple):
    """What is shown over a span of the document: a head, lines in words, and perhaps a board."""

    span: Span
    head: str
    lines: tuple[str, ...]
    board: Placement | None


def hover(document: Document, offset: int) -> Hover | None:
    """What stands at an offset, the end of a code included; None where there is no code and no FEN."""
    if not document.blocks:
        return None
    number = document.block_number(offset)
    start = document.starts[number]
    found = _in_block(document, number, offset - start)
    if found is None and offset == start and number:
        # The cursor behind the last character of the block before.
        number -= 1
        start = document.starts[number]
        found = _in_block(document, number, offset - start)
    return found._replace(span=found.span.shift(start)) if found else None


def _in_block(document: Document, number: int, offset: int) -> Hover | None:
    block = document.blocks[number]
    for occurrence in block.found.codes:
        if occurrence.span.start <= offset <= occurrence.span.end:
            return _of_code(_study(document, number, occurrence), offset)
    for board in block.found.boards:
        if board.span.start <= offset <= board.span.end:
            return _of_board(board)
    return None


def _study(document: Document, number: int, occurrence: Occurrence) -> Study:
    """The study of a code, with the boards of its section; a bare class is one by itself."""
    block = document.blocks[number]
    for study in document.studies_around(number):
        if study.block is block and study.occurrence is occurrence:
            return study
    return Study(block, occurrence, (), document.terms)


def _of_code(study: Study, offset: int) -> Hover:
    part = next((part for part in study.occurrence.parts if part.span.start <= offset < part.span.end), None)
    head = study.text(study.occurrence.span)
    material = words.material(study) or ["The digits cannot be read"]
    lines = [words.stipulation(study), *material, words.control(study), *words.tables(study)]
    span = study.occurrence.span
    if part and part.kind is Kind.CLASS and (told := _digit(study, part.span, offset)):
        span, line = told
        lines.insert(0, line)
    elif part and (said := _square(study, part.span)):
        span = part.span
        lines.insert(0, said)
    return Hover(span, " ".join(head.split()), tuple(filter(None, lines)), study.position)


def _digit(study: Study, token: Span, offset: int) -> tuple[Span, str] | None:
    """What the digit at an offset says; None for the point, and where the class is damaged."""
    text = study.text(token)
    place = len([char for char in text[: offset - token.start] if char.isdigit()])
    if study.code.force is None or study.occurrence.problems or not text[offset - token.start].isdigit():
        return None
    span = Span(offset, offset + 1)
    if 3 < place:
        color = place == 4
        name = f"{COLOR_NAMES[color]} pawn"
        count = study.code.force[place]
        if count == 9:
            return span, "9: more pawns than a side has"
        return span, f"{count}: {count or 'no'} {name}{'' if count == 1 else 's'}"
    digit = study.code.force[place]
    white, black = (study.men or (None,) * len(SLOTS))[2 * place : 2 * place + 2]
    name = PIECE_NAMES[SLOTS[2 * place][0]]
    if digit == 0:
        return span, f"0: no {name}s"
    if white is None or black is None:
        return (
            span,
            f"9: more than two {name}s of one color" if study.terms.nine.value == "modern" else f"9: promoted {name}s",
        )
    sides = [f"{count} {COLOR_NAMES[color]}" for color, count in ((WHITE, white), (BLACK, black)) if count]
    return span, f"{digit}: {' and '.join(sides)} {name}{'' if white + black == 1 else 's'}"


def _square(study: Study, span: Span) -> str | None:
    """Whose man stands on a square of the code."""
    for part, slot in study.standing:
        if part.span == span:
            square = study.text(span)
            if part.square is None:
                return f"{square}: no square of the board"
            return f"{square}: {COLOR_NAMES[slot[1]]} {PIECE_NAMES[slot[0]]}" if slot else f"{square}: a man"
    return None


def _of_board(board: Board) -> Hover:
    placement = board.placement
    if placement is None:
        return Hover(board.span, board.name, (f"The {board.name} {board.problem}",), None)
    code = code_of(placement, Stipulation(None, board.turn))
    spelled = spell(code, Form.PREFIXED) if code else None
    control = control_of(placement.men)
    side = f"{COLOR_NAMES[board.turn].capitalize()} to move" if board.turn is not None else ""
    lines = tuple(filter(None, (side, f"control {control}")))
    return Hover(board.span, spelled or str(force_of(placement.men)), lines, placement)
