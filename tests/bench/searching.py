"""The rows of `search`, `duplicates` and `anticipations`: building, querying and updating the index."""

import shutil
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from .bench import Bench, Figure, milliseconds, program, seconds
from .client import Client, Position, opening_of
from .measure import CACHE, Compared, first_line_of, in_turn, peak_of, seconds_of
from .session import Session

_MANY = "0x00.yz"
_DURING = 'during:"Ka-h8 kf7"'
_SETTLED = 3
"""Seconds until the time of a file shows whether it has changed, and the server has read its index."""


def _clear() -> None:
    shutil.rmtree(CACHE, ignore_errors=True)


def _new(work: Callable[[], float]) -> Callable[[], float]:
    """Return `work`, run with an empty index."""

    def run() -> float:
        _clear()
        return work()

    return run


def first(bench: Bench) -> Iterator[Figure]:
    """Compare the first search, which builds the index, with pgn-extract; time its first hit."""
    path = bench.database()
    search = (bench.tool, "search", _MANY, path, "--jobs")
    works = [_new(partial(seconds_of, *search, jobs)) for jobs in ("2", "1")]
    works.append(_new(partial(first_line_of, *search, "2")))
    pgn_extract = program("pgn-extract")
    if pgn_extract:
        works.append(partial(seconds_of, pgn_extract, "-s", "-r", path))
    two, one, hit, *others = in_turn(bench.rounds, works)
    for what, ours, limit in (("two jobs", two, 0.5), ("one job", one, 1.1)):
        if others:
            made_of = f"{seconds(ours)} / {seconds(others[0])}"
            yield Figure(what, Compared(ours, others[0]).ratio, limit, made_of)
        else:
            yield Figure(what, statistics.median(ours), None, "pgn-extract is not there", "s")
    yield Figure("first hit", statistics.median(hit), 1, seconds(hit), "s")


def warm(bench: Bench) -> Iterator[Figure]:
    """Compare searches with a complete index with `gbr-lsp --version`, as whole processes."""
    path = bench.database()
    seconds_of(bench.tool, "search", "=", path)
    one = _a_code(path)
    asked = {
        "one hit": (f"{one[1:8]} {one[8:]}",),
        "at most 100 hits": ("--limit", "100", _MANY),
        "men": ("--limit", "100", 'board:"K[a-d]1 P[a-h]7"'),
    }
    works = [partial(seconds_of, bench.tool, "search", *words, path) for words in asked.values()]
    *found, start = in_turn(4 * bench.rounds, [*works, partial(seconds_of, bench.tool, "--version")])
    for what, times in zip(asked, found, strict=True):
        made_of = f"{milliseconds(times)} / {milliseconds(start)}"
        yield Figure(what, Compared(times, start).ratio, 1.5, made_of)


