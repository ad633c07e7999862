"""Times and memory: works measured in turn, so that whatever else the machine does falls on all of them alike."""

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
"""Seconds between two looks at the memory of processes."""

CACHE = Path(tempfile.gettempdir()) / "gbr-lsp-bench" / "cache"
"""The folder of the index."""
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
} | {"GBR_LSP_CACHE": str(CACHE)}
"""What is measured may keep its compiled modules, as an installed program does, and buffers its output. Its index is
its own."""


class Compared(NamedTuple):
    """The seconds of one work and of another, run in turn."""

    ours: list[float]
    theirs: list[float]

    @property
    def ratio(self) -> float:
        """The median of the ratios, each taken in one round."""
        return statistics.median(ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True))


def in_turn(rounds: int, works: Sequence[Callable[[], float]], patience: float = math.inf) -> list[list[float]]:
    """What each work returns in each round; every second round goes backwards, for the first may find caches cold.

    When the seconds of patience have passed, five rounds are enough.
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
    """How long a command takes as a whole process, output thrown away."""
    before = time.perf_counter()
    subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT
    )
    return time.perf_counter() - before


def first_line_of(*command: str | Path) -> float:
    """How long it takes until a command has written its first line."""
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
    """The processor seconds of a command, run so many times, with the processes that it starts."""
    seconds = 0.0
    for _ in range(times):
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT
        )
        # What all children have used is more: one that nobody waited for may be counted in the meantime.
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds += used.ru_utime + used.ru_stime
    return seconds


class Peak(NamedTuple):
    """The most bytes that processes held at once: resident in each, and with shared pages shared among them."""

    resident: int
    proportional: int


def peak_of(*command: str | Path) -> Peak:
    """The memory of a command and of all the processes it starts, together."""
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
    """The bytes a process holds now."""
    return _bytes(process, "status", "VmRSS:")


def most_resident(process: int) -> int:
    """The most bytes a process has held."""
    return _bytes(process, "status", "VmHWM:")


def tree_of(process: int) -> list[int]:
    """A process and those that it has started, and so on, as many as are running."""
    found = [process]
    for each in found:
        with suppress(OSError):
            for task in os.listdir(f"/proc/{each}/task"):
                found += map(int, Path(f"/proc/{each}/task/{task}/children").read_text().split())
    return found


def _bytes(process: int, file: str, name: str) -> int:
    """A number of kB from a file of /proc; 0 where the process has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/{file}").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    return 0
