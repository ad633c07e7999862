"""Code lenses over studies, with commands that the editor carries out."""

from collections.abc import Callable
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.edits.rewritings import fen, turn_of
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role, roles
from gbr_lsp.model.study import Study

SHOW_BOARD = "gbr.showBoard"
COPY_FEN = "gbr.copyFen"
SHOW_CLASS = "gbr.showClass"


class Lens(NamedTuple):
    """A lens over a code. The arguments are its offset and the FEN, for `gbr.showClass` the class."""

    span: Span
    title: str
    command: str
    arguments: tuple[int | str, ...]


def lenses(document: Document, count_similar: Callable[[Study], int] | None = None) -> list[Lens]:
    """Return the `Lens`es of a document, in order. `count_similar` counts other known studies of the class."""
    studies = list(document.studies())
    offsets = document.offsets() if studies else {}
    found: list[Lens] = []
    for study, role in zip(studies, roles(document, studies), strict=True):
        if role is Role.STUDY:
            span = study.occurrence.span.shift(offsets[study.block])
            found += _of_study(study, span, count_similar(study) if count_similar else 0)
    return found


def _of_study(study: Study, span: Span, others: int) -> list[Lens]:
    found = []
    position = study.position
    if position is not None:
        written = fen(position, turn_of(study))
        found.append(Lens(span, "show board", SHOW_BOARD, (span.start, written)))
        found.append(Lens(span, "copy FEN", COPY_FEN, (span.start, written)))
    if others and study.code.force is not None:
        found.append(Lens(span, f"{others} more of this class", SHOW_CLASS, (span.start, str(study.code.force))))
    return found
