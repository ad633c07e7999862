"""Proofs as JSON and back, to send them between processes."""

from array import array
from base64 import b64decode, b64encode
from typing import Any

from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.value import Proof, ProofBoard, ProofPage, TextLine


def to_json(proof: Proof) -> dict[str, Any]:
    """Return `proof` as a dictionary for JSON; arrays are base64 text."""
    return {
        **proof._asdict(),
        "lefts": b64encode(proof.lefts.tobytes()).decode("ascii"),
        "rights": b64encode(proof.rights.tobytes()).decode("ascii"),
    }


def from_json(data: dict[str, Any]) -> Proof:
    """Return the `Proof` encoded by `to_json`."""
    return Proof(
        data["unit"],
        data["text"],
        [TextLine(*line) for line in data["lines"]],
        array("h", b64decode(data["lefts"])),
        array("h", b64decode(data["rights"])),
        [_board(*board) for board in data["boards"]],
        [ProofPage(*page) for page in data["pages"]],
    )


def _board(anchor: int, page: int, box: list[float], *rest: Any) -> ProofBoard:
    """Return the `ProofBoard` of JSON values; lists become tuples."""
    fen, problem, caption, men_count = rest
    return ProofBoard(anchor, page, Box(*box), fen, problem, caption and tuple(caption), men_count and tuple(men_count))
