"""Runs of the command, each in its own process.

If the system can fork, each is a copy of a waiting process that has imported the program: starting
Python and importing everything for several hundred commands would take most of a test run.
"""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

from gbr_lsp import edits, ide
from gbr_lsp.ide import support

_WAITING = Path(__file__).with_name("waiting.py")
_COMMANDS = (
    "anticipations", "check", "checking.fix", "checking.proof_places", "completion", "decode", "directory.text",
    "duplicates", "encode", "explain", "index", "report.full", "report.json", "rule", "search", "settings",
)  # fmt: skip
_LIBRARIES = ("gbr_lsp.database.chunk_reader", "gbr_lsp.proofs.reader", "sqlite3", "tomllib")
_OF_COMMANDS = (*_LIBRARIES, *(f"gbr_lsp.cli.{name}" for name in _COMMANDS))
_OF_SERVERS = (
    "gbr_lsp.cli.server",
    "gbr_lsp.lsp.app",
    *(
        module.name
        for package in (edits, support, ide)
        for module in iter_modules(package.__path__, f"{package.__name__}.")
    ),
)

CAN_COPY_SERVERS = hasattr(os, "pidfd_open")
"""Only on Linux can a process wait for the end of another that is not its child."""


class Ran(NamedTuple):
    """The exit status and the output of a command."""

    status: int
    out: str
    err: str


def run(*arguments: str, stdin: str | bytes = "", cwd: str | os.PathLike[str] | None = None) -> Ran:
    data = stdin if isinstance(stdin, bytes) else stdin.encode("utf-8", "surrogatepass")
    status, out, err = (_by_copy if hasattr(os, "fork") else _by_start)(arguments, data, os.fspath(cwd or os.getcwd()))
    return Ran(status, out.decode("utf-8"), err.decode("utf-8"))


def _by_start(arguments: tuple[str, ...], data: bytes, cwd: str) -> tuple[int, bytes, bytes]:
    environment = {**os.environ, "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "gbr_lsp", *arguments], input=data, capture_output=True, cwd=cwd, env=environment
    )
    return done.returncode, done.stdout, done.stderr


def _by_copy(arguments: tuple[str, ...], data: bytes, cwd: str) -> tuple[int, bytes, bytes]:
    with tempfile.TemporaryDirectory(prefix="gbr-lsp-run-") as folder:
        modules = _OF_SERVERS if arguments[:1] == ("server",) else _OF_COMMANDS
        streams = [os.path.join(folder, name) for name in ("in", "out", "err")]
        Path(streams[0]).write_bytes(data)
        process = _copied(modules, arguments, cwd, streams)
        status = _asked(modules, {"wait": process})
        return status, Path(streams[1]).read_bytes(), Path(streams[2]).read_bytes()


class CopiedServer(subprocess.Popen[bytes]):
    """A copied process of `gbr-lsp server` with three pipes, used like a Popen; the caller must wait for it."""

    def __init__(self, *arguments: str, script: str = "") -> None:
        """Run `script` in the copy before the server starts."""
        (stdin, write), (read, stdout), (read_errors, stderr) = [os.pipe() for _ in range(3)]
        streams = [f"/proc/{os.getpid()}/fd/{theirs}" for theirs in (stdin, stdout, stderr)]
        self.pid = _copied(_OF_SERVERS, ("server", *arguments), os.getcwd(), streams, script)
        self.stdin, self.stdout, self.stderr = (
            os.fdopen(write, "wb"),
            os.fdopen(read, "rb"),
            os.fdopen(read_errors, "rb"),
        )
        for theirs in (stdin, stdout, stderr):
            os.close(theirs)
        self.returncode: int | None = None
        self._handle = os.pidfd_open(self.pid)

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._handle], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("gbr-lsp server", timeout or 0)
            os.close(self._handle)
            self.returncode = _asked(_OF_SERVERS, {"wait": self.pid})
        return self.returncode

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._handle, sig)


def _copied(
    modules: tuple[str, ...], arguments: tuple[str, ...], cwd: str, streams: list[str], script: str = ""
) -> int:
    """Start a copy that runs a command; return its process number."""
    environment = dict(os.environ)
    wanted = {"arguments": arguments, "cwd": cwd, "environment": environment, "streams": streams, "script": script}
    return _asked(modules, wanted)


def _asked(modules: tuple[str, ...], request: dict[str, Any]) -> int:
    waiting = _waiting(modules)
    assert waiting.stdin
    assert waiting.stdout
    waiting.stdin.write(json.dumps(request).encode() + b"\n")
    waiting.stdin.flush()
    return int(waiting.stdout.readline())


@cache
def _waiting(modules: tuple[str, ...]) -> "subprocess.Popen[bytes]":
    """Start the process to copy, which imports `modules`; it ends with its input."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    process = subprocess.Popen(
        [sys.executable, str(_WAITING), *modules], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert process.stdin
    atexit.register(process.communicate)
    return process


# A forked process of a pool must not use the pipes of its parent.
os.register_at_fork(after_in_child=_waiting.cache_clear)
