"""Time and memory: works run in turn, so that other load on the machine affects them alike."""

import math
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_LEAST = 5
_PAUSE = 0.005
"""Seconds between two readings of the memory of processes."""

CACHE = Path(tempfile.gettempdir()) / "gbr-lsp-bench" / "cache"
"""The folder of the index."""
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
} | {"GBR_LSP_CACHE": str(CACHE)}
"""Measured programs keep compiled modules and buffer output, as if installed; their index is separate."""


class Compared(NamedTuple):
    """The seconds of two works, run in turn."""

    ours: list[float]
    theirs: list[float]

    @property
    def ratio(self) -> float:
        """The median of the ratios of the rounds."""
        return statistics.median(ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True))


def in_turn(rounds: int, works: Sequence[Callable[[], float]], patience: float = math.inf) -> list[list[float]]:
    """Return a list for each of `works`: its results in each round.

    Every second round runs backwards, because the first work may find caches cold. After `patience`
    seconds, five rounds are enough.
    """
    measured: list[list[float]] = [[] for _ in works]
    until = time.perf_counter() + patience
    for number in range(rounds):
        if _LEAST <= number and until < time.perf_counter():
            break
        order = list(zip(works, measured, strict=True))
        for work, kept in reversed(order) if number % 2 else order:
            kept.append(work())
    return measured


def seconds_of(*command: str | Path) -> float:
    """Return the seconds of a command as a whole process; its output is discarded."""
    before = time.perf_counter()
    subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT
    )
    return time.perf_counter() - before


def first_line_of(*command: str | Path) -> float:
    """Return the seconds until a command has written its first line. Raises RuntimeError without one."""
    before = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT
    ) as process:
        assert process.stdout
        line = process.stdout.readline()
        taken = time.perf_counter() - before
        process.kill()
    if not line:
        raise RuntimeError(f"{command} writes nothing")
    return taken


def seconds_in(*command: str | Path, times: int = 1) -> float:
    """Return the processor seconds of `times` runs of a command and the processes that it starts."""
    seconds = 0.0
    for _ in range(times):
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT
        )
        # The total of all children may include another process that ended meanwhile.
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds += used.ru_utime + used.ru_stime
    return seconds


class Peak(NamedTuple):
    """Maximum bytes of processes at once: resident in each, and with shared pages divided among them."""

    resident: int
    proportional: int


def peak_of(*command: str | Path) -> Peak:
    """Return the peak memory of a command together with all processes that it starts."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT
    )
    resident = proportional = 0
    while process.poll() is None:
        tree = tree_of(process.pid)
        resident = max(resident, sum(_bytes(each, "status", "VmRSS:") for each in tree))
        proportional = max(proportional, sum(_bytes(each, "smaps_rollup", "Pss:") for each in tree))
        time.sleep(_PAUSE)
    return Peak(resident, proportional)


def resident(process: int) -> int:
    """Return the bytes that `process` holds now."""
    return _bytes(process, "status", "VmRSS:")


def most_resident(process: int) -> int:
    """Return the maximum bytes that `process` has held."""
    return _bytes(process, "status", "VmHWM:")


def tree_of(process: int) -> list[int]:
    """Return the numbers of a process and its running descendants."""
    found = [process]
    for each in found:
        with suppress(OSError):
            for task in os.listdir(f"/proc/{each}/task"):
                found += map(int, Path(f"/proc/{each}/task/{task}/children").read_text().split())
    return found


def _bytes(process: int, file: str, name: str) -> int:
    """Return the bytes of field `name`, in kB, in a file of /proc; 0 if the process has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/{file}").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    return 0
