"""Settings from files: as they are read, judged, shown, and applied by a check."""

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from commands import run
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from gbr_lsp.files.globs import Globs
from gbr_lsp.finding import Severity
from gbr_lsp.lint import rules_of
from gbr_lsp.notation.values import Form
from gbr_lsp.rules import RULES
from gbr_lsp.settings import BadSettings, Settings, load, nearest, problems, settings_of
from gbr_lsp.settings.keys import KEYS, schema
from gbr_lsp.settings.layers import Layer, faults
from gbr_lsp.settings.places import places

WRONG = "a2f1 0411.56 10/9 Win\n\nf1h1 0001.04f1h1 2/5 Win\n"
SCHEMA = Path(__file__).parents[1] / "gbr_lsp" / "settings.schema.json"


def rules(folder: Path, *options: str) -> list[str]:
    ran = run("check", "--output-format", "json", *options, "sub/a.txt", cwd=folder)
    assert ran.err == ""
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
        ('nine = "old"', "gbr.toml:1:8: nine is 'modern' or 'promoted'\n"),
        ("\nnine = 9", "gbr.toml:2:8: nine is 'modern' or 'promoted'\n"),
        ('nine = "moden"', "nine is 'modern' or 'promoted': is 'modern' meant?\n"),
        ('select = "all"', "gbr.toml:1:10: select is a list of names of rules\n"),
        ("select = ['all', 2]", "gbr.toml:1:18: select is a list of names of rules\n"),
        ("severity = 1", "gbr.toml:1:12: severity is a table of severities by rule\n"),
        (
            "[severity]\nking-mismatch = 'bad'",
            "gbr.toml:2:17: severity.king-mismatch is 'error', 'warning', 'information', 'hint' or 'off'\n",
        ),
        (
            "per-file-ignores.'a[' = []",
            "gbr.toml:1:18: per-file-ignores is a table of names of rules by patterns of paths, as in a .gitignore\n",
        ),
        ("syzygy = ['a', '']", "gbr.toml:1:16: syzygy is a list of folders\n"),
        ("piece-letters = 'KQRBNK'", "or six capital letters, of king, queen, rook, bishop, knight, pawn\n"),
        ("x = " + "[" * 3000, "is nested too deeply\n"),
        ("extend = 'gbr.toml'", "gbr.toml extends itself\n"),
        ("extend = 'a.toml'", "a.toml: no such file or directory\n"),
        ("extend = '.'", "is a directory\n"),
        ("extend = 'sub/pyproject.toml'", "sub/pyproject.toml: no such file or directory\n"),
        ("form = 'short'", "form is 'class', 'prefixed', 'caption', 'full', 'dotted' or 'compact'\n"),
        ("encoding = 'latin1'", "encoding is 'auto', 'utf-8' or 'cp1252'\n"),
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
        ('selct = ["a"]', "gbr.toml:1:1: there is no setting 'selct': is 'select' meant?"),
        ("extend_select = []", "gbr.toml:1:1: there is no setting 'extend_select': is 'extend-select' meant?"),
        ("[sevrity]\na = 1", "gbr.toml:1:2: there is no setting 'sevrity': is 'severity' meant?"),
        ("[severity]\nking-mismach = 1", "gbr.toml:2:1: there is no rule 'king-mismach': is 'king-mismatch' meant?"),
        ("ignore = ['xyzzy']", "gbr.toml:1:11: there is no rule 'xyzzy'"),
        ("per-file-ignores.'*.md' = ['Pawn_Rank']", "1:28: there is no rule 'Pawn_Rank': is 'pawn-rank' meant?"),
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
    assert ran.err.endswith("pyproject.toml:2:11: the settings are a table\n")
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
        syzygy = ["tables"]
    """
    (tmp_path / "gbr.toml").write_text(text)
    loaded = load(str(tmp_path / "gbr.toml"))
    settings = loaded.settings
    assert settings.select == tuple(RULES)
    assert settings.ignore == ("pawn-rank",)
    assert settings.severities == (("king-mismatch", Severity.HINT),)
    assert settings.severity_of(RULES["king-mismatch"]) is Severity.HINT
    assert settings.severity_of(RULES["force-mismatch"]) is RULES["force-mismatch"].severity
    assert settings.include == Globs(str(tmp_path), ("*.pgn",))
    assert settings.exclude == Globs(str(tmp_path), ("drafts/",))
    assert (settings.form, settings.encoding) == (Form.COMPACT, "cp1252")
    assert settings.terms.letters == "RDTFCP"
    assert getattr(settings.terms.tables, "folders", None) == (str(tmp_path / "tables"),)
    path = str(tmp_path / "gbr.toml")
    assert (loaded.path, loaded.paths, loaded.warnings) == (path, (path,), ())


def test_a_hint_with_another_severity_runs_unless_rules_are_selected() -> None:
    raised = {"severity": {"hidden-count": "warning"}}
    assert "hidden-count" in rules_of(settings_of(raised, "/", "client").settings)
    assert "hidden-count" not in rules_of(settings_of({**raised, "select": []}, "/", "client").settings)
    assert "hidden-count" not in rules_of(settings_of({**raised, "ignore": ["all"]}, "/", "client").settings)


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
    settings = settings_of({"per-file-ignores": {pattern: ["pawn-rank"]}}, "/x", "client").settings
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
    loaded = nearest(str(tmp_path / "sub"))
    settings = loaded.settings
    assert (settings.select, settings.extend_select) == (("pawn-rank",), ("digit-count", "hidden-count"))
    assert (settings.terms.nine.value, settings.form) == ("promoted", Form.DOTTED)
    assert dict(settings.severities) == {"pawn-rank": Severity.ERROR, "king-mismatch": Severity.HINT}
    assert settings.exclude == Globs(str(tmp_path), ("x",))
    names = ("sub/gbr.toml", "pyproject.toml", "base.toml")
    assert loaded.paths == tuple(str(tmp_path / name) for name in names)
    assert [warning.removeprefix(str(tmp_path)) for warning in loaded.warnings] == [
        "/sub/gbr.toml:3:1: there is no setting 'nin': is 'nine' meant?"
    ]
    (tmp_path / "sub" / "gbr.toml").write_text('extend = "../pyproject.toml"\nselect = ["digit-count"]\n')
    settings = nearest(str(tmp_path / "sub")).settings
    assert (settings.select, settings.extend_select) == (("digit-count",), ())


def test_a_circle_of_files_is_one_clear_error(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "b")):
        (tmp_path / f"{name}.toml").write_text(f'extend = "{other}.toml"')
    with pytest.raises(BadSettings) as raised:
        load(str(tmp_path / "a.toml"))
    b, c = tmp_path / "b.toml", tmp_path / "c.toml"
    assert str(raised.value) == f"{c}:1:10: {b} extends itself by way of {c}"
    assert raised.value.path == str(c)


def test_what_is_wrong_in_a_file_that_is_extended_is_said_of_that_file(tmp_path: Path) -> None:
    (tmp_path / "gbr.toml").write_text('extend = "base.toml"')
    (tmp_path / "base.toml").write_text("nine = 3")
    with pytest.raises(BadSettings) as raised:
        nearest(str(tmp_path))
    assert raised.value.path == str(tmp_path / "base.toml")
    (problem,) = problems('extend = "base.toml"', str(tmp_path / "gbr.toml"))
    assert problem.message == f"{tmp_path / 'base.toml'}:1:8: nine is 'modern' or 'promoted'"
    assert (problem.row, problem.column, problem.end_column) == (1, 10, 21)


def test_what_a_client_says_is_judged_like_a_file() -> None:
    loaded = settings_of({"nine": None, "form": "full", "nin": 1, "severity": {"pawn-rank": None}}, "/", "the client")
    assert loaded.settings == Settings(form=Form.FULL)
    assert loaded.warnings == ("the client: there is no setting 'nin': is 'nine' meant?",)
    with pytest.raises(BadSettings, match=r"^the client: nine is 'modern' or 'promoted'$"):
        settings_of({"nine": True}, "/", "the client")
    with pytest.raises(BadSettings, match=r"^the client: the settings are a table$"):
        settings_of([None], "/", "the client")


# In the editor


NINE = "nine is 'modern' or 'promoted'"
SEVERITY = "severity.pawn-rank is 'error', 'warning', 'information', 'hint' or 'off'"
NO_RULE = "there is no rule 'pawn-rnk': is 'pawn-rank' meant?"
NO_KEY = "there is no setting 'nin': is 'nine' meant?"
NO_FILE = "/nowhere.toml: no such file or directory"


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("gbr.toml", "", []),
        ("gbr.toml", "nine = 'modern'\n", []),
        ("pyproject.toml", "nin = 1\n[tool.x]\nnine = 1", []),
        ("gbr.toml", "# x\nnin = []\n", [("nin", NO_KEY, "warning")]),
        ("gbr.toml", "select = [\n  'pawn-rnk', # x\n]\n", [("'pawn-rnk'", NO_RULE, "warning")]),
        ("gbr.toml", "a = 1\nb 2\n", [("2", "expected '=' after a key in a key/value pair", "error")]),
        ("gbr.toml", "x = 1\nselect = [\n", [("select = [", "invalid value", "error")]),
        ("gbr.toml", '"nine" = """\nold"""', [('"""\nold"""', NINE, "error")]),
        ("gbr.toml", "severity = {pawn-rnk = 'off'}", [("pawn-rnk", NO_RULE, "warning")]),
        ("gbr.toml", "[[severity]]\n", [("[[severity]]", "severity is a table of severities by rule", "error")]),
        ("gbr.toml", "extend = 'nowhere.toml'", [("'nowhere.toml'", NO_FILE, "error")]),
        ("pyproject.toml", "[tool.gbr-lsp.severity]\npawn-rank = 'no'\n", [("'no'", SEVERITY, "error")]),
        ("pyproject.toml", "tool.gbr-lsp = 3", [("3", "the settings are a table", "error")]),
        (
            "gbr.toml",
            "syzygy = [1]\r\nnin = 2",
            [("1", "syzygy is a list of folders", "error"), ("nin", NO_KEY, "warning")],
        ),
    ],
)
def test_a_file_of_settings_is_diagnosed_itself(path: str, text: str, found: list[tuple[str, str, str]]) -> None:
    listed = problems(text, f"/{path}")
    assert [(text[p.span.start : p.span.end], p.message, p.severity.value) for p in listed] == found
    for problem in listed:
        lines = text.split("\n")
        assert lines[problem.row - 1][problem.column - 1 :].startswith(text[slice(*problem.span)].split("\n")[0])


TOML = [
    "nine", "select", "severity", "gbr-lsp", "tool", "[", "[[", "]", "{", "}", "=", ".", ",", "'", '"', '"""', "'''",
    "\\", " ", "\n", "\r\n", "#", "1", "1979-05-27 07:32:00Z", "true", "é", "\x00", "\ufeff", "extend", "'pawn-rank'",
    "a = 1\n",
]  # fmt: skip


