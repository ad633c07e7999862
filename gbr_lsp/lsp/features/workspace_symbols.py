"""`workspace/symbol`: the studies of the workspace that a pattern of `search` finds."""

from lsprotocol import types

from gbr_lsp.collection.facts import plain
from gbr_lsp.collection.search import BadQuery, read_query
from gbr_lsp.database.catalog import Catalog
from gbr_lsp.lsp.progress import queried
from gbr_lsp.lsp.server import Server
from gbr_lsp.model.finding import Remote

_MOST = 1_000


def register(server: Server) -> None:
    @server.feature(types.WORKSPACE_SYMBOL)
    async def answer(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        """What a pattern of `search` finds, and what has the words of the query in its code, composer or event.

        An empty query finds all studies.
        """
        try:
            condition = read_query(params.query).condition if params.query.strip() else None
        except BadQuery:
            condition = None
        words = plain(params.query).split()

        def ask(catalog: Catalog) -> list[tuple[str, Remote]]:
            return [(found.title, found.place) for found in catalog.titled(words, condition, _MOST)]

        return [
            types.WorkspaceSymbol(
                location=server.location(place),
                name=title,
                kind=types.SymbolKind.Object,
                container_name=place.document.replace("\\", "/").rpartition("/")[2],
            )
            for title, place in await queried(server, ask)
        ]
