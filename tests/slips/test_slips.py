"""What must hold of slips in real studies, on a few hundred of them."""

import random
from pathlib import Path

import pytest

from tests.slips.later import later_positions
from tests.slips.measure import Outcome, judge, kinds, outcomes
from tests.slips.studies import COLUMNS, document, pages_in, studies_in

_A_CELL = 3
_WITH_A_BOARD = ("B", "BS")
_SURE = 98
_RIGHT = 95


@pytest.fixture(scope="module")
def slips(corpora: Path) -> dict[str, list[Outcome]]:
    """The slips of each column of the table."""
    studies, pages = studies_in(corpora / "hhdb-sample.pgn"), pages_in(corpora / "eg190-p1-18.txt")
    return {
        column: [one for kind in kinds() for one in outcomes(studies, pages, column, kind, _A_CELL, "test")]
        for column in COLUMNS
    }


def test_no_safe_fix_is_wrong_and_none_for_the_only_side_blamed(slips: dict[str, list[Outcome]]) -> None:
    every = [one for made in slips.values() for one in made]
    assert 500 < len(every)
    assert [(one.kind, one.slip, one.said) for one in every if one.wrong_safe] == []
    assert [(one.kind, one.slip, one.said) for one in every if one.wrong] == []


def test_a_slip_is_one_finding(slips: dict[str, list[Outcome]]) -> None:
    every = [one for made in slips.values() for one in made]
    assert 100 * sum(1 < one.findings for one in every) <= 1 * len(every)


@pytest.mark.parametrize("column", COLUMNS)
def test_slips_that_another_witness_contradicts_are_found(slips: dict[str, list[Outcome]], column: str) -> None:
    seen = [one for one in slips[column] if one.seen and not one.kind.startswith("FEN: rank")]
    assert _SURE * len(seen) <= 100 * sum(one.found for one in seen), [one.kind for one in seen if not one.found]


@pytest.mark.parametrize("column", _WITH_A_BOARD)
def test_a_board_tells_the_right_fix_of_a_slip_in_the_code(slips: dict[str, list[Outcome]], column: str) -> None:
    seen = [one for one in slips[column] if one.seen and not one.kind.startswith(("FEN", "goal"))]
    assert _RIGHT * len(seen) <= 100 * sum(one.right for one in seen), [one.kind for one in seen if not one.right]


def test_no_sound_document_is_blamed(corpora: Path) -> None:
    studies = studies_in(corpora / "hhdb-sample.pgn")
    rng = random.Random(0)
    for column in COLUMNS[:-1]:
        for _ in range(10):
            written = document(studies, column, rng)
            assert [item.finding.message for item in judge(written.text, written.name)[1]] == [], written.text


def test_the_fen_of_a_later_position_blames_no_caption(corpora: Path) -> None:
    texts = later_positions(corpora / "hhdb-sample.pgn", 200, "later")
    blamed = [text for text in texts if any("mismatch" in item.finding.rule for item in judge(text, "a.md")[1])]
    assert blamed == []
