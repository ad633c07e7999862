"""The published schema of the settings, held to the parser."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from gbr_lsp.rules import RULES
from gbr_lsp.settings import client_settings
from gbr_lsp.settings.keys import KEYS, settings_schema
from gbr_lsp.settings.layers import Layer, faults
from tests.support.commands import run

SCHEMA = Path(__file__).parents[2] / "gbr_lsp" / "settings.schema.json"


def test_the_schema_is_that_of_the_keys(request: pytest.FixtureRequest) -> None:
    text = json.dumps(settings_schema(), indent=2) + "\n"
    if request.config.getoption("--update"):
        SCHEMA.write_text(text, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == text, "or run: pytest --update"
    Draft7Validator.check_schema(settings_schema())
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
    "solution-letters": st.one_of(
        st.sampled_from(["auto", "german", "German", "russian\n", "KQRBS", "KQRBS\n", "♔♕♖♗♘", "kqrbn"]),
        st.text(alphabet="KQRBNSÄ", min_size=4, max_size=6),
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
    valid = Draft7Validator(settings_schema()).is_valid(mapping)
    assert valid == (not list(faults(Layer(mapping, "/", "test")))), mapping
    if valid:
        assert (
            client_settings({key: value for key, value in mapping.items() if key != "extend"}, "/", "test").warnings
            == ()
        )


def test_every_key_is_tried_against_the_schema() -> None:
    assert list(GOOD) == list(KEYS)
