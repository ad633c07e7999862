"""Nothing is imported because the program was started in a folder: modules that lie there are never run."""

import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.base import import_path
from gbr_lsp.cli.main import _COMMANDS
from tests.proofs.making import Maker, family_named
from tests.proofs.making_word import WordMaker
from tests.support.engines import engine_that_is, needs_scripts
from tests.support.wire import Wire

ROOT = Path(__file__).parents[2]
FEN = "7k/8/8/8/8/4p3/8/K6R"
START = "import sys\nfrom gbr_lsp.__main__ import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
"""What an installer writes as the command `gbr-lsp`."""

ARGUMENTS: dict[str, list[list[str]]] = {
    "check": [
        ["book.pdf", "book.docx", "a.md", "c.pgn", "--jobs", "2"],
        ["a.md", "--against", "book.pdf"],
        ["book.pdf", "--annotate", "marked.pdf"],
        ["book.docx", "--annotate", "marked.docx"],
        ["--fix", "."],
        ["--statistics", "--select", "all", "."],
        ["--output-format", "html", "book.pdf"],
    ],
    "explain": [["a.md:1"], ["book.pdf:1"]],
    "server": [],
    "decode": [["=0323.12g3g1"]],
    "encode": [[FEN], ["c.pgn"]],
    "index": [["."], ["--output-format", "json", "book.pdf"]],
    "search": [["KRvKP", "."], ["rook against pawn", "."]],
    "duplicates": [["."]],
    "anticipations": [["c.pgn", "--in", "a.md"]],
    "rule": [["control-mismatch"]],
    "settings": [[]],
    "cache": [[]],
    "completion": [["bash"]],
}
_QUICK = ("check book.pdf book.docx", "check a.md --against", "search KRvKP")
COMMANDS = [
    pytest.param((name, *words), id=line, marks=() if line.startswith(_QUICK) else pytest.mark.long)
    for name, lines in ARGUMENTS.items()
    for words in lines
    for line in [" ".join((name, *words))]
]


class Planted:
    """A folder with documents and with a module of each name that the program may import."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "planted"
        self.log = folder / "log"
        self.program = folder / "bin" / "gbr-lsp"
        for made in (self.folder, self.program.parent):
            made.mkdir()
        self.program.write_text(START)
        self.names = sorted({*sys.stdlib_module_names, *packages_distributions(), "gbr_lsp", "_lzma", "sitecustomize"})
        for name in self.names:
            (self.folder / f"{name}.py").write_text(f"open({str(self.log)!r}, 'a').write(__file__ + chr(10))\n")
        maker = Maker(self.folder)
        maker.board(family_named("skak"), 60, 60, FEN)
        maker.text(60, 220, "a1h8 0100.02 2/2 Win")
        maker.save("book.pdf")
        word = WordMaker()
        word.text("a1h8 0100.02 2/2 Win")
        word.save(self.folder / "book.docx")
        (self.folder / "a.md").write_text(f"# A\n\n=0323,12g3g1\n\na1h8 0100.02 2/2 Win\n\n```fen\n{FEN}\n```\n")
        (self.folder / "c.pgn").write_text(f'[Black "(+0100.01a1h8)"]\n[FEN "{FEN} w - - 0 1"]\n\n*\n')

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a user who has the program, though it may not be installed here."""
        cache = str(self.program.parent)
        return {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": cache, "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, *command: str, **changes: str) -> "subprocess.CompletedProcess[str]":
        """Run `command` in the folder; fail if one of its modules was run."""
        environment = {**self.environment, **changes}
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        self.hold(done.stderr)
        return done

    def hold(self, said: str = "") -> None:
        run = self.log.read_text() if self.log.exists() else ""
        assert run == "", f"{run}\n{said}"


@pytest.fixture
def planted(tmp_path: Path) -> Planted:
    return Planted(tmp_path)


