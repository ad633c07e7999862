"""From a code to its boards, `textDocument/implementation`, and back, `textDocument/typeDefinition`."""

from lsprotocol import types

from gbr_lsp.lsp.server import Server


def register(server: Server) -> None:
    def answer(params: types.ImplementationParams | types.TypeDefinitionParams) -> list[types.Location]:
        """Return the boards that a code is compared with, or the codes that classify a board."""
        from gbr_lsp.ide.pairs import boards_of_code_at, codes_of_board_at

        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None:
            return []
        find = boards_of_code_at if isinstance(params, types.ImplementationParams) else codes_of_board_at
        near = snapshot.part_at_position(params.position)
        spans = [span.shift(near.start) for span in find(near.document, near.offset)]
        return [types.Location(snapshot.opened.uri, snapshot.positions.range(span)) for span in spans]

    for method in (types.TEXT_DOCUMENT_IMPLEMENTATION, types.TEXT_DOCUMENT_TYPE_DEFINITION):
        server.feature(method)(answer)
