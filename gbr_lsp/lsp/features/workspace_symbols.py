"""`workspace/symbol`: the studies of the workspace that a pattern of `search` finds."""

from lsprotocol import types

from gbr_lsp.collection.search import BadQuery, read_query
from gbr_lsp.lsp.server import Server
from gbr_lsp.model.roles import Role

_MOST = 1_000


def register(server: Server) -> None:
    @server.feature(types.WORKSPACE_SYMBOL)
    def answer(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        """Patterns are of class, material, kings, goal and turn; an empty one finds all studies."""
        try:
            query = read_query(params.query) if params.query.strip() else None
        except BadQuery:
            return []
        cards = (card for card in server.index.collection() if card.role is Role.STUDY)
        found = [card for card in cards if query is None or query.matches(card.facts)]
        return [
            types.WorkspaceSymbol(
                location=server.location(card),
                name=card.place.text,
                kind=types.SymbolKind.Object,
                container_name=card.place.document.replace("\\", "/").rpartition("/")[2],
            )
            for card in found[:_MOST]
        ]
