"""What others run in their CI: the hooks, the action and its script, and docs/ci.md, which is followed.

The page is followed here but for what needs pip, with the program under test in place of an installed one; all of it,
pre-commit and pip included, by `python -m tests.support.follow docs/ci.md`, as .ci/run does.
"""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import check_jsonschema  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from gbr_lsp.hosts import HOSTS
from tests.support.commands import Ran, run
from tests.support.follow import commands, difference, filled_in, followed, put_program, reader

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "ci.md"
SCRIPT = ROOT / ".github" / "gbr-lsp.sh"


@pytest.mark.long
def test_the_page_can_be_followed(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    now = followed(text, reader(tmp_path / "home", installing=False))
    if request.config.getoption("--update"):
        PAGE.write_text(now, encoding="utf-8")
        return
    assert difference(text, now) == "", "or run: python -m tests.support.follow --update docs/ci.md"


def test_what_the_page_says_is_mended_is_mended() -> None:
    """An update writes whatever is printed; these are what its words say of it."""
    text = PAGE.read_text(encoding="utf-8")
    assert not re.search(r"^\$ (?:.* && )?git commit .*\n(?!\$|```)", text, re.MULTILINE), "a commit that fails"
    assert re.search(r"After the repair .*?\$ bash \S+\n\$ echo \$\?\n0\n", text, re.DOTALL)
    assert re.search(
        r"^Here with a mistake, and after it:.*\$ cat gbr-quality.json\n\[\]\n```\n", text, re.DOTALL | re.MULTILINE
    )


def test_files_fit_the_schemas_of_the_services(tmp_path: Path) -> None:
    text = filled_in(PAGE.read_text(encoding="utf-8"), reader(tmp_path / "home", installing=False))
    files = dict(re.findall(r"<!-- write: (\S+) -->\n```yaml\n(.*?)```\n", text, re.DOTALL))
    (steps,) = re.findall(r"<!-- steps -->\n```yaml\n(.*?)```\n", text, re.DOTALL)
    workflow = files[".github/workflows/gbr.yml"]
    checked = {
        "action.yml": ("github-actions", (ROOT / "action.yml").read_text(encoding="utf-8")),
        "workflow.yml": ("github-workflows", workflow),
        **{
            path.name: ("github-workflows", path.read_text(encoding="utf-8"))
            for path in (ROOT / ".github" / "workflows").glob("*.yml")
        },
        "scanning.yml": ("github-workflows", workflow[: workflow.index("      - uses: OWNER")] + indented(steps)),
        ".gitlab-ci.yml": ("gitlab-ci", files[".gitlab-ci.yml"]),
    }
    for name, (schema, content) in checked.items():
        assert complaints(tmp_path, name, schema, content) == "", name
        broken = re.sub("^(runs|jobs|gbr):", "broken:", content, flags=re.MULTILINE).replace("script:", "script: 1 #")
        assert complaints(tmp_path, name, schema, broken) != "", name


TEXTS = [ending for host in HOSTS for ending in host.folder_endings]


def test_hooks_want_the_files_that_folders_are_searched_for(request: pytest.FixtureRequest) -> None:
    """The line with their endings is generated from the hosts, by `pytest --update`."""
    path = ROOT / ".pre-commit-hooks.yaml"
    line = rf"  files: &texts (?i)\.({'|'.join(TEXTS)})$"
    if request.config.getoption("--update"):
        path.write_text(
            re.sub(r"  files: &texts .*", lambda _: line, path.read_text(encoding="utf-8")), encoding="utf-8"
        )
    assert line in path.read_text(encoding="utf-8").splitlines(), "or: pytest --update"
    for hook in loaded(path):
        wanted = re.compile(hook["files"])
        assert all(wanted.search(f"studies/a.{ending}") for ending in (*TEXTS, "PGN"))
        assert not any(wanted.search(name) for name in ("a.py", "pgn", "a.pgn.bak"))


def test_hooks_read_what_is_read_in_a_folder(tmp_path: Path) -> None:
    """The page lists the endings, and what has no code is left out by all."""
    page = PAGE.read_text(encoding="utf-8")
    listed = next(line for line in page.splitlines() if "read the same files" in line)
    assert {f"`.{ending}`" for ending in TEXTS} == set(re.findall(r"`\.\w+`", listed))
    for ending in TEXTS:
        quoted = '"' if ending in ("json", "jsonl", "ndjson") else ""
        (tmp_path / f"coded.{ending}").write_text(f"{quoted}GBR =0323.12g3g1{quoted}\n", encoding="utf-8")
        (tmp_path / f"other.{ending}").write_text(f"{quoted}version 1.2{quoted}\n", encoding="utf-8")
    (tmp_path / "package.lock").write_text("0323.12 g3g1\n", encoding="utf-8")
    found = run("check", "--show-files", ".", cwd=tmp_path).out.split()
    assert len(found) > len(TEXTS)
    for hook in loaded(ROOT / ".pre-commit-hooks.yaml"):
        named = [path.name for path in sorted(tmp_path.iterdir()) if re.search(hook["files"], path.name)]
        assert run("check", "--force-exclude", "--show-files", *named, cwd=tmp_path).out.split() == found


def test_hooks_are_known_to_the_program_and_to_the_page(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    (tmp_path / "gbr.toml").write_text('exclude = ["old.txt"]\n', encoding="utf-8")
    for hook in loaded(ROOT / ".pre-commit-hooks.yaml"):
        assert f"- id: {hook['id']}\n" in page
        assert hook["language"] == "python"
        for name in ("old.txt", "new.txt"):
            (tmp_path / name).write_text("g3g1 0323,12 Draw\n", encoding="utf-8")
        program, *arguments = hook["entry"].split()
        assert program == "gbr-lsp"
        ran = run(*arguments, "new.txt", "old.txt", cwd=tmp_path)
        assert "old.txt" not in ran.out
        mended = (tmp_path / "new.txt").read_text(encoding="utf-8") != (tmp_path / "old.txt").read_text(
            encoding="utf-8"
        )
        assert (ran.status, mended) == ((0, True) if hook["id"] == "gbr-lsp-fix" else (1, False))


def test_inputs_of_the_action_reach_the_script_and_the_page() -> None:
    action, script, page = (
        loaded(ROOT / "action.yml"),
        SCRIPT.read_text(encoding="utf-8"),
        PAGE.read_text(encoding="utf-8"),
    )
    (step,) = [step for step in action["runs"]["steps"] if "run" in step]
    for name, value in action["inputs"].items():
        (variable,) = [known for known, given in step["env"].items() if given == f"${{{{ inputs.{name} }}}}"]
        assert f"${{{variable}:-" in script, variable
        default = f"| `{value['default']}` |" if value["default"] else "| |"
        assert re.search(rf"^\| `{name}` \| .* {re.escape(default)}$", page, re.MULTILINE), name
    # Nothing that someone else wrote is pasted into a command.
    assert "${{" not in step["run"]


def test_the_job_of_gitlab_does_what_the_page_does() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (job,) = re.findall(r"<!-- write: .gitlab-ci.yml -->\n```yaml\n(.*?)```\n", page, re.DOTALL)
    run_here = [line for body in re.findall(r"```console\n(.*?)```", page, re.DOTALL) for line in commands(body)]
    assert set(YAML(typ="safe").load(job)["gbr"]["script"]) <= set(run_here)


@pytest.fixture
def studies(tmp_path: Path) -> Path:
    """A folder of files that each have a mistake, two of them with names that a shell would misread."""
    put_program(tmp_path / "runner" / "gbr-lsp" / "bin")
    folder = tmp_path / "studies"
    folder.mkdir()
    for name in ("a b.txt", "$(touch pwned).txt", "c.txt"):
        (folder / name).write_text("g3g1 0323.12 9/9 Draw\n", encoding="utf-8")
    return folder


def test_the_script_annotates_and_fails(studies: Path) -> None:
    ran = action(studies)
    assert ran.status == 1
    assert [line.partition(",")[0] for line in ran.out.splitlines()] == [
        "::error file=$(touch pwned).txt",
        "::error file=a b.txt",
        "::error file=c.txt",
    ]


def test_paths_are_taken_line_by_line_and_as_they_are(studies: Path) -> None:
    ran = action(studies, GBR_PATHS="a b.txt\r\n\n$(touch pwned).txt\n", GBR_OUTPUT_FORMAT="concise")
    assert [line.partition(":")[0] for line in ran.out.splitlines()] == ["$(touch pwned).txt", "a b.txt"]
    assert not (studies / "pwned").exists()


def test_a_path_is_no_option(studies: Path) -> None:
    ran = action(studies, GBR_PATHS="--exit-zero")
    assert (ran.status, ran.out) == (2, "")


def test_more_options_are_words(studies: Path) -> None:
    ran = action(studies, GBR_ARGS=" --exit-zero\n\n--output-file gbr.sarif\n", GBR_OUTPUT_FORMAT="sarif")
    assert (ran.status, ran.out) == (0, "")
    assert (studies / "gbr.sarif").exists()
    assert action(studies, GBR_ARGS="--select *").err == "gbr-lsp: There is no rule '*'.\n"


def test_the_level_decides(studies: Path) -> None:
    warned = {"GBR_PATHS": "d.txt"}
    (studies / "d.txt").write_text("g3g1 0323.12g3g1 Draw\n", encoding="utf-8")
    assert action(studies, **warned).status == 1
    assert action(studies, **warned, GBR_FAIL_LEVEL="error").status == 0


def test_what_cannot_be_installed_is_no_finding(studies: Path, tmp_path: Path) -> None:
    ran = action(studies, GBR_PYTHON="false", RUNNER_TEMP=str(tmp_path / "empty"))
    assert (ran.status, ran.out) == (2, "")
    assert "::error title=gbr-lsp::gbr-lsp could not be installed" in ran.err


def action(folder: Path, **variables: str) -> Ran:
    """The script of the action in a folder, as the runner starts it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "GBR_", "RUNNER_"))}
    clean |= {"RUNNER_TEMP": str(folder.parent / "runner"), "GITHUB_ACTION_PATH": str(ROOT), "PYTHONUTF8": "1"}
    ran = subprocess.run(
        ["bash", str(SCRIPT)], cwd=folder, env=clean | variables, capture_output=True, encoding="utf-8"
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def complaints(folder: Path, name: str, schema: str, content: str) -> str:
    """What the schema of a service, as check-jsonschema brings it along, says against a file."""
    (folder / name).write_text(content, encoding="utf-8")
    ran = CliRunner().invoke(check_jsonschema.main, ["--builtin-schema", f"vendor.{schema}", str(folder / name)])
    return "" if ran.exit_code == 0 else ran.output


def loaded(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def indented(steps: str) -> str:
    return "".join(f"      {line}\n" for line in steps.splitlines())
