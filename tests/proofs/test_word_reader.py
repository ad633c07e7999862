"""The reader of Word files, compared with python-docx on random documents, real ones and damaged ones; its limits."""

import io
import zipfile
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape

import docx
import pytest

from gbr_lsp.proofs import docx as reader
from gbr_lsp.proofs import typed_rows, word_package
from gbr_lsp.proofs.docx import DocxPart, Paragraph, paragraphs_of, text_of
from gbr_lsp.proofs.errors import UnreadableProof
from gbr_lsp.proofs.kinds import read
from tests.proofs import python_docx_reader
from tests.proofs.making import family_named, set_board
from tests.proofs.making_word import WordMaker, metafile
from tests.proofs.test_hostile import packed, word_parts
from tests.support.commands import run

_SPACES = {
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "v": "urn:schemas-microsoft-com:vml",
}
_NAMES = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in _SPACES.items())
_FOOTNOTES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"


def story(body: str, name: str = "document") -> bytes:
    """The XML of a part with `body`: the body of a document, or notes."""
    inside = f"<w:body>{body}</w:body>" if name == "document" else body
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{name} {_NAMES}>{inside}</w:{name}>'.encode()


def with_body(folder: Path, body: str, **more: str) -> Path:
    """A Word file with `body`; `more` are texts of other parts in `word/`, by name."""
    parts = {**word_parts(folder), "word/document.xml": story(body)}
    for name, text in more.items():
        parts[f"word/{name}.xml"] = text.encode()
    path = folder / "a.docx"
    path.write_bytes(packed(parts))
    return path


def text(path: Path) -> str:
    return "\n".join(paragraph.text for paragraph in paragraphs_of(str(path)))


class _Writer:
    """Random bodies: any element may be in any other that Word allows there, and in some that it does not."""

    def __init__(self, random: Random, pictures: list[str]) -> None:
        self.random = random
        self.pictures = pictures

    def body(self, depth: int = 0) -> str:
        blocks = (self.paragraph, self.paragraph, self.paragraph, self.table, self.control)
        return "".join(self.random.choice(blocks)(depth) for _ in range(self.random.randint(0, 12 if not depth else 3)))

    def paragraph(self, depth: int) -> str:
        properties = [
            "",
            "",
            '<w:pPr><w:pStyle w:val="Quote"/></w:pPr>',
            '<w:pPr><w:tabs><w:tab w:pos="9"/></w:tabs></w:pPr>',
        ]
        inside = "".join(self.inline(depth) for _ in range(self.random.randint(0, 5)))
        return f"<w:p>{self.random.choice(properties)}{inside}</w:p>"

    def inline(self, depth: int) -> str:
        kind = self.random.randrange(9)
        if kind == 0:
            return f'<w:ins w:id="1">{self.inline(depth)}</w:ins>'
        if kind == 1:
            name = self.random.choice(["del", "moveFrom", "hyperlink", "smartTag"])
            return f"<w:{name}>{self.inline(depth)}</w:{name}>"
        if kind == 2 and depth < 3:
            box = f"<w:txbxContent>{self.body(depth + 1)}</w:txbxContent>"
            name = self.random.choice(["Choice", "Fallback"])
            return (
                f"<w:r><mc:AlternateContent><mc:{name}><w:pict>{box}</w:pict></mc:{name}></mc:AlternateContent></w:r>"
            )
        return self.run()

    def run(self) -> str:
        properties = "".join(
            self.random.choice(["", "", f"<w:{name}/>"])
            for name in (
                "b",
                "vanish",
                'vanish w:val="0"',
                'rFonts w:ascii="Chess Merida"',
                'vertAlign w:val="superscript"',
                'rStyle w:val="Strong"',
                "rPrChange",
            )
        )
        return f"<w:r><w:rPr>{properties}</w:rPr>{''.join(self.atom() for _ in range(self.random.randint(0, 4)))}</w:r>"

    def atom(self) -> str:
        cx, cy = self.random.choice([635_000, 1_270_000, -1]), self.random.choice([1_270_000, 9])
        blip = f'<a:blip r:embed="{self.random.choice([*self.pictures, "none"])}"/>'
        inline = f'<wp:inline><wp:extent cx="{cx}" cy="{cy}"/>{blip}</wp:inline>'
        word = escape(self.random.choice(["0400.11 ", "a4c5", " ", "", "3", "Kb1 <&>", "für"]))
        drawings = [blip, inline, f'<w:object><v:imagedata r:id="{self.pictures[0]}"/></w:object>']
        symbol = '<w:sym w:font="Chess Merida" w:char="F04B"/>'
        chars = [
            "<w:tab/>",
            "<w:br/>",
            '<w:br w:type="page"/>',
            "<w:cr/>",
            "<w:noBreakHyphen/>",
            "<w:softHyphen/>",
            symbol,
        ]
        left_out = ["<w:instrText> PAGE </w:instrText>", "<w:delText>x</w:delText>"]
        texts = [f'<w:t xml:space="preserve">{word}</w:t>', "<w:t>7</w:t>"]
        return self.random.choice(self.random.choice([texts, texts, chars, left_out, drawings]))

    def table(self, depth: int) -> str:
        if 2 < depth:
            return self.paragraph(depth)
        rows, cells = self.random.choice([(1, 2), (2, 3), (8, 8), (10, 10), (11, 2), (2, 11)])
        return f"<w:tbl><w:tblPr/>{''.join(self.row(cells, depth) for _ in range(rows))}</w:tbl>"

    def row(self, cells: int, depth: int) -> str:
        """A row; some cells are in a control or before another element."""
        inside = ""
        for _ in range(cells):
            content = self.body(depth + 1) if not self.random.randrange(9) else self.paragraph(3)
            cell = f"<w:tc><w:tcPr/>{content}{self.random.choice(['', '', '<w:bookmarkEnd/>'])}</w:tc>"
            inside += self.random.choice(
                [cell, cell, cell, f"<w:sdt><w:sdtContent>{cell}</w:sdtContent></w:sdt>"]
                if not self.random.randrange(5)
                else [cell]
            )
        return f"<w:tr>{self.random.choice(['', '<w:trPr/>'])}{inside}</w:tr>"

    def control(self, depth: int) -> str:
        return f"<w:sdt><w:sdtPr/><w:sdtContent>{self.paragraph(depth)}</w:sdtContent></w:sdt>"


