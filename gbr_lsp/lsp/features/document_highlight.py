"""`textDocument/documentHighlight`: what belongs to the square, man or code under the cursor."""

from lsprotocol import types

from gbr_lsp.lsp.background import background_handler
from gbr_lsp.lsp.server import Server, Snapshot


def register(server: Server) -> None:
    def answer(snapshot: Snapshot, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        from gbr_lsp.ide.highlights import HighlightKind, highlights

        kinds = {
            HighlightKind.TEXT: types.DocumentHighlightKind.Text,
            HighlightKind.READ: types.DocumentHighlightKind.Read,
        }
        found = highlights(snapshot.document, snapshot.positions.offset(params.position))
        return [types.DocumentHighlight(snapshot.positions.range(span), kinds[kind]) for span, kind in found]

    server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)(background_handler(server, answer))
