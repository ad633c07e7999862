"""Output: frames are written at once as long as the client reads, else in their order by a thread.

The event loop never waits for a client that does not read, for such a client may be waiting for it to be read. But
where very much waits for it, nothing more is read or begun until it has read half of that.
"""

import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable

from gbr_lsp.lsp.transport.frames import framed, head_of

_AT_ONCE = 4096
"""Where something can be written, so many bytes can: what POSIX has for PIPE_BUF in Linux."""

_BY_THREAD = 1 << 16
"""Bytes of one write of the thread, which may wait."""


MOST_WAITING = 32_000_000
"""Bytes that wait for the client; what is under way then may still add to them."""


class Output:
    """Bodies of messages as frames, in the order in which they are written, whatever thread they come from.

    `broken` is called, from any thread, when the client has closed its end, and `filled` with True when too much waits
    for it, with False when half of that has gone. `written` counts the frames, `waiting` the bytes that
    wait.
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
        """Writes the frame of a body, or as much as the client takes at once; a thread writes the rest."""
        view = memoryview(framed(body))
        with self._lock:
            self.written += 1
            try:
                while view and self._thread is None and self._is_ready():
                    view = view[os.write(self._descriptor, view[:_AT_ONCE]) :]
            except BlockingIOError:
                pass  # A client may have made its pipe so; the thread can wait.
            except OSError:
                self._broken()
                return
            if view:
                self._leave(view)

    def write_pieces(self, pieces: list[bytes]) -> None:
        """Hands the frame of a body in pieces to the thread."""
        with self._lock:
            self.written += 1
            for piece in (head_of(sum(map(len, pieces))), *pieces):
                self._leave(memoryview(piece))

    def _leave(self, view: memoryview) -> None:
        """Hands something to the thread; the caller holds the lock."""
        self._left.append(view)
        self._count(len(view))
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_left, daemon=True, name="writer")
            self._thread.start()

    def _count(self, more: int) -> None:
        """Counts the bytes that wait; the caller holds the lock."""
        self.waiting += more
        if self._is_full != (MOST_WAITING // (2 if self._is_full else 1) < self.waiting):
            self._is_full = not self._is_full
            self._filled(self._is_full)

    def close(self) -> None:
        """The descriptor is closed with the process, when `finish` has waited."""

    def finish(self, seconds: float) -> None:
        """Waits until all is written, at most so long."""
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
    """A function that says whether a write would not block; other systems than Linux have a thread that reads."""
    if sys.platform != "linux":
        return lambda: True
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    return lambda: bool(poll.poll(0))
