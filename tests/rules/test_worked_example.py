"""The rule of CONTRIBUTING.md, written by following the page in a copy of the tree, finds every record in every way."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.cli.checking import schedule
from gbr_lsp.hosts import pgn
from gbr_lsp.model.document import Document
from tests.lint.test_fastpath import clean, is_clean
from tests.support.wire import Wire

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
NAME = "unknown-composer"
_STEP = re.compile(
    r"<!-- (?P<what>write|add): (?P<path>\S+) -->\n(?P<fence>`{3,})\w+\n(?P<body>.*?)\n(?P=fence)\n", re.DOTALL
)


def follow(page: str, folder: Path, heading: str = "## Adding a rule") -> int:
    """Does what a section of a page says in a folder: writes files, adds lines behind those they follow or in place of
    those that are taken away; how many files it opens."""
    start = page.index(f"{heading}\n")
    section = page[start : page.index("\n## ", start)]
    steps = list(_STEP.finditer(re.sub(r"^ {3}", "", section, flags=re.MULTILINE)))
    for step in steps:
        path = folder / step["path"]
        if step["what"] == "write":
            path.write_text(step["body"] + "\n", encoding="utf-8")
            continue
        text, before, taken = path.read_text(encoding="utf-8"), "", False
        for line in step["body"].splitlines():
            if line.startswith("+"):
                assert text.count(before + "\n") == 1, before
                text = text.replace(before + "\n", f"{line[1:]}\n" if taken else f"{before}\n{line[1:]}\n")
            before, taken = line[1:], line.startswith("-")
        path.write_text(text, encoding="utf-8")
    return len({step["path"] for step in steps})


class Copy:
    """A copy of the package and its tests, in which programs run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1"}

    def run(self, *arguments: str, stdin: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            input=stdin.encode(), capture_output=True, cwd=self.folder, env=self.environment,
        )  # fmt: skip
        assert done.returncode in (0, 1), done.stderr.decode()
        return done.stdout.decode()

    def found(self, *arguments: str, stdin: str = "") -> list[tuple[str, int]]:
        """The files and rows in which the rule reports something."""
        out = self.run("gbr_lsp", "check", "--isolated", "--output-format", "json", *arguments, stdin=stdin)
        return [(item["filename"], item["location"]["row"]) for item in json.loads(out) if item["code"] == NAME]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in ("gbr_lsp", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    # The page names all files but the changelog, and a rule may open five.
    assert follow((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), folder) + 1 <= 5
    return Copy(folder)


def database(length: int, seed: int) -> str:
    """Clean records of at least so many characters, of which about half do not name their composer."""
    rng, games = random.Random(seed), list[str]()
    while sum(map(len, games)) < length:
        games.append(
            clean(rng, name=rng.choice(["?", "Rusz=A"]), comment="Prose on a study. " * rng.choice([0, length // 300]))
        )
    return "".join(games)


def rows(text: str) -> list[int]:
    found = [row for row, line in enumerate(text.split("\n"), 1) if line == '[White "?"]']
    assert 1 < len(found)
    return found


def test_all_records_of_the_database_are_clean() -> None:
    for block in Document.of(database(20_000, 1), pgn.HOST).blocks:
        assert is_clean(block.text)


@pytest.mark.long
def test_its_specification_and_its_page_hold(copy: Copy) -> None:
    out = copy.run("pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/rules/test_specs.py", "-k", "unknown")
    assert out.startswith("..")
    assert "FAILED" not in out
    assert "The composer is not named" in copy.run("gbr_lsp", "rule", NAME)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_it_finds_every_record_with_any_number_of_jobs(copy: Copy, jobs: str) -> None:
    names, texts = ["a.pgn", "b.pgn"], [database(250_000, 1), database(250_000, 2)]
    for name, text in zip(names, texts, strict=True):
        (copy.folder / name).write_text(text, encoding="utf-8")
    assert copy.found("--jobs", jobs, *names) == [
        (name, row) for name, text in zip(names, texts, strict=True) for row in rows(text)
    ]


def test_it_finds_every_record_of_a_large_file_and_of_standard_input(copy: Copy) -> None:
    text = database(schedule._MIN_PIECES_COST + 1, 3)
    (copy.folder / "large.pgn").write_text(text, encoding="utf-8")
    assert copy.found("large.pgn") == [("large.pgn", row) for row in rows(text)]
    small = database(20_000, 4)
    assert copy.found("--stdin-filename", "x.pgn", "-", stdin=small) == [("x.pgn", row) for row in rows(small)]


@pytest.fixture(params=[True, False], ids=["pull", "push"])
def server(copy: Copy, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Wire, bool]]:
    monkeypatch.setenv("PYTHONPATH", str(copy.folder))
    monkeypatch.chdir(copy.folder)
    capabilities: dict[str, Any] = {"textDocument": {"diagnostic": {}}} if request.param else {}
    with Wire(capabilities=capabilities, by_command=True) as wire:
        yield wire, request.param


def diagnostics(wire: Wire, uri: str, version: int, *, pulls: bool) -> list[int]:
    items: list[dict[str, Any]]
    if pulls:
        items = wire.pull(uri)["items"]
    else:
        while (message := wire.receive()).get("method") != "textDocument/publishDiagnostics" or (
            message["params"].get("version") != version
        ):
            pass
        items = message["params"]["diagnostics"]
    return sorted(item["range"]["start"]["line"] + 1 for item in items if item["code"] == NAME)


def test_the_server_finds_every_record_and_does_after_an_edit(server: tuple[Wire, bool]) -> None:
    wire, pulls = server
    text, uri = database(20_000, 5), "untitled:a.pgn"
    wire.open(uri, "pgn", text)
    assert diagnostics(wire, uri, 1, pulls=pulls) == rows(text)
    lines = text.split("\n")
    row = lines.index('[White "Rusz=A"]')
    lines[row] = '[White "?"]'
    here = {"start": {"line": row, "character": 8}, "end": {"line": row, "character": 14}}
    wire.change(uri, 2, [{"range": here, "text": "?"}])
    assert diagnostics(wire, uri, 2, pulls=pulls) == rows("\n".join(lines))
