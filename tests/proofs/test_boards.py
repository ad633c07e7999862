"""Boards of chess fonts: every family, whatever stands on them, and what is no board."""

from pathlib import Path
from random import Random

import pytest

from gbr_lsp.proofs import places
from gbr_lsp.proofs.chess_fonts import FAMILIES, Family
from gbr_lsp.proofs.read_pdf import read_pdf
from gbr_lsp.proofs.value import Proof
from tests.proofs.making import SQUARE, Maker, caption_of, chess_font, family_named, random_fen, set_board

BY_TEXT = [family for family in FAMILIES if not family.is_keyed_by_code and family.name != "skak in layers"]


def proof_of(maker: Maker) -> Proof:
    return read_pdf(str(maker.save("a.pdf")), lambda pages: None)


def normal(fen: str) -> str:
    from gbr_lsp.notation.placement import Placement

    return Placement(fen).fen


@pytest.mark.parametrize("family", BY_TEXT, ids=lambda family: family.name)
def test_boards_of_each_family_are_read(family: Family, tmp_path: Path) -> None:
    random = Random(family.name)
    fens = [random_fen(random, men) for men in (2, 12, 20, 30)]
    maker = Maker(tmp_path)
    for number, fen in enumerate(fens):
        maker.board(family, 60 + 250 * (number % 2), 60 + 300 * (number // 2), fen)
    proof = proof_of(maker)
    assert [(board.fen, board.problem) for board in proof.boards] == [(normal(fen), None) for fen in _columns(fens)]


def _columns(fens: list[str]) -> list[str]:
    """Two columns are read one after the other."""
    return [fens[0], fens[2], fens[1], fens[3]]


@pytest.mark.parametrize("name", ["skak", "Merida", "DiagramTT"])
def test_boards_that_touch_are_parted(name: str, tmp_path: Path) -> None:
    random = Random(1)
    maker = Maker(tmp_path)
    fens = [random_fen(random, 12) for _ in range(3)]
    for number, fen in enumerate(fens):
        maker.board(family_named(name), 40 + number * 8 * SQUARE, 100, fen)
    assert [board.fen for board in proof_of(maker).boards] == [normal(fen) for fen in fens]


def test_a_jitter_of_a_third_of_a_point_does_no_harm(tmp_path: Path) -> None:
    random = Random(2)
    maker = Maker(tmp_path)
    family = family_named("skak")
    fen = random_fen(random, 10)
    maker.board(family, 60, 500, fen)
    from tests.proofs.making import set_board

    for row, line in enumerate(set_board(family, fen)):
        for column, char in enumerate(line):
            x, y = 60 + column * SQUARE, 60 + (row + 1) * SQUARE
            maker.pdf.text(x + random.uniform(-0.3, 0.3), y + random.uniform(-0.3, 0.3), char)
    assert [board.fen for board in proof_of(maker).boards] == [normal(fen)] * 2


def test_a_fairy_man_makes_a_board_unread(tmp_path: Path) -> None:
    """A man that is turned, or of another font, is never guessed."""
    maker = Maker(tmp_path)
    fen = "8/8/3k4/8/8/3K4/8/8"
    maker.board(family_named("skak"), 60, 60, fen)
    with maker.pdf.rotation(180, 60 + 4.5 * SQUARE, 60 + 4.5 * SQUARE):
        maker.pdf.text(60 + 4 * SQUARE, 60 + 5 * SQUARE, "Q")
    maker.board(family_named("skak"), 60, 400, fen)
    maker.text(60 + 4.2 * SQUARE, 400 + 4.8 * SQUARE, "G")
    boards = proof_of(maker).boards
    assert [board.fen for board in boards] == [None, None]
    assert all(board.problem for board in boards)


@pytest.mark.parametrize("fen", ["8/8/3k4/8/8/8/8/8", "8/8/3k4/8/8/3K4/8/K7"])
def test_a_board_without_one_king_each_is_unread(fen: str, tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    family = family_named("skak")
    maker.board(family, 60, 60, "8/8/3k4/8/8/3K4/8/8")
    maker.board(family, 60, 400, fen)
    assert [board.fen is None for board in proof_of(maker).boards] == [False, True]


def test_letters_in_a_grid_are_no_board(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.pdf.set_font("Courier", size=12)
    for row in range(12):
        maker.pdf.text(60, 100 + 12 * row, "KQRBNPkqrbnp" * 3)
    assert proof_of(maker).boards == []


def test_frames_and_boards_are_no_text(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.text(60, 40, "Over the board")
    maker.board(family_named("DiagramTT"), 60, 60, "8/8/3k4/8/8/3K4/8/8")
    maker.pdf.text(60, 60 + 9 * SQUARE, "IIIIIIII")
    maker.text(60, 260, "Under the board")
    assert proof_of(maker).text == "Over the board\n\nUnder the board\n"


def test_a_board_from_blacks_side_is_turned_round(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    fens = ["7k/8/8/8/8/4p3/8/K6R", "8/8/8/8/4k3/8/4P3/2KR4"]
    for number, fen in enumerate(fens):
        maker.board(family_named("skak"), 60, 60 + 250 * number, fen[::-1])
        maker.text(60, 220 + 250 * number, caption_of(fen))
    proof = read_pdf(str(maker.save("a.pdf")), lambda pages: None)
    assert [board.fen for board in proof.boards] == fens


def test_a_picture_with_a_caption_is_a_board_that_cannot_be_read(tmp_path: Path) -> None:
    from PIL import Image

    maker = Maker(tmp_path)
    maker.pdf.image(Image.new("RGB", (40, 40)), 60, 60, 150, 150)
    maker.text(60, 230, "a1h8 0100.01 2/2 Win")
    maker.pdf.image(Image.new("RGB", (40, 40)), 360, 460, 150, 150)
    maker.text(360, 640, "The author in his garden")
    proof = read_pdf(str(maker.save("a.pdf")), lambda pages: None)
    assert [(board.fen, board.problem) for board in proof.boards] == [(None, "it is a picture")]


def test_boards_a_square_apart_are_parted(tmp_path: Path) -> None:
    """Also in a font whose light squares may be missing, so that cells two squares apart may be neighbors."""
    random = Random(4)
    maker = Maker(tmp_path)
    fens = [random_fen(random, 12) for _ in range(3)]
    for number, fen in enumerate(fens):
        maker.board(family_named("Merida"), 40 + number * 9 * SQUARE, 100, fen)
    assert [board.fen for board in proof_of(maker).boards] == [normal(fen) for fen in fens]


def test_coordinates_show_that_a_board_is_seen_from_blacks_side(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    fens = ["7k/8/8/8/8/4p3/8/K6R", "8/8/8/8/4k3/8/4P3/2KR4"]
    for number, fen in enumerate(fens):
        maker.board(family_named("skak"), 60, 60 + 250 * number, fen if number else fen[::-1])
        for row in range(8):
            y = 60 + 250 * number + (row + 0.7) * SQUARE
            maker.text(50, y, str(8 - row if number else row + 1), 8)
    assert [board.fen for board in proof_of(maker).boards] == fens


def test_a_font_of_pictures_with_a_size_of_its_own(tmp_path: Path) -> None:
    """METAFONT's fonts of diagrams say a size of a hundred points for squares of ten."""
    family, fen = family_named("diagram.sty"), "8/8/3k4/8/5q2/3K4/6P1/8"
    path = tmp_path / "a.pdf"
    path.write_bytes(page_of_pictures([line.encode("latin-1") for line in set_board(family, fen)]))
    assert [board.fen for board in read_pdf(str(path), lambda pages: None).boards] == [fen]


def page_of_pictures(lines: list[bytes]) -> bytes:
    """A PDF with lines set in a font of which each character is a square of 12 points, empty ones none at all."""
    shown = b" ".join(
        b"1 0 0 1 %d %d Tm <%02x> Tj" % (60 + 12 * column, 700 - 12 * row, code)
        for row, line in enumerate(lines)
        for column, code in enumerate(line)
        if code != 255
    )
    content = b"BT /F1 120 Tf " + shown + b" ET"
    codes = b" ".join(b"/a%d" % code for code in range(256))
    drawn = b" ".join(b"/a%d 7 0 R" % code for code in range(256))
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>"
        b"endobj\n"
        b"4 0 obj<</Length " + str(len(content)).encode() + b">>stream\n" + content + b"\nendstream endobj\n"
        b"5 0 obj<</Type/Font/Subtype/Type3/FontBBox[0 0 100 100]/FontMatrix[.001 0 0 .001 0 0]"
        b"/FirstChar 0/LastChar 255"
        b"/Widths["
        + b"100 " * 256
        + b"]/Encoding<</Type/Encoding/Differences[0 "
        + codes
        + b"]>>/CharProcs<<"
        + drawn
        + b">>>>endobj\n7 0 obj<</Length 9>>stream\n100 0 d0 \nendstream endobj\ntrailer<</Root 1 0 R>>\n"
    )


def scrambled(random: Random) -> Family:
    """A font that nobody knows: each square has a character, at random."""
    squares = family_named("skak").squares
    chars = random.sample([chr(code) for code in range(33, 127)], len(squares))
    return Family("unknown", dict(zip(chars, squares.values(), strict=True)))


def test_what_a_font_means_that_nobody_knows_is_learned_from_the_captions(tmp_path: Path) -> None:
    random = Random(6)
    family = scrambled(random)
    maker = Maker(tmp_path)
    fens = [random_fen(random, 8) for _ in range(32)]
    for number, fen in enumerate(fens):
        if number and number % 4 == 0:
            maker.page()
        x, y = 60 + 250 * (number % 2), 60 + 300 * (number % 4 // 2)
        maker.board(family, x, y, fen)
        maker.text(x, y + 8.8 * SQUARE, caption_of(fen))
    read = [board.fen for board in proof_of(maker).boards if board.fen]
    assert 20 <= len(read)
    assert set(read) <= {normal(fen) for fen in fens}


def test_a_font_that_nobody_knows_is_said_without_captions(tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    maker.board(scrambled(Random(7)), 60, 60, random_fen(Random(8), 20))
    maker.text(60, 300, "A book")
    assert places.unread_summary(proof_of(maker)) == "1 board cannot be read on page 1"


@pytest.mark.parametrize("under", [True, False])
def test_captions_nearer_to_the_next_board_than_to_their_own(under: bool, tmp_path: Path) -> None:
    maker = Maker(tmp_path)
    fens = ["7k/8/8/8/8/4p3/8/K6R", "8/8/8/8/4k3/8/4P3/2KR4", "8/8/2b5/8/4k3/8/4P3/2K5", "8/8/2n5/8/4k3/8/8/2K4Q"]
    for number, fen in enumerate(fens):
        y = 60 + number * (8 * SQUARE + 30)
        maker.board(family_named("skak"), 60, y, fen)
        maker.text(60, y + 8 * SQUARE + 21 if under else y - 12, caption_of(fen))
    proof = proof_of(maker)
    captions = [proof.text[slice(*board.caption)] if board.caption else "" for board in proof.boards]
    assert captions == [caption_of(fen) for fen in fens]


def test_a_character_that_no_man_has_makes_a_board_unread(tmp_path: Path) -> None:
    """Of the font itself, where light squares may be blank."""
    maker = Maker(tmp_path)
    family = family_named("Merida")
    chess_font(tmp_path / "Boards.ttf", family, "z")
    maker.pdf.add_font("Boards", fname=tmp_path / "Boards.ttf")
    for number, line in enumerate(set_board(family, "8/8/3k4/8/8/3K4/8/8")):
        for y in (60, 400):
            maker.pdf.set_font("Boards", size=SQUARE)
            maker.pdf.text(60, y + (number + 1) * SQUARE, "z" + line[1:] if not number and y == 400 else line)
    assert [board.fen for board in proof_of(maker).boards] == ["8/8/3k4/8/8/3K4/8/8", None]
