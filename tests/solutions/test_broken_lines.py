"""Lines that break off without a slip that explains it: `--show-codes` and `explain` say where."""

from pathlib import Path

import pytest

from tests.support.commands import run

_STUDY = "a1c3 0100.00 2/1 Win `8/8/8/8/8/2k5/8/K6R w - - 0 1`\n\n"


def said(folder: Path, line: str) -> tuple[str, str]:
    path = folder / "a.md"
    path.write_text(f"{_STUDY}{line}\n", encoding="utf-8")
    return run("check", "--show-codes", "a.md", cwd=folder).out, run("explain", "a.md:1:1", cwd=folder).out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1.Rh3+ Kc4 2.Rh4+ Qa9 3.Rg8 Sa5 4.Rh4+ Kc5 wins.", "read to 2.Rh4+; “Qa9” is not a move there"),
        ("1.Rh3+ Kc4 2.Rh4+ Kc3 3.Td9 Kc4 4.Rh4+ Kc5 wins.", "read to 2...Kc3; “Td9” is not a move there"),
    ],
)
def test_a_line_that_breaks_off_is_listed(tmp_path: Path, line: str, told: str) -> None:
    listed, explained = said(tmp_path, line)
    assert f"; its solution is {told}" in listed
    assert told in explained


def test_so_is_one_that_may_not_be_the_own(tmp_path: Path) -> None:
    listed, explained = said(tmp_path, "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Bg7 Kc8 4.Nf3+ Kc5 wins.")
    assert "; its solution is read to 2...Kc3; “Bg7” is not a move there" in listed
    assert "4 half-moves of it can be played from the board" in explained


@pytest.mark.parametrize(
    "line",
    [
        "1.Rh3+ Kc4 2.Rh4+ Kc3 3.Rh3+ wins.",
        "1.Rh3+ Kc4 2.Rh4+ and wins, for 2...Kc3 3.Rh3+ is no help.",
        "1.Rh3+ Kc4 2.Rh4+ (2.Rg3 Kd4) Kc3 3.Rh3+ draws, see note 4.",
        "No solution is known. In 1987 4.Ke3 was proposed.",
    ],
)
def test_of_a_line_that_ends_nothing_is_said(tmp_path: Path, line: str) -> None:
    assert not any("no move there" in one for one in said(tmp_path, line))
