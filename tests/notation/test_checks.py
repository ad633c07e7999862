"""Our own checks against python-chess."""

import chess
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.notation.checks import attackers, impossibility, sides_of
from gbr_lsp.notation.placement import Placement
from tests.support.strategies import placements, times

WRONG = chess.STATUS_OPPOSITE_CHECK | chess.STATUS_IMPOSSIBLE_CHECK | chess.STATUS_TOO_MANY_CHECKERS


@times(2)
@given(placements(), st.booleans())
def test_checkers_are_those_of_python_chess(placement: Placement, color: bool) -> None:
    board = chess.BaseBoard(placement.fen)
    king = board.king(color)
    assert king is not None
    white, black = sides_of(placement)
    found = attackers(white, black, color) if color else attackers(black, white, color)
    assert found == int(board.attackers(not color, king))


@times(2)
@given(placements(), st.booleans())
def test_what_python_chess_calls_impossible_is_impossible(placement: Placement, turn: bool) -> None:
    """We know a few impossible checks more: two men that jump or step, and a pawn that has not moved."""
    board = chess.Board(None)
    board.set_board_fen(placement.fen)
    board.turn = turn
    if board.status() & WRONG:
        assert impossibility(placement, turn)


@given(st.lists(st.integers(0, 400), max_size=60))
def test_positions_of_games_are_possible(choices: list[int]) -> None:
    """Whatever moves are played from the initial position, no position that arises is called impossible."""
    board = chess.Board()
    for choice in choices:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
        placement = Placement(board.board_fen())
        assert impossibility(placement, board.turn) is None
        assert impossibility(placement, None) is None
