"""`workspace/symbol`: the studies of the workspace that match a pattern of `search`."""

from typing import Any

from lsprotocol import types

from gbr_lsp.collection.facts import plain_text
from gbr_lsp.database.catalog import Catalog
from gbr_lsp.lsp.announced import known_kind
from gbr_lsp.lsp.progress import query_with_progress
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.transport.long_json import written_json
from gbr_lsp.model.finding import RemotePlace

_MAX_RESULTS = 1_000


def register(server: Server) -> None:
    @server.feature(types.WORKSPACE_SYMBOL)
    async def answer(params: types.WorkspaceSymbolParams) -> Any:
        """Return the studies that match the query as a pattern or by words.

        Words are searched in code, composer and event. An award may be given in words, `1st prize`;
        it is then added to the names, because clients search for the query there. An empty query
        finds all studies.
        """
        from gbr_lsp.collection.fields import award_in
        from gbr_lsp.collection.search import BadQuery, read_query

        try:
            condition = read_query(params.query).condition if params.query.strip() else None
        except BadQuery:
            condition = None
        award, others = (None, params.query) if condition else award_in(params.query)
        other_words = set(others.split())
        award_text = " ".join(word for word in params.query.split() if award and word not in other_words)
        words = plain_text(others).split()

        def ask(catalog: Catalog) -> list[tuple[str, RemotePlace]]:
            return catalog.search_titles(words, condition, _MAX_RESULTS, award)

        symbols = [
            _symbol(server, f"{title} · {award_text}" if award_text else title, place)
            for title, place in await query_with_progress(server, ask)
        ]
        return written_json(symbols)


def _symbol(server: Server, title: str, place: RemotePlace) -> dict[str, object]:
    """Return a `WorkspaceSymbol` as JSON."""
    return {
        "name": title,
        "kind": known_kind(server.client_capabilities, "workspace.symbol", types.SymbolKind.Object).value,
        "location": server.plain_location(place),
        "containerName": place.document.replace("\\", "/").rpartition("/")[2],
    }
