"""The rows of starting a server and opening a document: first answers, first scan, memory."""

import random
import statistics
import time
from collections.abc import Iterator
from functools import partial

from .bench import FINDINGS, Bench, Figure, milliseconds, percentile, seconds
from .client import Client, Position
from .keystrokes import Typist
from .measure import Compared, in_turn, most_resident, resident, seconds_of
from .session import Session

_EVERY = 0.02
"""Seconds between two hovers during the first scan."""
_BOOK = 1_000_000
_QUIET = 3
"""Seconds after which memory has settled."""


def start(bench: Bench, session: Session) -> Iterator[Figure]:
    def started(kind: str) -> float:
        with session.start(kind) as client:
            return client.started

    works = [lambda: started("ours"), lambda: started("floor")]
    in_turn(1, works)
    ours, floor = in_turn(3 * bench.rounds, works)
    yield Figure("", Compared(ours, floor).ratio, 1.10, f"{milliseconds(ours)} / {milliseconds(floor)}")


def first_diagnostics(bench: Bench, session: Session) -> Iterator[Figure]:
    """Compare server start and diagnostics of a small file with the start of the floor server."""
    opening = session.opening(bench.manuscript(2000, 2))

    def answered(*, pulls: bool) -> float:
        before = time.perf_counter()
        with session.start("ours", pulls=pulls) as client:
            client.open(opening)
            client.diagnostics()
            return time.perf_counter() - before

    def started() -> float:
        with session.start("floor") as client:
            return client.started

    works = [lambda: answered(pulls=True), lambda: answered(pulls=False), started]
    in_turn(1, works)
    pulled, pushed, floor = in_turn(2 * bench.rounds, works)
    for what, times, limit in (("pulled", pulled, 1.18), ("pushed", pushed, 1.18)):
        yield Figure(what, Compared(times, floor).ratio, limit, f"{milliseconds(times)} / {milliseconds(floor)}")


def long_manuscript(bench: Bench, session: Session) -> Iterator[Figure]:
    """Open a manuscript of 120 kB with a study and a solution in each section; type in it."""
    path = bench.manuscript(120_000)
    opening = session.opening(path)

    def opened() -> float:
        with session.start("ours") as client:
            before = time.perf_counter()
            client.open(opening)
            client.diagnostics()
            return time.perf_counter() - before

    (times,) = in_turn(bench.rounds, [opened])
    yield Figure("first diagnostics", statistics.median(times), 0.5, "from the first byte of the document", "s")
    typists = [
        Typist(client, session.sites(client).typing)
        for client in (session.ours(path), session.ours(bench.manuscript(10_000)))
    ]
    in_turn(16, [typist.keystroke for typist in typists])
    long, short = in_turn(20 * bench.rounds, [typist.keystroke for typist in typists])
    yield Figure("keystroke", Compared(long, short).ratio, 2, f"{milliseconds(long)} / {milliseconds(short)}")


def book(bench: Bench, session: Session) -> Iterator[Figure]:
    """Open a book of 1 MB: time the first findings, and compare all of them with `check`."""
    path = bench.manuscript(min(_BOOK, bench.size))
    opening = session.opening(path)

    def opened(*, until_all: bool) -> float:
        with session.start("ours", refreshes=True) as client:
            before = time.perf_counter()
            client.open(opening)
            found = client.diagnostics()
            while not found or (until_all and len(found) < FINDINGS):
                while client.receive().get("method") != "workspace/diagnostic/refresh":
                    pass
                found = client.diagnostics()
            return time.perf_counter() - before

    checked = partial(seconds_of, bench.tool, "check", "--isolated", "--jobs", "1", path)
    works = [partial(opened, until_all=False), partial(opened, until_all=True), checked]
    first, every, checks = in_turn(bench.rounds, works)
    yield Figure("first findings", statistics.median(first), 0.2, "from the first byte of the document", "s")
    yield Figure("all findings / `check`", Compared(every, checks).ratio, 1.1, f"{seconds(every)} / {seconds(checks)}")


def first_hover(bench: Bench, session: Session) -> Iterator[Figure]:
    """Time from the first byte of the document to a hover; as in VS Code, diagnostics are requested first."""
    path = bench.database()
    opening, sites = session.opening(path), session.sites_in(path)

    def hovered(kind: str) -> float:
        with session.start(kind) as client:
            before = time.perf_counter()
            client.open(opening)
            client.ask_diagnostics()
            client.request_at("textDocument/hover", sites.codes[len(sites.codes) // 2])
            return time.perf_counter() - before

    ours, floor = in_turn(bench.rounds, [lambda: hovered("ours"), lambda: hovered("floor")])
    yield Figure("", Compared(ours, floor).ratio, 1.15, f"{seconds(ours)} / {seconds(floor)}")


def scan(bench: Bench, session: Session) -> Iterator[Figure]:
    """Compare hovers at random codes during the first scan with the same number after it."""
    path = bench.database()
    client = session.start("ours")
    client.open(session.opening(path))
    codes = session.sites_in(path).codes
    hovered(client, codes[0])
    before = time.perf_counter()
    number = client.ask_diagnostics()
    during = _hovers_until(client, number, codes)
    scanned = time.perf_counter() - before
    session.keep("ours", path, client)
    after = _hovers(client, codes, len(during))
    made_of = f"{milliseconds(during)} − {milliseconds(after)}; {len(during)} hovers in {scanned:.0f} s"
    yield Figure("median", 1000 * (statistics.median(during) - statistics.median(after)), 10, made_of, "ms")
    most = [percentile(times, 99) for times in (during, after)]
    made_of = " − ".join(milliseconds([each]) for each in most)
    yield Figure("99th percentile", 1000 * (most[0] - most[1]), 10, made_of, "ms")


def _hovers_until(client: Client, number: int, codes: tuple[Position, ...]) -> list[float]:
    """Return the seconds of the hovers that are answered before request `number`."""
    random_, times, answered = random.Random(1), [], False
    while not answered:
        time.sleep(_EVERY)
        before = time.perf_counter()
        hover = client.ask_at("textDocument/hover", random_.choice(codes))
        while (got := client.receive().get("id")) != hover:
            answered = answered or got == number
        if not answered:
            times.append(time.perf_counter() - before)
    return times


def _hovers(client: Client, codes: tuple[Position, ...], count: int) -> list[float]:
    random_, times = random.Random(2), []
    for _ in range(count):
        time.sleep(_EVERY)
        times.append(hovered(client, random_.choice(codes)))
    return times


def hovered(client: Client, at: Position) -> float:
    """Return the seconds of one hover at `at`."""
    before = time.perf_counter()
    client.request_at("textDocument/hover", at)
    return time.perf_counter() - before


def memory(bench: Bench, session: Session) -> Iterator[Figure]:
    """Compare the memory of both servers with the database open, after the same keystrokes."""
    path = bench.database()
    ours, floor = clients = session.ours(path), session.floor(path)
    for client in clients:
        typist = Typist(client, session.sites(client).typing)
        for _ in range(6):
            typist.keystroke()
    time.sleep(_QUIET)
    peak, most = most_resident(ours.process), most_resident(floor.process)
    yield Figure("peak", peak / most, 1.25, f"{peak / 1e6:.0f} MB / {most / 1e6:.0f} MB")
    size, settled = path.stat().st_size, resident(ours.process)
    made_of = f"{settled / 1e6:.0f} MB / {size / 1e6:.0f} MB; floor server {resident(floor.process) / 1e6:.0f} MB"
    yield Figure("settled / file", settled / size, 3, made_of)
