"""What leads from a code to others: references, definitions, and the symbols of the workspace."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types

from gbr_lsp.collection.cards import Card
from gbr_lsp.collection.search import BadQuery, read_query
from gbr_lsp.ide.support.cursor import pointed_at
from gbr_lsp.lsp.convert import to_remote
from gbr_lsp.lsp.uris import name_of
from gbr_lsp.model.roles import Role
from gbr_lsp.notation.symmetry import least_mirror

if TYPE_CHECKING:
    from gbr_lsp.lsp.server import Look, Server

_MOST = 1_000


def register(server: "Server") -> None:
    server.feature(types.TEXT_DOCUMENT_REFERENCES)(_references(server))
    server.feature(types.TEXT_DOCUMENT_DEFINITION)(_definition(server))
    server.feature(types.WORKSPACE_SYMBOL)(_symbols(server))


def _references(server: "Server") -> Callable[[types.ReferenceParams], list[types.Location]]:
    def answer(params: types.ReferenceParams) -> list[types.Location]:
        """The same class and kings, and the same position, wherever they stand."""
        looked_at = server.look(params.text_document.uri)
        if looked_at is None:
            return []
        here, cards = alike(server, looked_at, looked_at.positions.offset(params.position))
        wanted = [card for card in cards if params.context.include_declaration or card is not here]
        return [to_location(server, card) for card in wanted[:_MOST]]

    return answer


def _definition(server: "Server") -> Callable[[types.DefinitionParams], list[types.Location]]:
    def answer(params: types.DefinitionParams) -> list[types.Location]:
        """From an index entry or a mention to the study, from a study to its entries; this document's before others."""
        looked_at = server.look(params.text_document.uri)
        if looked_at is None:
            return []
        here, cards = alike(server, looked_at, looked_at.positions.offset(params.position))
        if here is None:
            return []
        role = Role.INDEX if here.role is Role.STUDY else Role.STUDY
        found = [card for card in cards if card.role is role and card is not here]
        own = [card for card in found if card.place.document == here.place.document]
        return [to_location(server, card) for card in (own or found)[:_MOST]]

    return answer


def alike(server: "Server", looked_at: "Look", offset: int) -> tuple[Card | None, list[Card]]:
    """The card of the code at an offset, and all that are like it, itself included."""
    pointed = pointed_at(looked_at.document, offset)
    if pointed is None or pointed.study is None:
        return None, []
    study = pointed.study
    start = looked_at.document.starts[pointed.number] + study.occurrence.span.start
    position = study.position
    cards = server.library.collection().alike(study.code, least_mirror(position.fen) if position else None)
    place = looked_at.positions.row_and_column(start)
    name = name_of(looked_at.opened.uri)
    here = next((card for card in cards if card.place.document == name and card.place[1:3] == place), None)
    return here, cards


def _symbols(server: "Server") -> Callable[[types.WorkspaceSymbolParams], list[types.WorkspaceSymbol]]:
    def answer(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        """The studies that a pattern of `search` finds: class, material, kings, goal, turn; all for an empty one."""
        try:
            query = read_query(params.query) if params.query.strip() else None
        except BadQuery:
            return []
        cards = (card for card in server.library.collection() if card.role is Role.STUDY)
        found = [card for card in cards if query is None or query.answers(card.code, card.men, card.turn)]
        return [
            types.WorkspaceSymbol(
                location=to_location(server, card),
                name=card.place.text,
                kind=types.SymbolKind.Object,
                container_name=card.place.document.replace("\\", "/").rpartition("/")[2],
            )
            for card in found[:_MOST]
        ]

    return answer


def to_location(server: "Server", card: Card) -> types.Location:
    """Where a code stands, in the URI by which the client knows its document."""
    return to_remote(card.place._replace(document=server.library.uri(card.place.document)), server.documents.encoding)
