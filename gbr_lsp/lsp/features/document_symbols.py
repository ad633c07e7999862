"""`textDocument/documentSymbol`: the studies of a document; those of a PGN under their games, with the variations."""

from lsprotocol import types

from gbr_lsp.base.cooperative import consumed
from gbr_lsp.ide.symbols import Symbol, What, symbols
from gbr_lsp.lsp.convert import Positions
from gbr_lsp.lsp.offload import beside
from gbr_lsp.lsp.server import Server

_KINDS = {
    What.STUDY: types.SymbolKind.Object,
    What.GAME: types.SymbolKind.Event,
    What.VARIATION: types.SymbolKind.Method,
}


def register(server: Server) -> None:
    def answer(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        snapshot = server.snapshot(params.text_document.uri)
        if snapshot is None:
            return []
        return [_to_symbol(found, snapshot.positions) for found in consumed(symbols(snapshot.document))]

    server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(beside(server, answer))


def _to_symbol(symbol: Symbol, positions: Positions) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=symbol.name,
        kind=_KINDS[symbol.kind],
        range=positions.range(symbol.span),
        selection_range=positions.range(symbol.selection),
        detail=symbol.detail,
        children=[_to_symbol(child, positions) for child in symbol.children],
    )
