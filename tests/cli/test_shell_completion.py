"""Completion in the shells themselves, as someone at a terminal meets it: typed, and the tab key pressed."""

import os
import pty
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.follow import put_program
from tests.support.wire import HANG


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with the program, the scripts, and a collection to complete."""
    put_program(tmp_path / "bin")
    for shell in ("bash", "zsh", "fish"):
        ran = run("completion", shell)
        assert (ran.status, ran.err) == (0, "")
        (tmp_path / f"script.{shell}").write_text(ran.out, encoding="utf-8")
    (tmp_path / "zzz-collection.pgn").write_text("", encoding="utf-8")
    return tmp_path


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"{shell} is not installed")


class Terminal:
    """An interactive shell."""

    def __init__(self, home: Path, *command: str) -> None:
        own, other = pty.openpty()
        self._screen = own
        environment = {**surroundings(home), "PS1": "ready> ", "TERM": "dumb"}
        self._shell = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=other, cwd=home, env=environment, start_new_session=True
        )
        os.close(other)

    def type(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def read_until(self, text: str) -> str:
        """What appears, up to a text that must appear."""
        seen = ""
        while text not in seen:
            ready, _, _ = select.select([self._screen], [], [], HANG)
            assert ready, f"{text!r} does not appear after {seen!r}"
            seen += os.read(self._screen, 4096).decode("utf-8", "replace")
        return seen

    def close(self) -> None:
        self._shell.kill()
        self._shell.wait()
        os.close(self._screen)


def surroundings(home: Path) -> dict[str, str]:
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "HOME": str(home), "ZDOTDIR": str(home), "XDG_CONFIG_HOME": str(home)}


@needs("bash")
def test_bash_completes_commands_rules_and_files(home: Path) -> None:
    terminal = Terminal(home, "bash", "--norc", "--noprofile", "-i")
    try:
        terminal.read_until("ready> ")
        terminal.type("source script.bash\n")
        terminal.read_until("ready> ")
        terminal.type("gbr-lsp comp\t")
        terminal.read_until("gbr-lsp completion ")
        terminal.type("\x15gbr-lsp check --extend-select pawn-rank,confu\t")
        terminal.read_until("pawn-rank,confused-digit")
        terminal.type("\x15gbr-lsp index zzz\t")
        terminal.read_until("zzz-collection.pgn")
        terminal.type("\x15gbr-lsp rule square-\t\t")
        listed = terminal.read_until("square-mismatch")
        assert "square-count" in listed
    finally:
        terminal.close()


@needs("zsh")
def test_zsh_completes_commands_rules_and_files(home: Path) -> None:
    terminal = Terminal(home, "zsh", "-f", "-i")
    try:
        terminal.type("PS1='ready'${:->}' '; autoload -U compinit && compinit -u -D; source script.zsh; bindkey -e\n")
        terminal.read_until("ready> ")
        terminal.type("gbr-lsp comp\t")
        terminal.read_until("letion ")
        terminal.type("\x15gbr-lsp check --extend-select pawn-rank,confu\t")
        terminal.read_until("sed-digit")
        terminal.type("\x15gbr-lsp index zzz\t")
        terminal.read_until("-collection.pgn")
        terminal.type("\x15gbr-lsp rule square-\t\t")
        listed = terminal.read_until("square-mismatch")
        assert "square-count" in listed
    finally:
        terminal.close()


@needs("fish")
def test_fish_completes_commands_rules_and_files(home: Path) -> None:
    def offered(line: str) -> dict[str, str]:
        script = f"source script.fish; complete --do-complete '{line}'"
        done = subprocess.run(
            ["fish", "--no-config", "-c", script], capture_output=True, text=True, cwd=home, env=surroundings(home)
        )
        assert done.stderr == ""
        return dict((line + "\t").split("\t")[:2] for line in done.stdout.splitlines())

    assert offered("gbr-lsp comp") == {"completion": "write a script for completion in a shell"}
    assert list(offered("gbr-lsp check --extend-select pawn-rank,confu")) == ["pawn-rank,confused-digit"]
    assert list(offered("gbr-lsp index zzz")) == ["zzz-collection.pgn"]
    assert list(offered("gbr-lsp rule square-")) == ["square-count", "square-mismatch"]


def test_completion_is_not_imported_when_nobody_asks_for_it() -> None:
    """It must not slow the start of any other command."""
    script = "import sys, gbr_lsp.cli.main, gbr_lsp.cli.check; print('click.shell_completion' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_shell_that_is_not_known_is_an_error() -> None:
    ran = run("completion", "tcsh")
    assert (ran.status, ran.out) == (2, "")
