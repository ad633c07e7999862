"""The rows of common inputs: real records, a book, one small file, games in plain text.

The real records are a sample from outside this repository (`GBR_CORPORA`), repeated with other names
and dates. Without it their rows are left out.
"""

import os
import random
import re
import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from .bench import Bench, Figure, milliseconds, program, seconds, without_moves
from .keystrokes import KEYSTROKES, Typist
from .measure import Compared, in_turn, most_resident, peak_of, seconds_in, seconds_of
from .session import Session

_CORPORA = Path(os.environ.get("GBR_CORPORA", Path(__file__).parents[3] / "shared" / "corpora"))
_ALL_DIFFER = ("--ignore", "duplicate-position")
"""The records are repeated, so duplicates are not reported."""
_PURE = ("env", "GBR_MOVES=python")
_OPTIONAL = 6_000_000
_BOOK = 1_000_000
_LARGE_BOOK = 10_000_000
_SMALL = 2000


def real(bench: Bench) -> Iterator[Figure]:
    """Compare real records with pgn-extract: all default rules in C and in Python, and without moves."""
    path, pgn_extract = _real(bench, bench.size), program("pgn-extract")
    if path is None or pgn_extract is None:
        return
    name, ignored = without_moves(bench.tool)
    bare = (name, f"{ignored},duplicate-position")
    asked = [
        (what, jobs, limit, before, options)
        for what, before, options, limits in (
            ("", (), _ALL_DIFFER, (1.3, 0.8)),
            (", in Python", _PURE, _ALL_DIFFER, (3.2, 1.7)),
            (", without moves", (), bare, (0.5, 0.28)),
        )
        for jobs, limit in zip(("1", "2"), limits, strict=True)
    ]
    works = [
        partial(seconds_of, *before, *_check(bench, *options, "--jobs", jobs), path)
        for _, jobs, _, before, options in asked
    ]
    *ours, theirs = in_turn(bench.rounds, [*works, partial(seconds_of, pgn_extract, "-s", "-r", path)])
    for (what, jobs, limit, *_), times in zip(asked, ours, strict=True):
        name = f"{'one job' if jobs == '1' else 'two jobs'}{what}"
        yield Figure(name, Compared(times, theirs).ratio, limit, f"{seconds(times)} / {seconds(theirs)}")


def optional(bench: Bench) -> Iterator[Figure]:
    """Compare optional rules with the default ones, on real records."""
    path = _real(bench, min(_OPTIONAL, bench.size))
    if path is None:
        return
    works = [
        partial(seconds_in, *_check(bench, *_ALL_DIFFER, *options, "--jobs", "1"), path)
        for options in ((), ("--extend-select", "check-sign"), ("--select", "all"))
    ]
    default, *others = in_turn(bench.rounds, works)
    for what, times, limit in zip(("`--extend-select check-sign`", "every rule"), others, (1.2, 4), strict=True):
        made_of = f"{seconds(times)} / {seconds(default)} of processor time"
        yield Figure(what, Compared(times, default).ratio, limit, made_of)


def book(bench: Bench) -> Iterator[Figure]:
    """Compare a book in one Markdown file with codespell, by the clock."""
    path = manuscript(bench)
    works = [partial(seconds_of, *_check(bench, "--jobs", jobs), path) for jobs in ("1", "2")]
    yield from _against_codespell(path, works, (("one job", 10), ("two jobs", 6)), bench.rounds)


def small(bench: Bench) -> Iterator[Figure]:
    """Compare one small file, without and with a solution, with codespell."""
    solved, plain = bench.manuscript(_SMALL, 2), bench.folder / "without-solution.md"
    plain.write_text(
        re.sub(r"(?m)^[ (]*1\.[^\n]*(?:\n[^\n]+)*\n", "", solved.read_text(encoding="utf-8")), encoding="utf-8"
    )
    for what, path, limit in (("without a solution", plain, 0.8), ("with a solution", solved, 1.0)):
        works = [partial(seconds_of, *_check(bench), path)]
        yield from _against_codespell(path, works, ((what, limit),), 4 * bench.rounds)