@given(st.lists(st.sampled_from(TOML), max_size=20).map("".join), st.sampled_from(["gbr.toml", "pyproject.toml"]))
@example("[" * 5000, "gbr.toml")
@example("x = " + "9" * 5000, "gbr.toml")
@example("gbr-lsp = " + "{a=" * 5000, "pyproject.toml")
def test_any_text_has_its_problems_within_it(text: str, path: str) -> None:
    for problem in problems(text, f"/nowhere/{path}"):
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert "\n" not in problem.message


keys = st.sampled_from(["a", "b-1", "c d", "é", "", 'q"', "\\", "'"])
scalars = st.one_of(
    st.text(alphabet="ab'\"\\é\n#]},=", max_size=6), st.integers(), st.booleans(), st.floats(allow_nan=False)
)
inner = st.recursive(
    scalars,
    lambda items: st.one_of(st.lists(items, max_size=3), st.dictionaries(keys, items, max_size=3)),
    max_leaves=6,
)
trees = st.dictionaries(keys, inner, max_size=4)


@given(trees, st.data())
def test_every_value_stands_where_it_is_said_to(tree: dict[str, Any], data: st.DataObject) -> None:
    """Written in any of TOML's ways, a value read alone from its place is the value."""
    text = written(tree, data)
    assert tomllib.loads(text) == tree
    found = places(text)

    def compare(value: Any, path: tuple[str | int, ...]) -> None:
        if isinstance(value, dict) and "=" not in text[slice(*found[path].value)]:
            pass
        elif not isinstance(value, dict):
            assert tomllib.loads(f"x = {text[slice(*found[path].value)]}")["x"] == value
        if isinstance(path[-1], str):
            assert tomllib.loads(f"{text[slice(*found[path].key)]} = 1") == {path[-1]: 1}
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, item in items:
            compare(item, (*path, key))

    for key, value in tree.items():
        compare(value, (key,))


