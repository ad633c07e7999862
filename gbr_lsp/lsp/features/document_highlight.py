"""`textDocument/documentHighlight`: what belongs to the square, man or code under the cursor."""

from lsprotocol import types

from gbr_lsp.ide.highlights import Shown, highlights
from gbr_lsp.lsp.offload import beside
from gbr_lsp.lsp.server import Server

_KINDS = {Shown.TEXT: types.DocumentHighlightKind.Text, Shown.READ: types.DocumentHighlightKind.Read}


def register(server: Server) -> None:
    def answer(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None:
            return []
        found = highlights(snapshot.document, snapshot.positions.offset(params.position))
        return [types.DocumentHighlight(snapshot.positions.range(span), _KINDS[kind]) for span, kind in found]

    server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)(beside(server, answer))
