"""`textDocument/documentLink`: rule pages, and the addresses that the client has configured for positions."""

from lsprotocol import types

from gbr_lsp.base.cooperative import consumed
from gbr_lsp.ide.links import links
from gbr_lsp.lsp.offload import in_thread
from gbr_lsp.lsp.server import Server


def register(server: Server) -> None:
    def answer(params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None:
            return []
        return [
            types.DocumentLink(snapshot.positions.range(link.span), target=link.target, tooltip=link.title)
            for link in consumed(links(snapshot.document, server.options.links))
        ]

    server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkOptions())(in_thread(server, answer))
