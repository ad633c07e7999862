"""Comparison with another commit: the processor time of each row now and at that commit.

Both programs are installed alike, each in its own environment, with the dependencies of the Python
that runs the benchmark. The rounds of a row alternate between them, so that other load affects
both. A busy machine changes processor time far less than time on the clock.
"""

import io
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tarfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from . import folders, people
from .asking import unfinished_code
from .bench import Bench, without_moves
from .client import Client
from .keystrokes import Typist
from .measure import in_turn, seconds_in, tree_of
from .session import Session

SLOWER = 1.05
"""Ratio above which a row is slower; on a quiet machine the ratio of ten rounds varies by less."""

_ROOT = Path(__file__).parents[2]
_KEYSTROKES = 150
_REQUESTS = 200
_LARGE = 1_000_000
"""Minimum bytes of a large file: a single run of a command on it takes long enough to be measured."""


class Measured(NamedTuple):
    """A row with its processor seconds in each round, now and before."""

    what: str
    now: list[float]
    before: list[float]

    @property
    def ratio(self) -> float:
        """The median of the ratios of the rounds."""
        return statistics.median(now / before for now, before in zip(self.now, self.before, strict=True))

    @property
    def is_slower(self) -> bool:
        return SLOWER < self.ratio

    def line(self) -> str:
        """Return the row for a terminal, in milliseconds."""
        now, before = (1000 * statistics.median(times) for times in (self.now, self.before))
        verdict = "slower" if self.is_slower else ""
        return f"{self.what:40} {self.ratio:6.3f} ×  {now:10.2f} / {before:.2f} ms  {verdict}".rstrip()


Work = Callable[[Bench, Session, ExitStack], Callable[[], float]]
"""Prepares one side and returns a function that runs one round and returns its processor seconds."""


class Row(NamedTuple):
    """A row of the comparison."""

    name: str
    work: Work


def measured(sides: tuple[Bench, Bench], rows: Sequence[Row]) -> Iterator[Measured]:
    """Yield each of `rows`, run in turn with the first of `sides` (now) and the second (before)."""
    for row in rows:
        with ExitStack() as stack:
            works = [row.work(bench, stack.enter_context(Session(bench)), stack) for bench in sides]
            # A first round, not counted, compiles modules and fills caches.
            in_turn(1, works)
            now, before = in_turn(sides[0].rounds, works)
        yield Measured(row.name, now, before)


# The programs of both sides.


def installed(commit: str | None, folder: Path) -> str:
    """Install `commit`, or the work tree if None, below `folder`; return the path of its `gbr-lsp`.

    Raises SystemExit if git does not know the commit. The environment of a commit is kept for the next run.
    """
    name = (
        "now" if commit is None else _git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}").decode().strip()
    )
    if not name:
        raise SystemExit(f"git knows no commit {commit}")
    home = folder / f"environment-{name}"
    tool = home / "venv" / "bin" / "gbr-lsp"
    if commit is None:
        shutil.rmtree(home, ignore_errors=True)
    if not tool.exists():
        shutil.rmtree(home, ignore_errors=True)
        _put_source(None if commit is None else name, home / "source")
        _install(home / "source", home / "venv")
    return str(tool)


def _put_source(commit: str | None, folder: Path) -> None:
    """Write the files of `commit`, or those of the work tree that git does not ignore, to `folder`."""
    folder.mkdir(parents=True)
    if commit is not None:
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit))) as archive:
            archive.extractall(folder, filter="data")
        return
    for name in filter(None, _git("ls-files", "-z", "--cached", "--others", "--exclude-standard").decode().split("\0")):
        path = folder / name
        if (_ROOT / name).is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(_ROOT / name, path)


