"""Boards that are the same or nearly so, found by numbers, against a comparison of all with all."""

import random

import chess
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.collection.nearness import relation_of
from gbr_lsp.collection.neighbors import Neighbors
from gbr_lsp.collection.same_boards import board_number
from gbr_lsp.notation.placement import Placement
from tests.collection import naive


def boards(random_: random.Random) -> list[chess.Board]:
    """Some boards, and others that are changed a little or only look different."""
    made = [naive.study(random_).board for _ in range(4)]
    for board in list(made):
        other = board.transform(chess.flip_horizontal) if random_.random() < 0.5 else board.copy()
        if random_.random() < 0.4:
            other = other.mirror()
        if not other.pawns and random_.random() < 0.5:
            other = other.transform(chess.flip_diagonal)
        if random_.random() < 0.5:
            square = random_.choice(list(other.piece_map()))
            man = other.remove_piece_at(square)
            if random_.random() < 0.6 or (man and man.piece_type == chess.KING):
                free = [one for one in range(8, 56) if not other.piece_at(one)]
                other.set_piece_at(random_.choice(free), man)
        made.append(other)
    return made


def squares(board: chess.Board) -> str:
    return Placement(board.board_fen()).squares


@given(st.integers(0, 1 << 32))
def test_boards_have_the_same_number_if_they_are_the_same(seed: int) -> None:
    made = [squares(board) for board in boards(random.Random(seed))]
    for one in made:
        for other in made:
            found = relation_of(one, other)
            same = found is not None and found.men == 0
            numbers = {board_number(board, white_moves=turn) for board in (one, other) for turn in (True, False)}
            shared = {board_number(one, white_moves=True)} & {
                board_number(other, white_moves=turn) for turn in (True, False)
            }
            assert same == bool(shared), (one, other, numbers)


def test_the_side_to_move_is_exchanged_with_the_colors() -> None:
    white, black = (
        squares(chess.Board("8/8/8/3k4/8/3P4/3K4/8 w - - 0 1")),
        squares(chess.Board("8/3k4/3p4/8/3K4/8/8/8")),
    )
    assert board_number(white, white_moves=True) == board_number(black, white_moves=False)
    assert board_number(white, white_moves=True) != board_number(black, white_moves=True)


@given(st.integers(0, 1 << 32))
def test_neighbors_are_those_that_a_look_at_each_finds(seed: int) -> None:
    made = [squares(board) for board in boards(random.Random(seed))]
    neighbors = Neighbors(made.__getitem__)
    for number, one in enumerate(made):
        neighbors.add(number, one)
    for one in made:
        expected = [(how, number) for number, other in enumerate(made) if (how := relation_of(one, other))]
        assert neighbors.neighbors_of(one) == sorted(expected)
