"""The kinds of proofs, by file name ending, and their readers."""

from collections.abc import Callable
from importlib.util import find_spec

from gbr_lsp.base.installation import missing_reader_hint
from gbr_lsp.proofs.value import Proof

KINDS = ("pdf", "docx")
_REFUSALS = {
    "doc": "is in the format of Word 97; save it as .docx or print it to a PDF",
    "docm": "has macros; save it as .docx",
}


def ending_of(name: str) -> str:
    """Return the ending of `name` in lower case without the point; `"A.PDF"` → `"pdf"`."""
    return name.rpartition(".")[2].lower() if "." in name else ""


def is_proof(name: str) -> bool:
    """Return True if `name` is that of a proof, even of a kind that is refused."""
    return ending_of(name) in KINDS or ending_of(name) in _REFUSALS


def refusal_of(name: str) -> str | None:
    """Return why the proof `name` cannot be read, as text, or None if it may be.

    The contents of the file are not examined.
    """
    if ending_of(name) == "pdf" and find_spec("playa") is None:
        return missing_reader_hint()
    return _REFUSALS.get(ending_of(name))


def read(path: str, announce: Callable[[int], None]) -> Proof:
    """Return the `Proof` at `path`, read in this process.

    For a PDF, `announce` is called with the number of pages before they are read. Raises
    UnreadableProof, and anything that a library raises on hostile bytes.
    """
    if ending_of(path) == "docx":
        from gbr_lsp.proofs.read_docx import read_docx

        return read_docx(path)
    from gbr_lsp.proofs.read_pdf import read_pdf

    return read_pdf(path, announce)
