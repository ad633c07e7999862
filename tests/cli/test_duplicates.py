"""`duplicates`, `anticipations` and `cache`, as their users call them."""

import json
import random
from array import array
from collections.abc import Iterable
from pathlib import Path

import pytest

from gbr_lsp.cli import duplicates
from gbr_lsp.cli.searching.solution_positions import _placed
from gbr_lsp.cli.searching.study_places import ListedPlace, StudyPlaces
from tests.support.commands import run


def record(code: str, fen: str, moves: str = "", composer: str = "Kubbel=L") -> str:
    result = "1-0" if code.startswith("+") else "1/2-1/2"
    return (
        f'[Event "?"]\n[White "{composer}"]\n[Black "({code})"]\n[Result "{result}"]\n[FEN "{fen} - - 0 1"]\n\n'
        f"{moves} {result}\n\n"
    )


PLAIN = record("+0000.10d2d5", "8/8/8/3k4/8/3P4/3K4/8 w", "1. Ke3 Ke5 (1... Kc5 2. d4+) 2. d4+")
MIRRORED = record("+0000.10e2e5", "8/8/8/4k3/8/4P3/4K3/8 w", composer="Rinck=H")
SHIFTED = record("+0000.10d3d6", "8/8/3k4/8/3P4/3K4/8/8 w")
BLACK_MOVES = record("+0000.10d2d5", "8/8/8/3k4/8/3P4/3K4/8 b")
ARISES = record("+0000.10e3e5", "8/8/8/4k3/3P4/4K3/8/8 b")
ONE_MORE = record("+0001.10d2d5", "8/8/8/3k4/8/3P4/3K4/7N w")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GBR_LSP_CACHE", str(tmp_path / "cache"))
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "a.pgn").write_text(PLAIN + MIRRORED + BLACK_MOVES + ARISES)
    (tmp_path / "home" / "b.pgn").write_text(SHIFTED)
    return tmp_path / "home"


@pytest.mark.parametrize("options", [(), ("--no-cache",), ("--jobs", "2")])
def test_what_stands_twice_is_listed_in_groups(folder: Path, options: tuple[str, ...]) -> None:
    for _ in range(2):
        ran = run("duplicates", ".", *options, cwd=folder)
        assert ran == (
            1,
            "a.pgn:3:10: +0000.10d2d5  Kubbel=L\n"
            "a.pgn:11:10: +0000.10e2e5  Rinck=H  (mirrored)\n"
            "b.pgn:3:10: +0000.10d3d6  Kubbel=L  (shifted)\n",
            "",
        )


@pytest.mark.parametrize("options", [(), ("--no-cache",), ("--jobs", "2")])
def test_positions_that_arise_in_solutions_are_found(folder: Path, options: tuple[str, ...]) -> None:
    ran = run("duplicates", "--in-solutions", ".", *options, cwd=folder)
    assert ran.status == 1
    assert ran.out.endswith(
        "\n\na.pgn:27:10: +0000.10e3e5  Kubbel=L\na.pgn:3:10: +0000.10d2d5  Kubbel=L  (occurs in its solution)\n"
    )


def test_groups_are_written_one_by_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.pgn").write_text((PLAIN + MIRRORED + BLACK_MOVES + ARISES) + ONE_MORE * 3)
    made, when = 0, list[int]()

    def place(places: StudyPlaces, number: int) -> ListedPlace:
        nonlocal made
        made += 1
        return _place(places, number)

    def seen(lines: Iterable[str]) -> None:
        when.extend(made for _ in lines)

    _place = StudyPlaces.place_of
    monkeypatch.setattr(StudyPlaces, "place_of", place)
    monkeypatch.setattr(duplicates, "emit", seen)
    monkeypatch.chdir(folder)
    duplicates.command.callback((".",), True, False, "text", 1, True)  # type: ignore[misc]
    # Three studies and three, two of a solution, and the empty lines between them.
    assert when == [3, 3, 3, 6, 6, 6, 6, 8, 8, 8]


@pytest.mark.parametrize("seed", range(20))
def test_what_arises_as_it_is_and_mirrored_arises_as_it_is(seed: int) -> None:
    class Numbered(StudyPlaces):
        def place_of(self, number: int) -> ListedPlace:
            return ListedPlace("a.pgn", number, 1, "", "")

    rng = random.Random(seed)
    most = rng.choice((3, 2**31 - 1))
    arisen = [(rng.randrange(most), rng.randrange(most), rng.random() < 0.5) for _ in range(rng.randrange(60))]
    expected = {
        first: {
            other: "occurs in its solution" + ", mirrored" * ((first, other, False) not in arisen)
            for one, other, _ in sorted(arisen)
            if one == first
        }
        for first, *_ in sorted(arisen)
    }
    found = _placed(array("Q", [first << 33 | other << 1 | mirrored for first, other, mirrored in arisen]), Numbered())
    told = [(first.row, [(place.row, how) for place, how in others]) for first, others in found]
    assert told == [(first, list(others.items())) for first, others in expected.items()]


