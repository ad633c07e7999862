"""Word files as paragraphs with their drawings.

Tracked insertions are read. Tracked deletions and hidden text are not. Only the text and the
pictures packed in the file are read: no links are followed, no macros are examined.
"""

from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import NamedTuple
from xml.etree.ElementTree import Element

from gbr_lsp.proofs.errors import UnreadableProof
from gbr_lsp.proofs.word_package import W, WordPackage
from gbr_lsp.proofs.word_styles import VAL, Lists, Styles, find, own_font, value_of

_MAX_DEPTH, _MAX_PARAGRAPHS, _MAX_PARTS, _MAX_CHARS = 256, 300_000, 1_000_000, 5_000_000
"""Maximum number of elements inside each other, and of paragraphs, runs and characters of a file."""
_MAX_PICTURE_BYTES, _MAX_PICTURES_BYTES = 5_000_000, 60_000_000
"""Maximum size of a metafile that is read, and of all of them together."""
_MAX_TABLE_SIZE = 10
"""Maximum number of rows and columns of a table that may be a diagram, coordinates included."""
_MIN_PICTURE_WIDTH, _MAX_EXTENT, _MAX_SKEW = 50 * 12_700, 27_273_042_316_900, 0.2
"""Minimum width of a picture of a diagram and maximum of the format in EMU, 12,700 a point; maximum skew as a share."""
_MAX_BEFORE_EXTENT = 8
"""Maximum number of elements before the size of a drawing."""

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_V = "{urn:schemas-microsoft-com:vml}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_PARAGRAPH, _PARAGRAPH_PROPERTIES, _RUN, _RUN_PROPERTIES = f"{W}p", f"{W}pPr", f"{W}r", f"{W}rPr"
_TABLE, _ROW, _CELL, _TEXT, _SYMBOL, _BREAK = f"{W}tbl", f"{W}tr", f"{W}tc", f"{W}t", f"{W}sym", f"{W}br"
_SKIPPED_TAGS = {f"{W}del", f"{W}moveFrom", f"{_MC}Fallback", f"{W}instrText", f"{W}delText", _RUN_PROPERTIES}
_CHARS_OF_TAGS = {f"{W}tab": "\t", f"{W}cr": "\n", f"{W}noBreakHyphen": "-", f"{W}softHyphen": ""}
_PICTURES, _DRAWINGS = (f"{_A}blip", f"{_V}imagedata"), (f"{_WP}inline", f"{_WP}anchor")

_Place = tuple[int, int, int] | None


class DocxPart(NamedTuple):
    """Part of a paragraph: text of a run, a picture, or a page break.

    `picture` is the bytes of an enhanced metafile, `b""` for another picture that is about square,
    and None for text. `font` is empty if neither the run nor a style names one.
    """

    text: str = ""
    picture: bytes | None = None
    is_page_end: bool = False
    font: str = ""


class Paragraph(NamedTuple):
    """A paragraph. `number` counts from 1 in the body and continues in the notes.

    `cell` is the number of a small table, the row in it and the cell in the row. `has_cell_after`
    is True if the paragraph ends a cell and another cell of the row follows.
    """

    number: int
    parts: list[DocxPart]
    cell: _Place = None
    has_cell_after: bool = False

    @property
    def text(self) -> str:
        r"""The text of all parts; a page break is `"\n\f"`."""
        return "".join(map(text_of, self.parts))


class PlacedElement(NamedTuple):
    """The element of a paragraph in `story`, the fields of `Paragraph`, and the number of a list item, or `""`."""

    element: Element
    story: str
    cell: _Place
    has_cell_after: bool
    label: str


def text_of(part: DocxPart) -> str:
    r"""Return the text of `part`; a page break is `"\n\f"`."""
    return "\n\f" if part.is_page_end else part.text.replace("\f", " ")