def random_file(random: Random, folder: Path) -> Path:
    """A Word file of a random body, footnotes, styles, a metafile and another picture."""
    parts = word_parts(folder)
    relations, types = "word/_rels/document.xml.rels", "[Content_Types].xml"
    pictures = [
        name.split('"')[0] for name in parts[relations].decode().split('Id="')[1:] if "emf" in name.split("/>")[0]
    ]
    more = (
        '<Relationship Id="png" Type="x/image" Target="media/a.png"/>'
        '<Relationship Id="out" Type="x/image" Target="http://localhost/a.emf" TargetMode="External"/>'
        f'<Relationship Id="notes" Type="{_FOOTNOTES}" Target="/word/footnotes.xml"/>'
    )
    parts[relations] = parts[relations].replace(b"</Relationships>", more.encode() + b"</Relationships>")
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    override = f'<Override PartName="/word/footnotes.xml" ContentType="{kind}"/>'
    png = '<Default Extension="png" ContentType="image/png"/>'
    parts[types] = parts[types].replace(b"</Types>", f"{png}{override}</Types>".encode())
    writer = _Writer(random, [*pictures, "png", "out"])
    note = f'<w:footnote w:id="2">{writer.body()}</w:footnote>'
    fonts = '<w:rPr><w:rFonts w:hAnsi="Chess Cases"/></w:rPr>'
    styles = (
        f'<w:style w:styleId="Base">{fonts}</w:style><w:style w:styleId="Quote"><w:basedOn w:val="Base"/></w:style>'
        '<w:style w:styleId="Strong"><w:basedOn w:val="Strong"/></w:style>'
    )
    parts |= {
        "word/media/a.png": b"png",
        "word/document.xml": story(writer.body()),
        "word/footnotes.xml": story(note, "footnotes"),
        "word/styles.xml": story(styles, "styles"),
    }
    path = folder / "random.docx"
    path.write_bytes(packed(parts))
    return path


