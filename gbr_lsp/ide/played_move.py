"""A move played on the board, written as the next move or as a variation."""

from typing import NamedTuple

from gbr_lsp.base.text import Edit
from gbr_lsp.edits.edit_check import BoardWriting, Refusal
from gbr_lsp.edits.ignore_edits import end_of_header
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_at
from gbr_lsp.ide.support.written_moves import CannotWrite, moves_edit
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.legal_moves import LegalMove, legal_moves
from gbr_lsp.solutions.made_moves import made_move
from gbr_lsp.solutions.position import Position


class PlayedMove(NamedTuple):
    """A move by its squares, in castling the king's. `promotion` is an English letter."""

    origin: str
    target: str
    promotion: str = "Q"


def write_played_move(document: Document, offset: int, move: PlayedMove) -> BoardWriting | Refusal:
    """Return the `BoardWriting` of `move`, without edits if printed there already, or a `Refusal`."""
    moves = _moves(document, offset)
    fen = moves.fen if moves else None
    if moves is None or fen is None:
        return Refusal("There is no line of moves at the cursor that can be followed")
    if moves.cursor.lost_reason:
        return Refusal(f"The position is not known here: {moves.cursor.lost_reason}")
    found = _legal(moves.position, move)
    if found is None:
        return Refusal(f"{move.origin}–{move.target} is not a legal move here")
    legal, uci = found
    existing_step = next((step for step in moves.lines.choices(moves.cursor.node) if step.after == legal.after), None)
    if existing_step:
        return BoardWriting((), existing_step.span.start + moves.shift)
    here = moves.lines.first.start if moves.is_at_start else offset - moves.shift
    try:
        edit = moves_edit(document, here + moves.shift, fen, [uci])
    except CannotWrite as why:
        return Refusal(str(why))
    return BoardWriting((edit,), _place(document.edit(edit), edit, legal.after))


def _moves(document: Document, offset: int) -> MovesAt | None:
    """Return the `MovesAt` of `offset`; in tags that of the game's start, or None."""
    moves = moves_at(document, offset)
    if moves or not document.blocks or not document.host.has_records:
        return moves
    number = document.block_number(offset)
    return moves_at(document, document.starts[number] + end_of_header(document.blocks[number].text))


def _legal(position: Position | None, move: PlayedMove) -> tuple[LegalMove, str] | None:
    """Return the legal move for `move` and its UCI spelling (`e7e8q`), or None."""
    for legal in legal_moves(position) if position else ():
        made = made_move(position, legal.after) if position else None
        becomes = legal.san.partition("=")[2]
        if made and (made.origin, made.to) == (move.origin, move.target) and becomes in ("", move.promotion.upper()):
            return legal, f"{move.origin}{move.target}{becomes.lower()}"
    return None


def _place(after: Document, edit: Edit, position: Position) -> int:
    """Return the offset in `after` of the move to `position` that `edit` wrote."""
    for offset in range(edit.span.start, edit.span.start + len(edit.text) + 1):
        moves = moves_at(after, offset)
        if (
            moves
            and moves.step
            and moves.step.after == position
            and edit.span.start <= moves.step.span.start + moves.shift
        ):
            return moves.step.span.start + moves.shift
    return edit.span.start + len(edit.text)
