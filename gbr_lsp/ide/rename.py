"""Rename: another text for a code, at the cursor and where the same code is repeated."""

from collections.abc import Iterator
from typing import NamedTuple

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.edits.edit_check import Refusal, differing_contents, edit_document, is_read_alike, moved_offset
from gbr_lsp.ide.support.cursor import target_at
from gbr_lsp.model.document import Document
from gbr_lsp.notation.values import Occurrence


class RenamedCode(NamedTuple):
    """The code to rename: its span in the document, and its text."""

    span: Span
    text: str


def code_to_rename(document: Document, offset: int) -> RenamedCode | None:
    """Return the `RenamedCode` at `offset`, its end included, or None."""
    found = _code_at(document, offset)
    return found[0] if found else None


def rename(document: Document, offset: int, new_text: str) -> tuple[Edit, ...] | Refusal | None:
    """Return the edits that replace the code at `offset` by `new_text`, sorted; None without a code.

    A code with its kings is replaced at all places with exactly the same text. The new text is read
    again. The answer is a `Refusal` unless each place has one complete code and all else is read as before.
    """
    found = _code_at(document, offset)
    if found is None:
        return None
    (span, text), code = found
    spans = sorted({span, *(_spans_of(document, text) if code.code.kings else ())})
    edits = tuple(Edit(one, new_text) for one in spans)
    if new_text == text:
        return ()
    return edits if _is_exact(document, edits) else Refusal("The new text would not be read as one complete code here")


def _code_at(document: Document, offset: int) -> tuple[RenamedCode, Occurrence] | None:
    target = target_at(document, offset)
    if target is None or target.study is None or not document.conventions.is_believed(target.study.occurrence):
        return None
    code = target.study.occurrence
    span = code.span.shift(document.starts[target.number])
    return RenamedCode(span, document.blocks[target.number].text[slice(*code.span)]), code


def _spans_of(document: Document, text: str) -> Iterator[Span]:
    """Yield the spans of all codes with exactly the text `text`."""
    for block, start in zip(document.blocks, document.starts, strict=True):
        if text in block.text:
            spans = (code.span for code in block.contents.codes)
            yield from (span.shift(start) for span in spans if block.text[slice(*span)] == text)


def _is_exact(document: Document, edits: tuple[Edit, ...]) -> bool:
    """Return True if `edits` write one complete code at each place, and change nothing else."""
    after = edit_document(document, edits)
    contents_before, contents_after = differing_contents(document, after)
    starts = [moved_offset(edit.span.end, edits) - len(edit.text) for edit in edits]
    written = [Span(start, start + len(edit.text)) for start, edit in zip(starts, edits, strict=True)]
    codes = [one for one in contents_after.codes if after.conventions.is_believed(one.code)]
    complete = {one.span for one in codes if _is_complete(one.code)}
    old = {edit.span for edit in edits}
    unchanged = contents_before._replace(
        codes=[one for one in contents_before.codes if one.span not in old],
        boards=[one for one in contents_before.boards if not any(span.covers(one.span) for span in old)],
    )
    return complete.issuperset(written) and is_read_alike(unchanged, contents_after, written)


def _is_complete(occurrence: Occurrence) -> bool:
    """Return True if the class and every square can be read."""
    code = occurrence.code
    squares = (*(code.kings or ()), *(code.pieces or ()), *(code.pawns or ()))
    return code.force is not None and not occurrence.problems and None not in squares
