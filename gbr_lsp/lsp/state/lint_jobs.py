"""Lint jobs: documents are linted in slices on the event loop, so that messages get through between two blocks.

A document is a value: a job works on one state of it, and its findings are dropped if that state is stale by then.
"""

import asyncio
from collections.abc import Callable, Generator
from time import monotonic
from typing import NamedTuple

from gbr_lsp.base.text import Span
from gbr_lsp.lint.engine import Placed, lint_steps, part_steps, rules_of
from gbr_lsp.lint.last_lint import LastLint
from gbr_lsp.lsp.state.documents import Documents, Opened

_SLICE = 0.002
_REST = 0.0005
"""Seconds of work, and of rest: work that is queued again without rest would starve the threads that read."""

_FIRST_SLICE = 0.006
"""Seconds of work before the rest is left to a task, whose answer takes longer to write: enough for a keystroke."""

_LONG_DOCUMENT = 200_000
"""Code points; of a longer document some findings may be answered before all are known."""

_FIRST_GAMES = 500_000
"""Code points of games whose findings are answered first: most games have none."""

_LONG_REST = 50
"""So many slices are left out at most, one after another, while studies are searched."""

_Steps = Generator[bool, None, list[Placed]]


class _LintJob(NamedTuple):
    """The job for a state, and who waits for it."""

    opened: Opened
    task: asyncio.Task[None]
    waiting: list[object]


class LintJobs:
    """The jobs that are under way, one for each document. They rest longer while a client waits for a search."""

    def __init__(self, documents: Documents, is_searched: Callable[[], bool]) -> None:
        self._documents = documents
        self._is_searched = is_searched
        self._running: dict[str, _LintJob] = {}
        self._last: dict[str, LastLint] = {}

    async def findings(self, uri: str) -> tuple[Opened, list[Placed]] | None:
        """The present state of a document and its findings; None where it is not open."""
        while opened := self._documents.get(uri):
            found = self._documents.found(opened)
            if found is not None:
                return opened, found
            await self._linted(opened)
        return None

    def forget(self, uri: str) -> None:
        """Drops what is cached for a document that is closed."""
        self._last.pop(uri, None)

    def is_first(self, opened: Opened) -> bool:
        """Whether a document is linted for the first time, and so long that what is at hand is answered first.

        A comment to the linter may stand far from what it speaks of.
        """
        last, document = self._last.get(opened.uri), opened.document
        is_new = _LONG_DOCUMENT < document.length and opened.known and (last is None or last.is_empty)
        return is_new and not any(chunk.has_directives for chunk in document.chunks)

    async def findings_at_hand(self, opened: Opened) -> list[Placed]:
        """The findings around the place that somebody last looked at, else at the beginning; of games, more of them."""
        at, document = self._documents.place_looked_at(opened), opened.document
        behind = min(document.length, at + _FIRST_GAMES) if document.host.has_records else at
        return await in_slices(part_steps(document, Span(at, behind), rules_of(opened.settings)))

    def findings_soon(self, opened: Opened) -> list[Placed] | None:
        """The findings of a state if they are cached or found in one slice; otherwise None, and a job is under way."""
        found = self._documents.found(opened)
        return self._begin(opened) if found is None else found

    def _begin(self, opened: Opened) -> list[Placed] | None:
        """The findings if one slice is enough; else None: the rest is left to a task, unless there is one already."""
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

    async def _linted(self, opened: Opened) -> None:
        """Waits until a state has been linted or is stale; a job for which nobody waits any more is cancelled."""
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

    async def _finish(self, opened: Opened, steps: _Steps, *, long: bool) -> None:
        found: list[Placed] | None = None
        while found is None:
            await self._rest()
            now = self._documents.get(opened.uri)
            if now is None or not now.is_alike(opened):
                return
            long, found = await _go_on(steps, long=long)
        self._documents.remember(opened, found)

    async def _rest(self) -> None:
        await asyncio.sleep(_REST)
        for _ in range(_LONG_REST):
            if not self._is_searched():
                break
            await asyncio.sleep(_SLICE)


async def in_slices(steps: _Steps) -> list[Placed]:
    """What is found at last, by work in slices with rests between them."""
    long, found = False, None
    while found is None:
        long, found = await _go_on(steps, long=long)
        await asyncio.sleep(_REST)
    return found


async def _go_on(steps: _Steps, *, long: bool) -> tuple[bool, list[Placed] | None]:
    """Does one slice, or a step that may be long beside the event loop: what `_slice` says then."""
    return await asyncio.to_thread(_step, steps) if long else _slice(steps, _SLICE)


def _slice(steps: _Steps, seconds: float) -> tuple[bool, list[Placed] | None]:
    """Works for some seconds: whether the next step may be long, and after the last step the findings."""
    until = monotonic() + seconds
    long, found = False, None
    while not long and found is None:
        long, found = _step(steps)
        if until <= monotonic():
            break
    return long, found


def _step(steps: _Steps) -> tuple[bool, list[Placed] | None]:
    """Does one step: whether the next one may be long, and after the last step the findings."""
    try:
        return next(steps), None
    except StopIteration as end:
        return False, end.value
