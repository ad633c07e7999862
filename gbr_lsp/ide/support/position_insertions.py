"""The position at a caret among moves, inserted as a FEN, code or board."""

from collections.abc import Iterator

from gbr_lsp.base.text import Edit, Span, apply_edits
from gbr_lsp.edits.edit_check import BoardWriting
from gbr_lsp.edits.new_position import NewPosition, PositionText, write_position
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_at
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from gbr_lsp.notation.code_forms import code_of, spell
from gbr_lsp.notation.values import BLACK, Form, Stipulation
from gbr_lsp.solutions.line import Node
from gbr_lsp.solutions.made_moves import placement_at
from gbr_lsp.solutions.position import white_to_move

_MAX_LINTED_LENGTH = 40_000
"""Code points; a text up to this length is checked as a whole with the new board."""
_WRITTEN = {
    PositionText.FENCE: "the board",
    PositionText.CHESSBOARD: "the board",
    PositionText.DIAGRAM: "the diagram",
    PositionText.FEN: "the FEN",
    PositionText.CODE: "the code",
}


def position_insertions(document: Document, offset: int, form: Form | None) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """Yield the name and the edits of each insertion of the position at `offset` without new findings.

    In a game it becomes a comment; in prose a board gets its own lines after that of the caret.
    """
    moves = moves_at(document, offset)
    step = moves.step_at_caret if moves else None
    placement = placement_at(step.after) if step and step.after else None
    if moves is None or step is None or step.after is None or placement is None:
        return
    position = NewPosition(placement, white_to_move(step.after), form=form or Form.PREFIXED)
    if document.host.has_records:
        yield from _in_comment(document, moves, step, position)
    elif document.length <= _MAX_LINTED_LENGTH:
        findings = len(lint(document))
        for text, name in _WRITTEN.items():
            found = write_position(document, moves.shift + step.span.end, position, text)
            if isinstance(found, BoardWriting):
                after = Document.of(apply_edits(document.text, found.edits), document.host, document.conventions)
                if len(lint(after)) <= findings:
                    yield name, found.edits


def _in_comment(
    document: Document, moves: MovesAt, step: Node, position: NewPosition
) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """Yield a FEN and a code in braces, after the move `step` and its glyphs."""
    at = max([step.span.end, *(glyph.span.end for glyph in moves.tree.glyphs_after(step))])
    number = document.block_number(moves.shift)
    game = Document.of_blocks([document.blocks[number]], document.host, document.conventions)
    findings = len(lint(game))
    code = code_of(position.placement, Stipulation(None, BLACK if position.turn is BLACK else None))
    for name, written in (("the FEN", moves.fen), ("the code", spell(code, position.form) if code else None)):
        if written is None:
            continue
        gap = "" if moves.text[at : at + 1].isspace() or moves.text[at : at + 1] in ("", ")") else " "
        edit = Edit(Span(at, at), f" {{{written}}}{gap}")
        text = apply_edits(moves.text, [edit])
        new = Document.of(text, document.host, document.conventions)
        if len(new.blocks) == 1 and len(lint(new)) <= findings:
            yield name, (Edit(edit.span.shift(moves.shift), edit.text),)
