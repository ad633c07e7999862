"""`workspace/executeCommand`: searches of all studies by a pattern or a position."""

from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from gbr_lsp.base.text import Span
from gbr_lsp.collection.conditions import Condition, Every, Resembles, rules_in
from gbr_lsp.collection.nearness import Relation, relation_of
from gbr_lsp.database.catalog import Catalog, CatalogEntry
from gbr_lsp.database.chunk import STUDY_CONDITION
from gbr_lsp.lsp.progress import query_with_progress, show_progress
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.transport.long_json import WrittenResult, written_json
from gbr_lsp.lsp.uris import name_of
from gbr_lsp.model.finding import RemotePlace

_MAX_RESULTS = 1_000
"""Maximum number of studies in an answer."""

_Shown = tuple[str, str, RemotePlace]
"""A study in an answer: its title, its relation to the position in words, and its place."""


def register(server: Server) -> None:
    @server.command("gbr.search")
    async def search(pattern: Any = None, *_: Any) -> WrittenResult:
        """Return the studies that match a `search` pattern or plain words.

        They are in `found`, the pattern in `readAs`, and whether there are more in `more`.
        """
        from gbr_lsp.collection.questions import read_question
        from gbr_lsp.collection.search import BadQuery
        from gbr_lsp.database.catalog_groups import field_of

        is_linted = False

        def ask(catalog: Catalog) -> tuple[str, list[_Shown]] | None:
            """Return the reading and the studies, or None if the findings must be known first."""
            text = pattern if isinstance(pattern, str) else ""
            query, reading = read_question(text, lambda word: field_of(catalog, word))
            if rules_in(query.condition) and not is_linted:
                return None
            if query.model_squares:
                nearest = [_shown(one, how) for how, one in _nearest(catalog, query.condition, query.model_squares)]
                return reading, nearest[: _MAX_RESULTS + 1]
            titles = catalog.search_titles(None, query.condition, _MAX_RESULTS + 1)
            return reading, [(title, "", place) for title, place in titles]

        try:
            answer = await query_with_progress(server, ask)
            while answer is None:
                async with show_progress(server, "Checking studies", lambda: ""):
                    await server.findings().wait()
                is_linted = True
                answer = await query_with_progress(server, ask)
        except BadQuery as error:
            raise JsonRpcInvalidParams(message=str(error)) from None
        reading, found = answer
        return written_json(
            {
                "found": [_listed(server, one) for one in found[:_MAX_RESULTS]],
                "more": _MAX_RESULTS < len(found),
                "readAs": reading,
            }
        )

    @server.command("gbr.anticipations")
    async def anticipations(uri: Any = None, position: Any = None, *_: Any) -> WrittenResult | None:
        """Return the studies equal or similar to the one at the position, the nearest first.

        None if its board is unknown. The study itself is left out.
        """
        from gbr_lsp.ide.support.cursor import target_at

        place = server.place_of((uri, position))
        if place is None:
            return None
        snapshot, offset, _argument = place
        near, start = snapshot.document.part(Span(offset, offset))
        pointed = target_at(near, offset - start)
        if pointed is None or pointed.study is None or pointed.study.position is None:
            return None
        squares = pointed.study.position.squares
        at = start + near.starts[pointed.number] + pointed.study.occurrence.span.start
        here = (name_of(uri), *snapshot.positions.row_and_column(at))

        def ask(catalog: Catalog) -> list[_Shown]:
            found = _nearest(catalog, Resembles(squares), squares)
            others = [(how, one) for how, one in found if (one.name, one.row, one.entry.spot.column) != here]
            return [_shown(one, how) for how, one in others[:_MAX_RESULTS]]

        return written_json([_listed(server, one) for one in await query_with_progress(server, ask, str(uri))])


def _nearest(catalog: Catalog, condition: Condition, squares: str) -> list[tuple[Relation | None, CatalogEntry]]:
    """Return the studies that satisfy `condition` with their relation to `squares`, the nearest first."""
    found = [
        (relation_of(squares, one.entry.facts.squares), one)
        for one in catalog.matches(Every((STUDY_CONDITION, condition)))
    ]
    return sorted(found, key=lambda pair: pair[0] or _MAX_DISTANCE)


_MAX_DISTANCE = (9,)


def _shown(found: CatalogEntry, how: Relation | None) -> _Shown:
    return found.title, how.words if how else "", found.place


def _listed(server: Server, shown: _Shown) -> dict[str, Any]:
    """Return `shown` as JSON, with its location."""
    title, how, place = shown
    return {"title": title, "how": how, "location": server.plain_location(place)}
