"""Hover over a code, its parts, a board, a move, a glyph or a tag."""

import re
from typing import NamedTuple

from gbr_lsp.base.text import Span, capitalized
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.ide.support.cursor import owners_of, target_at
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_at
from gbr_lsp.ide.support.study_boards import boards_of
from gbr_lsp.ide.support.tags import TAGS, tag_at
from gbr_lsp.lint.explain_witnesses import LintFacts
from gbr_lsp.model import description
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.digits import nine_meaning
from gbr_lsp.notation.men import force_of, man_name
from gbr_lsp.notation.placement import MAN_OF_LETTER, Placement
from gbr_lsp.notation.values import (
    BISHOP,
    BLACK,
    PAWN,
    PIECE_NAMES,
    SIDE_NAMES,
    SLOTS,
    SQUARE_NAMES,
    SQUARES,
    WHITE,
    Form,
    Kind,
    Part,
    Stipulation,
)
from gbr_lsp.solutions.made_moves import placement_at
from gbr_lsp.solutions.nags import DIAGRAM, meaning

_PLACES = {BoardKind.FEN: re.compile(r"\\?/|[1-8pnbrqkPNBRQK]"), BoardKind.PIECES: re.compile("[a-h][1-8]")}
"""The pattern of a square in boards that are written in one line, or of the end of a rank."""

_MAX_OWNERS = 3


class Hover(NamedTuple):
    """A hover over a span: a heading, lines of words, and a board or None."""

    span: Span
    head: str
    lines: tuple[str, ...]
    board: Placement | None
    marked: frozenset[int] = frozenset()
    """The squares, 0 to 63, where the board and the code differ."""


def hover(document: Document, offset: int) -> Hover | None:
    """Return the `Hover` at `offset`, the end of a code included, or None."""
    pointed = target_at(document, offset)
    if pointed is None:
        return _of_movetext(document, offset)
    found = None
    if pointed.study:
        found = _of_code(document, pointed.study, pointed.offset)
    elif pointed.board:
        owners = owners_of(document, pointed.number, pointed.board)
        text = document.blocks[pointed.number].text
        found = _of_board(text, pointed.board, owners, pointed.offset, document.conventions)
        if words := _twin_words(document, pointed.number, pointed.board):
            found = found._replace(lines=(words, *found.lines))
    return found._replace(span=found.span.shift(document.starts[pointed.number])) if found else None


def _of_movetext(document: Document, offset: int) -> Hover | None:
    """Return the `Hover` of the glyph, move or tag at `offset`, or None."""
    if not document.blocks or not 0 <= offset <= document.length:
        return None
    moves = moves_at(document, offset)
    if moves:
        found = _of_glyph(moves) or _of_move(moves)
        return found and found._replace(span=found.span.shift(moves.shift))
    number = document.block_number(offset)
    block, start = document.blocks[number], document.starts[number]
    span = tag_at(block.text, offset - start) if block.host.has_records else None
    name = block.text[span.start : span.end] if span else ""
    return Hover(span.shift(start), name, (TAGS[name],), None) if span and name in TAGS else None


def _of_glyph(moves: MovesAt) -> Hover | None:
    glyph = next((one for one in moves.tree.glyphs if one.span.start <= moves.at < one.span.end), None)
    words = glyph and meaning(glyph)
    if glyph and words:
        return Hover(glyph.span, moves.text[slice(*glyph.span)], (words,), None)
    signs = DIAGRAM.finditer(moves.text, max(0, moves.at - 2), moves.at + 3)
    spans = [Span(*sign.span()) for sign in signs if sign.start() <= moves.at < sign.end()]
    return (
        Hover(spans[0], moves.text[slice(*spans[0])], ("diagram",), None)
        if spans and not moves.tree.is_in_prose
        else None
    )


