"""What must hold of slips in main lines; `python -m tests.solutions` measures many of them."""

import pytest

from tests.solutions.prints import printed
from tests.solutions.slips import foreign, lines_of, measured

_FOUND, _RIGHT = 0.9, 0.8


@pytest.mark.usefixtures("corpora")
def test_slips_are_found_and_lines_of_other_studies_are_not_blamed() -> None:
    lines = list(printed("English"))
    made = [said for *_, said in measured(lines[::6], 1, "test") if said]
    assert 60 < len(made)
    assert _FOUND * len(made) <= sum(said.found for said in made)
    assert _RIGHT * len(made) <= sum(said.right for said in made)
    assert foreign(lines, 40, "test") == (0, 40)


@pytest.mark.usefixtures("corpora")
@pytest.mark.parametrize("name", ["eg190-p1-18.txt", "eg190-p1-18-raw.txt"])
def test_no_line_of_a_printed_issue_is_blamed(name: str) -> None:
    lines = lines_of(name)
    assert 15 < len(lines)
    assert not lines[0].found(lines[0].text)


@pytest.mark.usefixtures("corpora")
@pytest.mark.parametrize("how", ["German", "Russian", "figurines", "long", "table", "PGN"])
def test_no_sound_line_is_blamed(how: str) -> None:
    assert not any(line.found(line.text) for line in list(printed(how))[::4])
