"""`textDocument/implementation`: from a code to the boards that it is compared with."""

from lsprotocol import types

from gbr_lsp.lsp.server import Server


def register(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_IMPLEMENTATION)
    def answer(params: types.ImplementationParams) -> list[types.Location]:
        from gbr_lsp.ide.pairs import boards_of_code_at

        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None:
            return []
        near = snapshot.part_at_position(params.position)
        spans = [span.shift(near.start) for span in boards_of_code_at(near.document, near.offset)]
        return [types.Location(snapshot.opened.uri, snapshot.positions.range(span)) for span in spans]
