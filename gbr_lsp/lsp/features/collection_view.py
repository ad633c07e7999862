"""The collection of a workspace for a view: `gbr.collection`, `gbr.studyBoard`, `gbr/collectionChanged`."""

import asyncio
from typing import Any, NamedTuple

from pygls.exceptions import JsonRpcInvalidParams

from gbr_lsp.collection.conditions import Cell, Condition, Every, Fits
from gbr_lsp.collection.facts import GOAL, TURN, fen_of, value_of
from gbr_lsp.database.catalog import Catalog, CatalogEntry
from gbr_lsp.lsp.progress import query_with_progress
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.transport.long_json import WrittenResult, written_json
from gbr_lsp.lsp.uris import name_of
from gbr_lsp.notation.values import SQUARE_NAMES

NOTIFICATION = "gbr/collectionChanged"

_GROUPINGS = ("class", "composer", "file", "finding")
_ONLY = ("win", "draw", "findings")
_SIGNS = {"win": "+", "draw": "="}
_STATUSES = {
    "error": "error",
    "warning": "warning",
    "information": "information",
    "hint": "information",
    "uncompared": "uncompared",
}
_PAUSE = 0.5
"""Minimum seconds between two notifications."""


class _Request(NamedTuple):
    """The argument of `gbr.collection`; see docs/editors.md."""

    query: str
    group: str
    path: list[str]
    only: list[str]
    offset: int
    limit: int


def register(server: Server) -> None:
    view = _CollectionView(server)

    @server.command("gbr.collection")
    async def collection(given: Any = None, *_: Any) -> WrittenResult:
        """Return groups or studies of the workspace that match a query."""
        return await view.answer(_request_of(given))

    @server.command("gbr.studyBoard")
    async def study_board(given: Any = None, *_: Any) -> str | None:
        """Return the board of the study `{id}` as SVG, or None if it is not known."""
        return await view.board(given.get("id") if isinstance(given, dict) else None)

    events = server.events
    server.index.on_change.append(view.changed)
    for listeners in (events.on_change, events.on_open, events.on_index, events.on_findings):
        listeners.append(view.changed)