def test_duplicates_are_written_for_programs(folder: Path) -> None:
    (group,) = json.loads(run("duplicates", "--output-format", "json", ".", cwd=folder).out)
    assert [study["how"] for study in group] == ["identical", "mirrored", "shifted"]
    assert group[1]["composer"] == "Rinck=H"
    assert group[1]["location"] == {"row": 11, "column": 10}
    nothing = run("duplicates", "--output-format", "json", "b.pgn", cwd=folder)
    assert (nothing.status, nothing.out) == (0, "[]\n")


def test_twins_are_left_out_unless_they_are_asked_for(folder: Path) -> None:
    (folder / "b.pgn").write_text(SHIFTED.replace(")", ") TW"))
    (folder / "a.pgn").write_text(PLAIN)
    assert run("duplicates", ".", cwd=folder).status == 0
    assert run("duplicates", "--all", ".", cwd=folder).status == 1


def test_what_came_before_is_listed_with_how_near_it_is(folder: Path) -> None:
    (folder / "new.md").write_text("**+0001.10d2d5**\n\n```\n8/8/8/3k4/8/3P4/3K4/7N w - - 0 1\n```\n")
    ran = run("anticipations", "new.md", "--in", "a.pgn", "--in", "b.pgn", cwd=folder)
    assert ran.status == 1
    assert ran.out.splitlines()[:3] == [
        "new.md:1:3: +0001.10d2d5",
        "    a.pgn:3:10: +0000.10d2d5  Kubbel=L  (one man less)",
        "    a.pgn:19:10: +0000.10d2d5  Kubbel=L  (one man less)",
    ]
    (found,) = json.loads(run("anticipations", "new.md", "--in", ".", "--output-format", "json", cwd=folder).out)
    assert found["anticipations"][0]["how"] == "one man less"
    assert run("anticipations", "b.pgn", "--in", "new.md", cwd=folder).out.endswith("(one man more, shifted)\n")


def test_a_study_comes_near_its_double_in_another_file_but_not_near_itself(folder: Path) -> None:
    """Also where both stand in the same row of their files."""
    (folder / "copy.pgn").write_text(PLAIN)
    found = run("anticipations", "copy.pgn", "--in", "a.pgn", "--in", "copy.pgn", cwd=folder).out.splitlines()
    assert found[1] == "    a.pgn:3:10: +0000.10d2d5  Kubbel=L  (identical)"
    assert not any(line.startswith("    copy.pgn") for line in found)
    assert run("anticipations", "b.pgn", "--in", "./b.pgn", cwd=folder).out == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_of_each_position_only_the_first_is_found_where_that_is_asked_for(folder: Path, jobs: str) -> None:
    """Mirrored ones are the same, and those of the other side to move are not; twins, and codes alone, are kept."""
    twin = PLAIN.replace("d2d5)", "d2d5) TW")
    (folder / "c.pgn").write_text(twin + '[Black "(=0000.10d2d5)"]\n\n*\n\n' * 2 + MIRRORED + SHIFTED)
    for _ in range(2):
        arguments = ("search", "--unique", "*", "a.pgn", "c.pgn", "--jobs", jobs)
        found = run(*arguments, cwd=folder).out.splitlines()
        assert [line.partition(" ")[0] for line in found] == [
            "a.pgn:3:10:", "a.pgn:19:10:", "a.pgn:27:10:", "c.pgn:3:10:", "c.pgn:9:10:", "c.pgn:13:10:", "c.pgn:27:10:",
        ]  # fmt: skip
        assert run(*arguments, "--count", cwd=folder).out == "a.pgn:3\nc.pgn:4\n"
        assert run(*arguments, "--limit", "4", cwd=folder).out.splitlines() == found[:4]
        (folder / "both.pgn").write_text(run(*arguments, "--output-format", "pgn", cwd=folder).out)
        assert run("search", "--count", "*", "both.pgn", cwd=folder).out == "both.pgn:7\n"


def test_a_position_of_which_nothing_says_who_moves_is_the_same_with_white_to_move(folder: Path) -> None:
    (folder / "c.md").write_text("=0000.10d2d5d3\n")
    assert "c.md" in run("duplicates", "a.pgn", "c.md", cwd=folder).out
    assert run("search", "--unique", "--count", "*", "a.pgn", "c.md", cwd=folder).out == "a.pgn:3\n"


def test_every_study_is_found_whatever_is_not_known_of_it(folder: Path) -> None:
    """A hidden count, a lost digit: what is put together from several collections must hold them, too."""
    codes = ("+0400.10a1c3", "+0090.10a1c3", "+040.10a1c3", "g3g1 0323.12 4/5 Draw")
    (folder / "d.md").write_text("".join(f"{code}\n\n" for code in codes))
    for way in ("--cache", "--no-cache"):
        assert run("search", "--count", way, "*", "d.md", cwd=folder).out == "d.md:4\n"
        assert run("search", "--count", way, "* -draw", "d.md", cwd=folder).out == "d.md:3\n"
        assert run("search", "--count", way, "--flip", "(*|draw)", "d.md", cwd=folder).out == "d.md:4\n"
        assert run("search", "--count", way, "--", "-*", "d.md", cwd=folder).out == ""
    assert run("search", "*d2", "d.md", cwd=folder).status == 2


