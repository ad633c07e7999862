"""A move played on the board, written as the next move or as a variation."""

from gbr_lsp.edits.edit_check import BoardWriting, Refusal
from gbr_lsp.edits.ignore_edits import end_of_header
from gbr_lsp.ide.support.cursor_moves import MovesAt, moves_around, moves_at
from gbr_lsp.ide.support.written_moves import CannotWrite, legal_move, write_moves
from gbr_lsp.model.document import Document


def write_played_move(
    document: Document, offset: int, origin: str, target: str, promotion: str = "Q"
) -> BoardWriting | Refusal:
    """Return the `BoardWriting` of a move, without edits if printed there already, or a `Refusal`.

    `origin` and `target` are squares, in castling the king's. `promotion` is an English letter.
    """
    moves = _moves(document, offset)
    if moves is None or moves.position is None or moves.fen is None:
        return Refusal("There is no line of moves at the cursor that can be followed")
    if moves.cursor.lost_reason:
        return Refusal(f"The position is not known here: {moves.cursor.lost_reason}")
    for uci in (f"{origin}{target}", f"{origin}{target}{promotion.lower()}"):
        if legal := legal_move(moves.position, uci):
            break
    else:
        return Refusal(f"{origin}–{target} is not a legal move here")
    for step in moves.tree.choices(moves.cursor.node):
        if step.after == legal.after:
            return BoardWriting((), step.span.start + moves.shift)
    here = moves.at if moves.step else moves.tree.first.start
    try:
        return write_moves(document, here + moves.shift, moves.fen, [uci])
    except CannotWrite as why:
        return Refusal(str(why))


def _moves(document: Document, offset: int) -> MovesAt | None:
    """Return the `MovesAt` of `offset`; in tags that of the game's start, or None."""
    moves = moves_around(document, offset)
    if moves or not document.blocks or not document.host.has_records:
        return moves
    number = document.block_number(offset)
    return moves_at(document, document.starts[number] + end_of_header(document.blocks[number].text))
