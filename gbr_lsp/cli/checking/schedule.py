"""All files looked at, again where it matters what stands in the others, with the same outcome for any number of jobs.

A file is looked at by itself first. Which of its records stand in earlier files is known when all have been seen; the
few files of which that is true are looked at again, and so are those in which something is to be mended, for only now
it is known which comments ignore nothing.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from gbr_lsp.cli.checking.check_file import FileResult, Fixing, Task, check_file
from gbr_lsp.cli.checking.cross_file_duplicates import EarlierRecords
from gbr_lsp.cli.checking.progress import progress
from gbr_lsp.hosts import host_for
from gbr_lsp.model.finding import Over
from gbr_lsp.rules import RULES

_MOST_ROUNDS = 10
_EACH = 1_500
"""The fixed cost of a file besides that of its bytes, in bytes."""
_WORTH = 400_000
"""From this cost on, starting processes for the work pays off."""
_LONG = 3_000_000
"""From this cost on, progress is shown."""

_LARGE = 3_000_000
"""From this cost on, a PGN file is checked in pieces."""

_ABOUT_RECORDS = frozenset(name for name, rule in RULES.items() if rule.over is Over.REPEATED_RECORDS)
"""The rules for which it matters what stands in other files."""


class JobOptions(NamedTuple):
    """How the work is done: in how many processes, None for as many as suit; and whether people are told meanwhile."""

    jobs: int | None = None
    quiet: bool = False


Remembered = dict[str, tuple[Task, object, FileResult]]
"""What was seen in files when their tasks and their states on disk were these."""


def check_all(
    tasks: list[Task], manner: JobOptions, fixing: Fixing, remembered: Remembered | None = None
) -> list[FileResult]:
    """What is seen in files that are told apart by nothing but their order."""
    records = [number for number, task in enumerate(tasks) if host_for(task.asked.name).holds_records]
    if 1 < len(records) and any(_ABOUT_RECORDS & tasks[number].rules for number in records):
        for number in records:
            tasks[number] = tasks[number]._replace(gather=True)
    seen = _first_look(tasks, manner, remembered)
    for _ in range(_MOST_ROUNDS):
        again = _to_look_at_again(tasks, seen, fixing)
        if not again:
            break
        for number, task in again.items():
            tasks[number] = task
        looked = _looked(list(again.values()), manner)
        for number, one in zip(again, looked, strict=True):
            seen[number] = one
    return seen


def _first_look(tasks: list[Task], manner: JobOptions, remembered: Remembered | None) -> list[FileResult]:
    """Each file by itself, but for those that are as they were when they were last seen."""
    if remembered is None:
        return _in_turn(tasks, manner) or _looked(tasks, manner)
    states = [_state(task) for task in tasks]
    new = [
        number
        for number, (task, state) in enumerate(zip(tasks, states, strict=True))
        if state is None or remembered.get(task.asked.name, ())[:2] != (task, state)
    ]
    for number, one in zip(new, _looked([tasks[number] for number in new], manner), strict=True):
        remembered[tasks[number].asked.name] = tasks[number], states[number], one
    return [remembered[task.asked.name][2] for task in tasks]


def _in_turn(tasks: list[Task], manner: JobOptions) -> list[FileResult]:
    """What is seen in files that one process looks at, each with what stands in those before; nothing for several.

    It is what comes out in the end, without a second look.
    """
    costs = [_cost(task) for task in tasks]
    if 1 < _processes(costs, manner.jobs):
        return []
    earlier = EarlierRecords()
    seen = []
    with _progress(costs, manner) as tell:
        for number, task in enumerate(tasks):
            judged = _ABOUT_RECORDS & task.rules
            seen.append(_look(task._replace(elsewhere=earlier.records) if judged else task, manner))
            shared = earlier.among(seen[-1].records)
            tasks[number] = task._replace(elsewhere=shared if judged else {})
            tell()
    return seen


def _to_look_at_again(tasks: list[Task], seen: list[FileResult], fixing: Fixing) -> dict[int, Task]:
    earlier = EarlierRecords()
    again = {}
    for number, (task, one) in enumerate(zip(tasks, seen, strict=True)):
        shared = earlier.among(one.records)
        elsewhere = shared if _ABOUT_RECORDS & task.rules else {}
        now = task._replace(elsewhere=elsewhere)
        if _is_mendable(one, fixing):
            now = now._replace(fixing=fixing)
        if now != task:
            again[number] = now
    return again


def _is_mendable(seen: FileResult, fixing: Fixing) -> bool:
    if fixing is Fixing.NONE:
        return False
    from gbr_lsp.lint.apply_fixes import preferred

    return any(preferred(item.finding, unsafe=fixing is Fixing.ALL) for item in seen.found)


def _looked(tasks: Sequence[Task], manner: JobOptions) -> list[FileResult]:
    """What is seen in files, each by itself."""
    costs = [_cost(task) for task in tasks]
    jobs = _processes(costs, manner.jobs)
    with _progress(costs, manner) as tell:
        if jobs < 2:
            return [_told(_look(task, manner), tell) for task in tasks]
        from gbr_lsp.cli.checking.jobs import in_processes

        large = {number: _told(_look(task, manner), tell) for number, task in enumerate(tasks) if _is_large(task)}
        # The largest first, so that no large file is left for the end.
        order = sorted(range(len(tasks)), key=lambda number: -costs[number])
        others = [number for number in order if number not in large]
        return in_processes(check_file, tasks, others, jobs, _lost, tell, done=large)


def _look(task: Task, manner: JobOptions) -> FileResult:
    """What is seen in a file; in a large one by several processes."""
    if not _is_large(task):
        return check_file(task)
    from gbr_lsp.cli.checking import large_pgn

    def work(parts: list[large_pgn.PgnPart]) -> list[large_pgn.PieceResult]:
        jobs = min(manner.jobs or _processors(), len(parts))
        if jobs < 2:
            return [large_pgn.check_piece(part) for part in parts]
        from gbr_lsp.cli.checking.jobs import in_processes

        return in_processes(large_pgn.check_piece, parts, range(len(parts)), jobs, large_pgn.lost, lambda: None)

    return large_pgn.check_in_pieces(task, work) or check_file(task)


def _is_large(task: Task) -> bool:
    """Whether a file is a large PGN that can be checked in pieces."""
    if task.whole or task.gather or task.elsewhere or task.source or task.fixing is not Fixing.NONE:
        return False
    return host_for(task.asked.name).holds_records and _LARGE <= _cost(task)


def is_long(costs: list[int], manner: JobOptions) -> bool:
    """Whether progress is shown for files of this cost."""
    return not manner.quiet and 1 < len(costs) and _LONG <= sum(costs)


def _progress(costs: list[int], manner: JobOptions) -> AbstractContextManager[Callable[[], None]]:
    return progress(len(costs), shown=is_long(costs, manner))


def _told(seen: FileResult, tell: Callable[[], None]) -> FileResult:
    tell()
    return seen


def _lost(how: str) -> FileResult:
    return FileResult(f"cannot be checked: the process that checked it {how}")


def _processes(costs: list[int], jobs: int | None) -> int:
    """The number of processes to use for a cost; 1 is this process alone."""
    if len(costs) < 2 or jobs == 1 or sum(costs) < _WORTH:
        return 1
    return min(jobs or _processors(), len(costs))


def _processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _cost(task: Task) -> int:
    if task.source is not None:
        return _EACH + len(task.source.text)
    try:
        return _EACH + os.stat(task.asked.path or "").st_size
    except (OSError, ValueError):
        return _EACH


def _state(task: Task) -> object:
    """By what a file is known to be as it was; None for what cannot be known."""
    try:
        status = os.stat(task.asked.path or "")
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
