"""The rule over printed lines of CONTRIBUTING.md, written by following the page in a copy of the tree, is run."""

import json
import shutil

import pytest

from gbr_lsp.rules import RULES
from tests.rules.test_worked_example import ROOT, Copy, follow

pytestmark = pytest.mark.long
NAME = "first-move"
TEXT = "a1c3 0100.00 2/1 Win\n\n8/8/8/8/8/2k5/8/K6R\n\n{}\n"
LINE = "1.Ra3+ Kc4 2.Rh4+ Kc5 3.Rh5+ Kc6 4.Rh6+ Kc5 5.Rh5+ Kc4 wins."


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    folder = tmp_path_factory.mktemp("copy")
    for name in ("gbr_lsp", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    before = {path: path.read_bytes() for path in folder.rglob("*.py")}
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    # The page names all files but the changelog.
    assert follow(page, folder, "## Adding a rule over printed lines") + 1 == 4
    changed = {path for path, content in before.items() if path.read_bytes() != content}
    assert changed == {folder / "gbr_lsp" / "rules" / "__init__.py"}
    return Copy(folder)


def test_its_specification_and_its_page_hold(copy: Copy) -> None:
    out = copy.run("pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/rules/test_specs.py", "-k", "first")
    assert out.startswith("..")
    assert "FAILED" not in out
    assert "fails at its first move" in copy.run("gbr_lsp", "rule", NAME)
    assert NAME not in RULES


@pytest.mark.parametrize(("name", "text"), [("a.txt", TEXT.format(LINE)), ("b.md", TEXT.format(LINE))])
def test_it_is_run_on_lines_of_prose(copy: Copy, name: str, text: str) -> None:
    (copy.folder / name).write_text(text, encoding="utf-8")
    out = copy.run("gbr_lsp", "check", "--isolated", "--output-format", "json", "--select", NAME, name)
    assert [(item["code"], item["location"]["row"]) for item in json.loads(out)] == [(NAME, 5)]


def test_it_is_run_across_pages(copy: Copy) -> None:
    """A solution on the next page is followed from the board of its code."""
    board, _, line = TEXT.format(LINE).rpartition("\n\n")
    (copy.folder / "pages.txt").write_text(f"{board}\n\f{line}", encoding="utf-8")
    out = copy.run("gbr_lsp", "check", "--isolated", "--output-format", "json", "--select", NAME, "pages.txt")
    assert [item["code"] for item in json.loads(out)] == [NAME]
