"""Output: frames are written at once while the client reads, otherwise by a thread.

The order is kept. The event loop never waits for a client that does not read, as that client may be
waiting to be read. If too much output waits, nothing more is read or started until half of it has
been read.
"""

import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable

from gbr_lsp.lsp.transport.frames import frame_of, head_of

_AT_ONCE = 4096
"""Bytes that can always be written if any can: POSIX's PIPE_BUF on Linux."""

_BY_THREAD = 1 << 16
"""Bytes of one write of the thread, which may wait."""


MAX_WAITING_BYTES = 32_000_000
"""Maximum number of bytes that wait for the client; requests in progress may add to them."""


class Output:
    """Writes bodies of messages as frames, from any thread, in the order of the calls.

    `broken` is called, from any thread, when the client has closed its end. `filled` is called with
    True when too much output waits, and with False when half of it is gone. `written` counts the
    frames, `waiting` the bytes that wait.
    """

    def __init__(
        self, descriptor: int, broken: Callable[[], None], filled: Callable[[bool], None] = lambda is_full: None
    ) -> None:
        self.written = 0
        self._descriptor = descriptor
        self._broken = broken
        self._filled = filled
        self.waiting = 0
        self._is_full = False
        self._lock = threading.Lock()
        self._left: deque[memoryview] = deque()
        self._thread: threading.Thread | None = None
        self._is_ready = _readiness_of(descriptor)

    def write(self, body: bytes) -> None:
        """Write the frame of `body`; a thread writes the rest if the client is slow."""
        view = memoryview(frame_of(body))
        with self._lock:
            self.written += 1
            try:
                while view and self._thread is None and self._is_ready():
                    view = view[os.write(self._descriptor, view[:_AT_ONCE]) :]
            except BlockingIOError:
                pass  # The client's pipe may be non-blocking; the thread can wait.
            except OSError:
                self._broken()
                return
            if view:
                self._leave(view)

    def write_pieces(self, pieces: list[bytes]) -> None:
        """Pass the frame of a body in pieces to the thread."""
        with self._lock:
            self.written += 1
            for piece in (head_of(sum(map(len, pieces))), *pieces):
                self._leave(memoryview(piece))

    def _leave(self, view: memoryview) -> None:
        """Pass `view` to the thread; the caller holds the lock."""
        self._left.append(view)
        self._count(len(view))
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_left, daemon=True, name="writer")
            self._thread.start()

    def _count(self, more: int) -> None:
        """Add `more` to the waiting bytes and report a change; the caller holds the lock."""
        self.waiting += more
        if self._is_full != (MAX_WAITING_BYTES // (2 if self._is_full else 1) < self.waiting):
            self._is_full = not self._is_full
            self._filled(self._is_full)

    def close(self) -> None:
        """Leave the descriptor open; it closes with the process, after `finish`."""

    def finish(self, seconds: float) -> None:
        """Wait until all is written, for at most `seconds`."""
        thread = self._thread
        if thread:
            thread.join(seconds)

    def _write_left(self) -> None:
        while True:
            with self._lock:
                if not self._left:
                    self._thread = None
                    return
                view = self._left.popleft()
            try:
                while view:
                    if sys.platform == "linux":
                        select.select([], [self._descriptor], [])
                    written = os.write(self._descriptor, view[:_BY_THREAD])
                    view = view[written:]
                    with self._lock:
                        self._count(-written)
            except OSError:
                self._broken()
                return


def _readiness_of(descriptor: int) -> Callable[[], bool]:
    """Return a function that returns True if a write to `descriptor` would not block.

    Only Linux can check this. Other systems always write, as a thread reads there.
    """
    if sys.platform != "linux":
        return lambda: True
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    return lambda: bool(poll.poll(0))