def plain_games(bench: Bench, session: Session) -> Iterator[Figure]:
    """Compare games in plain text with the same games in PGN: `check` by processor time, and a keystroke."""
    pgn, text = bench.database(min(_BOOK, bench.size)), games_in_text(bench)
    works = [partial(seconds_in, *_check(bench, "--jobs", "1"), path) for path in (text, pgn)]
    ours, theirs = in_turn(bench.rounds, works)
    made_of = f"{seconds(ours)} / {seconds(theirs)} of processor time"
    yield Figure("`check`", Compared(ours, theirs).ratio, 2, made_of)
    typists = [Typist(client, session.sites(client).typing) for client in (session.ours(text), session.ours(pgn))]
    in_turn(16, [typist.keystroke for typist in typists])
    ours, theirs = in_turn(KEYSTROKES, [typist.keystroke for typist in typists])
    ratio = statistics.median(ours) / statistics.median(theirs)
    yield Figure("keystroke", ratio, 2, f"{milliseconds(ours)} / {milliseconds(theirs)}")


def book_memory(bench: Bench, session: Session) -> Iterator[Figure]:
    """Yield the peak memory of `check` and of the server with a book of 10 MB, divided by its size."""
    path = bench.manuscript(min(_LARGE_BOOK, bench.size))
    size, checked = path.stat().st_size, peak_of(bench.tool, "check", "--isolated", "--jobs", "1", path).resident
    opened = most_resident(session.ours(path).process)
    for what, peak, limit in (("`check`", checked, 8), ("server", opened, 15)):
        yield Figure(what, peak / size, limit, f"{peak / 1e6:.0f} MB / {size / 1e6:.0f} MB")


def _check(bench: Bench, *options: str) -> tuple[str, ...]:
    return (bench.tool, "check", "--isolated", *options)


def _against_codespell(
    path: Path, works: Sequence[Callable[[], float]], goals: Sequence[tuple[str, float]], rounds: int
) -> Iterator[Figure]:
    codespell = program("codespell")
    if codespell is None:
        return
    *ours, theirs = in_turn(rounds, [*works, partial(seconds_of, codespell, path)])
    for (what, limit), times in zip(goals, ours, strict=True):
        yield Figure(what, Compared(times, theirs).ratio, limit, f"{milliseconds(times)} / {milliseconds(theirs)}")


def records(bench: Bench) -> Path:
    """Return real records, or generated ones without the sample."""
    return _real(bench, min(_OPTIONAL, bench.size)) or bench.database(min(_OPTIONAL, bench.size))


def manuscript(bench: Bench) -> Path:
    """Return a book in one Markdown file."""
    return bench.manuscript(min(_BOOK, bench.size))


def games_in_text(bench: Bench) -> Path:
    """Return a plain text file of games."""
    pgn = bench.database(min(_BOOK, bench.size))
    text = bench.folder / f"{pgn.stem}.txt"
    text.write_bytes(pgn.read_bytes())
    return text


def _real(bench: Bench, size: int) -> Path | None:
    """Return at least `size` bytes of real records with random names and dates, or None without the sample."""
    sample = _CORPORA / "hhdb-sample.pgn"
    if not sample.exists():
        return None
    path = bench.folder / f"real-{size}.pgn"
    if not path.exists():
        bench.folder.mkdir(parents=True, exist_ok=True)
        games = re.split(r"(?=\[Event )", sample.read_text(encoding="utf-8-sig"))[1:]
        chance, written = random.Random(1), 0
        with path.open("w", encoding="utf-8", newline="\n") as file:
            while written < size:
                for game in games:
                    name = "".join(chance.choices("abcdefghijklmnop", k=8)).capitalize()
                    game = re.sub(r'\[White "[^"]*"', f'[White "{name}=A"', game)
                    game = re.sub(r'\[Date "[0-9?]{4}', f'[Date "{chance.randint(1851, 2015)}', game)
                    written += len(game.encode())
                    file.write(game.rstrip("\n") + "\n\n")
    return path
