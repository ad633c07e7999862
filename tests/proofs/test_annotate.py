"""`check --annotate`: a copy that begins with the original, with a highlight over what is wrong."""

from pathlib import Path
from typing import Any

import pypdf
import pytest

from tests.proofs.making import Maker
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
    assert "The force makes the control 2/5" in note["/Contents"]
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
