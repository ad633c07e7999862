"""The running engine analysis: one at a time, for a position in an open document.

The engine's reports come from a thread, short and at most ten a second; the event loop only passes
them on. In a worker, which has no threads, the event loop reads the engine's output itself.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from gbr_lsp.lsp.state.documents import OpenDocument
from gbr_lsp.lsp.state.workers import CAN_THREAD
from gbr_lsp.model.block import Block
from gbr_lsp.model.chunks import Chunk
from gbr_lsp.uci.analysis import Analysis
from gbr_lsp.uci.report import EngineReport, Question

if TYPE_CHECKING:
    from gbr_lsp.uci.hosted_analysis import HostedAnalysis

_LATE = 10.0
"""Seconds after the maximum time of a question, until its process is given up."""

OnReport = Callable[[int, EngineReport, str | None], None]
"""Called with the number of an analysis, the report, and why it has ended: `finished`, `failed`,
`stopped`, `edited`, `closed` or `replaced`; None while it runs."""


class WatchedSection:
    """The section of a document that an analysis belongs to; edits there end it."""

    def __init__(self, opened: OpenDocument, offset: int) -> None:
        document = opened.document
        chunk, block = document.locate(offset)
        self.uri = opened.uri
        self._chunk: Chunk = document.chunks[chunk]
        self._blocks: list[Block] = self._chunk.section_at(block)

    def is_unchanged_in(self, opened: OpenDocument) -> bool:
        """Return True if the later state `opened` has the section unchanged."""
        if not opened.is_known:
            return False
        if any(chunk is self._chunk for chunk in opened.document.chunks):
            return True
        blocks = set(self._blocks)
        return sum(block in blocks for chunk in opened.document.chunks for block in chunk.blocks) == len(blocks)


class _Running:
    def __init__(self, number: int, watched: WatchedSection, on_report: OnReport) -> None:
        self.number = number
        self.watched = watched
        self.on_report = on_report
        self.report = EngineReport()
        self.analysis: Analysis | HostedAnalysis | None = None
        self.timer: asyncio.TimerHandle | None = None


class Analyses:
    """Starts and ends analyses. All methods are called on the event loop."""

    def __init__(self) -> None:
        self._count = 0
        self._running: _Running | None = None

    def begin(self, question: Question, watched: WatchedSection, on_report: OnReport) -> int:
        """Start an analysis, replacing the previous one, and return its number."""
        self.end("replaced")
        self._count += 1
        running = self._running = _Running(self._count, watched, on_report)
        loop = asyncio.get_running_loop()

        def pass_on(report: EngineReport) -> None:
            with suppress(RuntimeError):  # The loop may have ended.
                loop.call_soon_threadsafe(self._reported, running, report)

        if CAN_THREAD:
            running.analysis = Analysis(question, pass_on)
        else:
            from gbr_lsp.uci.hosted_analysis import HostedAnalysis

            running.analysis = HostedAnalysis(question, pass_on)
        late = question.seconds + 2 * question.patience + _LATE
        problem = EngineReport(is_last=True, problem="The engine does not answer")
        running.timer = loop.call_later(late, self._reported, running, problem)
        return running.number

    def end(self, reason: str, number: int | None = None) -> bool:
        """End the running analysis if `number` is None or its own.

        Return True if it was ended.
        """
        running = self._running
        if running is None or number not in (None, running.number):
            return False
        self._close(running)
        running.on_report(running.number, running.report, reason)
        return True

    def on_change(self, uri: str, opened: OpenDocument | None) -> None:
        """End the analysis if `uri` was edited there, or closed (`opened` is None)."""
        if self._running and self._running.watched.uri == uri:
            if opened is None:
                self.end("closed")
            elif not self._running.watched.is_unchanged_in(opened):
                self.end("edited")

    def _reported(self, running: _Running, report: EngineReport) -> None:
        if running is not self._running:
            return
        running.report = report
        if report.is_last:
            self._close(running)
        ended = ("failed" if report.problem else "finished") if report.is_last else None
        running.on_report(running.number, report, ended)

    def _close(self, running: _Running) -> None:
        self._running = None
        if running.timer:
            running.timer.cancel()
        if running.analysis:
            running.analysis.stop()
