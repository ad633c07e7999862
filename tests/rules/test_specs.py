"""The specifications and the examples on the pages of the rules say what the program finds."""

from importlib import import_module
from pathlib import Path

import pytest

from gbr_lsp.model.rule_pages import FOLDER, page_of, page_url
from gbr_lsp.rules import RULES
from tests.support import specs

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "specs").rglob("*.md"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_specification(path: Path, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update"):
        specs.update(path)
    found = list(specs.fixtures(path.read_text(encoding="utf-8")))
    assert found, "a specification without a fixture"
    for fixture in filter(lambda fixture: fixture.can_run, found):
        assert fixture.written_anew() == fixture.body, f"{path.name}:{fixture.line}, or run: pytest --update"
    if not all(fixture.can_run for fixture in found):
        pytest.skip(f"no tables at {specs.SYZYGY}: set GBR_SYZYGY to run on them")


@pytest.mark.parametrize("name", RULES)
def test_example_on_the_page_of_a_rule(name: str, request: pytest.FixtureRequest) -> None:
    """Each page has an example that the rule itself marks."""
    if request.config.getoption("--update"):
        specs.update(Path(import_module(RULES[name].module).__file__ or ""))
        pytest.skip("the page was written anew")
    examples = list(specs.fixtures(RULES[name].page))
    assert examples
    if not all(example.can_run for example in examples):
        pytest.skip(f"no tables at {specs.SYZYGY}: set GBR_SYZYGY to run on them")
    for example in examples:
        assert example.written_anew() == example.body
    assert any(f"^ {name}: " in example.body or f"… {name}: " in example.body for example in examples)


def test_the_installed_pages_are_those_of_the_rules(request: pytest.FixtureRequest) -> None:
    """What a link to a rule opens; `gbr-lsp rule NAME` prints the same."""
    if request.config.getoption("--update"):
        FOLDER.mkdir(exist_ok=True)
        for path in FOLDER.glob("*.md"):
            path.unlink()
        for name, rule in RULES.items():
            (FOLDER / f"{name}.md").write_text(f"{page_of(rule)}\n", encoding="utf-8")
    assert {path.stem for path in FOLDER.iterdir()} == set(RULES), "run: pytest --update tests/rules"
    for name, rule in RULES.items():
        page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
        assert page == f"{page_of(rule)}\n", "run: pytest --update tests/rules"
        assert page_url(rule).endswith(f"/gbr_lsp/rules/pages/{name}.md")


def test_the_list_of_rules_leads_to_the_page_of_each(request: pytest.FixtureRequest) -> None:
    path = ROOT / "docs" / "rules.md"
    rows = [
        f"| [{name}](../gbr_lsp/rules/pages/{name}.md) | {rule.severity.value} | {rule.page.partition('.')[0]} |"
        for name, rule in RULES.items()
    ]
    table = "\n".join(["| rule | severity | what it reports |", "| --- | --- | --- |", *rows, ""])
    text = path.read_text(encoding="utf-8")
    written = text[: text.index("| rule |")] + table
    if request.config.getoption("--update"):
        path.write_text(written, encoding="utf-8")
    else:
        assert text == written, "run: pytest --update tests/rules"


def test_every_rule_has_a_specification() -> None:
    assert {path.stem for path in FILES if path.parent.name == "rules"} == set(RULES)
