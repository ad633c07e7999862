"""`textDocument/diagnostic` for clients that pull; other clients get diagnostics shortly after an edit."""

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from typing import Any

from lsprotocol import types

from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.lsp.announced import announced
from gbr_lsp.lsp.conversion import to_diagnostic
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.state.documents import Documents, OpenDocument
from gbr_lsp.lsp.state.lint_jobs import LintJobs
from gbr_lsp.lsp.state.options import WORKSPACE_DIAGNOSTICS, ClientOptions
from gbr_lsp.lsp.state.reports import (
    MANY_FINDINGS,
    PULL_OPTIONS_TIMEOUT,
    diagnostics,
    related_blocks,
    result_id,
    shown_findings,
    state_and_diagnostics,
)
from gbr_lsp.lsp.transport.plain_json import answer_with
from gbr_lsp.model.block import Place
from gbr_lsp.model.finding import Finding

log = logging.getLogger(__name__)

_PUSH_AFTER = 0.1
"""Seconds after the last keystroke."""

PUSH_WITHOUT_PULL_AFTER = 2.0
"""Seconds after a document was opened; then diagnostics are pushed to a client that announced pulls and sent none."""


def register(server: Server) -> None:
    publisher = Publisher(server)
    server.events.on_open.append(publisher.on_open)
    server.events.on_change.append(publisher.on_change)
    server.events.on_close.append(publisher.on_close)
    server.events.on_configure.append(lambda: _configured(server, publisher))
    server.events.on_save.append(lambda uri: _saved(server, publisher, uri))
    server.events.on_options_change.append(lambda before: _options_changed(server, before))

    def initializing(params: types.InitializeParams) -> None:
        """Pull or push diagnostics, as the client's capabilities demand; never both."""
        text_document = params.capabilities.text_document
        if text_document and text_document.diagnostic:
            has_workspace = WORKSPACE_DIAGNOSTICS in server.options.switches
            options = types.DiagnosticOptions(False, has_workspace, identifier="gbr-lsp")
            server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(_pull(server))
            reports = JsonReports(
                server.documents,
                server.lint_jobs,
                server.unstructure,
                server.options_requests,
                refreshes=_can_refresh(params.capabilities),
            )

            def json_answer(number: int | str, params: object) -> bytes | None:
                publisher.on_pull()
                return reports.answer(number, params)

            server.json_answers[types.TEXT_DOCUMENT_DIAGNOSTIC] = json_answer
            is_empty = text_document.diagnostic == types.DiagnosticClientCapabilities()
            publisher.expect_pull(pushes=is_empty and not _can_refresh(params.capabilities))

    server.events.on_initialize.append(initializing)


def _saved(server: Server, publisher: "Publisher", uri: str) -> None:
    """Show all findings of `uri`: in a saved document no move is half typed."""
    opened = server.documents.get(uri)
    found = server.documents.findings(opened) if opened else None
    server.documents.on_save(uri)
    if opened and found and len(shown_findings(opened, found)) < len(found):
        publisher.on_change(uri, at_once=True)
        _refresh(server)


def _configured(server: Server, publisher: "Publisher") -> None:
    """Push the diagnostics of all documents again, or ask the client to pull again."""
    for uri in server.documents:
        publisher.on_change(uri, at_once=True)
    _refresh(server)


def _options_changed(server: Server, before: ClientOptions) -> None:
    """Ask the client to pull again if the diagnostics of closed files were switched on or off."""
    if (WORKSPACE_DIAGNOSTICS in before.switches) != (WORKSPACE_DIAGNOSTICS in server.options.switches):
        _refresh(server)


def _refresh(server: Server) -> None:
    """Ask a client that pulls to pull again."""
    if not server.has_pushes and _can_refresh(server.client_capabilities):
        server.workspace_diagnostic_refresh(None)


def _can_refresh(capabilities: types.ClientCapabilities) -> bool:
    return bool(announced(capabilities, "workspace.diagnostics.refresh_support"))


