"""What surrounds the program: the files at the root, the metadata of the package, and the workflow of its own CI."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from importlib.util import module_from_spec, spec_from_file_location
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
    "MANIFEST.in",
    "pyproject.toml",
    "README.md",
    "SECURITY.md",
    "setup.py",
    "tests",
    "vscode-extension",
    "web",
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
        if action.startswith("./"):
            assert (ROOT / action).is_file(), action
            continue
        assert re.fullmatch(r"[^@]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v[0-9.]+", comment), f"{action} without its version"


def _commands(name: str) -> list[str]:
    """Return the commands that the workflow `name` runs."""
    jobs = YAML(typ="safe").load((ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8"))["jobs"]
    return [step["run"] for job in jobs.values() for step in job.get("steps", ()) if "run" in step]


def test_workflows_run_the_short_checks_on_a_push_and_all_of_them_at_night_and_before_a_release() -> None:
    assert _commands("ci.yml") == [".ci/run"]
    assert _commands("full.yml") == [".ci/full"]
    release = YAML(typ="safe").load((ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8"))["jobs"]
    assert release["everything"] == {"uses": "./.github/workflows/full.yml"}
    assert "everything" in release["attest"]["needs"]
    assert "attest" in release["publish"]["needs"]


def test_all_checks_contain_the_short_ones() -> None:
    """Each stage that .ci/run runs is one of .ci/full, and each is a function of .ci/stages."""
    run_text, full_text, stages = (
        (ROOT / ".ci" / name).read_text(encoding="utf-8") for name in ("run", "full", "stages")
    )
    pattern = r'^(?:stage|beside \w+) "[^"]+" (\w+)'
    short, full = (re.findall(pattern, text, re.MULTILINE) for text in (run_text, full_text))
    assert set(short) < set(full)
    helpers = {"beside", "clone", "finish", "joined", "pythons", "readme_command", "stage"}
    assert set(full) == set(re.findall(r"^(\w+)\(\) \{", stages, re.MULTILINE)) - helpers


def _release() -> Any:
    spec = spec_from_file_location("release", ROOT / ".ci" / "release.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _copied(folder: Path) -> Path:
    """The files in which the version or an address stands."""
    for name in [*_release().PLACES, "CHANGELOG.md"]:
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def test_all_versions_are_one() -> None:
    release = _release()
    assert release.different(ROOT) == []
    assert release.different(ROOT, f"v{__version__}") == []
    assert len(release.different(ROOT, "v99.0.0")) == len(release.PLACES)


def _addressed(root: Path, address: str) -> Path:
    """Write `address` into the pyproject.toml of `root`."""
    path = root / "pyproject.toml"
    text = path.read_text(encoding="utf-8")
    assert text.count('\naddress = "') == 1
    path.write_text(text.replace('\naddress = ""', f"\naddress = {json.dumps(address)}"), encoding="utf-8")
    return root


def test_a_release_has_the_version_of_its_tag_and_the_address_of_its_project(tmp_path: Path) -> None:
    """Twice gives what once gives, and nothing else of the files changes."""
    release, root = _release(), _addressed(_copied(tmp_path), "https://example.org/somebody/gbr-lsp/")
    for _ in range(2):
        release.stamp(root, "v3.2.1")
        assert release.different(root, "v3.2.1") == []
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    urls = project.pop("urls")
    assert urls["Homepage"] == "https://example.org/somebody/gbr-lsp"
    for url in urls.values():
        path = url.removeprefix("https://example.org/somebody/gbr-lsp").removeprefix("/blob/v3.2.1/")
        assert path in ("", "/issues") or (ROOT / path).exists()
    assert project | {"version": __version__} == PROJECT
    package = json.loads((root / "vscode-extension" / "package.json").read_text(encoding="utf-8"))
    assert package["repository"]["url"] == urls["Homepage"]
    assert package["bugs"]["url"] == urls["Issues"]


@pytest.mark.parametrize(
    ("tag", "address", "why"),
    [
        ("main", "https://example.org", "'main' is not the tag of a version"),
        ("v1.0.0", "", "a release needs the project's address: set `address` under .tool.release. in pyproject.toml"),
        ("v1.0.0", 'https://example.org"\nx = "', "is not an https address"),
        ("v1.0.0", "git@x", "is not an https address"),
    ],
)
def test_a_release_without_its_tag_or_address_fails(tag: str, address: str, why: str, tmp_path: Path) -> None:
    root = _addressed(_copied(tmp_path), address)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    with pytest.raises(ValueError, match=why):
        _release().stamp(root, tag)
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_the_command_for_releases_states_what_is_wrong_in_one_line() -> None:
    """No address is known in this tree."""
    for command in (["stamp", f"v{__version__}"], ["check", f"v{__version__}"]):
        said = subprocess.run([sys.executable, ".ci/release.py", *command], cwd=ROOT, capture_output=True, text=True)
        assert said.returncode == 1
        assert said.stderr.startswith("a release needs the project's address")
        assert said.stderr.count("\n") == 1
    assert subprocess.run([sys.executable, ".ci/release.py", "check"], cwd=ROOT, capture_output=True).returncode == 0


def test_the_classifiers_name_each_python_that_is_tested() -> None:
    jobs = YAML(typ="safe").load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))["jobs"]
    prefix = "Programming Language :: Python :: "
    named = [line.removeprefix(prefix) for line in PROJECT["classifiers"] if re.fullmatch(prefix + r"3\.\d+", line)]
    assert named == jobs["tests"]["strategy"]["matrix"]["python"]


def test_notes_are_the_newest_part_of_the_changelog(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [0.2.0]\n\nNew.\n\n### Added\n\n* x\n\n## [0.1.0]\n\nOld.\n"
    )
    assert _release().notes(tmp_path) == "New.\n\n### Added\n\n* x\n"
    assert 100 < len(_release().notes(ROOT))


def test_reports_have_the_addresses_of_the_package_only() -> None:
    """None is known in this tree; `stamp` writes them for a release."""
    assert "urls" not in PROJECT
    (driven,) = json.loads(run("check", "--output-format", "sarif", "docs/examples", cwd=ROOT).out)["runs"]
    assert "informationUri" not in driven["tool"]["driver"]
    assert all("helpUri" not in rule and rule["help"]["markdown"] for rule in driven["tool"]["driver"]["rules"])


def test_reports_link_to_the_addresses_that_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    from email.message import Message

    from gbr_lsp.cli.report import sarif
    from gbr_lsp.cli.report.file_report import CheckedFiles

    installed = Message()
    installed["Project-URL"] = "Homepage, https://example.org/x"
    installed["Project-URL"] = "Rules, https://example.org/x/blob/v1/gbr_lsp/rules/pages"
    monkeypatch.setattr("importlib.metadata.metadata", lambda name: installed)
    sarif._address.cache_clear()
    driver = json.loads("\n".join(sarif.write([], CheckedFiles([], []))))["runs"][0]["tool"]["driver"]
    sarif._address.cache_clear()
    assert driver["informationUri"] == "https://example.org/x"
    for rule in driver["rules"]:
        page = rule["helpUri"].removeprefix("https://example.org/x/blob/v1/")
        assert (ROOT / page).read_text(encoding="utf-8").startswith(f"# {rule['id']}\n")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_fit_their_schema_and_name_what_exists(path: Path) -> None:
    """A command of the project that a workflow names is a file of it that can be run."""
    checked = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(path)]
    result = subprocess.run(checked, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
    jobs = YAML(typ="safe").load(path.read_text(encoding="utf-8"))["jobs"]
    said = "\n".join(step.get("run", "") for job in jobs.values() for step in job.get("steps", ()))
    for name in re.findall(r"(?<![\w/])\.ci/[\w./-]+", said):
        assert (ROOT / name).is_file(), name
    packages = (ROOT / "vscode-extension" / "package.json", ROOT / "web" / "package.json")
    scripts = {name for path in packages for name in json.loads(path.read_text(encoding="utf-8"))["scripts"]}
    assert {*re.findall(r"npm run (\w+)", said)} <= scripts


def test_every_python_is_tested_on_every_system() -> None:
    jobs = YAML(typ="safe").load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))["jobs"]
    matrix = jobs["tests"]["strategy"]["matrix"]
    assert matrix["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert matrix["python"][0] == PROJECT["requires-python"].removeprefix(">=")
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