def paragraphs_of(path: str) -> Iterator[Paragraph]:
    """Yield a `Paragraph` for each at `path`, in tables and text boxes too. Raises UnreadableProof."""
    part_count = char_count = byte_count = 0
    with WordPackage(path) as package:
        file = WordFile(package)
        elements = file.paragraphs((story, package.blocks(story)) for story in file.stories)
        for number, element in enumerate(elements, 1):
            parts = [part for part, _ in file.parts_of(element)]
            part_count += len(parts)
            char_count += sum(len(part.text) for part in parts)
            byte_count += sum(len(part.picture or b"") for part in parts)
            for total, limit, unit in (
                (number, _MAX_PARAGRAPHS, "paragraphs"),
                (part_count, _MAX_PARTS, "runs"),
                (char_count, _MAX_CHARS, "characters"),
                (byte_count, _MAX_PICTURES_BYTES, "bytes of drawings"),
            ):
                if limit < total:
                    raise UnreadableProof(f"has more than {limit:,} {unit}")
            yield Paragraph(number, parts, element.cell, element.has_cell_after)


class WordFile:
    """The text of `package`; `stories` are the names of the parts with the body, the footnotes and the endnotes.

    The methods read elements of python-docx as well.
    """

    def __init__(self, package: WordPackage) -> None:
        self._package = package
        body = dict(package.relations("").values()).get("officeDocument", "")
        self._relations = {body: package.relations(body)}
        related = list(self._relations[body].values())
        self._relations |= {
            name: package.relations(name) for kind, name in related if kind in ("footnotes", "endnotes")
        }
        self.stories = list(self._relations)
        roots = {kind: package.root(target) for kind, target in related if kind in ("styles", "numbering")}
        self._styles = Styles(roots.get("styles", Element("none")))
        self._lists = Lists(roots.get("numbering", Element("none")), self._styles)
        self._pictures: dict[str, bytes] = {}
        self._picture_bytes = 0

    def paragraphs(self, stories: Iterable[tuple[str, Iterable[Element]]]) -> Iterator[PlacedElement]:
        """Yield each paragraph of `stories`, their names and top elements, in order."""
        table_numbers = count()
        for story, blocks in stories:
            for block in blocks:
                for element, cell, has_cell_after in _paragraphs_in(block, table_numbers):
                    yield PlacedElement(element, story, cell, has_cell_after, self._lists.label_of(element))

    def parts_of(self, paragraph: PlacedElement) -> Iterator[tuple[DocxPart, Element | None]]:
        """Yield `(DocxPart, element)` for each part of `paragraph`, without nested paragraphs.

        The number of a list item has no element. It is left out before a digit.
        """
        label = paragraph.label
        for part, element in self._parts_of(paragraph):
            if label and part.text.strip():
                if not part.text.lstrip()[0].isdigit():
                    yield DocxPart(f"{label} "), None
                label = ""
            yield part, element

    def _parts_of(self, paragraph: PlacedElement) -> Iterator[tuple[DocxPart, Element]]:
        """Yield `(DocxPart, element)` for each part of `paragraph`, without the number of a list item."""
        last_char = ""
        style = value_of(paragraph.element, _PARAGRAPH_PROPERTIES, f"{W}pStyle")
        run, shift, font = None, None, ""
        """The last run with text, its vertical alignment and its font."""
        stack = [(paragraph.element, iter(paragraph.element))]
        while stack:
            if _MAX_DEPTH < len(stack):
                raise UnreadableProof("is nested too deeply")
            parent, children = stack[-1]
            element = next(children, None)
            if element is None:
                stack.pop()
                continue
            tag = element.tag
            if tag in _SKIPPED_TAGS or tag == _PARAGRAPH or (tag == _RUN and _is_hidden(element)):
                continue
            if tag == _TEXT:
                if parent is not run:
                    run, shift, font = parent, _vertical_align(parent), self._font_of(parent, style)
                text = element.text or ""
                if shift is not None and last_char.isdigit() and text[:1].isdigit():
                    yield DocxPart(" "), shift
                last_char = text[-1:] if shift is None else ""
                yield DocxPart(text, font=font), element
            elif tag == _SYMBOL:
                yield DocxPart(_symbol(element), font=element.get(f"{W}font") or ""), element
            elif tag in _CHARS_OF_TAGS:
                last_char = ""
                yield DocxPart(_CHARS_OF_TAGS[tag]), element
            elif tag == _BREAK:
                is_page_end = element.get(f"{W}type") == "page"
                yield DocxPart("" if is_page_end else "\n", None, is_page_end), element
            elif tag in _PICTURES:
                drawings = [one for one, _ in reversed(stack) if one.tag in _DRAWINGS]
                picture = self._picture(element, drawings, paragraph.story)
                if picture is not None:
                    yield DocxPart(picture=picture), element
            else:
                stack.append((element, iter(element)))

    def _font_of(self, run: Element, paragraph_style: str) -> str:
        """Return the font name of the text of `run` by itself or a style, or `""`."""
        run_style = value_of(run, _RUN_PROPERTIES, f"{W}rStyle")
        return own_font(run) or self._styles.font_of(run_style) or self._styles.font_of(paragraph_style)

    def _picture(self, element: Element, drawings: list[Element], story: str) -> bytes | None:
        """Return the bytes of a packed metafile, `b""` for another square picture, else None.

        `drawings` are the drawings around `element`, innermost first.
        """
        _, name = self._relations[story].get(element.get(f"{_R}embed") or element.get(f"{_R}id") or "", ("", ""))
        if not name:
            return None
        if not name.endswith(".emf"):
            return b"" if _is_square(drawings) else None
        size = self._package.size(name)
        if name not in self._pictures and size <= _MAX_PICTURE_BYTES:
            self._picture_bytes += size
            if _MAX_PICTURES_BYTES < self._picture_bytes:
                raise UnreadableProof(f"has more than {_MAX_PICTURES_BYTES:,} bytes of drawings")
            self._pictures[name] = self._package.content(name)
        return self._pictures.get(name)


