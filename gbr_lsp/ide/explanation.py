"""The reasons for the reading of the code or board at the cursor."""

from gbr_lsp.base.text import LineIndex, Span
from gbr_lsp.lint.explain import explain
from gbr_lsp.model.document import Document


def explanation(document: Document, offset: int) -> str:
    """Return the explanation at `offset`, or else of its line, as text. Lines count from 1."""
    lines = LineIndex(document.text)
    line = lines.line_span(lines.line_at(offset))
    found = explain(document, Span(offset, offset))
    if not any(one.is_read for one in found):
        found = explain(document, line)
    written: list[str] = []
    for one in found:
        written += ["", one.head] if written else [one.head]
        for heading, text in one.sections:
            written += ["", f"{heading}:"]
            for sentence in text:
                at = f" (line {lines.line_at(sentence.span.start) + 1})" if sentence.span else ""
                written.append(f"  {sentence.text}{at}")
    return "\n".join(written)
