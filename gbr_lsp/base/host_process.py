"""Processes that the host of a worker starts, because the worker itself cannot start any.

The host is the JavaScript that runs the worker, such as the extension for VS Code. A page has no
processes at all.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol


class HostProcess(Protocol):
    """A process, or another worker. After `kill` it reports nothing."""

    def write(self, text: str, /) -> object: ...

    def kill(self) -> object: ...


class ProcessHost(Protocol):
    """Starts processes. `on_data` gets their output; `on_end` is called once, unless the process is killed."""

    def engine(self, path: str, on_data: Callable[[str], None], on_end: Callable[[], None], /) -> HostProcess:
        """Start the chess engine at `path`; each byte of its output is a character below 256."""

    def worker(self, function: str, on_data: Callable[[str], None], on_end: Callable[[], None], /) -> HostProcess:
        """Start a worker that calls `function`, as `module:name`, with each text that is written.

        `on_data` gets each result, a text.
        """


_host: ProcessHost | None = None


def use_host(host: ProcessHost | None) -> None:
    """Let `host` start the processes of this worker from now on; with None, there are none."""
    global _host
    _host = host


def process_host() -> ProcessHost:
    """Return the host. Raises OSError if there is none."""
    if _host is None:
        raise OSError("no program can be started here")
    return _host


class HostWorker:
    """Another worker, which calls `function`, as `module:name`. Raises OSError if there is no host."""

    def __init__(self, function: str) -> None:
        self._answer: asyncio.Future[str] | None = None
        self._process = process_host().worker(function, self._answered, lambda: self._answered(None))
        self.has_ended = False

    async def call(self, text: str) -> str:
        """Return the result of the function for `text`. Raises OSError if the worker ends before.

        Only one call may be in progress. If it is cancelled, the worker is killed.
        """
        self._answer = asyncio.get_running_loop().create_future()
        self._process.write(text)
        try:
            return await self._answer
        except asyncio.CancelledError:
            self.kill()
            raise

    def kill(self) -> None:
        """End the worker. It may be called repeatedly."""
        if not self.has_ended:
            self.has_ended = True
            self._process.kill()

    def _answered(self, result: str | None) -> None:
        """Pass on the result of a call; None if the worker has ended."""
        self.has_ended = self.has_ended or result is None
        if self._answer and not self._answer.done():
            if result is None:
                self._answer.set_exception(OSError("the worker has ended"))
            else:
                self._answer.set_result(result)
