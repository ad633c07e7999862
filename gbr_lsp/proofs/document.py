"""A proof as a document: pages are blocks, boards are placed in the text."""

from bisect import bisect_right
from itertools import accumulate

from gbr_lsp.base.text import Span
from gbr_lsp.boards.value import Board, BoardKind, Count, PlacedBoard
from gbr_lsp.hosts.proof import HOST
from gbr_lsp.model.block import Block, cut
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS, Conventions
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Control
from gbr_lsp.proofs.value import Proof, ProofBoard


def document_of(proof: Proof, conventions: Conventions = DEFAULT_CONVENTIONS) -> Document:
    """Return a `Document` with the text and boards of `proof`."""
    blocks, _ = cut(HOST, proof.text, HOST.start)
    *starts, _ = accumulate((len(block.text) for block in blocks), initial=0)
    boards_by_block: dict[int, list[PlacedBoard]] = {}
    for board in proof.boards:
        number = bisect_right(starts, board.anchor) - 1
        boards_by_block.setdefault(number, []).append(_placed_board(board, starts[number]))
    blocks = [
        Block(block.host, block.text, block.state, tuple(boards_by_block[number]))
        if number in boards_by_block
        else block
        for number, block in enumerate(blocks)
    ]
    return Document.of_blocks(blocks, HOST, conventions)


def _placed_board(board: ProofBoard, start: int) -> PlacedBoard:
    """Return `board` as a `PlacedBoard` of the block at `start`; its offsets count from there."""
    at = board.anchor - start
    placement = Placement(board.fen) if board.fen else None
    diagram = Board(BoardKind.DIAGRAM, Span(at, at), placement, None, board.problem)
    caption = Span(board.caption[0] - start, board.caption[1] - start) if board.caption else None
    count = None
    if board.men_count:
        white, black, first, last = board.men_count
        count = Count(Control(white, black), Span(first - start, last - start))
    return PlacedBoard(diagram, caption, count)
