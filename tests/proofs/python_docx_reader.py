"""The paragraphs of a Word file by python-docx: the reader of the package before it had its own.

It has neither limits nor the numbers of lists. One thing is changed: notes have the styles of the body.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

import docx
from docx.opc.part import XmlPart
from docx.oxml import parse_xml

from gbr_lsp.proofs.docx import DocxPart, Paragraph

_MAX_PICTURE_BYTES = 5_000_000
_MAX_TABLE_SIZE = 10
"""Maximum number of rows and columns of a table that may be a diagram, coordinates included."""
_MIN_PICTURE_WIDTH, _MAX_EXTENT, _MAX_SKEW = 50 * 12_700, 27_273_042_316_900, 0.2
"""Minimum width of a picture of a diagram and maximum of the format in EMU, 12,700 a point; maximum skew as a share."""
_MAX_BEFORE_EXTENT = 8
"""Maximum number of elements before the size of a drawing."""
_MAX_BASES = 30
"""Maximum number of styles that a style is based on, one on the other."""

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_V = "{urn:schemas-microsoft-com:vml}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_SKIPPED_TAGS = {f"{_W}del", f"{_W}moveFrom", f"{_MC}Fallback", f"{_W}instrText", f"{_W}delText"}
_FONT_ATTRIBUTES = ("ascii", "hAnsi", "cs")
_CHARS_OF_TAGS = {f"{_W}tab": "\t", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-", f"{_W}softHyphen": ""}


def paragraphs_of(path: str) -> Iterator[Paragraph]:
    """Yield a `Paragraph` for each at `path`, in tables and text boxes too."""
    tables: dict[Any, tuple[int, list[Any]]] = {}
    cells: dict[Any, tuple[int, int, int] | None] = {}
    for number, element, part in numbered_paragraphs(docx.Document(path)):
        parent = element.getparent()
        if parent not in cells:
            cells[parent] = _place_of(parent, tables)
        parts = [docx_part for docx_part, _ in docx_parts_of(element, part)]
        yield Paragraph(number, parts, cells[parent], _has_cell_after(element))


def _place_of(cell: Any, tables: dict[Any, tuple[int, list[Any]]]) -> tuple[int, int, int] | None:
    """Return (table, row, cell) of the element `cell`, or None if it is not a cell of a small table.

    `tables` is a cache: the number and the rows of each table element.
    """
    row = cell.getparent() if cell.tag == f"{_W}tc" else None
    if row is None or row.tag != f"{_W}tr" or row.getparent().tag != f"{_W}tbl":
        return None
    table = row.getparent()
    if table not in tables:
        rows = list(islice(table.iterchildren(f"{_W}tr"), _MAX_TABLE_SIZE + 1))
        tables[table] = len(tables), rows if len(rows) <= _MAX_TABLE_SIZE else []
    number, rows = tables[table]
    if row not in rows or _MAX_TABLE_SIZE < sum(1 for _ in islice(row.iterchildren(f"{_W}tc"), _MAX_TABLE_SIZE + 1)):
        return None
    return number, rows.index(row), row.index(cell)


def _has_cell_after(paragraph: Any) -> bool:
    """Return True if `paragraph` ends a cell of a table and another cell of the row follows."""
    cell = paragraph.getparent()
    return cell.tag == f"{_W}tc" and paragraph.getnext() is None and cell.getnext() is not None


def numbered_paragraphs(document: Any) -> Iterator[tuple[int, Any, Any]]:
    """Yield `(number, element, part)` for each paragraph of a python-docx `document`, from 1."""
    number = 0
    for part in _parts(document):
        for element in part.element.iter(f"{_W}p"):
            if not _is_skipped(element):
                number += 1
                yield number, element, part


def _parts(document: Any) -> Iterator[Any]:
    """Yield the parts of a python-docx `document`: the body, then the footnotes and endnotes."""
    yield document.part
    for relation in document.part.rels.values():
        if not relation.is_external and relation.reltype.rpartition("/")[2] in ("footnotes", "endnotes"):
            part = relation.target_part
            element = part.element if isinstance(part, XmlPart) else parse_xml(part.blob)
            yield XmlPart(part.partname, part.content_type, element, part.package)


def _is_skipped(element: Any) -> bool:
    return any(ancestor.tag in _SKIPPED_TAGS for ancestor in element.iterancestors())


def docx_parts_of(paragraph: Any, part: Any) -> Iterator[tuple[DocxPart, Any]]:
    """Yield `(DocxPart, element)` for each part of the element `paragraph`, without nested ones.

    `part` is the python-docx part that contains it.
    """
    last_char = ""
    paragraph_style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    properties: dict[Any, tuple[Any, str]] = {}
    """The vertical alignment and the font of each run."""
    stack = [iter(paragraph)]
    while stack:
        element = next(stack[-1], None)
        if element is None:
            stack.pop()
            continue
        tag = element.tag
        if tag in _SKIPPED_TAGS or tag == f"{_W}p":
            continue
        if tag == f"{_W}r" and _is_hidden(element):
            continue
        if tag == f"{_W}t":
            run = element.getparent()
            if run not in properties:
                properties[run] = _vertical_align(run), _font_of(run, paragraph_style, part)
            text, (vertical_align, font) = element.text or "", properties[run]
            if vertical_align is not None and last_char.isdigit() and text[:1].isdigit():
                yield DocxPart(" "), vertical_align
            last_char = text[-1:] if vertical_align is None else ""
            yield DocxPart(text, font=font), element
        elif tag == f"{_W}sym":
            yield DocxPart(_symbol(element), font=element.get(f"{_W}font") or ""), element
        elif tag in _CHARS_OF_TAGS:
            last_char = ""
            yield DocxPart(_CHARS_OF_TAGS[tag]), element
        elif tag == f"{_W}br":
            is_page_end = element.get(f"{_W}type") == "page"
            yield DocxPart("" if is_page_end else "\n", None, is_page_end), element
        elif tag in (f"{_A}blip", f"{_V}imagedata"):
            picture = _picture(part, element)
            if picture is not None:
                yield DocxPart("", picture), element
        else:
            stack.append(iter(element))


def _vertical_align(run: Any) -> Any:
    """Return the property element that raises or lowers the text of `run`, or None."""
    element = run.find(f"{_W}rPr/{_W}vertAlign")
    return element if element is not None and element.get(f"{_W}val") in ("superscript", "subscript") else None


def _is_hidden(run: Any) -> bool:
    """Return True if `run` is neither displayed nor printed, like the entries of an index."""
    element = run.find(f"{_W}rPr/{_W}vanish")
    return element is not None and element.get(f"{_W}val", "true") not in ("0", "false", "off")


def _symbol(element: Any) -> str:
    """Return the character of a `w:sym` element; its meaning depends on the font."""
    try:
        return chr(int(element.get(f"{_W}char") or "", 16)).encode().decode()
    except (ValueError, OverflowError):
        return "\N{REPLACEMENT CHARACTER}"


def _font_of(run: Any, paragraph_style: Any, part: Any) -> str:
    """Return the font name of the text of `run` by itself or a style, or `""`."""
    styles = (run.find(f"{_W}rPr/{_W}rStyle"), paragraph_style)
    fonts = (_font_of_style(style.get(f"{_W}val"), part) for style in styles if style is not None)
    return _own_font(run) or next((font for font in fonts if font), "")


def _own_font(element: Any) -> str:
    """Return the font name that a run or style `element` itself has, or `""`."""
    fonts = element.find(f"{_W}rPr/{_W}rFonts")
    names = [fonts.get(f"{_W}{kind}") for kind in _FONT_ATTRIBUTES] if fonts is not None else []
    return next((name for name in names if name), "")


@lru_cache(maxsize=1_000)
def _font_of_style(name: str, part: Any) -> str:
    """Return the font name of the style `name` or of its nearest base, or `""`."""
    styles = _styles_of(part)
    for _ in range(_MAX_BASES):
        style = styles.get(name)
        font = _own_font(style) if style is not None else ""
        base = style.find(f"{_W}basedOn") if style is not None else None
        if font or base is None:
            return font
        name = base.get(f"{_W}val")
    return ""


@lru_cache(maxsize=4)
def _styles_of(part: Any) -> dict[str, Any]:
    """Return the style elements of `part` by their names."""
    main = part.package.main_document_part
    return {style.get(f"{_W}styleId"): style for style in main.styles.element.iter(f"{_W}style")}


def _picture(part: Any, element: Any) -> bytes | None:
    """Return the bytes of a packed metafile, `b""` for another square picture, else None."""
    relation = element.get(f"{_R}embed") or element.get(f"{_R}id")
    found = part.rels.get(relation) if relation else None
    if found is None or found.is_external:
        return None
    target = found.target_part
    if str(target.partname).lower().endswith(".emf"):
        data: bytes = target.blob
        return data if len(data) <= _MAX_PICTURE_BYTES else None
    return b"" if _is_square(element) else None


def _is_square(picture: Any) -> bool:
    """Return True if `picture` is large enough for a diagram and about as wide as high, or of unknown size."""
    for drawing in picture.iterancestors(f"{_WP}inline", f"{_WP}anchor"):
        for extent in (child for child in islice(drawing, _MAX_BEFORE_EXTENT) if child.tag == f"{_WP}extent"):
            try:
                width, height = (int(extent.get(name) or "") for name in ("cx", "cy"))
            except ValueError:
                return True
            is_known = 0 <= min(width, height) and max(width, height) <= _MAX_EXTENT
            return not is_known or (_MIN_PICTURE_WIDTH <= width and abs(width - height) <= _MAX_SKEW * width)
    return False
