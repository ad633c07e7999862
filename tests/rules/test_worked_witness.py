"""The witness of CONTRIBUTING.md, written by following the page in a copy of the tree, is judged and is named."""

import shutil

import pytest

from tests.rules.test_worked_example import ROOT, Copy, follow

pytestmark = pytest.mark.long

_TEXT = "=0323.12g3g1 (WK 73, BK 81)\n"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in ("gbr_lsp", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    assert follow((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), folder, "## Adding a witness") <= 4
    (folder / "a.txt").write_text(_TEXT, encoding="utf-8")
    return Copy(folder)


def test_its_specification_holds(copy: Copy) -> None:
    out = copy.run("pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/rules/test_specs.py", "-k", "numbers")
    assert out.split()[:2] == [".", "[100%]"]


def test_it_is_named_wherever_witnesses_are(copy: Copy) -> None:
    assert "checked against the note beside it" in copy.run("gbr_lsp", "check", "--isolated", "--show-codes", "a.txt")
    explained = copy.run("gbr_lsp", "explain", "a.txt:1")
    assert "the note beside it" in explained
    assert "the code or the board is wrong, but nothing shows which" in explained
