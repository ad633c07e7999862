"""The row of hovers during each other request: their times while the server may be busy."""

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
"""Maximum number of hovers during one request, which is then cancelled."""
_ALONE = 100


class _Hover(NamedTuple):
    """The seconds of a hover: on the clock until the answer was read, and processor time of the server."""

    taken: float
    worked: float


def every_request(bench: Bench, session: Session) -> Iterator[Figure]:
    """Yield the slowest hover during each request, then the largest median over that of a hover alone."""
    path = bench.database()
    codes = session.sites_in(path).codes
    with session.start("ours", options={**OPTIONS, "workspaceDiagnostics": True}) as client:
        opening = session.opening(path)
        client.open(opening)
        client.diagnostics()
        places = random.Random(1)
        alone = [_hovered(client, places.choice(codes)) for _ in range(_ALONE)]
        at = codes[len(codes) // 2]
        # The line limit exceeds the number of lines of any document.
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
    """Yield hovers until `request` is answered; the first is sent directly after it."""
    number = client.ask(request.method, request.params)
    answered = False
    for count in range(_MOST_HOVERS):
        before = time.perf_counter(), worked(client.process)
        hover = client.ask_at(_HOVER, places.choice(codes))
        while (got := client.receive()).get("id") != hover or "method" in got:
            answered = answered or _is_answer(got, number)
        # The last hover also waited until the client had read a long answer: skip it unless it is the first.
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
    """Return the processor seconds of all threads of `process`; 0 if the system does not report them.

    Unlike seconds on the clock, they do not grow with other load on the machine.
    """
    nanoseconds = 0
    for path in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with suppress(OSError, IndexError, ValueError):
            nanoseconds += int(path.read_text().split()[0])
    return nanoseconds / 1e9


def _milliseconds(seconds: float) -> str:
    return f"{digits(1000 * seconds)} ms"
