"""Follow a page of the documentation in an empty folder, as its reader would, and report errors.

A `console` fence contains commands, each after `$ `, and their output. A fence after
`<!-- write: NAME -->` is a file to write. A fence after `<!-- installs -->` needs pip and takes long.
Folder, environment and exit status last from command to command.

    python -m tests.support.follow [--update] docs/ci.md

follows all fences, also those that install packages with pip; the tests follow the others.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(
    r"(?:<!-- (?P<mark>installs|write: (?P<name>\S+)) -->\n)?```(?P<kind>\w+)\n(?P<body>.*?)```\n", re.DOTALL
)
_REPOSITORY = (
    "gbr_lsp",
    "docs",
    ".github",
    "action.yml",
    ".pre-commit-hooks.yaml",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
_OTHERS = ("GIT_", "GITHUB_", "GBR_", "PRE_COMMIT", "CI")
"""Prefixes of environment variables that would affect the commands."""


class Reader(NamedTuple):
    """A reader: working folder, repository of gbr-lsp and its commit, environment, and use of pip."""

    folder: Path
    source: Path
    commit: str
    environment: dict[str, str]
    installing: bool


def reader(folder: Path, *, installing: bool) -> Reader:
    """Create a reader below `folder`, with a repository of gbr-lsp; `installing` if pip may run."""
    source, work, runner = folder / "gbr-lsp", folder / "work", folder / "runner"
    work.mkdir(parents=True)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(_OTHERS)},
        "GBR_LSP": str(source),
        "GIT_AUTHOR_NAME": "A. Author",
        "GIT_AUTHOR_EMAIL": "author@example.org",
        "GIT_COMMITTER_NAME": "A. Author",
        "GIT_COMMITTER_EMAIL": "author@example.org",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "PIP_QUIET": "1",
        "PRE_COMMIT_HOME": str(folder / "pre-commit"),
        "PYTHONUTF8": "1",
        "RUNNER_TEMP": str(runner),
    }
    commit = _make_repository(source, environment)
    if not installing:
        put_program(runner / "gbr-lsp" / "bin")
        environment["PATH"] = f"{runner / 'gbr-lsp' / 'bin'}{os.pathsep}{environment['PATH']}"
    return Reader(work, source, commit, environment, installing)


def _make_repository(source: Path, environment: dict[str, str]) -> str:
    """Commit the published files to a new repository at `source`; return the commit."""
    source.mkdir()
    for name in _REPOSITORY:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source)

    def git(*arguments: str) -> str:
        ran = subprocess.run(["git", *arguments], cwd=source, env=environment, check=True, stdout=subprocess.PIPE)
        return ran.stdout.decode().strip()

    git("init", "-q")
    git("add", "--all", "--force")
    git("commit", "-q", "-m", "All")
    return git("rev-parse", "HEAD")


def followed(text: str, reader: Reader) -> str:
    """Return the page `text` with the current output of each command."""
    shell = _Shell(reader)

    def fence(found: re.Match[str]) -> str:
        if found["name"]:
            path = shell.folder / found["name"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(filled_in(found["body"], reader), encoding="utf-8")
        elif found["kind"] == "console" and (reader.installing or found["mark"] != "installs"):
            start, end = (offset - found.start() for offset in found.span("body"))
            return (
                found[0][:start] + "".join(shell.shown(command) for command in commands(found["body"])) + found[0][end:]
            )
        return found[0]

    return _FENCE.sub(fence, text)


def commands(body: str) -> Iterator[str]:
    """Yield the commands of a `console` fence."""
    return (line.removeprefix("$ ") for line in body.splitlines() if line.startswith("$ "))


def filled_in(text: str, reader: Reader) -> str:
    """Return `text` with its placeholders replaced by the values of `reader`."""
    return text.replace("<where you got gbr-lsp>", str(reader.source)).replace("<commit>", reader.commit)


class _Shell:
    """A shell that keeps folder, variables and exit status from one command to the next."""

    def __init__(self, reader: Reader) -> None:
        self.folder = reader.folder
        self._reader = reader
        self._status = 0
        self._environment = reader.environment

    def shown(self, command: str) -> str:
        """Run `command`; return it with its output on both streams."""
        with tempfile.TemporaryDirectory() as left:
            script = f"trap 'pwd > {left}/folder; env -0 > {left}/environment' EXIT\n(exit {self._status})\n{command}\n"
            ran = subprocess.run(
                ["bash", "-c", script],
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
            )
            self.folder = Path((Path(left) / "folder").read_text(encoding="utf-8").rstrip("\n"))
            variables = (Path(left) / "environment").read_text(encoding="utf-8").split("\0")
        self._environment = dict(variable.split("=", 1) for variable in variables if variable)
        self._status = ran.returncode
        printed = ran.stdout.replace(str(self._reader.source), "<where you got gbr-lsp>")
        return f"$ {command}\n{printed}" + ("\n" if printed and not printed.endswith("\n") else "")


def put_program(folder: Path) -> None:
    """Write a script that runs the program under test to `folder`."""
    folder.mkdir(parents=True)
    program = folder / "gbr-lsp"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gbr_lsp "$@"\n', encoding="utf-8")
    program.chmod(0o755)


def difference(before: str, after: str) -> str:
    """Return a unified diff from `before` to `after`, empty if they are equal."""
    return "".join(unified_diff(before.splitlines(True), after.splitlines(True), "the page", "what it should be"))


def main() -> int:
    """Follow the pages named as arguments; return 1 if any is wrong and not updated."""
    names = [name for name in sys.argv[1:] if name != "--update"]
    status = 0
    for name in names:
        text = Path(name).read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            now = followed(text, reader(Path(folder) / "home", installing=True))
        if "--update" in sys.argv:
            Path(name).write_text(now, encoding="utf-8")
        elif now != text:
            print(difference(text, now))
            status = 1
        print(f"{name}: {sum(1 for line in now.splitlines() if line.startswith('$ '))} commands followed")
    return status


if __name__ == "__main__":
    sys.exit(main())
