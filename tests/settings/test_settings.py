"""Settings from files: as they are read, judged, shown, and applied by a check."""

import json
import os
import re
import tomllib
from pathlib import Path

import pytest

from gbr_lsp.base.files.globs import Globs
from gbr_lsp.lint.engine import rules_of
from gbr_lsp.model.finding import Severity
from gbr_lsp.notation.values import Form
from gbr_lsp.rules import RULES
from gbr_lsp.settings import BadSettings, Settings, client_settings, load_settings, nearest_settings, settings_problems
from gbr_lsp.settings.keys import KEYS
from tests.support.commands import run

WRONG = "a2f1 0411.56 10/9 Win\n\nf1h1 0001.04f1h1 2/5 Win\n"


def rules(folder: Path, *options: str) -> list[str]:
    ran = run("check", "--output-format", "json", *options, "sub/a.txt", cwd=folder)
    counted = r"gbr-lsp: (?:0 codes|[0-9]+ of [0-9]+ codes? compared \(.*\)), in 1 file\n"
    assert re.fullmatch(counted, ran.err), "nothing but what was read"
    return [finding["code"] for finding in json.loads(ran.out)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text(WRONG)
    return tmp_path


# As a check applies them


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gbr.toml", 'ignore = ["repeated-kings"]'),
        (".gbr.toml", 'ignore = ["repeated-kings"]'),
        ("pyproject.toml", '[tool.gbr-lsp]\nignore = ["repeated-kings"]'),
        ("gbr.toml", 'select = ["control-mismatch"]'),
        ("gbr.toml", 'per-file-ignores."sub/" = ["repeated-kings"]'),
        ("gbr.toml", 'severity.repeated-kings = "off"'),
        ("gbr.toml", '\ufeffignore = ["repeated-kings"]'),
    ],
)
def test_the_settings_of_a_folder_above(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    assert rules(folder) == ["control-mismatch"]
    assert rules(folder, "--isolated") == ["control-mismatch", "repeated-kings"]


def test_the_nearest_file_counts_alone_and_a_named_one_before_it(folder: Path) -> None:
    (folder / "gbr.toml").write_text('ignore = ["repeated-kings"]')
    (folder / "sub" / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert rules(folder) == ["control-mismatch"]
    (folder / "sub" / "gbr.toml").write_text('ignore = ["control-mismatch"]')
    assert rules(folder) == ["repeated-kings"]
    assert rules(folder, "--config", "gbr.toml") == ["control-mismatch"]


def test_an_option_that_selects_takes_the_place_of_the_settings(folder: Path) -> None:
    (folder / "gbr.toml").write_text('select = ["control-mismatch"]')
    assert rules(folder, "--select", "repeated-kings") == ["repeated-kings"]
    assert rules(folder, "--extend-select", "repeated-kings") == ["control-mismatch", "repeated-kings"]
    (folder / "gbr.toml").write_text('extend-select = ["control-mismatch"]')
    assert rules(folder, "--select", "repeated-kings") == ["repeated-kings"]


def test_bare_classes_and_the_other_nine(folder: Path) -> None:
    (folder / "sub" / "a.txt").write_text("8000.88\n\na1a3 9000.00 3/3 Win\n")
    assert rules(folder) == ["nine-convention"]
    (folder / "gbr.toml").write_text('bare-class = "report"\nnine = "promoted"')
    assert "impossible-force" in rules(folder)
    listed = json.loads(run("index", "--output-format", "json", "sub/a.txt", cwd=folder).out)
    assert [entry["class"] for entry in listed] == ["8000.88", "9000.00"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("select = [", "gbr.toml:1:11: invalid value\n"),
        ("a = 1\nb = \n", "gbr.toml:2:5: invalid value\n"),
        ('nine = "old"', "gbr.toml:1:8: nine must be 'modern' or 'promoted'\n"),
        ("\nnine = 9", "gbr.toml:2:8: nine must be 'modern' or 'promoted'\n"),
        ('nine = "moden"', "nine must be 'modern' or 'promoted'; did you mean 'modern'?\n"),
        ('select = "all"', "gbr.toml:1:10: select must be a list of names of rules\n"),
        ("select = ['all', 2]", "gbr.toml:1:18: select must be a list of names of rules\n"),
        ("severity = 1", "gbr.toml:1:12: severity must be a table of severities by rule\n"),
        (
            "[severity]\nking-mismatch = 'bad'",
            "gbr.toml:2:17: severity.king-mismatch must be 'error', 'warning', 'information', 'hint' or 'off'\n",
        ),
        (
            "per-file-ignores.'a[' = []",
            "gbr.toml:1:18: per-file-ignores must be a table of names of rules by patterns of paths, "
            "as in a .gitignore\n",
        ),
        ("syzygy = ['a', '']", "gbr.toml:1:16: syzygy must be a list of folders\n"),
        ("piece-letters = 'KQRBNK'", "or six capital letters, of king, queen, rook, bishop, knight, pawn\n"),
        ("solution-letters = 'KQRBK'", "or five capital letters, of king, queen, rook, bishop, knight\n"),
        ("x = " + "[" * 3000, "is nested too deeply\n"),
        ("extend = 'gbr.toml'", "gbr.toml extends itself\n"),
        ("extend = 'a.toml'", "a.toml: no such file or directory\n"),
        ("extend = '.'", "is a directory\n"),
        ("extend = 'sub/pyproject.toml'", "sub/pyproject.toml: no such file or directory\n"),
        ("form = 'short'", "form must be 'class', 'prefixed', 'caption', 'full', 'dotted' or 'compact'\n"),
        ("encoding = 'latin1'", "encoding must be 'auto', 'utf-8' or 'cp1252'\n"),
    ],
)
def test_settings_that_cannot_be_used_are_one_line_and_exit_2(folder: Path, text: str, said: str) -> None:
    (folder / "gbr.toml").write_text(text)
    for command in (("check", "sub/a.txt"), ("settings",)):
        ran = run(*command, cwd=folder)
        assert ran.status == 2
        assert ran.err.endswith(said)
        assert ran.err.count("\n") == 1
        assert ran.out == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('selct = ["a"]', "gbr.toml:1:1: there is no setting 'selct'; did you mean 'select'?"),
        ("extend_select = []", "gbr.toml:1:1: there is no setting 'extend_select'; did you mean 'extend-select'?"),
        ("[sevrity]\na = 1", "gbr.toml:1:2: there is no setting 'sevrity'; did you mean 'severity'?"),
        (
            "[severity]\nking-mismach = 1",
            "gbr.toml:2:1: there is no rule 'king-mismach'; did you mean 'king-mismatch'?",
        ),
        (
            "engine = '/usr/bin/engine'",
            "gbr.toml:1:1: an engine can be set only in the editor, not in a settings file",
        ),
        ("ignore = ['xyzzy']", "gbr.toml:1:11: there is no rule 'xyzzy'"),
        ("per-file-ignores.'*.md' = ['Pawn_Rank']", "1:28: there is no rule 'Pawn_Rank'; did you mean 'pawn-rank'?"),
    ],
)
def test_names_that_are_none_are_warnings(folder: Path, text: str, said: str) -> None:
    (folder / "gbr.toml").write_text(text)
    ran = run("check", "sub/a.txt", cwd=folder)
    assert ran.status == 1
    assert ran.err.endswith(f"{said}\n")
    assert ran.err.count("\n") == 1


