"""The row of hovers beside every other request: how long they take while the server answers something long."""

import random
import statistics
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.requests import OPTIONS, Request, requests_about

from .bench import Bench, Figure, digits
from .client import Client, Position
from .session import Session

_HOVER = "textDocument/hover"
_PAUSE = 0.005
_MOST_HOVERS = 150
"""Beside one request, which is cancelled then."""
_ALONE = 100


class _Hover(NamedTuple):
    """The seconds of a hover until its answer was read, and those that processors worked on it in the server."""

    taken: float
    worked: float


def every_request(bench: Bench, session: Session) -> Iterator[Figure]:
    """Hovers asked directly behind each request, and again until it is answered; beside them the same hovers alone."""
    path = bench.database()
    codes = session.sites_in(path).codes
    with session.start("ours", options={**OPTIONS, "workspaceDiagnostics": True}) as client:
        opening = session.opening(path)
        client.open(opening)
        client.diagnostics()
        places = random.Random(1)
        alone = [_hovered(client, places.choice(codes)) for _ in range(_ALONE)]
        at = codes[len(codes) // 2]
        # Lines are asked for up to one behind the end, whatever the document has.
        requests = requests_about(opening.uri, at.shown, 2**31 - 1)
        usual = statistics.median(hover.taken for hover in alone)
        most_over = 0.0
        for request in requests:
            hovers = [hover for _ in range(bench.rounds) for hover in _beside(client, request, codes, places)]
            median = statistics.median(hover.taken for hover in hovers)
            most_over = max(most_over, median - usual)
            made_of = (
                f"of {len(hovers)} hovers, the median {_milliseconds(median)}; "
                f"at most {_milliseconds(max(hover.worked for hover in hovers))} of processor time"
            )
            yield Figure(request.name, 1000 * max(hover.taken for hover in hovers), 50, made_of, "ms")
        longest = max(hover.taken for hover in alone)
        made_of = f"alone the median is {_milliseconds(usual)}, the longest {_milliseconds(longest)}"
        yield Figure("the largest median, over that of a hover alone", 1000 * most_over, 10, made_of, "ms")


def _beside(client: Client, request: Request, codes: tuple[Position, ...], places: random.Random) -> Iterator[_Hover]:
    """Hovers until a request is answered, the first sent directly behind it."""
    number = client.ask(request.method, request.params)
    answered = False
    for count in range(_MOST_HOVERS):
        before = time.perf_counter(), worked(client.process)
        hover = client.ask_at(_HOVER, places.choice(codes))
        while (got := client.receive()).get("id") != hover or "method" in got:
            answered = answered or _is_answer(got, number)
        # The one that waited behind the bytes of a long answer waited for the client, which read them.
        if not answered or not count:
            yield _Hover(time.perf_counter() - before[0], worked(client.process) - before[1])
        if answered:
            return
        time.sleep(_PAUSE)
    client.tell("$/cancelRequest", {"id": number})
    client.settle(number)


def _is_answer(message: dict[str, Any], number: int) -> bool:
    return message.get("id") == number and "method" not in message


def _hovered(client: Client, at: Position) -> _Hover:
    time.sleep(_PAUSE)
    before = time.perf_counter(), worked(client.process)
    client.request_at(_HOVER, at)
    return _Hover(time.perf_counter() - before[0], worked(client.process) - before[1])


def worked(process: int) -> float:
    """The seconds that processors have worked for the threads of a process; 0 where the system does not tell.

    Unlike seconds on the clock, they do not grow with what else the machine does.
    """
    nanoseconds = 0
    for path in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with suppress(OSError, IndexError, ValueError):
            nanoseconds += int(path.read_text().split()[0])
    return nanoseconds / 1e9


def _milliseconds(seconds: float) -> str:
    return f"{digits(1000 * seconds)} ms"
