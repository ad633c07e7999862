"""What `check` prints a place of is explained at that place: each finding, and each place beside it."""

import re
from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.specs import SYZYGY

ROOT = Path(__file__).parents[2]
RECORD = """[White "Kubbel=L"]
[Black "(=0323.12g3g1)"]
[Result "1/2-1/2"]
[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1"]

1. Bb1 Kf1 (1... Nxh6 2. Bxg7) 2. h7 Nf6+ 1/2-1/2
"""
PROSE = """# A

a1a7 0000.43 Win `8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1`

1.Kb1 Kb7 2.Kc1 Kc7 3.Kd1 Kd8 4.Kc2 Kc8 5.Kd2 Kd7 6.Ke5 Kc7 7.Kd3 wins.

<!-- gbr: ignore[control-mismatch, no-rule] -->
"""


def findings(name: str, cwd: Path, *options: str) -> list[tuple[str, str]]:
    """The findings of a file: the place that `check` prints, and the rule with the message."""
    lines = run("check", *options, "--output-format", "concise", name, cwd=cwd).out.splitlines()
    found = [line.partition(": ") for line in lines]
    return [(place, said.replace(" ", ": ", 1)) for place, _, said in found]


@pytest.mark.parametrize(
    "name",
    [*sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs/examples").iterdir()), "docs/printed/page.pdf"],
)
def test_the_place_of_every_finding_of_the_examples_is_explained(name: str) -> None:
    found = findings(name, ROOT)
    assert found
    for place, said in found:
        told = run("explain", place, cwd=ROOT)
        assert told.status == 0
        assert f"{said}  [{place.removeprefix(f'{name}:')}]" in told.out


@pytest.mark.parametrize(("name", "text"), [("a.pgn", RECORD), ("a.md", PROSE), ("a.txt", PROSE)])
def test_places_of_moves_and_comments_are_explained(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    found = findings(name, tmp_path)
    assert {"illegal-solution"} <= {said.partition(":")[0] for _, said in found}
    for place, said in found:
        told = run("explain", place, cwd=tmp_path)
        assert (told.status, told.err) == (0, "")
        assert said in told.out


def test_a_move_is_explained_with_its_board_its_line_and_the_tables(tmp_path: Path) -> None:
    """Whether something is found there or not."""
    (tmp_path / "a.pgn").write_text(RECORD)
    told = run("explain", "a.pgn:6:32", cwd=tmp_path).out
    assert told.splitlines() == [
        "a.pgn:6:26: 2.Bxg7",
        "  board           8/8/2p4n/8/8/r1p3K1/8/1B2B1k1 w - - 0 2 before it",
        "                  followed from the FEN  [4:7]",
        "  line            1.Bb1 Nxh6",
        "  tables          none are set",
        "  findings        illegal-solution: 2.Bxg7 is not legal: no white bishop can go to g7  [6:26]",
        "  beside          the FEN  [4:7]",
    ]
    clean = run("explain", "a.pgn:6:4", cwd=tmp_path).out
    assert "  move " in clean
    assert "findings" not in clean
    if not SYZYGY.is_dir():
        pytest.skip(f"no tables at {SYZYGY}: set GBR_SYZYGY to run on them")
    (tmp_path / "gbr.toml").write_text(f"syzygy = [{str(SYZYGY)!r}]\n")
    assert re.search(r"  tables +before it: no table has this position", run("explain", "a.pgn:6:4", cwd=tmp_path).out)
    pawn = '[FEN "8/5k2/8/8/6K1/4P3/8/8 w - - 0 1"]\n\n1. Kf5 Ke7 2. Ke5 Kd7 3. Kd5 Ke7 4. e4 *\n'
    (tmp_path / "b.pgn").write_text(f'[Black "(+0000.10g4f7)"]\n{pawn}')
    told = run("explain", "b.pgn:4:37", cwd=tmp_path).out
    assert "before it: win for White" in told
    assert "after it: draw for White" in told
    assert "throwaway: 4.e4 draws" in told


def test_rules_are_those_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(RECORD)
    (tmp_path / "gbr.toml").write_text('ignore = ["illegal-solution"]\n')
    assert "illegal-solution" not in run("explain", "a.pgn:6:26", cwd=tmp_path).out


def test_tables_that_have_its_men_are_a_witness_of_a_goal(tmp_path: Path) -> None:
    if not SYZYGY.is_dir():
        pytest.skip(f"no tables at {SYZYGY}: set GBR_SYZYGY to run on them")
    (tmp_path / "gbr.toml").write_text(f"syzygy = [{str(SYZYGY)!r}]\n")
    men = {"(+0100.00a1g3)": "8/8/8/8/8/6k1/8/K6R", "(+4400.00a1g3)": "8/8/3qr3/8/8/6k1/3Q4/K6R"}
    for number, (code, fen) in enumerate(men.items()):
        (tmp_path / f"{number}.md").write_text(f"{code} `{fen}`\n")
    assert "checked against the FEN beside it and the tablebases" in run("explain", "0.md:1", cwd=tmp_path).out
    assert "tablebases" not in run("explain", "1.md:1", cwd=tmp_path).out
