"""Long work in another process, so that the event loop shares no interpreter with it.

The process is forked: it has every document and the whole index of that moment, so nothing is sent
to it. It sends back short messages. It is killed when nobody waits for it, and ends with the
server. If a process cannot be forked safely, the work runs in a thread, which stops at its next
message; in a browser's worker it runs at once.
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
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Iterator
from contextlib import aclosing, suppress
from time import monotonic
from typing import Any, NoReturn, TypeVar

from gbr_lsp.lsp.transport.client_watch import watch

log = logging.getLogger(__name__)

CAN_FORK = sys.platform == "linux"
"""Other systems cannot fork, or not a process with threads."""

CAN_THREAD = sys.platform != "emscripten"
"""A browser's worker has no threads; asyncio runs their work at once there."""

_AT_ONCE = 2
"""Maximum number of processes; each may become as large as the server. Further work waits."""
_SLICE = 0.01
"""Seconds of long work without a thread, and then of rest."""
_HEAD = struct.Struct("=?I")
"""Whether this is the last message, an error or None, and the length of the pickled message after it."""
_NICE = 5
"""Lower priority than the event loop, for a single processor."""

_Value = TypeVar("_Value")
_Made = TypeVar("_Made")

Send = Callable[[object], None]
"""Sends a message to the caller that waits; it must be picklable and quick to unpickle."""

Work = Callable[[Send], None]
"""Long work; it must change no shared state, which the server would not see from another process."""


class WorkFailed(RuntimeError):
    """The process ended before its work was done, or its error cannot be sent."""


class _Stopped(BaseException):
    """Nobody waits for the work; `Exception` would be caught on the way."""


class Workers:
    """The processes that do long work for a server, at most `_AT_ONCE` at a time."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self.may_begin = asyncio.Event()
        """Cleared while too much output waits for the client, as the result would only wait too."""
        self.may_begin.set()

    async def run(self, work: Work) -> AsyncGenerator[Any, None]:
        """Yield the messages of `work` as they come; closing the iterator ends the work.

        Raises the work's exception, or WorkFailed.
        """
        run = _in_process if CAN_FORK else _in_thread if CAN_THREAD else _here
        async with self._turns:
            await self.may_begin.wait()
            async with aclosing(run(work)) as messages:
                async for message in messages:
                    yield message

    def map(
        self, make: Callable[[_Value], _Made], values: Iterable[_Value], loop: asyncio.AbstractEventLoop
    ) -> Iterator[_Made]:
        """Yield `make(value)` for each of `values`, computed in another process.

        The caller is a thread that waits for it, outside the event loop `loop`. Raises WorkFailed.
        """
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
            with suppress(RuntimeError):  # If the loop has ended, so has the work.
                loop.call_soon_threadsafe(lambda: loop.create_task(_closed(messages)))


async def _here(work: Work) -> AsyncGenerator[Any, None]:
    """Yield the messages of `work` after running it in this thread."""
    messages: list[Any] = []
    work(messages.append)
    for message in messages:
        yield message


async def _next(messages: AsyncGenerator[Any, None]) -> Any:
    return await anext(messages)


async def _closed(messages: AsyncGenerator[Any, None]) -> None:
    await messages.aclose()


async def _in_process(work: Work) -> AsyncGenerator[Any, None]:
    """Yield the messages of `work` from a forked process."""
    parent = os.getpid()
    read_from, write_to = os.pipe()
    with warnings.catch_warnings():
        # Python 3.12 warns of threads, since the process may find their locks locked; it takes none of them.
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
        # Freeing the memory of a large process takes a moment.
        threading.Thread(target=os.waitpid, args=(process, 0), daemon=True, name="reaper").start()


def _work(work: Work, write_to: int, parent: int) -> NoReturn:
    """Do `work` in the forked process, and end the process."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        # The client's pipes must not stay open when the server has ended.
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
    """Write a message with its head; `data` is pickled."""
    view = memoryview(_HEAD.pack(last, len(data)) + data)
    while view:
        view = view[os.write(descriptor, view) :]


async def _in_thread(work: Work) -> AsyncGenerator[Any, None]:
    """Yield the messages of `work` from a thread."""
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


async def run_through(steps: Iterator[object]) -> None:
    """Iterate over `steps` to the end in a thread; in a worker, in slices on the event loop.

    Raises the exceptions of `steps`.
    """
    if CAN_THREAD:
        await asyncio.to_thread(deque, steps, 0)
        return
    end, last = object(), monotonic()
    while next(steps, end) is not end:
        if last + _SLICE <= monotonic():
            await asyncio.sleep(_SLICE)
            last = monotonic()


async def finish(work: Coroutine[Any, Any, _Made]) -> _Made:
    """Return the result of `work` in a thread; wait for its end even if cancelled.

    Otherwise a lock would be released before the thread is done.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
