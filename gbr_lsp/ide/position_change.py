"""A new position for the study that the board shows at an offset."""

from gbr_lsp.edits.edit_check import BoardWriting, Refusal
from gbr_lsp.edits.position_change import ChangedBoard, change_position
from gbr_lsp.ide.support.cursor import owners_of, study_near, target_at
from gbr_lsp.model.document import Document
from gbr_lsp.model.study import Study
from gbr_lsp.notation.placement import Placement


def change_position_at(document: Document, offset: int, placement: Placement) -> BoardWriting | Refusal:
    """Return the `BoardWriting` that replaces the position at `offset` by `placement`, or a `Refusal`."""
    start = _subject(document, offset)
    if start is None:
        return Refusal("There is no study with a known position near the cursor")
    return change_position(document, offset, start, placement)


def _subject(document: Document, offset: int) -> Study | ChangedBoard | None:
    """Return the study or `ChangedBoard` at `offset`, or else the nearest, or None."""
    pointed = target_at(document, offset)
    if pointed and pointed.study:
        return pointed.study if pointed.study.position or pointed.study.boards else None
    if pointed and pointed.board:
        owners = owners_of(document, pointed.number, pointed.board)
        return owners[0] if owners else ChangedBoard(document.blocks[pointed.number], pointed.board)
    if not document.blocks:
        return None
    near = study_near(document, offset)
    return near[0] if near else _of_game(document, offset)


def _of_game(document: Document, offset: int) -> ChangedBoard | None:
    """Return the `ChangedBoard` of the FEN tag of the game at `offset`, or None."""
    block = document.blocks[document.block_number(offset)]
    tag = block.contents.reading.tags.get("FEN")
    board = next((board for board in block.contents.boards if tag and tag.covers(board.span)), None)
    return ChangedBoard(block, board) if board else None
