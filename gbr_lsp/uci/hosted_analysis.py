"""An analysis in a worker without processes: its host starts the engine and passes the lines through."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gbr_lsp.base.host_process import HostProcess, process_host
from gbr_lsp.uci.report import EngineReport, Question

if TYPE_CHECKING:
    from gbr_lsp.uci.engine import Engine


class HostedAnalysis:
    """A running analysis of `question`, created on the event loop.

    `on_report` is called with each report, until one is the last or `stop` is called.
    """

    def __init__(self, question: Question, on_report: Callable[[EngineReport], None]) -> None:
        self._on_report = on_report
        self._process: HostProcess | None = None
        self._task = asyncio.ensure_future(self._run(question))

    def stop(self) -> None:
        """End the engine at once; no report follows. It may be called repeatedly."""
        self._on_report = lambda report: None
        self._task.cancel()

    async def _run(self, question: Question) -> None:
        from gbr_lsp.uci.engine import analyze

        try:
            await analyze(question, lambda report: self._on_report(report), self._start)
        finally:
            if self._process:
                self._process.kill()

    async def _start(self, path: str) -> "Engine":
        from gbr_lsp.uci.engine import Engine

        engine = Engine()

        def end() -> None:
            if not engine.returncode.done():
                engine.connection_lost(None)

        self._process = process_host().engine(
            path, lambda text: engine.pipe_data_received(1, text.encode("latin-1")), end
        )
        engine.connection_made(_Transport(self._process))
        return engine


class _Transport(asyncio.SubprocessTransport):
    """What python-chess needs of a process and of its input."""

    def __init__(self, process: HostProcess) -> None:
        super().__init__()
        self._process = process

    def get_pipe_transport(self, fd: int) -> Any:
        return self

    def write(self, data: bytes) -> None:
        self._process.write(data.decode())

    def get_returncode(self) -> int:
        return 0

    def get_pid(self) -> int:
        return 0
