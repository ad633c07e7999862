"""The kinds of proofs: by the end of the name, which library reads it and how."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple

from gbr_lsp.base.installation import missing_reader_hint
from gbr_lsp.proofs.value import Proof


class ProofKind(NamedTuple):
    """A kind of proof: the module that reads it, and the extra of this package that brings it."""

    library: str
    extra: str


KINDS = {"pdf": ProofKind("playa", "pdf"), "docx": ProofKind("docx", "docx")}
_REFUSALS = {
    "doc": "is in the format of Word 97; save it as .docx or print it to a PDF",
    "docm": "has macros; save it as .docx",
}


def ending_of(name: str) -> str:
    """How a name ends, in lower case without the point."""
    return name.rpartition(".")[2].lower() if "." in name else ""


def is_proof(name: str) -> bool:
    """Whether a file is read by this package, or refused by it, by its name."""
    return ending_of(name) in KINDS or ending_of(name) in _REFUSALS


def refusal_of(name: str) -> str | None:
    """Why a proof cannot be read whatever stands in it; None where it may be."""
    ending = ending_of(name)
    if ending in _REFUSALS:
        return _REFUSALS[ending]
    kind = KINDS[ending]
    if find_spec(kind.library) is None:
        return missing_reader_hint(kind.extra)
    return None


def read(path: str, announce: Callable[[int], None]) -> Proof:
    """Reads a proof in this process; of a PDF, `announce` is called with the number of pages before they are read.

    Raises UnreadableProof, and any other exception that a library raises on hostile bytes.
    """
    if ending_of(path) == "docx":
        from gbr_lsp.proofs.read_docx import read_docx

        return read_docx(path)
    from gbr_lsp.proofs.read_pdf import read_pdf

    return read_pdf(path, announce)
