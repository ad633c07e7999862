"""A proof as JSON and back, for the way from one process to another."""

from array import array
from base64 import b64decode, b64encode
from typing import Any

from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.value import Proof, ProofBoard, ProofPage, TextLine


def encoded(proof: Proof) -> dict[str, Any]:
    """A proof as an object of JSON."""
    return {
        **proof._asdict(),
        "lefts": b64encode(proof.lefts.tobytes()).decode("ascii"),
        "rights": b64encode(proof.rights.tobytes()).decode("ascii"),
    }


def decoded(said: dict[str, Any]) -> Proof:
    """The proof that was encoded."""
    return Proof(
        said["unit"],
        said["text"],
        [TextLine(*line) for line in said["lines"]],
        _array(said["lefts"]),
        _array(said["rights"]),
        [_board(*board) for board in said["boards"]],
        [ProofPage(*page) for page in said["pages"]],
    )


def _board(anchor: int, page: int, box: list[float], *rest: Any) -> ProofBoard:
    fen, problem, caption, printed = rest
    return ProofBoard(anchor, page, Box(*box), fen, problem, caption and tuple(caption), printed and tuple(printed))


def _array(said: str) -> "array[int]":
    values = array("h")
    values.frombytes(b64decode(said))
    return values