def normal(paragraphs: list[Paragraph]) -> list[tuple[object, ...]]:
    """All fields, with tables, rows and cells numbered in order: only their order and equality have a meaning."""
    places = sorted({one.cell for one in paragraphs if one.cell is not None})
    tables = sorted({table for table, _, _ in places})
    ranks = {place: (tables.index(place[0]), places.index(place)) for place in places}
    return [(one.number, one.parts, one.cell and ranks[one.cell], one.has_cell_after) for one in paragraphs]


def is_read_alike(path: Path) -> None:
    own = list(paragraphs_of(str(path)))
    assert normal(own) == normal(list(python_docx_reader.paragraphs_of(str(path))))


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 40))])
def test_random_documents_are_read_as_by_python_docx(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    for _ in range(10):
        is_read_alike(random_file(random, tmp_path))


@pytest.mark.long
def test_real_documents_are_read_as_by_python_docx(proofs: Path) -> None:
    paths = list(proofs.rglob("*.docx"))
    assert paths
    for path in paths:
        is_read_alike(path)


def test_no_package_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    path = WordMaker()
    path.text("0400.11 a4c5")
    file = path.save(tmp_path / "a.docx")
    for name in [*sys.modules]:
        if name.partition(".")[0] in ("docx", "lxml", "gbr_lsp.proofs.docx"):
            monkeypatch.setitem(sys.modules, name, None)
    assert read(str(file), lambda pages: None).text == "0400.11 a4c5\n"


def _list(*items: tuple[str, str], number: str = "1", level: str = "0") -> str:
    """Paragraphs of a list: each with a text and further properties."""
    place = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
    return "".join(f"<w:p><w:pPr>{more}{place}</w:pPr><w:r><w:t>{inside}</w:t></w:r></w:p>" for inside, more in items)


def numbering(*levels: str, more: str = "") -> str:
    """The part of lists: the levels of a definition, used by the lists 1 and 2, and by 3, which starts with 5."""
    made = "".join(f'<w:lvl w:ilvl="{number}">{level}</w:lvl>' for number, level in enumerate(levels))
    start = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
    lists = "".join(
        f'<w:num w:numId="{number}"><w:abstractNumId w:val="7"/>{start if number == 3 else ""}</w:num>'
        for number in (1, 2, 3)
    )
    return story(f'<w:abstractNum w:abstractNumId="7">{made}</w:abstractNum>{more}{lists}', "numbering").decode()


def _level(format: str, label: str, start: int = 1) -> str:
    return f'<w:start w:val="{start}"/><w:numFmt w:val="{format}"/><w:lvlText w:val="{label}"/>'


def test_numbers_of_lists_are_read(tmp_path: Path) -> None:
    levels = numbering(
        _level("decimal", "%1."),
        _level("decimal", "(%2)", 3),
        _level("lowerLetter", "%3)"),
        _level("decimal", "%1.%4."),
    )
    body = (
        _list(("Kb1 Kb3", ""), ("Kc1", ""))
        + _list(("inner", ""), ("next", ""), level="1")
        + _list(("letter", ""), level="2")
        + _list(("two numbers", ""), level="3")
        + _list(("third", ""), number="2")
        + _list(("inner again", ""), level="1")
        + _list(("anew", ""), ("after", ""), number="3")
        + _list(("no list", ""), number="0")
        + _list(("no such list", ""), number="99")
    )
    assert text(with_body(tmp_path, body, numbering=levels)).split("\n") == [
        *("1. Kb1 Kb3", "2. Kc1", "(3) inner", "(4) next", "letter", "two numbers", "3. third", "(3) inner again"),
        *("5. anew", "6. after", "no list", "no such list"),
    ]


def test_a_number_is_left_out_before_a_digit_and_counted(tmp_path: Path) -> None:
    body = _list(("1.Kb1 Kb3", ""), ("", ""), ("Kc1", ""))
    assert text(with_body(tmp_path, body, numbering=numbering(_level("decimal", "%1.")))) == "1.Kb1 Kb3\n\n3. Kc1"


def test_numbers_of_a_style_are_read(tmp_path: Path) -> None:
    """The style names the list; the level is the one that names the style."""
    levels = numbering(_level("decimal", "%1."), _level("decimal", "[%2]") + '<w:pStyle w:val="Item"/>')
    styles = story(
        '<w:style w:styleId="Item"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        '<w:style w:styleId="Small"><w:basedOn w:val="Item"/></w:style>',
        "styles",
    ).decode()
    body = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="{name}"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>'
        for name in ("Item", "Small", "None")
    )
    assert text(with_body(tmp_path, body, numbering=levels, styles=styles)) == "[1] a\n[2] a\na"


