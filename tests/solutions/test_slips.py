"""What must hold of slips in main lines of real solutions; `python -m tests.solutions.slips` measures many of them."""

from pathlib import Path

import pytest

from tests.solutions.slips import foreign, slips, sound_lines

_NAMED, _RIGHT = 0.9, 0.8


@pytest.mark.usefixtures("corpora")
def test_slips_are_named_and_lines_of_other_studies_are_not_blamed() -> None:
    lines = sound_lines("hhdb-sample.pgn")
    assert not any(line.followed(line.text).misprint for line in lines[:40])
    made = [said for _, said in slips(lines[::5], 1, "test")]
    assert 60 < len(made)
    assert _NAMED * len(made) <= sum(said.named for said in made)
    assert _RIGHT * len(made) <= sum(said.right for said in made)
    assert foreign(lines, 40, "test") == (0, 40)


def test_no_line_of_a_printed_issue_is_blamed(corpora: Path) -> None:
    for name in ("eg190-p1-18.txt", "eg190-p1-18-raw.txt"):
        lines = sound_lines(name)
        assert len(lines) == 20
        assert not any(line.followed(line.text).misprint for line in lines)
