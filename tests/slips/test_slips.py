"""What must hold of slips in real studies, on a few hundred of them."""

import random
from pathlib import Path

import pytest

from tests.slips.guards import GUARDS, convicted
from tests.slips.later import later_positions
from tests.slips.measure import judge, kinds, outcomes
from tests.slips.studies import COLUMNS, document, pages_in, studies_in

pytestmark = pytest.mark.long

_A_CELL = 3
_WITH_A_BOARD = ("B", "BS")
_SURE = 98
_RIGHT = 95


@pytest.mark.parametrize("column", COLUMNS)
def test_slips_are_found_once_and_no_sure_fix_is_wrong(corpora: Path, column: str) -> None:
    """Those that another witness contradicts are found; a board beside the code tells the right fix."""
    studies, pages = studies_in(corpora / "hhdb-sample.pgn"), pages_in(corpora / "eg190-p1-18.txt")
    made = [one for kind in kinds() for one in outcomes(studies, pages, column, kind, _A_CELL, "test")]
    assert 100 < len(made)
    assert [(one.kind, one.slip, one.said) for one in made if one.wrong_safe] == []
    assert [(one.kind, one.slip, one.said) for one in made if one.wrong] == []
    assert 100 * sum(1 < one.findings for one in made) <= 1 * len(made)
    seen = [one for one in made if one.seen and not one.kind.startswith("FEN: rank")]
    assert _SURE * len(seen) <= 100 * sum(one.found for one in seen), [one.kind for one in seen if not one.found]
    if column in _WITH_A_BOARD:
        coded = [one for one in seen if not one.kind.startswith(("FEN", "goal"))]
        assert _RIGHT * len(coded) <= 100 * sum(one.right for one in coded), [
            one.kind for one in coded if not one.right
        ]


def test_no_sound_document_is_blamed(corpora: Path) -> None:
    studies = studies_in(corpora / "hhdb-sample.pgn")
    rng = random.Random(0)
    for column in COLUMNS[:-1]:
        for _ in range(10):
            written = document(studies, column, rng)
            assert [item.finding.message for item in judge(written.text, written.name)[1]] == [], written.text


@pytest.mark.parametrize("kind", GUARDS)
def test_nobody_is_convicted_who_did_not_slip(corpora: Path, kind: str) -> None:
    path = corpora / "hhdb-sample.pgn"
    assert convicted(kind, studies_in(path), path, 12, "test") == (0, 12)


def test_the_fen_of_a_later_position_blames_no_caption(corpora: Path) -> None:
    texts = later_positions(corpora / "hhdb-sample.pgn", 200, "later")
    blamed = [text for text in texts if any("mismatch" in item.finding.rule for item in judge(text, "a.md")[1])]
    assert blamed == []
