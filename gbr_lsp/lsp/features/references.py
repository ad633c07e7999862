"""`textDocument/references` and `textDocument/definition`: from a code to those that are like it."""

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from gbr_lsp.collection.cards import Card
from gbr_lsp.ide.support.cursor import pointed_at
from gbr_lsp.lsp.progress import queried
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.uris import name_of
from gbr_lsp.model.roles import Role
from gbr_lsp.notation.symmetry import least_mirror

_MOST = 1_000


def register(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        """The same class and kings, and the same position, wherever they stand."""
        here, cards = await _alike(server, params)
        wanted = [card for card in cards if params.context.include_declaration or card is not here]
        return [server.location(card) for card in wanted[:_MOST]]

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        """From an index entry or a mention to the study, from a study to its entries; this document's before others."""
        here, cards = await _alike(server, params)
        role = Role.INDEX if here and here.role is Role.STUDY else Role.STUDY
        found = [card for card in cards if card.role is role and card is not here]
        own = [card for card in found if here and card.place.document == here.place.document]
        return [server.location(card) for card in (own or found)[:_MOST]]


async def _alike(
    server: Server, params: types.ReferenceParams | types.DefinitionParams
) -> tuple[Card | None, list[Card]]:
    """The card of the code at a position, and all that are like it, itself included."""
    uri = params.text_document.uri
    snapshot = server.snapshot(uri)
    if snapshot is None:
        return None, []
    near = snapshot.around(params.position)
    pointed = pointed_at(near.document, near.offset)
    if pointed is None or pointed.study is None:
        return None, []
    study = pointed.study
    start = near.start + near.document.starts[pointed.number] + study.occurrence.span.start
    place = snapshot.positions.row_and_column(start)
    position = study.position
    mirror = least_mirror(position.fen) if position else None
    cards = await queried(server, lambda collection: collection.alike(study.code, mirror))
    if server.documents.get(uri) is not snapshot.opened:
        raise JsonRpcContentModified
    name = name_of(uri)
    here = next((card for card in cards if card.place.document == name and card.place[1:3] == place), None)
    return here, cards
