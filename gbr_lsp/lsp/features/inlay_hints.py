"""`textDocument/inlayHint`: material after a class, men after square lists, results from tablebases."""

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from gbr_lsp.base.generators import drain
from gbr_lsp.lsp.background import LARGE_DOCUMENT, LONG_DOCUMENT, answer_from_part
from gbr_lsp.lsp.optional_features import OptionalFeature, register_optional
from gbr_lsp.lsp.server import Server
from gbr_lsp.lsp.state.options import ClientOptions
from gbr_lsp.model.document import Document

if TYPE_CHECKING:
    from gbr_lsp.ide.inlays import Inlay


def register(server: Server) -> None:
    async def answer(params: types.InlayHintParams) -> Any:
        # Import here, not in a thread: a process forked during the import could not import the module.
        from gbr_lsp.ide.inlays import inlays

        snapshot = server.snapshot(params.text_document.uri)
        span = snapshot and snapshot.positions.span(params.range)
        if snapshot is None or span is None:
            return []

        def hints(part: Document, start: int) -> list[types.InlayHint]:
            options = server.options
            found = inlays(part, span.shift(-start), dark=options.is_dark, boards=options.has_board_hints)
            return [_to_hint(hint, snapshot.positions.position(start + hint.offset)) for hint in drain(found)]

        part, start = snapshot.document.part(span)
        is_short = span.end - span.start < LONG_DOCUMENT
        if snapshot.document.conventions.tables is None and (is_short or LARGE_DOCUMENT <= part.length):
            return await answer_from_part(server, snapshot, span, hints)
        # Reading tablebases reads files, and some clients request the hints of the whole document.
        found = await asyncio.to_thread(hints, part, start)
        if server.documents.get(params.text_document.uri) is not snapshot.opened:
            raise JsonRpcContentModified
        return found

    register_optional(server, OptionalFeature(types.TEXT_DOCUMENT_INLAY_HINT, answer, "inlayHints"))
    server.events.on_options_change.append(lambda before: _refresh(server, before))


def _refresh(server: Server, before: ClientOptions) -> None:
    """Ask the client to request the hints again if others are shown."""
    options = server.options
    has_changed = (before.has_board_hints, before.is_dark) != (options.has_board_hints, options.is_dark)
    if has_changed and server.announced("workspace.inlay_hint.refresh_support"):
        server.workspace_inlay_hint_refresh(None)


def _to_hint(hint: "Inlay", position: types.Position) -> types.InlayHint:
    return types.InlayHint(
        position, hint.label, tooltip=hint.tooltip, padding_left=hint.has_gap_before, padding_right=hint.has_gap_after
    )
