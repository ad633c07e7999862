"""Measure the speed of gbr-lsp, print the table of goals, and write docs/performance.md.

    python -m tests.bench [--rows check,typing-small] [--size 62MB] [--rounds 5] [--write]

It measures the gbr-lsp next to this Python; use an environment with an installed copy, not a link:

    python -m venv /some/where && /some/where/bin/pip install . codespell && /some/where/bin/python -m tests.bench

The programs for comparison are searched next to this Python and on the path, and left out if missing: codespell,
and the Debian packages pgn-extract and ripgrep (`tests/editors/unpack bookworm FOLDER pgn-extract ripgrep` gets them
without installing them). A run takes about ten minutes and needs a quiet machine.

With --before COMMIT it reports the rows that are slower than at a commit. Both programs are installed in the folder
of the files, and each row runs in turn with both, ten rounds by default. The ratio is the median of the ratios of
processor time. Rows that measure memory, growth or another program are left out. It exits with 1 if a row takes more
than 5 % longer.

    python -m tests.bench --before HEAD~3 --size 10MB --rows typing,asking
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from . import against_commit
from .bench import Bench, Figure, tool_beside
from .database import size_of
from .goals import ROWS, Row
from .page import machine, page, told
from .session import Session

_LEAST_ROUNDS = 5
_Row = TypeVar("_Row", Row, against_commit.Row)
_PAGE = Path(__file__).parents[2] / "docs" / "performance.md"


def main() -> None:
    options = _options()
    if options.before:
        raise SystemExit(_compare(options))
    tool = tool_beside()
    if tool is None:
        raise SystemExit("gbr-lsp is installed neither beside this Python nor on the path")
    bench = Bench(options.folder, options.size, options.rounds, tool)
    _print(*machine(bench))
    measured: list[tuple[Row, list[Figure]]] = []
    with Session(bench) as session:
        for row in _chosen(options.rows, ROWS):
            figures = list(row.measure(bench, session))
            measured.append((row, figures))
            _print("", *told(row, figures))
    if options.write:
        _PAGE.write_text(page(bench, measured), encoding="utf-8")


def _compare(options: argparse.Namespace) -> int:
    """Print each row compared with the same row at a commit; return 1 if any is slower."""
    now, before = (
        Bench(options.folder, options.size, options.rounds, against_commit.installed(commit, options.folder))
        for commit in (None, options.before)
    )
    _print(*machine(now), "", "Processor time now, against that at the commit:")
    slower = 0
    for row in against_commit.measured((now, before), _chosen(options.rows, against_commit.ROWS)):
        slower += row.is_slower
        _print(row.line())
    return 1 if slower else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = ", ".join(row.name for row in ROWS)
    parser.add_argument("--rows", default="", help=f"names, or how they begin, with commas between them: {names}")
    parser.add_argument("--size", type=size_of, default=size_of("62MB"), help="of the PGN (default: 62MB)")
    parser.add_argument("--rounds", type=int, help="how often each row is measured (default: 5; with --before 10)")
    parser.add_argument("--write", action="store_true", help=f"write {_PAGE.name}")
    parser.add_argument("--before", metavar="COMMIT", help="show what has become slower since a commit")
    folder = Path(tempfile.gettempdir()) / "gbr-lsp-bench"
    parser.add_argument("--folder", type=Path, default=folder, help="where the files are made, and kept for next time")
    options = parser.parse_args()
    if options.rounds is None:
        options.rounds = 10 if options.before else _LEAST_ROUNDS
    if options.write and options.before:
        parser.error("a page is written of this commit alone")
    if options.write and (options.rounds < _LEAST_ROUNDS or options.rows):
        parser.error(f"a page is written of all rows and at least {_LEAST_ROUNDS} rounds")
    return options


def _chosen(names: str, rows: Sequence[_Row]) -> list[_Row]:
    """Return the rows whose names begin with one of `names`, separated by commas; all if it is empty."""
    wanted = [name.strip() for name in names.split(",")]
    idle = [name for name in wanted if not any(row.name.startswith(name) for row in rows)]
    if idle:
        raise SystemExit(f"there is no row {', '.join(idle)}")
    return [row for row in rows if row.name.startswith(tuple(wanted))]


def _print(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
