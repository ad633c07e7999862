"""`gbr-lsp check book.pdf`, as its user calls it."""

import json
import os
from pathlib import Path

import pytest

from tests.proofs.making import SQUARE, Maker, family_named
from tests.support.commands import Ran, run

SKAK = family_named("skak")
BOARDS = {
    "0040.22 e6g6": "8/6b1/4Kpk1/6p1/6B1/6PP/8/8",
    "0001.04 f1h1": "8/5N2/4p3/6p1/5p2/7p/8/5K1k",
}


def book(folder: Path, *captions: str, extra: str = "") -> Path:
    """A page with a board over each caption; ten more that agree make place trusted."""
    maker = Maker(folder)
    fens = list(BOARDS.values())
    for number, caption in enumerate(captions):
        if number and number % 4 == 0:
            maker.page()
        x, y = 60 + 250 * (number % 2), 60 + 300 * (number % 4 // 2)
        maker.board(SKAK, x, y, fens[number % 2])
        maker.text(x + 40, y + 9.2 * SQUARE, caption)
    if extra:
        maker.text(60, 800, extra)
    return maker.save("book.pdf")


def check(folder: Path, *arguments: str) -> Ran:
    return run("check", "--isolated", *arguments, cwd=folder)


RIGHT = ["0040.22 e6g6", "0001.04 f1h1"] * 10
"""Captions that agree with the boards over them."""


def test_a_book_without_mistakes(tmp_path: Path) -> None:
    book(tmp_path, *RIGHT)
    result = check(tmp_path, "book.pdf")
    read = "20 of 20 codes compared (20 with a board, 0 with a solution), in 1 file\n"
    assert (result.status, result.out) == (0, f"No findings in 1 file\n{read}")


def test_the_solutions_that_were_followed_are_counted(tmp_path: Path) -> None:
    book(tmp_path, *RIGHT[:2], extra="1.Nd8 g4 2.Nxe6 f3 3.Nf4 g3 4.Nxh3")
    read = "2 of 2 codes compared (2 with a board, 1 with a solution), in 1 file"
    assert check(tmp_path, "book.pdf").out.splitlines()[-1] == read


def test_a_caption_is_held_against_the_board_over_it(tmp_path: Path) -> None:
    """Two digits and a king are wrong: only its place shows which board it belongs to."""
    book(tmp_path, *RIGHT[:-1], "0103.05 f2h1")
    result = check(tmp_path, "book.pdf", "--output-format", "concise")
    assert result.status == 1
    lines = result.out.splitlines()
    (line,) = lines
    assert line.split(":")[1] == "p5"
    assert "force-mismatch The class is" in line
    assert line.endswith("and kings on f1 and h1")


def test_what_stands_at_a_place_of_check_is_explained() -> None:
    """Two captions stand side by side; the place of a board is asked for too."""
    root = Path(__file__).parents[2]
    captions = run("explain", "docs/printed/page.pdf:p1:y227", cwd=root)
    heads = [line for line in captions.out.splitlines() if line.startswith("docs")]
    assert captions.status == 0
    assert heads == [
        "docs/printed/page.pdf:p1:y227: a2f1 0411.56 10/9 Win",
        "docs/printed/page.pdf:p1:y227: h5g7 4010.67 9/8 Draw",
    ]
    assert "belongs to g6e6 0040.22 4/4 Win" in run("explain", "docs/printed/page.pdf:p1:y290", cwd=root).out
    nowhere = run("explain", "docs/printed/page.pdf:p1:y1", cwd=root)
    assert (nowhere.status, nowhere.err) == (
        2,
        "gbr-lsp: docs/printed/page.pdf has neither a line nor a board at p1:y1\n",
    )


def test_place_blames_nobody_where_most_captions_stand_elsewhere(tmp_path: Path) -> None:
    book(tmp_path, *["4000.11 a1h8", "0103.05 f2h1"] * 3)
    assert check(tmp_path, "book.pdf").status == 0


def test_json_has_pages_and_boxes(tmp_path: Path) -> None:
    book(tmp_path, *RIGHT[:-1], "0001.05 f1h1")
    (finding,) = json.loads(check(tmp_path, "book.pdf", "--output-format", "json").out)
    assert (finding["code"], finding["page"], finding["text"]) == ("force-mismatch", 5, "0001.05 f1h1")
    left, top, right, bottom = finding["box"]
    assert 340 < left < right < 400
    assert 500 < top < bottom < 540


def test_sarif_has_pages(tmp_path: Path) -> None:
    book(tmp_path, *RIGHT[:-1], "0001.05 f1h1")
    (result,) = json.loads(check(tmp_path, "book.pdf", "--output-format", "sarif").out)["runs"][0]["results"]
    assert result["locations"][0]["logicalLocations"][0]["name"] == "page 5"


def test_a_baseline_survives_a_new_layout(tmp_path: Path) -> None:
    book(tmp_path, *RIGHT[:-1], "0001.05 f1h1")
    assert check(tmp_path, "book.pdf", "--write-baseline", "--baseline", "known.json").status == 0
    book(tmp_path, *RIGHT[2:-1], "0001.05 f1h1 Win", extra="Another line")
    result = check(tmp_path, "book.pdf", "--baseline", "known.json")
    assert (result.status, result.err) == (0, "")


def test_a_count_beside_a_board_is_checked_without_a_code(tmp_path: Path) -> None:
    book(tmp_path, *["#2   (4+4)", "#3   (2+5)"] * 6, "#2   (5+4)")
    result = check(tmp_path, "book.pdf", "--output-format", "concise")
    assert result.out.count("\n") == 1
    assert "signature-mismatch The count should be 4+4" in result.out


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    from PIL import Image

    maker = Maker(tmp_path)
    maker.pdf.image(Image.new("RGB", (40, 40)), 10, 10, 100, 100)
    maker.save("scanned.pdf")
    result = check(tmp_path, "scanned.pdf")
    assert (result.status, result.out) == (0, "Nothing could be read in 1 file\n")
    assert result.err == (
        "gbr-lsp: scanned.pdf: page 1 is a picture: run OCR first\n"
        "gbr-lsp: text recognition (OCR) makes a PDF with text of scanned pages\n"
    )
    assert check(tmp_path, "scanned.pdf", "--fail-unread").status == 1


def test_pages_without_text_are_said_and_nothing_else(tmp_path: Path) -> None:
    """A page that is filled, and one whose text runs upwards."""
    maker = Maker(tmp_path)
    maker.pdf.rect(50, 50, 400, 600, style="F")
    maker.page()
    with maker.pdf.rotation(90, 200, 400):
        maker.text(100, 400, "0001.04 f1h1 3/5 Win")
    maker.save("book.pdf")
    result = check(tmp_path, "book.pdf", "--fail-unread")
    assert (result.status, result.out) == (1, "Nothing could be read in 1 file\n")
    assert result.err == "gbr-lsp: book.pdf: page 1 is a picture: run OCR first; the text of page 2 is turned\n"


def test_labels_of_pages_are_those_of_the_file(tmp_path: Path) -> None:
    """What is damaged in them is left out, and where there are none, none are made up."""
    from pypdf import PdfWriter
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, TextStringObject

    path = book(tmp_path, "0040.22 g6e6", "0001.04 f1h1", *RIGHT)
    begins = DictionaryObject({NameObject("/P"): TextStringObject("A-"), NameObject("/S"): NameObject("/D")})
    for numbers, label in ((None, None), ([NumberObject(0), begins], "A-1"), ([TextStringObject("x"), begins], None)):
        writer = PdfWriter(clone_from=path)
        if numbers:
            labels = DictionaryObject({NameObject("/Nums"): ArrayObject(numbers)})
            writer.root_object[NameObject("/PageLabels")] = labels
        writer.write(tmp_path / "labeled.pdf")
        (found,) = json.loads(check(tmp_path, "labeled.pdf", "--output-format", "json").out)
        assert (found["page"], found["label"]) == (1, label)


def test_fixes_are_refused(tmp_path: Path) -> None:
    book(tmp_path, *RIGHT)
    for option in ("--fix", "--diff"):
        result = check(tmp_path, "book.pdf", option)
        assert result.status == 2
        assert "cannot change book.pdf" in result.err
    (tmp_path / "a.txt").write_text("0400,10 g3g1\n")
    assert "1 finding in 1 of 1 file; 1 fixable with --fix\n" in check(tmp_path, "a.txt").out
    assert "1 finding in 1 of 2 files\n" in check(tmp_path, "a.txt", "book.pdf").out


def test_old_word_files_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0")
    result = check(tmp_path, "old.doc")
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert "save it as .docx" in result.err


def test_proofs_in_a_folder_are_not_looked_at(tmp_path: Path) -> None:
    book(tmp_path, *RIGHT[:-1], "0001.05 f1h1")
    assert "book.pdf" not in check(tmp_path, "--show-files", ".").out


def test_a_proof_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    book(tmp_path, *RIGHT)
    result = check(tmp_path, "book.pdf", "--proof-timeout", "0.001")
    assert result.status == 2
    assert "takes longer than" in result.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_that_nobody_writes_to_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "book.pdf")
    result = check(tmp_path, "book.pdf")
    assert (result.status, result.err) == (2, "gbr-lsp: book.pdf: is not a regular file\n")


