"""`workspace/symbol`: the studies of the workspace that a pattern of `search` finds."""

from lsprotocol import types

from gbr_lsp.collection.cards import Card, Collection
from gbr_lsp.collection.search import BadQuery, read_query
from gbr_lsp.lsp.progress import queried
from gbr_lsp.lsp.server import Server
from gbr_lsp.model.roles import Role

_MOST = 1_000


def register(server: Server) -> None:
    @server.feature(types.WORKSPACE_SYMBOL)
    async def answer(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        """Patterns are of class, material, kings, goal and turn; an empty one finds all studies."""
        try:
            query = read_query(params.query) if params.query.strip() else None
        except BadQuery:
            return []

        def ask(collection: Collection) -> list[Card]:
            studies = (card for card in collection if card.role is Role.STUDY)
            return [card for card in studies if query is None or query.matches(card.facts)]

        found = await queried(server, ask)
        return [
            types.WorkspaceSymbol(
                location=server.location(card),
                name=card.place.text,
                kind=types.SymbolKind.Object,
                container_name=card.place.document.replace("\\", "/").rpartition("/")[2],
            )
            for card in found[:_MOST]
        ]
