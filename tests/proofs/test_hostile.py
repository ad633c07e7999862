"""Damaged and hostile files: one line each, nothing fetched, nothing left behind."""

import io
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from playa import cmapdb

from gbr_lsp.proofs import child, kinds, reader
from gbr_lsp.proofs.kinds import read
from gbr_lsp.proofs.reader import UnreadableProof, read_proof
from tests.proofs.making import Maker, family_named, random_fen
from tests.proofs.making_word import WordMaker, metafile


def pdf_with(content: bytes, filters: bytes = b"") -> bytes:
    """A PDF of one page with this content, without a table of objects; its form X draws itself."""
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>/XObject<</X 6 0 R>>>>>>endobj\n"
        b"4 0 obj<</Length " + str(len(content)).encode() + filters + b">>stream\n" + content + b"\nendstream endobj\n"
        b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
        b"6 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>/Length 5>>stream\n"
        b"/X Do\nendstream endobj\ntrailer<</Root 1 0 R>>\n"
    )


def word_parts(folder: Path) -> dict[str, bytes]:
    maker = WordMaker()
    maker.picture(metafile("8/8/3k4/8/8/3K4/8/8"))
    maker.text("0400.11 a4c5")
    with zipfile.ZipFile(maker.save(folder / "whole.docx")) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def is_read_or_refused(path: Path, content: bytes) -> None:
    """Reads in this process, where a bug would be seen as itself."""
    path.write_bytes(content)
    said = ""
    try:
        read(str(path), lambda pages: None)
    except UnreadableProof as error:
        said = str(error)
    assert "\n" not in said


@pytest.mark.filterwarnings("ignore")
def test_cut_and_flipped_pdfs(tmp_path: Path) -> None:
    random = Random(31)
    maker = Maker(tmp_path)
    maker.board(family_named("skak"), 60, 60, random_fen(random))
    maker.text(60, 300, "0400.11 a4c5 3/3 Win")
    whole = maker.bytes()
    for _ in range(30):
        is_read_or_refused(tmp_path / "cut.pdf", whole[: random.randrange(len(whole))])
        flipped = bytearray(whole)
        for _ in range(random.choice([1, 10, 100])):
            flipped[random.randrange(len(flipped))] = random.randrange(256)
        is_read_or_refused(tmp_path / "flipped.pdf", bytes(flipped))


@pytest.mark.filterwarnings("ignore")
def test_damaged_word_files_and_metafiles(tmp_path: Path) -> None:
    random = Random(32)
    parts = word_parts(tmp_path)
    picture = next(name for name in parts if name.endswith(".emf"))
    for name in (picture, "word/document.xml"):
        for _ in range(20):
            damaged = bytearray(parts[name])
            for _ in range(random.choice([1, 5, 40])):
                damaged[random.randrange(len(damaged))] = random.randrange(32, 127)
            is_read_or_refused(tmp_path / "a.docx", packed({**parts, name: bytes(damaged)}))
    whole = packed(parts)
    for _ in range(10):
        is_read_or_refused(tmp_path / "a.docx", whole[: random.randrange(len(whole))])


_HUGE = b"9" * 400
_FAR = (b"99999999999", b"-99999999999", _HUGE, _HUGE + b".5", b"NaN", b"1e999", b"()")


@pytest.mark.parametrize("value", _FAR, ids=lambda value: value[:12].decode())
def test_glyphs_that_are_far_away_or_without_size_are_left_out(value: bytes, tmp_path: Path) -> None:
    """Each number of the text operators; the rest of the page is read, with little memory."""
    normal = b"BT /F1 9 Tf 0 Tc 0 Tw 100 Tz 1 0 0 1 60 700 Tm (far away) Tj ET "
    for number in (b"9 Tf", b"0 Tc", b"0 Tw", b"100 Tz", b"60 700", b"700 Tm"):
        operator = number.partition(b" ")[2]
        content = normal.replace(number, value + b" " + operator)
        path = tmp_path / "a.pdf"
        path.write_bytes(pdf_with(content + b"BT /F1 9 Tf 0 Tc 0 Tw 100 Tz 1 0 0 1 60 600 Tm (0400.11 a4c5) Tj ET"))
        tracemalloc.start()
        assert "0400.11 a4c5" in read(str(path), lambda pages: None).text
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
        tracemalloc.stop()


@pytest.mark.parametrize("content", [b"/X Do", b"[" * 50_000, b"BT /F1 9 Tf (" + b"(" * 20_000, b"q " * 50_000])
def test_pages_that_are_nested_or_draw_themselves(content: bytes, tmp_path: Path) -> None:
    is_read_or_refused(tmp_path / "a.pdf", pdf_with(content))


def test_pages_that_hold_themselves(tmp_path: Path) -> None:
    is_read_or_refused(
        tmp_path / "a.pdf",
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 999999999>>endobj\ntrailer<</Root 1 0 R>>",
    )


