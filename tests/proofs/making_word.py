"""Word files made by the tests, with drawings as metafiles."""

import struct
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml

from tests.proofs.making import OUTLINES

_SQUARE = 100
_NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)


def record(kind: int, body: bytes = b"") -> bytes:
    return struct.pack("<II", kind, 8 + len(body)) + body


def _brush(number: int, shade: int) -> bytes:
    return record(39, struct.pack("<IIII", number, 0, shade << 16 | shade << 8 | shade, 0)) + record(
        37, struct.pack("<I", number)
    )


def _path(points: list[tuple[int, int]]) -> bytes:
    first, *rest = points
    lines = b"".join(record(54, struct.pack("<ii", *point)) for point in rest)
    return record(59) + record(27, struct.pack("<ii", *first)) + lines + record(61) + record(60) + record(62, bytes(16))


def _poly_polygon(points: list[tuple[int, int]]) -> bytes:
    body = bytes(16) + struct.pack("<III", 1, len(points), len(points))
    return record(91, body + b"".join(struct.pack("<hh", *point) for point in points))


def metafile(fen: str, *, as_polygons: bool = False) -> bytes:
    """Return `fen` as a metafile: squares, then an outline for each man, as paths or `as_polygons`."""
    draw = _poly_polygon if as_polygons else _path
    data = record(1, bytes(100))
    for number in range(64):
        x, y = number % 8 * _SQUARE, number // 8 * _SQUARE
        data += _brush(1, 160 if (number % 8 + number // 8) % 2 else 230)
        data += draw([(x, y), (x + _SQUARE, y), (x + _SQUARE, y + _SQUARE), (x, y + _SQUARE)])
    for row, rank in enumerate(fen.split("/")):
        column = 0
        for man in rank:
            if man.isdigit():
                column += int(man)
                continue
            data += _brush(1, 255 if man.isupper() else 20)
            data += draw([(column * _SQUARE + x, row * _SQUARE + y) for x, y in OUTLINES[man.lower()]])
            column += 1
    return data + record(14, bytes(12))


class WordMaker:
    """A builder of Word files."""

    def __init__(self) -> None:
        self.document = docx.Document()
        self.pictures = 0

    def text(self, text: str) -> None:
        self.document.add_paragraph(text)

    def xml(self, inside: str) -> None:
        """Add a paragraph with the XML `inside`."""
        paragraph = self.document.add_paragraph()._p
        paragraph.getparent().replace(paragraph, parse_xml(f"<w:p {_NAMES}>{inside}</w:p>"))

    def typed(self, lines: Sequence[str], font: str, *, breaks: bool = False) -> None:
        """Add `lines` in `font`, as paragraphs or, with `breaks`, as one paragraph with line breaks."""
        said = f'<w:rPr><w:rFonts w:ascii="{font}" w:hAnsi="{font}"/></w:rPr>'
        texts = [f'<w:r>{said}<w:t xml:space="preserve">{escape(line)}</w:t></w:r>' for line in lines]
        for text in ["<w:r><w:br/></w:r>".join(texts)] if breaks else texts:
            self.xml(text)

    def picture(self, data: bytes) -> None:
        """Add a paragraph with the metafile `data`."""
        self.pictures += 1
        part = self.document.part
        name = PackURI(f"/word/media/image{self.pictures}.emf")
        relation = part.relate_to(Part(name, "image/x-emf", data, part.package), RELATIONSHIP_TYPE.IMAGE)
        self.xml(f'<w:r><w:drawing><a:blip r:embed="{relation}"/></w:drawing></w:r>')

    def save(self, path: Path) -> Path:
        self.document.save(str(path))
        return path
