"""The command as its users start it: a process of its own."""

import os
import subprocess
import sys
from typing import NamedTuple


class Ran(NamedTuple):
    """What a command wrote and how it ended."""

    status: int
    out: str
    err: str


def run(*arguments: str, stdin: str | bytes = "", cwd: str | os.PathLike[str] | None = None) -> Ran:
    data = stdin if isinstance(stdin, bytes) else stdin.encode("utf-8", "surrogatepass")
    environment = {**os.environ, "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "gbr_lsp", *arguments], input=data, capture_output=True, cwd=cwd, env=environment
    )
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
