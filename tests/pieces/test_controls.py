"""Controls apart from their codes, in real studies: a wrong one is found, a right one blames nobody."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from gbr_lsp.notation.values import Control
from tests.slips.measure import judge
from tests.slips.studies import Study, studies_in

pytestmark = pytest.mark.long

_COUNT = 40


def _macro(studies: list[Study], controls: list[str]) -> str:
    goals = ["Win" if study.sign == "+" else "Draw" for study in studies]
    return "".join(
        f"\\study{{Somebody}}{{{study.code.kings} {study.code.force}}}{{{control} {goal}}}\n\n"
        for study, control, goal in zip(studies, controls, goals, strict=True)
    )


def _table(studies: list[Study], controls: list[str]) -> str:
    rows = zip(studies, controls, strict=True)
    lines = (f"| {study.code.kings} {study.code.force} | {control}{study.sign} |\n" for study, control in rows)
    return "| code | control |\n|---|---|\n" + "".join(lines)


def _found(write: Callable[[list[Study], list[str]], str], name: str, corpora: Path) -> int:
    """How many wrong controls are found, of those tried; no right one is blamed."""
    rng = random.Random(name)
    studies = studies_in(corpora / "hhdb-sample.pgn")
    found = 0
    for _ in range(_COUNT):
        some = rng.sample(studies, 4)
        controls = [str(study.code.control) for study in some]
        assert judge(write(some, controls), name)[1] == []
        at = rng.randrange(4)
        white, black = some[at].code.control or Control(1, 1)
        controls[at] = str(Control(white + 1, black) if rng.random() < 0.5 else Control(white, black + 1))
        rules = [item.finding.rule for item in judge(write(some, controls), name)[1]]
        found += rules == ["control-mismatch"]
    return found


def test_a_control_in_the_next_argument_of_a_macro(corpora: Path) -> None:
    assert 0.95 * _COUNT <= _found(_macro, "a.tex", corpora)


def test_a_control_with_a_sign_in_a_cell(corpora: Path) -> None:
    assert 0.95 * _COUNT <= _found(_table, "a.md", corpora)
