"""`textDocument/typeDefinition`: from a board to the codes that classify it."""

from lsprotocol import types

from gbr_lsp.lsp.server import Server


def register(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_TYPE_DEFINITION)
    def answer(params: types.TypeDefinitionParams) -> list[types.Location]:
        from gbr_lsp.ide.pairs import codes_of_board_at

        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None:
            return []
        near = snapshot.part_at_position(params.position)
        spans = [span.shift(near.start) for span in codes_of_board_at(near.document, near.offset)]
        return [types.Location(snapshot.opened.uri, snapshot.positions.range(span)) for span in spans]
