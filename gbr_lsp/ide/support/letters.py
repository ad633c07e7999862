"""The moves of a solution in the letters of another language."""

from collections.abc import Iterator

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts.protocol import FILLER
from gbr_lsp.ide.support.cursor_moves import MovesAt
from gbr_lsp.solutions.languages import ENGLISH, LANGUAGES, Language
from gbr_lsp.solutions.prose_items import items_of
from gbr_lsp.solutions.spelling import english_san

_OFFERED = ("English", "German", "Dutch", "French", "Italian", "Russian", "figurine")


def letter_edits(moves: MovesAt, at: int) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """Yield a title and the edits to write the solution in each language's letters.

    The caret must touch a move. A game is offered in English letters only, for other programs. In
    prose, moves that are not played are rewritten too. A language is left out if a move would be
    read differently.
    """
    step = moves.step
    if step is None or not step.span.touches(at):
        return
    own = moves.lines.language
    for name in _OFFERED if moves.is_in_prose else ("English",):
        other = LANGUAGES[name]
        edits = _edits(moves, own, other)
        if edits:
            called = "figurines" if name == "figurine" else f"{name} letters"
            yield f"Write the solution in {called}", edits


def _edits(moves: MovesAt, own: Language, other: Language) -> tuple[Edit, ...] | None:
    """Return the edits from the letters of `own` to `other`, or None if impossible."""
    found: list[Edit] = []
    for span in _moves_in(moves):
        move_text = moves.text[slice(*span)]
        english = own.to_english(move_text)
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
    if not moves.is_in_prose:
        return sorted(step.span for step in moves.lines.moves)
    region, own = moves.lines.span, moves.lines.language
    items = (item for item in items_of(moves.text) if region.start <= item.span.start < region.end)
    return [item.span for item in items if item.kind == "move" and (own is ENGLISH or english_san(item.text, own))]
