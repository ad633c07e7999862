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
    waiting = deque(order)
    busy: dict[Connection[Any, Any], int] = {}
    crew = _Crew(work, tasks, method or ("fork" if sys.platform == "linux" else "spawn"))
    try:
        while waiting or busy:
            while waiting and len(busy) < jobs and (connection := crew.next()):
                busy[connection] = waiting.popleft()
                crew.send(connection, busy[connection])
            if not busy:
                # No more processes can be started: the task runs in this one.
                number = waiting.popleft()
                results[number] = work(tasks[number])
                on_done()
                continue
            for ready in cast("list[Connection[Any, Any]]", wait(list(busy))):
                number = busy.pop(ready)
                try:
                    results[number] = ready.recv()
                    crew.rest(ready)
                except (EOFError, OSError):
                    results[number] = on_death(crew.bury(ready))
                on_done()
    finally:
        crew.end()
    return [results[number] for number in range(len(tasks))]


def results_in_order(
    work: Callable[[_Task], _Result], tasks: Sequence[_Task], jobs: int, on_death: Callable[[str], _Result]
) -> Generator[_Result, None, None]:
    """Yield the results of `tasks` in order, each as soon as it is ready, at most 3 × `jobs` ahead.

    An exception of a task ends its process; `on_death` then makes the result, or raises.
    """
    waiting = deque(range(len(tasks)))
    ready: dict[int, _Result] = {}
    busy: dict[Connection[Any, Any], int] = {}
    crew = _Crew(work, tasks, "fork" if sys.platform == "linux" else "spawn")
    try:
        for number in range(len(tasks)):
            while number not in ready:
                while waiting and waiting[0] < number + 3 * jobs and len(busy) < jobs and (free := crew.next()):
                    busy[free] = waiting.popleft()
                    crew.send(free, busy[free])
                if not busy:
                    # No more processes can be started: the task runs in this one.
                    ready[waiting[0]] = work(tasks[waiting.popleft()])
                    continue
                for connection in cast("list[Connection[Any, Any]]", wait(list(busy))):
                    done = busy.pop(connection)
                    try:
                        ready[done] = connection.recv()
                        crew.rest(connection)
                    except (EOFError, OSError):
                        ready[done] = on_death(crew.bury(connection))
            yield ready.pop(number)
    finally:
        crew.end()


class NoneOnError:
    """Run `work` with garbage collection off; return None on OSError or ValueError."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work

    def __call__(self, task: Any) -> Any:
        gc.disable()
        try:
            return self._work(task)
        except (OSError, ValueError):
            return None


class _Crew:
    """The worker processes, and the idle ones among them."""

    def __init__(self, work: Callable[[Any], Any], tasks: Sequence[Any], method: str) -> None:
        self._work = work
        self._tasks = tasks
        self._context: Any = get_context(method)
        self._processes: dict[Connection[Any, Any], BaseProcess] = {}
        self._resting: list[Connection[Any, Any]] = []

    def next(self) -> "Connection[Any, Any] | None":
        """Return the pipe of an idle or new process; None if no process can start."""
        return self._resting.pop() if self._resting else self._started()

    def send(self, connection: "Connection[Any, Any]", number: int) -> None:
        try:
            connection.send(number)
        except OSError:
            # The process is dead; the caller notices that when it waits for the answer.
            return

    def rest(self, connection: "Connection[Any, Any]") -> None:
        self._resting.append(connection)

    def bury(self, connection: "Connection[Any, Any]") -> str:
        """Return how the process of a closed pipe ended: `was ended by signal 9`."""
        process = self._processes.pop(connection)
        connection.close()
        process.join()
        code = process.exitcode
        process.close()
        if code is not None and code < 0:
            return f"was ended by signal {-code}"
        return f"ended with status {code}"

    def end(self) -> None:
        """End all processes, also busy ones."""
        for process in self._processes.values():
            process.terminate()
        for connection, process in self._processes.items():
            connection.close()
            process.join()
            process.close()
        self._processes.clear()

    def _started(self) -> "Connection[Any, Any] | None":
        """Return the pipe of a new process, or None if it cannot start."""
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
        started: Connection[Any, Any] = ours
        return started


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
