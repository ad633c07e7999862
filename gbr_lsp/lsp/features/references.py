"""`textDocument/references` and `textDocument/definition`.

From a code to similar codes, from a move to other places with the position after it, from a note to
its mark and back.
"""

from collections.abc import Callable
from itertools import islice

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from gbr_lsp.collection.conditions import Every
from gbr_lsp.collection.study_facts import kings_of
from gbr_lsp.database.catalog import Catalog, CatalogEntry
from gbr_lsp.database.chunk import STUDY_CONDITION
from gbr_lsp.lsp.progress import query_with_progress
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.uris import is_in_memory, name_of
from gbr_lsp.model.finding import RemotePlace
from gbr_lsp.model.roles import Role

_MAX_RESULTS = 1_000
"""Maximum number of codes in an answer."""
_SHORT = 40_000
"""Code points; in other open documents up to this length, every move to a position is found."""


def register(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        """Return the codes with the same class and kings or the same position.

        At a move, return `_same_positions`.
        """
        with_itself = params.context.include_declaration
        found = await _same_positions(server, params, with_itself=with_itself)
        if found is not None:
            return found

        def wanted(here: CatalogEntry | None, found: list[CatalogEntry]) -> list[CatalogEntry]:
            """Return all of `found`, without `here`, the code at the cursor, unless requested."""
            return [one for one in found if with_itself or one is not here]

        return await _alike(server, params, wanted)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        """Return the study of an index entry or mention, or a study's index entries.

        Those with the code in this document are preferred. At the mark of a note, return the note;
        at the note, its mark; at `see move 5`, that move.
        """
        from gbr_lsp.ide.jumps import jump_at

        snapshot = server.snapshot(params.text_document.uri)
        near = snapshot and snapshot.part_at_position(params.position)
        jump = near and jump_at(near.document, near.offset)
        if snapshot and near and jump:
            range_ = snapshot.positions.range(jump.shift(near.start))
            return [types.Location(snapshot.opened.uri, range_)]

        def wanted(here: CatalogEntry | None, found: list[CatalogEntry]) -> list[CatalogEntry]:
            """Return the entries or studies of `found`; `here` is the code at the cursor."""
            role = Role.INDEX if here and here.role is Role.STUDY else Role.STUDY
            others = [one for one in found if one.role is role and one is not here]
            return [one for one in others if here and one.name == here.name] or others

        return await _alike(server, params, wanted)


async def _same_positions(
    server: Server, params: types.ReferenceParams, *, with_itself: bool
) -> list[types.Location] | None:
    """Return the places with the position after the move at the cursor.

    They are moves nearby and in other open documents, and studies of the workspace with the
    position in their solutions. `with_itself` includes the move at the cursor. None if there is no
    move.
    """
    from gbr_lsp.collection.search import read_query
    from gbr_lsp.ide.support.cursor_moves import moves_at
    from gbr_lsp.ide.transpositions import moves_to_position

    uri = params.text_document.uri
    snapshot = server.snapshot(uri)
    near = snapshot and snapshot.part_at_position(params.position)
    moves = near and moves_at(near.document, near.offset)
    step = moves and moves.step_at_caret
    if snapshot is None or near is None or moves is None or step is None or step.after is None:
        return None
    wanted, fen = step.after, moves.fen
    itself = step.span.shift(moves.shift + near.start)
    around = {span.shift(moves.shift) for span in moves.tree.spans_of_moves_to(wanted)}
    spans = {span.shift(near.start) for span in around.union(moves_to_position(near.document, wanted))}
    here = sorted(span for span in spans if with_itself or span != itself)
    found = [types.Location(uri, snapshot.positions.range(span)) for span in here]
    searched = {name_of(uri)} if near.document.length == snapshot.document.length else set()
    for other in server.documents:
        shown = server.snapshot(other) if other != uri and not is_in_memory(other) else None
        if shown and shown.document.length <= _SHORT:
            searched.add(name_of(other))
            places = moves_to_position(shown.document, wanted)
            found += [types.Location(other, shown.positions.range(span)) for span in places]
    if fen is None:
        return found
    condition = Every((STUDY_CONDITION, read_query(f'during:"{" ".join(fen.split()[:2])}"').condition))

    def ask(catalog: Catalog) -> list[RemotePlace]:
        studies = (one for one in catalog.matches(condition) if one.name not in searched)
        return [one.place for one in islice(studies, _MAX_RESULTS)]

    elsewhere = await query_with_progress(server, ask, uri)
    if server.documents.get(uri) is not snapshot.opened:
        raise JsonRpcContentModified
    return found + [server.location(place) for place in elsewhere]


async def _alike(
    server: Server,
    params: types.ReferenceParams | types.DefinitionParams,
    wanted: Callable[[CatalogEntry | None, list[CatalogEntry]], list[CatalogEntry]],
) -> list[types.Location]:
    """Return the locations of the codes that `wanted` selects for the one at the cursor.

    `wanted` gets the `CatalogEntry` of that code, or None, and all similar ones with it. Empty if
    no code is there.
    """
    from gbr_lsp.ide.support.cursor import target_at

    uri = params.text_document.uri
    snapshot = server.snapshot(uri)
    if snapshot is None:
        return []
    near = snapshot.part_at_position(params.position)
    pointed = target_at(near.document, near.offset)
    if pointed is None or pointed.study is None or pointed.study.code.force is None:
        return []
    study = pointed.study
    start = near.start + near.document.starts[pointed.number] + study.occurrence.span.start
    here = (name_of(uri), *snapshot.positions.row_and_column(start))
    force, kings = str(study.code.force), study.code.kings
    squares = study.position.squares if study.position else None

    def ask(catalog: Catalog) -> list[RemotePlace]:
        found = catalog.similar_codes(force, kings_of(kings) if kings else None, squares)
        own = next((one for one in found if (one.name, one.row, one.entry.spot.column) == here), None)
        return [one.place for one in wanted(own, found)[:_MAX_RESULTS]]

    places = await query_with_progress(server, ask, uri)
    if server.documents.get(uri) is not snapshot.opened:
        raise JsonRpcContentModified
    return [server.location(place) for place in places]