def written(tree: dict[str, Any], data: st.DataObject) -> str:
    """A tree as TOML: tables as headers, dotted keys or in line, strings of each kind, blanks and comments between."""

    def draw(*choices: str) -> str:
        return data.draw(st.sampled_from(choices))

    def string(value: str, *lengths: str) -> str:
        if "'" not in value and "\n" not in value and draw("literal", "basic") == "literal":
            return f"'{value}'"
        if draw(*(lengths or ("one", "many"))) == "many":
            quotes = '"' if '"""' not in value else '\\"'
            return '"""' + json.dumps(value)[1:-1].replace('\\"', quotes) + '"""'
        return json.dumps(value)

    def key(name: str) -> str:
        return name if name in ("a", "b-1") and draw("bare", "quoted") == "bare" else string(name, "one")

    def scalar(value: Any) -> str:
        if isinstance(value, str):
            return string(value)
        if isinstance(value, list):
            gap = draw("", " ", "\n # ] x\n ")
            end = draw("", ",") if value else ""
            return f"[{gap}{f'{gap},{gap}'.join(map(scalar, value))}{end}{gap}]"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key(name)} = {scalar(item)}" for name, item in value.items()) + "}"
        return "inf" if value == float("inf") else "-inf" if value == float("-inf") else json.dumps(value)

    lines, tables = [], []
    for name, value in tree.items():
        how = draw("in line", "header", "dotted") if isinstance(value, dict) and value else "in line"
        if how == "in line":
            lines.append(f"{key(name)}{draw('', ' ')}={draw('', '  ')}{scalar(value)}{draw('', ' # = x')}")
        elif how == "dotted":
            lines += [f"{key(name)}{draw('.', ' . ')}{key(inner)} = {scalar(item)}" for inner, item in value.items()]
        else:
            tables.append(f"{draw('', ' ')}[{key(name)}]{draw('', ' # [x]')}")
            tables += [f"{key(inner)} = {scalar(item)}" for inner, item in value.items()]
    return draw("", "# x = 1\n\n") + draw("\n", "\r\n").join(lines + tables) + draw("", "\n")


