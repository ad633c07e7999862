"""Edits at a move: glyph to sign and back, a check sign, variations, other letters."""

from collections import Counter
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts.protocol import FILLER
from gbr_lsp.ide.support.branches import MoveEdit, branch_edits
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_at
from gbr_lsp.ide.support.lines import bracket_of, start_of_line
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.languages import ENGLISH, LANGUAGES, Language
from gbr_lsp.solutions.legal_moves import check_sign
from gbr_lsp.solutions.nags import SIGNS
from gbr_lsp.solutions.prose_items import items_of
from gbr_lsp.solutions.spelling import english_san

_CHECKS = "+#†‡"
_COUNTED = regex(r"\s++|[0-9]++[.…]++")
_LINE_COMMENT = regex(r"\{[^}]*+\}?|(?P<line>;[^\r\n]*+)")


_OFFERED = ("English", "German", "Dutch", "French", "Italian", "Russian", "figurine")
"""The languages in whose letters prose is offered."""


def move_edits(document: Document, offset: int, *, is_requested: bool = True) -> list[MoveEdit]:
    """Return the `MoveEdit`s at a caret; empty outside of moves. Other letters only if `is_requested`."""
    moves = moves_at(document, offset)
    if moves is None:
        return []
    found = [*_check(moves)]
    if not moves.tree.is_in_prose:
        branches = branch_edits(moves.tree, start_of_line(moves.cursor.node), moves.at)
        kept = (one for one in branches if _has_same_moves(document, moves, one.edits[0]))
        found += [*_glyph(moves), *_variation(moves), *kept]
    if is_requested and moves.step_at_caret:
        found += _letters(moves)
    return [
        MoveEdit(title, tuple(Edit(span.shift(moves.shift), text) for span, text in edits)) for title, edits in found
    ]


def _has_same_moves(document: Document, moves: MovesAt, edit: Edit) -> bool:
    """Return True if `edit` keeps all moves with their positions, and all other words."""
    placed = Edit(edit.span.shift(moves.shift), edit.text)
    after = moves_at(document.edit(placed), placed.span.start)
    return after is not None and _content(moves) == _content(after)


def _content(moves: MovesAt) -> object:
    """Return counters of the moves with positions, and of all characters but blanks and numbers."""
    steps = Counter(repr((step.before, step.san, step.after)) for step in moves.tree.moves)
    return steps, Counter(_COUNTED.sub("", moves.text))


def _check(moves: MovesAt) -> Iterator[MoveEdit]:
    """Yield the `MoveEdit` that adds the missing check sign to the move at the caret."""
    step = moves.step_at_caret
    if step is None or step.after is None:
        return
    move_text = moves.tree.text_of(step).rstrip(f"!? {FILLER}")
    end = step.span.start + len(move_text)
    sign = check_sign(step.after)
    if sign and move_text[-1] not in _CHECKS and moves.text[end : end + 1] not in tuple(_CHECKS):
        yield MoveEdit(f"Write {move_text}{sign}", (Edit(Span(end, end), sign),))


def _glyph(moves: MovesAt) -> Iterator[MoveEdit]:
    """Yield the `MoveEdit` of the glyph at the caret to a sign, or the reverse."""
    glyph = next((one for one in moves.tree.glyphs if one.span.touches(moves.at)), None)
    if glyph is None:
        return
    written = moves.text[slice(*glyph.span)]
    if glyph.is_sign:
        next_char = moves.text[glyph.span.end : glyph.span.end + 1]
        gap = "" if not next_char or next_char.isspace() or next_char == ")" else " "
        yield MoveEdit(f"Change {written} to ${glyph.number}", (Edit(glyph.span, f" ${glyph.number}{gap}"),))
    elif glyph.number in SIGNS and moves.step and moves.tree.glyphs_after(moves.step)[:1] == [glyph]:
        sign = SIGNS[glyph.number]
        yield MoveEdit(f"Change {written} to {sign}", (Edit(Span(moves.step.span.end, glyph.span.end), sign),))


def _variation(moves: MovesAt) -> Iterator[MoveEdit]:
    """Yield the `MoveEdit` that deletes the variation of the caret and the blanks before it."""
    line = start_of_line(moves.cursor.node)
    bracket = bracket_of(line)
    if bracket is None:
        return
    start, end = bracket
    before = len(moves.text[:start].rstrip())
    step = moves.tree.next(line)
    first = f" {moves.tree.numbered(step)}" if step else ""
    gap = "" if moves.text[end : end + 1].isspace() or not moves.text[end:] else " "
    comments = _LINE_COMMENT.finditer(moves.text, moves.tree.span.start, start)
    if any(found["line"] and found.end() == before for found in comments):
        # The line break that ends the comment stays.
        before, gap = start, ""
        end += len(moves.text[end:]) - len(moves.text[end:].lstrip(" \t"))
    yield MoveEdit(f"Delete the variation{first}", (Edit(Span(before, end), gap),))


def _letters(moves: MovesAt) -> Iterator[MoveEdit]:
    """Yield the `MoveEdit`s to write the solution in each language's letters.

    A game is offered in English letters only, for other programs. In
    prose, moves that are not played are rewritten too. A language is left out if a move would be
    read differently.
    """
    for name in _OFFERED if moves.tree.is_in_prose else ("English",):
        edits = _edits(moves, LANGUAGES[name])
        if edits:
            called = "figurines" if name == "figurine" else f"{name} letters"
            yield MoveEdit(f"Write the solution in {called}", edits)


def _edits(moves: MovesAt, other: Language) -> tuple[Edit, ...] | None:
    """Return the edits from the letters of the text to `other`, or None if impossible."""
    found: list[Edit] = []
    for span in _moves_in(moves):
        move_text = moves.text[slice(*span)]
        english = moves.tree.language.to_english(move_text)
        if english is None or FILLER in move_text:
            # A man that is a macro, an entity or an element cannot be rewritten.
            return None
        written = other.from_english(english)
        if other.to_english(written) != english:
            return None
        if written != move_text:
            found.append(Edit(span, written))
    return tuple(found)


def _moves_in(moves: MovesAt) -> list[Span]:
    """Return the spans of the moves of the solution, sorted."""
    if not moves.tree.is_in_prose:
        return sorted(step.span for step in moves.tree.moves)
    region, own = moves.tree.span, moves.tree.language
    items = (item for item in items_of(moves.text) if region.start <= item.span.start < region.end)
    return [item.span for item in items if item.kind == "move" and (own is ENGLISH or english_san(item.text, own))]
