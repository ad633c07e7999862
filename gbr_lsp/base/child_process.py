"""Child processes that run a module of this package and end with their parent."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from gbr_lsp.base.import_path import VARIABLE, independent_path

_PARENT_PATH = "GBR_LSP_OUTER_PYTHONPATH"
"""The parent's own `PYTHONPATH`, for programs that are not ours and that the child starts."""


def start(module: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """Return the process `python -m module`, started with `arguments`.

    It imports what this process imports, and nothing from the working folder. Its standard output is
    a pipe, its standard error is discarded. Its standard input is a pipe that stays empty; closing it
    ends the child (see `end_with_parent`). Raises OSError.
    """
    entries = [entry for entry in independent_path() if os.pathsep not in entry]
    environment = dict(os.environ, **{VARIABLE: os.pathsep.join(entries)})
    if VARIABLE in os.environ:
        environment[_PARENT_PATH] = os.environ[VARIABLE]
    return subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", "-W", "ignore", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def parent_environment() -> dict[str, str]:
    """Return the environment variables of the parent, in a process started by `start`."""
    environment = {name: value for name, value in os.environ.items() if name not in (VARIABLE, _PARENT_PATH)}
    if _PARENT_PATH in os.environ:
        environment[VARIABLE] = os.environ[_PARENT_PATH]
    return environment


def end_with_parent(on_end: Callable[[], None] = lambda: None) -> None:
    """End this process when its standard input, the pipe of `start`, closes; call `on_end` first."""

    def wait() -> None:
        with suppress(OSError):
            os.read(0, 1)
        on_end()
        os._exit(1)

    threading.Thread(target=wait, daemon=True, name="end with parent").start()
