"""The findings of closed files, for users who enable them: pulled by `workspace/diagnostic`, or pushed."""

import asyncio
import logging
import os
from contextlib import aclosing
from typing import NamedTuple

from lsprotocol import types

from gbr_lsp.base.encoding import NotText, decode
from gbr_lsp.base.generators import run_to_end
from gbr_lsp.base.regular_file import open_regular, state_of
from gbr_lsp.base.text import Encoding
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import PlacedFinding, lint_steps, rules_of
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.state.documents import OpenDocument
from gbr_lsp.lsp.state.lint_jobs import run_in_slices
from gbr_lsp.lsp.state.options import WORKSPACE_DIAGNOSTICS, ClientOptions
from gbr_lsp.lsp.state.reports import PULL_OPTIONS_TIMEOUT, SESSION, diagnostics, result_id, state_and_diagnostics
from gbr_lsp.lsp.state.workers import Send
from gbr_lsp.lsp.uris import name_of, uri_of
from gbr_lsp.model.document import Document
from gbr_lsp.settings import Settings

log = logging.getLogger(__name__)

_PAUSE = 0.5
"""Seconds between a change and the push of the findings that it changes."""
_BATCH = 50
"""Maximum number of files that one process lints; other work may begin before the next ones."""
_REGISTRATION = "gbr-workspace-diagnostic"

_Report = types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport


def register(server: Server) -> None:
    async def answer(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        """Report each file as `check` does, and each open document; unchanged ones by id only."""
        await server.wait_for_options(PULL_OPTIONS_TIMEOUT)
        known = {previous.uri: previous.value for previous in params.previous_result_ids}
        items: list[_Report] = []
        names = [*server.index.names, *map(name_of, server.documents)] if _is_on(server.options) else []
        for name in dict.fromkeys(names):
            uri = server.index.uri(name)
            opened = server.documents.get(uri)
            one = await (_of_open(server, opened, known.get(uri)) if opened else _of_file(server, name, known.get(uri)))
            items += [one] if one else []
        # Clear the diagnostics of deleted files.
        reported = {item.uri for item in items}
        items += [types.WorkspaceFullDocumentDiagnosticReport(uri, []) for uri in known if uri not in reported]
        return types.WorkspaceDiagnosticReport(items)

    is_announced = False

    def initializing(_: types.InitializeParams) -> None:
        nonlocal is_announced
        is_announced = _is_on(server.options)
        if is_announced:
            server.feature(types.WORKSPACE_DIAGNOSTIC)(answer)

    def initialized() -> None:
        """Add the handler for a later switch; pygls would have announced it in the answer to `initialize`."""
        if not is_announced:
            server.feature(types.WORKSPACE_DIAGNOSTIC)(answer)

    def switched(before: ClientOptions) -> None:
        if _is_on(before) != _is_on(server.options) and not is_announced:
            _announce(server)

    server.switches.add(WORKSPACE_DIAGNOSTICS)
    server.events.on_initialize.append(initializing)
    server.events.on_initialized.append(initialized)
    server.events.on_options_change.append(switched)
    _FilePublisher(server)


def _is_on(options: ClientOptions) -> bool:
    return WORKSPACE_DIAGNOSTICS in options.switches


def _announce(server: Server) -> None:
    """Register `workspace/diagnostic` with a client that supports that, or unregister it.

    The protocol has no method of its own for it: it is an option of `textDocument/diagnostic`.
    """
    if not server.announced("text_document.diagnostic.dynamic_registration"):
        return
    method = types.TEXT_DOCUMENT_DIAGNOSTIC
    if _is_on(server.options):
        options = types.DiagnosticRegistrationOptions(False, True, identifier="gbr-lsp")
        server.register_dynamically(_REGISTRATION, method, options)
    else:
        gone = types.Unregistration(_REGISTRATION, method)
        server.client_unregister_capability(types.UnregistrationParams([gone]))


async def _of_open(server: Server, opened: OpenDocument, known: str | None) -> _Report | None:
    """Return the report on an open document, or None if it was closed meanwhile.

    `known` is the result id that the client has. If it is still valid, the report is "unchanged".
    """
    uri = opened.uri
    if known == result_id(opened):
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, result_id(opened), opened.protocol_version)
    reported = await state_and_diagnostics(server.documents, server.lint_jobs, uri)
    if reported is None:
        return None
    opened, items = reported
    return types.WorkspaceFullDocumentDiagnosticReport(uri, items, opened.protocol_version, result_id=result_id(opened))


