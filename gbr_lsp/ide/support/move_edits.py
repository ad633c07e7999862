"""What can be rewritten among the moves of a game: a glyph as its sign and back, a check sign, a variation less."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts.protocol import FILLER
from gbr_lsp.ide.support.branches import Rewritten, branchings
from gbr_lsp.ide.support.followed import MovesAt, moves_at
from gbr_lsp.ide.support.letters import in_other_letters
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.legal import check_sign
from gbr_lsp.solutions.nags import SIGNS, MoveGlyph

_CHECKS = "+#†‡"
_COUNTED = regex(r"\s++|[0-9]++[.…]++")
_LINE_COMMENT = regex(r"\{[^}]*+\}?|(?P<line>;[^\r\n]*+)")


class MoveEdit(NamedTuple):
    """Something to be done: what it is called, and the edits in the offsets of the document, in order."""

    title: str
    edits: tuple[Edit, ...]


def move_edits(document: Document, offset: int, *, asked: bool = True) -> list[MoveEdit]:
    """What can be rewritten at a caret; nothing outside of moves. Other letters are for those who ask."""
    moves = moves_at(document, offset)
    if moves is None:
        return []
    at = offset - moves.shift
    found = [*_check(moves, at)]
    if not moves.in_prose:
        found += [*_glyph(moves, at), *_variation(moves)]
        found += [one for one in branchings(moves.lines, moves.cursor.line, at) if _says_the_same(document, moves, one)]
    lettered = in_other_letters(moves, at) if asked else iter(())
    every = [*((title, (edit,)) for title, edit in found), *lettered]
    return [
        MoveEdit(title, tuple(Edit(span.shift(moves.shift), text) for span, text in edits)) for title, edits in every
    ]


def _says_the_same(document: Document, moves: MovesAt, edit: Rewritten) -> bool:
    """Whether the game still has the same moves in the same positions, and all other words."""
    placed = Edit(edit.edit.span.shift(moves.shift), edit.edit.text)
    after = moves_at(document.edit(placed), placed.span.start)
    if after is None:
        return False
    return _content(moves) == _content(after)


def _content(moves: MovesAt) -> object:
    """The moves of all lines with their positions, and all characters but blanks and numbers, in any order."""
    steps = Counter(repr((step.before, step.san, step.after)) for line in moves.lines.lines for step in line.steps)
    return steps, Counter(_COUNTED.sub("", moves.text))


def _check(moves: MovesAt, at: int) -> Iterator[Rewritten]:
    """The check sign that is missing behind the move at a caret."""
    step = moves.step
    if step is None or step.after is None or not step.span.touches(at):
        return
    printed = moves.text[slice(*step.span)].rstrip(f"!? {FILLER}")
    end = step.span.start + len(printed)
    sign = check_sign(step.after)
    if sign and printed[-1] not in _CHECKS and moves.text[end : end + 1] not in tuple(_CHECKS):
        yield Rewritten(f"Write {printed}{sign}", Edit(Span(end, end), sign))


def _glyph(moves: MovesAt, at: int) -> Iterator[Rewritten]:
    """A glyph as its sign, directly behind its move, or a sign as its glyph."""
    glyph = next((one for one in moves.glyphs if one.span.touches(at)), None)
    if glyph is None:
        return
    written = moves.text[slice(*glyph.span)]
    if glyph.is_sign:
        behind = moves.text[glyph.span.end : glyph.span.end + 1]
        gap = "" if not behind or behind.isspace() or behind == ")" else " "
        yield Rewritten(f"Change {written} to ${glyph.number}", Edit(glyph.span, f" ${glyph.number}{gap}"))
    elif glyph.number in SIGNS and (end := _end_of_move(moves, glyph)) is not None:
        sign = SIGNS[glyph.number]
        yield Rewritten(f"Change {written} to {sign}", Edit(Span(end, glyph.span.end), sign))


def _end_of_move(moves: MovesAt, glyph: MoveGlyph) -> int | None:
    """The end of the move that a glyph follows with nothing but blanks between."""
    step = moves.step
    if step is None or step.span.end > glyph.span.start:
        return None
    return None if moves.text[step.span.end : glyph.span.start].strip() else step.span.end


def _variation(moves: MovesAt) -> Iterator[Rewritten]:
    """The variation that a caret stands in, deleted with the blanks before it."""
    line = moves.lines.lines[moves.cursor.line]
    if line.parent is None or line.closing is None:
        return
    start = line.opening.start - 1
    before, behind = len(moves.text[:start].rstrip()), line.closing
    first = f" {line.steps[0].number}{moves.text[slice(*line.steps[0].span)]}" if line.steps else ""
    gap = "" if moves.text[behind : behind + 1].isspace() or not moves.text[behind:] else " "
    comments = _LINE_COMMENT.finditer(moves.text, moves.lines.span.start, start)
    if any(found["line"] and found.end() == before for found in comments):
        # The line of the comment ends where it did.
        before, gap = start, ""
        behind += len(moves.text[behind:]) - len(moves.text[behind:].lstrip(" \t"))
    yield Rewritten(f"Delete the variation{first}", Edit(Span(before, behind), gap))