def _bomb_pdf(folder: Path) -> tuple[str, bytes]:
    return "a.pdf", pdf_with(
        zlib.compress(zlib.compress(bytes(600_000 * reader.MEGABYTES), 1), 9), b"/Filter[/FlateDecode/FlateDecode]"
    )


def _bomb_word(folder: Path) -> tuple[str, bytes]:
    return "a.docx", packed({**word_parts(folder), "word/bomb.bin": bytes(310_000_000)})


def _unknown_packing(folder: Path) -> tuple[str, bytes]:
    return "a.docx", repacked(packed(word_parts(folder)), 9)


def _runs(folder: Path) -> tuple[str, bytes]:
    maker = WordMaker()
    maker.xml("<w:r><w:t>a</w:t></w:r>" * 300_000)
    return "a.docx", maker.save(folder / "runs.docx").read_bytes()


def _texts(folder: Path) -> tuple[str, bytes]:
    maker = WordMaker()
    maker.xml(f"<w:r>{'<w:t>0400.11 a4c5 </w:t>' * 30_000}</w:r>")
    return "a.docx", maker.save(folder / "texts.docx").read_bytes()


def repacked(archive: bytes, method: int, *, version: int = 20) -> bytes:
    """Return `archive` with the compression `method` and the version in all headers of its parts."""
    changed = bytearray(archive)
    for mark, offset in ((b"PK\1\2", 6), (b"PK\3\4", 4)):
        at = archive.find(mark)
        while at != -1:
            changed[at + offset : at + offset + 2] = struct.pack("<H", version)
            changed[at + offset + 4 : at + offset + 6] = struct.pack("<H", method)
            at = archive.find(mark, at + 1)
    return bytes(changed)


def _entities(folder: Path) -> tuple[str, bytes]:
    names = "abcdefghij"
    entities = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in pairwise(names))
    xml = (
        f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{entities}]>'
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        "<w:body><w:p><w:r><w:t>&j;</w:t></w:r></w:p></w:body></w:document>"
    )
    return "a.docx", packed({**word_parts(folder), "word/document.xml": xml.encode()})


BOMBS: list[Callable[[Path], tuple[str, bytes]]] = [_bomb_pdf, _bomb_word, _entities, _unknown_packing, _runs, _texts]


