"""Long work is done in a process of its own, which ends with its work, with who waits for it, and with the server."""

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from gbr_lsp.lsp.state import workers
from gbr_lsp.lsp.state.workers import Send, Work, Workers, WorkFailed
from tests.lsp.test_beside import AT, DOCUMENT, GAME, URI
from tests.support.wire import HANG, PULLS, Wire

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="other systems work in a thread")


@pytest.fixture(params=[pytest.param(True, marks=linux_only, id="process"), pytest.param(False, id="thread")])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CAN_FORK", request.param)


async def messages_of(work: Work) -> list[Any]:
    async with aclosing(Workers().run(work)) as messages:
        return [message async for message in messages]


@pytest.mark.usefixtures("_way")
def test_messages_come_in_their_order_and_whole() -> None:
    long = b"x" * 1_000_000

    def work(send: Send) -> None:
        for message in (0.5, long, [1, "ä"], None):
            send(message)

    assert asyncio.run(messages_of(work)) == [0.5, long, [1, "ä"], None]


@pytest.mark.usefixtures("_way")
def test_what_fails_in_the_work_fails_here() -> None:
    def work(send: Send) -> None:
        send(1)
        raise ValueError("so it is")

    with pytest.raises(ValueError, match="so it is"):
        asyncio.run(messages_of(work))


@pytest.mark.usefixtures("_way")
def test_work_without_end_stops_where_nobody_waits_for_it(tmp_path: Path) -> None:
    alive = tmp_path / "alive"

    def work(send: Send) -> None:
        while True:
            alive.touch()
            send(1)

    async def first() -> None:
        async with aclosing(Workers().run(work)) as messages:
            async for _ in messages:
                return

    def is_over() -> bool:
        alive.unlink(missing_ok=True)
        time.sleep(0.05)
        return not alive.exists()

    asyncio.run(first())
    wait_until(is_over)


@linux_only
def test_a_process_that_dies_is_a_failure_and_no_hang() -> None:
    with pytest.raises(WorkFailed, match="ended before its work was done"):
        asyncio.run(messages_of(lambda _send: os._exit(1)))


def test_further_work_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most two pieces of work run at once, however many are asked for."""
    running, most = 0, 0

    async def run(_work: Work) -> AsyncGenerator[Any, None]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        yield (None,)
        running -= 1

    monkeypatch.setattr(workers, "_in_process", run)
    monkeypatch.setattr(workers, "_in_thread", run)

    async def seven() -> None:
        crew = Workers()
        await asyncio.gather(*(drained(crew) for _ in range(7)))

    asyncio.run(seven())
    assert (running, most) == (0, 2)


async def drained(crew: Workers) -> None:
    async for _ in crew.run(lambda _send: None):
        pass


def test_what_fails_and_cannot_be_sent_fails_here_too() -> None:
    class Local(Exception):
        pass

    def work(_send: Send) -> None:
        raise Local("so it is")

    with pytest.raises((WorkFailed, Local), match="so it is"):
        asyncio.run(messages_of(work))


@pytest.mark.usefixtures("_way")
def test_a_thread_is_served_too() -> None:
    async def served() -> list[int]:
        loop = asyncio.get_running_loop()
        return await asyncio.to_thread(lambda: list(Workers().map(abs, [-1, 2, -3], loop)))

    assert asyncio.run(served()) == [1, 2, 3]


LONG = [
    ("textDocument/documentSymbol", DOCUMENT),
    ("textDocument/semanticTokens/full", DOCUMENT),
    ("textDocument/documentHighlight", AT),
    ("textDocument/references", {**AT, "context": {"includeDeclaration": True}}),
]


@pytest.fixture
def wire() -> Iterator[Wire]:
    with Wire(capabilities=PULLS) as wire:
        wire.open(URI, "pgn", GAME * 2_000)
        assert "0323.12" in str(wire.request("textDocument/hover", AT))
        yield wire


@linux_only
@pytest.mark.parametrize(("method", "params"), LONG, ids=[method for method, _ in LONG])
def test_a_cancelled_request_is_answered_at_once_and_its_process_is_killed(
    wire: Wire, method: str, params: Any
) -> None:
    ask(wire, method, params)
    worker = worker_of(wire)
    wire.notify("$/cancelRequest", {"id": "long"})
    assert answer(wire)["error"]["code"] == -32800
    wait_until(lambda: not Path(f"/proc/{worker}").exists())
    assert "0323.12" in str(wire.request("textDocument/hover", AT))


@linux_only
def test_an_edit_stops_the_work_on_the_text_before_it(wire: Wire) -> None:
    ask(wire, *LONG[0])
    worker = worker_of(wire)
    place = {"line": 0, "character": 0}
    wire.change(URI, 2, [{"range": {"start": place, "end": place}, "text": "\n"}])
    assert answer(wire)["error"]["code"] == -32801
    wait_until(lambda: not Path(f"/proc/{worker}").exists())


@linux_only
@pytest.mark.parametrize("end", ["kill", "terminate", "input"])
def test_no_process_outlives_the_server(wire: Wire, end: str) -> None:
    ask(wire, *LONG[0])
    worker = worker_of(wire)
    if end == "input":
        assert wire.process.stdin
        wire.process.stdin.close()
    else:
        getattr(wire.process, end)()
    wire.ended()
    wait_until(lambda: not Path(f"/proc/{worker}").exists())


def wait_until(is_so: Callable[[], bool]) -> None:
    """Waits for what must come, with a bound that only a hang reaches."""
    until = time.monotonic() + HANG
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


def child_of(process: int) -> int:
    """The process that another one has started, once there is one."""
    children: list[str] = []

    def is_there() -> bool:
        children[:] = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        return bool(children)

    wait_until(is_there)
    return int(children[0])


def worker_of(wire: Wire) -> int:
    """The process that does the work of a server, once there is one."""
    return child_of(wire.process.pid)


def ask(wire: Wire, method: str, params: Any) -> None:
    wire.send(json.dumps({"jsonrpc": "2.0", "id": "long", "method": method, "params": params}).encode())


def answer(wire: Wire) -> dict[str, Any]:
    return next(message for message in iter(wire.receive, None) if message.get("id") == "long")
