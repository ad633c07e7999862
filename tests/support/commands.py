"""The command as its users start it: a process of its own.

Where processes can be copied, each is a copy of one that has imported the program and waits: to start Python and to
import everything for each of several hundred commands would take most of the time of a test run.
"""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

_WAITING = Path(__file__).with_name("waiting.py")


class Ran(NamedTuple):
    """What a command wrote and how it ended."""

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
    waiting = _waiting()
    assert waiting.stdin
    assert waiting.stdout
    with tempfile.TemporaryDirectory(prefix="gbr-lsp-run-") as folder:
        streams = [os.path.join(folder, name) for name in ("in", "out", "err")]
        Path(streams[0]).write_bytes(data)
        wanted = {"arguments": arguments, "cwd": cwd, "environment": dict(os.environ), "streams": streams}
        waiting.stdin.write(json.dumps(wanted).encode() + b"\n")
        waiting.stdin.flush()
        status = int(waiting.stdout.readline())
        return status, Path(streams[1]).read_bytes(), Path(streams[2]).read_bytes()


@cache
def _waiting() -> "subprocess.Popen[bytes]":
    """The process that is copied; it ends with its input."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    process = subprocess.Popen(
        [sys.executable, str(_WAITING)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert process.stdin
    atexit.register(process.communicate)
    return process
