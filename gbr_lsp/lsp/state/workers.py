"""Long work in a process of its own, so that the event loop shares no interpreter with it.

The process is forked, so that it has every document and the whole index as they are at that moment, and nothing is sent
to it; what it sends back comes in short messages. It is killed where nobody waits for it any more, and ends with the
server. Where a process cannot be forked safely, the work is done in a thread, which stops at its next message, and in a
browser's worker at once.
"""

import asyncio
import logging
import os
import pickle
import signal
import struct
import sys
import threading
import traceback
import warnings
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import aclosing, suppress
from typing import Any, NoReturn, TypeVar

from gbr_lsp.lsp.transport.watch import watch

log = logging.getLogger(__name__)

CAN_FORK = sys.platform == "linux"
"""Other systems cannot fork, or not a process with threads."""

CAN_THREAD = sys.platform != "emscripten"
"""A browser's worker has no threads, and asyncio runs there at once what is meant for one."""

_AT_ONCE = 2
"""Processes; each may become as large as the server. Further work waits."""
_HEAD = struct.Struct("=?I")
"""Whether a message is the last one, an error or None, and the length of what follows: the message, pickled."""
_NICE = 5
"""The event loop goes first where there is one processor."""

_Value = TypeVar("_Value")
_Made = TypeVar("_Made")

Send = Callable[[object], None]
"""Sends a message, something that can be pickled and is soon unpickled, to whoever waits for the work."""

Work = Callable[[Send], None]
"""Long work; it changes nothing that is kept, for in a process of its own the server would not see it."""


class WorkFailed(RuntimeError):
    """The process ended before its work was done, or failed with an error that cannot be sent."""


class _Stopped(BaseException):
    """Nobody waits for the work any more; `Exception` would be caught on the way."""


class Workers:
    """The processes that do long work for a server, a few at a time."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self.may_begin = asyncio.Event()
        """Cleared while too much waits for the client: what long work says would only wait with it."""
        self.may_begin.set()

    async def run(self, work: Work) -> AsyncGenerator[Any, None]:
        """The messages of work, as they come; the work ends when the iterator is closed.

        Raises what the work raises, and WorkFailed.
        """
        run = _in_process if CAN_FORK else _in_thread if CAN_THREAD else _here
        async with self._turns:
            await self.may_begin.wait()
            async with aclosing(run(work)) as messages:
                async for message in messages:
                    yield message

    def mapped(
        self, make: Callable[[_Value], _Made], values: Iterable[_Value], loop: asyncio.AbstractEventLoop
    ) -> Iterator[_Made]:
        """What is made of each value, for a thread that waits for it beside the event loop. Raises WorkFailed."""
        if not CAN_THREAD:
            yield from map(make, values)
            return

        def work(send: Send) -> None:
            for value in values:
                send(make(value))

        messages = self.run(work)
        try:
            while True:
                yield asyncio.run_coroutine_threadsafe(_next(messages), loop).result()
        except StopAsyncIteration:
            return
        finally:
            with suppress(RuntimeError):  # Where the loop has ended, so has the work.
                loop.call_soon_threadsafe(lambda: loop.create_task(_closed(messages)))


async def _here(work: Work) -> AsyncGenerator[Any, None]:
    messages: list[Any] = []
    work(messages.append)
    for message in messages:
        yield message


async def _next(messages: AsyncGenerator[Any, None]) -> Any:
    return await anext(messages)


async def _closed(messages: AsyncGenerator[Any, None]) -> None:
    await messages.aclose()


async def _in_process(work: Work) -> AsyncGenerator[Any, None]:
    parent = os.getpid()
    read_from, write_to = os.pipe()
    with warnings.catch_warnings():
        # Python 3.12 warns of threads, whose locks the process may find locked; it takes none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if not process:
        _work(work, write_to, parent)
    os.close(write_to)
    reader, pipe = asyncio.StreamReader(), os.fdopen(read_from, "rb", buffering=0)
    opened: asyncio.BaseTransport | None = None
    try:
        loop = asyncio.get_running_loop()
        opened, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
        last = False
        while not last:
            last, length = _HEAD.unpack(await reader.readexactly(_HEAD.size))
            message = pickle.loads(await reader.readexactly(length))
            if not last:
                yield message
            elif message:
                raise message
    except asyncio.IncompleteReadError:
        raise WorkFailed(f"process {process} ended before its work was done") from None
    finally:
        (opened or pipe).close()
        os.kill(process, signal.SIGKILL)
        # To free the memory of a large process takes a moment.
        threading.Thread(target=os.waitpid, args=(process, 0), daemon=True, name="reaper").start()


def _work(work: Work, write_to: int, parent: int) -> NoReturn:
    """Does the work in the process that was forked for it, and ends that."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        # The pipes of the client must not stay open when the server is gone.
        os.closerange(3, write_to)
        os.closerange(write_to + 1, os.sysconf("SC_OPEN_MAX"))
        watch(parent, lambda: os._exit(1))
        os.nice(_NICE)

        def send(message: object) -> None:
            _write(write_to, pickle.dumps(message, pickle.HIGHEST_PROTOCOL), last=False)

        failure: Exception | None = None
        try:
            work(send)
        except Exception as error:
            failure = error
            failure.add_note(traceback.format_exc())
        try:
            _write(write_to, pickle.dumps(failure), last=True)
        except (pickle.PicklingError, TypeError, AttributeError):
            _write(write_to, pickle.dumps(WorkFailed(repr(failure))), last=True)
    finally:
        os._exit(0)


def _write(descriptor: int, data: bytes, *, last: bool) -> None:
    view = memoryview(_HEAD.pack(last, len(data)) + data)
    while view:
        view = view[os.write(descriptor, view) :]


async def _in_thread(work: Work) -> AsyncGenerator[Any, None]:
    loop = asyncio.get_running_loop()
    messages: asyncio.Queue[tuple[bool, Any]] = asyncio.Queue()
    stopped = threading.Event()

    def put(last: bool, message: object) -> None:
        with suppress(RuntimeError):  # The loop may have ended.
            loop.call_soon_threadsafe(messages.put_nowait, (last, message))

    def send(message: object) -> None:
        if stopped.is_set():
            raise _Stopped
        put(False, message)

    def run() -> None:
        failure: BaseException | None = None
        try:
            work(send)
        except _Stopped:
            return
        except Exception as error:
            failure = error
        put(True, failure)

    threading.Thread(target=run, daemon=True, name="work").start()
    try:
        while True:
            last, message = await messages.get()
            if last and message:
                raise message
            if last:
                return
            yield message
    finally:
        stopped.set()
