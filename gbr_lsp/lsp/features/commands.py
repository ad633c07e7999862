"""`workspace/executeCommand`: the commands that extensions offer to their users."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from gbr_lsp.base.text import Span
from gbr_lsp.boards.drawing import SHAPES
from gbr_lsp.lint.engine import rules_of
from gbr_lsp.lsp.background import answer_in_process, answer_in_thread
from gbr_lsp.lsp.conversion import to_workspace_edit
from gbr_lsp.lsp.progress import query_with_progress
from gbr_lsp.lsp.server import LocatedPart, Server, Snapshot
from gbr_lsp.lsp.transport.long_json import WrittenResult, write_result
from gbr_lsp.notation.values import Form

if TYPE_CHECKING:
    from gbr_lsp.ide.draft_board import DraftBoard
    from gbr_lsp.ide.move_nodes import MoveNode
    from gbr_lsp.ide.support.cursor_moves import MovesAt
    from gbr_lsp.ide.support.outcomes import OutcomeMark
    from gbr_lsp.solutions.line import Node
    from gbr_lsp.solutions.made_moves import MoveDescription

_Command = Callable[[Server, Snapshot, int, Any], Awaitable[Any]]
"""A command at an offset of a document, with one more argument."""
_MANY_MOVES = 60
"""Maximum number of moves that `gbr.moves` answers without a thread."""


def register(server: Server) -> None:
    @server.command("gbr.index")
    async def index(*arguments: Any) -> str:
        """Return the text of the index of all documents, or of the given URI."""
        uri, *_ = *arguments, None
        return await server.index.directory(uri)

    @server.command("gbr.coverage")
    async def coverage(uri: Any = None, *_: Any) -> dict[str, Any] | None:
        """Return the numbers of `codes`, `compared` codes and `findings` of `uri`; None if it is not open.

        `summary` contains the first two in words. The findings are complete by then.
        """
        from gbr_lsp.lint.coverage import coverage_of

        state = await server.lint_jobs.findings(uri) if isinstance(uri, str) else None
        if state is None or state[0].is_too_long:
            return None
        opened, found = state
        counts = coverage_of(opened.document, rules_of(opened.settings))
        return {
            "version": opened.version,
            "codes": counts.codes,
            "compared": counts.compared,
            "findings": len(found),
            "summary": counts.summary,
        }

    for name, command in _AT_A_CODE.items():
        server.command(name)(_at_a_code(server, command))


def _at_a_code(server: Server, command: _Command) -> Callable[[Any], Any]:
    """Return the handler of `command`, which converts its arguments to a snapshot and an offset."""

    async def run(*arguments: Any) -> Any:
        """Run `command` for a URI, a position and an argument; None for an unknown document."""
        place = server.place_of(arguments)
        return await command(server, *place) if place else None

    return run


async def _copy_fen(server: Server, snapshot: Snapshot, offset: int, _argument: Any) -> str | None:
    """Return the FEN of the position at `offset`, or None."""
    from gbr_lsp.ide.conversions import fen_at

    near = snapshot.part_at_offset(offset)
    return fen_at(near.document, near.offset)


async def _show_board(server: Server, snapshot: Snapshot, offset: int, _argument: Any) -> dict[str, Any] | None:
    """Return board, line and draft at `offset` as JSON, or None without a board."""
    from gbr_lsp.ide.conversions import board_view, titled_board_view
    from gbr_lsp.ide.draft_board import draft_board
    from gbr_lsp.ide.pairs import places_of_study_at
    from gbr_lsp.ide.support.cursor_moves import moves_around

    near = snapshot.part_at_offset(offset)
    shown = board_view(near.document, near.offset)
    draft = draft_board(near.document, near.offset)
    if draft and shown and shown["fen"] and not shown["note"]:
        # A code with a known position may be complete here.
        draft = None
    if draft:
        shown = titled_board_view(draft.title)
    if shown is None:
        return None
    moves = moves_around(near.document, near.offset)
    return {
        **shown,
        "shapes": SHAPES,
        "version": snapshot.opened.version,
        "places": [_range(snapshot, span.shift(near.start)) for span in places_of_study_at(near.document, near.offset)],
        "line": _line(snapshot, near.start, moves, await _marks(near, moves)) if moves else None,
        "draft": _draft(near, draft) if draft else None,
    }


def _draft(near: LocatedPart, draft: "DraftBoard") -> dict[str, Any]:
    """Return the next man of an unfinished code and its free squares, as JSON."""
    from gbr_lsp.ide.completion import offered_squares

    return {
        "placement": draft.placement,
        "waits": draft.letter,
        "words": draft.words,
        "free": offered_squares(near.document, draft.typed_span),
        "lacking": draft.missing_count,
    }


async def _marks(near: LocatedPart, moves: "MovesAt") -> "dict[Node, OutcomeMark | None]":
    """Return the `OutcomeMark`s that the tablebases give for the positions in the line of `moves`.

    They are those after the moves up to the cursor and after the next ones, by node. The tables are read in
    a thread, as opening one may take a while.
    """
    from gbr_lsp.ide.support.outcomes import outcome_mark

    tables, tree, node = near.document.conventions.tables, moves.tree, moves.cursor.node
    if tables is None:
        return {}
    nodes = [*node.path, *tree.choices(node), tree.known(node)]
    return await asyncio.to_thread(lambda: {one: outcome_mark(tables, one.after) for one in nodes})


def _line(snapshot: Snapshot, start: int, moves: "MovesAt", marks: "dict[Node, OutcomeMark | None]") -> dict[str, Any]:
    """Return the line of `moves` as JSON with ranges; `start` is the offset of their document."""
    tree, node = moves.tree, moves.cursor.node

    def ranged(span: Span | None) -> dict[str, Any] | None:
        return span and _range(snapshot, span.shift(moves.shift + start))

    def printed(key: str, text: str, move: "Node") -> dict[str, Any]:
        return {key: text, "range": ranged(move.span), "tables": _mark(marks.get(move))}

    step, following = moves.step, tree.next(node)
    made = tree.made(step) if step else None
    return {
        "version": snapshot.opened.version,
        "start": tree.fen(tree.root),
        "move": step and made and {**_made(made), "range": ranged(step.span)},
        "path": [printed("text", tree.numbered(one), one) for one in node.path],
        "previous": ranged(tree.previous(node)),
        "next": ranged(following.span if following else None),
        "first": ranged(tree.first),
        "last": ranged(tree.last(node)),
        "choices": [printed("san", tree.text_of(one), one) for one in tree.choices(node)],
        "lost": moves.cursor.lost_reason,
        "tables": _mark(marks.get(tree.known(node))),
    }


def _made(made: "MoveDescription | None") -> dict[str, str | None]:
    """Return the spelling, words and squares of `made` as JSON, all None without a move."""
    san, words, origin, to = made or (None, None, None, None)
    return {"san": san, "words": words, "from": origin, "to": to}


def _range(snapshot: Snapshot, span: Span) -> dict[str, Any]:
    """Return the range of `span` as JSON."""
    first, last = (snapshot.positions.position(offset) for offset in span)
    return {
        "start": {"line": first.line, "character": first.character},
        "end": {"line": last.line, "character": last.character},
    }


def _mark(mark: "OutcomeMark | None") -> dict[str, str] | None:
    return mark and {"sign": mark.sign, "words": mark.words}


async def _moves(server: Server, snapshot: Snapshot, offset: int, _argument: Any) -> WrittenResult | None:
    """Return the moves around `offset` as JSON, or None outside of moves.

    With more than `_MANY_MOVES` or with tablebases it is made in a thread. Raises
    JsonRpcContentModified.
    """
    from gbr_lsp.ide.move_nodes import move_nodes
    from gbr_lsp.ide.support.cursor_moves import moves_around
    from gbr_lsp.ide.support.outcomes import outcome_mark

    near = snapshot.part_at_offset(offset)
    moves = moves_around(near.document, near.offset)
    if moves is None:
        return None
    tables = near.document.conventions.tables

    def answer() -> WrittenResult:
        found = move_nodes(moves, near.document)
        nodes = [
            _node(snapshot, near.start, number, node, outcome_mark(tables, node.position))
            for number, node in enumerate(found.nodes)
        ]
        rest = {
            "version": snapshot.opened.version,
            "current": found.current,
            "lost": found.lost_reason,
            "more": found.has_more,
        }
        head = json.dumps(rest, separators=(",", ":"))[:-1] + ',"nodes":'
        return WrittenResult([head.encode(), *write_result(nodes, lambda value: value).pieces, b"}"])

    is_long = tables is not None or _MANY_MOVES < len(moves.tree.moves)
    return cast("WrittenResult", await answer_in_thread(server, snapshot.opened, answer, is_long=is_long))


def _node(snapshot: Snapshot, start: int, number: int, node: "MoveNode", mark: "OutcomeMark | None") -> dict[str, Any]:
    """Return `node` as JSON; its span counts from the offset `start`."""
    from gbr_lsp.solutions.nags import meaning, sign_of

    return {
        "id": number,
        "parent": node.parent,
        "text": node.text or None,
        "number": node.number or None,
        **_made(node.move),
        "range": _range(snapshot, node.span.shift(start)),
        "fen": node.fen,
        "glyphs": [glyph.number for glyph in node.glyphs],
        "signs": [sign_of(glyph) for glyph in node.glyphs],
        "meanings": [meaning(glyph) for glyph in node.glyphs],
        "before": node.before,
        "comment": node.comment,
        "lost": node.lost_reason,
        "tables": _mark(mark),
    }


async def _show_class(server: Server, snapshot: Snapshot, offset: int, _argument: Any) -> list[types.Location]:
    """Return the locations of all studies with the class of the code at `offset`."""
    from gbr_lsp.ide.support.cursor import target_at

    near = snapshot.part_at_offset(offset)
    pointed = target_at(near.document, near.offset)
    force = pointed.study.code.force if pointed and pointed.study else None
    if force is None:
        return []
    places = await query_with_progress(
        server, lambda catalog: [found.place for found in catalog.studies_of_class(str(force))], snapshot.opened.uri
    )
    return [server.location(place) for place in places]


async def _convert(server: Server, snapshot: Snapshot, offset: int, form: Any) -> str | None:
    """Rewrite the code at `offset` in the form `form` and return the new text.

    None if the code lacks what the form needs. Raises JsonRpcInvalidParams for an unknown form.
    """
    from gbr_lsp.ide.conversions import convert

    if form not in [known.value for known in Form]:
        raise JsonRpcInvalidParams(message=f"the form must be one of {', '.join(known.value for known in Form)}")
    near = snapshot.part_at_offset(offset)
    converted = convert(near.document, near.offset, Form(form))
    if converted is None:
        return None
    if converted.edits and server.can_apply_edits:
        edits = [edit.shift(near.start) for edit in converted.edits]
        edit = to_workspace_edit(server.client_capabilities, snapshot.opened, snapshot.positions, edits)
        server.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, label=f"Rewrite the code as {form}"))
    return converted.text


async def _explain(server: Server, snapshot: Snapshot, offset: int, _argument: Any) -> Any:
    """Return the explanation of the code at `offset`."""
    from gbr_lsp.ide.explanation import explanation

    return await answer_in_process(server, snapshot.opened.uri, lambda: explanation(snapshot.document, offset))


_AT_A_CODE: dict[str, _Command] = {
    "gbr.copyFen": _copy_fen,
    "gbr.convert": _convert,
    "gbr.explain": _explain,
    "gbr.moves": _moves,
    "gbr.showBoard": _show_board,
    "gbr.showClass": _show_class,
}
