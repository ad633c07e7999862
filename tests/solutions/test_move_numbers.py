"""What is reported of move numbers, however they are written, does not depend on a fault elsewhere in the game."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.document import Document
from gbr_lsp.solutions.game import read_game
from gbr_lsp.solutions.legal_moves import legal_moves
from gbr_lsp.solutions.problems import MoveProblem
from gbr_lsp.solutions.replay import Start, is_clean, position_at
from tests.solutions.test_follow import start_of

_DOTS = [
    "",
    ".",
    "..",
    "...",
    "....",
    " .",
    " ...",
    ". ...",
    ". .",
    ". ..",
    "…",
    ".…",
    " …",
    "\n.",
    ".\n...",
    ".\u00a0...",
]
_FAULTS = ["Ka1a1", "Qh9", "and so on", "O-O-O"]


def numbered(rng: random.Random, start: Start) -> str:
    """Random legal moves whose numbers are written in many ways, and some of them wrong."""
    now, text = position_at(start, bool(start.turn)), ""
    half = 2 * rng.choice((1, 9, 99)) + (not now[3])
    for _ in range(rng.randint(1, 9)):
        moves = legal_moves(now)
        if not moves:
            break
        san, now = rng.choice(moves)
        if rng.random() < 0.7:
            value = half // 2 + (rng.choice((-1, 1, 10)) if rng.random() < 0.05 else 0)
            text += f"{value}{rng.choice(_DOTS)}{rng.choice(['', ' '])}"
        text += f"{san} "
        half += 1
    return text


def found_in(text: str, start: Start) -> list[tuple[int, int]]:
    """Where numbers are reported: fast, where the game is clean, or else by the tree."""
    problems = [] if is_clean(text, start) else read_game(text, start).problems
    return [node.span for node in problems if node.problem in (MoveProblem.NUMBER, MoveProblem.SECOND_NUMBER)]


@given(st.integers(0, 1 << 32), st.sampled_from(_FAULTS))
def test_a_fault_elsewhere_changes_nothing(seed: int, fault: str) -> None:
    rng = random.Random(seed)
    start = start_of(rng)
    text = numbered(rng, start)
    assert found_in(text, start) == found_in(text + fault, start), text


@pytest.mark.parametrize("dots", _DOTS)
@pytest.mark.parametrize("number", ["2", "3"])
def test_a_number_is_judged_alike_in_a_clean_game_and_in_another(number: str, dots: str) -> None:
    reported = []
    for end in ("Kc7 3.a6", "Kc7 3.Qh8"):
        text = f'[FEN "1k6/8/8/8/8/8/P7/7K w - - 0 1"]\n\n1.a4 Kb7 {number}{dots} a5 {end} *\n'
        findings = lint(Document.of(text, host_for("a.pgn")), frozenset({"wrong-move-number"}))
        reported.append([span for span, _ in findings])
    assert reported[0] == reported[1]
    assert bool(reported[0]) is (number == "3" or dots.count(".") + 3 * dots.count("…") > 2)
