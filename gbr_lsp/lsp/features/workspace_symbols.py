"""`workspace/symbol`: the studies of the workspace that a pattern of `search` finds."""

from lsprotocol import types

from gbr_lsp.collection.cards import Card, Collection
from gbr_lsp.collection.facts import plain
from gbr_lsp.collection.search import BadQuery, Query, read_query
from gbr_lsp.lsp.progress import queried
from gbr_lsp.lsp.server import Server
from gbr_lsp.model.roles import Role

_MOST = 1_000


def register(server: Server) -> None:
    @server.feature(types.WORKSPACE_SYMBOL)
    async def answer(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        """What a pattern of `search` finds, and what has the words of the query in its code, composer or event.

        An empty query finds all studies.
        """
        try:
            query = read_query(params.query) if params.query.strip() else None
        except BadQuery:
            query = None
        words = plain(params.query).split()

        def ask(collection: Collection) -> list[Card]:
            studies = (card for card in collection if card.role is Role.STUDY)
            return [card for card in studies if _is_found(card, query, words)]

        found = await queried(server, ask)
        return [
            types.WorkspaceSymbol(
                location=server.location(card),
                name=card.title,
                kind=types.SymbolKind.Object,
                container_name=card.place.document.replace("\\", "/").rpartition("/")[2],
            )
            for card in found[:_MOST]
        ]


def _is_found(card: Card, query: Query | None, words: list[str]) -> bool:
    if query is not None and query.matches(card.facts):
        return True
    title = plain(card.title)
    return all(word in title for word in words)
