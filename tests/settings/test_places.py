"""Files of settings as an editor has them: what is wrong in them, and where each value stands."""

import json
import tomllib
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gbr_lsp.settings import settings_problems
from gbr_lsp.settings.places import key_places

NINE = "nine must be 'modern' or 'promoted'"
SEVERITY = "severity.pawn-rank must be 'error', 'warning', 'information', 'hint' or 'off'"
NO_RULE = "there is no rule 'pawn-rnk'; did you mean 'pawn-rank'?"
NO_KEY = "there is no setting 'nin'; did you mean 'nine'?"
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
        ("gbr.toml", "[[severity]]\n", [("[[severity]]", "severity must be a table of severities by rule", "error")]),
        ("gbr.toml", "extend = 'nowhere.toml'", [("'nowhere.toml'", NO_FILE, "error")]),
        ("pyproject.toml", "[tool.gbr-lsp.severity]\npawn-rank = 'no'\n", [("'no'", SEVERITY, "error")]),
        ("pyproject.toml", "tool.gbr-lsp = 3", [("3", "the settings must be a table", "error")]),
        (
            "gbr.toml",
            "syzygy = [1]\r\nnin = 2",
            [("1", "syzygy must be a list of folders", "error"), ("nin", NO_KEY, "warning")],
        ),
    ],
)
def test_a_file_of_settings_is_diagnosed_itself(path: str, text: str, found: list[tuple[str, str, str]]) -> None:
    listed = settings_problems(text, f"/{path}")
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
    for problem in settings_problems(text, f"/nowhere/{path}"):
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
    found = key_places(text)

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


@pytest.mark.parametrize(
    "string",
    [
        '"""a"""',
        '"""a"b""c""""',
        '"""a\n\\""" # """""',
        "''''a\n\\'''",
        "''",
        '""',
        "'#'",
        '"\\"#"',
        "1979-05-27 07:32:00",
    ],
)
def test_the_scan_sees_where_a_string_ends(string: str) -> None:
    text = f"x = [{string}, {string}]\ny = {{a = {string}}} # z\nz = 1"
    tomllib.loads(text)
    found = key_places(text)
    assert [text[slice(*found[path].value)] for path in (("x", 0), ("x", 1), ("y", "a"), ("z",))] == [string] * 3 + [
        "1"
    ]


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