def test_a_solution_that_word_has_made_a_list_is_followed_and_marked(tmp_path: Path) -> None:
    """Word takes `1. ` at the start of a paragraph away and numbers the paragraph itself."""
    moves = "c7 Rd6+ 2.Kb5 Rd5+ 3.Kb4 Rd4+ 4.Kb3 Rd3+ 5.Kc2 Rd4 6.c8R Ra4 7.Kb4 wins."
    fen = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"
    body = f"<w:p><w:r><w:t>b6a1 0300.10 2/2 Win</w:t></w:r></w:p><w:p><w:r><w:t>{fen}</w:t></w:r></w:p>" + _list(
        (moves, "")
    )
    with_body(tmp_path, body, numbering=numbering(_level("decimal", "%1.")))
    checked = run("check", "--isolated", "a.docx", "--annotate", "b.docx", cwd=tmp_path)
    assert checked.out.startswith("a.docx:par3: warning[illegal-solution]: 7.Kb4 is not legal")
    document = docx.Document(str(tmp_path / "b.docx"))
    assert [run.text for run in document.paragraphs[2].runs] == [moves[:-9], "Kb4", "", " wins."]


_STRICT = '<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"/>'
_UTF_16 = '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE x><x/>'.encode("utf-16")
_NO_WORD, _TYPE = (
    "is not a Word file: it is an archive of something else",
    "is not a Word file: it declares a document type",
)
_EMPTY = "is damaged: word/document.xml is not well-formed (no element found: line 1, column 0)"


