"""Scans: documents are judged in slices on the event loop, so that messages get through between two blocks.

A document is a value: a scan works on one state of it, and what it finds is dropped if the state has passed meanwhile.
"""

import asyncio
from collections.abc import Generator
from time import monotonic
from typing import NamedTuple

from gbr_lsp.lint.engine import Placed, lint_steps, rules_of
from gbr_lsp.lsp.state.documents import Documents, Opened
from gbr_lsp.model.records import Repeats

_SLICE = 0.002
_REST = 0.0005
"""Seconds of work, and of rest: work that is merely queued again would starve the threads that read."""


_Steps = Generator[bool, None, list[Placed]]


class _Scan(NamedTuple):
    """The scan of a state, and how many wait for it."""

    opened: Opened
    task: asyncio.Task[None]
    waiting: list[object]


class Scans:
    """The scans that are under way, one for each document."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._running: dict[str, _Scan] = {}
        self._repeats: dict[str, Repeats] = {}

    async def findings(self, uri: str) -> tuple[Opened, list[Placed]] | None:
        """The present state of a document and what is found in it; None where it is not open."""
        while opened := self._documents.get(uri):
            found = self._documents.found(opened)
            if found is not None:
                return opened, found
            await self._scanned(opened)
        return None

    def forget(self, uri: str) -> None:
        """Keeps nothing of a document that is closed."""
        self._repeats.pop(uri, None)

    def now(self, opened: Opened) -> list[Placed] | None:
        """What is found in a state, if it is known or soon found; otherwise a scan of it is under way then."""
        found = self._documents.found(opened)
        return self._begun(opened) if found is None else found

    def _begun(self, opened: Opened) -> list[Placed] | None:
        """What is found in the first slice of a scan; the rest of it is left to a task, unless there is one already."""
        scan = self._running.get(opened.uri)
        if scan and not scan.task.done() and scan.opened.is_alike(opened):
            return None
        repeats = self._repeats.setdefault(opened.uri, Repeats())
        steps = lint_steps(opened.document, rules_of(opened.settings), repeats=repeats)
        long, found = self._slice(steps)
        if found is None:
            task = asyncio.create_task(self._scan(opened, steps, long=long))
            self._running[opened.uri] = _Scan(opened, task, [])
        else:
            self._documents.remember(opened, found)
        return found

    async def _scanned(self, opened: Opened) -> None:
        """Waits until a state has been scanned or has passed; a scan for which nobody waits any more ends."""
        if self._begun(opened) is not None:
            return
        scan = self._running[opened.uri]
        ticket = object()
        scan.waiting.append(ticket)
        try:
            await asyncio.wait([scan.task])
        finally:
            scan.waiting.remove(ticket)
            if not scan.waiting:
                scan.task.cancel()
                if self._running.get(opened.uri) is scan:
                    del self._running[opened.uri]
        if not scan.task.cancelled():
            scan.task.result()

    async def _scan(self, opened: Opened, steps: _Steps, *, long: bool) -> None:
        found: list[Placed] | None = None
        while found is None:
            await asyncio.sleep(_REST)
            now = self._documents.get(opened.uri)
            if now is None or not now.is_alike(opened):
                return
            if long:
                long, found = await asyncio.to_thread(_step, steps)
            else:
                long, found = self._slice(steps)
        self._documents.remember(opened, found)

    def _slice(self, steps: _Steps) -> tuple[bool, list[Placed] | None]:
        """A slice of work: whether the next step may be long, and behind the last one what was found."""
        until = monotonic() + _SLICE
        long, found = False, None
        while not long and found is None:
            long, found = _step(steps)
            if until <= monotonic():
                break
        return long, found


def _step(steps: _Steps) -> tuple[bool, list[Placed] | None]:
    """Whether the next step may be long, and behind the last one what was found."""
    try:
        return next(steps), None
    except StopIteration as end:
        return False, end.value
