"""Lint jobs: documents are linted in slices on the event loop, between other messages.

A document is a value: a job works on one state of it, and its findings are dropped if that state is
old by then.
"""

import asyncio
from collections.abc import Callable, Generator
from time import monotonic
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.lint.engine import PlacedFinding, lint_steps, part_steps, rules_of
from gbr_lsp.lint.memo import LastLint
from gbr_lsp.lsp.state.documents import Documents, OpenDocument

_SLICE = 0.002
_REST = 0.0005
"""Seconds of work, and of rest: without rest, the threads that read would starve."""

_FIRST_SLICE = 0.006
"""Seconds of work before a task takes over, whose answer takes longer: enough for a keystroke."""

_LONG_DOCUMENT = 200_000
"""Code points; for a longer document some findings may be answered before all are known."""

_FIRST_GAMES = 500_000
"""Code points of games with findings answered first: most games have none."""

_LONG_REST = 50
"""Maximum number of slices skipped in sequence during a search for studies."""

_Steps = Generator[bool, None, list[PlacedFinding]]


class _LintJob(NamedTuple):
    """The job for a state, and one object for each caller that waits."""

    opened: OpenDocument
    task: asyncio.Task[None]
    waiting: list[object]


class LintJobs:
    """The jobs in progress, one per document. They rest longer while a client waits for a search."""

    def __init__(self, documents: Documents, is_searched: Callable[[], bool]) -> None:
        self._documents = documents
        self._is_searched = is_searched
        self._running: dict[str, _LintJob] = {}
        self._last: dict[str, LastLint] = {}

    async def findings(self, uri: str) -> tuple[OpenDocument, list[PlacedFinding]] | None:
        """Return the present state of `uri` and its findings, or None if closed."""
        while opened := self._documents.get(uri):
            found = self._documents.findings(opened)
            if found is not None:
                return opened, found
            await self._linted(opened)
        return None

    def forget(self, uri: str) -> None:
        """Drop the cache of a closed document."""
        self._last.pop(uri, None)

    def is_first(self, opened: OpenDocument) -> bool:
        """Return True if partial findings should be answered first: the document is long and new.

        False with a comment to the linter, which may be far from the text that it concerns.
        """
        last, document = self._last.get(opened.uri), opened.document
        is_new = _LONG_DOCUMENT < document.length and opened.is_known and (last is None or last.is_empty)
        return is_new and not any(chunk.has_directives for chunk in document.chunks)

    async def nearby_findings(self, opened: OpenDocument) -> list[PlacedFinding]:
        """Return the findings around the last place of the user, or at the start.

        In a document of games, also those of the following `_FIRST_GAMES` code points.
        """
        at, document = self._documents.last_place(opened), opened.document
        end = min(document.length, at + _FIRST_GAMES) if document.host.has_records else at
        return await run_in_slices(part_steps(document, Span(at, end), rules_of(opened.settings)))

    def findings_in_a_slice(self, opened: OpenDocument) -> list[PlacedFinding] | None:
        """Return the findings if cached or found in one slice, else None.

        With None, a job has been started.
        """
        found = self._documents.findings(opened)
        return self._begin(opened) if found is None else found

    def _begin(self, opened: OpenDocument) -> list[PlacedFinding] | None:
        """Return the findings if one slice is enough, else None.

        The rest is left to a task, unless there is one for the same state.
        """
        job = self._running.get(opened.uri)
        if job and not job.task.done() and job.opened.is_alike(opened):
            return None
        last = self._last.setdefault(opened.uri, LastLint())
        steps = lint_steps(opened.document, rules_of(opened.settings), last=last)
        long, found = _slice(steps, _FIRST_SLICE)
        if found is None:
            task = asyncio.create_task(self._finish(opened, steps, long=long))
            self._running[opened.uri] = _LintJob(opened, task, [])
        else:
            self._documents.remember(opened, found)
        return found

    async def _linted(self, opened: OpenDocument) -> None:
        """Wait until a state has been linted or is old.

        A job without waiting callers is cancelled.
        """
        if self._begin(opened) is not None:
            return
        job = self._running[opened.uri]
        ticket = object()
        job.waiting.append(ticket)
        try:
            await asyncio.wait([job.task])
        finally:
            job.waiting.remove(ticket)
            if not job.waiting:
                job.task.cancel()
                if self._running.get(opened.uri) is job:
                    del self._running[opened.uri]
        if not job.task.cancelled():
            job.task.result()

    async def _finish(self, opened: OpenDocument, steps: _Steps, *, long: bool) -> None:
        found: list[PlacedFinding] | None = None
        while found is None:
            await self._rest()
            now = self._documents.get(opened.uri)
            if now is None or not now.is_alike(opened):
                return
            long, found = await _go_on(steps, long=long)
        self._documents.remember(opened, found)

    async def _rest(self) -> None:
        """Sleep between two slices, longer during a search."""
        await asyncio.sleep(_REST)
        for _ in range(_LONG_REST):
            if not self._is_searched():
                break
            await asyncio.sleep(_SLICE)


async def run_in_slices(steps: _Steps) -> list[PlacedFinding]:
    """Return the findings at the end of `steps`, worked off in slices with rests."""
    long, found = False, None
    while found is None:
        long, found = await _go_on(steps, long=long)
        await asyncio.sleep(_REST)
    return found


async def _go_on(steps: _Steps, *, long: bool) -> tuple[bool, list[PlacedFinding] | None]:
    """Do one slice, or a possibly long step in a thread; return like `_step`."""
    return await asyncio.to_thread(_step, steps) if long else _slice(steps, _SLICE)


def _slice(steps: _Steps, seconds: float) -> tuple[bool, list[PlacedFinding] | None]:
    """Work for `seconds`; return the same pair as `_step`."""
    until = monotonic() + seconds
    long, found = False, None
    while not long and found is None:
        long, found = _step(steps)
        if until <= monotonic():
            break
    return long, found


def _step(steps: _Steps) -> tuple[bool, list[PlacedFinding] | None]:
    """Do one step; return whether the next may be long, and the findings.

    The findings are None before the last step.
    """
    try:
        return next(steps), None
    except StopIteration as end:
        return False, end.value