def _paragraphs_in(block: Element, table_numbers: Iterator[int]) -> Iterator[tuple[Element, _Place, bool]]:
    """Yield `(element, cell, has_cell_after)` for each paragraph in `block`; the last two as in `Paragraph`."""
    paragraphs = list(block.iter(_PARAGRAPH))
    parents = {child: parent for parent in block.iter() for child in parent} if paragraphs != [block] else {}
    tables: dict[Element, tuple[int, list[Element]]] = {}
    places: dict[Element, _Place] = {}
    for element in paragraphs:
        around = [element]
        while around[-1] in parents:
            around.append(parents[around[-1]])
            if _MAX_DEPTH < len(around):
                raise UnreadableProof("is nested too deeply")
        if any(one.tag in _SKIPPED_TAGS for one in around):
            continue
        _, cell, row, table, *_ = *around, block, block, block
        if cell.tag != _CELL:
            yield element, None, False
            continue
        if cell not in places:
            if table not in tables:
                rows = list(islice(table.iterfind(_ROW), _MAX_TABLE_SIZE + 1)) if table.tag == _TABLE else []
                tables[table] = next(table_numbers), rows if len(rows) <= _MAX_TABLE_SIZE else []
            number, rows = tables[table]
            cells = list(islice(row.iterfind(_CELL), _MAX_TABLE_SIZE + 1)) if row in rows else []
            is_small = 0 < len(cells) <= _MAX_TABLE_SIZE
            places[cell] = (number, rows.index(row), cells.index(cell)) if is_small else None
        yield element, places[cell], cell[-1] is element and row[-1] is not cell


def _vertical_align(run: Element) -> Element | None:
    """Return the property element that raises or lowers the text of `run`, or None."""
    element = find(run, _RUN_PROPERTIES, f"{W}vertAlign")
    return element if element is not None and element.get(VAL) in ("superscript", "subscript") else None


def _is_hidden(run: Element) -> bool:
    """Return True if `run` is neither displayed nor printed, like the entries of an index."""
    element = find(run, _RUN_PROPERTIES, f"{W}vanish")
    return element is not None and element.get(VAL, "true") not in ("0", "false", "off")


def _symbol(element: Element) -> str:
    """Return the character of a `w:sym` element; its meaning depends on the font."""
    try:
        return chr(int(element.get(f"{W}char") or "", 16)).encode().decode()
    except (ValueError, OverflowError):
        return "\N{REPLACEMENT CHARACTER}"


def _is_square(drawings: Iterable[Element]) -> bool:
    """Return True if the innermost drawing is large and about as wide as high, like a diagram, or of unknown size."""
    for drawing in drawings:
        for extent in (child for child in islice(drawing, _MAX_BEFORE_EXTENT) if child.tag == f"{_WP}extent"):
            try:
                width, height = (int(extent.get(name) or "") for name in ("cx", "cy"))
            except ValueError:
                return True
            is_known = 0 <= min(width, height) and max(width, height) <= _MAX_EXTENT
            return not is_known or (_MIN_PICTURE_WIDTH <= width and abs(width - height) <= _MAX_SKEW * width)
    return False