def test_a_folder_of_proofs_alone_says_what_was_left_out(tmp_path: Path) -> None:
    """What git or the settings exclude was not left out by us, and images are told how they are read."""
    said = "gbr-lsp: there are no files to check\n"
    for name in ("b.PDF", "a.docx", "sub/c.pdf", "sub/d.doc", "page.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    for arguments in ((), (".",), ("--show-files",)):
        result = check(tmp_path, *arguments)
        assert (result.status, result.out) == (0, "")
        assert result.err == (
            f"{said}gbr-lsp: a.docx, b.PDF, {os.path.join('sub', 'c.pdf')} and 1 other were left out: "
            "name a PDF or Word file to have it checked\n"
        )
    (tmp_path / ".gitignore").write_text("*.pdf\n*.PDF\n*.d*\n")
    ocr = "text recognition (OCR) makes a PDF with text of scanned pages"
    assert check(tmp_path).err == f"{said}gbr-lsp: page.png was left out: {ocr}\n"
    (tmp_path / ".gitignore").write_text("*.*\n")
    assert check(tmp_path).err == said
    (tmp_path / "a.txt").touch()
    (tmp_path / ".gitignore").unlink()
    assert check(tmp_path).err == ""


def test_findings_show_their_place_and_no_line_of_extracted_text(tmp_path: Path) -> None:
    book(tmp_path, *RIGHT[:-1], "0001.05 f1h1")
    lines = check(tmp_path, "book.pdf").out.splitlines()
    place = lines[0].removeprefix("book.pdf:").partition(": ")[0]
    assert lines[1:4] == [f"{' ' * len(place)} |", f"{place} | 0001.05 f1h1", f"{' ' * len(place)} | ^^^^^^^"]
    assert lines[4].startswith("  = possible fix: ")
