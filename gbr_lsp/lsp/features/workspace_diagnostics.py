"""Diagnostics of the whole workspace, for clients that ask for them and users who switched them on."""

import asyncio
import os
from collections.abc import Awaitable, Callable

from lsprotocol import types

from gbr_lsp.base.encoding import NotText, decode
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint_steps, rules_of
from gbr_lsp.lsp.convert import Positions
from gbr_lsp.lsp.features.diagnostics import SESSION, diagnostics, present, result_id
from gbr_lsp.lsp.state.configuration import Configuration
from gbr_lsp.lsp.state.documents import Documents, Opened
from gbr_lsp.lsp.state.lint_jobs import Scans
from gbr_lsp.lsp.state.workspace_index import Library, in_slices
from gbr_lsp.model.document import Document
from gbr_lsp.settings import Settings

_Report = types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport


class Whole:
    """Who answers `workspace/diagnostic`: each file as `check` has it, unchanged ones only named."""

    def __init__(self, documents: Documents, scans: Scans, library: Library, configuration: Configuration) -> None:
        self._documents = documents
        self._scans = scans
        self._library = library
        self._configuration = configuration

    @property
    def answer(self) -> Callable[[types.WorkspaceDiagnosticParams], Awaitable[types.WorkspaceDiagnosticReport]]:
        async def answer(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
            known = {previous.uri: previous.value for previous in params.previous_result_ids}
            items: list[_Report] = []
            for name in self._library.collection().names:
                uri = self._library.uri(name)
                report = await self._of(uri, name, known.get(uri))
                items += [report] if report else []
            # What a client still shows of files that are gone is taken back.
            told = {item.uri for item in items}
            items += [types.WorkspaceFullDocumentDiagnosticReport(uri, []) for uri in known if uri not in told]
            return types.WorkspaceDiagnosticReport(items)

        return answer

    async def _of(self, uri: str, name: str, known: str | None) -> _Report | None:
        opened = self._documents.get(uri)
        if opened:
            if known == result_id(opened):
                return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, result_id(opened), opened.version)
            told = await present(self._documents, self._scans, uri)
            if told is None:
                return None
            opened, items = told
            return types.WorkspaceFullDocumentDiagnosticReport(uri, items, opened.version, result_id=result_id(opened))
        settings = self._configuration.settings(uri, Settings())
        try:
            state = os.stat(name)
            stamp = f"{SESSION}.{state.st_mtime_ns}.{state.st_size}.{hash(settings.ignore) & 0xFFFF}"
            if stamp == known:
                return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, stamp)
            with open(name, "rb") as file:
                text = decode(file.read(), settings.encoding).text
        except (OSError, ValueError, NotText):
            return None
        document = await asyncio.to_thread(Document.of, text, host_for(os.path.basename(name)), settings.conventions)
        found = await in_slices(lint_steps(document, rules_of(settings)))
        shown = Opened(uri, "", 0, 0, document, settings)
        items = diagnostics(Positions(document, self._documents.encoding), shown, found)
        return types.WorkspaceFullDocumentDiagnosticReport(uri, items, result_id=stamp)