def test_like_finds_what_is_near_the_nearest_first(folder: Path) -> None:
    (folder / "c.pgn").write_text(ONE_MORE)
    near = run("search", "like:a.pgn:3", ".", cwd=folder).out.splitlines()
    assert [line.partition(" ")[0] for line in near] == [
        "a.pgn:3:10:", "a.pgn:19:10:", "a.pgn:11:10:", "b.pgn:3:10:", "c.pgn:3:10:",
    ]  # fmt: skip
    assert run("search", "like:a.pgn:14", ".", cwd=folder).out.startswith("a.pgn:11:10:")
    assert "on line 999 of a.pgn" in run("search", "like:a.pgn:999", ".", cwd=folder).err
    wrong = run("search", "like:new.md:3", ".", cwd=folder)
    assert (wrong.status, wrong.err.count("\n")) == (2, 1 + wrong.err.count("no such file"))


def test_positions_in_solutions_are_searched(folder: Path) -> None:
    for pattern in ('during:"Pd4 Ke3 ke5"', 'during:"8/8/8/4k3/3P4/4K3/8/8 b"', 'during:"Pd4 kc5"'):
        assert "a.pgn:3:10:" in run("search", pattern, "a.pgn", cwd=folder).out, pattern
    assert run("search", 'during:"Pd4 kc5" -during:"Pd4"', "a.pgn", cwd=folder).status == 1
    assert run("search", 'during:"Qd4"', "a.pgn", cwd=folder).status == 1


def test_the_index_is_shown_and_cleared(folder: Path) -> None:
    run("search", "win", "a.pgn", cwd=folder)
    shown = run("cache", cwd=folder)
    assert shown.status == 0
    assert str(folder / "a.pgn") in shown.out
    assert "removed" in run("cache", "--clear", cwd=folder).out
    assert str(folder / "a.pgn") not in run("cache", cwd=folder).out


def test_an_index_that_cannot_be_removed_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "cache" / "index-0.sqlite3").mkdir(parents=True)
    ran = run("cache", "--clear", cwd=folder)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"gbr-lsp: {tmp_path / 'cache' / 'index-0.sqlite3'}: ")


def test_a_file_where_the_folder_of_the_index_should_be_is_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GBR_LSP_CACHE", str(tmp_path / "file"))
    ran = run("cache", cwd=folder)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"gbr-lsp: {tmp_path / 'file'}: ")


def test_words_outside_of_the_quotes_are_explained(folder: Path) -> None:
    ran = run("search", "0000.10", "draw", cwd=folder)
    assert ran.status == 2
    assert (
        "There is no file draw, but it looks like part of the pattern: put it inside the quotes: '0000.10 draw'"
        in ran.err
    )
    ran = run("search", "a.pgn", "draw", cwd=folder)
    assert (ran.status, ran.err) == (
        2,
        "gbr-lsp: 'a.pgn' is a file or folder: put the pattern before it, as in '*' a.pgn\n",
    )
    ran = run("search", "-draw", "a.pgn", cwd=folder)
    assert ran.status == 2
    assert "gbr-lsp search -- '-draw'" in ran.err
    assert run("search", "--", "-draw", "a.pgn", cwd=folder).out.count("\n") == 4


def test_hits_are_sorted_limited_and_counted(folder: Path) -> None:
    ran = run("search", "--sort", "composer", "--output-format", "csv", "win", ".", cwd=folder)
    assert [line.split(",")[8] for line in ran.out.splitlines()] == [
        "composer", "Kubbel=L", "Kubbel=L", "Kubbel=L", "Kubbel=L", "Rinck=H",
    ]  # fmt: skip
    assert run("search", "--limit", "2", "win", ".", cwd=folder).out.count("\n") == 2
    assert run("search", "--statistics", "composer", "win", ".", cwd=folder).out == "4  Kubbel=L\n1  Rinck=H\n"
    assert run("search", "--count", "--sort", "year", "win", ".", cwd=folder).status == 2
    records = run("search", "--output-format", "pgn", "composer:rinck", ".", cwd=folder).out
    assert records.strip() == MIRRORED.strip()
    assert run("search", "win", "-", "--stdin-filename", "x.pgn", stdin=records).out.startswith("x.pgn:3:10:")


def test_settings_say_how_files_are_read(folder: Path) -> None:
    (folder / "gbr.toml").write_text('bare-class = "report"\n')
    (folder / "b.txt").write_text("It has 1234.56 in it.\n")
    assert run("search", "--all", "1234.56", "b.txt", cwd=folder).out == "b.txt:1:8: 1234.56\n"
    (folder / "gbr.toml").write_text("")
    assert run("search", "--all", "1234.56", "b.txt", cwd=folder).status == 1
