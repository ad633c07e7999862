"""What the program finds in a document of the layouts."""

from collections.abc import Iterator

from gbr_lsp.base.text import Edit, apply_edits
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import PlacedFinding, lint
from gbr_lsp.model.document import Document as Model
from tests.layouts.documents import Document


def blamed(document: Document) -> list[str]:
    """Return the messages of the findings."""
    return [f"{finding.rule}: {finding.message}" for _, finding in lint(_model(document))]


def judged(document: Document) -> tuple[bool, bool]:
    """Return whether anything is found, and whether a fix gives the text without the slip."""
    model = _model(document)
    found = lint(model)
    return bool(found), any(text == document.right for text in _fixed(model, document.text, found))


def _model(document: Document) -> Model:
    return Model.of(document.text, host_for(document.name))


def _fixed(model: Model, text: str, found: list[PlacedFinding]) -> Iterator[str]:
    starts = model.offsets()
    for _, finding in found:
        for fix in finding.fixes:
            edits = [Edit(one.place.span.shift(starts[one.place.block]), one.text) for one in fix.edits]
            yield apply_edits(text, edits)
