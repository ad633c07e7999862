"""Lines that run from a board with one man wrong, against trying every board that is one slip away."""

import random

import chess
import pytest

from gbr_lsp.notation.checks import impossibility
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.position import position_of
from gbr_lsp.solutions.relocations import find_relocations, is_legal_with_slip

LASKER = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7"
LINE = ["Kb1", "Kb7", "Kc1", "Kc7", "Kd1", "Kd8", "Kc2", "Kc8"]


def boards_a_slip_away(board: chess.Board) -> list[chess.Board]:
    """Obvious and slow."""
    found = []
    for square, piece in board.piece_map().items():
        for to in chess.SQUARES:
            if chess.square_distance(square, to) == 1 and not board.piece_at(to):
                moved = board.copy()
                moved.remove_piece_at(square)
                moved.set_piece_at(to, piece)
                found.append(moved)
        if piece.piece_type == chess.KING:
            continue
        for kind in (None, *chess.PIECE_TYPES[:-1]):
            for color in chess.COLORS:
                other = chess.Piece(kind, color) if kind else None
                if other != piece and (other is None or other.color == piece.color or kind == piece.piece_type):
                    changed = board.copy()
                    changed.remove_piece_at(square)
                    if other:
                        changed.set_piece_at(square, other)
                    found.append(changed)
    return found


def runs(board: chess.Board, line: list[str]) -> bool:
    board = board.copy()
    for san in line:
        try:
            board.push_san(san)
        except ValueError:
            return False
    return True


@pytest.mark.parametrize("seed", range(30))
def test_what_runs_from_a_board_a_slip_away_is_what_trying_all_of_them_says(seed: int) -> None:
    rng = random.Random(seed)
    board = chess.Board(f"{LASKER} w - - 0 1")
    start = rng.choice(boards_a_slip_away(board)) if rng.random() < 0.5 else board
    line = LINE.copy()
    line[rng.randrange(4)] = rng.choice(["Kb2", "Ka2", "Kh8", "c6", "Rb7", "Kd7", "axb5", "Qc3"])
    start.turn = chess.WHITE
    position = position_of(Placement(start.board_fen()), True, "")
    expected = any(runs(other, line) for other in boards_a_slip_away(start))
    assert is_legal_with_slip(position, line, len(line)) is expected


def test_a_man_one_square_off_explains_a_line() -> None:
    position = position_of(Placement(LASKER.replace("k7", "1k6")), True, "")
    assert is_legal_with_slip(position, LINE, len(LINE))
    assert not is_legal_with_slip(position, ["Kh8", *LINE], 1)


@pytest.mark.parametrize("seed", range(10))
def test_the_men_on_wrong_squares_are_those_that_trying_all_squares_finds(seed: int) -> None:
    rng = random.Random(seed)
    board = chess.Board("8/8/8/8/2p5/2k1N2P/8/K6R w - - 0 1")
    square, piece = rng.choice(list(board.piece_map().items()))
    wrong = board.copy()
    wrong.remove_piece_at(square)
    wrong.set_piece_at(rng.choice([to for to in range(8, 56) if not board.piece_at(to)]), piece)
    lines = [["Nd5", "Kd4", "Nf4", "c3"], ["Ng4", "Kd4", "Nf6"], ["Nc2", "Kd3", "Rd1"]][: rng.randrange(1, 4)]
    expected = set()
    for start, man in wrong.piece_map().items():
        for to in range(8, 56) if man.piece_type == chess.PAWN else chess.SQUARES:
            other = wrong.copy()
            other.remove_piece_at(start)
            if wrong.piece_at(to) is None:
                other.set_piece_at(to, man)
                if impossibility(Placement(other.board_fen()), True) is None and all(
                    runs(other, line) for line in lines
                ):
                    expected.add((start, to, man.piece_type, man.color))
    found = list(find_relocations(position_of(Placement(wrong.board_fen()), True, ""), lines))
    assert set(found) == expected
    assert [man.steps for man in found] == sorted(man.steps for man in found)