def test_a_named_file_that_is_not_there(folder: Path) -> None:
    ran = run("check", "--config", "nowhere.toml", "sub/a.txt", cwd=folder)
    assert (ran.status, ran.err) == (2, "gbr-lsp: nowhere.toml: no such file or directory\n")


def test_a_pyproject_of_others_says_nothing_even_if_it_is_broken(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[project\n")
    assert len(rules(folder)) == 2
    (folder / "pyproject.toml").write_text("[tool]\ngbr-lsp = 1")
    ran = run("check", "sub/a.txt", cwd=folder)
    assert ran.err.endswith("pyproject.toml:2:11: the settings must be a table\n")
    assert run("check", "--config", "pyproject.toml", "sub/a.txt", cwd=folder).status == 2


# What they make


def test_every_key_is_a_plain_value(tmp_path: Path) -> None:
    text = """
        select = ["all"]
        extend-select = ["hidden-count"]
        severity = {king-mismatch = "hint", pawn-rank = "off"}
        per-file-ignores."*.md" = ["pawn-rank"]
        include = ["*.pgn"]
        exclude = ["drafts/"]
        form = "compact"
        encoding = "cp1252"
        piece-letters = "french"
        solution-letters = "dutch"
        syzygy = ["tables"]
    """
    (tmp_path / "gbr.toml").write_text(text)
    loaded = load_settings(str(tmp_path / "gbr.toml"))
    settings = loaded.settings
    assert settings.select == tuple(RULES)
    assert settings.ignore == ("pawn-rank",)
    assert settings.severities == (("king-mismatch", Severity.HINT),)
    assert settings.severity_of(RULES["king-mismatch"]) is Severity.HINT
    assert settings.severity_of(RULES["force-mismatch"]) is RULES["force-mismatch"].severity
    assert settings.include == Globs(str(tmp_path), ("*.pgn",))
    assert settings.exclude == Globs(str(tmp_path), ("drafts/",))
    assert (settings.form, settings.encoding) == (Form.COMPACT, "cp1252")
    assert (settings.conventions.letters, settings.conventions.solution_letters) == ("RDTFCP", "dutch")
    assert getattr(settings.conventions.tables, "folders", None) == (str(tmp_path / "tables"),)
    path = str(tmp_path / "gbr.toml")
    assert (loaded.path, loaded.paths, loaded.warnings) == (path, (path,), ())


def test_a_hint_with_another_severity_runs_unless_rules_are_selected() -> None:
    raised = {"severity": {"hidden-count": "warning"}}
    assert "hidden-count" in rules_of(client_settings(raised, "/", "client").settings)
    assert "hidden-count" not in rules_of(client_settings({**raised, "select": []}, "/", "client").settings)
    assert "hidden-count" not in rules_of(client_settings({**raised, "ignore": ["all"]}, "/", "client").settings)


@pytest.mark.parametrize(
    ("pattern", "spoken_of"),
    [
        ("*.md", {"a.md", "drafts/b.md"}),
        ("/*.md", {"a.md"}),
        ("drafts", {"drafts/b.md", "drafts/c/d.txt"}),
        ("drafts/**/*.txt", {"drafts/c/d.txt"}),
        ("!drafts/", {"a.md"}),
    ],
)
def test_rules_are_ignored_in_the_files_that_a_pattern_fits(pattern: str, spoken_of: set[str]) -> None:
    settings = client_settings({"per-file-ignores": {pattern: ["pawn-rank"]}}, "/x", "client").settings
    names = ("a.md", "drafts/b.md", "drafts/c/d.txt", "/y/a.md")
    found = {name for name in names if settings.for_file(os.path.join("/x", name)).ignore == ("pawn-rank",)}
    assert found == spoken_of


def test_what_a_file_says_stands_over_what_it_extends(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "base.toml").write_text(
        'select = ["pawn-rank"]\nextend-select = ["digit-count"]\nnine = "promoted"\nform = "full"\nexclude = ["x"]\n'
        '[severity]\npawn-rank = "hint"\nking-mismatch = "hint"\n'
    )
    (tmp_path / "pyproject.toml").write_text(
        '[tool.gbr-lsp]\nextend = "base.toml"\nform = "dotted"\nextend-select = ["hidden-count"]\n'
    )
    (tmp_path / "sub" / "gbr.toml").write_text('extend = "../pyproject.toml"\nseverity.pawn-rank = "error"\nnin = 1\n')
    loaded = nearest_settings(str(tmp_path / "sub"))
    settings = loaded.settings
    assert (settings.select, settings.extend_select) == (("pawn-rank",), ("digit-count", "hidden-count"))
    assert (settings.conventions.nine.value, settings.form) == ("promoted", Form.DOTTED)
    assert dict(settings.severities) == {"pawn-rank": Severity.ERROR, "king-mismatch": Severity.HINT}
    assert settings.exclude == Globs(str(tmp_path), ("x",))
    names = ("sub/gbr.toml", "pyproject.toml", "base.toml")
    assert loaded.paths == tuple(str(tmp_path / name) for name in names)
    assert [warning.removeprefix(str(tmp_path)) for warning in loaded.warnings] == [
        "/sub/gbr.toml:3:1: there is no setting 'nin'; did you mean 'nine'?"
    ]
    (tmp_path / "sub" / "gbr.toml").write_text('extend = "../pyproject.toml"\nselect = ["digit-count"]\n')
    settings = nearest_settings(str(tmp_path / "sub")).settings
    assert (settings.select, settings.extend_select) == (("digit-count",), ())


def test_a_circle_of_files_is_one_clear_error(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "b")):
        (tmp_path / f"{name}.toml").write_text(f'extend = "{other}.toml"')
    with pytest.raises(BadSettings) as raised:
        load_settings(str(tmp_path / "a.toml"))
    b, c = tmp_path / "b.toml", tmp_path / "c.toml"
    assert str(raised.value) == f"{c}:1:10: {b} extends itself by way of {c}"
    assert raised.value.path == str(c)


def test_what_is_wrong_in_a_file_that_is_extended_is_said_of_that_file(tmp_path: Path) -> None:
    (tmp_path / "gbr.toml").write_text('extend = "base.toml"')
    (tmp_path / "base.toml").write_text("nine = 3")
    with pytest.raises(BadSettings) as raised:
        nearest_settings(str(tmp_path))
    assert raised.value.path == str(tmp_path / "base.toml")
    (problem,) = settings_problems('extend = "base.toml"', str(tmp_path / "gbr.toml"))
    assert problem.message == f"{tmp_path / 'base.toml'}:1:8: nine must be 'modern' or 'promoted'"
    assert (problem.row, problem.column, problem.end_column) == (1, 10, 21)


def test_what_a_client_says_is_judged_like_a_file() -> None:
    loaded = client_settings(
        {"nine": None, "form": "full", "nin": 1, "severity": {"pawn-rank": None}}, "/", "the client"
    )
    assert loaded.settings == Settings(form=Form.FULL)
    assert loaded.warnings == ("the client: there is no setting 'nin'; did you mean 'nine'?",)
    with pytest.raises(BadSettings, match=r"^the client: nine must be 'modern' or 'promoted'$"):
        client_settings({"nine": True}, "/", "the client")
    with pytest.raises(BadSettings, match=r"^the client: the settings must be a table$"):
        client_settings([None], "/", "the client")


# The command


def test_settings_shows_what_is_in_force_and_why(folder: Path) -> None:
    (folder / "base.toml").write_text('nine = "promoted"\nextend-select = ["hidden-count"]\n')
    (folder / "gbr.toml").write_text(
        'extend = "base.toml"\nextend-select = ["unsorted-index"]\n[severity]\npawn-rank = "off"\n'
        '[per-file-ignores]\n"s*/" = ["king-mismatch"]\n'
    )
    ran = run("settings", "a.txt", cwd=folder / "sub")
    assert (ran.status, ran.err) == (0, "")
    held = tomllib.loads(ran.out)
    assert (held["nine"], held["extend-select"]) == ("promoted", ["hidden-count", "unsorted-index"])
    lines = ran.out.splitlines()
    assert lines[0] == "# The settings for a.txt, from ../gbr.toml"
    assert 'nine = "promoted"  # ../base.toml:1' in lines
    assert 'extend-select = ["hidden-count", "unsorted-index"]  # ../gbr.toml:2, ../base.toml:2' in lines
    assert 'per-file-ignores."s*/" = ["king-mismatch"]  # ../gbr.toml:6' in lines
    assert 'encoding = "auto"  # default' in lines
    hints = {name for name, rule in RULES.items() if rule.severity is Severity.HINT}
    off = [
        name for name in RULES if name in (hints - {"hidden-count", "unsorted-index"}) | {"pawn-rank", "king-mismatch"}
    ]
    assert lines[-1] == f"# {len(RULES) - len(off)} of {len(RULES)} rules run; off: {', '.join(off)}"
    shown = json.loads(run("settings", "--output-format", "json", cwd=folder).out)
    assert shown["file"] == "gbr.toml"
    assert {"key": "nine", "value": "promoted", "origins": [{"filename": "base.toml", "row": 1}]} in shown["settings"]
    assert {"key": "encoding", "value": "auto", "origins": []} in shown["settings"]
    assert (shown["rules"]["pawn-rank"], shown["rules"]["king-mismatch"]) == ("off", "error")


def test_settings_of_nothing_are_the_defaults(tmp_path: Path) -> None:
    ran = run("settings", "--isolated", cwd=tmp_path)
    assert ran.out.startswith("# The settings for ., the defaults: there is no settings file\n")
    assert set(tomllib.loads(ran.out)) == {key.name for key in KEYS.values() if key.default not in (None, {})}
    ran = run("settings", "nowhere.txt", cwd=tmp_path)
    assert (ran.status, ran.err) == (2, "gbr-lsp: nowhere.txt: no such file or directory\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" + ".".join("a" * 20_000) + "]", "1:2: a key has more than 50 parts"),
        ("x = {" + " . ".join(["'a'"] * 60) + " = 1}", "1:6: a key has more than 50 parts"),
        ("".join(f"a{number} = 1\n" for number in range(1_000)), "the settings have more than 100 problems"),
        (f"ignore = {['x'] * 1_000}", "the settings have more than 100 problems"),
        ("a = " + "1" * 100_000, "a number has too many digits"),
        ("a = " + "[" * 10_000, "is nested too deeply"),
    ],
)
def test_what_would_take_long_is_refused_in_a_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "gbr.toml").write_text(text)
    (tmp_path / "a.md").write_text("")
    ran = run("check", "a.md", cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1
    listed = settings_problems(text, str(tmp_path / "gbr.toml"))
    assert 0 < len(listed) <= 101
    assert any(said.partition(": ")[2] in one.message or said in one.message for one in listed)
