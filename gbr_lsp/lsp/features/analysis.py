"""`gbr.analyze`, `gbr.stopAnalysis` and `gbr.insertLine`: the user's engine analyzes positions.

Nothing is started or imported before the first of these commands.
"""

import asyncio
import os
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from gbr_lsp.lsp.conversion import to_workspace_edit
from gbr_lsp.lsp.server import LocatedPart, Server, Snapshot
from gbr_lsp.model.document import Document
from gbr_lsp.settings.layers import UNTRUSTED_MESSAGE, is_on_network

if TYPE_CHECKING:
    from gbr_lsp.ide.support.written_moves import LineWriter
    from gbr_lsp.lsp.state.analyses import Analyses
    from gbr_lsp.uci.report import EngineLine, EngineReport

NOTIFICATION = "gbr/analysis"
START_TIMEOUT = 10.0
"""Maximum seconds until an engine answers `uciok`."""

_OPTIONS_TIMEOUT = 2.0
"""Maximum seconds that a command waits for the configuration requested from the client."""
_FAILED = -32803
"""`RequestFailed` of the protocol."""
_MAX_LINES = 10
_MAX_SECONDS = 60.0
_LINES = 3
"""Number of lines if the request gives none."""
_MAX_LINE_LENGTH = 200
_SECONDS_AT_ONCE = 5.0
"""Seconds of analysis if the client takes no notifications and gives no number."""


class _LazyAnalyses:
    """The analyses of a server, created with the first, and how often all were stopped."""

    def __init__(self) -> None:
        self.analyses: Analyses | None = None
        self.stops = 0


def register(server: Server) -> None:
    state = _LazyAnalyses()

    @server.command("gbr.analyze")
    async def analyze(*arguments: Any) -> dict[str, Any] | None:
        """Analyze a position; return its id, with notifications to follow, or the final result.

        The latter for clients that take no notifications. None if there is no position.
        """
        place = server.place_of(arguments)
        return await _analyzed(server, state, *place) if place else None

    @server.command("gbr.stopAnalysis")
    async def stop(*arguments: Any) -> bool:
        """Stop the analysis with a number, or any; return True if one was running."""
        number, *_ = *arguments, None
        if not (number is None or type(number) is int):
            raise JsonRpcInvalidParams(message="gbr.stopAnalysis takes the number of an analysis")
        state.stops += number is None
        return bool(state.analyses and state.analyses.end("stopped", number))

    @server.command("gbr.insertLine")
    async def insert(*arguments: Any) -> str | None:
        """Insert moves next to those at a position, and return the inserted text."""
        place = server.place_of(arguments)
        return await _insert(server, *place) if place else None

    def changed(uri: str) -> None:
        if state.analyses:
            state.analyses.on_change(uri, server.documents.get(uri))

    def shut_down(_: Any = None) -> None:
        if state.analyses:
            state.analyses.end("stopped")

    server.events.on_change.append(changed)
    server.events.on_close.append(changed)
    server.feature(types.SHUTDOWN)(shut_down)


def _position(near: LocatedPart) -> "tuple[str | None, LineWriter | None]":
    """Return the FEN at `near` and the `LineWriter` of lines there; None for unknown ones.

    It runs in a thread on its own `Document`: the first call imports the parser of moves, and
    nothing should wait for that.
    """
    from gbr_lsp.ide.conversions import board_view
    from gbr_lsp.ide.support.written_moves import line_writer_at

    document = Document.of_blocks(list(near.document.blocks), near.document.host, near.document.conventions)
    shown = board_view(document, near.offset)
    fen = shown["fen"] if shown else None
    return fen, line_writer_at(document, near.offset, fen) if fen and " " in fen else None


async def _analyzed(
    server: Server, state: _LazyAnalyses, snapshot: Snapshot, offset: int, options: Any
) -> dict[str, Any] | None:
    """Return the answer of `gbr.analyze`, or None if there is no position.

    `options` are as in `_options`. Raises JsonRpcException.
    """
    lines, seconds = _options(options, _MAX_SECONDS if server.can_take_analysis else _SECONDS_AT_ONCE)
    await server.wait_for_options(_OPTIONS_TIMEOUT)
    engine = _engine(server)
    stops = state.stops
    fen, writing = await asyncio.to_thread(_position, snapshot.part_at_offset(offset))
    if fen is None:
        return None
    if writing is None:
        raise _failed("The side to move is not known here")
    if stops != state.stops:
        raise _failed("The analysis was stopped")
    opened = server.documents.get(snapshot.opened.uri)
    if opened is None or not opened.is_known or opened.version != snapshot.opened.version:
        raise _failed("The document has changed since")
    from gbr_lsp.lsp.state.analyses import Analyses, WatchedSection
    from gbr_lsp.uci.report import Question

    analyses = state.analyses = state.analyses or Analyses()
    over: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def on_report(number: int, report: "EngineReport", ended: str | None) -> None:
        answer = _as_json(number, fen, writing, report, ended)
        if server.can_take_analysis:
            server.protocol.notify(NOTIFICATION, answer)
        elif ended and not over.done():
            over.set_result(answer)

    question = Question(engine, fen, lines, seconds, START_TIMEOUT)
    number = analyses.begin(question, WatchedSection(opened, offset), on_report)
    if server.can_take_analysis:
        return {"id": number, "fen": fen}
    try:
        return await over
    finally:
        # A cancelled request ends the analysis too.
        analyses.end("stopped", number)


