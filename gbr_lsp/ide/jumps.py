"""Jumps between a mark and its note, and from `see move 5` to that move."""

from itertools import chain

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_at
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.prose_items import items_of

_SEE = regex(
    r"(?i)\b(?:see|cf\.|zie|siehe|vgl\.|s\.|voir|vedi|ver|véase|см\.)[ ]"
    r"(?:(?:move|moves|zet|zug|coup|le coup|mossa|la jugada|jugada|ход)[ ])?(?P<half>[1-9][0-9]{0,2})"
    r"(?P<dots>\.{3}|…|\.(?!\.))?(?P<more>[KQRBNSDTLPFC♔-♞]?[a-h]?[1-8]?x?[a-h][1-8])?"
)
_WORDS = regex(r"(?i)\b(?:move|moves|zet|zug|coup|mossa|jugada|ход)[ ]")


def jump_at(document: Document, offset: int) -> Span | None:
    """Return the span of the mark, note or move meant at `offset`, or None."""
    moves = moves_at(document, offset)
    if moves is None:
        return None
    found = (_note(moves) if moves.tree.is_in_prose else None) or _see(moves)
    return found.shift(moves.shift) if found else None


def _note(moves: MovesAt) -> Span | None:
    """Return the span of the note `i)` for the mark `/i` at the caret, or the reverse."""
    region = moves.tree.span
    items = [item for item in items_of(moves.text) if region.start <= item.span.start < region.end]
    noted = (item for item in items if item.kind == "mark" or item.kind == "label")
    here = next((item for item in noted if item.span.touches(moves.at)), None)
    if here is None:
        return None
    is_mark = here.kind == "mark"
    name = here.text[1:] if is_mark else here.text[:-1]
    wanted = ("label", f"{name})") if is_mark else ("mark", f"/{name}")
    return next((item.span for item in items if (item.kind, item.text) == wanted), None)


def _see(moves: MovesAt) -> Span | None:
    """Return the span of the move that `see move 5` at the caret means, or None.

    A number alone means White's move, or Black's if White has no move with it in these lines.
    """
    line = max(moves.text.rfind("\n", 0, max(0, moves.at - 40)), 0)
    for found in _SEE.finditer(moves.text, line, moves.at + 60):
        is_of_move = _WORDS.search(found[0]) or found["dots"] or found["more"]
        if is_of_move and Span(*found.span()).touches(moves.at):
            number, black = int(found["half"]), (found["dots"] or "") in ("...", "…")
            step = _numbered(moves, 2 * number + black) or (None if black else _numbered(moves, 2 * number + 1))
            return step.span if step else None
    return None


def _numbered(moves: MovesAt, half: int) -> Node | None:
    """Return the move of half-move `half` in the lines to the cursor, innermost first. None if missing."""
    tree = moves.tree
    before = list(moves.cursor.node.path_back())
    left = [one.parent for one in before if one.parent and tree.next(one.parent) is not one]
    after = (node for here in (moves.cursor.node, *left) for node in tree.rest(here))
    return next((node for node in chain(before, after) if node.half == half and node.san is not None), None)
