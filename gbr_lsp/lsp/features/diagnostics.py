"""Diagnostics: pulled by clients that can, else pushed a moment after the last keystroke."""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from typing import Protocol

from lsprotocol import types

from gbr_lsp.lint.engine import Placed
from gbr_lsp.lsp.convert import Positions, to_diagnostic
from gbr_lsp.lsp.state.documents import Documents, Opened
from gbr_lsp.lsp.state.lint_jobs import Scans
from gbr_lsp.model.block import Block, Place

log = logging.getLogger(__name__)

_MOST = 1000
_PAUSE = 0.1
_MANY = 100

SESSION = uuid.uuid4().hex[:8]
"""Clients keep result ids when a server is started again."""


class _Client(Protocol):
    def text_document_publish_diagnostics(self, params: types.PublishDiagnosticsParams) -> None: ...


class Publisher:
    """Pushes what is found in a document, once its author pauses, and never for a version that has passed."""

    def __init__(self, client: _Client, documents: Documents, scans: Scans) -> None:
        self.active = True
        self._client = client
        self._documents = documents
        self._scans = scans
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def changed(self, uri: str, *, at_once: bool = False) -> None:
        """Publishes soon; a change before then takes the place of this one."""
        if not self.active or self._documents.get(uri) is None:
            return
        self._drop(uri)
        self._waiting[uri] = asyncio.create_task(self._publish(uri, 0 if at_once else _PAUSE))

    def closed(self, uri: str) -> None:
        """Clears what was shown."""
        self._drop(uri)
        if self.active:
            self._client.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _drop(self, uri: str) -> None:
        waiting = self._waiting.pop(uri, None)
        if waiting:
            waiting.cancel()

    async def _publish(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        try:
            told = await present(self._documents, self._scans, uri)
        except Exception as error:
            log.error("%s: %s", uri, error, exc_info=error)
            return
        if told:
            opened, items = told
            params = types.PublishDiagnosticsParams(uri, items, version=opened.version)
            self._client.text_document_publish_diagnostics(params)


def pull(
    documents: Documents, scans: Scans
) -> Callable[[types.DocumentDiagnosticParams], Awaitable[types.DocumentDiagnosticReport]]:
    """The handler of `textDocument/diagnostic`; its result ids name a state of a document and its settings."""

    async def answer(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        uri = params.text_document.uri
        opened = documents.get(uri)
        if opened and params.previous_result_id == result_id(opened):
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result_id(opened))
        told = await present(documents, scans, uri)
        if told is None:
            return types.RelatedFullDocumentDiagnosticReport(items=[])
        opened, items = told
        return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=result_id(opened))

    return answer


def result_id(opened: Opened) -> str:
    return f"{SESSION}.{opened.generation}.{opened.version}"


async def present(documents: Documents, scans: Scans, uri: str) -> tuple[Opened, list[types.Diagnostic]] | None:
    """The present state of a document with its diagnostics, when it has been scanned; None where it is not open."""
    while state := await scans.findings(uri):
        opened, found = state
        many = _MANY < len(found)
        positions = documents.positions(opened)
        items = await asyncio.to_thread(diagnostics, positions, *state) if many else diagnostics(positions, *state)
        if documents.get(uri) is opened:
            return opened, items
    return None


def diagnostics(positions: Positions, opened: Opened, found: list[Placed]) -> list[types.Diagnostic]:
    """The findings of a state; of very many the first, and how many more there are in one line."""
    offsets = opened.document.offsets_of(related_blocks(found[:_MOST]))
    items = [to_diagnostic(item, positions, opened, offsets) for item in found[:_MOST]]
    if _MOST < len(found):
        more = f"{len(found) - _MOST} more findings are not shown"
        items[-1] = types.Diagnostic(items[-1].range, more, types.DiagnosticSeverity.Information, source="gbr-lsp")
    return items


def related_blocks(found: list[Placed]) -> set[Block]:
    """The blocks of the document in which the related places of findings are."""
    places = (related.place for item in found for related in item.finding.related)
    return {place.block for place in places if isinstance(place, Place)}