def _options(options: Any, seconds: float) -> tuple[int, float]:
    """Return the number of lines and the seconds in `options`.

    `seconds` is used if there are none. Raises JsonRpcInvalidParams.
    """
    given = {} if options is None else options
    if not isinstance(given, dict):
        raise JsonRpcInvalidParams(message="the options of gbr.analyze must be an object with lines and seconds")
    lines, wanted = given.get("lines", _LINES), given.get("seconds", seconds)
    if type(lines) is not int or not 1 <= lines <= _MAX_LINES:
        raise JsonRpcInvalidParams(message=f"lines must be a number from 1 to {_MAX_LINES}")
    if type(wanted) not in (int, float) or not 0 < wanted:
        raise JsonRpcInvalidParams(message="seconds must be a number above 0")
    return lines, float(min(wanted, _MAX_SECONDS))


def _engine(server: Server) -> str:
    """Return the path of the user's engine. Raises JsonRpcException if it must not be started."""
    path = server.options.engine
    if not path:
        raise _failed("No engine is set: set gbr.engine to the absolute path of a UCI engine")
    if not os.path.isabs(path):
        raise _failed(f"gbr.engine is not an absolute path: {path}")
    if not server.configuration.trusted and is_on_network(path):
        raise _failed(f"gbr.engine {UNTRUSTED_MESSAGE}: {path}")
    if not os.path.isfile(path):
        raise _failed(f"gbr.engine is not a file: {path}")
    if not os.access(path, os.X_OK):
        raise _failed(f"gbr.engine is not an executable file: {path}")
    if not server.configuration.trusted and (folder := _around(path, server.index.tree.folders)):
        raise _failed(f"gbr.engine is inside a workspace that is not trusted: {folder}")
    return path


def _around(path: str, folders: list[str]) -> str | None:
    """Return the folder of `folders` that contains the file `path`, or None."""
    real = os.path.realpath(path)
    for folder in folders:
        try:
            if os.path.commonpath([real, os.path.realpath(folder)]) == os.path.realpath(folder):
                return folder
        except ValueError:
            continue  # They are on different drives.
    return None


def _as_json(number: int, fen: str, writing: "LineWriter", report: "EngineReport", ended: str | None) -> dict[str, Any]:
    """Return the answer or notification about the analysis `number`."""
    return {
        "id": number,
        "fen": fen,
        "engine": report.engine,
        "lines": [_line(writing, line) for line in report.lines],
        "ended": ended,
        "problem": report.problem,
    }


def _line(writing: "LineWriter", line: "EngineLine") -> dict[str, Any]:
    """Return an engine's line as JSON."""
    return {
        "text": writing(line.san),
        "moves": list(line.moves),
        "evaluation": _evaluation(line),
        "centipawns": line.centipawns,
        "mate": line.mate,
        "depth": line.depth,
    }


def _evaluation(line: "EngineLine") -> str:
    """Return the evaluation from White's view: `+1.25`, `-0.40`, `0.00`, `#3`, `#-3`; empty if unknown."""
    if line.mate is not None:
        return f"#{line.mate}"
    if line.centipawns is None:
        return ""
    return f"{line.centipawns / 100:+.2f}" if line.centipawns else "0.00"


async def _insert(server: Server, snapshot: Snapshot, offset: int, wanted: Any) -> str:
    """Insert the line `wanted` at `offset` and return its text.

    Raises JsonRpcException with the reason if nothing is inserted.
    """
    from gbr_lsp.ide.support.written_moves import CannotWrite, write_moves

    fen, moves = (wanted.get("fen"), wanted.get("moves")) if isinstance(wanted, dict) else (None, None)
    if not isinstance(fen, str) or not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise JsonRpcInvalidParams(message="gbr.insertLine takes an object with the fen of the position and moves")
    if _MAX_LINE_LENGTH < len(moves):
        raise JsonRpcInvalidParams(message=f"a line may have at most {_MAX_LINE_LENGTH} moves")
    if not server.can_apply_edits:
        raise _failed("The editor does not accept edits from the server")
    near = snapshot.part_at_offset(offset)
    try:
        (edit,) = write_moves(near.document, near.offset, fen, moves).edits
    except CannotWrite as reason:
        raise _failed(str(reason)) from None
    edits = [edit.shift(near.start)]
    change = to_workspace_edit(server.client_capabilities, snapshot.opened, snapshot.positions, edits)
    server.workspace_apply_edit(types.ApplyWorkspaceEditParams(change, label="Insert a line"))
    return edit.text.strip()


def _failed(why: str) -> JsonRpcException:
    """Return the error "request failed" with the reason `why`."""
    return JsonRpcException(why, _FAILED)
