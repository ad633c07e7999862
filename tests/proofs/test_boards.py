"""Boards of chess fonts: every family, whatever stands on them, and what is no board."""

from pathlib import Path
from random import Random

import pytest

from gbr_lsp.proofs.chess_fonts import FAMILIES, Family
from gbr_lsp.proofs.read_pdf import read_pdf
from gbr_lsp.proofs.value import Proof
from tests.proofs.making import SQUARE, Maker, caption_of, family_named, random_fen

BY_TEXT = [family for family in FAMILIES if not family.by_code and family.name != "skak in layers"]


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
