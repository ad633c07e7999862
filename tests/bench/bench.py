"""The settings of a run, its generated files, and the programs for comparison."""

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
"""Number of damages in each file, so that a keystroke is answered with as many findings in each."""

_HERE = Path(__file__).parent


class Figure(NamedTuple):
    """A measured value, its limit if any, and a text on the values that it was computed from."""

    what: str
    value: float
    limit: float | None
    made_of: str
    unit: str = "×"

    @property
    def is_met(self) -> bool:
        return self.limit is None or self.value <= self.limit


class Bench:
    """One run of the benchmark: folder of the files, size of the PGN, rounds, and program."""

    __slots__ = ("checked", "folder", "rounds", "size", "tool")

    def __init__(self, folder: Path, size: int, rounds: int, tool: str) -> None:
        self.folder, self.size, self.rounds, self.tool = folder / _generators(), size, rounds, tool
        self.checked: set[Path] = set()

    def database(self, size: int | None = None) -> Path:
        """Return a database of `size` bytes, by default that of the run; it is made once and then checked."""
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
        """Return the database of the run with the names of composers in `script`."""
        plain = self.database()
        path = self.folder / f"{self.size}-{script}.pgn"
        if not path.exists():
            database.write_in_script(plain, path, script)
        return path

    def made_folder(self, name: str, files: int, text: Callable[[random.Random, int], str]) -> Path:
        """Return a folder of `files` correct Markdown files, made once; `text` makes a file from its number."""
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
        """Raise SystemExit unless `check` reports exactly `rules`: the time of a wrong answer is no use."""
        command = [self.tool, "check", "--isolated", "--output-format", "concise", str(path)]
        result = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
        found = sorted(line.split(": ")[1].split()[0] for line in result.stdout.splitlines())
        if found != rules:
            difference = Counter(found), Counter(rules)
            raise SystemExit(f"{path}: found and made differ: {difference}\n{result.stderr}")


def _generators() -> str:
    """Return a short hash of the generating modules, so that files of older ones are not used."""
    paths = [Path(str(module.__file__)) for module in (database, manuscript, trees, damages)]
    paths.append(_HERE / "folders.py")
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:8]


def without_moves(tool: str) -> tuple[str, ...]:
    """Return options that ignore the rules that follow moves, as far as `tool` knows them."""
    known = subprocess.run([tool, "rule"], capture_output=True, text=True, env=ENVIRONMENT).stdout.split()
    return "--ignore", ",".join(name for name, rule in RULES.items() if rule.needs_legal_moves and name in known)


def tool_beside() -> str | None:
    """Return the `gbr-lsp` next to this Python, else on the path, or None."""
    return program("gbr-lsp")


def program(name: str) -> str | None:
    """Return the path of a program next to this Python, else on the path, or None."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def floor_command() -> list[str]:
    return [sys.executable, str(_HERE / "floor.py")]


def milliseconds(times: list[float]) -> str:
    """Format the median of `times`, in seconds, as milliseconds: `12.3 ms`."""
    return f"{digits(1000 * statistics.median(times))} ms"


def seconds(times: list[float]) -> str:
    return f"{digits(statistics.median(times))} s"


def digits(value: float) -> str:
    """Format a number with three significant digits, or as an integer from 100 on."""
    return f"{value:.0f}" if 100 <= abs(value) else f"{value:.3g}"


def percentile(times: list[float], percent: int) -> float:
    """Return the percentile of `times` at `percent`."""
    return sorted(times)[(len(times) - 1) * percent // 100]
