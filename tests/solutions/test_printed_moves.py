"""The quick test that rules out moves: it never rules out one that can be made, and no slip is missed for it."""

from random import Random

import chess
import pytest

from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions.languages import LANGUAGES
from gbr_lsp.solutions.position import position_of
from gbr_lsp.solutions.prose_items import items_of
from gbr_lsp.solutions.slip_search import SlipSearch
from gbr_lsp.solutions.spelling import may_be_made, play_item
from tests.solutions.prints import printed
from tests.solutions.slips import measured
from tests.support.studies import random_study

_ENGLISH = LANGUAGES["English"]


@pytest.mark.parametrize("seed", range(40))
def test_no_move_that_can_be_made_is_ruled_out(seed: int) -> None:
    random = Random(seed)
    ruled_out = 0
    board = random_study(random).game.board()
    position = position_of(Placement(board.board_fen()), board.turn, "")
    own = {board.san(move) for move in board.legal_moves}
    random_squares = (chess.square_name(random.randrange(64)) for _ in range(60))
    for san in sorted(own | {f"{random.choice('KQRBN')}{square}" for square in random_squares}):
        item = next(item for item in items_of(f"1.{san}") if item.kind == "move")
        may = may_be_made(item, _ENGLISH, position[0], white=board.turn)
        assert may or play_item(item, _ENGLISH, position) is None
        ruled_out += not may
    assert ruled_out


@pytest.mark.usefixtures("corpora")
def test_slips_are_explained_as_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = list(printed("English"))[::40]
    quick = list(measured(lines, 1, "quick"))
    made: list[int] = []

    def complete(search: SlipSearch, at: int, before: object) -> object:
        made.append(at)
        return search._legal_moves(before.position)  # type: ignore[attr-defined]

    monkeypatch.setattr(SlipSearch, "_legal_before", complete)
    assert list(measured(lines, 1, "quick")) == quick
    assert 10 < len(made)
