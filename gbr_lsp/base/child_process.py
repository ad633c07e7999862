"""Modules of ours that run in a process of their own, which ends with the process that started it, even if killed."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

_PATH = "PYTHONPATH"
_PARENT_PATH = "GBR_LSP_OUTER_PYTHONPATH"
"""What `PYTHONPATH` was before, for the programs of others that the process starts."""


def start(module: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """Starts a module of ours in a process that finds the modules that this one finds; it says nothing on stderr.

    Its standard input is a pipe that nothing is written to: it ends when that is closed. Raises OSError.
    """
    environment = dict(os.environ, **{_PATH: os.pathsep.join(entry for entry in sys.path if entry)})
    if _PATH in os.environ:
        environment[_PARENT_PATH] = os.environ[_PATH]
    return subprocess.Popen(
        [sys.executable, "-X", "utf8", "-W", "ignore", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def parent_environment() -> dict[str, str]:
    """In a process that `start` has started: the environment of the process that did so."""
    environment = {name: value for name, value in os.environ.items() if name not in (_PATH, _PARENT_PATH)}
    if _PARENT_PATH in os.environ:
        environment[_PATH] = os.environ[_PARENT_PATH]
    return environment


def end_with_parent(on_end: Callable[[], None] = lambda: None) -> None:
    """In a process that `start` has started: it ends when its standard input does, and calls `on_end` before."""
    threading.Thread(target=_exit_with_parent, args=(on_end,), daemon=True, name="end with parent").start()


def _exit_with_parent(on_end: Callable[[], None]) -> None:
    with suppress(OSError):
        os.read(0, 1)
    on_end()
    os._exit(1)