@pytest.mark.parametrize(
    ("part", "content", "reason"),
    [
        ("word/document.xml", b"<x/>", _NO_WORD),
        ("word/document.xml", _STRICT.encode(), "is a Strict Open XML Document; save it as Word Document (.docx)"),
        ("word/document.xml", b"", _EMPTY),
        ("word/document.xml", _UTF_16, _TYPE),
        ("word/document.xml", None, "is damaged: it has no part word/document.xml"),
        ("word/document.xml", story("<w:p>" * 300 + "</w:p>" * 300), "is nested too deeply"),
        ("word/styles.xml", b"<!DOCTYPE x><x/>", _TYPE),
        ("_rels/.rels", b"<!DOCTYPE x><x/>", _TYPE),
        ("_rels/.rels", None, "is damaged: it has no part with text"),
        ("[Content_Types].xml", None, _NO_WORD),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(
    part: str, content: bytes | None, reason: str, tmp_path: Path
) -> None:
    parts = {name: data for name, data in word_parts(tmp_path).items() if name != part}
    path = tmp_path / "a.docx"
    path.write_bytes(packed(parts if content is None else {**parts, part: content}))
    with pytest.raises(UnreadableProof) as refused:
        list(paragraphs_of(str(path)))
    assert str(refused.value) == reason


def test_a_body_before_another_element_is_read(tmp_path: Path) -> None:
    path = with_body(tmp_path, "<w:p><w:r><w:t>0400.11 a4c5</w:t></w:r></w:p>")
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["word/document.xml"] = parts["word/document.xml"].replace(b"</w:body>", b"</w:body><w:sectPr/>")
    path.write_bytes(packed(parts))
    assert text(path) == "0400.11 a4c5"


def test_a_damaged_part_is_no_part(tmp_path: Path) -> None:
    """Neither half a text nor half a drawing."""
    whole = bytearray(packed(word_parts(tmp_path)))
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        info = archive.getinfo("word/document.xml")
    whole[info.header_offset + 30 + len(info.filename) + info.compress_size // 2] ^= 0xFF
    (tmp_path / "a.docx").write_bytes(whole)
    with pytest.raises(
        UnreadableProof, match=r"^is damaged: word/document\.xml (cannot be unpacked|is not well-formed)"
    ):
        list(paragraphs_of(str(tmp_path / "a.docx")))


@pytest.mark.parametrize(
    ("module", "limit", "value", "reason"),
    [
        (reader, "_MAX_PARAGRAPHS", 9, "has more than 9 paragraphs"),
        (reader, "_MAX_PARTS", 19, "has more than 19 runs"),
        (reader, "_MAX_CHARS", 90, "has more than 90 characters"),
        (reader, "_MAX_PICTURES_BYTES", 99, "has more than 99 bytes of drawings"),
        (word_package, "_MAX_ELEMENTS", 9, "has too many elements in word/_rels/document.xml.rels"),
        (word_package, "_MAX_ROOT_ELEMENTS", 9, "has too many elements in word/_rels/document.xml.rels"),
        (word_package, "_MAX_BLOCK_ELEMENTS", 9, "has too many elements in word/document.xml"),
        (word_package, "_MAX_XML_BYTES", 2_000, "has more than 0 MB of text in word/styles.xml"),
        (word_package, "_MAX_BYTES", 2_000, "unpacks to more than 0 MB or 50,000 parts"),
        (word_package, "_MAX_PARTS", 3, "unpacks to more than 300 MB or 3 parts"),
    ],
)
def test_limits(
    module: object, limit: str, value: int, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = WordMaker()
    maker.picture(metafile("8/8/3k4/8/8/3K4/8/8"))
    for _ in range(10):
        maker.xml("<w:r><w:t>0400.11 a4</w:t></w:r>" * 2)
    path = maker.save(tmp_path / "a.docx")
    assert len(list(paragraphs_of(str(path)))) == 11
    monkeypatch.setattr(module, limit, value)
    with pytest.raises(UnreadableProof) as refused:
        list(paragraphs_of(str(path)))
    assert str(refused.value) == reason


def test_other_spellings_of_the_same_file(tmp_path: Path) -> None:
    """Another prefix, UTF-16, comments, CDATA, names with backslashes and in capitals, as other programs write them."""
    body = "<z:body><z:p><z:r><z:t>0400.11<!-- x --> a4<![CDATA[c5 <]]></z:t></z:r></z:p></z:body>"
    document = f'<z:document xmlns:z="{_SPACES["w"]}">{body}</z:document>'
    xml = f'<?xml version="1.0" encoding="utf-16"?>{document}'.encode("utf-16")
    parts = {**word_parts(tmp_path), "word/document.xml": xml}
    parts["WORD\\Document.xml"] = parts.pop("word/document.xml")
    path = tmp_path / "a.docx"
    path.write_bytes(packed(parts))
    assert text(path) == "0400.11 a4c5 <"


def test_a_paragraph_of_many_lines_takes_linear_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of diagrams in it are found and left out; each part is looked at three times at most."""
    counted: list[str] = []

    def count(part: DocxPart) -> str:
        counted.append(part.text)
        return text_of(part)

    monkeypatch.setattr(typed_rows, "text_of", count)
    run = '<w:r><w:rPr><w:rFonts w:ascii="Chess Merida"/></w:rPr><w:t>{}</w:t><w:br/></w:r>'
    board = "".join(run.format(escape(line)) for line in set_board(family_named("Merida"), "8/8/3k4/8/8/3K4/8/8"))
    proof = read(str(with_body(tmp_path, f"<w:p>{board * 250}</w:p>")), lambda pages: None)
    assert [board.fen for board in proof.boards] == ["8/8/3k4/8/8/3K4/8/8"] * 250
    assert not proof.text.strip()
    assert len(counted) <= 3 * 2 * 8 * 250
