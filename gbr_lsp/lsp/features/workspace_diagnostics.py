"""`workspace/diagnostic`: for clients that pull it and users who enable it."""

import asyncio
import os

from lsprotocol import types

from gbr_lsp.base.encoding import NotText, decode
from gbr_lsp.base.regular_file import open_regular, state_of
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint_steps, rules_of
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.state.documents import OpenDocument
from gbr_lsp.lsp.state.lint_jobs import run_in_slices
from gbr_lsp.lsp.state.options import WORKSPACE_DIAGNOSTICS
from gbr_lsp.lsp.state.reports import SESSION, diagnostics, result_id, state_and_diagnostics
from gbr_lsp.lsp.uris import name_of
from gbr_lsp.model.document import Document
from gbr_lsp.settings import Settings

_Report = types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport


def register(server: Server) -> None:
    async def answer(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        """Report each file as `check` does, and each open document; unchanged ones by id only."""
        known = {previous.uri: previous.value for previous in params.previous_result_ids}
        items: list[_Report] = []
        for name in dict.fromkeys([*server.index.names, *map(name_of, server.documents)]):
            uri = server.index.uri(name)
            opened = server.documents.get(uri)
            one = await (_of_open(server, opened, known.get(uri)) if opened else _of_file(server, name, known.get(uri)))
            items += [one] if one else []
        # Clear the diagnostics of deleted files.
        reported = {item.uri for item in items}
        items += [types.WorkspaceFullDocumentDiagnosticReport(uri, []) for uri in known if uri not in reported]
        return types.WorkspaceDiagnosticReport(items)

    def initializing(params: types.InitializeParams) -> None:
        text_document = params.capabilities.text_document
        if text_document and text_document.diagnostic and WORKSPACE_DIAGNOSTICS in server.options.switches:
            server.feature(types.WORKSPACE_DIAGNOSTIC)(answer)

    server.switches.add(WORKSPACE_DIAGNOSTICS)
    server.events.on_initialize.append(initializing)


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


async def _of_file(server: Server, name: str, known: str | None) -> _Report | None:
    """Return the report on the file `name`, or None if it cannot be read.

    `known` is the result id that the client has, as in `_of_open`.
    """
    uri = server.index.uri(name)
    settings = server.configuration.settings(uri, Settings())
    try:
        state = state_of(name)
        file_id = f"{SESSION}.{'.'.join(map(str, state))}.{hash(settings):x}"
        if file_id == known:
            return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, file_id)
        with open(name, "rb", opener=open_regular) as file:
            text = decode(file.read(), settings.encoding).text
    except (OSError, ValueError, NotText):
        return None
    document = await asyncio.to_thread(Document.of, text, host_for(os.path.basename(name)), settings.conventions)
    found = await run_in_slices(lint_steps(document, rules_of(settings)))
    shown = OpenDocument(uri, "", 0, 0, document, settings)
    items = diagnostics(Positions(document, server.documents.encoding), shown, found)
    return types.WorkspaceFullDocumentDiagnosticReport(uri, items, result_id=file_id)