def _of_move(moves: MovesAt) -> Hover | None:
    step, position, tree = moves.step_at_caret, moves.position, moves.tree
    if step is None or position is None:
        return None
    made, board = tree.made(step), placement_at(position)
    if made is None:
        lost = moves.cursor.lost_reason or "the move cannot be followed"
        return Hover(step.span, tree.numbered(step), (lost,), board)
    glyphs = [(moves.text[slice(*glyph.span)], meaning(glyph)) for glyph in tree.glyphs_after(step)]
    lines = [f"{glyph}: {words}" for glyph, words in glyphs if words]
    return Hover(step.span, f"{step.short_number}{made.san}", (made.words, *lines), board)


def _of_code(document: Document, study: Study, offset: int) -> Hover:
    part = next((part for part in study.occurrence.parts if part.span.start <= offset < part.span.end), None)
    head = study.text(study.occurrence.span)
    lines = description.of_study(study)
    span, (boards, number) = study.occurrence.span, boards_of(study)
    board = None if number is None else boards[number]
    lines += board.lines if board else ()
    part_hover = _part(study, part, offset) if part else None
    if part_hover:
        span, line = part_hover
        # The line of a sign replaces the first line, which it repeats.
        lines[: line.endswith(f": {lines[0]}")] = [line]
    linted = LintFacts(document)
    against = linted.witnesses_in_words(study, inner=False)
    lines += [f"Checked against {against}"] if against else []
    unread = linted.unread_in_words(study)
    lines += [capitalized(unread)] if unread else []
    position, marked = (board.position, board.squares) if board else (study.position, frozenset[int]())
    return Hover(span, " ".join(head.split()), tuple(lines), position, marked)


def _part(study: Study, part: Part, offset: int) -> tuple[Span, str] | None:
    """Return span and words of `part`, or None if they add nothing."""
    text = " ".join(study.text(part.span).split())
    if part.kind is Kind.CLASS:
        return _digit(study, part.span, offset)
    if part.kind is Kind.CONTROL and study.code.control:
        white, black = study.code.control
        return part.span, f"{text}: White has {_men(white)}, Black {_men(black)}"
    if part.kind in (Kind.SIGN, Kind.TURN, Kind.RESULT):
        words = description.stipulation(study)
        return (part.span, f"{text}: {words}") if words else None
    square = _square(study, part.span)
    return (part.span, square) if square else None


def _men(count: int) -> str:
    return f"{count} {'man' if count == 1 else 'men'}"


def _digit(study: Study, token: Span, offset: int) -> tuple[Span, str] | None:
    """Return span and words of the digit at `offset`, or None if it is damaged."""
    text = study.text(token)
    place = len([char for char in text[: offset - token.start] if char.isdigit()])
    if study.code.force is None or study.occurrence.problems or not text[offset - token.start].isdigit():
        return None
    span = Span(offset, offset + 1)
    digit = study.code.force[place]
    if 3 < place:
        color = WHITE if place == 4 else BLACK
        if digit == 9:
            return span, "9: more pawns than a side has"
        return span, f"{SIDE_NAMES[color]}: {_count(digit, PAWN)}"
    white, black = (study.men or (None,) * len(SLOTS))[2 * place : 2 * place + 2]
    piece_type = SLOTS[2 * place][0]
    if digit == 0:
        return span, f"No {PIECE_NAMES[piece_type]}s"
    if white is None or black is None:
        return span, f"9: {nine_meaning(piece_type, study.conventions.nine)}"
    sides = [
        f"{SIDE_NAMES[color]}: {_count(count, piece_type)}"
        for color, count in ((WHITE, white), (BLACK, black))
        if count
    ]
    return span, ", ".join(sides)


def _count(count: int, piece_type: int) -> str:
    """Return the number of pieces in words: `2 bishops`, `no pawns`."""
    return f"{count or 'no'} {PIECE_NAMES[piece_type]}{'' if count == 1 else 's'}"