def edited(bench: Bench) -> Iterator[Figure]:
    """Compare a search after an edit of one record with the first search; measure the index."""
    path = bench.folder / "edited.pgn"
    shutil.copyfile(bench.database(), path)
    new = _new(partial(seconds_of, bench.tool, "search", _MANY, path))

    def again() -> float:
        text = path.read_bytes()
        at = text.find(b"}", len(text) // 2)
        path.write_bytes(text[:at] + b" edited" + text[at:])
        return seconds_of(bench.tool, "search", _MANY, path)

    firsts, after = in_turn(bench.rounds, [new, again])
    yield Figure("edited", Compared(after, firsts).ratio, 0.15, f"{seconds(after)} / {seconds(firsts)}")
    _clear()
    seconds_of(bench.tool, "search", _MANY, path)
    size, length = sum(one.stat().st_size for one in CACHE.iterdir()), path.stat().st_size
    yield Figure("index / PGN", size / length, 0.5, f"{size / 1e6:.0f} MB / {length / 1e6:.0f} MB")
    path.unlink()


def play(bench: Bench) -> Iterator[Figure]:
    """Time searches for positions in solutions: in few records, and in all, compared with `check`."""
    path = bench.database()
    seconds_of(bench.tool, "search", "=", path)
    check = (bench.tool, "check", "--isolated", path)
    few, hit, whole, checked = in_turn(
        bench.rounds,
        [
            partial(seconds_of, bench.tool, "search", f"0100.* {_DURING}", path),
            partial(first_line_of, bench.tool, "search", _DURING, path),
            partial(seconds_of, bench.tool, "search", _DURING, path),
            partial(seconds_of, *check),
        ],
    )
    yield Figure("few", statistics.median(few), 3, seconds(few), "s")
    yield Figure("first hit", statistics.median(hit), 1, seconds(hit), "s")
    yield Figure("whole / check", Compared(whole, checked).ratio, 1.2, f"{seconds(whole)} / {seconds(checked)}")


def repeated(bench: Bench) -> Iterator[Figure]:
    """Time `anticipations` of 100 studies, `duplicates`, and the rule `duplicate-position`."""
    path = bench.database()
    hundred = bench.folder / "hundred.pgn"
    records = path.read_text(encoding="utf-8").split("\n\n[Event ")[:100]
    hundred.write_text("\n\n[Event ".join(records), encoding="utf-8")
    firsts, near, twice = in_turn(
        bench.rounds,
        [
            _new(partial(seconds_of, bench.tool, "search", _MANY, path)),
            partial(seconds_of, bench.tool, "anticipations", hundred, "--in", path),
            partial(seconds_of, bench.tool, "duplicates", path),
        ],
    )
    yield Figure("anticipations of 100", statistics.median(near), 2, seconds(near), "s")
    yield Figure("duplicates / first", Compared(twice, firsts).ratio, 1, f"{seconds(twice)} / {seconds(firsts)}")
    solved, checked = in_turn(
        bench.rounds,
        [
            partial(seconds_of, bench.tool, "duplicates", "--in-solutions", path),
            partial(seconds_of, bench.tool, "check", "--isolated", path),
        ],
    )
    made_of = f"{seconds(solved)} / {seconds(checked)}"
    yield Figure("in solutions / check", Compared(solved, checked).ratio, 2, made_of)
    check = (bench.tool, "check", "--isolated", path, _other(bench))
    ruled, without = in_turn(
        bench.rounds, [partial(seconds_of, *check), partial(seconds_of, *check, "--ignore", "duplicate-position")]
    )
    made_of = f"{seconds(ruled)} / {seconds(without)}"
    yield Figure("two PGN files, rule / without", Compared(ruled, without).ratio, 1.2, made_of)


def _other(bench: Bench) -> Path:
    """Return a file with a tenth of the records of the PGN."""
    other = bench.folder / "other.pgn"
    records = bench.database().read_text(encoding="utf-8").split("\n\n[Event ")
    other.write_text("[Event " + "\n\n[Event ".join(records[-len(records) // 10 :]), encoding="utf-8")
    return other


def memory(bench: Bench) -> Iterator[Figure]:
    """Yield the peak memory of each command with one job, all its processes included."""
    path = bench.database()
    other = _other(bench)
    size = path.stat().st_size
    check = ("check", "--isolated", "--jobs", "1", "--output-format")
    commands: dict[str, tuple[str | Path, ...]] = {
        "search, first": ("search", "--jobs", "1", _MANY, path),
        "search, warm": ("search", "--jobs", "1", _MANY, path),
        "index": ("index", "--jobs", "1", path),
        "index, json": ("index", "--output-format", "json", path),
        "duplicates": ("duplicates", "--jobs", "1", path),
        "duplicates, --in-solutions": ("duplicates", "--in-solutions", "--jobs", "1", path),
        "anticipations": ("anticipations", "--jobs", "1", other, "--in", path),
        "check, sarif": (*check, "sarif", path),
        "check, html": (*check, "html", path),
        "check, json": (*check, "json", path),
        "check, two PGN": (*check, "concise", path, other),
        "check, --show-codes": ("check", "--isolated", "--show-codes", path),
        "explain": ("explain", path),
    }
    _clear()
    for what, command in commands.items():
        peak = peak_of(bench.tool, *command).resident
        yield Figure(what, peak / size, 1.5, f"{peak / 1e6:.0f} MB / {size / 1e6:.0f} MB")
    other.unlink()


def asked(bench: Bench, session: Session) -> Iterator[Figure]:
    """Time the first answers of the server with the PGN open and indexed."""
    path = bench.database()
    seconds_of(bench.tool, "search", "=", path)
    codes = session.sites_in(path).codes
    at = codes[len(codes) // 2]
    with session.start("ours") as client:
        client.open(opening_of(path, as_file=True))
        client.request_at("textDocument/hover", at)
        time.sleep(_SETTLED)
        for what, work in _requests(client, _a_code(path)).items():
            before = time.perf_counter()
            work(at)
            taken = time.perf_counter() - before
            yield Figure(what, 1000 * taken, 50, milliseconds([taken]), "ms")


def _requests(client: Client, code: str) -> dict[str, Callable[[Position], object]]:
    def symbols(words: str) -> Callable[[Position], object]:
        return lambda _: client.answer(client.ask("workspace/symbol", {"query": words}))

    return {
        "references": lambda at: client.request_at("textDocument/references", at, context={"includeDeclaration": True}),
        "definition": lambda at: client.request_at("textDocument/definition", at),
        "symbols by code": symbols(code),
        "symbols by composer": symbols("kubbel"),
        "symbols by title": symbols("rinck moscow"),
    }


def _a_code(path: Path) -> str:
    """Return the code of a record in the middle of the file."""
    with path.open("rb") as file:
        file.seek(path.stat().st_size // 2)
        text = file.read(10_000).decode("utf-8", "replace")
    at = text.index('[Black "(') + len('[Black "(')
    return text[at : at + 12]
