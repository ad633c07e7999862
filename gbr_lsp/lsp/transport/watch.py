"""Notices that a client is gone: its process has ended, or the other end of a pipe is closed."""

import logging
import os
import select
import sys
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)

_POLL = 1.0


def watch_pipe(descriptor: int, broken: Callable[[], None]) -> bool:
    """Calls `broken`, in its own thread, once the other end of a pipe is closed; False where this system cannot."""
    # Elsewhere a failing read or write shows it: other systems answer `poll` otherwise, or for terminals at once.
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
    """Calls `ended`, in a thread of its own, once a process is no more."""
    threading.Thread(target=_wait, args=(process, ended), daemon=True, name="watch").start()


def _wait(process: int, ended: Callable[[], None]) -> None:
    """Waits for the kernel where it reports ends, for a zombie still answers signals. On Windows the pipes break."""
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
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