class _ClosedFile(NamedTuple):
    """A file that is not open, its settings, and the result id of its state."""

    name: str
    uri: str
    settings: Settings
    result_id: str

    def document(self) -> Document | None:
        """Return the document in the file, or None if it cannot be read."""
        try:
            with open(self.name, "rb", opener=open_regular) as file:
                text = decode(file.read(), self.settings.encoding).text
        except (OSError, ValueError, NotText):
            return None
        return Document.of(text, host_for(os.path.basename(self.name)), self.settings.conventions)

    def diagnostics(self, document: Document, found: list[PlacedFinding], encoding: Encoding) -> list[types.Diagnostic]:
        """Return the findings `found` of `document` as diagnostics."""
        shown = OpenDocument(self.uri, "", 0, 0, document, self.settings)
        return diagnostics(Positions(document, encoding), shown, found)

    def lint(self, encoding: Encoding) -> list[types.Diagnostic]:
        """Return the diagnostics of the file; none if it cannot be read."""
        document = self.document()
        if document is None:
            return []
        return self.diagnostics(document, run_to_end(lint_steps(document, rules_of(self.settings))), encoding)


def _closed_file(server: Server, name: str) -> _ClosedFile | None:
    """Return the present state of the file `name`, or None if it is missing."""
    uri = uri_of(name)
    settings = server.configuration.settings(uri, Settings())
    try:
        state = state_of(name)
    except (OSError, ValueError):
        return None
    return _ClosedFile(name, uri, settings, f"{SESSION}.{'.'.join(map(str, state))}.{hash(settings):x}")


async def _of_file(server: Server, name: str, known: str | None) -> _Report | None:
    """Return the report on the file `name`, or None if it cannot be read.

    `known` is the result id that the client has, as in `_of_open`.
    """
    file = _closed_file(server, name)
    if file and file.result_id == known:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(file.uri, file.result_id)
    document = await asyncio.to_thread(file.document) if file else None
    if file is None or document is None:
        return None
    found = await run_in_slices(lint_steps(document, rules_of(file.settings)))
    items = file.diagnostics(document, found, server.documents.encoding)
    return types.WorkspaceFullDocumentDiagnosticReport(file.uri, items, result_id=file.result_id)


class _FilePublisher:
    """Pushes the findings of closed files to a client that does not pull; lints them in another process."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._known: dict[str, str] = {}
        """The result ids of the files that were linted, by name."""
        self._shown: set[str] = set()
        """The names of the files whose findings the client shows."""
        self._wake = asyncio.Event()
        self._has_begun = False
        events = server.events
        server.index.on_change.append(self._changed)
        for listeners in (events.on_initialized, events.on_index, events.on_configure, events.on_push_change):
            listeners.append(self._changed)
        events.on_options_change.append(lambda _: self._changed())
        for subjects in (events.on_open, events.on_close):
            subjects.append(self._opened_or_closed)

    def _opened_or_closed(self, uri: str) -> None:
        """Forget the findings of the document `uri`: the client has replaced or cleared them."""
        self._known.pop(name_of(uri), None)
        self._shown.discard(name_of(uri))
        self._changed()

    def _changed(self) -> None:
        """Push again, unless the findings of closed files were never enabled."""
        self._wake.set()
        if self._is_on and not self._has_begun:
            self._has_begun = True
            self._server.start_task(self._run())

    @property
    def _is_on(self) -> bool:
        return self._server.has_pushes and _is_on(self._server.options)

    async def _run(self) -> None:
        """Push after each change until the connection ends."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(_PAUSE)
            self._wake.clear()
            await self._push()

    async def _push(self) -> None:
        """Clear the findings of files that are gone, and push those of changed files until the next change."""
        opened = set(map(name_of, self._server.documents))
        names = [name for name in self._server.index.names if name not in opened] if self._is_on else []
        for name in self._known.keys() - set(names):
            self._send(name, [])
            del self._known[name]
        changed = []
        for name in names:
            await asyncio.sleep(0)
            file = _closed_file(self._server, name)
            if file and file.result_id != self._known.get(name):
                changed.append(file)
        for start in range(0, len(changed), _BATCH):
            if not self._wake.is_set():
                await self._lint(changed[start : start + _BATCH])

    async def _lint(self, files: list[_ClosedFile]) -> None:
        """Lint `files` in another process and push the findings of each, until the next change."""
        encoding, left = self._server.documents.encoding, iter(files)

        def work(send: Send) -> None:
            for file in files:
                send(file.lint(encoding))

        file = next(left)
        try:
            async with aclosing(self._server.workers.run(work)) as answers:
                async for items in answers:
                    if self._wake.is_set():
                        return
                    self._known[file.name] = file.result_id
                    self._send(file.name, items)
                    file = next(left, file)
        except Exception as error:
            self._known[file.name] = file.result_id  # It is not tried again until it changes.
            self._wake.set()
            log.error("%s: %s", file.name, error, exc_info=error)

    def _send(self, name: str, items: list[types.Diagnostic]) -> None:
        """Push the findings of the file `name`, unless there are none and the client shows none."""
        if items or name in self._shown:
            (self._shown.add if items else self._shown.discard)(name)
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri_of(name), items))
