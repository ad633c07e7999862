"""What must hold of slips in real studies, on a few hundred of them."""

import random
from pathlib import Path

import pytest

from tests.slips.measure import Outcome, judge, kinds, outcomes
from tests.slips.studies import COLUMNS, document, pages_in, studies_in

_A_CELL = 3


@pytest.fixture(scope="module")
def slips(corpora: Path) -> list[Outcome]:
    studies, pages = studies_in(corpora / "hhdb-sample.pgn"), pages_in(corpora / "eg190-p1-18.txt")
    return [
        one for column in COLUMNS for kind in kinds() for one in outcomes(studies, pages, column, kind, _A_CELL, "test")
    ]


def test_no_safe_fix_is_wrong(slips: list[Outcome]) -> None:
    assert 300 < len(slips)
    assert [(one.kind, one.slip, one.said) for one in slips if one.wrong_safe] == []


def test_no_sound_document_is_blamed(corpora: Path) -> None:
    studies = studies_in(corpora / "hhdb-sample.pgn")
    rng = random.Random(0)
    for column in COLUMNS[:-1]:
        for _ in range(10):
            written = document(studies, column, rng)
            assert [item.finding.message for item in judge(written.text, written.name)[1]] == [], written.text
