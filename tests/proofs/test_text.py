"""The text of a page: words, columns, pages, and the place of each code point."""

from pathlib import Path

import pytest

from gbr_lsp.proofs import places
from gbr_lsp.proofs.read_pdf import read_pdf
from gbr_lsp.proofs.value import Proof
from tests.proofs.making import Maker

PROSE = "a wide line of prose that is long enough to be one"


def proof_of(maker: Maker) -> Proof:
    return read_pdf(str(maker.save("a.pdf")), lambda pages: None)


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(150, 40, "A heading over both columns of this page")
    for row in range(4):
        maker.text(40, 80 + 12 * row, f"L{row} {PROSE}")
        maker.text(310, 80 + 12 * row, f"R{row} {PROSE}")
    maker.text(280, 800, "- 12 -")
    order = [line.split()[0] for line in proof_of(maker).text.splitlines() if line]
    assert order == ["A", "L0", "L1", "L2", "L3", "R0", "R1", "R2", "R3", "-"]


def test_the_numbers_of_an_index_stay_with_their_entries(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    for row, (entry, page) in enumerate([("0400.11 a4c5", "12"), ("0400.12 b4c6", "34"), ("0410.00 c1e1", "56")]):
        maker.text(60, 80 + 14 * row, entry)
        maker.text(520, 80 + 14 * row, page)
    lines = [line.split() for line in proof_of(maker).text.splitlines() if line]
    assert lines[0] == ["0400.11", "a4c5", "12"]


def test_pages_end_in_a_form_feed_and_places_know_them(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(60, 100, "first")
    maker.page()
    maker.text(100, 200, "on the second page")
    proof = proof_of(maker)
    assert proof.text == "first\n\fon the second page\n"
    start = proof.text.index("second")
    page, box = places.place_of(proof, start, start + len("second"))
    assert page == 2
    assert places.spot_of(proof, start, start + 6) == f"p2:y{box.top:.0f}"
    width = maker.pdf.get_string_width
    assert abs(box.left - (100 + width("on the "))) < 1
    assert abs(box.right - (100 + width("on the second"))) < 1
    assert box.top < 200 < box.bottom


def test_every_code_point_has_its_place(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    for row in range(5):
        maker.text(60, 80 + 30 * row, f"a4c5 0400.1{row}   3/3 Win")
    proof = proof_of(maker)
    assert len(proof.text) == len(proof.lefts) == len(proof.rights)
    assert all(left <= right for left, right in zip(proof.lefts, proof.rights, strict=True))


def test_a_page_of_pictures_is_said_to_have_no_text(tmp_path: Path) -> None:
    from PIL import Image

    maker = Maker(tmp_path)
    maker.text(60, 100, "text")
    for _ in range(2):
        maker.page()
        maker.pdf.image(Image.new("RGB", (40, 40)), 10, 10, 100, 100)
    assert places.unread_summary(proof_of(maker)) == "pages 2–3 are pictures: run OCR first"


def test_an_empty_page_is_not_said_to_be_unread(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(60, 100, "text")
    maker.page()
    assert places.unread_summary(proof_of(maker)) is None


def test_a_document_has_its_gutters_on_all_pages(tmp_path: Path) -> None:
    """A column of moves is too empty to be one by itself; where other pages have their gutter it is one."""
    maker = Maker(tmp_path)
    for _ in range(3):
        for row in range(4):
            maker.text(40, 80 + 12 * row, f"L{row} {PROSE}")
            maker.text(310, 80 + 12 * row, f"R{row} {PROSE}")
        maker.page()
    for row in range(6):
        maker.text(60, 80 + 12 * row, f"L{row}.Kd4")
        maker.text(130, 80 + 12 * row, "Kd6")
        maker.text(330, 80 + 12 * row, f"R{row}.Ra4")
        maker.text(400, 80 + 12 * row, "Kc6")
    maker.text(40, 160, f"L6 {PROSE}")
    maker.text(310, 160, f"R6 {PROSE}")
    last = proof_of(maker).text.split("\f")[-1]
    assert [line[:2] for line in last.splitlines() if line] == [f"{side}{row}" for side in "LR" for row in range(7)]


def test_a_note_mark_behind_a_code_is_none_of_it(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(60, 100, "a1h8 0100.01 2/2")
    end = 60 + maker.pdf.get_string_width("a1h8 0100.01 2/2")
    maker.text(end, 98, "1", 6)
    assert proof_of(maker).text == "a1h8 0100.01 2/2 1\n"


@pytest.mark.parametrize("gap", [1.5, 2.0, 3.5])
@pytest.mark.parametrize("space", ["", " "])
def test_letter_spaced_words_are_read_as_words(tmp_path: Path, gap: float, space: str) -> None:
    maker = Maker(tmp_path)
    spaced(maker, 60, 100, "a4c5 0400.11 3/3 Win", gap, space)
    assert proof_of(maker).text == "a4c5 0400.11 3/3 Win\n"


def spaced(maker: Maker, x: float, y: float, text: str, gap: float, space: str = "") -> None:
    """Sets a text letter by letter with gaps, in which blanks are `space`."""
    for char in text:
        if char != " " or space:
            maker.text(x, y, char)
        x += maker.pdf.get_string_width(char) + gap


@pytest.mark.parametrize("row", ["abcdefgh", "10110100", "KQRBNPKQRB"])
def test_single_characters_that_stand_apart_are_no_letter_spaced_word(tmp_path: Path, row: str) -> None:
    maker = Maker(tmp_path)
    spaced(maker, 60, 100, row, 3.5)
    maker.text(60, 200, " ".join(row) + "    " + " ".join(row))
    assert proof_of(maker).text.split() == list(row) * 3


def test_small_capitals_are_small_letters(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    x = 60.0
    for char in "A4C5 0400.11 WIN":
        size = 7.5 if char in "ACIN" else 10
        maker.text(x, 100, char, size=size)
        x += maker.pdf.get_string_width(char)
    maker.text(x + 20, 100, "12", size=14)
    x += 20 + maker.pdf.get_string_width("12")
    maker.text(x, 100, ".Kf3", size=10)
    assert proof_of(maker).text == "a4c5 0400.11 Win   12.Kf3\n"
