"""`textDocument/documentLink`: rule pages, configured addresses of positions, files of a generated index."""

from collections.abc import Iterator

from lsprotocol import types

from gbr_lsp.base.generators import drain
from gbr_lsp.lsp.background import background_handler
from gbr_lsp.lsp.server import Server, Snapshot
from gbr_lsp.lsp.state.generated_index import places_in


def register(server: Server) -> None:
    def answer(snapshot: Snapshot, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        from gbr_lsp.ide.links import links

        found = [
            types.DocumentLink(snapshot.positions.range(link.span), target=link.target, tooltip=link.title)
            for link in drain(links(snapshot.document, server.options.links))
        ]
        return [*found, *_to_files(server, snapshot)]

    server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkOptions())(background_handler(server, answer))


def _to_files(server: Server, snapshot: Snapshot) -> Iterator[types.DocumentLink]:
    """Yield links from the lines of a generated index to rows of files."""
    uris: dict[str, str | None] = {}
    for place in places_in(snapshot.document):
        if place.path not in uris:
            path = server.index.tree.path_of_shown(place.path)
            uris[place.path] = path and server.index.uri(path)
        if uri := uris[place.path]:
            yield types.DocumentLink(snapshot.positions.range(place.span), target=f"{uri}#L{place.row}")