def _square(study: Study, span: Span) -> str | None:
    """Return the man at `span` in words (`a1: white rook 2 of 3`), or None."""
    standing = study.placed_parts
    for number, (part, slot) in enumerate(standing):
        if part.span == span:
            square = study.text(span)
            if part.square is None:
                return f"{square}: not a square of the board"
            if slot is None:
                return f"{square}: a man"
            alike = [other for other, (_, kind) in enumerate(standing) if kind == slot]
            which = f"{alike.index(number) + 1} of {len(alike)}" if 1 < len(alike) else ""
            return f"{square}: {_on(slot, part.square, which)}"
    return None


def _on(slot: tuple[int, bool], square: int, which: str = "") -> str:
    """Return the man of `slot` in words: `white bishop, on a dark square`. `which` is `2 of 3` or empty."""
    name = f"{man_name(*slot)} {which}".rstrip()
    if slot[0] != BISHOP:
        return name
    return f"{name}, on a {'light' if (square + square // 8) % 2 else 'dark'} square"


def _of_board(text: str, board: Board, owners: list[Study], offset: int, conventions: Conventions) -> Hover:
    placement = board.placement
    if placement is None:
        return Hover(board.span, board.name, (f"The {board.name} {board.problem}",), None)
    code = code_of(placement, Stipulation(None, board.turn), conventions.nine)
    spelled = spell(code, Form.PREFIXED) if code else None
    lines, marked = description.of_board(placement, board.turn), frozenset[int]()
    for study in owners[:_MAX_OWNERS]:
        its = next(one for one in boards_of(study)[0] if one.position == placement)
        owner = " ".join(study.text(study.occurrence.span).split())
        lines += [f"Belongs to {owner}{', but differs from it' if its.lines else ''}", *its.lines]
        marked |= its.squares
    span = board.span
    place = _place(text, board, offset)
    if place:
        span, line = place
        lines.insert(0, line)
    return Hover(span, spelled or str(force_of(placement.men)), tuple(lines), placement, marked)


def _twin_words(document: Document, number: int, board: Board) -> str:
    """Return the twin with `board` in block `number` and its study in words, or an empty text."""
    block = document.blocks[number]
    for study in document.section_around(number).studies:
        for twin in study.twins:
            if twin.board and twin.board.block is block and twin.board.board.span == board.span:
                return f"{capitalized(twin.name)} of {' '.join(study.text(study.occurrence.span).split())}"
    return ""


def _place(text: str, board: Board, offset: int) -> tuple[Span, str] | None:
    """Return span and words of the square of `board` written at `offset`, or None."""
    pattern, placement = _PLACES.get(board.kind), board.placement
    if pattern is None or placement is None:
        return None
    if board.kind is BoardKind.FEN:
        return _in_fen(text, board, offset, pattern)
    for found in pattern.finditer(text, *board.span):
        if found.start() <= offset < found.end():
            square = SQUARES[found[0]]
            slot = MAN_OF_LETTER.get(placement.squares[square])
            return (Span(*found.span()), f"{found[0]}: {_on(slot, square)}") if slot else None
    return None


def _in_fen(text: str, board: Board, offset: int, pattern: re.Pattern[str]) -> tuple[Span, str] | None:
    """Return span and words of a FEN letter or digit (`a8–c8: empty`), or None."""
    rank, file = 7, 0
    at = board.span.start + len(text[slice(*board.span)]) - len(text[slice(*board.span)].lstrip())
    while 0 <= rank and (found := pattern.match(text, at, board.span.end)):
        at = found.end()
        if found[0].endswith("/"):
            rank, file = rank - 1, 0
            continue
        wide = int(found[0]) if found[0].isdigit() else 1
        if found.start() <= offset < found.end():
            square = 8 * rank + file
            slot = MAN_OF_LETTER.get(found[0])
            if slot:
                return Span(*found.span()), f"{SQUARE_NAMES[square]}: {_on(slot, square)}"
            last = f"–{SQUARE_NAMES[square + wide - 1]}" if 1 < wide else ""
            return Span(*found.span()), f"{SQUARE_NAMES[square]}{last}: empty"
        file += wide
    return None
