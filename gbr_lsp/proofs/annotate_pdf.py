"""Highlights with notes on findings in a copy of a PDF; the only user of pypdf.

The copy is an incremental update: it begins with all bytes of the original, so that signatures and
structure remain valid.
"""

import logging
import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any, NamedTuple

from gbr_lsp.proofs.errors import UnreadableProof, message_of
from gbr_lsp.proofs.page import Box
from gbr_lsp.proofs.update_pdf import update_of

_COLOR = "ffd54f"
_AUTHOR = "gbr-lsp"
_PDFA_PART = re.compile(rb"pdfaid:part(?:>|=[\"'])\s*(\d)")
"""The part of PDF/A that a file claims in its metadata."""


class _Paint(NamedTuple):
    """The kinds of paint that a PDF permits for highlights."""

    may_have_color: bool
    may_be_transparent: bool


class Note(NamedTuple):
    """A note on a page; `boxes` are in points from the top left corner as displayed."""

    page: int
    boxes: Sequence[Box]
    text: str


def annotate(data: bytes, notes: Sequence[Note]) -> bytes:
    """Return the bytes of the PDF `data` and an update with `notes`. Raises UnreadableProof."""
    from pypdf import PdfWriter

    # Its warnings about damage that it repairs do not concern our users.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        writer = PdfWriter(BytesIO(data), incremental=True)
        if "/Encrypt" in writer._reader.trailer:  # type: ignore[union-attr]
            raise UnreadableProof("is encrypted and cannot be annotated")
        paint = _paint_for(writer)
        for note in notes:
            annotation = _highlight(writer.pages[note.page - 1], note)
            _add_appearance(writer, annotation, paint)
            writer.add_annotation(note.page - 1, annotation)
        return data + update_of(writer, data) if notes else data
    except (MemoryError, UnreadableProof):
        raise
    except Exception as error:
        raise UnreadableProof(f"cannot be annotated ({message_of(error)})") from None


def _paint_for(writer: Any) -> _Paint:
    """Return the `_Paint` that the claimed part of PDF/A allows; without a claim, all."""
    root = writer.root_object
    metadata = root.get("/Metadata")
    part = _PDFA_PART.search(metadata.get_object().get_data()) if metadata is not None else None
    if part is None:
        return _Paint(may_have_color=True, may_be_transparent=True)
    intents = [one.get_object() for one in root.get("/OutputIntents", [])]
    profiles = [one["/DestOutputProfile"].get_object() for one in intents if "/DestOutputProfile" in one]
    return _Paint(any(profile.get("/N") == 3 for profile in profiles), part[1] != b"1")


def _add_appearance(writer: Any, annotation: Any, paint: _Paint) -> None:
    """Add the appearance that PDF/A requires: filled boxes, or frames if they must be opaque."""
    from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, StreamObject

    quads = [float(value) for value in annotation["/QuadPoints"]]
    color = "1 0.835 0.31" if paint.may_have_color else "0.6"
    operator = ("rg", "RG") if paint.may_have_color else ("g", "G")
    painting = f"/Over gs {color} {operator[0]}" if paint.may_be_transparent else f"{color} {operator[1]} 1 w"
    boxes = [(*quads[at + 4 : at + 6], *quads[at + 2 : at + 4]) for at in range(0, len(quads), 8)]
    areas = [f"{x:.2f} {y:.2f} {right - x:.2f} {top - y:.2f} re" for x, y, right, top in boxes]
    form = StreamObject()
    form.set_data("\n".join([painting, *areas, "f" if paint.may_be_transparent else "S"]).encode("ascii"))
    over = DictionaryObject({NameObject("/Type"): NameObject("/ExtGState"), NameObject("/BM"): NameObject("/Multiply")})
    states = DictionaryObject({NameObject("/ExtGState"): DictionaryObject({NameObject("/Over"): over})})
    form.update(
        {
            NameObject("/Type"): NameObject("/XObject"),
            NameObject("/Subtype"): NameObject("/Form"),
            NameObject("/BBox"): ArrayObject(FloatObject(value) for value in annotation["/Rect"]),
            NameObject("/Resources"): states if paint.may_be_transparent else DictionaryObject(),
        }
    )
    annotation[NameObject("/AP")] = DictionaryObject({NameObject("/N"): writer._add_object(form)})
    if not paint.may_have_color:
        del annotation["/C"]


def _highlight(page: Any, note: Note) -> Any:
    """Return the pypdf annotation that highlights the boxes of `note` on `page`."""
    from pypdf.annotations import Highlight
    from pypdf.generic import ArrayObject, FloatObject, NameObject, NumberObject, TextStringObject

    corners = [_page_coordinates(page, box) for box in note.boxes]
    quads = [value for left, low, right, high in corners for value in (left, high, right, high, left, low, right, low)]
    lefts, lows, rights, highs = zip(*corners, strict=True)
    rect = min(lefts), min(lows), max(rights), max(highs)
    annotation = Highlight(
        rect=rect, quad_points=ArrayObject([FloatObject(round(value, 2)) for value in quads]), highlight_color=_COLOR
    )
    annotation[NameObject("/Contents")] = TextStringObject(note.text)
    annotation[NameObject("/T")] = TextStringObject(_AUTHOR)
    # visible and printed
    annotation[NameObject("/F")] = NumberObject(4)
    return annotation


def _page_coordinates(page: Any, box: Box) -> tuple[float, float, float, float]:
    """Return `box` as (left, low, right, high) in the coordinates of the unrotated `page`."""
    media = page.mediabox
    left, right = sorted((float(media.left), float(media.right)))
    low, high = sorted((float(media.bottom), float(media.top)))
    rotation = int(page.rotation or 0) % 360
    if rotation == 90:
        return left + box.top, low + box.left, left + box.bottom, low + box.right
    if rotation == 180:
        return right - box.right, low + box.top, right - box.left, low + box.bottom
    if rotation == 270:
        return right - box.bottom, high - box.right, right - box.top, high - box.left
    return left + box.left, high - box.bottom, left + box.right, high - box.top