def test_each_command_is_tried() -> None:
    assert list(ARGUMENTS) == list(_COMMANDS)


@pytest.mark.parametrize("arguments", COMMANDS)
def test_no_command_runs_a_module_of_the_working_folder(planted: Planted, arguments: tuple[str, ...]) -> None:
    done = planted.run(sys.executable, str(planted.program), *arguments)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr


def test_a_planted_module_would_be_noticed(planted: Planted) -> None:
    """The working folder is on the path of `python -c`, and so the log is written."""
    with pytest.raises(AssertionError, match="json"):
        planted.run(sys.executable, "-c", "import json")


@needs_scripts
def test_no_server_runs_a_module_of_its_working_folder(
    planted: Planted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A PDF and an engine are read by processes of their own, and a collection by another."""
    engine = tmp_path / "engine"
    engine.mkdir()
    monkeypatch.chdir(planted.folder)
    for name, value in planted.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("tests.support.wire.COMMAND", [sys.executable, str(planted.program), "server"])
    with Wire(initialize=False, by_command=True) as wire:
        options = {"trusted": False, "engine": engine_that_is("sound", engine)}
        folder = planted.folder.as_uri()
        params = {"processId": None, "capabilities": {}, "rootUri": folder, "initializationOptions": options}
        wire.request("initialize", params)
        wire.notify("initialized", {})
        uri = f"{folder}/c.pgn"
        wire.open(uri, "pgn", (planted.folder / "c.pgn").read_text())
        for command, arguments in _server_commands(uri):
            answer = wire.request("workspace/executeCommand", {"command": command, "arguments": arguments})
            assert answer.get("error", {}).get("code") != -32603, answer
            if command == "gbr.checkProof":
                assert answer["result"]["text"].strip() == "a1h8 0100.02 2/2 Win"
        wire.request("shutdown", None)
    planted.hold()


def _server_commands(uri: str) -> Iterator[tuple[str, list[Any]]]:
    yield "gbr.checkProof", [uri.replace("c.pgn", "book.pdf")]
    yield "gbr.analyze", [uri, {"line": 1, "character": 8}, {"lines": 1, "seconds": 0.1}]
    yield "gbr.collection", [{"query": "draw"}]
    yield "gbr.search", ["KRvKP"]


def test_workers_that_are_spawned_run_no_module_of_the_working_folder(planted: Planted, tmp_path: Path) -> None:
    """As `check` starts them where a system cannot fork."""
    (planted.program.parent / "driver.py").write_text(
        "from gbr_lsp.cli.checking.jobs import run_in_processes\n"
        "if __name__ == '__main__':\n"
        "    print(run_in_processes(abs, [-1, -2], [0, 1], 2, str, lambda: None, 'spawn'))\n"
        "    import os\n"
        "    print(os.environ.get('PYTHONSAFEPATH'))\n"
    )
    done = planted.run(sys.executable, str(planted.program.parent / "driver.py"))
    assert done.stdout == "[1, 2]\nNone\n", done.stderr


def test_python_m_runs_no_module_of_the_working_folder_once_ours_is_found(planted: Planted) -> None:
    """Before our first line, Python itself looks into that folder: SECURITY.md says so."""
    probe = [sys.executable, "-P", "-c", "import runpy, sys; print(*sys.modules)"]
    early = subprocess.run(probe, capture_output=True, text=True, check=True).stdout.split()
    for name in {"gbr_lsp", "sitecustomize", *early} & set(planted.names):
        (planted.folder / f"{name}.py").unlink()
    done = planted.run(sys.executable, "-m", "gbr_lsp", "check", "--jobs", "2", "book.pdf", "a.md")
    assert done.returncode == 1, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="making a link needs a right there")
def test_the_copy_in_the_extension_runs_no_module_of_the_working_folder(planted: Planted) -> None:
    """Started as the extension does, apart from the working folder, which is the home of the user there."""
    launcher = planted.program.parent / "launch.py"
    launcher.write_bytes((ROOT / "vscode-extension" / "launcher" / "launch.py").read_bytes())
    (planted.program.parent / "packages").mkdir()
    (planted.program.parent / "packages" / "gbr_lsp").symlink_to(ROOT / "gbr_lsp")
    done = planted.run(sys.executable, "-I", str(launcher), "check", "book.pdf", PYTHONPATH=os.pathsep)
    assert (done.returncode, done.stderr) == (1, ""), done.stderr


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script of a shell")
def test_the_script_of_the_action_runs_no_module_of_the_working_folder(planted: Planted) -> None:
    """It makes an environment and installs the program in it; a Python that records its calls stands in for both."""
    calls, python = planted.program.parent / "calls", planted.program.parent / "python"
    python.write_text(
        f'#!/bin/sh\necho "$@" >> {calls}\n[ "$3" = venv ] || exit 0\nmkdir -p "$4/bin"\ncp "$0" "$4/bin/python"\n'
        'printf "#!/bin/sh\n" > "$4/bin/gbr-lsp"\nchmod +x "$4/bin/gbr-lsp"\n'
    )
    python.chmod(0o755)
    script = str(ROOT / ".github" / "gbr-lsp.sh")
    done = planted.run("bash", script, GBR_PYTHON=str(python), RUNNER_TEMP=str(planted.program.parent / "job"))
    assert done.returncode == 0, done.stderr
    made = [line.split()[:3] for line in calls.read_text().splitlines()]
    assert made == [["-I", "-m", "venv"], ["-I", "-m", "pip"]]


def _path_in(folder: Path, *entries: str, monkeypatch: pytest.MonkeyPatch, given: str = "") -> list[str]:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", list(entries))
    monkeypatch.setenv("PYTHONPATH", given)
    return import_path.independent_path()


def test_entries_that_depend_on_the_working_folder_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, other = str(tmp_path), str(tmp_path.parent)
    (tmp_path / "src").mkdir()
    kept = _path_in(
        tmp_path, "", ".", "src", here, f"{here}/src", other, monkeypatch=monkeypatch, given=f"src{os.pathsep}"
    )
    assert kept == [other]


def test_an_entry_with_another_reason_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editable installation, an absolute entry of `PYTHONPATH`, and the folder of this package."""
    here, library = str(tmp_path), os.path.dirname(os.__file__)
    assert _path_in(tmp_path, here, library, monkeypatch=monkeypatch) == [library]
    assert _path_in(tmp_path, here, library, here, monkeypatch=monkeypatch) == [library, here]
    assert _path_in(tmp_path, here, monkeypatch=monkeypatch, given=here) == [here]
    assert _path_in(ROOT, str(ROOT), monkeypatch=monkeypatch) == [str(ROOT)]


@pytest.mark.long
def test_an_editable_installation_is_found_in_its_own_folder(tmp_path: Path) -> None:
    """In a real environment: `.pth` names the folder, and `python -m` adds it once more."""
    venv.create(tmp_path / "venv", with_pip=False, symlinks=os.name != "nt")
    scripts = {"venv": str(tmp_path / "venv"), "nt": "Scripts", "posix": "bin"}
    python = os.path.join(scripts["venv"], scripts[os.name], "python")
    where = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip())
    (site / "own.pth").write_text(f"{ROOT}\n{tmp_path}\n")
    (tmp_path / "click.py").write_text("print('the checkout of click')\nraise SystemExit(7)\n")
    done = subprocess.run([python, "-m", "gbr_lsp", "--version"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (7, "the checkout of click\n"), done.stderr


def test_a_deleted_working_folder_drops_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getcwd", _gone)
    monkeypatch.setattr(sys, "path", ["", str(tmp_path)])
    monkeypatch.setenv("PYTHONPATH", "src")
    assert import_path.independent_path() == [str(tmp_path)]


def _gone() -> str:
    raise FileNotFoundError
