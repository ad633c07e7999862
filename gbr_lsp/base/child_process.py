"""Modules of ours that run in a process of their own, which ends with the process that started it, even if killed."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

_PATH = "PYTHONPATH"
_OUTER_PATH = "GBR_LSP_OUTER_PYTHONPATH"
"""What `PYTHONPATH` was before, for the programs of others that the process starts."""


def start(module: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """Starts a module of ours in a process that finds the modules that this one finds; it says nothing on stderr.

    Its standard input is a pipe that nothing is written to: it ends when that is closed. Raises OSError.
    """
    inherited = dict(os.environ, **{_PATH: os.pathsep.join(entry for entry in sys.path if entry)})
    if _PATH in os.environ:
        inherited[_OUTER_PATH] = os.environ[_PATH]
    return subprocess.Popen(
        [sys.executable, "-X", "utf8", "-W", "ignore", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=inherited,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def outer_environment() -> dict[str, str]:
    """In a process that `start` has started: the environment of the process that did so."""
    environment = {name: value for name, value in os.environ.items() if name not in (_PATH, _OUTER_PATH)}
    if _OUTER_PATH in os.environ:
        environment[_PATH] = os.environ[_OUTER_PATH]
    return environment


def end_with_parent(first: Callable[[], None] = lambda: None) -> None:
    """In a process that `start` has started: it ends when its standard input does, and calls `first` before."""
    threading.Thread(target=_end, args=(first,), daemon=True, name="end with parent").start()


def _end(first: Callable[[], None]) -> None:
    with suppress(OSError):
        os.read(0, 1)
    first()
    os._exit(1)