# The schema


def test_the_schema_is_that_of_the_keys(request: pytest.FixtureRequest) -> None:
    text = json.dumps(schema(), indent=2) + "\n"
    if request.config.getoption("--update"):
        SCHEMA.write_text(text, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == text, "or run: pytest --update"
    Draft7Validator.check_schema(schema())
    for key in KEYS.values():
        assert key.default is None or not list(key.kind.faults(key.default, (key.name,))), key.name
    assert run("settings", "--schema").out == text


names = st.one_of(st.sampled_from([*RULES, "all"]), st.sampled_from([*RULES, "all"]), st.just("no-rule"))
globs = st.one_of(st.sampled_from(["*.md", "drafts/"]), st.text(alphabet="ab[]!^\\*?/:-. \n\x00é", max_size=5))
lists = st.one_of(st.lists(names, max_size=3), st.lists(st.one_of(names, st.integers()), max_size=2), names)
GOOD: dict[str, st.SearchStrategy[Any]] = {
    "extend": st.text(alphabet="a/\n\x1f ~", max_size=3),
    "select": lists,
    "extend-select": lists,
    "ignore": lists,
    "severity": st.dictionaries(names, st.sampled_from(["error", "off", "hint", "bad"]), max_size=3),
    "per-file-ignores": st.dictionaries(globs, lists, max_size=2),
    "include": st.lists(globs, max_size=3),
    "exclude": st.lists(globs, max_size=3),
    "nine": st.sampled_from(["modern", "promoted", "Modern"]),
    "form": st.sampled_from(["class", "full", "short"]),
    "bare-class": st.sampled_from(["ignore", "report", "x"]),
    "piece-letters": st.one_of(
        st.sampled_from(["german", "German", "french\n", "KQRBNP", "KQRBNP\n", "ÄÖÜКФЛ", "kqrbnp"]),
        st.text(alphabet="KQRBNPÄ", min_size=5, max_size=7),
    ),
    "encoding": st.sampled_from(["auto", "utf-8", "cp1252", "latin1"]),
    "syzygy": st.lists(st.one_of(st.text(alphabet="a/\n\x00~", max_size=3), st.integers()), max_size=2),
}
junk = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(max_size=3), st.just([]), st.just({}), st.just([None])
)


@given(st.data())
def test_the_schema_and_the_parser_accept_the_same(data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from([*GOOD, "selct"]), unique=True, max_size=2))
    mapping = {key: data.draw(st.one_of(GOOD.get(key, junk), GOOD.get(key, junk), junk)) for key in chosen}
    valid = Draft7Validator(schema()).is_valid(mapping)
    assert valid == (not list(faults(Layer(mapping, "/", "test")))), mapping
    if valid:
        assert (
            settings_of({key: value for key, value in mapping.items() if key != "extend"}, "/", "test").warnings == ()
        )


def test_every_key_is_tried_against_the_schema() -> None:
    assert list(GOOD) == list(KEYS)


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
    assert lines[-1] == f"# {len(RULES) - 2} of {len(RULES)} rules run; off: pawn-rank, king-mismatch"
    shown = json.loads(run("settings", "--output-format", "json", cwd=folder).out)
    assert shown["file"] == "gbr.toml"
    assert {"key": "nine", "value": "promoted", "origins": [{"filename": "base.toml", "row": 1}]} in shown["settings"]
    assert {"key": "encoding", "value": "auto", "origins": []} in shown["settings"]
    assert (shown["rules"]["pawn-rank"], shown["rules"]["king-mismatch"]) == ("off", "error")


def test_settings_of_nothing_are_the_defaults(tmp_path: Path) -> None:
    ran = run("settings", "--isolated", cwd=tmp_path)
    assert ran.out.startswith("# The settings for ., the defaults, for no file says anything\n")
    assert set(tomllib.loads(ran.out)) == {key.name for key in KEYS.values() if key.default not in (None, {})}
    ran = run("settings", "nowhere.txt", cwd=tmp_path)
    assert (ran.status, ran.err) == (2, "gbr-lsp: nowhere.txt: no such file or directory\n")
