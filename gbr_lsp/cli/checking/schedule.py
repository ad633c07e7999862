"""The order in which all files are checked; any number of jobs gives the same results.

Each file is first checked by itself. Then it is known which records also occur in earlier files,
and the few files with such records are checked again. So are files to fix, because unused ignore
comments are known only then.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import NamedTuple, TypeVar

from gbr_lsp.base.regular_file import FileState, state_if_any
from gbr_lsp.cli.checking.check_file import FileResult, Fixing, Task, check_file
from gbr_lsp.cli.checking.cross_file_duplicates import EarlierRecords
from gbr_lsp.cli.checking.progress import progress
from gbr_lsp.cli.files import is_proof
from gbr_lsp.hosts import host_for
from gbr_lsp.model.finding import RuleScope
from gbr_lsp.model.records import record_hash
from gbr_lsp.rules import names_over

_Piece = TypeVar("_Piece")
_Result = TypeVar("_Result")

_MAX_ROUNDS = 10
_FILE_COST = 1_500
"""The fixed cost of a file in bytes, in addition to its size."""
_MIN_PARALLEL_COST = 400_000
"""Minimum cost in bytes that justifies starting processes."""
_MIN_PROGRESS_COST = 3_000_000
"""Minimum cost in bytes for showing progress."""

_MIN_PIECES_COST = 3_000_000
"""Minimum cost in bytes for checking a PGN file in pieces."""
_MIN_PROSE_COST = 200_000
"""Minimum cost in bytes for sharing a file of prose among processes: replaying its moves is slow."""

_ABOUT_RECORDS = names_over(RuleScope.REPEATED_RECORDS)
"""The rules that depend on the records of other files."""


class JobOptions(NamedTuple):
    """The number of processes, None for a suitable one, and whether to hide the progress."""

    jobs: int | None = None
    quiet: bool = False


CachedResults = dict[str, tuple[Task, FileState | None, FileResult]]
"""By file name: the task, the state of the file on disk, and the result for both."""


def check_all(
    tasks: list[Task], job_options: JobOptions, fixing: Fixing, cached_results: CachedResults | None = None
) -> list[FileResult]:
    """Return the result of each of `tasks`; replace tasks that depend on records of other files."""
    records = [number for number, task in enumerate(tasks) if host_for(task.request.name).has_records]
    if 1 < len(records) and any(_ABOUT_RECORDS & tasks[number].rules for number in records):
        for number in records:
            tasks[number] = tasks[number]._replace(needs_records=True)
    if cached_results is None:
        # What other files and pieces do not change is fixed in the first check.
        tasks[:] = [task if task.needs_records or _is_large(task) else task._replace(fixing=fixing) for task in tasks]
    results = _checked_alone(tasks, job_options, cached_results)
    for _ in range(_MAX_ROUNDS):
        again = _to_check_again(tasks, results, fixing)
        if not again:
            break
        for number, task in again.items():
            tasks[number] = task
        checked = _checked(list(again.values()), job_options, [results[number] for number in again])
        for number, result in zip(again, checked, strict=True):
            results[number] = result
    return results


def _checked_alone(tasks: list[Task], job_options: JobOptions, remembered: CachedResults | None) -> list[FileResult]:
    """Return the result of each file by itself; unchanged files keep the result in `remembered`."""
    if remembered is None:
        return _checked_in_order(tasks, job_options) or _checked(tasks, job_options)
    states = [state_if_any(task.request.path or "") for task in tasks]
    new = [
        number
        for number, (task, state) in enumerate(zip(tasks, states, strict=True))
        if state is None or remembered.get(task.request.name, ())[:2] != (task, state)
    ]
    for number, result in zip(new, _checked([tasks[number] for number in new], job_options), strict=True):
        remembered[tasks[number].request.name] = tasks[number], states[number], result
    return [remembered[task.request.name][2] for task in tasks]


def _checked_in_order(tasks: list[Task], job_options: JobOptions) -> list[FileResult]:
    """Return the results if a single process checks all files, otherwise or for large files [].

    Each file is checked with the records before it, so that the results are final.
    """
    costs = [_cost(task) for task in tasks]
    if 1 < _processes(costs, job_options.jobs) or any(map(_is_large, tasks)):
        return []
    earlier = EarlierRecords()
    results = []
    with _progress(costs, job_options) as advance:
        for number, task in enumerate(tasks):
            record_rules = _ABOUT_RECORDS & task.rules
            results.append(_check(task._replace(other_records=earlier.records) if record_rules else task, job_options))
            shared = earlier.repeated_in(results[-1].records)
            tasks[number] = task._replace(other_records=shared if record_rules else {})
            advance()
    return results


def _to_check_again(tasks: list[Task], results: list[FileResult], fixing: Fixing) -> dict[int, Task]:
    """Return by number the tasks to check again, with records of earlier files or with `fixing`."""
    earlier = EarlierRecords()
    again = {}
    _take_shared_records(tasks, results)
    for number, (task, result) in enumerate(zip(tasks, results, strict=True)):
        shared = earlier.repeated_in(result.records, result.pieces.hashes if result.pieces else ())
        elsewhere = shared if _ABOUT_RECORDS & task.rules else {}
        now = task._replace(other_records=elsewhere)
        if _is_mendable(result, fixing):
            now = now._replace(fixing=fixing)
        if now != task:
            again[number] = now
    return again


def _take_shared_records(tasks: list[Task], results: list[FileResult]) -> None:
    """Read the records of large files that later files may have too, into `results`."""
    if not any(result.pieces and not result.records for result in results):
        return
    later = set[int]()
    for at, result in reversed(list(enumerate(results))):
        hashes = result.pieces.hashes if result.pieces else {record_hash(record) for record, _ in result.records}
        shared = hashes & later
        if result.pieces and not result.records and shared:
            results[at] = result._replace(records=result.pieces.records_among(tasks[at], shared))
        later |= hashes


def _is_mendable(result: FileResult, fixing: Fixing) -> bool:
    if fixing is Fixing.NONE:
        return False
    from gbr_lsp.lint.fixes import preferred_fix

    return any(preferred_fix(item.finding, unsafe=fixing is Fixing.ALL) for item in result.findings)


def _checked(tasks: Sequence[Task], job_options: JobOptions, known: Sequence[FileResult] = ()) -> list[FileResult]:
    """Return the result of each task by itself; `known` are results of a first check."""
    costs = [_cost(task) for task in tasks]
    jobs = _processes(costs, job_options.jobs)
    with _progress(costs, job_options) as advance:
        # The pieces of large files are checked already.
        done = {
            number: _counted(now._replace(records=result.records), advance)
            for number, (task, result) in enumerate(zip(tasks, known, strict=False))
            if result.pieces and (now := result.pieces.recheck(task))
        }
        if jobs < 2:
            return [
                done.get(number) or _counted(_check(task, job_options), advance) for number, task in enumerate(tasks)
            ]
        from gbr_lsp.cli.checking.jobs import run_in_processes

        large = done | {
            number: _counted(_check(task, job_options), advance)
            for number, task in enumerate(tasks)
            if number not in done and _is_large(task) and not (_is_prose(task) and jobs * costs[number] <= sum(costs))
        }
        # The largest first, so that no large file is left for the end.
        order = sorted(range(len(tasks)), key=lambda number: -costs[number])
        others = [number for number in order if number not in large]
        return run_in_processes(check_file, tasks, others, jobs, _lost, advance, results_so_far=large)


def _check(task: Task, job_options: JobOptions) -> FileResult:
    """Return the result of `task`; several processes share a large file."""
    if not _is_large(task):
        return check_file(task)
    jobs = job_options.jobs or _processors()
    if _is_prose(task):
        from gbr_lsp.lint.parallel_lint import lint_part

        return check_file(task, partial(_shared, lint_part, lambda how: None, jobs) if 1 < jobs else None)
    from gbr_lsp.cli.checking import large_pgn

    work = partial(_shared, large_pgn.check_piece, large_pgn.dead_result, jobs)
    return large_pgn.check_in_pieces(task, work) or check_file(task)


def _shared(
    work: Callable[[_Piece], _Result], lost: Callable[[str], _Result], jobs: int, pieces: list[_Piece]
) -> list[_Result]:
    """Return the results of `work` for `pieces`, computed by up to `jobs` processes."""
    if min(jobs, len(pieces)) < 2:
        return list(map(work, pieces))
    from gbr_lsp.cli.checking.jobs import run_in_processes

    return run_in_processes(work, pieces, range(len(pieces)), min(jobs, len(pieces)), lost, lambda: None)


def _is_large(task: Task) -> bool:
    """Return True if the file of `task` is checked in pieces."""
    if _is_prose(task):
        return _MIN_PROSE_COST <= _cost(task)
    if task.other_records or task.source or task.proof_studies or task.fixing is not Fixing.NONE:
        return False
    return host_for(task.request.name).has_records and _MIN_PIECES_COST <= _cost(task)


def _is_prose(task: Task) -> bool:
    host = host_for(task.request.name)
    return not host.has_records and not is_proof(task.request.name)


def is_long(costs: list[int], job_options: JobOptions) -> bool:
    """Return True if progress is shown for files of these `costs`."""
    return not job_options.quiet and 1 < len(costs) and _MIN_PROGRESS_COST <= sum(costs)


def _progress(costs: list[int], job_options: JobOptions) -> AbstractContextManager[Callable[[], None]]:
    return progress(len(costs), is_visible=is_long(costs, job_options))


def _counted(result: FileResult, advance: Callable[[], None]) -> FileResult:
    advance()
    return result


def _lost(how: str) -> FileResult:
    return FileResult(f"cannot be checked: the process that checked it {how}")


def _processes(costs: list[int], jobs: int | None) -> int:
    """Return the number of processes for files of these `costs`; 1 is this process alone."""
    if len(costs) < 2 or jobs == 1 or sum(costs) < _MIN_PARALLEL_COST:
        return 1
    return min(jobs or _processors(), len(costs))


def _processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _cost(task: Task) -> int:
    if task.source is not None:
        return _FILE_COST + len(task.source.text)
    try:
        return _FILE_COST + os.stat(task.request.path or "").st_size
    except (OSError, ValueError):
        return _FILE_COST
