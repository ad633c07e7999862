"""Work in several processes, with results in the order of the tasks.

Each process has a pipe and one task at a time. If a process dies, its task is therefore known; a
task is only sent to an idle process, which excludes deadlocks. Worker processes end with the main
process, even if it is killed.
"""

import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
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

_SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable with the effect of Python's option `-P`."""


def run_in_processes(
    work: Callable[[_Task], _Result],
    tasks: Sequence[_Task],
    order: Sequence[int],
    jobs: int,
    on_death: Callable[[str], _Result],
    on_done: Callable[[], None],
    method: str | None = None,
    results_so_far: Mapping[int, _Result] = MappingProxyType({}),
) -> list[_Result]:
    """Return the results of `tasks`, started in `order`, numbers of the tasks that are not in `results_so_far`.

    `on_death` makes the result of a task whose process died, from a text such as `ended with status 1`;
    `on_done` is called after each task. `method` overrides the start method of processes.
    """
    results: dict[int, _Result] = dict(results_so_far)
    with closing(_Crew(work, tasks, method)) as crew:
        for number, result in crew.results(order, jobs, on_death):
            results[number] = result
            on_done()
    return [results[number] for number in range(len(tasks))]


def results_in_order(
    work: Callable[[_Task], _Result], tasks: Sequence[_Task], jobs: int
) -> Generator[_Result | None, None, None]:
    """Yield the results of `tasks` in order, each as soon as it is ready, at most 3 × `jobs` ahead.

    The result is None if the process of a task died; an exception of a task also ends its process.
    """
    ready: dict[int, _Result | None] = {}
    first = 0
    with closing(_Crew(work, tasks)) as crew:
        for number, result in crew.results(range(len(tasks)), jobs, lambda how: None, max_ahead=3 * jobs):
            ready[number] = result
            while first in ready:
                yield ready.pop(first)
                first += 1


def none_on_error(work: Callable[[_Task], _Result], task: _Task) -> _Result | None:
    """Return `work(task)`, run with garbage collection off; return None on OSError or ValueError."""
    gc.disable()
    try:
        return work(task)
    except (OSError, ValueError):
        return None


class _Crew:
    """The worker processes, and the idle ones among them."""

    def __init__(self, work: Callable[[Any], Any], tasks: Sequence[Any], method: str | None = None) -> None:
        self._work = work
        self._tasks = tasks
        self._context: Any = get_context(method or ("fork" if sys.platform == "linux" else "spawn"))
        self._processes: dict[Connection[Any, Any], BaseProcess] = {}
        self._resting: list[Connection[Any, Any]] = []

    def results(
        self, order: Sequence[int], jobs: int, on_death: Callable[[str], Any], max_ahead: int | None = None
    ) -> Iterator[tuple[int, Any]]:
        """Yield the number and the result of each task when it is done; tasks start in `order`.

        A task starts only while its number is less than `max_ahead` above that of each task at work.
        """
        waiting = deque(order)
        busy: dict[Connection[Any, Any], int] = {}
        while waiting or busy:
            while waiting and len(busy) < jobs:
                is_too_far = max_ahead and min(busy.values(), default=waiting[0]) + max_ahead <= waiting[0]
                connection = None if is_too_far else self._resting.pop() if self._resting else self._started()
                if connection is None:
                    break
                busy[connection] = waiting.popleft()
                # If the process is dead, its answer shows that.
                with suppress(OSError):
                    connection.send(busy[connection])
            if not busy:
                # No more processes can be started: the task runs in this one.
                number = waiting.popleft()
                yield number, self._work(self._tasks[number])
                continue
            for ready in cast("list[Connection[Any, Any]]", wait(list(busy))):
                number = busy.pop(ready)
                try:
                    result = ready.recv()
                    self._resting.append(ready)
                except (EOFError, OSError):
                    result = on_death(self._bury(ready))
                yield number, result

    def close(self) -> None:
        """End all processes, also busy ones."""
        for process in self._processes.values():
            process.terminate()
        for connection, process in self._processes.items():
            connection.close()
            process.join()
            process.close()
        self._processes.clear()

    def _bury(self, connection: "Connection[Any, Any]") -> str:
        """Return how the process of a closed pipe ended: `was ended by signal 9`."""
        process = self._processes.pop(connection)
        connection.close()
        process.join()
        code = process.exitcode
        process.close()
        if code is not None and code < 0:
            return f"was ended by signal {-code}"
        return f"ended with status {code}"

    def _started(self) -> "Connection[Any, Any] | None":
        """Return the pipe of a new process, or None if it cannot start."""
        ours: Connection[Any, Any]
        ours, theirs = self._context.Pipe()
        # A forked process inherits all open pipes, and a pipe only closes when the last process closes it.
        inherited = (*self._processes, ours) if self._context.get_start_method() == "fork" else ()
        process = self._context.Process(target=_serve, args=(self._work, self._tasks, theirs, inherited), daemon=True)
        with _interrupts_held(), _safe_path():
            try:
                process.start()
            except (OSError, PicklingError, TypeError, AttributeError):
                ours.close()
                return None
            else:
                self._processes[ours] = process
            finally:
                theirs.close()
        return ours


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block Ctrl-C while a process starts, for it does not ignore it yet and is not listed yet."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Make Python processes that start in this block import nothing from the working folder."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _end_with_parent() -> None:
    """End this process when its parent ends, even during a task."""
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
    """Run the tasks whose numbers arrive at `connection`, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    for other in inherited:
        other.close()
    try:
        while True:
            connection.send(work(tasks[connection.recv()]))
    except (EOFError, OSError):
        return
