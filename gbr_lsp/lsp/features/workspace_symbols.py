"""`workspace/symbol`: the studies of the workspace that match a pattern of `search`."""

import json
from typing import Any

from lsprotocol import types

from gbr_lsp.collection.facts import plain
from gbr_lsp.database.catalog import Catalog
from gbr_lsp.lsp.progress import queried
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.transport.long_json import WrittenResult
from gbr_lsp.model.finding import Remote

_MOST = 1_000


def register(server: Server) -> None:
    @server.feature(types.WORKSPACE_SYMBOL)
    async def answer(params: types.WorkspaceSymbolParams) -> Any:
        """Return the studies that match the query as a pattern or by words.

        Words are searched in code, composer and event. An award may be given in words, `1st prize`;
        it is then added to the names, because clients search for the query there. An empty query
        finds all studies.
        """
        from gbr_lsp.collection.fields import award_said
        from gbr_lsp.collection.search import BadQuery, read_query

        try:
            condition = read_query(params.query).condition if params.query.strip() else None
        except BadQuery:
            condition = None
        award, others = (None, params.query) if condition else award_said(params.query)
        said = set(others.split())
        as_said = " ".join(word for word in params.query.split() if award and word not in said)
        words = plain(others).split()

        def ask(catalog: Catalog) -> list[tuple[str, Remote]]:
            return catalog.titled(words, condition, _MOST, award)

        symbols = [
            _symbol(server, f"{title} · {as_said}" if as_said else title, place)
            for title, place in await queried(server, ask)
        ]
        return WrittenResult([json.dumps(symbols, separators=(",", ":")).encode()])


def _symbol(server: Server, title: str, place: Remote) -> dict[str, object]:
    """Return a `WorkspaceSymbol` as JSON."""
    return {
        "name": title,
        "kind": types.SymbolKind.Object.value,
        "location": server.plain_location(place),
        "containerName": place.document.replace("\\", "/").rpartition("/")[2],
    }
