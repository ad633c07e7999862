"""What surrounds the program: the files at the root, the metadata of the package, and the workflow of its own CI."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from gbr_lsp import __version__
from tests.support.commands import run

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

WORKFLOWS = list((ROOT / ".github" / "workflows").glob("*.yml"))

AT_THE_ROOT = {
    ".ci",
    ".github",
    ".gitignore",
    ".pre-commit-hooks.yaml",
    "action.yml",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "docs",
    "gbr_lsp",
    "LICENSE",
    "pyproject.toml",
    "README.md",
    "SECURITY.md",
    "setup.py",
    "tests",
    "vscode-extension",
    "zensical.toml",
}


def test_only_what_belongs_there_stands_at_the_root() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("this is no clone")
    assert {name.partition("/")[0] for name in listed.stdout.splitlines()} == AT_THE_ROOT


def test_the_page_for_package_indexes_stands_by_itself() -> None:
    """An index resolves no relative link, so there is none, neither to a page nor to a picture."""
    page = (ROOT / PROJECT["readme"]).read_text(encoding="utf-8")
    assert re.findall(r"\]\((?!https://)", page) == []
    assert re.findall(r"<img|^\[[^\]]*\]:", page, re.MULTILINE) == []


def test_the_page_for_package_indexes_shows_what_is_printed() -> None:
    page = (ROOT / PROJECT["readme"]).read_text(encoding="utf-8")
    (shown,) = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    assert run("check", "docs/printed/hhdb.pgn", cwd=ROOT).out == shown


def test_dependencies_have_bounds_on_both_sides_that_let_in_what_is_tested() -> None:
    for requirement in PROJECT["dependencies"]:
        name, least, bound = re.fullmatch(r"([a-z]+)>=([0-9.]+),<([0-9.]+)", requirement).groups()  # type: ignore[union-attr]
        assert _numbers(least) <= _numbers(version(name)) < _numbers(bound), requirement


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(".")]


def test_the_citation_is_of_this_version() -> None:
    checked = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.citation-file-format"]
    result = subprocess.run([*checked, str(ROOT / "CITATION.cff")], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
    citation = YAML(typ="safe").load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (citation["title"], citation["version"], citation["license"]) == (
        PROJECT["name"],
        __version__,
        PROJECT["license"],
    )


@pytest.mark.parametrize("name", ["action.yml", *sorted(f".github/workflows/{path.name}" for path in WORKFLOWS)])
def test_actions_of_others_are_named_by_commit(name: str) -> None:
    used = re.findall(r"uses: (\S+)(.*)", (ROOT / name).read_text(encoding="utf-8"))
    assert used
    for action, comment in used:
        assert re.fullmatch(r"[^@]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v[0-9.]+", comment), f"{action} without its version"


def test_the_workflow_runs_what_must_hold() -> None:
    jobs = YAML(typ="safe").load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))["jobs"]
    assert [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step] == [".ci/run"]