def _install(source: Path, venv: Path) -> None:
    """Install `source` into `venv`, with the dependencies of this Python, so that both sides share them."""
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    python = venv / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", source], check=True)
    shown = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], check=True, capture_output=True
    )
    (Path(shown.stdout.decode().strip()) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", "-C", _ROOT, *arguments], stdout=subprocess.PIPE).stdout


# Processor time.


def seconds_of_process(process: int) -> float:
    """Return the processor seconds of a running process and its running descendants, all threads included."""
    # The clock ID of another process, as clock_getcpuclockid(3) computes it on Linux.
    return sum(time.clock_gettime((~each << 3) | 2) for each in tree_of(process))


def _spent(client: Client, work: Callable[[], object], times: int) -> float:
    before = seconds_of_process(client.process)
    for _ in range(times):
        work()
    return seconds_of_process(client.process) - before


# The rows.


def _manuscript(bench: Bench) -> Path:
    return bench.manuscript(10_000)


def _database(bench: Bench) -> Path:
    return bench.database()


def _checked(*options: str, path_of: Callable[[Bench], Path] = _database, times: int = 1, moves: bool = True) -> Work:
    def work(bench: Bench, session: Session, stack: ExitStack) -> Callable[[], float]:
        path = path_of(bench)
        repeated = times if path.stat().st_size < _LARGE else 1
        ignored = () if moves else without_moves(bench.tool)
        return partial(seconds_in, bench.tool, "check", "--isolated", *options, *ignored, path, times=repeated)

    return work


def _started(bench: Bench, session: Session, stack: ExitStack) -> Callable[[], float]:
    def work() -> float:
        spent = 0.0
        for _ in range(4):
            with session.start("ours") as client:
                spent += seconds_of_process(client.process)
        return spent

    return work


def _opened(until: str, path_of: Callable[[Bench], Path] = _database, times: int = 1) -> Work:
    """Open a document in a fresh server, `times` times, until a hover or the diagnostics are answered."""

    def work(bench: Bench, session: Session, stack: ExitStack) -> Callable[[], float]:
        path = path_of(bench)
        opening, codes = session.opening(path), session.sites_in(path).codes

        def opened() -> float:
            return sum(once() for _ in range(times))

        def once() -> float:
            with session.start("ours") as client:
                client.open(opening)
                if until == "hover":
                    client.request_at("textDocument/hover", codes[len(codes) // 2])
                else:
                    client.diagnostics()
                return seconds_of_process(client.process)

        return opened

    return work


def _typed(path_of: Callable[[Bench], Path]) -> Work:
    def work(bench: Bench, session: Session, stack: ExitStack) -> Callable[[], float]:
        client = session.ours(path_of(bench))
        typist = Typist(client, session.sites(client).typing)
        return partial(_spent, client, typist.keystroke, _KEYSTROKES)

    return work


def _burst(bench: Bench, session: Session, stack: ExitStack) -> Callable[[], float]:
    client = session.ours(bench.database())
    typist = Typist(client, session.sites(client).typing)
    return partial(_spent, client, partial(typist.burst, 20), 8)


def _asked(method: str, path_of: Callable[[Bench], Path], *, images: bool = False) -> Work:
    def work(bench: Bench, session: Session, stack: ExitStack) -> Callable[[], float]:
        path = path_of(bench)
        client = session.ours(path, images=images)
        places = session.sites_in(path).codes
        if method == "textDocument/completion":
            places = (stack.enter_context(unfinished_code(client, session.sites_in(path).typing)),)
        rest = cycle(places)
        return partial(_spent, client, lambda: client.request_at(method, next(rest)), _REQUESTS)

    return work


def _rows() -> Iterator[Row]:
    different = ("--jobs", "1", "--ignore", "duplicate-position")
    yield Row("real-records", _checked(*different, path_of=people.records))
    yield Row("optional-rules", _checked(*different, "--extend-select", "check-sign", path_of=people.records))
    yield Row("book", _checked("--jobs", "1", path_of=people.manuscript))
    yield Row("games-in-text", _checked("--jobs", "1", path_of=people.games_in_text))
    yield Row("check-codes", _checked("--jobs", "1", times=4, moves=False))
    yield Row("check-solutions", _checked("--jobs", "1", times=4))
    yield Row("check-solutions, two jobs", _checked("--jobs", "2", times=4))
    yield Row("check-small", _checked(path_of=lambda bench: bench.manuscript(2000, 2), times=8))
    yield Row("check-dense", _checked("--jobs", "1", path_of=folders.dense_folder))
    yield Row("check-folder", _checked("--jobs", "1", path_of=folders.sparse_folder))
    yield Row("start", _started)
    yield Row("first-diagnostics", _opened("diagnostics", lambda bench: bench.manuscript(2000, 2), times=4))
    yield Row("book-in-server", _opened("diagnostics", people.manuscript))
    yield Row("long-manuscript", _typed(lambda bench: bench.manuscript(120_000)))
    yield Row("typing-small", _typed(_manuscript))
    yield Row("typing-large", _typed(_database))
    yield Row("typing-prose", _typed(people.manuscript))
    yield Row("burst", _burst)
    yield Row("first-hover", _opened("hover"))
    yield Row("scan", _opened("diagnostics"))
    for size, path_of in (("manuscript", _manuscript), ("the PGN", _database)):
        for request in ("hover", "signatureHelp", "completion"):
            yield Row(f"asking, {request}, {size}", _asked(f"textDocument/{request}", path_of))
        yield Row(f"svg, {size}", _asked("textDocument/hover", path_of, images=True))


ROWS = tuple(_rows())
