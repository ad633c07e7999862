"""`check --annotate`: a copy that begins with the original, with a highlight over what is wrong."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdf
import pytest

from tests.proofs.making import Maker, family_named
from tests.support.commands import run

LINE = "f1h1 0001.04 2/6 Win"


def page(folder: Path, turned: int = 0) -> Maker:
    """A page with the line at 400, 300; turned text stands upright on the page when that is turned as far."""
    maker = Maker(folder)
    maker.pdf.set_font("Helvetica", size=10)
    with maker.pdf.rotation(turned, 400, 300):
        maker.text(400, 300, LINE)
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(maker.save("straight.pdf")))
    writer.pages[0].rotate(turned)
    writer.write(str(folder / "book.pdf"))
    return maker


def marked(folder: Path) -> list[Any]:
    ran = run("check", "--isolated", "book.pdf", "--annotate", "marked.pdf", cwd=folder)
    assert (ran.status, ran.err) == (1, "")
    original, copy = (folder / "book.pdf").read_bytes(), (folder / "marked.pdf").read_bytes()
    assert copy.startswith(original)
    page: Any = pypdf.PdfReader(folder / "marked.pdf").pages[0]
    return [note.get_object() for note in page["/Annots"]]


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_the_highlight_covers_what_is_wrong(turned: int, tmp_path: Path) -> None:
    """Within a point, on a page that is turned too: its own coordinates are not."""
    maker = page(tmp_path, turned)
    (note,) = marked(tmp_path)
    assert note["/Subtype"] == "/Highlight"
    assert "The control should be 2/5: by the class, White has 2 men and Black 5" in note["/Contents"]
    start, end = (maker.pdf.get_string_width(text) for text in ("f1h1 0001.04 ", "f1h1 0001.04 2/6"))
    left, low, right, high = (float(value) for value in note["/Rect"])
    along = {
        0: (left - 400, right - 400),
        90: (low - 542, high - 542),
        180: (400 - right, 400 - left),
        270: (542 - high, 542 - low),
    }[turned]
    assert abs(along[0] - start) < 1
    assert abs(along[1] - end) < 1
    assert left - 1 < 400 < right + 1 or turned in (0, 180)
    assert low - 1 < 542 < high + 1 or turned in (90, 270)


def test_notes_that_were_there_are_kept(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(100, 300, LINE)
    maker.pdf.text_annotation(50, 50, "an old note")
    maker.save("book.pdf")
    notes = marked(tmp_path)
    assert len(notes) == 2
    assert any(note.get("/Contents") == "an old note" for note in notes)


def test_only_one_pdf_is_annotated(tmp_path: Path) -> None:
    page(tmp_path)
    (tmp_path / "a.md").write_text(LINE)
    for names in (["a.md"], ["a.md", "book.pdf"]):
        ran = run("check", "--isolated", *names, "--annotate", "marked.pdf", cwd=tmp_path)
        assert ran.status == 2
        assert "--annotate needs one PDF or Word file" in ran.err


def test_the_original_is_not_replaced_by_its_copy(tmp_path: Path) -> None:
    page(tmp_path)
    before = (tmp_path / "book.pdf").read_bytes()
    ran = run("check", "--isolated", "book.pdf", "--annotate", str(tmp_path / "book.pdf"), cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert "--annotate would overwrite book.pdf" in ran.err
    assert (tmp_path / "book.pdf").read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_the_copy_is_written_even_if_the_reader_of_the_report_closes_it(tmp_path: Path) -> None:
    proof = Path(__file__).parents[2] / "docs/printed/page.pdf"
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "gbr_lsp", "check", "--annotate", "marked.pdf", str(proof)]
    try:
        ended = subprocess.run(command, cwd=tmp_path, stdout=write, stderr=subprocess.PIPE)
    finally:
        os.close(write)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert (tmp_path / "marked.pdf").read_bytes().startswith(proof.read_bytes())


def test_the_update_is_written_as_the_original_is(tmp_path: Path) -> None:
    """A table of places behind a table, a stream behind a stream; and the trailer has all that it had."""
    maker = Maker(tmp_path)
    maker.text(100, 300, LINE)
    maker.pdf.set_title("A book")
    maker.save("book.pdf")
    original = (tmp_path / "book.pdf").read_bytes()
    marked(tmp_path)
    update = (tmp_path / "marked.pdf").read_bytes()[len(original) :]
    assert b"\nxref\n" in update
    assert b"/XRef" not in update
    assert pypdf.PdfReader(tmp_path / "marked.pdf").metadata.title == "A book"  # type: ignore[union-attr]
    writer = pypdf.PdfWriter(tmp_path / "book.pdf", incremental=True)
    writer.pages[0].rotate(360)
    writer.write(str(tmp_path / "book.pdf"))
    original = (tmp_path / "book.pdf").read_bytes()
    assert b"/XRef" in original
    assert len(marked(tmp_path)) == 1
    update = (tmp_path / "marked.pdf").read_bytes()[len(original) :]
    assert b"/XRef" in update
    assert b"\nxref\n" not in update


@pytest.mark.parametrize(("part", "operator"), [("", "rg"), ("1", "G"), ("2", "g")])
def test_a_highlight_is_painted_as_the_kind_of_pdf_allows(part: str, operator: str, tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(100, 300, LINE)
    if part:
        maker.pdf.set_xmp_metadata(
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description '
            'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" rdf:about=""><pdfaid:part>'
            f"{part}</pdfaid:part></rdf:Description></rdf:RDF>"
        )
    maker.save("book.pdf")
    (note,) = marked(tmp_path)
    form = note["/AP"]["/N"]
    assert operator in form.get_data().decode().split()
    assert ("/ExtGState" in form["/Resources"]) is (part != "1")
    assert ("/C" in note) is (not part)


@pytest.mark.parametrize("corners", [(297, 100, 595, 842), (595, 842, 297, 100)])
def test_a_page_that_does_not_begin_at_its_origin(corners: tuple[int, ...], tmp_path: Path) -> None:
    """As the halves of a sheet with two pages are cut, with the corners in either order."""
    maker = Maker(tmp_path)
    maker.text(400, 300, LINE)
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(maker.save("whole.pdf")))
    for box in ("mediabox", "cropbox"):
        setattr(writer.pages[0], box, pypdf.generic.RectangleObject(corners))
    writer.write(str(tmp_path / "book.pdf"))
    (note,) = marked(tmp_path)
    start = 400 + maker.pdf.get_string_width("f1h1 0001.04 ")
    assert abs(float(note["/Rect"][0]) - start) < 1
    assert float(note["/Rect"][1]) - 1 < 542 < float(note["/Rect"][3]) + 1


@pytest.mark.parametrize(
    ("password", "why"), [("secret", "is protected by a password"), ("", "is encrypted and cannot be annotated")]
)
def test_what_is_encrypted_is_one_line(password: str, why: str, tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(100, 300, LINE)
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(maker.save("open.pdf")))
    writer.encrypt(password, "owner", algorithm="RC4-128")
    writer.write(str(tmp_path / "book.pdf"))
    ran = run("check", "-q", "--isolated", "book.pdf", "--annotate", "marked.pdf", cwd=tmp_path)
    assert ran.status in (1, 2)
    assert [line for line in ran.err.splitlines() if line][-1].endswith(f"book.pdf: {why}")
    assert not (tmp_path / "marked.pdf").exists()


def test_what_the_library_says_about_a_damaged_file_is_not_printed(tmp_path: Path) -> None:
    page(tmp_path)
    book = tmp_path / "book.pdf"
    # Two entries of the cross-reference table point beside their objects.
    damaged, count = re.subn(rb"(?m)^\d{10}( 00000 n)", rb"0000000011\1", book.read_bytes(), count=2)
    assert count == 2
    book.write_bytes(damaged)
    ran = run("check", "-q", "--isolated", "book.pdf", "--annotate", "marked.pdf", cwd=tmp_path)
    assert (ran.status, ran.err) == (1, "")
    assert (tmp_path / "marked.pdf").read_bytes().startswith(damaged)


def test_two_pages_on_a_sheet(tmp_path: Path) -> None:
    """As printers lay them: each page smaller, beside the other, with its boards, captions and highlights."""
    folders = [tmp_path / side for side in ("left", "right")]
    for folder in folders:
        folder.mkdir()
        maker = Maker(folder)
        maker.board(family_named("skak"), 60, 60, "8/5N2/4p3/6p1/5p2/7p/8/5K1k")
        maker.text(60, 230, LINE)
        maker.save("page.pdf")
    writer = pypdf.PdfWriter()
    sheet = writer.add_blank_page(842, 595)
    for number, folder in enumerate(folders):
        moved = pypdf.Transformation().scale(0.7).translate(421 * number, 0)
        sheet.merge_transformed_page(pypdf.PdfReader(folder / "page.pdf").pages[0], moved)
    writer.write(str(tmp_path / "book.pdf"))
    notes = marked(tmp_path)
    start = 60 + maker.pdf.get_string_width("f1h1 0001.04 ")
    assert [round(float(note["/Rect"][0])) for note in notes] == [round(0.7 * start), round(421 + 0.7 * start)]
    assert all(abs(float(note["/Rect"][1]) - 0.7 * (842 - 230)) < 3 for note in notes)


def test_a_tagged_pdf_keeps_its_structure(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(100, 300, LINE)
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(maker.save("plain.pdf")))
    root = writer.root_object
    name, thing = pypdf.generic.NameObject, pypdf.generic.DictionaryObject
    root[name("/MarkInfo")] = thing({name("/Marked"): pypdf.generic.BooleanObject(True)})
    root[name("/StructTreeRoot")] = writer._add_object(thing({name("/Type"): name("/StructTreeRoot")}))
    writer.pages[0][name("/StructParents")] = pypdf.generic.NumberObject(0)
    writer.write(str(tmp_path / "book.pdf"))
    assert len(marked(tmp_path)) == 1
    copy = pypdf.PdfReader(tmp_path / "marked.pdf")
    catalog: Any = copy.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"]
    assert catalog["/StructTreeRoot"]["/Type"] == "/StructTreeRoot"
    page: Any = copy.pages[0]
    assert page["/StructParents"] == 0
