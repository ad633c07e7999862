"""The boards of a study as witnesses."""

from collections.abc import Iterator

from gbr_lsp.boards.value import BoardKind
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import Study
from gbr_lsp.model.witnesses.claim import Claim, of_board
from gbr_lsp.model.witnesses.witness import Witness

_PROGRAM = "a program"
_ORIGINS = {BoardKind.FEN: _PROGRAM, BoardKind.GRID: _PROGRAM}
"""What a program prints is made of a FEN, so both have the same slips."""


def find(study: Study) -> Iterator[Witness]:
    """The boards that can be read, and the kings of a list of men that was not read whole."""
    for owned, placement in study.placements:
        board = owned.board
        origin = _ORIGINS.get(board.kind, board.kind.value)
        yield Witness(board.name, of_board(placement, board.turn), owned.place, owned.bond, origin, owned)
    if study.listed:
        board = study.listed.board
        yield Witness(
            board.name, Claim(kings=board.kings), study.listed.place, Bond.CLOSE, board.kind.value, study.listed
        )
