"""The rows of typing: from a keystroke to the diagnostics of that version.

Diagnostics are pulled, as in VS Code and Neovim: a request follows each change at once. Words are
typed and deleted again in a comment or in prose in the middle of the document.
"""

import statistics
import time
from collections.abc import Iterator
from functools import partial

from .bench import Bench, Figure, milliseconds, percentile
from .client import Client, Position
from .measure import in_turn
from .session import Session

KEYSTROKES = 200
"""Keystrokes in a round, except for the floor server with a large file, which is slow."""

_PATIENCE = 4
"""Seconds after which the round of a slow server is cut short."""
_WORD = "abcdefgh"
_PAUSE = 0.004
"""Seconds between two keystrokes, for remaining work of a server; people type more slowly."""


class Typist:
    """Types a word at the position `at` and deletes it again, letter by letter."""

    def __init__(self, client: Client, at: Position) -> None:
        self._client, self._at, self._typed = client, at, 0
        self._deletes = False

    def keystroke(self) -> float:
        """Return the seconds from a keystroke to its diagnostics."""
        time.sleep(_PAUSE)
        before = time.perf_counter()
        self.type()
        self._client.diagnostics()
        return time.perf_counter() - before

    def burst(self, keystrokes: int) -> float:
        """Return the seconds from the first of `keystrokes` to the diagnostics of the last.

        As in VS Code, a change cancels the running request, and the next request follows its answer.
        """
        time.sleep(_PAUSE)
        before = time.perf_counter()
        self.type()
        first = self._client.ask_diagnostics()
        self.type()
        self._client.tell("$/cancelRequest", {"id": first})
        for _ in range(keystrokes - 2):
            self.type()
        self._client.settle(first)
        self._client.diagnostics()
        return time.perf_counter() - before

    def type(self) -> None:
        line, start = self._at
        if self._typed in (0, len(_WORD)):
            self._deletes = self._typed != 0
        end = Position(line, start + self._typed)
        if self._deletes:
            self._typed -= 1
            self._client.change(Position(line, start + self._typed), end, "")
        else:
            self._client.change(end, end, _WORD[self._typed])
            self._typed += 1


def small(bench: Bench, session: Session) -> Iterator[Figure]:
    """Type in a manuscript, with fresh servers in each round, and once with pushed diagnostics."""
    path = bench.manuscript(10_000)
    rounds = [_typed_in_turn(session, session.fresh_pair(path)) for _ in range(bench.rounds)]
    ours = [time for ours, _ in rounds for time in ours]
    floor = [time for _, floor in rounds for time in floor]
    ratio = statistics.median(statistics.median(ours) / statistics.median(floor) for ours, floor in rounds)
    yield Figure("median", ratio, 1.0, f"{milliseconds(ours)} / {milliseconds(floor)}")
    slowest = [percentile(ours, 99) / statistics.median(floor) for ours, floor in rounds]
    made_of = f"{milliseconds([percentile(ours, 99)])} / {milliseconds(floor)}"
    yield Figure("99th percentile / floor's median", statistics.median(slowest), 3, made_of)
    ours, floor = _typed_in_turn(session, session.fresh_pair(path, pulls=False), 20)
    made_of = f"pushed instead, behind a pause of 0.1 s for coming keystrokes; floor {milliseconds(floor)}"
    yield Figure("pushed", 1000 * statistics.median(ours), None, made_of, "ms")


def _typed_in_turn(
    session: Session, pair: tuple[Client, Client], keystrokes: int = KEYSTROKES
) -> tuple[list[float], list[float]]:
    with pair[0] as ours, pair[1] as floor:
        typists = [Typist(client, session.sites(client).typing) for client in (ours, floor)]
        in_turn(16, [typist.keystroke for typist in typists])
        one, other = in_turn(keystrokes, [typist.keystroke for typist in typists], _PATIENCE)
        return one, other


def large(bench: Bench, session: Session) -> Iterator[Figure]:
    """Compare typing in the database with a manuscript, and with the floor server on the database."""
    clients = [
        session.ours(bench.database()),
        session.ours(bench.manuscript(10_000)),
        session.floor(bench.database()),
    ]
    typists = [Typist(client, session.sites(client).typing) for client in clients]
    in_turn(2, [typist.keystroke for typist in typists])
    rounds = []
    for _ in range(bench.rounds):
        ours, small = in_turn(KEYSTROKES, [typist.keystroke for typist in typists[:2]], _PATIENCE)
        (floor,) = in_turn(10, [typists[2].keystroke], _PATIENCE)
        rounds.append((ours, small, floor))
    medians = [[statistics.median(times) for times in each] for each in rounds]
    all_ours, all_small, all_floor = ([time for each in rounds for time in each[kind]] for kind in range(3))
    for what, limit, kind, times in (
        ("our own manuscript", 1.5, 1, all_small),
        ("floor server with this file", 0.01, 2, all_floor),
    ):
        ratio = statistics.median(each[0] / each[kind] for each in medians)
        yield Figure(f"against {what}", ratio, limit, f"{milliseconds(all_ours)} / {milliseconds(times)}")


def burst(bench: Bench, session: Session) -> Iterator[Figure]:
    clients = [session.ours(bench.database()), session.floor(bench.manuscript(10_000))]
    typists = [Typist(client, session.sites(client).typing) for client in clients]
    ours, floor = in_turn(4 * bench.rounds, [partial(typist.burst, 20) for typist in typists], 4 * _PATIENCE)
    ratio = statistics.median(one / other for one, other in zip(ours, floor, strict=True))
    yield Figure("", ratio, 1, f"{milliseconds(ours)} / {milliseconds(floor)}")


def growth(bench: Bench, session: Session) -> Iterator[Figure]:
    paths = [bench.database(bench.size * part // 62) for part in (1, 10, 62)]
    typists = [Typist(client, session.sites(client).typing) for client in map(session.ours, paths)]
    rounds = [in_turn(KEYSTROKES, [typist.keystroke for typist in typists], _PATIENCE) for _ in range(bench.rounds)]
    medians = [[statistics.median(times) for times in each] for each in rounds]
    ratio = statistics.median(max(each) / min(each) for each in medians)
    made_of = ", ".join(milliseconds([each[kind] for each in medians]) for kind in range(len(paths)))
    yield Figure("keystroke", ratio, 1.5, made_of)


def prose(bench: Bench, session: Session) -> Iterator[Figure]:
    """Type in manuscripts of four sizes in turn."""
    sizes = [size for size in (10_000, 100_000, 1_000_000, 10_000_000) if size <= max(bench.size, 10_000)]
    typists = [
        Typist(client, session.sites(client).typing) for client in map(session.ours, map(bench.manuscript, sizes))
    ]
    in_turn(16, [typist.keystroke for typist in typists])
    rounds = [in_turn(KEYSTROKES, [typist.keystroke for typist in typists], _PATIENCE) for _ in range(bench.rounds)]
    medians = [[statistics.median(times) for times in each] for each in rounds]
    ratio = statistics.median(max(each) / each[0] for each in medians)
    made_of = ", ".join(milliseconds([each[kind] for each in medians]) for kind in range(len(sizes)))
    yield Figure("the slowest / 10 kB", ratio, 1.5, made_of)
