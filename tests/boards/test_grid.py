"""Boards as programs print them."""

from collections.abc import Callable

import chess
import pytest
from hypothesis import given

from gbr_lsp.base.text import Span
from gbr_lsp.boards.drawing import figures
from gbr_lsp.boards.grid import find
from gbr_lsp.boards.value import Board
from gbr_lsp.notation.placement import Placement
from tests.support.strategies import placements, texts

STUDY = Placement("6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1")
RULE = " +---+---+---+---+---+---+---+---+"


def framed(board: chess.Board) -> str:
    ranks = (
        " | " + " | ".join(cell.replace(".", " ") for cell in row.split(" ")) + f" | {8 - number}"
        for number, row in enumerate(str(board).split("\n"))
    )
    return "\n".join([RULE, *(f"{rank}\n{RULE}" for rank in ranks), "   a   b   c   d   e   f   g   h"])


WAYS: dict[str, Callable[[chess.Board], str]] = {
    "letters": str,
    "letters without blanks": lambda board: str(board).replace(" ", ""),
    "hyphens": lambda board: str(board).replace(".", "-"),
    "figurines": lambda board: board.unicode(),
    "figurines between bars": lambda board: board.unicode(borders=True),
    "from Black's side": lambda board: board.unicode(borders=True, orientation=chess.BLACK),
    "figures of our own": lambda board: "\n".join(figures(Placement(board.board_fen()))),
    "frame": framed,
    "quoted": lambda board: "> " + str(board).replace("\n", "\r\n> "),
}


def boards(text: str) -> list[Board]:
    return find(text, Span(0, len(text)))


@pytest.mark.parametrize("way", WAYS)
@given(placements())
def test_what_programs_print_is_read_as_what_it_shows_or_not_at_all(way: str, placement: Placement) -> None:
    printed = WAYS[way](chess.Board(f"{placement.fen} w - - 0 1"))
    shown = [board.placement for board in boards(f"A board.\n\n{printed}\n\nMoves.")]
    assert shown in ([placement], [None], [])


@pytest.mark.parametrize("way", WAYS)
def test_a_study_is_read_as_each_program_prints_it(way: str) -> None:
    printed = WAYS[way](chess.Board(f"{STUDY.fen} w - - 0 1"))
    for text in (printed, f"A board.\n\n{printed}\n\nMoves.", f"<pre>{printed}</pre>"):
        assert [board.placement for board in boards(text)] == [STUDY]


@given(texts)
def test_any_text_can_be_searched(text: str) -> None:
    for board in boards(text):
        assert 0 <= board.span.start < board.span.end <= len(text)