class _CollectionView:
    """The answers to a client that shows the collection; nothing is done before it asks."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._is_shown = False
        """True after the first request."""
        self._timer: asyncio.TimerHandle | None = None
        self._notified = -_PAUSE

    async def answer(self, request: _Request) -> WrittenResult:
        """Return the answer to `request` as JSON. Raises JsonRpcInvalidParams for an unreadable query."""
        self._is_shown = True
        server = self._server
        findings = server.findings()

        from gbr_lsp.collection.search import BadQuery

        try:
            result = await query_with_progress(server, lambda catalog: _answer(server, catalog, request))
        except BadQuery as error:
            raise JsonRpcInvalidParams(message=str(error)) from None
        is_complete = findings.is_complete and not server.index.is_scanning
        result["state"] = "ready" if is_complete else "reading" if server.index.is_scanning else "checking"
        return written_json(result)

    async def board(self, number: object) -> str | None:
        """Return the board of a study as SVG, or None."""
        if not isinstance(number, str):
            return None

        def ask(catalog: Catalog) -> str | None:
            from gbr_lsp.boards.drawing import small_svg
            from gbr_lsp.notation.placement import Placement

            found = _study_with(self._server, catalog, number)
            squares = found.entry.facts.squares if found else ""
            return small_svg(Placement(fen_of(squares))) if squares.strip() else None

        return await self._server.index.query(ask)

    def changed(self, *_: object) -> None:
        """Announce other answers after a change of documents, files or findings.

        The client is notified now, or `_PAUSE` seconds after the last time, once for all changes until then.
        """
        if self._is_shown and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(loop.time(), self._notified + _PAUSE), self._notify_now)

    def _notify_now(self) -> None:
        self._timer = None
        self._notified = asyncio.get_running_loop().time()
        self._server.protocol.notify(NOTIFICATION, {})


def _request_of(given: object) -> _Request:
    """Return the request in JSON with its defaults. Raises JsonRpcInvalidParams."""
    values = given if isinstance(given, dict) else {}
    defaults = {"query": "", "group": "class", "path": [], "only": [], "offset": 0, "limit": 500}
    request = _Request(**{name: values.get(name, default) for name, default in defaults.items()})
    if not isinstance(request.query, str):
        raise JsonRpcInvalidParams(message="query must be a text")
    if request.group not in _GROUPINGS:
        raise JsonRpcInvalidParams(message=f"group must be one of {', '.join(_GROUPINGS)}")
    if not isinstance(request.path, list) or not all(isinstance(key, str) for key in request.path):
        raise JsonRpcInvalidParams(message="path must be a list of texts")
    if not isinstance(request.only, list) or not all(one in _ONLY for one in request.only):
        raise JsonRpcInvalidParams(message=f"only must be a list of {', '.join(_ONLY)}")
    for number in (request.offset, request.limit):
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise JsonRpcInvalidParams(message="offset and limit must be numbers from 0")
    return request


def _answer(server: Server, catalog: Catalog, request: _Request) -> dict[str, Any]:
    """Return the answer to `request`; raise BadQuery."""
    from gbr_lsp.database.catalog_groups import MAX_ROWS, Matches, count_studies

    condition, reading = _condition(catalog, request)
    matches = Matches(catalog, condition)
    limit = min(request.limit, MAX_ROWS)
    end = request.offset + limit
    groups = studies = None
    if request.path:
        found = matches.rows(request.group, request.path[0], request.offset, limit + 1)
        studies = [_study(server, one) for one in found[:limit]]
        more = limit < len(found)
    else:
        all_groups = matches.groups(request.group)
        groups = [_group(server, request.group, *one) for one in all_groups[request.offset : end]]
        more = end < len(all_groups)
    return {
        "readAs": reading,
        "total": matches.total,
        "all": count_studies(catalog),
        "groups": groups,
        "studies": studies,
        "more": more,
    }


def _condition(catalog: Catalog, request: _Request) -> tuple[Condition, str]:
    """Return the condition of `request`, and its query in the query language.

    A year is also a class, `1925`, in the query language; it is read as a year if no study has the class.
    Raises BadQuery.
    """
    from gbr_lsp.collection.questions import read_question, year_reading
    from gbr_lsp.collection.search import read_query
    from gbr_lsp.database.catalog_groups import Matches, field_of

    text = request.query.strip()
    query, reading = read_question(text or "*", lambda word: field_of(catalog, word))
    other = year_reading(text) if text == reading else None
    if other and not Matches(catalog, query.condition).total:
        query, reading = read_query(other), other
    conditions = [query.condition]
    goals = "".join(_SIGNS[one] for one in request.only if one in _SIGNS)
    if goals:
        conditions.append(Cell("signs", GOAL, goals))
    if "findings" in request.only:
        conditions.append(Fits("findings", "reported", ""))
    return Every(tuple(conditions)), reading if text else ""


def _group(server: Server, by: str, key: str, size: int) -> dict[str, Any]:
    """Return a group as JSON."""
    title, detail = key, ""
    if by == "class":
        title, detail = key or "No class", _men(key)
    elif by == "composer":
        title = key or "Unknown composer"
    elif by == "file":
        title = server.index.tree.shown_path(key)
    elif key in _FINDING_TITLES:
        title = _FINDING_TITLES[key]
    return {"key": key, "title": title, "detail": detail, "count": size}


_FINDING_TITLES = {"uncompared": "Nothing to compare with", "-": "No findings"}


def _men(force: str) -> str:
    """Return the men of a class in words: `king, rook against king, 2 knights`; empty without a class."""
    from gbr_lsp.notation.class_token import force_from
    from gbr_lsp.notation.men import material_words, men_of
    from gbr_lsp.notation.values import BLACK, WHITE

    if not force:
        return ""
    men = men_of(force_from(force))
    return " against ".join(material_words(men, color) for color in (WHITE, BLACK))


def _study(server: Server, found: CatalogEntry) -> dict[str, Any]:
    """Return a study as JSON."""
    from gbr_lsp.database.catalog_groups import findings_of

    facts = found.entry.facts
    reported = findings_of(found)
    kings = "".join("??" if square is None else SQUARE_NAMES[square] for square in map(value_of, facts.kings))
    goal, turn = facts.signs[GOAL].strip(), facts.signs[TURN]
    code = (
        f"{goal}{facts.force}{f' {kings}' if facts.kings.strip() else ''}" if facts.force.strip() else found.entry.text
    )
    has_board = bool(facts.squares.strip())
    return {
        "id": f"{found.row}:{found.entry.spot.column}:{server.index.uri(found.name)}",
        "code": code,
        "composer": facts.composer.strip(" ?") or None,
        "year": int(facts.year) if facts.year.strip() else None,
        "source": facts.event.strip(" ?") or None,
        "file": server.index.tree.shown_path(found.name),
        "line": found.row + 1,
        "status": next((status for name, status in _STATUSES.items() if any(one[0] == name for one in reported)), None),
        "messages": [message for _, rule, message in reported if rule],
        "fen": f"{fen_of(facts.squares)} {turn.strip() or 'w'} - - 0 1" if has_board else None,
        "location": server.plain_location(found.place),
    }


def _study_with(server: Server, catalog: Catalog, number: str) -> CatalogEntry | None:
    """Return the study with the id `number`, or None."""
    row, _, rest = number.partition(":")
    column, _, uri = rest.partition(":")
    if not (row.isdecimal() and column.isdecimal()):
        return None
    return catalog.code_at(name_of(uri), int(row), int(column))