class _Following:
    """Tasks that lint the rest of a document after a partial answer.

    At its end, each lets the client pull again.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def begin(self, uri: str) -> None:
        """Lint the rest of the document `uri`, unless a task does so already."""
        if uri not in self._tasks:
            self._tasks[uri] = asyncio.create_task(self._finish(uri))

    async def _finish(self, uri: str) -> None:
        try:
            if await self._server.lint_jobs.findings(uri):
                self._server.workspace_diagnostic_refresh(None)
        except Exception as error:
            log.error("%s: %s", uri, error, exc_info=error)
        finally:
            del self._tasks[uri]


def _pull(server: Server) -> Callable[[types.DocumentDiagnosticParams], Any]:
    """Return the handler of `textDocument/diagnostic`, which returns a full or unchanged report."""
    following = _Following(server)

    async def answer(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        uri = params.text_document.uri
        await server.wait_for_options(PULL_OPTIONS_TIMEOUT)
        opened = server.documents.get(uri)
        if opened and params.previous_result_id == result_id(opened):
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result_id(opened))
        if opened and _can_refresh(server.client_capabilities) and server.lint_jobs.is_first(opened):
            found = await server.lint_jobs.nearby_findings(opened)
            items = diagnostics(server.documents.positions(opened), opened, found)
            following.begin(uri)
            return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=f"{result_id(opened)}.part")
        reported = await state_and_diagnostics(server.documents, server.lint_jobs, uri)
        if reported is None:
            return types.RelatedFullDocumentDiagnosticReport(items=[])
        opened, items = reported
        return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=result_id(opened))

    return answer


class Publisher:
    """Pushes the findings of a document after its author pauses; never those of old versions."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._may_pull = False
        self._published: set[str] = set()
        """The URIs whose diagnostics the client has."""

    def expect_pull(self, *, pushes: bool) -> None:
        """Push until the first pull if `pushes`, else only if none comes soon after a document was opened.

        Some clients announce pulls and never send one. A capability without any details mostly comes from a library,
        and its client never pulls.
        """
        self._may_pull = True
        self._server.set_pushes(pushes)

    def on_pull(self) -> None:
        """Stop pushing, and clear the pushed diagnostics, so that no finding is shown twice."""
        self._may_pull = False
        self._server.set_pushes(False)
        for uri in list(self._waiting):
            self._drop(uri)
        for uri in self._published:
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
        self._published.clear()

    def on_open(self, uri: str) -> None:
        """Push at once, or after a wait for a client that may still pull."""
        if self._may_pull and not self._server.has_pushes:
            asyncio.get_running_loop().call_later(PUSH_WITHOUT_PULL_AFTER, self._give_up_waiting)
        self.on_change(uri, at_once=True)

    def _give_up_waiting(self) -> None:
        if self._may_pull and not self._server.has_pushes:
            self._server.set_pushes(True)
            for uri in self._server.documents:
                self.on_change(uri, at_once=True)

    def on_change(self, uri: str, *, at_once: bool = False) -> None:
        """Push the findings of `uri` after a pause; a later change replaces this one."""
        if not self._server.has_pushes or self._server.documents.get(uri) is None:
            return
        self._drop(uri)
        self._waiting[uri] = asyncio.create_task(self._publish(uri, 0 if at_once else _PUSH_AFTER))

    def on_close(self, uri: str) -> None:
        """Clear the diagnostics of `uri`."""
        self._drop(uri)
        if self._server.has_pushes:
            self._published.discard(uri)
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _drop(self, uri: str) -> None:
        waiting = self._waiting.pop(uri, None)
        if waiting:
            waiting.cancel()

    async def _publish(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        documents, jobs = self._server.documents, self._server.lint_jobs
        try:
            opened = documents.get(uri)
            if opened and jobs.is_first(opened) and (found := await jobs.nearby_findings(opened)):
                self._send(opened, diagnostics(documents.positions(opened), opened, found))
            if reported := await state_and_diagnostics(documents, jobs, uri):
                self._send(*reported)
        except Exception as error:
            log.error("%s: %s", uri, error, exc_info=error)

    def _send(self, opened: OpenDocument, items: list[types.Diagnostic]) -> None:
        self._published.add(opened.uri)
        params = types.PublishDiagnosticsParams(opened.uri, items, version=opened.protocol_version)
        self._server.text_document_publish_diagnostics(params)


class JsonReports:
    """Answers to `textDocument/diagnostic` as JSON; the JSON of each finding is cached."""

    def __init__(
        self,
        documents: Documents,
        lint_jobs: LintJobs,
        unstructure: Callable[[Any], Any],
        options_requests: Sequence[object] = (),
        *,
        refreshes: bool = False,
    ) -> None:
        self._documents = documents
        self._lint_jobs = lint_jobs
        self._unstructure = unstructure
        self._options_requests = options_requests
        self._refreshes = refreshes
        self._cached: dict[str, dict[tuple[int, ...], tuple[Finding, str]]] = {}

    def answer(self, number: int | str, params: object) -> bytes | None:
        """Return the body of the answer to request `number`, or None.

        With None the handler must answer: `params` have another shape, the findings are many or not
        known soon, or a configuration is pending.
        """
        try:
            uri, known = params["textDocument"]["uri"], params.get("previousResultId")  # type: ignore[index, attr-defined]
        except (TypeError, KeyError, AttributeError):
            return None
        opened = self._documents.get(uri) if type(uri) is str else None
        if opened is None or not (known is None or type(known) is str) or self._options_requests:
            return None
        if known == result_id(opened):
            return answer_with(number, f'{{"kind":"unchanged","resultId":"{known}"}}')
        try:
            if self._refreshes and self._lint_jobs.is_first(opened):
                return None
            found = self._lint_jobs.findings_in_a_slice(opened)
            if found is None or MANY_FINDINGS < len(found) or opened.is_too_long:
                return None
            items = ",".join(self._items(opened, shown_findings(opened, found)))
        except Exception:
            # The handler of the method will fail too, and answers and logs the error.
            return None
        return answer_with(number, f'{{"items":[{items}],"kind":"full","resultId":"{result_id(opened)}"}}')

    def _items(self, opened: OpenDocument, found: list[PlacedFinding]) -> list[str]:
        """Return the findings as JSON texts, one each; cache them for the next request."""
        positions = self._documents.positions(opened)
        before, cached = self._cached.get(opened.uri, {}), {}
        offsets = opened.document.offsets_of(related_blocks(found), near=[item.span.start for item in found])
        items = []
        for item in found:
            # A finding depends only on its blocks: if its lines are the same, its columns are too.
            places = [one.place for one in item.finding.related if isinstance(one.place, Place)]
            starts = [item.span.start, *(offsets[place.block] + place.span.start for place in places)]
            key = (id(item.finding), *map(positions.line, starts))
            entry = before.get(key)
            if entry is None:
                diagnostic = self._unstructure(to_diagnostic(item, positions, opened, offsets))
                entry = item.finding, json.dumps(diagnostic, separators=(",", ":"))
            cached[key] = entry
            items.append(entry[1])
        # Drop the cache of closed documents.
        self._cached = {uri: known for uri, known in self._cached.items() if self._documents.get(uri)}
        self._cached[opened.uri] = cached
        return items
