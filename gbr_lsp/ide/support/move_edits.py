"""Edits at a move: glyph to sign and back, a check sign, variations, other letters."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts.protocol import FILLER
from gbr_lsp.ide.support.branches import BranchEdit, branch_edits
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_at
from gbr_lsp.ide.support.letters import letter_edits
from gbr_lsp.ide.support.lines import start_of_line
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.legal_moves import check_sign
from gbr_lsp.solutions.nags import SIGNS, MoveGlyph

_CHECKS = "+#†‡"
_COUNTED = regex(r"\s++|[0-9]++[.…]++")
_LINE_COMMENT = regex(r"\{[^}]*+\}?|(?P<line>;[^\r\n]*+)")


class MoveEdit(NamedTuple):
    """A title, and edits in offsets of the document, in order."""

    title: str
    edits: tuple[Edit, ...]


def move_edits(document: Document, offset: int, *, is_requested: bool = True) -> list[MoveEdit]:
    """Return the `MoveEdit`s at a caret; empty outside of moves. Other letters only if `is_requested`."""
    moves = moves_at(document, offset)
    if moves is None:
        return []
    at = offset - moves.shift
    found = [*_check(moves, at)]
    if not moves.is_in_prose:
        found += [*_glyph(moves, at), *_variation(moves)]
        branches = branch_edits(moves.lines, start_of_line(moves.cursor.node), at)
        found += [one for one in branches if _has_same_moves(document, moves, one)]
    lettered = letter_edits(moves, at) if is_requested else iter(())
    every = [*((title, (edit,)) for title, edit in found), *lettered]
    return [
        MoveEdit(title, tuple(Edit(span.shift(moves.shift), text) for span, text in edits)) for title, edits in every
    ]


def _has_same_moves(document: Document, moves: MovesAt, edit: BranchEdit) -> bool:
    """Return True if `edit` keeps all moves with their positions, and all other words."""
    placed = Edit(edit.edit.span.shift(moves.shift), edit.edit.text)
    after = moves_at(document.edit(placed), placed.span.start)
    if after is None:
        return False
    return _content(moves) == _content(after)


def _content(moves: MovesAt) -> object:
    """Return counters of the moves with positions, and of all characters but blanks and numbers."""
    steps = Counter(repr((step.before, step.san, step.after)) for step in moves.lines.moves)
    return steps, Counter(_COUNTED.sub("", moves.text))


def _check(moves: MovesAt, at: int) -> Iterator[BranchEdit]:
    """Yield the `BranchEdit` that adds the missing check sign to the move at `at`."""
    step = moves.step
    if step is None or step.after is None or not step.span.touches(at):
        return
    move_text = moves.text[slice(*step.span)].rstrip(f"!? {FILLER}")
    end = step.span.start + len(move_text)
    sign = check_sign(step.after)
    if sign and move_text[-1] not in _CHECKS and moves.text[end : end + 1] not in tuple(_CHECKS):
        yield BranchEdit(f"Write {move_text}{sign}", Edit(Span(end, end), sign))


def _glyph(moves: MovesAt, at: int) -> Iterator[BranchEdit]:
    """Yield the `BranchEdit` of the glyph at `at` to a sign, or the reverse."""
    glyph = next((one for one in moves.glyphs if one.span.touches(at)), None)
    if glyph is None:
        return
    written = moves.text[slice(*glyph.span)]
    if glyph.is_sign:
        next_char = moves.text[glyph.span.end : glyph.span.end + 1]
        gap = "" if not next_char or next_char.isspace() or next_char == ")" else " "
        yield BranchEdit(f"Change {written} to ${glyph.number}", Edit(glyph.span, f" ${glyph.number}{gap}"))
    elif glyph.number in SIGNS and (end := _end_of_move(moves, glyph)) is not None:
        sign = SIGNS[glyph.number]
        yield BranchEdit(f"Change {written} to {sign}", Edit(Span(end, glyph.span.end), sign))


def _end_of_move(moves: MovesAt, glyph: MoveGlyph) -> int | None:
    """Return the end of the move that `glyph` follows with only blanks between, or None."""
    step = moves.step
    if step is None or step.span.end > glyph.span.start:
        return None
    return None if moves.text[step.span.end : glyph.span.start].strip() else step.span.end


def _variation(moves: MovesAt) -> Iterator[BranchEdit]:
    """Yield the `BranchEdit` that deletes the variation of the caret and the blanks before it."""
    line = start_of_line(moves.cursor.node)
    if line.parent is None or line.problem:
        return
    start = line.span.start - 1
    before, end = len(moves.text[:start].rstrip()), line.span.end + 1
    step = moves.lines.next(line)
    first = f" {step.short_number}{moves.text[slice(*step.span)]}" if step else ""
    gap = "" if moves.text[end : end + 1].isspace() or not moves.text[end:] else " "
    comments = _LINE_COMMENT.finditer(moves.text, moves.lines.span.start, start)
    if any(found["line"] and found.end() == before for found in comments):
        # The line break that ends the comment stays.
        before, gap = start, ""
        end += len(moves.text[end:]) - len(moves.text[end:].lstrip(" \t"))
    yield BranchEdit(f"Delete the variation{first}", Edit(Span(before, end), gap))
