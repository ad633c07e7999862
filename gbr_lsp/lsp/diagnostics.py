"""Diagnostics: pulled by clients that can, else pushed a moment after the last keystroke."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from lsprotocol import types

from gbr_lsp.lsp.convert import to_diagnostic
from gbr_lsp.lsp.documents import Documents, Opened

_MOST = 1000
_PAUSE = 0.1


class _Client(Protocol):
    def text_document_publish_diagnostics(self, params: types.PublishDiagnosticsParams) -> None: ...


class Publisher:
    """Pushes what is found in a document, once its author pauses, and never for a version that has passed."""

    def __init__(self, client: _Client, documents: Documents) -> None:
        self.active = True
        self._client = client
        self._documents = documents
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def changed(self, uri: str, *, at_once: bool = False) -> None:
        """Publishes soon; a change before then takes the place of this one."""
        if not self.active or self._documents.get(uri) is None:
            return
        self._drop(uri)
        loop = asyncio.get_running_loop()
        self._waiting[uri] = loop.call_later(0 if at_once else _PAUSE, self._publish, uri)

    def closed(self, uri: str) -> None:
        """Clears what was shown."""
        self._drop(uri)
        if self.active:
            self._client.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _drop(self, uri: str) -> None:
        waiting = self._waiting.pop(uri, None)
        if waiting:
            waiting.cancel()

    def _publish(self, uri: str) -> None:
        self._waiting.pop(uri, None)
        opened = self._documents.get(uri)
        if opened:
            items = diagnostics(self._documents, opened)
            params = types.PublishDiagnosticsParams(uri, items, version=opened.version)
            self._client.text_document_publish_diagnostics(params)


def pull(documents: Documents) -> Callable[[types.DocumentDiagnosticParams], types.DocumentDiagnosticReport]:
    """The handler of `textDocument/diagnostic`; its result ids name a state of a document and its settings."""

    def answer(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        opened = documents.get(params.text_document.uri)
        if opened is None:
            return types.RelatedFullDocumentDiagnosticReport(items=[])
        result = f"{opened.generation}.{opened.version}"
        if params.previous_result_id == result:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result)
        return types.RelatedFullDocumentDiagnosticReport(items=diagnostics(documents, opened), result_id=result)

    return answer


def diagnostics(documents: Documents, opened: Opened) -> list[types.Diagnostic]:
    """The findings of a state; of very many the first, and how many more there are in one line."""
    found = documents.findings(opened)
    positions = documents.positions(opened)
    offsets = {id(block): start for block, start in zip(opened.document.blocks, opened.document.starts, strict=True)}
    items = [to_diagnostic(item, positions, opened.uri, offsets) for item in found[:_MOST]]
    if _MOST < len(found):
        more = f"{len(found) - _MOST} more findings are not shown"
        items[-1] = types.Diagnostic(items[-1].range, more, types.DiagnosticSeverity.Information, source="gbr-lsp")
    return items
