"""Boards that are drawn: which outline is which man is learned from the captions, and never guessed."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from gbr_lsp.lint.engine import lint
from gbr_lsp.notation.placement import Placement
from gbr_lsp.proofs.document import document_of
from gbr_lsp.proofs.read_pdf import read_pdf
from gbr_lsp.proofs.value import Proof
from tests.proofs.making import SQUARE, Maker, caption_of, draw_board


def legal_fen(random: Random) -> str:
    """A placement with kings apart, no pawns on the last ranks and at most two men of a kind."""
    while True:
        squares = random.sample(range(8, 56), 7)
        if 2 < max(abs(squares[0] // 8 - squares[1] // 8), abs(squares[0] % 8 - squares[1] % 8)):
            break
    board = ["1"] * 64
    men = ["K", "k", *random.sample("QRBNPPqrbnpp", 5)]
    for square, man in zip(squares, men, strict=True):
        board[square] = man
    return Placement("/".join("".join(board[rank : rank + 8]) for rank in range(0, 64, 8))).fen


def book(folder: Path, fens: Sequence[str], captions: Sequence[str | None]) -> Proof:
    maker = Maker(folder)
    random = Random(7)
    for number, (fen, caption) in enumerate(zip(fens, captions, strict=True)):
        if number and number % 4 == 0:
            maker.page()
        x, y = 60 + 250 * (number % 2), 60 + 300 * (number % 4 // 2)
        draw_board(maker, x, y, fen, random)
        if caption:
            maker.text(x + 40, y + 9 * SQUARE, caption)
    return read_pdf(str(maker.save("book.pdf")), lambda pages: None)


def test_outlines_are_learned_from_captions_and_a_wrong_one_is_found(tmp_path: Path) -> None:
    random = Random(11)
    fens = [legal_fen(random) for _ in range(32)]
    captions: list[str | None] = [caption_of(fen) for fen in fens]
    said = captions[9]
    assert said is not None
    wrong = "4444" if said[:4] != "4444" else "0000"
    captions[9] = wrong + said[4:]
    proof = book(tmp_path, fens, captions)
    assert sorted(str(board.fen) for board in proof.boards) == sorted(fens)
    found = lint(document_of(proof), frozenset({"force-mismatch", "king-mismatch"}))
    assert [(item.finding.rule, proof.text[item.span.start : item.span.end][:4]) for item in found] == [
        ("force-mismatch", wrong)
    ]


def test_a_board_without_caption_is_read_once_the_men_are_proved(tmp_path: Path) -> None:
    random = Random(12)
    fens = [legal_fen(random) for _ in range(32)]
    proof = book(tmp_path, fens, [caption_of(fen) if number % 8 else None for number, fen in enumerate(fens)])
    assert sorted(str(board.fen) for board in proof.boards) == sorted(fens)


def test_nothing_is_guessed_from_few_captions(tmp_path: Path) -> None:
    random = Random(13)
    for number in range(3):
        fens = [legal_fen(random) for _ in range(16)]
        few = random.sample(range(16), 4 + number)
        proof = book(tmp_path, fens, [caption_of(fen) if n in few else None for n, fen in enumerate(fens)])
        assert len(proof.boards) == 16
        assert {board.fen for board in proof.boards} <= {*fens, None}


def test_boards_without_any_caption_are_unread(tmp_path: Path) -> None:
    proof = book(tmp_path, ["8/8/3k4/8/8/3K4/8/8"], [None])
    assert [(board.fen, board.problem) for board in proof.boards] == [
        (None, "the captions do not prove which man is on d6")
    ]


def test_captions_that_are_all_wrong_teach_nothing(tmp_path: Path) -> None:
    random = Random(14)
    fens = [legal_fen(random) for _ in range(12)]
    proof = book(tmp_path, fens, [caption_of(legal_fen(random)) for _ in fens])
    assert {board.fen for board in proof.boards} == {None}
    assert lint(document_of(proof), frozenset({"force-mismatch", "king-mismatch"})) == []
