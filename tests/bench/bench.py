"""What a run measures and with what: files made up, programs to compare with, and how often."""

import hashlib
import random
import shutil
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from gbr_lsp.rules import RULES

from . import damages, database, manuscript, trees
from .measure import ENVIRONMENT

FINDINGS = 10
"""How many damages each file has, so that a keystroke is answered with as many findings in each."""

_HERE = Path(__file__).parent


class Figure(NamedTuple):
    """A value that was measured, what it may be at most, and what it was made of, in words."""

    what: str
    value: float
    limit: float | None
    made_of: str
    unit: str = "×"

    @property
    def is_met(self) -> bool:
        return self.limit is None or self.value <= self.limit


class Bench:
    """One run of the benchmark: sizes, rounds, programs and the folder of the files."""

    __slots__ = ("checked", "folder", "rounds", "size", "tool")

    def __init__(self, folder: Path, size: int, rounds: int, tool: str) -> None:
        self.folder, self.size, self.rounds, self.tool = folder / _generators(), size, rounds, tool
        self.checked: set[Path] = set()

    def database(self, size: int | None = None) -> Path:
        """A database of a size, by default the one of the run; made once, and looked at before it is used."""
        size = self.size if size is None else size
        return self._made(f"{size}.pgn", lambda path: database.write(path, size, damages=FINDINGS))

    def manuscript(self, size: int, findings: int = FINDINGS) -> Path:
        return self._made(f"{size}-{findings}.md", lambda path: manuscript.write(path, size, damages=findings))

    def empty(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "empty.md"
        path.write_text("")
        return path

    def in_script(self, script: str) -> Path:
        """The database of the run with names and sources in other letters."""
        plain = self.database()
        path = self.folder / f"{self.size}-{script}.pgn"
        if not path.exists():
            database.write_in_script(plain, path, script)
        return path

    def made_folder(self, name: str, files: int, text: Callable[[random.Random, int], str]) -> Path:
        """A folder of Markdown files, made once; `text` is asked for each by its number. Nothing is wrong in them."""
        folder, done = self.folder / name, self.folder / f"{name}.done"
        if not done.exists():
            folder.mkdir(parents=True, exist_ok=True)
            for number in range(files):
                made = text(random.Random(f"{name} {number}"), number)
                (folder / f"{number}.md").write_text(made, encoding="utf-8")
            done.touch()
        return folder

    def _made(self, name: str, write: Callable[[Path], list[str]]) -> Path:
        path, rules = self.folder / name, self.folder / f"{name}.rules"
        if not rules.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            rules.write_text("".join(f"{rule}\n" for rule in sorted(write(path))))
        if path not in self.checked:
            self.checked.add(path)
            self._look_at(path, rules.read_text().split())
        return path

    def _look_at(self, path: Path, rules: list[str]) -> None:
        """Fails unless exactly the damages are found: a wrong answer may be as quick as it likes."""
        command = [self.tool, "check", "--isolated", "--output-format", "concise", str(path)]
        result = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
        found = sorted(line.split(": ")[1].split()[0] for line in result.stdout.splitlines())
        if found != rules:
            difference = Counter(found), Counter(rules)
            raise SystemExit(f"{path}: found and made differ: {difference}\n{result.stderr}")


def _generators() -> str:
    """What the modules that make up files say, in a few letters: files of older ones are not taken for theirs."""
    paths = [Path(str(module.__file__)) for module in (database, manuscript, trees, damages)]
    paths.append(_HERE / "folders.py")
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:8]


def without_moves(tool: str) -> tuple[str, ...]:
    """The options of a check that follows no moves: of the rules that do, those that a program knows are ignored."""
    known = subprocess.run([tool, "rule"], capture_output=True, text=True, env=ENVIRONMENT).stdout.split()
    return "--ignore", ",".join(name for name, rule in RULES.items() if rule.needs_legal_moves and name in known)


def tool_beside() -> str | None:
    """The `gbr-lsp` that is installed beside this Python, else on the path."""
    return program("gbr-lsp")


def program(name: str) -> str | None:
    """A program beside this Python, else on the path; None where there is none."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def floor_command() -> list[str]:
    return [sys.executable, str(_HERE / "floor.py")]


def milliseconds(times: list[float]) -> str:
    """The median of seconds, in milliseconds."""
    return f"{digits(1000 * statistics.median(times))} ms"


def seconds(times: list[float]) -> str:
    return f"{digits(statistics.median(times))} s"


def digits(value: float) -> str:
    """A number with three digits, more only before the point."""
    return f"{value:.0f}" if 100 <= abs(value) else f"{value:.3g}"


def percentile(times: list[float], percent: int) -> float:
    """The time that so many of a hundred do not exceed."""
    return sorted(times)[(len(times) - 1) * percent // 100]
