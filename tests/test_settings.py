"""Settings from files, as a check applies them."""

import json
from pathlib import Path

import pytest
from commands import run

WRONG = "a2f1 0411.56 10/9 Win\n\nf1h1 0001.04f1h1 2/5 Win\n"


def rules(folder: Path, *options: str) -> list[str]:
    ran = run("check", "--output-format", "json", *options, "sub/a.txt", cwd=folder)
    assert ran.err == ""
    return [finding["code"] for finding in json.loads(ran.out)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text(WRONG)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gbr.toml", 'ignore = ["repeated-kings"]'),
        (".gbr.toml", 'ignore = ["repeated-kings"]'),
        ("pyproject.toml", '[tool.gbr-lsp]\nignore = ["repeated-kings"]'),
        ("gbr.toml", 'select = ["control-mismatch"]'),
    ],
)
def test_the_settings_of_a_folder_above(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    assert rules(folder) == ["control-mismatch"]
    assert rules(folder, "--isolated") == ["control-mismatch", "repeated-kings"]


def test_the_nearest_file_counts_alone_and_a_named_one_before_it(folder: Path) -> None:
    (folder / "gbr.toml").write_text('ignore = ["repeated-kings"]')
    (folder / "sub" / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert rules(folder) == ["control-mismatch"]
    (folder / "sub" / "gbr.toml").write_text('ignore = ["control-mismatch"]')
    assert rules(folder) == ["repeated-kings"]
    assert rules(folder, "--config", "gbr.toml") == ["control-mismatch"]


def test_an_option_that_selects_takes_the_place_of_the_setting(folder: Path) -> None:
    (folder / "gbr.toml").write_text('select = ["control-mismatch"]')
    assert rules(folder, "--select", "repeated-kings") == ["repeated-kings"]
    assert rules(folder, "--extend-select", "repeated-kings") == ["control-mismatch", "repeated-kings"]


def test_bare_classes_and_the_other_nine(folder: Path) -> None:
    (folder / "sub" / "a.txt").write_text("8000.88\n\na1a3 9000.00 3/3 Win\n")
    assert rules(folder) == ["control-mismatch"]
    (folder / "gbr.toml").write_text('bare-class = "report"\nnine = "promoted"')
    assert rules(folder) == ["impossible-force"]
    listed = json.loads(run("index", "--output-format", "json", "sub/a.txt", cwd=folder).out)
    assert [entry["class"] for entry in listed] == ["8000.88", "9000.00"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("select = [", "gbr.toml: "),
        ('nine = "old"', "nine is 'modern' or 'promoted'"),
        ("nine = 9", "nine is 'modern' or 'promoted'"),
        ('select = "all"', "select is a list of names of rules"),
        ('select = ["control-mismach"]', "Is 'control-mismatch' meant?"),
    ],
)
def test_settings_that_cannot_be_used_are_one_line_and_exit_2(folder: Path, text: str, said: str) -> None:
    (folder / "gbr.toml").write_text(text)
    ran = run("check", "sub/a.txt", cwd=folder)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_key_that_is_none_is_a_warning(folder: Path) -> None:
    (folder / "gbr.toml").write_text('selct = ["control-mismatch"]')
    ran = run("check", "sub/a.txt", cwd=folder)
    assert ran.status == 1
    assert ran.err.endswith("gbr.toml: there is no setting 'selct': is 'select' meant?\n")


def test_a_named_file_that_is_not_there(folder: Path) -> None:
    ran = run("check", "--config", "nowhere.toml", "sub/a.txt", cwd=folder)
    assert (ran.status, ran.err) == (2, "gbr-lsp: nowhere.toml: no such file or directory\n")
