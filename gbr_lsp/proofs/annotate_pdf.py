"""The one place that knows pypdf: a copy of a PDF in which findings are highlighted, each with a note.

The copy is written incrementally: it begins with all the bytes of the original, so that signatures and structure stand.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, NamedTuple

from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.pdf import Unreadable

_COLOR = "ffd54f"
_AUTHOR = "gbr-lsp"


class Note(NamedTuple):
    """A note on a page: its boxes in points from the top left corner as the page is seen, and its text."""

    page: int
    boxes: Sequence[Box]
    text: str


def annotated(data: bytes, notes: Sequence[Note]) -> bytes:
    """The bytes of a PDF with notes. Raises Unreadable where the library cannot write into it."""
    from pypdf import PdfWriter

    try:
        writer = PdfWriter(BytesIO(data), incremental=True)
        for note in notes:
            writer.add_annotation(note.page - 1, _highlight(writer.pages[note.page - 1], note))
        stream = BytesIO()
        writer.write(stream)
    except MemoryError:
        raise
    except Exception as error:
        said = " ".join(str(error).split())[:120] or type(error).__name__
        raise Unreadable(f"cannot be annotated ({said})") from None
    return stream.getvalue()


def _highlight(page: Any, note: Note) -> Any:
    from pypdf.annotations import Highlight
    from pypdf.generic import ArrayObject, FloatObject, NameObject, TextStringObject

    corners = [_on_page(page, box) for box in note.boxes]
    quads = [value for left, low, right, high in corners for value in (left, high, right, high, left, low, right, low)]
    rect = (
        min(left for left, _, _, _ in corners),
        min(low for _, low, _, _ in corners),
        max(right for _, _, right, _ in corners),
        max(high for _, _, _, high in corners),
    )
    annotation = Highlight(
        rect=rect, quad_points=ArrayObject([FloatObject(round(value, 2)) for value in quads]), highlight_color=_COLOR
    )
    annotation[NameObject("/Contents")] = TextStringObject(note.text)
    annotation[NameObject("/T")] = TextStringObject(_AUTHOR)
    # Shown and printed.
    annotation[NameObject("/F")] = FloatObject(4)
    return annotation


def _on_page(page: Any, box: Box) -> tuple[float, float, float, float]:
    """A box as the page's own coordinates have it: left, low, right, high."""
    media = page.mediabox
    left, low, right, high = (float(value) for value in (media.left, media.bottom, media.right, media.top))
    turned = int(page.rotation or 0) % 360
    if turned == 90:
        return left + box.top, low + box.left, left + box.bottom, low + box.right
    if turned == 180:
        return right - box.right, low + box.top, right - box.left, low + box.bottom
    if turned == 270:
        return right - box.bottom, high - box.right, right - box.top, high - box.left
    return left + box.left, high - box.bottom, left + box.right, high - box.top
