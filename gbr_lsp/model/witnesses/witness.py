"""A witness: something beside a code that says again what the code says."""

from typing import NamedTuple

from gbr_lsp.model.block import Place
from gbr_lsp.model.pairing import Bond
from gbr_lsp.model.study import OwnedBoard
from gbr_lsp.model.witnesses.claim import Claim


class Witness(NamedTuple):
    """What it is called in messages, what it claims, where it stands, and how it belongs to its code.

    Witnesses of one `origin` are made of each other by a person or a program: they slip together. One without an
    origin stands for itself.
    """

    noun: str
    claim: Claim
    place: Place
    bond: Bond
    origin: str = ""
    owned: OwnedBoard | None = None
    """The board, of one that is a board."""

    @property
    def name(self) -> str:
        """What it is called among the related places of a finding: `the FEN`."""
        return f"the {self.noun}"
