"""The connection by pipes: reads and writes frames, and handles every way it can end.

The protocol uses its own descriptors, so that a stray `print` goes to the log. The event loop reads
frames itself if it can wait for them, as passing them on from a thread costs a third of a hover.
The process ends when its input ends, its output breaks, its client dies, or on `exit`.
"""

import asyncio
import gc
import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from gbr_lsp.lsp.transport.client_watch import watch, watch_pipe
from gbr_lsp.lsp.transport.conversation import END, Conversation
from gbr_lsp.lsp.transport.dispatch import Endpoint
from gbr_lsp.lsp.transport.frames import Frames
from gbr_lsp.lsp.transport.logs import log_to
from gbr_lsp.lsp.transport.output import Output

log = logging.getLogger(__name__)

_GRACE = 1.2
"""Seconds until the process ends after the connection, even with work in progress."""
_LOG_GRACE = 0.2
"""Maximum seconds for writing the last lines of the log."""
_PIECE = 1 << 16
"""Capacity of a pipe in bytes."""


def serve(make_endpoint: Callable[[], Endpoint], parent: int | None = None, log_file: str | None = None) -> int:
    """Serve one client on standard input and output until the end; return the exit status.

    `make_endpoint` is called on the event loop. The process ends with the process `parent`. Logs go
    to `log_file`, or to standard error.
    """
    # Documents have no cycles, and searching a large one for them takes a quarter of a second.
    gc.set_threshold(5000, 10, 1_000_000)
    # Give the event loop, or the thread that reads for it, its turn soon, even with busy threads.
    sys.setswitchinterval(0.001)
    if sys.stderr is None:
        # It was closed. Open something, or its number would be given to the protocol's input.
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    logs = log_to(log_file)
    read_from, write_to = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(null, 1)
    sys.stdout = sys.stderr
    connection = asyncio.run(_converse(make_endpoint, read_from, write_to, parent))
    connection.output.finish(_GRACE)
    if logs:
        logs.join(_LOG_GRACE)
    return connection.status


async def _converse(
    make_endpoint: Callable[[], Endpoint], read_from: int, write_to: int, parent: int | None
) -> "_Connection":
    """Serve one client to the end; return its connection."""
    connection = _Connection(make_endpoint(), read_from, write_to)
    gc.freeze()
    gc.enable()
    await connection.run(parent)
    return connection


class _Connection:
    """One client, from its first byte to its last."""

    def __init__(self, endpoint: Endpoint, read_from: int, write_to: int) -> None:
        self.output = Output(write_to, self._stop, self._filled)
        self._read_from, self._write_to = read_from, write_to
        self._frames = Frames()
        self._may_read = threading.Event()
        """Cleared while too much output, or too many messages of the client, wait."""
        self._may_read.set()
        self._full: set[str] = set()
        """Why reading is paused: `"output"`, `"inbox"` or both."""
        self._is_read_here = False
        self._ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._conversation = Conversation(
            endpoint,
            self.output,
            self._ended.set,
            lambda process: watch(process, self._break),
            lambda is_full: self._hold_input("inbox", is_full),
        )

    @property
    def status(self) -> int:
        """The exit status if the process ended now."""
        return 0 if self._conversation.is_shut_down else 1

    async def run(self, parent: int | None) -> None:
        """Serve until the connection ends, or the process `parent` does."""
        if parent is not None:
            watch(parent, self._break)
        watch_pipe(self._write_to, self._break)
        self._start_reading()
        try:
            await self._ended.wait()
        finally:
            threading.Thread(target=self._end_hard, daemon=True, name="end").start()
            # Ctrl-C cancels the wait too. Cancel the requests before the loop ends and cancels their tasks, or pygls
            # would write tracebacks.
            self._conversation.end()

    def _start_reading(self) -> None:
        """Read on the event loop if possible, else in a thread.

        The loop must be able to wait for the descriptor, and a thread to notice the end of the
        input.
        """
        if watch_pipe(self._read_from, self._end_hard):
            try:
                self._loop.add_reader(self._read_from, self._read_piece)
            except OSError:
                log.debug("the input cannot be polled, so a thread reads it")
            else:
                self._is_read_here = True
                return
        threading.Thread(target=self._read, daemon=True, name="reader").start()

    def _read_piece(self) -> None:
        """Read the bytes that have arrived, and handle their messages."""
        try:
            piece = os.read(self._read_from, _PIECE)
        except BlockingIOError:
            return  # There is no data after all.
        except OSError as error:
            log.warning("input: %s", error)
            self._ended.set()
            return
        for message in self._frames.feed(piece):
            self._conversation.receive(message)
        if not piece:
            self._loop.remove_reader(self._read_from)
            self._is_read_here = False
            self._conversation.receive(END)
        self._conversation.work()

    def _filled(self, is_full: bool) -> None:
        """Report, from any thread, whether too much output waits for the client."""
        with suppress(RuntimeError):  # The loop may have ended.
            self._loop.call_soon_threadsafe(self._hold, is_full)

    def _hold(self, is_full: bool) -> None:
        self._conversation.hold(is_full)
        self._hold_input("output", is_full)

    def _hold_input(self, why: str, is_full: bool) -> None:
        """Pause reading while anything is full; `why` is `"output"` or `"inbox"`."""
        could_read = not self._full
        (self._full.add if is_full else self._full.discard)(why)
        if could_read == (not self._full):
            return
        (self._may_read.clear if self._full else self._may_read.set)()
        if self._is_read_here and self._full:
            self._loop.remove_reader(self._read_from)
        elif self._is_read_here:
            self._loop.add_reader(self._read_from, self._read_piece)

    def _read(self) -> None:
        """Read to the end, in a thread."""
        try:
            while piece := os.read(self._read_from, _PIECE):
                self._may_read.wait()
                for message in self._frames.feed(piece):
                    self._loop.call_soon_threadsafe(self._arrived_by_thread, message)
            self._loop.call_soon_threadsafe(self._arrived_by_thread, END)
        except OSError as error:
            log.warning("input: %s", error)
            self._break()
        except RuntimeError:
            return  # The loop has ended already.
        self._end_hard()

    def _arrived_by_thread(self, message: object) -> None:
        self._conversation.receive(message)
        self._conversation.work_soon()

    def _break(self) -> None:
        """End the connection from another thread; drop the messages that have arrived."""
        self._stop()
        self._end_hard()

    def _stop(self) -> None:
        """End the connection, unless the event loop is blocked."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ended.set)

    def _end_hard(self) -> None:
        """End the process if it still runs after `_GRACE`."""
        threading.Event().wait(_GRACE)
        os._exit(self.status)
