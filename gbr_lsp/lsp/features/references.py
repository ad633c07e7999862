"""`textDocument/references` and `textDocument/definition`: from a code to those that are like it."""

from collections.abc import Callable

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from gbr_lsp.collection.reading import kings_of
from gbr_lsp.database.catalog import Catalog, CatalogEntry
from gbr_lsp.ide.support.cursor import pointed_at
from gbr_lsp.lsp.progress import queried
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.uris import name_of
from gbr_lsp.model.finding import Remote
from gbr_lsp.model.roles import Role

_MOST = 1_000


def register(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        """The same class and kings, and the same position, wherever they stand."""
        with_itself = params.context.include_declaration

        def wanted(here: CatalogEntry | None, found: list[CatalogEntry]) -> list[CatalogEntry]:
            return [one for one in found if with_itself or one is not here]

        return await _alike(server, params, wanted)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        """From an index entry or a mention to the study, from a study to its entries; this document's before others."""

        def wanted(here: CatalogEntry | None, found: list[CatalogEntry]) -> list[CatalogEntry]:
            role = Role.INDEX if here and here.role is Role.STUDY else Role.STUDY
            others = [one for one in found if one.role is role and one is not here]
            return [one for one in others if here and one.name == here.name] or others

        return await _alike(server, params, wanted)


async def _alike(
    server: Server,
    params: types.ReferenceParams | types.DefinitionParams,
    wanted: Callable[[CatalogEntry | None, list[CatalogEntry]], list[CatalogEntry]],
) -> list[types.Location]:
    """Where those stand that are like the code at a position and wanted, of which that code itself comes first."""
    uri = params.text_document.uri
    snapshot = server.snapshot(uri)
    if snapshot is None:
        return []
    near = snapshot.around(params.position)
    pointed = pointed_at(near.document, near.offset)
    if pointed is None or pointed.study is None or pointed.study.code.force is None:
        return []
    study = pointed.study
    start = near.start + near.document.starts[pointed.number] + study.occurrence.span.start
    here = (name_of(uri), *snapshot.positions.row_and_column(start))
    force, kings = str(study.code.force), study.code.kings
    squares = study.position.squares if study.position else None

    def ask(catalog: Catalog) -> list[Remote]:
        found = catalog.alike(force, kings_of(kings) if kings else None, squares)
        own = next((one for one in found if (one.name, one.row, one.entry.spot.column) == here), None)
        return [one.place for one in wanted(own, found)[:_MOST]]

    places = await queried(server, ask)
    if server.documents.get(uri) is not snapshot.opened:
        raise JsonRpcContentModified
    return [server.location(place) for place in places]
