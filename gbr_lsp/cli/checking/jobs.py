"""Work done in several processes, with results in the order of the tasks.

Each process has a pipe and one task at a time: when it dies, it is known over what, and nothing is sent to one that
does not wait for it, so that nobody waits for each other. A process ends when we do, however that is.
"""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pickle import PicklingError
from threading import Thread
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


def in_processes(
    work: Callable[[_Task], _Result],
    tasks: Sequence[_Task],
    order: Sequence[int],
    jobs: int,
    lost: Callable[[str], _Result],
    tell: Callable[[], None],
    method: str | None = None,
    done: Mapping[int, _Result] = MappingProxyType({}),
) -> list[_Result]:
    """The results of tasks, which are begun in an `order` of their numbers; those `done` already are not in it.

    `lost` makes the result of a task whose process died, told how it died; `tell` is called after each task. `method`
    is how processes are started, where it should not be the usual way.
    """
    results: dict[int, _Result] = dict(done)
    waiting = deque(order)
    busy: dict[Connection[Any, Any], int] = {}
    crew = _Crew(work, tasks, method or ("fork" if sys.platform == "linux" else "spawn"))
    try:
        while waiting or busy:
            while waiting and len(busy) < jobs and (connection := crew.next()):
                busy[connection] = waiting.popleft()
                crew.send(connection, busy[connection])
            if not busy:
                # There can be no more processes: this one does it.
                number = waiting.popleft()
                results[number] = work(tasks[number])
                tell()
                continue
            for ready in cast("list[Connection[Any, Any]]", wait(list(busy))):
                number = busy.pop(ready)
                try:
                    results[number] = ready.recv()
                    crew.rest(ready)
                except (EOFError, OSError):
                    results[number] = lost(crew.bury(ready))
                tell()
    finally:
        crew.end()
    return [results[number] for number in range(len(tasks))]


class _Crew:
    """The processes that work, and those of them that wait for work."""

    def __init__(self, work: Callable[[Any], Any], tasks: Sequence[Any], method: str) -> None:
        self._work = work
        self._tasks = tasks
        self._context: Any = get_context(method)
        self._processes: dict[Connection[Any, Any], BaseProcess] = {}
        self._resting: list[Connection[Any, Any]] = []

    def next(self) -> "Connection[Any, Any] | None":
        """The pipe of a process that waits for work, which may be a new one; None if none can be started."""
        return self._resting.pop() if self._resting else self._started()

    def send(self, connection: "Connection[Any, Any]", number: int) -> None:
        try:
            connection.send(number)
        except OSError:
            # It is dead: whoever waits for its answer will see.
            return

    def rest(self, connection: "Connection[Any, Any]") -> None:
        self._resting.append(connection)

    def bury(self, connection: "Connection[Any, Any]") -> str:
        """How a process died whose pipe has ended."""
        process = self._processes.pop(connection)
        connection.close()
        process.join()
        code = process.exitcode
        process.close()
        if code is not None and code < 0:
            return f"was ended by signal {-code}"
        return f"ended with status {code}"

    def end(self) -> None:
        """Ends all processes, whatever they are doing."""
        for process in self._processes.values():
            process.terminate()
        for connection, process in self._processes.items():
            connection.close()
            process.join()
            process.close()
        self._processes.clear()

    def _started(self) -> "Connection[Any, Any] | None":
        ours, theirs = self._context.Pipe()
        # A copy of a process has all that is open here, and a pipe only ends when all who have it are gone.
        inherited = (*self._processes, ours) if self._context.get_start_method() == "fork" else ()
        process = self._context.Process(target=_serve, args=(self._work, self._tasks, theirs, inherited), daemon=True)
        with _interrupts_held():
            try:
                process.start()
            except (OSError, PicklingError, TypeError, AttributeError):
                ours.close()
                return None
            else:
                self._processes[ours] = process
            finally:
                theirs.close()
        started: Connection[Any, Any] = ours
        return started


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Keeps Ctrl-C from a process that is not yet ready to ignore it, and from us while it is nobody's."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Ends this process when the one that started it is gone, even in the midst of a task."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _serve(
    work: Callable[[Any], Any],
    tasks: Sequence[Any],
    connection: "Connection[Any, Any]",
    inherited: "tuple[Connection[Any, Any], ...]",
) -> None:
    """The life of a process: tasks by their numbers, until nobody sends any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    for other in inherited:
        other.close()
    try:
        while True:
            connection.send(work(tasks[connection.recv()]))
    except (EOFError, OSError):
        return
