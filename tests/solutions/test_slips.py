"""What must hold of slips in main lines; `python -m tests.solutions` measures many of them."""

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import PlacedFinding, lint
from gbr_lsp.model.document import Document
from tests.solutions.prints import printed
from tests.solutions.slips import RULES, foreign, lines_of, measured

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
@pytest.mark.parametrize("step", [20, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("how", ["German", "Russian", "figurines", "long", "table", "PGN"])
def test_no_sound_line_is_blamed(how: str, step: int) -> None:
    """One line in `step` is tried."""
    assert not any(line.found(line.text) for line in list(printed(how))[::step])


def said(line: str, study: str = "a1c3 0100.00 2/1 Win `8/8/8/8/8/2k5/8/K6R w - - 0 1`") -> list[PlacedFinding]:
    return lint(Document.of(f"{study}\n\n{line}\n", host_for("a.md")), RULES)


@pytest.mark.parametrize(
    ("line", "message", "fix"),
    [
        (
            "1.Rh3+ Kc4 2.Rh4+ Kc5 3.Rh5+ and now: – Kc6 4.Rg6+ Kc7 5.Rh7+ Kc8, or: – Kc4 4.Rh4+ Kc3 5.Rh3+ Kc2.",
            "4.Rg6+ is not legal: no white rook can go to g6",
            "Change Rg6+ to Rh6+",
        ),
        (
            "1.Rh3+ Kc4 2.Rf4+ Kc5, and e.g. 3.Rh5+ Kc4 4.Rh4+ Kc3 and now Kc2 5.Rh2+ Kc3 wins.",
            "2.Rf4+ is not legal: no white rook can go to f4",
            "Change Rf4+ to Rh4+",
        ),
        (
            "1.Rh3+ Kc4 2.Rh4+ KcS 3.Rh5+ Kc4 4.Rh4+ Kc5 5.Rh5+ Kc4 wins.",
            "KcS is not a move",
            "Change KcS to Kc5",
        ),
        (
            "1.Rh3+ Kc4 2.Rh4+ Kc5 3.Rg4 Kd5 4.Rg5+ Kd4 5.Rg4+ Kd5 6.RgS+ Kd4 7.Rg4+ wins.",
            "RgS+ is not a move",
            "Change RgS+ to Rg5+",
        ),
        (
            "1.Rh3+ Kc4 2.Rh4+ Kc5 3.Rh5+ Rh5+ Kc4 4.Rh4+ Kc3 5.Rh3+ Kc4 wins.",
            "3...Rh5+ is not legal: there is no black rook",
            "Remove Rh5+",
        ),
    ],
)
def test_a_slip_is_explained(line: str, message: str, fix: str) -> None:
    found = said(line)
    assert [(one.finding.message, one.finding.fixes[0].title) for one in found] == [(message, fix)]


def test_a_letter_in_a_number_is_read_where_words_stand_before_the_move() -> None:
    line = "1.Rh3+ Kc4 2.Rh4+ Kc5 3.Rh5+ Kc4 4.Rh4+ Kc5 5.Rh5+ Kc4 6.Rh4+ Kc5 7.Rh5+ Kc4 8.Rh4+ Kc5 9.Rh5+, e.g. Kc4 "
    assert [one.finding.rule for one in said(f"{line}I0.Rh4+ Kc5 11.Rh5+ wins.")] == ["wrong-move-number"]
    assert not said(f"{line}10.Rh4+ Kc5 11.Rh5+ wins.")


def test_an_aside_is_not_read_from_the_position_of_the_main_line() -> None:
    study = "4001.01 g2e2 + `8/3Q4/1p6/8/8/7N/4k1K1/3q4 w - - 0 1`"
    line = (
        "1.Pg1+ Na 1.Pf4+ ontsnapt de vijandelijke koning via 1…Ke1 2.Pe3+ Ke2 3.Pf4+ Ke1. Ook na 1.Db5+ Ke1. "
        "Maar nu na 1… Ke1 2.Pf3+ Ke2 3.Db5+ is veld e1 taboe. 3… Ke3 4.De5+ Kd3 5.Dd4+ Kc2 6.Da4+ Kc1"
    )
    assert not said(line, study)
