"""PDF and Word files that the page shows with their findings, and the copies that it saves."""

import hashlib
from functools import lru_cache
from typing import Any

from gbr_lsp.cli.checking.editor_view import view_and_reports
from gbr_lsp.cli.report.file_report import Report
from gbr_lsp.proofs.errors import UnreadableProof


def file_view(path: str) -> dict[str, Any]:
    """Return the object of `editor_view` for the file at `path`, of any kind."""
    view, _ = _checked(path, _digest(path))
    return view


def mark_copy(path: str) -> dict[str, str]:
    """Write a copy of the PDF or Word file at `path` with its findings, as `check --annotate` does.

    Return a dict of `path`, that of the copy: `book.pdf` → `book-marked.pdf`; or of `trouble`. The file
    is not checked again if it was the last one in `file_view`, with the same content.
    """
    from gbr_lsp.cli.checking.annotation import annotate, can_annotate

    view, reports = _checked(path, _digest(path))
    if "trouble" in view or not can_annotate(path):
        return {"trouble": view.get("trouble", "cannot be annotated here")}
    try:
        data = annotate(path, reports)
    except UnreadableProof as error:
        return {"trouble": str(error)}
    target = "-marked.".join(path.rsplit(".", 1))
    with open(target, "wb") as file:
        file.write(data)
    return {"path": target}


@lru_cache(maxsize=1)
def _checked(path: str, _digest: bytes) -> tuple[dict[str, Any], list[Report]]:
    return view_and_reports(path)


def _digest(path: str) -> bytes:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
