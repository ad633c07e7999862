"""The work for one game is bounded, however long it is and whatever is wrong in it; what is counted are moves tried."""

from collections.abc import Callable
from typing import Any

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.ide.support.cursor_moves import moves_at
from gbr_lsp.lint.engine import DEFAULT_RULES, PlacedFinding, lint_steps
from gbr_lsp.model import game_solutions
from gbr_lsp.model.document import Document
from gbr_lsp.notation.placement import Placement
from gbr_lsp.solutions import game, legal_moves, movetext, position, replay
from gbr_lsp.solutions.game import read_game
from gbr_lsp.solutions.line import nodes_of
from gbr_lsp.solutions.movetext import MoveToken
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.replay import Start
from gbr_lsp.solutions.san import Move

HEAD = '[White "X"]\n[Black "(=0000.01g4g1)"]\n[SetUp "1"]\n[FEN "8/8/8/8/4p1K1/8/8/6k1 w - - 0 1"]\n\n'

START = Start(Placement("8/8/8/8/4p1K1/8/8/6k1"), True, "-", "-")

SHAPES: dict[str, Callable[[int], str]] = {
    "moves that one side makes twice": lambda count: "1. Kf4 " + "Kf1 Kf3 " * (count // 2),
    "sound moves": lambda count: " ".join(f"{n}. K{'hg'[n % 2]}4 K{'hg'[n % 2]}1" for n in range(1, count // 3)),
    "sound moves before a slip": lambda count: "Kh4 Kh1 Kg4 Kg1 " * (count // 4) + "Kh8",
    "variations with a slip each": lambda count: "1. Kh4 " + "(1. Kh8 Kh1) " * (count // 5) + "Kh1",
    "variations within variations": lambda count: "Kh4 Kh1 " + "(Kh5 Kh1 " * (count // 4) + ")" * (count // 4),
    "words": lambda count: "1. Kh4 " + "word, " * count,
    "wrong numbers": lambda count: " ".join(
        f"{n * 37 % 900}. K{'hg'[n % 2]}4 K{'hg'[n % 2]}1" for n in range(count // 3)
    ),
}
"""Games of some parts, by what is special of them."""


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Grows by one with each move that is tried on a board."""
    tried: list[None] = []

    def play(before: position.Position, move: Move) -> position.Position | position.MoveAmbiguity | None:
        tried.append(None)
        return position.play(before, move)

    for module in (game, legal_moves, replay):
        monkeypatch.setattr(module, "play", play)
    return tried


def findings(text: str) -> list[PlacedFinding]:
    steps = lint_steps(Document.of(text, host_for("x.pgn")), DEFAULT_RULES)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        found: list[PlacedFinding] = end.value
        return found


@pytest.mark.parametrize("shape", SHAPES)
def test_a_game_without_measure_is_read_to_a_bound_and_one_finding_says_where(
    shape: str, played: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 1_000
    monkeypatch.setattr(game, "MAX_PARTS", most)
    monkeypatch.setattr(replay, "MAX_LENGTH", 10_000)
    counts = []
    for parts in (2 * most, 6 * most):
        played.clear()
        found = findings(HEAD + SHAPES[shape](parts) + " *\n")
        assert [item.finding.rule for item in found if "not read" in item.finding.message] == ["unreadable-move"]
        counts.append(len(played))
    assert counts[1] <= counts[0] < 12 * most


def test_what_is_not_read_is_neither_judged_nor_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "MAX_PARTS", 2_000)
    whole = read_game("Kf4 Kf1 " + "(Kh1 (Kh2 " * 2_000, START)
    assert not whole.is_read_to_end
    assert [node.problem for node in whole.problems] == [MoveProblem.UNREAD]
    assert sum(1 for _ in nodes_of(whole.line)) <= 2_001
    assert read_game("Kf4 Kf1", START).is_read_to_end


@pytest.mark.parametrize("shape", SHAPES)
def test_a_caret_in_such_a_game_asks_for_no_more_of_it_than_was_read(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 600
    made: list[MoveToken] = []

    def part(*fields: Any) -> MoveToken:
        made.append(MoveToken(*fields))
        return made[-1]

    monkeypatch.setattr(game, "MAX_PARTS", most)
    monkeypatch.setattr(replay, "MAX_LENGTH", 1_000)
    monkeypatch.setattr(movetext, "MoveToken", part)
    counts = []
    for parts in (2 * most, 20 * most):
        made.clear()
        text = HEAD + SHAPES[shape](parts) + " *\n"
        moves_at(Document.of(text, host_for("x.pgn")), len(HEAD) + 20)
        counts.append(len(made))
    assert most < counts[0] == counts[1]


def test_no_other_board_is_tried_for_a_very_long_line(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def counted(*asked: object) -> tuple[()]:
        tried.append(asked)
        return ()

    monkeypatch.setattr(game_solutions, "find_relocations", counted)
    for rounds, expected in ((2, 1), (300, 0)):
        tried.clear()
        findings(f"{HEAD}{'Kh4 Kh1 Kg4 Kg1 ' * rounds}Kh8 *\n")
        assert len(tried) == expected
