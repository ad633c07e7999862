"""Reports of the measured figures: a Markdown page, and lines for a terminal."""

import datetime
import os
import platform
import re
import subprocess
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from .bench import Bench, Figure, digits, program
from .goals import Row

_ABOUT = """\
# Performance

How fast `gbr-lsp` is, held to programs that do less: what was to be reached, and what is.
This page is written by the benchmark, `python -m tests.bench --write`.
"""

_MOST_SHOWN, _NEAREST = 6, 2
"""With more than `_MOST_SHOWN` figures, a row shows the unmet ones and the `_NEAREST` to the limit."""
_HOW = Path(__file__).with_name("how.md").read_text(encoding="utf-8")


def told(row: Row, figures: Iterable[Figure]) -> Iterator[str]:
    """Yield the lines for a terminal: one for `row`, then one for each of `figures`."""
    yield f"{row.name}: {row.work}; goal {row.goal}"
    for figure in figures:
        yield f"    {figure.what or 'measured':32} {_value(figure):>9}  {_verdict(figure):8} {figure.made_of}"


def page(bench: Bench, measured: list[tuple[Row, list[Figure]]]) -> str:
    """Return the page in Markdown: a table row per figure of `measured`, then reasons for unmet goals."""
    records = bench.database().read_bytes().count(b"[Event ")
    lines = [
        _ABOUT,
        *machine(bench),
        f"* The PGN has {records:,} records",
        "",
        "| work | goal | measured | |",
        "|---|---|---|---|",
    ]
    reasons = []
    for row, figures in measured:
        work, goal = row.work, row.goal
        if not figures:
            lines.append(f"| {work} | {goal} | not measured yet | |")
        shown = _shown(figures)
        for figure in shown:
            value = f"{figure.what}: **{_value(figure)}**" if figure.what else f"**{_value(figure)}**"
            lines.append(f"| {work} | {goal} | {value} ({figure.made_of}) | {_verdict(figure)} |")
            # Only the first line of a row shows its work and goal.
            work = goal = ""
        if len(shown) < len(figures):
            lines.append(f"|  |  | {len(figures) - len(shown)} more, farther from the goal's limit | met |")
        if not all(figure.is_met for figure in figures):
            reasons.append(f"* **{row.work}**: {row.reason or 'no reason is known yet.'}")
    if reasons:
        lines += ["", "## What is not met, and why", "", *reasons]
    return "\n".join([*lines, "", _HOW])


def _shown(figures: list[Figure]) -> list[Figure]:
    """Return all figures if they are few, else the unmet ones and those nearest to the limit."""
    if len(figures) <= _MOST_SHOWN:
        return figures
    near = sorted(figures, key=lambda figure: -figure.value / figure.limit if figure.limit else 0)[:_NEAREST]
    return [figure for figure in figures if figure in near or not figure.is_met]


def machine(bench: Bench) -> Iterator[str]:
    """Yield a Markdown list: the machine, the date, the sizes and the versions."""
    yield f"* Machine: {_processor()}, {os.cpu_count()} cores, {_memory()}, {platform.system()}"
    yield f"* Date: {datetime.datetime.now(datetime.UTC):%Y-%m-%d}; load when it began: {os.getloadavg()[0]:.1f}"
    yield f"* {bench.size / 1e6:g} MB of PGN, {bench.rounds} rounds"
    yield f"* Python {platform.python_version()}, " + ", ".join(
        f"{name} {metadata.version(name)}" for name in ("gbr-lsp", "pygls", "lsprotocol", "chess")
    )
    yield "* Compared with " + ", ".join(_versions())


def _versions() -> Iterator[str]:
    for name, option in (("pgn-extract", "--version"), ("rg", "--version"), ("codespell", "--version")):
        path = program(name)
        if path is None:
            yield f"{name} (not there)"
            continue
        result = subprocess.run([path, option], capture_output=True, text=True)
        version = re.search(r"[0-9]+[.-][0-9.-]*[0-9]", result.stdout + result.stderr)
        yield f"{name} {version[0] if version else 'of unknown version'}"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _memory() -> str:
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"


def _value(figure: Figure) -> str:
    return f"{digits(figure.value)} {figure.unit}"


def _verdict(figure: Figure) -> str:
    return "" if figure.limit is None else "met" if figure.is_met else "not met"
