"""Detects that a client is gone, by the end of its process or pipe."""

import logging
import os
import select
import sys
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)

_POLL = 1.0
"""Seconds between two checks."""


def watch_pipe(descriptor: int, broken: Callable[[], None]) -> bool:
    """Call `broken` in a thread after the other end closes; False if unsupported."""
    # Elsewhere a failing read or write shows it: `poll` differs on other systems, or returns at once for terminals.
    if sys.platform != "linux":
        return False
    threading.Thread(target=_wait_for_break, args=(descriptor, broken), daemon=True, name="watch").start()
    return True


def _wait_for_break(descriptor: int, broken: Callable[[], None]) -> None:
    poll = select.poll()
    poll.register(descriptor, 0)
    poll.poll()
    broken()


def watch(process: int, ended: Callable[[], None]) -> None:
    """Call `ended` in a thread when the process with the number `process` has ended."""
    threading.Thread(target=_wait, args=(process, ended), daemon=True, name="watch").start()


def _wait(process: int, ended: Callable[[], None]) -> None:
    """Wait for the kernel if it reports ends, because a zombie still answers signals.

    On Windows nothing is watched: the pipes break.
    """
    if process <= 0:
        log.warning("there is no process %d", process)
        return
    if hasattr(os, "pidfd_open"):
        try:
            select.select([os.pidfd_open(process)], [], [])
        except ProcessLookupError:
            pass
        except (OSError, OverflowError) as error:
            log.warning("process %d cannot be watched: %s", process, error)
            return
        ended()
    elif os.name == "posix":
        pause = threading.Event()
        while _answers(process):
            pause.wait(_POLL)
        ended()


def _answers(process: int) -> bool:
    """Return True if a process with the number `process` exists."""
    try:
        os.kill(process, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)
    return True
