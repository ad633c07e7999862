"""The letters of a solution written in those of another language."""

from collections.abc import Iterator

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.hosts.protocol import FILLER
from gbr_lsp.ide.support.followed import MovesAt
from gbr_lsp.solutions.languages import ENGLISH, LANGUAGES, Language
from gbr_lsp.solutions.prose import items_of
from gbr_lsp.solutions.spelling import spelled

_OFFERED = ("English", "German", "Dutch", "French", "Italian", "Russian", "figurine")


def in_other_letters(moves: MovesAt, at: int) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """The edits that write the solution of a caret that touches a move in other letters, each with what it is called.

    A game is only offered in English letters, as other programs read it. Of prose, moves that are named and not played
    are written so too; none is offered where a move would be read otherwise then.
    """
    step = moves.step
    if step is None or not step.span.touches(at):
        return
    own = moves.lines.language
    for name in _OFFERED if moves.in_prose else ("English",):
        other = LANGUAGES[name]
        edits = _edits(moves, own, other)
        if edits:
            called = "figurines" if name == "figurine" else f"{name} letters"
            yield f"Write the solution in {called}", edits


def _edits(moves: MovesAt, own: Language, other: Language) -> tuple[Edit, ...] | None:
    """What changes; None where a move cannot be written so."""
    found: list[Edit] = []
    for span in _moves_in(moves):
        printed = moves.text[slice(*span)]
        english = own.english(printed)
        if english is None or FILLER in printed:
            # A man that is a macro, an entity or an element of its own is not written anew.
            return None
        written = other.foreign(english)
        if other.english(written) != english:
            return None
        if written != printed:
            found.append(Edit(span, written))
    return tuple(found)


def _moves_in(moves: MovesAt) -> list[Span]:
    """Where the moves of the solution stand, in order."""
    if not moves.in_prose:
        return sorted(step.span for line in moves.lines.lines for step in line.steps)
    region, own = moves.lines.span, moves.lines.language
    items = (item for item in items_of(moves.text) if region.start <= item.span.start < region.end)
    return [item.span for item in items if item.kind == "move" and (own is ENGLISH or spelled(item.text, own))]
