"""The comparison with another commit: processor time is counted, and what has become slower is said."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import goals
from tests.bench.against_commit import ROWS, Measured, installed, measured, seconds_of_process
from tests.bench.bench import Bench
from tests.bench.measure import seconds_in

pytestmark = pytest.mark.long

TOOL = str(Path(sys.executable).with_name("gbr-lsp"))
COUNTS = "print(sum(range(10_000_000)), flush=True)"


def test_processor_time_is_that_of_work_and_not_of_waiting() -> None:
    waiting = seconds_in(sys.executable, "-c", "import time; time.sleep(1)")
    working = seconds_in(sys.executable, "-c", COUNTS)
    assert 0 < waiting < working


def test_the_processor_time_of_a_running_process_includes_the_processes_it_started() -> None:
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {COUNTS + '; input()'!r}])"
    process = subprocess.Popen([sys.executable, "-c", child], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdin
    before = seconds_of_process(process.pid)
    process.stdout.readline()
    assert before < seconds_of_process(process.pid)
    process.communicate(b"\n")


@pytest.mark.long
def test_each_row_is_measured_on_both_sides_and_the_slower_one_is_named(tmp_path: Path) -> None:
    """The program of the second side is the same one, but counts to ten million before it starts."""
    slow = tmp_path / "slow"
    counting = shlex.join([sys.executable, "-c", COUNTS])
    slow.write_text(f'#!/bin/sh\n{counting} > /dev/null\nexec {shlex.quote(TOOL)} "$@"\n')
    slow.chmod(0o755)
    sides = (Bench(tmp_path, 20_000, 1, str(slow)), Bench(tmp_path, 20_000, 1, TOOL))
    (row,) = measured(sides, [row for row in ROWS if row.name == "check-small"])
    assert len(row.now) == len(row.before) == 1
    assert row.is_slower
    assert row.line().endswith("slower")


def test_a_ratio_is_the_median_of_those_of_the_rounds() -> None:
    row = Measured("x", [1.0, 1.0, 9.0], [1.0, 0.99, 1.0])
    assert row.ratio == pytest.approx(1 / 0.99)
    assert not row.is_slower


def test_every_row_of_the_page_that_is_work_of_ours_is_compared() -> None:
    compared = {row.name.partition(",")[0] for row in ROWS}
    left_out = {"book-memory", "check-memory", "server-memory", "check-growth", "typing-growth", "beside", "ripgrep"}
    searched = {row.name for row in goals.ROWS if row.name.startswith("search")}
    assert {row.name for row in goals.ROWS} - left_out - searched <= compared


def test_a_commit_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no commit nowhere"):
        installed("nowhere", tmp_path)
