"""The smallest server with pygls: incremental sync, one fixed diagnostic for each change, one word for each hover.

No server with pygls can be quicker without replacing parts of it, so ours is compared with this one.
Start it with `python floor.py`. Clients that can pull diagnostics do so; others get them pushed.
"""

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("floor", "1", text_document_sync_kind=types.TextDocumentSyncKind.Incremental)

_AT = types.Range(types.Position(0, 0), types.Position(0, 1))
_FOUND = [types.Diagnostic(_AT, "found", types.DiagnosticSeverity.Error, source="floor")]


@server.feature(types.INITIALIZE)
def initialize(params: types.InitializeParams) -> None:
    text_document = params.capabilities.text_document
    if text_document and text_document.diagnostic:
        options = types.DiagnosticOptions(inter_file_dependencies=False, workspace_diagnostics=False)
        server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(pull)
    else:
        server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(push)


def pull(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    return types.RelatedFullDocumentDiagnosticReport(items=_FOUND)


def push(params: types.DidChangeTextDocumentParams) -> None:
    document = params.text_document
    server.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(document.uri, _FOUND, version=document.version)
    )


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(params: types.HoverParams) -> types.Hover:
    return types.Hover("word")


if __name__ == "__main__":
    server.start_io()
