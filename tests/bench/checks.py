"""The rows of `check` on databases: time, memory and growth; and of ripgrep."""

import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .bench import Bench, Figure, program, seconds, without_moves
from .database import SCRIPTS
from .measure import Compared, in_turn, peak_of, seconds_of

_CODES = r"[0-9]{4}\.[0-9]{2}[a-h][1-8][a-h][1-8]"


def codes(bench: Bench) -> Iterator[Figure]:
    """Compare every rule except those that follow moves with pgn-extract."""
    yield from _against_pgn_extract(bench, (0.28, 0.5), *without_moves(bench.tool))


def solutions(bench: Bench) -> Iterator[Figure]:
    yield from _against_pgn_extract(bench, (1.6, 5))


def _against_pgn_extract(bench: Bench, limits: tuple[float, float], *options: str) -> Iterator[Figure]:
    path = bench.database()
    check = (bench.tool, "check", "--isolated", *options)
    works = [partial(seconds_of, *check, "--jobs", jobs, path) for jobs in ("2", "1")]
    pgn_extract = program("pgn-extract")
    if pgn_extract:
        works.append(partial(seconds_of, pgn_extract, "-s", "-r", path))
    two, one, *others = in_turn(bench.rounds, works)
    for what, ours, limit in (("two jobs", two, limits[0]), ("one job", one, limits[1])):
        if others:
            ratio = Compared(ours, others[0]).ratio
            yield Figure(what, ratio, limit, f"{seconds(ours)} / {seconds(others[0])}")
        else:
            yield Figure(what, statistics.median(ours), None, "pgn-extract is not there", "s")


def ripgrep(bench: Bench) -> Iterator[Figure]:
    """Time ripgrep on the codes alone, as a lower bound."""
    rg = program("rg")
    if rg is None:
        return
    (times,) = in_turn(bench.rounds, [partial(seconds_of, rg, "--count", "--only-matching", _CODES, bench.database())])
    yield Figure("ripgrep", statistics.median(times), None, "the codes alone, no goal", "s")


def memory(bench: Bench) -> Iterator[Figure]:
    """Yield the peak memory of all processes of a check, divided by the size of the file."""
    files = {"Latin": bench.database(), **{script: bench.in_script(script) for script in SCRIPTS}}
    for script, path in files.items():
        for jobs in (2, 1):
            yield _memory(bench, f"{script}, {'two jobs' if jobs == 2 else 'one job'}", path, jobs)


def _memory(bench: Bench, what: str, path: Path, jobs: int) -> Figure:
    # Memory hardly differs between runs, so one run is enough.
    peak = peak_of(bench.tool, "check", "--isolated", "--jobs", str(jobs), path)
    size = path.stat().st_size
    made_of = f"{peak.resident / 1e6:.0f} MB / {size / 1e6:.0f} MB; with shared pages counted once {{:.2f}} ×"
    return Figure(what, peak.resident / size, 1.5, made_of.format(peak.proportional / size))


def growth(bench: Bench) -> Iterator[Figure]:
    """Compare the seconds per byte from 10 to 62 MB with those from 1 to 10 MB, which cancels the start."""
    sizes = [bench.size // 62, bench.size * 10 // 62, bench.size]
    paths = [bench.database(size) for size in sizes]
    works = [partial(seconds_of, bench.tool, "check", "--isolated", "--jobs", "1", path) for path in paths]
    times = in_turn(bench.rounds, works)
    ratios = [
        ((large - middle) / (sizes[2] - sizes[1])) / ((middle - little) / (sizes[1] - sizes[0]))
        for little, middle, large in zip(*times, strict=True)
    ]
    yield Figure("check, a byte more", statistics.median(ratios), 1.2, ", ".join(map(seconds, times)))