@pytest.mark.parametrize("bomb", [_bomb_pdf, _bomb_word, _entities, _unknown_packing])
def test_bombs_are_refused_in_one_line(
    bomb: Callable[[Path], tuple[str, bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MEGABYTES", 250)
    name, content = bomb(tmp_path)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UnreadableProof) as refused:
        read_proof(str(tmp_path / name))
    assert "\n" not in str(refused.value)


def test_nothing_outside_the_file_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("0400.11 a4c5")
    xml = (
        f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        "<w:body><w:p><w:r><w:t>here: &x;</w:t></w:r></w:p></w:body></w:document>"
    )
    path = tmp_path / "a.docx"
    path.write_bytes(packed({**word_parts(tmp_path), "word/document.xml": xml.encode()}))
    with pytest.raises(UnreadableProof, match=r"^is not a Word file: it declares a document type$"):
        read_proof(str(path))


def test_a_pdf_with_a_password_is_said_to_have_one(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(60, 60, "secret")
    maker.pdf.set_encryption("owner", "user")
    with pytest.raises(UnreadableProof, match="protected by a password"):
        read_proof(str(maker.save("a.pdf")))


@pytest.mark.parametrize(
    "method", ["AES-256", *(pytest.param(name, marks=pytest.mark.long) for name in ("RC4-128", "AES-128"))]
)
# playa does not close a file that it refuses.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_pdf_that_anybody_may_open_is_read_though_it_is_encrypted(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pypdf import PdfReader, PdfWriter

    maker = Maker(tmp_path)
    maker.text(60, 60, "0400.11 a4c5")
    writer = PdfWriter(clone_from=PdfReader(maker.save("a.pdf")))
    writer.encrypt("", "owner", algorithm=method)
    writer.write(tmp_path / "b.pdf")
    assert read_proof(str(tmp_path / "b.pdf")).text == "0400.11 a4c5\n"
    if method.startswith("AES"):
        with monkeypatch.context() as without:
            without.setattr("playa.security.default_backend", None)  # as if `cryptography` was not installed
            with pytest.raises(
                UnreadableProof, match=r"^is encrypted with AES, which this copy of gbr-lsp cannot read$"
            ):
                read(str(tmp_path / "b.pdf"), lambda pages: None)
    writer = PdfWriter(clone_from=PdfReader(tmp_path / "a.pdf"))
    writer.encrypt("user", "owner", algorithm=method)
    writer.write(tmp_path / "b.pdf")
    with pytest.raises(UnreadableProof, match=r"^is protected by a password$"):
        read_proof(str(tmp_path / "b.pdf"))


@pytest.mark.parametrize(("method", "version"), [(1, 20), (12, 20), (14, 20), (9, 20), (99, 20), (8, 99)])
def test_a_word_file_that_is_packed_otherwise_is_refused_in_plain_words(
    method: int, version: int, tmp_path: Path
) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(repacked(packed(word_parts(tmp_path)), method, version=version))
    with pytest.raises(UnreadableProof, match=r"^is packed in an unknown way$"):
        read(str(path), lambda pages: None)


@pytest.mark.parametrize("error", [KeyError("x"), NotImplementedError("x"), ValueError(), ZeroDivisionError("x")])
def test_an_unexpected_error_has_plain_words(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: str, announce: object) -> None:
        raise error

    monkeypatch.setattr(kinds, "read", fail)
    assert child.result_line("a.pdf", lambda pages: None) == 'trouble "cannot be read; it may be damaged"'


_SIZES = ("NaN", "inf", "1e999", "-1270000", "", "9" * 400, "9" * 5_000, "1270000.5", "x")


@pytest.mark.parametrize("value", _SIZES, ids=lambda value: value[:12])
@pytest.mark.parametrize("name", ["cx", "cy"])
def test_a_drawing_of_unreadable_size_is_an_unread_board(name: str, value: str, tmp_path: Path) -> None:
    parts = word_parts(tmp_path)
    size = {"cx": "1270000", "cy": "1270000", name: value}
    namespace = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
    extent = f'<wp:extent cx="{size["cx"]}" cy="{size["cy"]}"/>'
    xml = (
        parts["word/document.xml"]
        .decode()
        .replace("<w:drawing>", f'<w:drawing><wp:inline xmlns:wp="{namespace}">{extent}')
    )
    parts["word/document.xml"] = xml.replace("</w:drawing>", "</wp:inline></w:drawing>").encode()
    for part, content in list(parts.items()):
        parts[part] = content.replace(b"image1.emf", b"image1.png") if part.endswith(".rels") else content
        if part.endswith("[Content_Types].xml"):
            parts[part] = content.replace(b"image1.emf", b"image1.png").replace(b'"emf"', b'"png"')
    parts["word/media/image1.png"] = parts.pop("word/media/image1.emf")
    path = tmp_path / "b.docx"
    path.write_bytes(packed(parts))
    proof = read(str(path), lambda pages: None)
    assert [(board.fen, board.problem) for board in proof.boards] == [(None, "it is a picture")]
    assert "0400.11 a4c5" in proof.text


@pytest.mark.parametrize("char", ["D800", "FFFFFFFFF", "-1", "NaN", "", "1e9e9e9"])
def test_a_symbol_without_a_character_is_replaced(char: str, tmp_path: Path) -> None:
    maker = WordMaker()
    maker.xml(f'<w:r><w:t>0400.11 a4c5 </w:t><w:sym w:char="{char}"/></w:r>')
    assert read(str(maker.save(tmp_path / "a.docx")), lambda pages: None).text == "0400.11 a4c5 \ufffd\n"


@pytest.mark.parametrize("made", [_runs, _texts])
def test_a_paragraph_of_very_many_runs_is_read_at_once(
    made: Callable[[Path], tuple[str, bytes]], tmp_path: Path
) -> None:
    """They took a minute once, and some seconds now; the bound is for a loaded machine."""
    name, content = made(tmp_path)
    (tmp_path / name).write_bytes(content)
    assert 300_000 <= len(read_proof(str(tmp_path / name), seconds=30).text)


def test_a_pdf_that_needs_a_map_of_characters_is_refused_where_there_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the extension for VS Code. With the maps it is read, and other PDFs are read without them."""
    font = b"/Type/Font/Subtype/Type0/BaseFont/Gothic/Encoding/90ms-RKSJ-H/DescendantFonts[<</Type/Font/Subtype"
    font += b"/CIDFontType0/BaseFont/Gothic/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>]"
    text = b"BT /F1 12 Tf 72 700 Td (=0323.12g3g1) Tj ET"
    east, plain = tmp_path / "east.pdf", tmp_path / "plain.pdf"
    plain.write_bytes(pdf_with(text))
    east.write_bytes(pdf_with(text).replace(b"/Type/Font/Subtype/Type1/BaseFont/Helvetica", font))
    assert "0323.12" in read(str(east), lambda pages: None).text
    (tmp_path / "absent.txt").write_text("90ms-RKSJ-H\nto-unicode-Adobe-Japan1\n")
    for name in ("CMAP_CACHE", "UMAP_CACHE"):
        monkeypatch.setattr(cmapdb, name, {})
    monkeypatch.setattr(cmapdb, "CMAP_DIR", tmp_path)
    monkeypatch.setattr(cmapdb, "_load_data", cmapdb._load_data)
    with pytest.raises(UnreadableProof, match="needs the character map 90ms-RKSJ-H"):
        read(str(east), lambda pages: None)
    assert "0323.12" in read(str(plain), lambda pages: None).text
